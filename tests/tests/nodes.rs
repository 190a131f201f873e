//! The controllers of nodes against recordings of the real ones.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn token_buckets_take_as_recorded() {
    check_recordings("nodes/token-bucket.jsonl.gz", 101, 4040);
}

#[test]
fn rate_limited_queues_are_as_recorded() {
    check_recordings("nodes/queue.jsonl.gz", 173, 3545);
}

#[test]
fn taint_eviction_is_as_recorded() {
    check_recordings("nodes/taint-eviction.jsonl.gz", 243, 1622);
}

#[test]
fn passes_of_the_node_lifecycle_controller_are_as_recorded() {
    check_recordings("nodes/steps.jsonl.gz", 446, 11177);
}

#[test]
fn the_circuit_breaker_is_as_recorded() {
    check_recordings("nodes/breaker.jsonl.gz", 178, 3878);
}
