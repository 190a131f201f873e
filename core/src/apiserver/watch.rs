use crate::object::{Object, Time};
use alloc::sync::Arc;

/// One watch event, as every informer of the kind will get it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchEvent {
    /// What happened.
    pub change: Change,
    /// The object: as written, or for a removal as last stored with the removal's resourceVersion (API-15).
    pub object: Arc<Object>,
    /// When it happened.
    pub at: Time,
}

/// `type` of a watch event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// ADDED.
    Added,
    /// MODIFIED.
    Modified,
    /// DELETED.
    Deleted,
}
