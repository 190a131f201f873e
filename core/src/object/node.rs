use super::{ConditionStatus, List, Name, Time};

/// What is read of a Node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeFacts {
    /// `spec.taints`, in their order.
    pub taints: List<Taint>,
    /// `status.conditions`, in their order.
    pub conditions: List<NodeCondition>,
    /// `spec.unschedulable`.
    pub unschedulable: bool,
}

/// One entry of a Node's `status.conditions`; its message is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeCondition {
    /// `type`.
    pub kind: Name,
    /// `status`.
    pub status: ConditionStatus,
    /// `reason`.
    pub reason: Name,
    /// `lastHeartbeatTime`, in whole seconds.
    pub last_heartbeat: Option<Time>,
    /// `lastTransitionTime`, in whole seconds.
    pub last_transition: Option<Time>,
}

/// One entry of a Node's `spec.taints`. Key and effect together are its identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taint {
    /// `key`.
    pub key: Name,
    /// `value`.
    pub value: Name,
    /// `effect`.
    pub effect: Name,
    /// `timeAdded`, in whole seconds.
    pub time_added: Option<Time>,
}

impl NodeFacts {
    /// The condition of this type.
    pub fn condition(&self, kind: Name) -> Option<&NodeCondition> {
        self.conditions.iter().find(|condition| condition.kind == kind)
    }

    /// Whether there is a taint with this key and effect.
    pub fn has_taint(&self, key: Name, effect: Name) -> bool {
        self.taints.iter().any(|taint| taint.is(key, effect))
    }
}

impl Taint {
    /// Whether this is the taint with this key and effect.
    pub fn is(&self, key: Name, effect: Name) -> bool {
        self.key == key && self.effect == effect
    }
}
