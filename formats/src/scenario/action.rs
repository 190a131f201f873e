use super::fields::{Span, Word, unknown_field};
use super::file::Monitor;
use super::node_fault::{self, DraftNodeFault};
use super::words::{
    ACTION, DELETE, DISCOVERY, FAULTS, LAG, LOSE, NODE_FAULTS, PATCH, PATCH_TYPES, POLICIES, PRECONDITIONS,
    QUOTA, RELIST, SUBRESOURCES,
};
use crate::dump::{Collector, Document, Draft};
use crate::error::{Expected, Problem, Vocabulary};
use crate::input::{
    Bool, Context, Element, Elements, Erased, ErasedMapping, Failed, Fields, Integer, Members, Owned, Seed,
    Text, Token, Tree,
};
use crate::limits::Limit;
use kubeloupe_core::apiserver::{DeleteOptions, PatchForm, Policy};
use kubeloupe_core::object::{Duration, Name, Time};
use serde_json::{Map, Value};

/// `actions`.
#[derive(Default)]
pub(super) struct Actions(pub(super) Vec<DraftAction>);

/// An action as it was read: which kind and object it means is not looked up yet.
pub(super) struct DraftAction {
    pub(super) at: Time,
    pub(super) verb: DraftVerb,
}

pub(super) enum DraftVerb {
    Create(Box<Draft>),
    /// PUT of a whole object.
    Update(Box<Draft>),
    Delete(DraftTarget, DeleteOptions),
    Patch(DraftTarget, DraftPatch),
    Fault(DraftFault),
}

/// An object as a request names it. Words that were not given are empty.
#[derive(Clone, Copy, Default)]
pub(super) struct DraftTarget {
    pub(super) api_version: Name,
    pub(super) kind: Name,
    pub(super) namespace: Name,
    pub(super) name: Name,
}

#[derive(Default)]
pub(super) struct DraftPatch {
    pub(super) form: PatchForm,
    pub(super) status: bool,
    /// `metadata` and `status`; of other members only that they are there.
    pub(super) body: Map<String, Value>,
}

pub(super) enum DraftFault {
    RestartControllers,
    DiscoveryFails(Vec<Name>),
    DiscoveryRecovers,
    /// The collector's monitor of a kind fails, or works again.
    Monitor {
        monitor: Monitor,
        fails: bool,
    },
    LagEvents(Name, Duration),
    LoseEvents(Name, u32),
    Relist(Name),
    Quota(Name, Option<u32>),
    Expectations(bool),
    /// A fault of nodes or zones, by its word.
    Node(&'static str, Box<DraftNodeFault>),
}

impl Element for Actions {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut open = OpenAction::default();
        Members::strict(context, &mut open).read(input)?;
        match open.verb {
            Some(verb) if !open.crowded => {
                self.0.push(DraftAction { at: open.at, verb });
                Ok(())
            }
            _ => Err(context.fail(Problem::OneVerb)),
        }
    }
}

#[derive(Default)]
struct OpenAction {
    at: Time,
    verb: Option<DraftVerb>,
    /// There is more than one verb.
    crowded: bool,
}

impl Fields for OpenAction {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let verb = match key {
            "at" => {
                self.at = Time::START + map.read(Span { context })?;
                return Ok(());
            }
            "create" | "update" => {
                let mut created = Collector::default();
                map.read(Document::new(context, &mut created))?;
                match created.drafts.pop() {
                    Some(draft) if created.drafts.is_empty() && draft.kind != Name::EMPTY => {
                        if key == "create" {
                            DraftVerb::Create(Box::new(draft))
                        } else {
                            DraftVerb::Update(Box::new(draft))
                        }
                    }
                    _ => return Err(context.fail(Problem::NotAnObject)),
                }
            }
            "delete" => {
                let mut delete = Delete::default();
                map.read(Members::strict(context, &mut delete))?;
                DraftVerb::Delete(delete.target.complete(context)?, delete.options)
            }
            "patch" => {
                let mut patch = Patch::default();
                map.read(Members::strict(context, &mut patch))?;
                DraftVerb::Patch(patch.target.complete(context)?, patch.patch)
            }
            "fault" => {
                let mut fault = Fault::default();
                map.read(Members::strict(context, &mut fault))?;
                match fault.fault {
                    Some(found) if !fault.crowded => DraftVerb::Fault(found),
                    _ => return Err(context.fail(Problem::OneVerb)),
                }
            }
            _ => return Err(unknown_field(context, key, ACTION)),
        };
        self.crowded |= self.verb.is_some();
        self.verb = Some(verb);
        Ok(())
    }
}

impl DraftTarget {
    /// Takes the member, if it is one of a target's.
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<bool, Failed> {
        let member = match key {
            "apiVersion" => &mut self.api_version,
            "kind" => &mut self.kind,
            "namespace" => &mut self.namespace,
            "name" => &mut self.name,
            _ => return Ok(false),
        };
        *member = map.read(Text::new(context))?;
        Ok(true)
    }

    fn complete(self, context: &mut Context<'_>) -> Result<Self, Failed> {
        for (name, field) in [(self.kind, "kind"), (self.name, "name")] {
            if name == Name::EMPTY {
                return Err(context.fail(Problem::MissingField(field)));
            }
        }
        Ok(self)
    }
}

#[derive(Default)]
struct Delete {
    target: DraftTarget,
    options: DeleteOptions,
}

impl Fields for Delete {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if self.target.field(context, key, map)? {
            return Ok(());
        }
        let options = &mut self.options;
        match key {
            "propagationPolicy" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::Policy,
                    known: POLICIES,
                };
                options.policy = Some(match map.read(word)? {
                    "Foreground" => Policy::Foreground,
                    "Orphan" => Policy::Orphan,
                    _ => Policy::Background,
                });
            }
            "gracePeriodSeconds" => options.grace_period_s = map.read(Integer { context })?,
            "orphanDependents" => options.orphan_dependents = map.read(Bool { context })?,
            "preconditions" => map.read(Members::strict(context, &mut Preconditions(options)))?,
            "dryRun" => {
                let mut words = Texts::default();
                map.read(Elements::strict(context, &mut words, Limit::Finalizers))?;
                options.dry_run = words.0.into();
            }
            "malformedOptions" => {
                options.malformed = map.read(Bool { context })? == Some(true);
            }
            _ => return Err(unknown_field(context, key, DELETE)),
        }
        Ok(())
    }
}

struct Preconditions<'o>(&'o mut DeleteOptions);

impl Fields for Preconditions<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "uid" => self.0.uid = Some(map.read(Text::new(context))?),
            "resourceVersion" => {
                // One that is no number is no version of any object.
                let version = map.read(Owned { context })?;
                self.0.resource_version = Some(version.parse().unwrap_or(u64::MAX));
            }
            _ => return Err(unknown_field(context, key, PRECONDITIONS)),
        }
        Ok(())
    }
}

#[derive(Default)]
struct Patch {
    target: DraftTarget,
    patch: DraftPatch,
}

impl Fields for Patch {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if self.target.field(context, key, map)? {
            return Ok(());
        }
        let patch = &mut self.patch;
        match key {
            "type" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::PatchType,
                    known: PATCH_TYPES,
                };
                let strategic = map.read(word)? == "strategic";
                patch.form = if strategic {
                    PatchForm::Strategic
                } else {
                    PatchForm::Merge
                };
            }
            "subresource" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::Subresource,
                    known: SUBRESOURCES,
                };
                patch.status = map.read(word)? == "status";
            }
            "metadata" => {
                let metadata = map.read(PatchedMetadata { context })?;
                patch.body.insert(key.to_owned(), metadata);
            }
            "status" => {
                let status = map.read(Tree)?;
                patch.body.insert(key.to_owned(), status);
            }
            "spec" => {
                // Of a spec only what is kept of a node's.
                let mut spec = map.read(Tree)?;
                if let Some(members) = spec.as_object_mut() {
                    members.retain(|key, _| matches!(key.as_str(), "taints" | "unschedulable"));
                }
                patch.body.insert(key.to_owned(), spec);
            }
            "data" | "stringData" => {
                map.ignore()?;
                patch.body.insert(key.to_owned(), Value::Null);
            }
            _ => return Err(unknown_field(context, key, PATCH)),
        }
        Ok(())
    }
}

/// `metadata` of a patch, without what annotations say.
struct PatchedMetadata<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for PatchedMetadata<'_, '_> {
    type Value = Value;

    fn read(self, input: Erased<'_, '_>) -> Result<Value, Failed> {
        let PatchedMetadata { context } = self;
        input.any(|token| match token {
            Token::Mapping(mut map) => {
                let (mut metadata, mut key) = (Map::new(), String::new());
                while map.key(&mut key)? {
                    let value = if matches!(&*key, "annotations" | "managedFields") {
                        map.ignore()?;
                        Value::Null
                    } else {
                        map.read(Tree)?
                    };
                    metadata.insert(key.clone(), value);
                }
                Ok(Value::Object(metadata))
            }
            other => Err(context.wrong(Expected::Mapping, other.found())),
        })
    }
}

#[derive(Default)]
struct Fault {
    fault: Option<DraftFault>,
    crowded: bool,
}

impl Fields for Fault {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let fault = match key {
            "restartControllers" => {
                map.read(Members::strict(context, &mut Nothing))?;
                DraftFault::RestartControllers
            }
            "ignoreExpectations" | "heedExpectations" => {
                map.read(Members::strict(context, &mut Nothing))?;
                DraftFault::Expectations(key == "heedExpectations")
            }
            "lagEvents" | "loseEvents" | "relist" | "quota" => {
                let mut watch = WatchFault::of(key);
                map.read(Members::strict(context, &mut watch))?;
                watch.complete(context, key)?
            }
            "discoveryRecovers" => {
                map.read(Members::strict(context, &mut Nothing))?;
                DraftFault::DiscoveryRecovers
            }
            "monitorFails" | "monitorRecovers" => {
                let mut monitor = Monitor::default();
                map.read(Members::strict(context, &mut monitor))?;
                if monitor.kind == Name::EMPTY {
                    return Err(context.fail(Problem::MissingField("kind")));
                }
                DraftFault::Monitor {
                    monitor,
                    fails: key == "monitorFails",
                }
            }
            "discoveryFails" => {
                let mut failing = DiscoveryFails::default();
                map.read(Members::strict(context, &mut failing))?;
                if failing.0.0.is_empty() {
                    return Err(context.fail(Problem::MissingField("groupVersions")));
                }
                DraftFault::DiscoveryFails(failing.0.0)
            }
            _ => {
                let Some(word) = NODE_FAULTS.iter().find(|word| **word == key) else {
                    return Err(super::fields::unknown_word(
                        context,
                        Vocabulary::Fault,
                        key,
                        FAULTS,
                    ));
                };
                let mut draft = DraftNodeFault::default();
                map.read(Members::strict(context, &mut draft))?;
                node_fault::check(context, word, &draft)?;
                DraftFault::Node(word, Box::new(draft))
            }
        };
        self.crowded |= self.fault.is_some();
        self.fault = Some(fault);
        Ok(())
    }
}

/// What the faults of the workload controllers' watches, and a quota, say.
struct WatchFault {
    known: &'static [&'static str],
    kind: Name,
    namespace: Name,
    by: Duration,
    count: Option<u32>,
}

impl WatchFault {
    fn of(fault: &str) -> Self {
        WatchFault {
            known: match fault {
                "lagEvents" => LAG,
                "loseEvents" => LOSE,
                "relist" => RELIST,
                _ => QUOTA,
            },
            kind: Name::EMPTY,
            namespace: Name::EMPTY,
            by: Duration::ZERO,
            count: None,
        }
    }

    fn complete(self, context: &mut Context<'_>, fault: &str) -> Result<DraftFault, Failed> {
        let (member, field) = match fault {
            "quota" => (self.namespace, "namespace"),
            _ => (self.kind, "kind"),
        };
        if member == Name::EMPTY {
            return Err(context.fail(Problem::MissingField(field)));
        }
        Ok(match fault {
            "lagEvents" => DraftFault::LagEvents(self.kind, self.by),
            "loseEvents" => DraftFault::LoseEvents(self.kind, self.count.unwrap_or(1)),
            "relist" => DraftFault::Relist(self.kind),
            _ => DraftFault::Quota(self.namespace, self.count),
        })
    }
}

impl Fields for WatchFault {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if !self.known.contains(&key) {
            return Err(unknown_field(context, key, self.known));
        }
        match key {
            "kind" => self.kind = map.read(Text::new(context))?,
            "namespace" => self.namespace = map.read(Text::new(context))?,
            "by" => self.by = map.read(Span { context })?,
            _ => {
                let count = map.read(Integer { context })?;
                self.count = count.map(|count| u32::try_from(count.max(0)).unwrap_or(u32::MAX));
            }
        }
        Ok(())
    }
}

/// A mapping without members.
struct Nothing;

impl Fields for Nothing {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        _: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        Err(unknown_field(context, key, &[]))
    }
}

#[derive(Default)]
struct DiscoveryFails(Texts);

impl Fields for DiscoveryFails {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "groupVersions" => map.read(Elements::strict(context, &mut self.0, Limit::Finalizers)),
            _ => Err(unknown_field(context, key, DISCOVERY)),
        }
    }
}

/// A list of texts.
#[derive(Default)]
pub(super) struct Texts(pub(super) Vec<Name>);

impl Element for Texts {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.0.push(Text::new(context).read(input)?);
        Ok(())
    }
}
