use crate::gc::Identity;
use crate::object::{Kinds, Name, Object, ObjectKey};

/// One object of a run: where it is stored and with which uid. Neither alone tells objects apart: a namesake may come
/// after it, and a dump may hold two objects with one uid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Subject {
    pub(super) key: ObjectKey,
    pub(super) uid: Name,
}

impl Subject {
    pub(super) fn of(object: &Object) -> Self {
        Subject {
            key: object.key(),
            uid: object.meta.uid,
        }
    }

    /// The object that the collector calls so; `None` for a kind that nothing defines. It gives owners the namespace of
    /// their dependent, which those of cluster-scoped kinds do not have.
    pub(super) fn of_identity(kinds: &Kinds, identity: &Identity) -> Option<Self> {
        let kind = kinds.known(identity.api_version, identity.kind)?;
        let namespace = if kinds.get(kind).is_namespaced() {
            identity.namespace
        } else {
            Name::EMPTY
        };
        Some(Subject {
            key: ObjectKey {
                kind,
                namespace,
                name: identity.name,
            },
            uid: identity.uid,
        })
    }
}
