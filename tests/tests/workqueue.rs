//! The real work queue against the simulated one.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn every_recorded_operation_has_the_recorded_result() {
    check_recordings("workqueue.jsonl.gz", 161, 4121);
}
