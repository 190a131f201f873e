use super::{Facts, KindId, List, Name, Time};

/// One object as the API server stores it, cut down to what the controllers read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its kind (group and kind, whatever version it was written in).
    pub kind: KindId,
    /// Its metadata.
    pub meta: ObjectMeta,
    /// The few members of spec and status that a controller reads.
    pub facts: Facts,
}

/// `metadata`, without what no controller reads (annotations and managedFields are never kept).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectMeta {
    /// `name`.
    pub name: Name,
    /// `namespace`; empty for cluster-scoped objects.
    pub namespace: Name,
    /// `uid`.
    pub uid: Name,
    /// `resourceVersion`; 0 when not set.
    pub resource_version: u64,
    /// `generation`; 0 for kinds that keep none.
    pub generation: i64,
    /// `creationTimestamp`, where it is known.
    pub creation_timestamp: Option<Time>,
    /// `deletionTimestamp`.
    pub deletion_timestamp: Option<Time>,
    /// `deletionGracePeriodSeconds`.
    pub deletion_grace_period_s: Option<i64>,
    /// `finalizers`, in their order.
    pub finalizers: List<Name>,
    /// `ownerReferences`, in their order.
    pub owner_references: List<OwnerReference>,
    /// `labels`, sorted by the text of their keys.
    pub labels: List<(Name, Name)>,
}

/// One entry of `metadata.ownerReferences`. Members that are missing are empty names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OwnerReference {
    /// `apiVersion`.
    pub api_version: Name,
    /// `kind`.
    pub kind: Name,
    /// `name`.
    pub name: Name,
    /// `uid`.
    pub uid: Name,
    /// `controller`; `None` when absent.
    pub controller: Option<bool>,
    /// `blockOwnerDeletion`; `None` when absent.
    pub block_owner_deletion: Option<bool>,
}

/// Where an object is stored: kind, namespace (empty for cluster-scoped kinds), name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectKey {
    /// The kind.
    pub kind: KindId,
    /// The namespace.
    pub namespace: Name,
    /// The name.
    pub name: Name,
}

impl Object {
    /// Where this object is stored.
    pub fn key(&self) -> ObjectKey {
        ObjectKey {
            kind: self.kind,
            namespace: self.meta.namespace,
            name: self.meta.name,
        }
    }
}

impl ObjectMeta {
    /// Whether `finalizer` is in the list.
    pub fn has_finalizer(&self, finalizer: Name) -> bool {
        self.finalizers.contains(&finalizer)
    }

    /// Whether deletionTimestamp is set.
    pub fn is_deleting(&self) -> bool {
        self.deletion_timestamp.is_some()
    }

    /// Whether deletionGracePeriodSeconds is absent or 0, so that nothing but finalizers holds the object (API-16, API-17).
    pub fn grace_is_over(&self) -> bool {
        self.deletion_grace_period_s.unwrap_or(0) == 0
    }
}

impl OwnerReference {
    /// Whether `blockOwnerDeletion` is true.
    pub fn blocks(&self) -> bool {
        self.block_owner_deletion == Some(true)
    }
}
