use crate::Set;
use crate::apiserver::Cluster;
use crate::object::{Duration, Facts, KindId, List, Name, Object, ObjectMeta, Time};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The owners that references name and a dump does not hold though it may simply not have been asked for them: those
/// of served kinds of which there is no object at all. They are taken as existing, since nobody prints pods to say
/// that there are no ReplicaSets; every verdict that leans on one says so.
pub fn owners_outside(cluster: &Cluster, objects: &[Arc<Object>]) -> Vec<Arc<Object>> {
    let seen_kinds: Set<KindId> = objects.iter().map(|object| object.kind).collect();
    let mut seen_uids: Set<Name> = objects.iter().map(|object| object.meta.uid).collect();
    let mut outside = Vec::new();
    for object in objects {
        for reference in &object.meta.owner_references {
            let Some(kind) = cluster.kinds.served(reference.api_version, reference.kind) else {
                continue;
            };
            let namespaced = cluster.kinds.get(kind).is_namespaced();
            let impossible = namespaced && object.meta.namespace == Name::EMPTY;
            if seen_kinds.contains(&kind) || impossible || !seen_uids.insert(reference.uid) {
                continue;
            }
            outside.push(Arc::new(Object {
                kind,
                meta: ObjectMeta {
                    name: reference.name,
                    namespace: if namespaced {
                        object.meta.namespace
                    } else {
                        Name::EMPTY
                    },
                    uid: reference.uid,
                    resource_version: 1,
                    finalizers: List::EMPTY,
                    ..ObjectMeta::default()
                },
                facts: Facts::None,
            }));
        }
    }
    outside
}

/// How long after the end of its grace period a pod may still be there while its kubelet is well.
const OVERDUE: Duration = Duration::from_secs(60);

/// uids of the pods that should have been confirmed to have stopped long before the moment of the dump, and were not:
/// whatever keeps their kubelets from it will go on doing so.
pub fn unconfirmed_pods<'a>(objects: impl Iterator<Item = &'a Object>) -> Set<Name> {
    let overdue = |pod: &&Object| {
        let ended = pod.meta.deletion_timestamp;
        let waits = matches!(pod.facts, Facts::Pod(_)) && !pod.meta.grace_is_over();
        waits && ended.is_some_and(|at| at + OVERDUE < Time::START)
    };
    objects.filter(overdue).map(|pod| pod.meta.uid).collect()
}
