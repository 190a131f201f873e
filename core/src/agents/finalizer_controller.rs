use super::Ask;
use crate::apiserver::{Cluster, Patch, Request, Target, Verb};
use crate::object::{Name, ObjectKey};
use alloc::boxed::Box;

/// Takes `finalizer` off the object, if it is still the one that was seen.
pub(super) fn release(cluster: &Cluster, key: ObjectKey, uid: Name, finalizer: Name, ask: Ask<'_>) {
    let target = Target::object(key, cluster.kinds.get(key.kind).preferred());
    let response = ask(Request {
        target,
        verb: Verb::Get,
    });
    let Some(object) = response.as_object() else {
        return;
    };
    if object.meta.uid == uid && object.meta.has_finalizer(finalizer) {
        ask(Request {
            target,
            verb: without(&object.meta, finalizer),
        });
    }
}

/// The patch that takes one finalizer off an object as just read.
pub(super) fn without(meta: &crate::object::ObjectMeta, finalizer: Name) -> Verb {
    let left = meta
        .finalizers
        .iter()
        .copied()
        .filter(|&one| one != finalizer)
        .collect();
    Verb::Patch(Box::new(Patch {
        resource_version: Some(meta.resource_version),
        finalizers: Some(left),
        ..Patch::default()
    }))
}
