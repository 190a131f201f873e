use super::ReplicaSetConfig;
use super::sync::Deed;
use crate::apiserver::Verb;
use crate::object::{
    ConditionStatus, Duration, Facts, List, Message, Object, ReplicaSetFacts, ReplicaSetStatus, Time,
    WorkloadCondition,
};
use crate::workloads::{Script, Stop, SyncError, ready_since};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How often a status is written before the error is returned (RS-25).
const ATTEMPTS: u32 = 2;

/// Computes the status from the pods seen before anything was created or deleted (RS-13), and writes it if it differs
/// (RS-25). Returns the object as stored, or the cached one if nothing was written.
pub(super) fn update_status(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    set: &Arc<Object>,
    facts: &ReplicaSetFacts,
    active: &[Arc<Object>],
    terminating: Option<usize>,
    failure: Option<&SyncError>,
) -> Result<Arc<Object>, Stop> {
    let mut status = calculate(script, config, facts, active, terminating, failure);
    let generation = set.meta.generation;
    if status == facts.status && generation == facts.status.observed_generation {
        return Ok(set.clone());
    }
    status.observed_generation = generation;
    let (namespace, name) = (set.meta.namespace, set.meta.name);
    let mut base = set.clone();
    let mut attempt = 1;
    loop {
        let written = script.ask(set.kind, namespace, name, || {
            Verb::UpdateStatus(Box::new(with_status(&base, facts, status.clone())))
        })?;
        match written {
            Ok(object) => return Ok(object),
            Err(error) if attempt >= ATTEMPTS => return Err(error.into()),
            Err(_) => {
                attempt += 1;
                base = script.ask(set.kind, namespace, name, || Verb::Get)??;
            }
        }
    }
}

/// `base` with another status.
fn with_status(base: &Object, facts: &ReplicaSetFacts, status: ReplicaSetStatus) -> Object {
    let facts = match &base.facts {
        Facts::ReplicaSet(facts) => facts,
        _ => facts,
    };
    Object {
        facts: Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
            status,
            ..ReplicaSetFacts::clone(facts)
        })),
        ..base.clone()
    }
}

/// RS-23, RS-24.
fn calculate(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    facts: &ReplicaSetFacts,
    active: &[Arc<Object>],
    terminating: Option<usize>,
    failure: Option<&SyncError>,
) -> ReplicaSetStatus {
    let now = script.now();
    let mut status = ReplicaSetStatus {
        replicas: number(active.len()),
        terminating_replicas: terminating.map(number),
        observed_generation: facts.status.observed_generation,
        conditions: facts.status.conditions.clone(),
        ..ReplicaSetStatus::default()
    };
    for pod in active {
        let labels = &pod.meta.labels;
        let has = |label| labels.contains(label);
        status.fully_labeled_replicas += i32::from(facts.spec.template.labels.iter().all(has));
        if ready_since(pod, config.ready).is_some() {
            status.ready_replicas += 1;
            let available = is_available(config, pod, facts.spec.min_ready_seconds, now);
            status.available_replicas += i32::from(available);
        }
    }
    let kind = script.name("ReplicaFailure");
    let known = status.conditions.iter().any(|condition| condition.kind == kind);
    match failure {
        Some(error) if !known => {
            let reason = match number(active.len()).cmp(&facts.spec.replicas) {
                core::cmp::Ordering::Less => "FailedCreate",
                core::cmp::Ordering::Greater => "FailedDelete",
                core::cmp::Ordering::Equal => "",
            };
            let mut conditions: Vec<WorkloadCondition> = status.conditions.to_vec();
            conditions.push(WorkloadCondition {
                kind,
                status: ConditionStatus::True,
                reason: script.name(reason),
                message: Message::Error(Arc::new(error.clone())),
                last_update: None,
                last_transition: Some(now.as_stored()),
            });
            status.conditions = conditions.into();
        }
        None if known => {
            let kept = status
                .conditions
                .iter()
                .filter(|condition| condition.kind != kind);
            status.conditions = kept.cloned().collect::<List<_>>();
        }
        Some(_) | None => {}
    }
    status
}

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// RS-23: ready for `minReadySeconds`; up to 1.33 for longer than that.
fn is_available(config: &ReplicaSetConfig, pod: &Object, min_ready_seconds: i32, now: Time) -> bool {
    match ready_since(pod, config.ready) {
        None => false,
        Some(_) if min_ready_seconds == 0 => true,
        Some(None) => false,
        Some(Some(since)) => {
            let at = since + Duration::from_secs(i64::from(min_ready_seconds));
            at < now || at == now && config.available_at_boundary
        }
    }
}

/// RS-11 step 14: how long until the first ready pod becomes available.
pub(super) fn next_availability(
    config: &ReplicaSetConfig,
    active: &[Arc<Object>],
    min_ready_seconds: i32,
    now: Time,
) -> Option<Duration> {
    let span = Duration::from_secs(i64::from(min_ready_seconds));
    let rest = |pod: &Arc<Object>| Some(ready_since(pod, config.ready)?? + span - now);
    active
        .iter()
        .filter_map(rest)
        .filter(|rest| *rest > Duration::ZERO)
        .min()
}
