use super::action::{DraftAction, DraftFault, DraftPatch, DraftTarget, DraftVerb};
use super::file::{File, StatedKind};
use super::node_fault::DraftNodeFault;
use super::{Scenario, Timed};
use crate::dump::{
    Assembled, CustomKind, Draft, DraftFacts, Epoch, Note, assemble, define, group_of, object_of, plural_of,
};
use crate::error::{LoadError, Place, Problem};
use crate::wire::{MINOR, read_patch};
use kubeloupe_core::apiserver::{Cluster, Create, Patch, Reason, Request, Target, Verb};
use kubeloupe_core::nodes::{NodeFault, NodeFlags, RefusedCalls, RefusedVerb, ZoneKey};
use kubeloupe_core::object::{
    ConditionStatus, DiscoveryFailure, Facts, GroupError, GroupFailure, KindId, Kinds, KnownFrom, List, Name,
    Names, Object, Scope, ServedVersion, builtin_kinds,
};
use kubeloupe_core::sim::{Action, Config, Fault, World};
use kubeloupe_core::sorted::sort_by_key;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Looks up what the words of a file mean.
pub(super) fn resolve(mut file: File, mut names: Names, place: Place) -> Result<Scenario, LoadError> {
    let mut config = file.config;
    config.garbage_collector &= !file.collector_disabled;
    (config.minor, config.overrides) = file.choice.settle().map_err(|(gate, problem)| {
        let field = format!("featureGates.{}", gate.name());
        LoadError::of_field(place.clone(), field, problem)
    })?;
    let nodes = config.nodes.is_on();
    for draft in &mut file.collector.drafts {
        settle(draft, &config, &names);
    }
    for action in &mut file.actions.0 {
        if let DraftVerb::Create(draft) | DraftVerb::Update(draft) = &mut action.verb {
            settle(draft, &config, &names);
        }
    }
    config.nodes.flags = file.node_flags.over(NodeFlags::of(config.switches()));
    let mut kinds = builtin_kinds(&mut names, config.minor);
    for stated in &file.kinds {
        state(*stated, &mut names, &mut kinds);
    }
    let Assembled {
        mut objects,
        notes,
        epoch,
        discovery_failure,
        ..
    } = assemble(&mut names, &mut kinds, file.collector, None);
    if !nodes {
        objects.iter_mut().for_each(forget_nodes);
    }
    let node_kind = kinds.of_group(Name::EMPTY, Name::NODE);
    let mut resolver = Resolver {
        names: &mut names,
        kinds: &mut kinds,
        epoch,
        place,
        nodes: nodes.then(|| KnownNodes::of(&objects, &file.actions.0, node_kind)),
        notes: [file.choice.notes(), file.notes].concat(),
    };
    let drafts = file.actions.0;
    let defined: Vec<Option<KindId>> = drafts.iter().map(|draft| resolver.define_later(draft)).collect();
    for (index, monitor) in file.unsynced_monitors.iter().enumerate() {
        let field = format!("unsyncedMonitors[{index}]");
        config
            .unsynced_monitors
            .push(resolver.kind(&field, monitor.api_version, monitor.kind)?);
    }
    let mut actions = Vec::with_capacity(drafts.len());
    for (index, (draft, defined)) in drafts.into_iter().zip(defined).enumerate() {
        let at = draft.at;
        let action = resolver.action(&format!("actions[{index}]."), draft.verb, defined)?;
        actions.push(Timed { at, action });
    }
    // What is due at the same time happens in the order of the file.
    sort_by_key(&mut actions, |timed| timed.at);
    let mut all_notes = resolver.notes;
    all_notes.extend(notes);
    let is_namespace = |kind: KindId| {
        let kind = kinds.get(kind);
        kind.group == Name::EMPTY && kind.kind == Name::NAMESPACE
    };
    let namespaces_assumed = !objects.iter().any(|object| is_namespace(object.kind));
    let cluster = Cluster {
        names: Arc::new(names),
        kinds: Arc::new(kinds),
        minor: config.minor,
        overrides: config.overrides,
        discovery_failure,
    };
    Ok(Scenario {
        title: file.title,
        config,
        seed: file.seed,
        schedule: file.schedule,
        cluster,
        objects: objects.into_iter().map(Arc::new).collect(),
        namespaces_assumed,
        actions,
        until: file.until,
        max_steps: file.max_steps,
        expectations: file.expectations.0,
        notes: all_notes,
        epoch,
    })
}

/// Looks up what the words of one action mean in a world. Kinds that a definition brings stay unknown: they would not be
/// known in the world's past.
pub(super) fn resolve_action(
    mut draft: DraftAction,
    world: &mut World,
    epoch: Epoch,
    place: Place,
) -> Result<Action, LoadError> {
    if let DraftVerb::Create(draft) | DraftVerb::Update(draft) = &mut draft.verb {
        settle(draft, world.config(), &world.cluster().names);
    }
    let nodes = world.config().nodes.is_on().then(|| {
        let node = world.cluster().kinds.of_group(Name::EMPTY, Name::NODE);
        let stored = node.into_iter().flat_map(|node| world.api().of_kind(node));
        let mut known = KnownNodes {
            names: BTreeSet::new(),
            zones: Some(BTreeSet::new()),
        };
        stored.for_each(|object| known.add(object.meta.name, ZoneKey::of(object)));
        known
    });
    let cluster = world.cluster_mut();
    let mut resolver = Resolver {
        names: Arc::make_mut(&mut cluster.names),
        kinds: Arc::make_mut(&mut cluster.kinds),
        epoch,
        place,
        notes: Vec::new(),
        nodes,
    };
    resolver.action("", draft.verb, None)
}

/// Keeps of an object as it was written what some controller is going to read.
fn settle(draft: &mut Draft, config: &Config, names: &Names) {
    let is_pod = matches!(draft.facts, DraftFacts::Pod(..));
    let mut revised = ["StatefulSet", "DaemonSet", "ControllerRevision"].into_iter();
    let is_read = if revised.any(|kind| names.find(kind) == Some(draft.kind)) {
        config.keeps_histories()
    } else {
        config.runs_workloads()
    };
    match &mut draft.whole {
        Some(whole) if is_read || (config.nodes.is_on() && is_pod) => whole[MINOR] = config.minor.into(),
        whole => *whole = None,
    }
}

/// Drops what only the controllers of nodes read.
fn forget_nodes(object: &mut Object) {
    if let Facts::Node(_) | Facts::Lease(_) = &object.facts {
        object.facts = Facts::None;
    }
}

/// Adds what discovery is said to list. A kind that is built in keeps its ways, and has the version served or not.
fn state(stated: StatedKind, names: &mut Names, kinds: &mut Kinds) {
    let StatedKind {
        api_version,
        kind,
        resource,
        namespaced,
        served,
    } = stated;
    let group = group_of(names, api_version);
    let version = ServedVersion { api_version, served };
    let Some(known) = kinds.of_group(group, kind) else {
        let resource = if resource == Name::EMPTY {
            plural_of(names, kind)
        } else {
            resource
        };
        let scope = if namespaced {
            Scope::Namespaced
        } else {
            Scope::Cluster
        };
        let versions = vec![version];
        let custom = CustomKind {
            group,
            kind,
            resource,
            scope,
            versions,
            known_from: KnownFrom::Stated,
        };
        kinds.add(custom.into_kind());
        return;
    };
    let mut extended = kinds.get(known).clone();
    match extended
        .versions
        .iter_mut()
        .find(|version| version.api_version == api_version)
    {
        Some(version) => version.served = served,
        None => extended.versions.push(version),
    }
    kinds.add(extended);
}

struct Resolver<'a> {
    names: &'a mut Names,
    kinds: &'a mut Kinds,
    epoch: Epoch,
    place: Place,
    notes: Vec<Note>,
    /// The nodes that there are or will be, where some controller of nodes runs.
    nodes: Option<KnownNodes>,
}

/// What faults of nodes may name.
struct KnownNodes {
    names: BTreeSet<Name>,
    /// `None`: a patch may bring nodes into any zone.
    zones: Option<BTreeSet<(Name, Name)>>,
}

impl KnownNodes {
    fn of(objects: &[Object], actions: &[DraftAction], node: Option<KindId>) -> Self {
        let mut known = KnownNodes {
            names: BTreeSet::new(),
            zones: Some(BTreeSet::new()),
        };
        for object in objects {
            if Some(object.kind) == node {
                known.add(object.meta.name, ZoneKey::of(object));
            }
        }
        for action in actions {
            match &action.verb {
                DraftVerb::Create(draft) | DraftVerb::Update(draft) if draft.kind == Name::NODE => {
                    known.add(draft.meta.name, ZoneKey::of_labels(&draft.meta.labels));
                }
                DraftVerb::Patch(target, _) if target.kind == Name::NODE => known.zones = None,
                _ => {}
            }
        }
        known
    }

    fn add(&mut self, name: Name, zone: ZoneKey) {
        self.names.insert(name);
        if let Some(zones) = &mut self.zones {
            zones.insert((zone.region, zone.zone));
        }
    }
}

impl Resolver<'_> {
    /// The kind that a definition created later defines: it is known from the start, and served from then on.
    fn define_later(&mut self, action: &DraftAction) -> Option<KindId> {
        let DraftVerb::Create(draft) = &action.verb else {
            return None;
        };
        let DraftFacts::Definition(definition) = &draft.facts else {
            return None;
        };
        let known = self.kinds.of_group(definition.group, definition.kind);
        if known.is_some() {
            return known;
        }
        let defined = define(definition, self.names, self.kinds)?;
        for version in &mut self.kinds.get_mut(defined).versions {
            version.served = false;
        }
        Some(defined)
    }

    fn action(&mut self, of: &str, verb: DraftVerb, defined: Option<KindId>) -> Result<Action, LoadError> {
        let (target, verb) = match verb {
            DraftVerb::Create(draft) => {
                let (target, create) = self.create(&format!("{of}create"), *draft, defined)?;
                (target, Verb::Create(Box::new(create)))
            }
            DraftVerb::Update(draft) => {
                let (target, create) = self.create(&format!("{of}update"), *draft, None)?;
                let target = Target {
                    name: create.object.meta.name,
                    ..target
                };
                (target, Verb::Update(Box::new(create.object)))
            }
            DraftVerb::Delete(target, options) => {
                let target = self.target(&format!("{of}delete"), target)?;
                (target, Verb::Delete(options))
            }
            DraftVerb::Patch(target, patch) => {
                let field = format!("{of}patch");
                let target = self.target(&field, target)?;
                (target, Verb::Patch(Box::new(self.patch(&field, patch)?)))
            }
            DraftVerb::Fault(fault) => return self.fault(&format!("{of}fault"), fault),
        };
        Ok(Action::Client(Box::new(Request { target, verb })))
    }

    fn create(
        &mut self,
        field: &str,
        draft: Draft,
        defined: Option<KindId>,
    ) -> Result<(Target, Create), LoadError> {
        let kind = self.kind(field, draft.api_version, draft.kind)?;
        let api_version = match draft.api_version {
            Name::EMPTY => self.kinds.get(kind).preferred(),
            api_version => api_version,
        };
        let mut template_labels = List::EMPTY;
        let mut draft = draft;
        if let DraftFacts::Template(labels) = &mut draft.facts {
            template_labels = std::mem::take(labels).into();
        }
        let mut object = object_of(draft, kind, defined, self.epoch, self.names, self.kinds);
        if self.nodes.is_none() {
            forget_nodes(&mut object);
        }
        let namespaced = self.kinds.get(kind).is_namespaced();
        if namespaced && object.meta.namespace == Name::EMPTY {
            // Where kubectl puts it, too.
            object.meta.namespace = self.names.intern("default");
        }
        let target = Target {
            kind,
            api_version,
            // The path of a cluster-scoped kind has none, whatever the object says.
            namespace: if namespaced {
                object.meta.namespace
            } else {
                Name::EMPTY
            },
            name: Name::EMPTY,
        };
        let create = Create {
            template_labels,
            ..Create::new(object)
        };
        Ok((target, create))
    }

    fn target(&mut self, field: &str, draft: DraftTarget) -> Result<Target, LoadError> {
        let DraftTarget {
            api_version,
            kind,
            namespace,
            name,
        } = draft;
        let id = self.kind(field, api_version, kind)?;
        let about = self.kinds.get(id);
        let word = || self.names.text(kind).to_owned();
        if about.is_namespaced() && namespace == Name::EMPTY {
            return Err(self.wrong(field, Problem::NamespaceMissing { kind: word() }));
        }
        if !about.is_namespaced() && namespace != Name::EMPTY {
            return Err(self.wrong(field, Problem::NamespaceNotAllowed { kind: word() }));
        }
        let api_version = if api_version == Name::EMPTY {
            about.preferred()
        } else {
            api_version
        };
        Ok(Target {
            kind: id,
            api_version,
            namespace,
            name,
        })
    }

    /// The kind that these words name. Without an apiVersion a kind that is built in goes before custom ones.
    fn kind(&self, field: &str, api_version: Name, kind: Name) -> Result<KindId, LoadError> {
        let text = |name: Name| self.names.text(name).to_owned();
        let unknown = Problem::UnknownKind {
            api_version: text(api_version),
            kind: text(kind),
        };
        if api_version != Name::EMPTY {
            return self
                .kinds
                .known(api_version, kind)
                .ok_or_else(|| self.wrong(field, unknown));
        }
        let candidates: Vec<KindId> = self
            .kinds
            .ids()
            .filter(|&id| self.kinds.get(id).kind == kind)
            .collect();
        let built_in = |id: &&KindId| self.kinds.get(**id).known_from == KnownFrom::BuiltIn;
        match (candidates.as_slice(), candidates.iter().find(built_in)) {
            ([], _) => Err(self.wrong(field, unknown)),
            ([one], _) => Ok(*one),
            (_, Some(built_in)) => Ok(*built_in),
            (several, None) => {
                let versions = several
                    .iter()
                    .map(|&id| text(self.kinds.get(id).preferred()))
                    .collect();
                Err(self.wrong(
                    field,
                    Problem::AmbiguousKind {
                        kind: text(kind),
                        candidates: versions,
                    },
                ))
            }
        }
    }

    fn patch(&mut self, field: &str, draft: DraftPatch) -> Result<Patch, LoadError> {
        let DraftPatch { form, status, body } = draft;
        read_patch(self.names, form, status, &Value::Object(body)).map_err(|error| {
            let inside = error.field.strip_prefix("body").unwrap_or(&error.field);
            self.wrong(&format!("{field}{inside}"), Problem::Patch(error.to_string()))
        })
    }

    fn fault(&mut self, field: &str, fault: DraftFault) -> Result<Action, LoadError> {
        let fault = match fault {
            DraftFault::LagEvents(kind, by) => Fault::Lag {
                kind: self.kind(field, Name::EMPTY, kind)?,
                by,
            },
            DraftFault::LoseEvents(kind, count) => Fault::LoseEvents {
                kind: self.kind(field, Name::EMPTY, kind)?,
                count,
            },
            DraftFault::Relist(kind) => Fault::Relist(self.kind(field, Name::EMPTY, kind)?),
            DraftFault::Quota(namespace, pods) => Fault::Quota { namespace, pods },
            DraftFault::Expectations(wait) => Fault::Expectations(wait),
            DraftFault::RestartControllers => Fault::RestartControllers,
            DraftFault::DiscoveryRecovers => Fault::Discovery(None),
            DraftFault::DiscoveryFails(groups) => {
                let failures = groups.into_iter().map(|group_version| GroupFailure {
                    group_version,
                    error: GroupError::Stale,
                });
                Fault::Discovery(DiscoveryFailure::of_groups(self.names, failures))
            }
            DraftFault::Monitor { monitor, fails } => Fault::Monitor {
                kind: self.kind(field, monitor.api_version, monitor.kind)?,
                fails,
            },
            DraftFault::Node(word, draft) => Fault::Nodes(self.node_fault(field, word, &draft)?),
        };
        Ok(Action::Fault(fault))
    }

    fn node_fault(
        &mut self,
        field: &str,
        word: &'static str,
        draft: &DraftNodeFault,
    ) -> Result<NodeFault, LoadError> {
        let (node, kind) = (draft.node, draft.kind);
        let zone = draft.zone.as_deref().map(|text| (text, self.zone(text)));
        let Some(known) = &self.nodes else {
            return Err(self.wrong(field, Problem::NodesNotSimulated { fault: word }));
        };
        if node != Name::EMPTY && !known.names.contains(&node) {
            let name = self.names.text(node).to_owned();
            return Err(self.wrong(field, Problem::NoSuchNode { name }));
        }
        if let (Some((text, zone)), Some(zones)) = (zone, &known.zones)
            && !zones.contains(&(zone.region, zone.zone))
        {
            let name = text.to_owned();
            return Err(self.wrong(field, Problem::NoSuchZone { name }));
        }
        let kind = |resolver: &Self| {
            let kind = resolver.names.find(kind.unwrap_or_default()).unwrap_or_default();
            resolver.kind(field, Name::EMPTY, kind)
        };
        Ok(match word {
            "zoneOutage" | "zoneRecovers" => NodeFault::Zone {
                zone: zone.map(|(_, zone)| zone).unwrap_or_default(),
                down: word == "zoneOutage",
            },
            "nodeOutage" | "nodeRecovers" => NodeFault::Node {
                node,
                down: word == "nodeOutage",
            },
            "leaseStops" | "leaseResumes" => NodeFault::Lease {
                node,
                stops: word == "leaseStops",
            },
            "statusStops" | "statusResumes" => NodeFault::Status {
                node,
                stops: word == "statusStops",
            },
            "clockBack" => NodeFault::Clock {
                node,
                behind: draft.by,
            },
            "kubeletReports" => NodeFault::Ready {
                node,
                ready: draft.ready.unwrap_or(ConditionStatus::True),
            },
            "cacheStalls" | "cacheResumes" => NodeFault::Cache {
                kind: kind(self)?,
                stalls: word == "cacheStalls",
            },
            _ => NodeFault::Refuse(RefusedCalls {
                verb: draft.verb.unwrap_or(RefusedVerb::Get),
                kind: kind(self)?,
                name: draft.name,
                times: draft.times.unwrap_or(1),
                reason: draft.reason.unwrap_or(Reason::InternalError),
            }),
        })
    }

    /// A zone as scenario files write it: `region:zone`, `zone` alone, or nothing for nodes without labels.
    fn zone(&mut self, text: &str) -> ZoneKey {
        let (region, zone) = text.split_once(':').unwrap_or(("", text));
        ZoneKey {
            region: self.names.intern(region),
            zone: self.names.intern(zone.trim_start_matches(':')),
        }
    }

    fn wrong(&self, field: &str, problem: Problem) -> LoadError {
        LoadError::of_field(self.place.clone(), field.to_owned(), problem)
    }
}
