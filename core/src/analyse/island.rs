use crate::object::{Name, Object};
use crate::{Map, Set};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The uids of objects that live only because they own each other: no chain of owners leads from any of them to an
/// object without owners.
pub(super) fn islands<'a>(objects: impl Iterator<Item = &'a Arc<Object>>) -> Set<Name> {
    let objects: Vec<&Arc<Object>> = objects.collect();
    let stored: Set<Name> = objects.iter().map(|object| object.meta.uid).collect();
    let mut dependents: Map<Name, Vec<Name>> = Map::default();
    let mut reached: Set<Name> = Set::default();
    let mut open: Vec<Name> = Vec::new();
    for object in &objects {
        let mut owned = false;
        for reference in &object.meta.owner_references {
            if stored.contains(&reference.uid) {
                owned = true;
                dependents.entry(reference.uid).or_default().push(object.meta.uid);
            }
        }
        if !owned {
            reached.insert(object.meta.uid);
            open.push(object.meta.uid);
        }
    }
    while let Some(owner) = open.pop() {
        for &dependent in dependents.get(&owner).into_iter().flatten() {
            if reached.insert(dependent) {
                open.push(dependent);
            }
        }
    }
    objects
        .iter()
        .map(|object| object.meta.uid)
        .filter(|uid| !reached.contains(uid))
        .collect()
}
