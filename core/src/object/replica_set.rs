use super::{LabelSelector, List, Name, PodTemplate, WorkloadCondition};
use alloc::sync::Arc;

/// What is read of a ReplicaSet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplicaSetFacts {
    /// `spec`.
    pub spec: ReplicaSetSpec,
    /// `status`.
    pub status: ReplicaSetStatus,
    /// Annotations that a controller reads, sorted by the text of their keys.
    pub annotations: List<(Name, Name)>,
}

/// `spec` of a ReplicaSet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplicaSetSpec {
    /// `replicas`, 1 where the API server defaults it.
    pub replicas: i32,
    /// `minReadySeconds`.
    pub min_ready_seconds: i32,
    /// `selector`; `None` where it is missing, which selects nothing.
    pub selector: Option<Arc<LabelSelector>>,
    /// `template`.
    pub template: Arc<PodTemplate>,
}

/// `status` of a ReplicaSet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReplicaSetStatus {
    /// `replicas`.
    pub replicas: i32,
    /// `fullyLabeledReplicas`.
    pub fully_labeled_replicas: i32,
    /// `readyReplicas`.
    pub ready_replicas: i32,
    /// `availableReplicas`.
    pub available_replicas: i32,
    /// `terminatingReplicas`, from 1.35.
    pub terminating_replicas: Option<i32>,
    /// `observedGeneration`.
    pub observed_generation: i64,
    /// `conditions`, in their order.
    pub conditions: List<WorkloadCondition>,
}
