use crate::apiserver::Cause;
use crate::gc::Identity;
use crate::object::{ConditionFact, GroupFailure, Name, Time};
use alloc::vec::Vec;

/// One thing that an object waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Who waits: the object of the finding at depth 0, below it what it waits for.
    pub of: Identity,
    /// How far down the chain, from 0.
    pub depth: u32,
    /// What for.
    pub blocker: Blocker,
    /// Nothing else is behind it.
    pub is_cause: bool,
    /// When it is over, counted from [`Diagnosis::now`](super::Diagnosis::now); `None` where nothing ends it.
    pub at: Option<Time>,
}

/// What keeps an object that is being deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Blocker {
    /// A finalizer of its own.
    Finalizer(Name),
    /// A blocking dependent, since it is deleted in the foreground (GC-50).
    Dependent(Identity),
    /// A blocking dependent that the collector cannot decide about: the kind of one of its owners is not served (GC-38).
    UnmappedKind {
        /// The dependent.
        dependent: Identity,
        /// apiVersion of the reference that stops the collector.
        api_version: Name,
        /// Its kind.
        kind: Name,
    },
    /// A blocking dependent that is cluster-scoped and names a namespaced owner, so that it is never looked at (GC-39).
    ScopeMismatch(Identity),
    /// A blocking dependent that waits in the foreground for an object that waits for it: these wait in a circle (GC-42).
    Deadlock(Vec<Identity>),
    /// A dependent that cannot be orphaned: the API server refuses to take its reference off (GC-55).
    Refusal {
        /// The dependent.
        dependent: Identity,
        /// What is wrong with it.
        causes: Vec<Cause>,
    },
    /// An instance of the kind that the definition defines.
    Instance(Identity),
    /// An object in the namespace. Pods are seen to before everything else (NS-12).
    Content {
        /// The object.
        object: Identity,
        /// Its turn comes when the pods are gone.
        after_pods: bool,
    },
    /// A group version that discovery cannot list: the namespace is not finished without it (NS-12).
    Discovery(GroupFailure),
    /// Discovery as a whole fails with this error (NS-12).
    WholeDiscovery(Name),
    /// A condition of the namespace tells of content that the dump does not hold (NS-15).
    Condition(ConditionFact),
    /// A token in the namespace's `spec.finalizers` that the namespace controller does not take off (NS-11).
    SpecFinalizer(Name),
    /// The grace period of a pod, which its kubelet ends (API-12).
    Grace {
        /// The pod's node.
        node: Name,
    },
    /// The kubelet of this node, which does not answer.
    SilentNode(Name),
    /// The kubelet of this node has not confirmed that the pod stopped, long after its grace period.
    Unconfirmed(Name),
    /// A kubelet, though the pod is on no node.
    NoNode,
    /// Kubelets are not simulated.
    NoKubelet,
    /// Nothing but the controller whose finalizer or token it has: the collector, the namespace controller.
    Controller(Name),
    /// Nothing at all: with no finalizer and no grace it should be gone. The next write removes it (API-17).
    Nothing,
}
