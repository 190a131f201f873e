use super::Ask;
use crate::apiserver::{Cluster, Request, Target, Verb};
use crate::object::{
    ConditionStatus, Facts, List, Name, Object, ObjectKey, PodCondition, PodDetail, PodFacts, PodPhase, Time,
};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What became of a pod that was to be started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Started {
    /// It runs, or there is nothing to start any more.
    Done,
    /// No node takes it.
    Unplaced,
    /// It has this node, whose kubelet does not answer.
    Waits(Name),
}

/// Who decides where a pod runs, and whether it can.
pub(super) struct Nodes<'a> {
    /// The node for a pod that has none.
    pub(super) place: &'a mut dyn FnMut(&PodFacts) -> Option<Name>,
    /// Whether nothing comes from a node's kubelet.
    pub(super) is_silent: &'a dyn Fn(Name) -> bool,
}

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

/// Scheduler and kubelet in one: the pod gets a node, runs, and is ready. On a node whose kubelet does not answer it is
/// only bound.
pub(super) fn start(
    cluster: &Cluster,
    key: ObjectKey,
    uid: Name,
    nodes: Nodes<'_>,
    now: Time,
    ask: Ask<'_>,
) -> Started {
    let target = Target::object(key, cluster.kinds.get(key.kind).preferred());
    let response = ask(Request {
        target,
        verb: Verb::Get,
    });
    let Some(pod) = response.as_object() else {
        return Started::Done;
    };
    if pod.meta.uid != uid || !is_to_start(cluster, pod) {
        return Started::Done;
    }
    let (Facts::Pod(facts), Some(ready)) = (&pod.facts, cluster.names.find("Ready")) else {
        return Started::Done;
    };
    let node = match facts.node {
        Name::EMPTY => (nodes.place)(facts),
        node => Some(node),
    };
    let Some(node) = node else {
        return Started::Unplaced;
    };
    let waits = (nodes.is_silent)(node);
    let mut started = PodFacts {
        node,
        ..facts.clone()
    };
    if !waits {
        started.phase = PodPhase::Running;
        started.detail = Some(Arc::new(with_ready(facts, ready, now)));
    }
    if started != *facts {
        ask(Request {
            target,
            verb: Verb::UpdateStatus(Box::new(Object {
                facts: Facts::Pod(started),
                ..Object::clone(pod)
            })),
        });
    }
    if waits {
        Started::Waits(node)
    } else {
        Started::Done
    }
}

fn with_ready(facts: &PodFacts, ready: Name, now: Time) -> PodDetail {
    let detail = facts.detail.as_deref().cloned().unwrap_or_default();
    let mut conditions: Vec<PodCondition> = detail.conditions.to_vec();
    conditions.push(PodCondition {
        kind: ready,
        status: ConditionStatus::True,
        reason: Name::EMPTY,
        message: Name::EMPTY,
        last_transition: Some(now.as_stored()),
        observed_generation: 0,
    });
    PodDetail {
        conditions: List::from(conditions),
        ..detail
    }
}
