//! The collector, built for one rule each, against the simulated one: also in older minors.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn every_designed_scenario_goes_as_recorded() {
    check_recordings("designed.jsonl.gz", 66, 1696);
}

#[test]
fn every_designed_scenario_of_an_older_minor_goes_as_recorded() {
    check_recordings("designed-older.jsonl.gz", 36, 792);
}
