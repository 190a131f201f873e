use super::{Catalog, ThingId};
use kubeloupe_core::object::{Name, Object, ObjectKey, OwnerReference};
use kubeloupe_core::sim::{ReferenceClass, World};

/// One owner reference as a collector would find it now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ownership {
    /// The reference.
    pub reference: OwnerReference,
    /// The thing with its uid.
    pub thing: Option<ThingId>,
    /// Its class; `None` where the collector cannot tell.
    pub class: Option<ReferenceClass>,
    /// Why.
    pub because: OwnerState,
    /// The rule by which that is so.
    pub rule: &'static str,
}

/// What the owner that a reference names is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerState {
    /// It is there.
    Lives,
    /// It is taken as being there, since objects of its kind were not opened.
    Assumed,
    /// It is being deleted in the foreground.
    Waits,
    /// It is being deleted otherwise.
    Deleting,
    /// There is no such object.
    Gone,
    /// The name is there with another uid.
    OtherUid,
    /// The uid is that of an object in this other namespace.
    Elsewhere(Name),
    /// The kind is not served.
    UnknownKind,
    /// Something without a namespace names an owner of a namespaced kind.
    WrongScope,
}

/// The owner references of an object, looked up as the collector looks them up (GC-39).
pub fn ownerships(world: &World, catalog: &Catalog, object: &Object) -> Vec<Ownership> {
    object
        .meta
        .owner_references
        .iter()
        .map(|reference| look_up(world, catalog, object, reference))
        .collect()
}

fn look_up(world: &World, catalog: &Catalog, object: &Object, reference: &OwnerReference) -> Ownership {
    let thing = catalog.owner(reference, object.meta.namespace);
    let found = |class, because, rule| Ownership {
        reference: *reference,
        thing,
        class,
        because,
        rule,
    };
    let kinds = &world.cluster().kinds;
    let Some(kind) = kinds.served(reference.api_version, reference.kind) else {
        return found(None, OwnerState::UnknownKind, "GC-38");
    };
    let namespaced = kinds.get(kind).is_namespaced();
    let namespace = object.meta.namespace;
    if namespaced && namespace == Name::EMPTY {
        return found(None, OwnerState::WrongScope, "GC-39");
    }
    let key = ObjectKey {
        kind,
        namespace: if namespaced { namespace } else { Name::EMPTY },
        name: reference.name,
    };
    let dangling = Some(ReferenceClass::Dangling);
    let Some(owner) = world.api().get(&key) else {
        let elsewhere = thing
            .filter(|&thing| !catalog.is_absent(thing))
            .map(|thing| catalog.get(thing).identity.namespace);
        return match elsewhere.filter(|&elsewhere| elsewhere != namespace) {
            Some(elsewhere) => found(dangling, OwnerState::Elsewhere(elsewhere), "GC-39"),
            None => found(dangling, OwnerState::Gone, "GC-39"),
        };
    };
    if owner.meta.uid != reference.uid {
        return found(dangling, OwnerState::OtherUid, "GC-39");
    }
    if !owner.meta.is_deleting() {
        let assumed = thing.is_none_or(|thing| catalog.is_absent(thing));
        let because = if assumed {
            OwnerState::Assumed
        } else {
            OwnerState::Lives
        };
        return found(Some(ReferenceClass::Solid), because, "GC-40");
    }
    if owner.meta.has_finalizer(Name::FOREGROUND_DELETION) {
        return found(Some(ReferenceClass::Waiting), OwnerState::Waits, "GC-40");
    }
    found(Some(ReferenceClass::Solid), OwnerState::Deleting, "GC-40")
}
