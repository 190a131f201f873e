//! The collector under random graphs and schedules, against the simulated one.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn every_random_schedule_goes_as_recorded() {
    check_recordings("steps.jsonl.gz", 980, 38_543);
}
