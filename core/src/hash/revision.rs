//! The data and the hashes of ControllerRevisions (HS-13, HS-17 … HS-21).

use super::encode::{Integers, go_json};
use super::fnv32::Fnv1;
use super::prepare::Prepared;
use super::{Value, safe_encode};
use alloc::string::{String, ToString};
use alloc::vec;

/// The label of a StatefulSet's revisions that carries their hash.
pub const REVISION_HASH_LABEL: &str = "controller.kubernetes.io/hash";
/// The label of pods, and of a DaemonSet's revisions: a revision's name (StatefulSet) or its hash (DaemonSet).
pub const CONTROLLER_REVISION_HASH_LABEL: &str = "controller-revision-hash";

/// The exact bytes of a revision's data for a template: a patch that replaces it (HS-19).
pub fn revision_data(template: &Prepared, integers: Integers) -> String {
    let mut encoded = template.encoded();
    encoded.as_map_mut().set("$patch", Value::text("replace"));
    let spec = Value::from(vec![("template".into(), encoded)]);
    go_json(&Value::from(vec![("spec".into(), spec)]), integers)
}

/// `HashControllerRevision`: FNV-1 over the data, then over the decimal digits of the probe, if there is one. The
/// StatefulSet controller always gives one, at least 0 (HS-17).
pub fn revision_hash(data: &str, probe: Option<i32>) -> String {
    let mut state = Fnv1::default();
    state.write(data.as_bytes());
    if let Some(probe) = probe {
        state.write(probe.to_string().as_bytes());
    }
    safe_encode(&state.0.to_string())
}

/// Whether the hash labels of two revisions with the same data tell them apart, where labels are looked at at all: both
/// are decimal numbers of 32 bits, and differ (HS-23, [`crate::versions::Switch::RevisionEqualityIgnoresLabels`]).
pub fn labels_tell_apart(ours: &str, theirs: &str) -> bool {
    let number = |label: &str| label.parse::<i32>().ok();
    match (number(ours), number(theirs)) {
        (Some(ours), Some(theirs)) => ours != theirs,
        _ => false,
    }
}
