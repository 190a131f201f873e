//! The histories of StatefulSets and DaemonSets against recordings of the real controllers.

use kubeloupe_tests::replay::replay_file;
use std::path::Path;

#[test]
fn every_recorded_call_is_made_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/workloads-revisions-sync.jsonl.gz");
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!((report.passed, report.compared), (172, 296));
}
