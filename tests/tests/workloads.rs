//! The real controllers of workloads against the simulated ones: calls with their bodies, expectations, queues, Events.

use kubeloupe_tests::replay::{FORMATS, check_recordings, read_recordings};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Replays a file, which has to hold so many recordings with so many calls (or operations, or pairs).
fn replay(name: &str, recordings: usize, compared: usize) {
    let file = format!("workloads-{name}.jsonl.gz");
    assert_eq!(check_recordings(file, recordings, compared).formats, [name]);
}

#[test]
fn expectations_rise_fall_and_expire_as_recorded() {
    replay("expectations", 180, 3079);
}

#[test]
fn slow_start_makes_the_recorded_batches() {
    replay("slowstart", 190, 7130);
}

#[test]
fn pods_are_deleted_in_the_recorded_order() {
    replay("pod-ranking", 151, 3918);
}

#[test]
fn dependents_are_claimed_as_recorded() {
    replay("claim", 133, 210);
}

#[test]
fn replica_sets_are_synced_as_recorded() {
    replay("replicaset-sync", 432, 1875);
}

#[test]
fn deployments_are_synced_as_recorded() {
    replay("deployment-sync", 578, 2153);
}

/// Vectors TV-1 to TV-40 (spec 9.1): each is a case of its own or a recording, with the members that the vector is about.
#[test]
fn the_vectors_of_the_specification_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let vectors =
        read_recordings(&root.join("vectors/workloads/tv.jsonl")).expect("the vectors are readable");
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for vector in &vectors {
        let id = vector["id"].as_str().expect("a vector has an id").to_owned();
        let case = match vector["recording"].as_array().map(Vec::as_slice) {
            None => vector["case"].clone(),
            Some([file, name]) => {
                let file = file.as_str().expect("a recording is in a file");
                let recordings = files.entry(file.to_owned()).or_insert_with(|| {
                    let path = root.join(format!("recordings/{file}.jsonl.gz"));
                    read_recordings(&path).expect("the recordings are readable")
                });
                let found = recordings.iter().find(|recording| recording["id"] == *name);
                found
                    .unwrap_or_else(|| panic!("{id}: no recording {name}"))
                    .clone()
            }
            Some(_) => panic!("{id}: a recording is a file and an id"),
        };
        let shows = vector["shows"].as_object().expect("a vector shows something");
        assert!(!shows.is_empty(), "{id}");
        for (place, value) in shows {
            assert_eq!(case.pointer(place), Some(value), "{id}: {place}");
        }
        let format = FORMATS.iter().find(|format| (format.fits)(&case));
        let format = format.unwrap_or_else(|| panic!("{id}: unknown format"));
        // Handlers make no calls, but their queues and expectations are compared all the same.
        (format.replay)(&case).unwrap_or_else(|difference| panic!("{id}: {difference}"));
        seen.insert(id);
    }
    let wanted: BTreeSet<String> = (1..=40).map(|number| format!("TV-{number}")).collect();
    assert_eq!(seen, wanted);
}
