use super::NodeContext;
use super::taints;
use crate::apiserver::{Patch, PatchForm, Verb};
use crate::object::{ConditionStatus, Name, NodeFacts, Taint};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The labels that follow others: the old name of each (NL-19).
const LABELS: [(Name, Name); 2] = [
    (Name::OS_LABEL, Name::BETA_OS_LABEL),
    (Name::ARCH_LABEL, Name::BETA_ARCH_LABEL),
];

/// The taint that a condition asks for (NT-1).
fn wanted_by(kind: Name, status: ConditionStatus) -> Option<Name> {
    match (kind, status) {
        (Name::READY, ConditionStatus::False) => Some(Name::TAINT_NOT_READY),
        (Name::READY, ConditionStatus::Unknown) => Some(Name::TAINT_UNREACHABLE),
        (Name::MEMORY_PRESSURE, ConditionStatus::True) => Some(Name::TAINT_MEMORY_PRESSURE),
        (Name::DISK_PRESSURE, ConditionStatus::True) => Some(Name::TAINT_DISK_PRESSURE),
        (Name::PID_PRESSURE, ConditionStatus::True) => Some(Name::TAINT_PID_PRESSURE),
        (Name::NETWORK_UNAVAILABLE, ConditionStatus::True) => Some(Name::TAINT_NETWORK_UNAVAILABLE),
        _ => None,
    }
}

fn is_managed(taint: &Taint) -> bool {
    taint.effect == Name::NO_SCHEDULE
        && matches!(
            taint.key,
            Name::TAINT_NOT_READY
                | Name::TAINT_UNREACHABLE
                | Name::TAINT_MEMORY_PRESSURE
                | Name::TAINT_DISK_PRESSURE
                | Name::TAINT_PID_PRESSURE
                | Name::TAINT_NETWORK_UNAVAILABLE
                | Name::TAINT_UNSCHEDULABLE
        )
}

fn wanted(facts: &NodeFacts) -> Vec<Name> {
    let conditions = facts.conditions.iter();
    let mut wanted: Vec<Name> = conditions
        .filter_map(|condition| wanted_by(condition.kind, condition.status))
        .collect();
    if facts.unschedulable {
        wanted.push(Name::TAINT_UNSCHEDULABLE);
    }
    wanted
}

/// doNoScheduleTaintingPass (NT-1). Says whether all went well.
pub(super) fn reconcile_taints(cx: &mut NodeContext<'_>, name: Name) -> bool {
    if cx.stores.node_read_fails(name) {
        return false;
    }
    let Some(node) = cx.stores.node(name).cloned() else {
        return true;
    };
    let Some(facts) = taints::facts_of(&node) else {
        return true;
    };
    let wanted = wanted(facts);
    let managed = || facts.taints.iter().filter(|taint| is_managed(taint));
    let add: Vec<Name> = wanted
        .iter()
        .copied()
        .filter(|&key| managed().all(|taint| taint.key != key))
        .collect();
    let drop: Vec<Name> = managed()
        .map(|taint| taint.key)
        .filter(|key| !wanted.contains(key))
        .collect();
    add.is_empty() && drop.is_empty() || taints::swap(cx, &node, &add, &drop, Name::NO_SCHEDULE)
}

/// reconcileNodeLabels (NL-19). Says whether all went well.
pub(super) fn reconcile_labels(cx: &mut NodeContext<'_>, name: Name) -> bool {
    if cx.stores.node_read_fails(name) {
        return false;
    }
    let Some(node) = cx.stores.node(name).cloned() else {
        return true;
    };
    let label = |key: Name| {
        let mut labels = node.meta.labels.iter();
        labels.find(|&&(label, _)| label == key).map(|&(_, value)| value)
    };
    let updates: Vec<(Name, Option<Name>)> = LABELS
        .into_iter()
        .filter_map(|(from, to)| Some((to, label(from)?)))
        .filter(|&(to, value)| label(to) != Some(value))
        .map(|(to, value)| (to, Some(value)))
        .collect();
    if updates.is_empty() {
        return true;
    }
    let key = cx.node_key(name);
    if !cx.send(key, Verb::Get, true).is_success() {
        return false;
    }
    let patch = Patch {
        form: PatchForm::Strategic,
        labels: updates,
        ..Patch::default()
    };
    cx.request(key, Verb::Patch(Box::new(patch))).is_success()
}
