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
    /// A word that never matches (TE-10): also `Lt` and `Gt`, whose gate is off by default.
    Other,
}

impl PodDetail {
    /// The condition of this type.
    pub fn condition(&self, kind: Name) -> Option<&PodCondition> {
        self.conditions.iter().find(|condition| condition.kind == kind)
    }
}
