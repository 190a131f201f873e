//! The collector, built for one rule each, against the simulated one: also in older minors.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

fn check(file: &str, recordings: usize, steps: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("recordings")
        .join(file);
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!((report.passed, report.compared), (recordings, steps));
}

#[test]
fn every_designed_scenario_goes_as_recorded() {
    check("designed.jsonl.gz", 66, 1696);
}

#[test]
fn every_designed_scenario_of_an_older_minor_goes_as_recorded() {
    check("designed-older.jsonl.gz", 36, 792);
}
