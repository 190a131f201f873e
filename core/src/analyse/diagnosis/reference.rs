use super::ReferenceFault;
use super::index::Index;
use crate::object::{Name, Object, OwnerReference};
use alloc::sync::Arc;

/// How many objects with one uid are looked at; in a real cluster there is one.
const LOOK_ALIKES: usize = 100;

/// What is wrong with one reference of `object`, and the object that was perhaps meant; `None` when it leads to a living
/// owner.
pub(super) fn fault<'a>(
    index: &Index<'a>,
    object: &Object,
    reference: &OwnerReference,
) -> Option<(ReferenceFault, Option<&'a Arc<Object>>)> {
    let kinds = &index.cluster.kinds;
    let namespace = object.meta.namespace;
    let with_uid = look_alike(index, object, reference);
    if reference.uid == Name::EMPTY {
        let there = index.key_of(reference, namespace).and_then(|key| index.get(&key));
        return Some((ReferenceFault::NoUid, there));
    }
    let Some(kind) = kinds.served(reference.api_version, reference.kind) else {
        return Some(match with_uid {
            None => (ReferenceFault::UnknownKind, None),
            Some(owner) if kinds.get(owner.kind).kind == reference.kind => {
                (ReferenceFault::WrongApiVersion, Some(owner))
            }
            Some(owner) => (ReferenceFault::WrongKind, Some(owner)),
        });
    };
    let Some(key) = index.key_of(reference, namespace) else {
        return Some((ReferenceFault::NamespacedOwner, with_uid));
    };
    let there = index.get(&key);
    if there.is_some_and(|owner| owner.meta.uid == reference.uid) {
        return None;
    }
    if let Some(owner) = with_uid {
        let fault = if owner.kind != kind {
            ReferenceFault::WrongKind
        } else if owner.meta.name != reference.name {
            ReferenceFault::WrongName
        } else {
            ReferenceFault::OtherNamespace
        };
        return Some((fault, Some(owner)));
    }
    if let Some(owner) = there {
        let younger = owner.meta.creation_timestamp > object.meta.creation_timestamp;
        let fault = if younger {
            ReferenceFault::Recreated
        } else {
            ReferenceFault::WrongUid
        };
        return Some((fault, Some(owner)));
    }
    let fault = if index.is_outside(reference.uid) {
        ReferenceFault::NotInDump
    } else {
        ReferenceFault::Absent
    };
    Some((fault, None))
}

/// The object with the reference's uid; of several the one that fits it best.
fn look_alike<'a>(index: &Index<'a>, object: &Object, reference: &OwnerReference) -> Option<&'a Arc<Object>> {
    let fit = |owner: &Object| {
        let kind = index.cluster.kinds.get(owner.kind).kind;
        let same_kind = u8::from(kind == reference.kind);
        let same_name = u8::from(owner.meta.name == reference.name);
        same_kind + same_name + u8::from(owner.meta.namespace == object.meta.namespace)
    };
    if reference.uid == Name::EMPTY {
        return None;
    }
    // The first of those that fit equally well.
    index
        .with_uid(reference.uid)
        .take(LOOK_ALIKES)
        .fold(None, |best: Option<&Arc<Object>>, owner| match best {
            Some(known) if fit(known) >= fit(owner) => Some(known),
            _ => Some(owner),
        })
}

/// The reference that leads to `owner`, otherwise as `reference` is; `None` where an object like this cannot be owned by
/// it: an owner in another namespace, or a namespaced owner of something cluster-scoped.
pub(super) fn corrected(
    index: &Index<'_>,
    object: &Object,
    reference: &OwnerReference,
    owner: &Object,
) -> Option<OwnerReference> {
    let kind = index.cluster.kinds.get(owner.kind);
    let reachable = owner.meta.namespace == Name::EMPTY || owner.meta.namespace == object.meta.namespace;
    (reachable && kind.is_served()).then(|| OwnerReference {
        api_version: kind.preferred(),
        kind: kind.kind,
        name: owner.meta.name,
        uid: owner.meta.uid,
        ..*reference
    })
}
