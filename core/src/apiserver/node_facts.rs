use super::Patch;
use crate::object::{Facts, List, NodeCondition, NodeFacts, PodCondition, Time};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A node with the conditions that were sent; times are stored in whole seconds.
pub(super) fn with_status(stored: &NodeFacts, sent: &NodeFacts) -> Facts {
    let conditions = sent.conditions.iter().map(|condition| NodeCondition {
        last_heartbeat: condition.last_heartbeat.map(Time::as_stored),
        last_transition: condition.last_transition.map(Time::as_stored),
        ..*condition
    });
    Facts::Node(Arc::new(NodeFacts {
        conditions: conditions.collect(),
        ..stored.clone()
    }))
}

/// What was sent of a node, with the stored conditions.
pub(super) fn with_spec(stored: &NodeFacts, sent: &NodeFacts) -> Facts {
    Facts::Node(Arc::new(NodeFacts {
        conditions: stored.conditions.clone(),
        ..sent.clone()
    }))
}

/// What a PATCH does to a node's taints and whether it may be scheduled to, and to a pod's conditions.
pub(super) fn patch(facts: &mut Facts, patch: &Patch) {
    match facts {
        Facts::Node(node) => {
            if let Some(taints) = patch.taints.as_ref().filter(|_| !patch.status) {
                Arc::make_mut(node).taints = taints.clone();
            }
            if let Some(unschedulable) = patch.unschedulable.filter(|_| !patch.status) {
                Arc::make_mut(node).unschedulable = unschedulable;
            }
        }
        Facts::Pod(pod) => {
            if let Some(condition) = patch.pod_condition.filter(|_| patch.status) {
                let detail = Arc::make_mut(pod.detail.get_or_insert_default());
                detail.conditions = merged(&detail.conditions, condition);
            }
        }
        _ => {}
    }
}

/// The list with this condition in the place of the one of its type, or at the end.
fn merged(conditions: &[PodCondition], new: PodCondition) -> List<PodCondition> {
    let mut merged: Vec<PodCondition> = conditions.to_vec();
    match merged.iter_mut().find(|condition| condition.kind == new.kind) {
        Some(condition) => *condition = new,
        None => merged.push(new),
    }
    merged.into()
}
