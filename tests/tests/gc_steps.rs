//! The collector under random graphs and schedules, against the simulated one.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

#[test]
fn every_random_schedule_goes_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/steps.jsonl.gz");
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!((report.passed, report.compared), (980, 38_543));
}
