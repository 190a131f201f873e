//! The real controllers of workloads against the simulated ones: calls with their bodies, expectations, queues, Events.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

/// Replays a file, which has to hold so many recordings with so many calls (or operations, or pairs).
fn replay(name: &str, recordings: usize, compared: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("recordings/workloads-{name}.jsonl.gz"));
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!(report.formats, [name]);
    assert_eq!((report.passed, report.compared), (recordings, compared));
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
