//! The real controllers of workloads against the simulated ones: calls with their bodies, expectations, queues, Events.

use kubeloupe_tests::replay::check_recordings;

/// Replays a file, which has to hold so many recordings with so many calls (or operations, or pairs).
fn replay(name: &str, recordings: usize, compared: usize) {
    let file = format!("workloads-{name}.jsonl.gz");
    assert_eq!(check_recordings(file, recordings, compared).formats, [name]);
}

#[test]
fn expectations_rise_fall_and_expire_as_recorded() {
    replay("expectations", 180, 3079);
}

#[test]
fn slow_start_makes_the_recorded_batches() {
    replay("slowstart", 190, 7130);
}

#[test]
fn pods_are_deleted_in_the_recorded_order() {
    replay("pod-ranking", 151, 3918);
}

#[test]
fn dependents_are_claimed_as_recorded() {
    replay("claim", 133, 210);
}

#[test]
fn replica_sets_are_synced_as_recorded() {
    replay("replicaset-sync", 432, 1875);
}

#[test]
fn deployments_are_synced_as_recorded() {
    replay("deployment-sync", 578, 2153);
}
