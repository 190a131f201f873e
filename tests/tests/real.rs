//! The whole controller manager running freely, against the simulated one.

use kubeloupe_tests::replay::{Order, read_recordings, replay_real, replay_real_in};
use std::path::Path;

/// What the serial order does not lead to. The recordings' own page names these, and real-0105.
const NEED_ANOTHER_ORDER: [&str; 12] = [
    "real-0022",
    "real-0041",
    "real-0044",
    "real-0061",
    "real-0096",
    "real-0100",
    "real-0102",
    "real-0117",
    "real-0161",
    "real-0165",
    "real-0178",
    "real-0246",
];

#[test]
fn every_free_run_ends_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/real.jsonl.gz");
    let recordings = read_recordings(&path).expect("the recordings are readable");
    let mut other_order = Vec::new();
    let mut compared = 0;
    for recording in &recordings {
        let id = recording["id"].as_str().unwrap_or_default();
        if replay_real_in(recording, Order::Serial).is_err() {
            other_order.push(id);
        }
        match replay_real(recording) {
            Ok(count) => compared += count,
            Err(difference) => panic!("{id}: {difference}"),
        }
    }
    assert_eq!((recordings.len(), compared), (192, 4086));
    assert_eq!(other_order, NEED_ANOTHER_ORDER);
}
