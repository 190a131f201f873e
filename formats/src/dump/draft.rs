use super::node_parts::NodeParts;
use super::parts::Parts;
use kubeloupe_core::object::{ConditionFact, Name, ObjectMeta, PodFacts};

/// An object as it was read: its kind is still a word, and its times count from 1970.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) api_version: Name,
    pub(crate) kind: Name,
    pub(crate) meta: ObjectMeta,
    pub(crate) facts: DraftFacts,
    pub(crate) origin: Origin,
    /// What the controllers of workloads read of a ReplicaSet, Deployment or pod, as JSON.
    pub(crate) whole: Option<Box<serde_json::Value>>,
}

/// Where it was read, for notes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin {
    pub(crate) source: u32,
    pub(crate) document: u32,
    /// Which element of a list, from 1; 0 for a document.
    pub(crate) item: u32,
    /// The line, or 0 where nothing will have to be said about it.
    pub(crate) line: u32,
}

impl Draft {
    /// Whether it may be left out yet, for want of a kind or an apiVersion.
    pub(super) fn is_incomplete(&self) -> bool {
        self.kind == Name::EMPTY || self.api_version == Name::EMPTY
    }
}

#[derive(Default)]
pub(crate) enum DraftFacts {
    #[default]
    None,
    /// The kind was not known when the object ended: only the list around it tells.
    Undecided(Box<Parts>),
    /// A pod, with what the controllers of nodes read of it where that is kept.
    Pod(PodFacts, Option<Box<NodeParts>>),
    Node(Box<NodeParts>),
    Namespace(Box<DraftNamespace>),
    Definition(Box<DraftDefinition>),
    IpAddress {
        namespace: Name,
        name: Name,
    },
    /// Labels of the pod template of a ReplicationController or Job, sorted.
    Template(Vec<(Name, Name)>),
    /// A Lease, last renewed then, in nanoseconds since 1970.
    Lease {
        renewed: i64,
        /// The controllers of nodes read it.
        kept: bool,
    },
    /// An APIService that is not available.
    UnavailableApiService {
        group: Name,
        version: Name,
        reason: Name,
    },
}

#[derive(Default)]
pub(crate) struct DraftNamespace {
    pub(crate) spec_finalizers: Vec<Name>,
    pub(crate) phase: Name,
    /// Times count from 1970.
    pub(crate) conditions: Vec<ConditionFact>,
}

/// What a CustomResourceDefinition says of its kind.
#[derive(Clone, Default)]
pub(crate) struct DraftDefinition {
    pub(crate) group: Name,
    pub(crate) kind: Name,
    pub(crate) plural: Name,
    pub(crate) namespaced: bool,
    pub(crate) versions: Vec<(Name, bool)>,
    pub(crate) short_names: Vec<Name>,
}
