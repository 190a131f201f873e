use super::Ask;
use crate::apiserver::{Cluster, DeleteOptions, Request, Target, Verb};
use crate::object::{Duration, Facts, Name, Object, ObjectKey, Time};
use crate::sim::Config;

/// When the kubelet has stopped a terminating pod: it uses the whole grace period, counted from its seeing the
/// deletion. Of a pod found terminating only the deletionTimestamp tells, and that is when the grace ends.
pub(super) fn stops_at(pod: &Object, config: &Config, arrives: Time, found: bool) -> Option<Time> {
    let Facts::Pod(facts) = &pod.facts else {
        return None;
    };
    // Simulated kubelets tell when the time has come whether they answer.
    let silent = !config.nodes.has_kubelets() && config.silent_nodes.contains(&facts.node);
    let silent = silent || config.unconfirmed_pods.contains(&pod.meta.uid);
    if facts.node == Name::EMPTY || silent || pod.meta.grace_is_over() {
        return None;
    }
    if found {
        return Some(pod.meta.deletion_timestamp?.max(arrives));
    }
    Some(arrives + Duration::from_secs(pod.meta.deletion_grace_period_s?))
}

/// The kubelet's last word on a pod: DELETE with grace 0 of exactly the pod that it knew.
pub(super) fn confirm(cluster: &Cluster, key: ObjectKey, uid: Name, ask: Ask<'_>) {
    let api_version = cluster.kinds.get(key.kind).preferred();
    let options = DeleteOptions {
        grace_period_s: Some(0),
        uid: Some(uid),
        ..DeleteOptions::default()
    };
    ask(Request {
        target: Target::object(key, api_version),
        verb: Verb::Delete(options),
    });
}
