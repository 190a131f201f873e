use super::lifecycle::node_of;
use super::{NodeContext, PodId, taints};
use crate::apiserver::Verb;
use crate::object::{ConditionStatus, Facts, Name, Object, PodCondition, PodDetail, PodFacts};
use crate::sim::EventReason;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// MarkPodsNotReady (NL-16): all are tried; says whether all went well.
pub(super) fn mark_not_ready(cx: &mut NodeContext<'_>, node: Name, pods: &[PodId]) -> bool {
    let mut all_went_well = true;
    for &pod in pods {
        let Some(pod) = cx.stores.pod(pod.namespace, pod.name).cloned() else {
            continue;
        };
        if node_of(&pod) == node {
            all_went_well &= mark(cx, &pod);
        }
    }
    all_went_well
}

fn mark(cx: &mut NodeContext<'_>, pod: &Object) -> bool {
    let Some(facts) = not_ready(cx, pod) else {
        return true;
    };
    let marked = Object {
        facts: Facts::Pod(facts),
        ..pod.clone()
    };
    let answer = cx.request(pod.key(), Verb::UpdateStatus(Box::new(marked)));
    if taints::not_found(&answer) {
        return true;
    }
    taints::event(cx, pod.key(), pod.meta.uid, EventReason::PodNodeNotReady);
    answer.is_success()
}

/// The pod's facts with Ready False, where that changes something.
fn not_ready(cx: &NodeContext<'_>, pod: &Object) -> Option<PodFacts> {
    let Facts::Pod(facts) = &pod.facts else {
        return None;
    };
    let detail = facts.detail.as_ref()?;
    let ready = detail.condition(Name::READY)?;
    if ready.status == ConditionStatus::False {
        return None;
    }
    let new = PodCondition {
        status: ConditionStatus::False,
        last_transition: Some(cx.now.as_stored()),
        ..*ready
    };
    Some(with_condition(facts, detail, new))
}

/// The facts with this condition in the place of the one of its type, or at the end.
pub(super) fn with_condition(facts: &PodFacts, detail: &PodDetail, new: PodCondition) -> PodFacts {
    let mut conditions: Vec<PodCondition> = detail.conditions.to_vec();
    match conditions.iter_mut().find(|condition| condition.kind == new.kind) {
        Some(condition) => *condition = new,
        None => conditions.push(new),
    }
    PodFacts {
        detail: Some(Arc::new(PodDetail {
            conditions: conditions.into(),
            ..detail.clone()
        })),
        ..facts.clone()
    }
}
