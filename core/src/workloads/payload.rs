use super::SyncError;
use crate::object::{KindId, Object};
use alloc::sync::Arc;

/// What an informer hands to a handler.
#[derive(Clone, Debug)]
pub enum Payload {
    /// An object.
    Object(Arc<Object>),
    /// A tombstone: the deletion was missed, the state may be old.
    Tombstone(Arc<Object>),
    /// A tombstone with something of another kind in it.
    ForeignTombstone,
    /// Something of another kind.
    Foreign,
}

impl Payload {
    /// The object; an error that the handler reports where there is something of another kind than `kind`.
    pub fn object(&self, kind: KindId) -> Result<&Arc<Object>, SyncError> {
        let tombstone = match self {
            Payload::Object(object) | Payload::Tombstone(object) => return Ok(object),
            Payload::ForeignTombstone => true,
            Payload::Foreign => false,
        };
        Err(SyncError::NotAnObject { kind, tombstone })
    }
}
