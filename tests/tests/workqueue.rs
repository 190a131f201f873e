//! The real work queue against the simulated one.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

#[test]
fn every_recorded_operation_has_the_recorded_result() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/workqueue.jsonl.gz");
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!((report.passed, report.compared), (161, 4121));
}
