use super::Ask;
use crate::apiserver::{Cluster, Request, Target, Verb};
use crate::object::{
    ConditionStatus, Facts, List, Name, Object, ObjectKey, PodCondition, PodDetail, PodFacts, PodPhase, Time,
};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Whether a pod is still to be placed on a node and started.
pub(super) fn is_to_start(cluster: &Cluster, pod: &Object) -> bool {
    let Facts::Pod(facts) = &pod.facts else {
        return false;
    };
    let ready = cluster.names.find("Ready");
    let is_ready = facts
        .detail
        .as_ref()
        .is_some_and(|detail| ready.and_then(|ready| detail.condition(ready)).is_some());
    facts.phase == PodPhase::Pending && !is_ready && !pod.meta.is_deleting()
}

/// Scheduler and kubelet in one: the pod gets a node, runs, and is ready.
pub(super) fn start(cluster: &Cluster, key: ObjectKey, uid: Name, node: Name, now: Time, ask: Ask<'_>) {
    let target = Target::object(key, cluster.kinds.get(key.kind).preferred());
    let response = ask(Request {
        target,
        verb: Verb::Get,
    });
    let Some(pod) = response.as_object() else { return };
    if pod.meta.uid != uid || !is_to_start(cluster, pod) {
        return;
    }
    let (Facts::Pod(facts), Some(ready)) = (&pod.facts, cluster.names.find("Ready")) else {
        return;
    };
    let mut detail = facts.detail.as_deref().cloned().unwrap_or_default();
    let mut conditions: Vec<PodCondition> = detail.conditions.to_vec();
    conditions.push(PodCondition {
        kind: ready,
        status: ConditionStatus::True,
        reason: Name::EMPTY,
        message: Name::EMPTY,
        last_transition: Some(now.as_stored()),
    });
    detail = PodDetail {
        conditions: List::from(conditions),
        ..detail
    };
    let started = Object {
        facts: Facts::Pod(PodFacts {
            node: if facts.node == Name::EMPTY {
                node
            } else {
                facts.node
            },
            phase: PodPhase::Running,
            detail: Some(Arc::new(detail)),
            ..facts.clone()
        }),
        ..Object::clone(pod)
    };
    ask(Request {
        target,
        verb: Verb::UpdateStatus(Box::new(started)),
    });
}
