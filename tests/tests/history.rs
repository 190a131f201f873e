//! The histories of StatefulSets and DaemonSets against recordings of the real controllers.

use kubeloupe_tests::replay::check_recordings;

#[test]
fn every_recorded_call_is_made_and_no_other() {
    check_recordings("workloads-revisions-sync.jsonl.gz", 172, 296);
}
