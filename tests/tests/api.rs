//! Requests of a client on a real API server, against the simulated one.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn every_recorded_request_is_answered_alike() {
    check_recordings("api.jsonl.gz", 551, 3793);
}
