//! The controllers of nodes against recordings of the real ones.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

/// Replays a file of recordings; every one has to come out as recorded.
fn check(file: &str, recordings: usize, compared: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("recordings/nodes")
        .join(file);
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!((report.passed, report.compared), (recordings, compared));
}

#[test]
fn token_buckets_take_as_recorded() {
    check("token-bucket.jsonl.gz", 101, 4040);
}

#[test]
fn rate_limited_queues_are_as_recorded() {
    check("queue.jsonl.gz", 173, 3545);
}

#[test]
fn taint_eviction_is_as_recorded() {
    check("taint-eviction.jsonl.gz", 243, 1622);
}

#[test]
fn passes_of_the_node_lifecycle_controller_are_as_recorded() {
    check("steps.jsonl.gz", 446, 11177);
}

#[test]
fn the_circuit_breaker_is_as_recorded() {
    check("breaker.jsonl.gz", 178, 3878);
}
