//! Names made of a parent's name and a hash.

use alloc::format;
use alloc::string::String;

/// Bytes of a name (RFC 1123 subdomain).
const MAX_NAME_BYTES: usize = 253;
/// Bytes of a parent's name that a ControllerRevision of a StatefulSet keeps.
const MAX_REVISION_PREFIX_BYTES: usize = 223;

/// The name of a Deployment's ReplicaSet. With `cut` the Deployment's name is cut so that the whole fits, if anything of
/// it is left; without, the API refuses what is too long (HS-8, [`names_are_cut`]).
pub fn replica_set_name(deployment: &str, hash: &str, cut: bool) -> String {
    let room = MAX_NAME_BYTES.saturating_sub(1 + hash.len());
    let parent = if cut && room > 0 {
        self::cut(deployment, room)
    } else {
        deployment
    };
    format!("{parent}-{hash}")
}

/// Whether the Deployment controller of `1.minor` cuts names (HS-8).
pub fn names_are_cut(minor: u32) -> bool {
    minor >= 34
}

/// The name of a StatefulSet's ControllerRevision; only the parent's name is cut (HS-18).
pub fn controller_revision_name(parent: &str, hash: &str) -> String {
    format!("{}-{hash}", cut(parent, MAX_REVISION_PREFIX_BYTES))
}

/// What the names of a ReplicaSet's pods begin with: its name with a dash, which is left out where the two are no
/// beginning of a name (RS-19).
pub fn pod_generate_name(replica_set: &str) -> String {
    let dashed = format!("{replica_set}-");
    // The check is of a name whose last two bytes are replaced by a letter.
    let kept = dashed.len().checked_sub(2).and_then(|end| dashed.get(..end));
    if kept.is_some_and(|kept| is_subdomain(&format!("{kept}a"))) {
        dashed
    } else {
        String::from(replica_set)
    }
}

/// The whole characters within the first `bytes`.
fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

fn is_subdomain(name: &str) -> bool {
    name.len() <= MAX_NAME_BYTES
        && name.split('.').all(|label| {
            let inner = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
            !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.bytes().all(inner)
        })
}
