use super::ReplicaSetConfig;
use super::sync::{Deed, PodEvent, View};
use crate::apiserver::{Create, DeleteOptions, Reason, Request, Target, Verb};
use crate::object::{Facts, List, Name, Object, ObjectMeta, ReplicaSetFacts};
use crate::workloads::{
    ApiError, PodKey, RankedPod, Ranking, SLOW_START_INITIAL_BATCH, Script, SlowStart, Stop, SyncError,
    controller_reference, sort,
};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// manageReplicas (RS-14 to RS-17).
pub(super) fn manage_replicas(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    view: &View,
    set: &Arc<Object>,
    facts: &ReplicaSetFacts,
    active: &[Arc<Object>],
) -> Result<(), Stop> {
    let difference = i64::try_from(active.len()).unwrap_or(i64::MAX) - i64::from(facts.spec.replicas);
    let number = difference.unsigned_abs().min(u64::from(config.burst));
    let number = u32::try_from(number).unwrap_or(config.burst);
    if difference < 0 {
        create(script, config, set, facts, number)
    } else if difference > 0 {
        delete(script, config, view, set, active, number)
    } else {
        Ok(())
    }
}

/// RS-15: creations are expected before they are made; those not made are taken back afterwards.
fn create(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    set: &Arc<Object>,
    facts: &ReplicaSetFacts,
    number: u32,
) -> Result<(), Stop> {
    script.does(Deed::ExpectsCreations(number));
    let mut batches = SlowStart::new(number, SLOW_START_INITIAL_BATCH);
    let mut first_error = None;
    let mut batch_number = 0;
    while batches.batch() > 0 {
        let size = batches.batch();
        batch_number += 1;
        script.does(Deed::StartsBatch {
            number: batch_number,
            size,
        });
        if facts.spec.template.labels.is_empty() {
            // Neither call nor Event (RS-19a).
            first_error.get_or_insert(SyncError::NoTemplateLabels);
            batches.batch_done(size);
            continue;
        }
        let pod = new_pod(script, config, set, facts);
        let responses = script.call_all(|cluster| {
            let request = Request {
                target: Target {
                    kind: config.pods,
                    api_version: cluster.kinds.get(config.pods).preferred(),
                    namespace: set.meta.namespace,
                    name: Name::EMPTY,
                },
                verb: Verb::Create(Box::new(pod)),
            };
            alloc::vec![request; size as usize]
        })?;
        let mut failures = 0;
        for response in responses {
            match ApiError::of(response, config.pods, set.meta.namespace, Name::EMPTY) {
                None => {
                    if let Some(pod) = response.as_object() {
                        script.does(Deed::Wrote {
                            kind: config.pods,
                            uid: set.meta.uid,
                            version: pod.meta.resource_version,
                        });
                        script.does(Deed::Records(PodEvent::Created(pod.meta.name)));
                    }
                }
                // RS-15, RS-16: it counts as made, so what is expected stays expected.
                Some(error) if error.is_namespace_terminating() => {}
                Some(error) => {
                    let error = SyncError::from(error);
                    failures += 1;
                    script.does(Deed::Records(PodEvent::CreateFailed(Arc::new(error.clone()))));
                    first_error.get_or_insert(error);
                }
            }
        }
        batches.batch_done(failures);
    }
    let skipped = number - batches.successes();
    if skipped > 0 {
        script.does(Deed::Skips(skipped));
    }
    first_error.map_or(Ok(()), |error| Err(error.into()))
}

/// RS-19.
fn new_pod(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    set: &Object,
    facts: &ReplicaSetFacts,
) -> Create {
    let prefix = crate::hash::pod_generate_name(script.cluster.names.text(set.meta.name));
    let template = &facts.spec.template;
    Create {
        generate_name: script.name(&prefix),
        ..Create::new(Object {
            kind: config.pods,
            meta: ObjectMeta {
                namespace: set.meta.namespace,
                labels: template.labels.clone(),
                finalizers: template.finalizers.clone(),
                owner_references: List::from(alloc::vec![controller_reference(script.cluster, set)]),
                ..ObjectMeta::default()
            },
            facts: Facts::Pod(template.pod.clone()),
        })
    }
}

/// RS-17: all at once; what could not be deleted is no longer expected.
fn delete(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    view: &View,
    set: &Arc<Object>,
    active: &[Arc<Object>],
    number: u32,
) -> Result<(), Stop> {
    if view.related.is_none() {
        script.does(Deed::Reports(SyncError::NoController {
            namespace: set.meta.namespace,
            name: set.meta.name,
        }));
    }
    let chosen = choose(script, config, view, active, number as usize);
    let key = |pod: &Object| PodKey {
        namespace: pod.meta.namespace,
        name: pod.meta.name,
    };
    script.does(Deed::ExpectsDeletions(
        chosen.iter().map(|pod| key(pod)).collect(),
    ));
    let responses = script.call_all(|cluster| {
        let api_version = cluster.kinds.get(config.pods).preferred();
        let request = |pod: &Arc<Object>| Request {
            target: Target {
                kind: config.pods,
                api_version,
                namespace: pod.meta.namespace,
                name: pod.meta.name,
            },
            verb: Verb::Delete(DeleteOptions::default()),
        };
        chosen.iter().map(request).collect()
    })?;
    let mut first_error = None;
    for (pod, response) in chosen.iter().zip(responses) {
        let Some(error) = ApiError::of(response, config.pods, pod.meta.namespace, pod.meta.name) else {
            script.does(Deed::Records(PodEvent::Deleted(pod.meta.name)));
            continue;
        };
        script.does(Deed::DeletionFailed(key(pod)));
        if error.is(Reason::NotFound) {
            continue;
        }
        let plain = SyncError::from(error.clone());
        script.does(Deed::Records(PodEvent::DeleteFailed(Arc::new(plain))));
        first_error.get_or_insert(SyncError::Delete(Box::new(error)));
    }
    first_error.map_or(Ok(()), |error| Err(error.into()))
}

/// Which pods are deleted (RS-20): all, or the first ones of the ranking.
fn choose(
    script: &Script<'_, Deed>,
    config: &ReplicaSetConfig,
    view: &View,
    active: &[Arc<Object>],
    number: usize,
) -> Vec<Arc<Object>> {
    if number >= active.len() {
        return active.to_vec();
    }
    let node = |pod: &Object| match &pod.facts {
        Facts::Pod(facts) => facts.node,
        _ => Name::EMPTY,
    };
    let rank = |pod: &Object| {
        let related = view.related.as_ref()?;
        related.get(&node(pod)).copied()
    };
    let mut ranked: Vec<RankedPod> = active
        .iter()
        .map(|pod| RankedPod {
            rank: rank(pod).unwrap_or(0),
            pod: pod.clone(),
        })
        .collect();
    let ranking = Ranking {
        names: &script.cluster.names,
        now: Some(script.now()),
        deletion_cost: config.deletion_cost,
        sidecar_restarts: config.sidecar_restarts,
        ready: config.ready,
    };
    sort(&ranking, &mut ranked);
    ranked.truncate(number);
    ranked.into_iter().map(|ranked| ranked.pod).collect()
}
