use super::{
    ConditionFact, DeploymentFacts, LeaseFacts, List, Name, NodeFacts, PodDetail, ReplicaSetFacts,
    RevisedSetFacts, RevisionFacts,
};
use alloc::sync::Arc;

/// What a controller reads outside metadata, by kind. Everything else of spec and status is dropped while parsing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Facts {
    /// Nothing is read of this kind but its metadata.
    #[default]
    None,
    /// A pod.
    Pod(PodFacts),
    /// A namespace.
    Namespace(Arc<NamespaceFacts>),
    /// A CustomResourceDefinition.
    Crd(CrdFacts),
    /// An IPAddress, which the API server's own allocator removes with its Service.
    IpAddress(IpAddressFacts),
    /// A node, where a controller of nodes runs.
    Node(Arc<NodeFacts>),
    /// A lease, where a controller of nodes runs.
    Lease(LeaseFacts),
    /// A ReplicaSet, where the controllers of workloads run.
    ReplicaSet(Arc<ReplicaSetFacts>),
    /// A Deployment, where the controllers of workloads run.
    Deployment(Arc<DeploymentFacts>),
    /// A StatefulSet or DaemonSet, where its controller runs.
    RevisedSet(Arc<RevisedSetFacts>),
    /// A ControllerRevision, where a controller of such runs.
    Revision(Arc<RevisionFacts>),
}

/// What is read of a pod.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PodFacts {
    /// `spec.nodeName`; empty when unscheduled.
    pub node: Name,
    /// `status.phase`.
    pub phase: PodPhase,
    /// `spec.terminationGracePeriodSeconds`, 30 where the API server defaults it.
    pub termination_grace_period_s: i64,
    /// What only some controllers read, where one of them runs.
    pub detail: Option<Arc<PodDetail>>,
}

/// `status.phase` of a pod.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PodPhase {
    /// Accepted, not yet running, and what a pod without a phase is.
    #[default]
    Pending,
    /// At least one container runs.
    Running,
    /// All containers ended well.
    Succeeded,
    /// All containers ended, at least one badly.
    Failed,
    /// The node does not answer.
    Unknown,
}

impl PodPhase {
    /// Succeeded or Failed: nothing is left to stop, so deletion has no grace (API-12).
    pub fn is_finished(self) -> bool {
        matches!(self, PodPhase::Succeeded | PodPhase::Failed)
    }
}

/// What is read of a namespace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamespaceFacts {
    /// `spec.finalizers`.
    pub spec_finalizers: List<Name>,
    /// `status.phase`.
    pub phase: NamespacePhase,
    /// `status.conditions`, in their order.
    pub conditions: List<ConditionFact>,
}

/// `status.phase` of a namespace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NamespacePhase {
    /// In use.
    #[default]
    Active,
    /// Being deleted.
    Terminating,
}

/// What is read of a CustomResourceDefinition: the kind that it defines (`None` where its spec was unreadable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrdFacts {
    /// The defined kind in the kinds table.
    pub defines: Option<super::KindId>,
}

/// What is read of an IPAddress: the Service that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IpAddressFacts {
    /// Namespace of the Service.
    pub parent_namespace: Name,
    /// Name of the Service.
    pub parent_name: Name,
}
