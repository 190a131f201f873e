use crate::apiserver::ApiServer;
use crate::object::{Kinds, Name, Object, ObjectKey, OwnerReference};
use crate::{Map, Set};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The stored object that a reference of an object in `namespace` leads to: the one at its coordinates, if that has
/// its uid (GC-39).
pub(super) fn owner_of<'a>(
    kinds: &Kinds,
    api: &'a ApiServer,
    reference: &OwnerReference,
    namespace: Name,
) -> Option<&'a Arc<Object>> {
    let kind = kinds.served(reference.api_version, reference.kind)?;
    let namespace = if kinds.get(kind).is_namespaced() {
        namespace
    } else {
        Name::EMPTY
    };
    let owner = api.get(&ObjectKey {
        kind,
        namespace,
        name: reference.name,
    })?;
    (owner.meta.uid == reference.uid).then_some(owner)
}

/// The objects that live only because they own each other: no chain of owners leads from any of them to an object
/// without owners.
pub(super) fn islands(kinds: &Kinds, api: &ApiServer) -> Set<ObjectKey> {
    let mut dependents: Map<ObjectKey, Vec<ObjectKey>> = Map::default();
    let mut reached: Set<ObjectKey> = Set::default();
    let mut open: Vec<ObjectKey> = Vec::new();
    for object in api.objects() {
        let mut owned = false;
        for reference in &object.meta.owner_references {
            if let Some(owner) = owner_of(kinds, api, reference, object.meta.namespace) {
                owned = true;
                dependents.entry(owner.key()).or_default().push(object.key());
            }
        }
        if !owned {
            reached.insert(object.key());
            open.push(object.key());
        }
    }
    while let Some(owner) = open.pop() {
        for &dependent in dependents.get(&owner).into_iter().flatten() {
            if reached.insert(dependent) {
                open.push(dependent);
            }
        }
    }
    let keys = api.objects().map(|object| object.key());
    keys.filter(|key| !reached.contains(key)).collect()
}
