use crate::object::{ConditionStatus, List, Message, Name, Time, WorkloadCondition};
use alloc::vec::Vec;

/// The condition of this type.
pub(super) fn get(conditions: &List<WorkloadCondition>, kind: Name) -> Option<&WorkloadCondition> {
    conditions.iter().find(|condition| condition.kind == kind)
}

/// Sets a condition (DP-11): one with the same status and reason stays whole; one with the same status keeps its
/// lastTransitionTime; the new one moves to the end.
pub(super) fn set(conditions: &mut List<WorkloadCondition>, mut condition: WorkloadCondition) {
    if let Some(known) = get(conditions, condition.kind) {
        if known.status == condition.status && known.reason == condition.reason {
            return;
        }
        if known.status == condition.status {
            condition.last_transition = known.last_transition;
        }
    }
    let mut list: Vec<WorkloadCondition> = conditions
        .iter()
        .filter(|known| known.kind != condition.kind)
        .cloned()
        .collect();
    list.push(condition);
    *conditions = list.into();
}

/// Removes a condition.
pub(super) fn remove(conditions: &mut List<WorkloadCondition>, kind: Name) {
    if get(conditions, kind).is_some() {
        *conditions = conditions
            .iter()
            .filter(|known| known.kind != kind)
            .cloned()
            .collect();
    }
}

/// A condition of now.
pub(super) fn new(
    kind: Name,
    status: ConditionStatus,
    reason: Name,
    message: Message,
    now: Time,
) -> WorkloadCondition {
    WorkloadCondition {
        kind,
        status,
        reason,
        message,
        last_update: Some(now.as_stored()),
        last_transition: Some(now.as_stored()),
    }
}
