use super::Identity;
use crate::apiserver::{Change, Cluster};
use crate::object::{Name, Object, ObjectMeta};
use alloc::sync::Arc;

/// One change that waits for the graph builder (WQ-6): what a monitor saw, or what a worker found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphChange {
    /// A watch event, as its monitor's handler got it.
    Observed {
        /// An object that was not in the monitor's store gives an add, else an update.
        change: Change,
        /// The object.
        object: Arc<Object>,
        /// It began to orphan its dependents with this event (GC-16).
        starts_orphaning: bool,
        /// It began to wait for its dependents with this event (GC-16).
        starts_waiting: bool,
    },
    /// A worker found that there is no such object (GC-35).
    VirtualDelete(Identity),
}

/// What a graph change says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GraphChangeKind {
    /// An object that the monitor did not know.
    Add,
    /// An object that it knew.
    Update,
    /// An object is gone.
    Delete,
    /// A worker found that there is no such object.
    VirtualDelete,
}

impl GraphChange {
    pub(super) fn observed(change: Change, old: Option<&Object>, object: Arc<Object>) -> Self {
        let starts = |finalizer: Name| {
            let has = |meta: &ObjectMeta| meta.is_deleting() && meta.has_finalizer(finalizer);
            has(&object.meta) && !old.is_some_and(|old| has(&old.meta))
        };
        GraphChange::Observed {
            starts_orphaning: starts(Name::ORPHAN),
            starts_waiting: starts(Name::FOREGROUND_DELETION),
            change,
            object,
        }
    }

    /// What it says.
    pub fn kind(&self) -> GraphChangeKind {
        match self {
            GraphChange::Observed {
                change: Change::Added,
                ..
            } => GraphChangeKind::Add,
            GraphChange::Observed {
                change: Change::Modified,
                ..
            } => GraphChangeKind::Update,
            GraphChange::Observed {
                change: Change::Deleted,
                ..
            } => GraphChangeKind::Delete,
            GraphChange::VirtualDelete(_) => GraphChangeKind::VirtualDelete,
        }
    }

    /// About which object; apiVersion and kind of a watched object are those of its monitor.
    pub fn identity(&self, cluster: &Cluster) -> Identity {
        match self {
            GraphChange::Observed { object, .. } => {
                let kind = cluster.kinds.get(object.kind);
                Identity::of(object, kind.preferred(), kind.kind)
            }
            GraphChange::VirtualDelete(identity) => *identity,
        }
    }
}
