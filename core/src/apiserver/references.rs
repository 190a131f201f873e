use super::{Cluster, OwnerDirective, OwnerPatch};
use crate::Set;
use crate::object::{List, Name, OwnerReference};
use crate::sorted::sort_by_key;
use crate::versions::Switch;
use alloc::vec::Vec;

/// API-2: an entry that is wholly equal to an earlier one is dropped, but for releases before 1.20.
pub(super) fn without_repetitions(
    cluster: &Cluster,
    references: &List<OwnerReference>,
) -> List<OwnerReference> {
    if references.len() < 2 || !cluster.has(Switch::ApiDuplicateOwnersDropped) {
        return references.clone();
    }
    let mut seen = Set::default();
    let kept: List<OwnerReference> = references
        .iter()
        .filter(|reference| seen.insert(**reference))
        .copied()
        .collect();
    if kept.len() == references.len() {
        references.clone()
    } else {
        kept
    }
}

/// The references after a patch.
pub(super) fn patched(references: &List<OwnerReference>, patch: &OwnerPatch) -> List<OwnerReference> {
    match patch {
        OwnerPatch::Replace(new) => new.clone(),
        OwnerPatch::Merge(directives) => merged(references, directives),
    }
}

/// A strategic merge by uid: first the deletions, then every listed entry is set or added. Listed entries come out in
/// the patch's order (GC-59); the others keep theirs, and each stands before the first listed one that followed it.
fn merged(references: &List<OwnerReference>, directives: &[OwnerDirective]) -> List<OwnerReference> {
    let mut deleted = Set::default();
    let mut listed: Vec<OwnerReference> = Vec::new();
    for directive in directives {
        match directive {
            OwnerDirective::Delete(uid) => drop(deleted.insert(*uid)),
            OwnerDirective::Set(reference) => listed.push(*reference),
        }
    }
    let live: Vec<OwnerReference> = references
        .iter()
        .filter(|reference| !deleted.contains(&reference.uid))
        .copied()
        .collect();
    if listed.is_empty() {
        return live.into();
    }
    let mut set = live.clone();
    for reference in &listed {
        match set.iter_mut().find(|entry| entry.uid == reference.uid) {
            Some(entry) => overlay(entry, reference),
            None => set.push(*reference),
        }
    }
    let rank = |uid: Name| listed.iter().position(|reference| reference.uid == uid);
    let (mut ours, theirs): (Vec<_>, Vec<_>) = set.into_iter().partition(|entry| rank(entry.uid).is_some());
    sort_by_key(&mut ours, |entry| rank(entry.uid));
    interleaved(&theirs, &ours, &live).into()
}

/// Sets the members that the patch gives.
fn overlay(entry: &mut OwnerReference, patch: &OwnerReference) {
    for (member, given) in [
        (&mut entry.api_version, patch.api_version),
        (&mut entry.kind, patch.kind),
        (&mut entry.name, patch.name),
    ] {
        if given != Name::EMPTY {
            *member = given;
        }
    }
    entry.controller = patch.controller.or(entry.controller);
    entry.block_owner_deletion = patch.block_owner_deletion.or(entry.block_owner_deletion);
}

/// Both lists in their own order; of two heads the one of `theirs` goes first where it stood first in `live`.
fn interleaved(
    theirs: &[OwnerReference],
    ours: &[OwnerReference],
    live: &[OwnerReference],
) -> Vec<OwnerReference> {
    let place = |entry: &OwnerReference| live.iter().position(|other| other.uid == entry.uid);
    let mut all = Vec::with_capacity(theirs.len() + ours.len());
    let (mut left, mut right) = (theirs.iter().peekable(), ours.iter().peekable());
    loop {
        let first_is_theirs = match (left.peek(), right.peek()) {
            (None, None) => return all,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(their), Some(our)) => {
                matches!((place(their), place(our)), (Some(their), Some(our)) if their < our)
            }
        };
        all.extend(if first_is_theirs {
            left.next()
        } else {
            right.next()
        });
    }
}
