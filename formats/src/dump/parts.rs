use super::draft::{DraftDefinition, DraftFacts, DraftNamespace};
use super::node_parts::NodeParts;
use crate::input::{
    Context, Element, Elements, Erased, ErasedMapping, Failed, Fields, LooseBool, LooseInteger, LooseText,
    Members, Seed, Tree,
};
use crate::limits::Limit;
use kubeloupe_core::object::{ConditionFact, ConditionMessage, Name, Names, PodFacts, PodPhase, Time};
use kubeloupe_core::sorted::sort_by;
use serde_json::Value;

/// The kinds of whose spec or status something is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Wanted {
    /// The kind is not known yet: whatever any kind has.
    #[default]
    Any,
    Nothing,
    Pod,
    Node,
    Namespace,
    Definition,
    IpAddress,
    Lease,
    ApiService,
    /// A kind that gets the labels of its pod template.
    Template,
    /// A kind that the controllers of workloads read whole.
    Workload,
    /// A kind that the controllers of histories read whole. One that they cannot read is none of theirs.
    Revised,
}

/// Members of spec and status, as far as they are wanted. Their types are not relied on, since a custom resource may
/// have members of the same names.
#[derive(Default)]
pub(crate) struct Parts {
    pub(super) wanted: Wanted,
    has_spec: bool,
    node: Name,
    termination_grace_period_s: Option<i64>,
    finalizers: Texts,
    definition: DraftDefinition,
    /// `spec.version` of an APIService, whose group is in `definition`.
    version: Name,
    parent: Parent,
    /// `spec.renewTime` of a Lease: the youngest sign of life in most dumps.
    pub(super) renewed: Option<i64>,
    template: Template,
    phase: Name,
    conditions: Conditions,
    /// Spec and status as JSON, where the controllers of workloads run.
    pub(super) whole: Option<Box<Value>>,
    /// What the controllers of nodes read, where it is kept.
    nodes: Option<Box<NodeParts>>,
    keeps_nodes: bool,
}

#[derive(Default)]
struct Parent {
    namespace: Name,
    name: Name,
}

/// `spec.template`, `metadata` in it, and its labels: each but a mapping in the other.
#[derive(Default)]
struct Template(Vec<(Name, Name)>);

struct TemplateMetadata<'p>(&'p mut Template);

struct TemplateLabels<'p>(&'p mut Template);

#[derive(Default)]
struct Texts(Vec<Name>);

#[derive(Default)]
struct Versions(Vec<(Name, bool)>);

#[derive(Default)]
struct Conditions(Vec<ConditionFact>);

impl Wanted {
    pub(super) fn of_kind(kind: Name, names: &Names) -> Self {
        Self::of_text(names.text(kind))
    }

    pub(super) fn of_text(kind: &str) -> Self {
        match kind {
            "" => Wanted::Any,
            "Pod" => Wanted::Pod,
            "Node" => Wanted::Node,
            "Namespace" => Wanted::Namespace,
            "CustomResourceDefinition" => Wanted::Definition,
            "IPAddress" => Wanted::IpAddress,
            "Lease" => Wanted::Lease,
            "APIService" => Wanted::ApiService,
            "ReplicationController" | "Job" => Wanted::Template,
            "ReplicaSet" | "Deployment" => Wanted::Workload,
            "StatefulSet" | "DaemonSet" | "ControllerRevision" => Wanted::Revised,
            _ => Wanted::Nothing,
        }
    }

    fn is(self, kind: Wanted) -> bool {
        self == kind || self == Wanted::Any
    }
}

impl Parts {
    pub(super) fn wanting(wanted: Wanted) -> Self {
        Parts {
            wanted,
            ..Parts::default()
        }
    }

    /// Reads the next value as `spec`.
    pub(super) fn read_spec(
        &mut self,
        context: &mut Context<'_>,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        self.has_spec = true;
        if self.keeps_whole(context) {
            return self.keep_whole(context, "spec", map);
        }
        if matches!(self.wanted, Wanted::Nothing | Wanted::Workload | Wanted::Revised) {
            return map.ignore();
        }
        map.read(Members::loose(context, &mut Spec(self)))
    }

    /// Reads the next value as `status`.
    pub(super) fn read_status(
        &mut self,
        context: &mut Context<'_>,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if self.keeps_whole(context) {
            return self.keep_whole(context, "status", map);
        }
        if matches!(self.wanted, Wanted::Nothing | Wanted::Workload | Wanted::Revised) {
            return map.ignore();
        }
        map.read(Members::loose(context, &mut Status(self)))
    }

    /// Reads the next value as the member of a ControllerRevision that it is.
    pub(super) fn read_of_revision(
        &mut self,
        context: &mut Context<'_>,
        member: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if context.workloads && self.wanted == Wanted::Revised {
            return self.keep_whole(context, member, map);
        }
        map.ignore()
    }

    fn keeps_whole(&self, context: &Context<'_>) -> bool {
        context.workloads && matches!(self.wanted, Wanted::Workload | Wanted::Revised | Wanted::Pod)
    }

    /// Reads the next value whole. Of a pod everything else that is wanted is taken from it as well.
    fn keep_whole(
        &mut self,
        context: &mut Context<'_>,
        member: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let value = map.read(Tree)?;
        if self.wanted == Wanted::Pod {
            let mut name = |key: &str| context.names.intern(value[key].as_str().unwrap_or_default());
            if member == "spec" {
                self.node = name("nodeName");
                self.termination_grace_period_s = value["terminationGracePeriodSeconds"].as_i64();
            } else {
                self.phase = name("phase");
            }
        }
        self.whole.get_or_insert_default()[member] = value;
        Ok(())
    }

    /// A node without spec and status gets some like any other.
    pub(super) fn keep_node(&mut self) {
        self.nodes.get_or_insert_default();
    }

    /// What the kind makes of them, once it is known.
    pub(super) fn into_facts_of(self, kind: Name, names: &Names) -> DraftFacts {
        match Wanted::of_kind(kind, names) {
            Wanted::Any => DraftFacts::None,
            wanted => self.into_facts(wanted, names),
        }
    }

    /// What the object's kind makes of them.
    pub(super) fn into_facts(mut self, kind: Wanted, names: &Names) -> DraftFacts {
        match kind {
            Wanted::Pod => DraftFacts::Pod(
                PodFacts {
                    node: self.node,
                    phase: pod_phase(names.text(self.phase)),
                    // The API server fills in 30 where nothing is said.
                    termination_grace_period_s: self.termination_grace_period_s.unwrap_or(30),
                    detail: None,
                },
                self.nodes,
            ),
            Wanted::Node => self.nodes.map_or(DraftFacts::None, DraftFacts::Node),
            Wanted::Namespace => {
                if !self.has_spec {
                    // What the API server gives to every new namespace.
                    self.finalizers.0.push(Name::KUBERNETES);
                }
                DraftFacts::Namespace(Box::new(DraftNamespace {
                    spec_finalizers: self.finalizers.0,
                    phase: self.phase,
                    conditions: self.conditions.0,
                }))
            }
            Wanted::Definition => DraftFacts::Definition(Box::new(self.definition)),
            Wanted::IpAddress if self.parent.name != Name::EMPTY => DraftFacts::IpAddress {
                namespace: self.parent.namespace,
                name: self.parent.name,
            },
            Wanted::ApiService => {
                let unavailable = self.conditions.0.iter().find(|condition| {
                    names.text(condition.kind) == "Available" && names.text(condition.status) == "False"
                });
                unavailable.map_or(DraftFacts::None, |condition| DraftFacts::UnavailableApiService {
                    group: self.definition.group,
                    version: self.version,
                    reason: condition.reason,
                })
            }
            Wanted::Template => {
                let mut labels = self.template.0;
                sort_by(&mut labels, |left, right| names.compare(left.0, right.0));
                DraftFacts::Template(labels)
            }
            Wanted::Any => DraftFacts::Undecided(Box::new(self)),
            Wanted::Lease => self
                .renewed
                .map_or(DraftFacts::None, |renewed| DraftFacts::Lease {
                    renewed,
                    kept: self.keeps_nodes,
                }),
            Wanted::Nothing | Wanted::IpAddress | Wanted::Workload | Wanted::Revised => DraftFacts::None,
        }
    }
}

fn pod_phase(text: &str) -> PodPhase {
    match text {
        "Running" => PodPhase::Running,
        "Succeeded" => PodPhase::Succeeded,
        "Failed" => PodPhase::Failed,
        "Unknown" => PodPhase::Unknown,
        _ => PodPhase::Pending,
    }
}

struct Spec<'p>(&'p mut Parts);

impl Fields for Spec<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let parts = &mut *self.0;
        let wanted = parts.wanted;
        parts.keeps_nodes = context.keep_nodes;
        if context.keep_nodes
            && (wanted.is(Wanted::Pod) || wanted.is(Wanted::Node))
            && parts.nodes.get_or_insert_default().read_spec(context, key, map)?
        {
            return Ok(());
        }
        match key {
            "nodeName" if wanted.is(Wanted::Pod) => {
                parts.node = map.read(LooseText::new(context))?.unwrap_or_default();
            }
            "terminationGracePeriodSeconds" if wanted.is(Wanted::Pod) => {
                parts.termination_grace_period_s = map.read(LooseInteger)?;
            }
            "finalizers" if wanted.is(Wanted::Namespace) => {
                map.read(Elements::loose(context, &mut parts.finalizers, Limit::Finalizers))?;
            }
            "group" if wanted.is(Wanted::Definition) || wanted.is(Wanted::ApiService) => {
                parts.definition.group = map.read(LooseText::new(context))?.unwrap_or_default();
            }
            "names" if wanted.is(Wanted::Definition) => {
                map.read(Members::loose(
                    context,
                    &mut DefinitionNames(&mut parts.definition),
                ))?;
            }
            "scope" if wanted.is(Wanted::Definition) => {
                let scope = map.read(LooseText::new(context))?.unwrap_or_default();
                parts.definition.namespaced = context.names.text(scope) == "Namespaced";
            }
            "versions" if wanted.is(Wanted::Definition) => {
                let mut versions = Versions::default();
                map.read(Elements::loose(context, &mut versions, Limit::Versions))?;
                parts.definition.versions = versions.0;
            }
            "version" if wanted.is(Wanted::ApiService) => {
                parts.version = map.read(LooseText::new(context))?.unwrap_or_default();
            }
            "parentRef" if wanted.is(Wanted::IpAddress) => {
                map.read(Members::loose(context, &mut parts.parent))?;
            }
            "template" if wanted.is(Wanted::Template) => {
                map.read(Members::loose(context, &mut parts.template))?;
            }
            "renewTime" if wanted.is(Wanted::Lease) => {
                let renewed = map.read(LooseText::new(context))?.unwrap_or_default();
                parts.renewed = super::parse_timestamp(context.names.text(renewed)).ok().flatten();
            }
            _ => map.ignore()?,
        }
        Ok(())
    }
}

struct Status<'p>(&'p mut Parts);

impl Fields for Status<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let parts = &mut *self.0;
        let wanted = parts.wanted;
        match key {
            "phase" if wanted.is(Wanted::Pod) || wanted.is(Wanted::Namespace) => {
                parts.phase = map.read(LooseText::new(context))?.unwrap_or_default();
            }
            "conditions" if context.keep_nodes && matches!(wanted, Wanted::Pod | Wanted::Node) => {
                parts
                    .nodes
                    .get_or_insert_default()
                    .read_conditions(context, map)?;
            }
            "conditions" if wanted.is(Wanted::Namespace) || wanted.is(Wanted::ApiService) => {
                map.read(Elements::loose(context, &mut parts.conditions, Limit::Conditions))?;
            }
            _ => map.ignore()?,
        }
        Ok(())
    }
}

struct DefinitionNames<'p>(&'p mut DraftDefinition);

impl Fields for DefinitionNames<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "kind" => self.0.kind = map.read(LooseText::new(context))?.unwrap_or_default(),
            "plural" => self.0.plural = map.read(LooseText::new(context))?.unwrap_or_default(),
            "shortNames" => {
                let mut short_names = Texts::default();
                map.read(Elements::loose(context, &mut short_names, Limit::Versions))?;
                self.0.short_names = short_names.0;
            }
            _ => map.ignore()?,
        }
        Ok(())
    }
}

impl Fields for Parent {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "namespace" => self.namespace = map.read(LooseText::new(context))?.unwrap_or_default(),
            "name" => self.name = map.read(LooseText::new(context))?.unwrap_or_default(),
            _ => map.ignore()?,
        }
        Ok(())
    }
}

impl Fields for Template {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "metadata" => map.read(Members::loose(context, &mut TemplateMetadata(self))),
            _ => map.ignore(),
        }
    }
}

impl Fields for TemplateMetadata<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "labels" => map.read(Members::loose(context, &mut TemplateLabels(self.0))),
            _ => map.ignore(),
        }
    }
}

impl Fields for TemplateLabels<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        context.check(Limit::NameBytes, key.len())?;
        let key = context.names.intern(key);
        let value = map.read(LooseText::new(context))?;
        let labels = &mut self.0.0;
        labels.extend(value.map(|value| (key, value)));
        context.check(Limit::Labels, labels.len())
    }
}

impl Element for Texts {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.0.extend(LooseText::new(context).read(input)?);
        Ok(())
    }
}

impl Element for Versions {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut version = Version {
            name: Name::EMPTY,
            served: true,
        };
        Members::loose(context, &mut version).read(input)?;
        if version.name != Name::EMPTY {
            self.0.push((version.name, version.served));
        }
        Ok(())
    }
}

struct Version {
    name: Name,
    served: bool,
}

impl Fields for Version {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "name" => self.name = map.read(LooseText::new(context))?.unwrap_or_default(),
            "served" => self.served = map.read(LooseBool)?.unwrap_or(true),
            _ => map.ignore()?,
        }
        Ok(())
    }
}

impl Element for Conditions {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut condition = Condition::default();
        Members::loose(context, &mut condition).read(input)?;
        if condition.kind != Name::EMPTY {
            self.0.push(ConditionFact {
                kind: condition.kind,
                status: condition.status,
                reason: condition.reason,
                message: ConditionMessage::Text(condition.message),
                last_transition: condition.last_transition.map(Time),
            });
        }
        Ok(())
    }
}

#[derive(Default)]
struct Condition {
    kind: Name,
    status: Name,
    reason: Name,
    message: Name,
    last_transition: Option<i64>,
}

impl Fields for Condition {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let text = match key {
            "type" => &mut self.kind,
            "status" => &mut self.status,
            "reason" => &mut self.reason,
            "message" => {
                let text = LooseText {
                    context,
                    limit: Limit::MessageBytes,
                };
                self.message = map.read(text)?.unwrap_or_default();
                return Ok(());
            }
            "lastTransitionTime" => {
                let text = map.read(LooseText::new(context))?.unwrap_or_default();
                self.last_transition = super::parse_timestamp(context.names.text(text)).ok().flatten();
                return Ok(());
            }
            _ => return map.ignore(),
        };
        *text = map.read(LooseText::new(context))?.unwrap_or_default();
        Ok(())
    }
}
