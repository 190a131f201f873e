use super::{ConditionStatus, List, Name, Time};

/// What some controllers read of a pod beyond [`PodFacts`](super::PodFacts). It is kept only where such a controller
/// runs, so that a plain pod costs no more than before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PodDetail {
    /// `status.conditions`, in their order.
    pub conditions: List<PodCondition>,
    /// `spec.tolerations`, in their order.
    pub tolerations: List<Toleration>,
    /// Annotation `controller.kubernetes.io/pod-deletion-cost`; 0 where it is missing or no valid number.
    pub deletion_cost: i32,
    /// The largest `restartCount` of `status.containerStatuses`.
    pub restarts: i32,
    /// The largest `restartCount` among the statuses of sidecars: init containers whose restartPolicy is Always.
    pub sidecar_restarts: i32,
}

/// One entry of a pod's `status.conditions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PodCondition {
    /// `type`.
    pub kind: Name,
    /// `status`.
    pub status: ConditionStatus,
    /// `reason`.
    pub reason: Name,
    /// `message`.
    pub message: Name,
    /// `lastTransitionTime`, in whole seconds.
    pub last_transition: Option<Time>,
    /// `observedGeneration`; 0 for none. Nothing depends on what other controllers say there, so that it is not read from
    /// files.
    pub observed_generation: i64,
}

/// One entry of a pod's `spec.tolerations`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toleration {
    /// `key`; empty for any.
    pub key: Name,
    /// `operator`.
    pub operator: TolerationOperator,
    /// `value`.
    pub value: Name,
    /// `effect`; empty for any.
    pub effect: Name,
    /// `tolerationSeconds`; `None` for as long as the taint stands.
    pub seconds: Option<i64>,
}

/// `operator` of a toleration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TolerationOperator {
    /// The values are equal; what an empty operator means.
    #[default]
    Equal,
    /// Any value.
    Exists,
    /// A word that never matches (TE-10).
    Other,
    /// The taint's value is a smaller number.
    Lt,
    /// The taint's value is a larger number.
    Gt,
}

impl TolerationOperator {
    /// What a word stands for; nothing where it is missing.
    pub fn of_text(text: &str) -> Self {
        match text {
            "" | "Equal" => TolerationOperator::Equal,
            "Exists" => TolerationOperator::Exists,
            "Lt" => TolerationOperator::Lt,
            "Gt" => TolerationOperator::Gt,
            _ => TolerationOperator::Other,
        }
    }
}

impl PodDetail {
    /// The condition of this type.
    pub fn condition(&self, kind: Name) -> Option<&PodCondition> {
        self.conditions.iter().find(|condition| condition.kind == kind)
    }
}
