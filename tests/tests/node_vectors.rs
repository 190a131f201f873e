//! The vectors of the nodes' specification (section 11), each by recordings of the real controllers or by a run of its own.

use kubeloupe_tests::replay::{FORMATS, read_recordings};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[test]
fn every_vector_of_the_specification_holds() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(tests.join("vectors/nodes.jsonl")).expect("the vectors are readable");
    let mut recordings = BTreeMap::new();
    for file in ["steps", "breaker", "queue", "taint-eviction"] {
        let path = tests.join(format!("recordings/nodes/{file}.jsonl.gz"));
        for recording in read_recordings(&path).expect("the recordings are readable") {
            let id = recording["id"].as_str().unwrap_or_default().to_owned();
            recordings.insert(id, recording);
        }
    }
    let mut seen = BTreeSet::new();
    let mut failures = Vec::new();
    for line in text.lines() {
        let vector: Value = serde_json::from_str(line).expect("each line is a vector");
        let id = vector["vector"].as_str().expect("each has an id").to_owned();
        let about = vector["about"].as_str().unwrap_or_default();
        assert!(!about.is_empty() && seen.insert(id.clone()), "{id}");
        let named = vector["recordings"].as_array().into_iter().flatten();
        let named = named.map(|name| recordings.get(name.as_str().unwrap_or_default()));
        let own = vector["runs"].as_array().into_iter().flatten().map(Some);
        let mut runs = 0;
        for recording in named.chain(own) {
            runs += 1;
            if let Err(difference) = replay(recording) {
                failures.push(format!("{id} ({about}): {difference}"));
            }
        }
        assert!(runs > 0, "{id} has nothing to run");
    }
    let all: BTreeSet<String> = (1..=75).map(|number| format!("V{number:02}")).collect();
    assert_eq!(seen, all);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn replay(recording: Option<&Value>) -> Result<usize, String> {
    let recording = recording.ok_or("there is no such recording")?;
    let format = FORMATS.iter().find(|format| (format.fits)(recording));
    let format = format.ok_or("no format fits")?;
    (format.replay)(recording)
}
