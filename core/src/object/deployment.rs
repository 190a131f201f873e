use super::{LabelSelector, List, Name, PodTemplate, WorkloadCondition};
use alloc::sync::Arc;

/// What is read of a Deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeploymentFacts {
    /// `spec`.
    pub spec: DeploymentSpec,
    /// `status`.
    pub status: DeploymentStatus,
    /// Annotations that a controller reads, sorted by the text of their keys.
    pub annotations: List<(Name, Name)>,
}

/// `spec` of a Deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeploymentSpec {
    /// `replicas`, 1 where the API server defaults it.
    pub replicas: i32,
    /// `minReadySeconds`.
    pub min_ready_seconds: i32,
    /// `selector`.
    pub selector: Arc<LabelSelector>,
    /// `template`.
    pub template: Arc<PodTemplate>,
    /// `strategy`.
    pub strategy: Strategy,
    /// `revisionHistoryLimit`; `None` keeps everything.
    pub revision_history_limit: Option<i32>,
    /// `paused`.
    pub paused: bool,
    /// `progressDeadlineSeconds`; `None` for no deadline.
    pub progress_deadline_seconds: Option<i32>,
}

/// `spec.strategy` of a Deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// `type`.
    pub kind: StrategyKind,
    /// `rollingUpdate.maxSurge`.
    pub max_surge: Option<IntOrPercent>,
    /// `rollingUpdate.maxUnavailable`.
    pub max_unavailable: Option<IntOrPercent>,
}

/// `spec.strategy.type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyKind {
    /// Old pods go as new ones come.
    RollingUpdate,
    /// All old pods go before the first new one comes.
    Recreate,
    /// Any other word, which is an error in each sync.
    Other(Name),
}

/// A number, or a text that should be a percentage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntOrPercent {
    /// A number.
    Int(i32),
    /// A text such as `25%`.
    Text(Name),
}

/// `status` of a Deployment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeploymentStatus {
    /// `observedGeneration`.
    pub observed_generation: i64,
    /// `replicas`.
    pub replicas: i32,
    /// `updatedReplicas`.
    pub updated_replicas: i32,
    /// `readyReplicas`.
    pub ready_replicas: i32,
    /// `availableReplicas`.
    pub available_replicas: i32,
    /// `unavailableReplicas`.
    pub unavailable_replicas: i32,
    /// `terminatingReplicas`, from 1.35.
    pub terminating_replicas: Option<i32>,
    /// `collisionCount`; absent and 0 give different hashes (HS-3).
    pub collision_count: Option<i32>,
    /// `conditions`, in their order.
    pub conditions: List<WorkloadCondition>,
}
