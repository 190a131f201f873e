use super::{Report, replay_file};
use std::path::Path;

/// Replays one file under `tests/recordings` for a test: every one of its `recordings` has to come out as recorded, with
/// so many calls (steps, operations, pairs) `compared`, so that neither can silently become fewer.
///
/// # Panics
/// Where anything differs, with the first difference of each recording.
pub fn check_recordings(file: impl AsRef<Path>, recordings: usize, compared: usize) -> Report {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("recordings")
        .join(file);
    let report = replay_file(&path).expect("the recordings are readable");
    let failures = report
        .failures
        .iter()
        .map(|failure| format!("{}: {}\n", failure.id, failure.difference));
    assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
    assert_eq!(
        (report.passed, report.compared),
        (recordings, compared),
        "{}",
        path.display()
    );
    report
}
