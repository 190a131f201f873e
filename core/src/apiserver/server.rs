use super::{Request, Response, WatchEvent};
use crate::Map;
use crate::object::{KindId, Kinds, Name, Names, Object, ObjectKey, Time};
use crate::sim::{Actor, Effects};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What everything in a world reads: its strings and its kinds.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// The strings.
    pub names: Arc<Names>,
    /// The kinds.
    pub kinds: Arc<Kinds>,
    /// The minor version of Kubernetes that is simulated: 37 for 1.37.
    pub minor: u32,
}

/// The API server with its storage. It is asked by [`ApiServer::handle`] alone, and answers with values.
#[derive(Clone, Debug, Default)]
pub struct ApiServer {
    slots: Vec<Option<Arc<Object>>>,
    by_key: Map<ObjectKey, u32>,
    by_kind: Vec<Vec<u32>>,
    /// The newest resourceVersion given out.
    last_version: u64,
    /// uids made so far for created objects.
    uids_made: u64,
    /// What was written since the log was last taken, in order.
    log: Vec<WatchEvent>,
}

impl ApiServer {
    /// Answers `request` at `now`, and appends what it writes to the watch log.
    pub fn handle(
        &mut self,
        cluster: &mut Cluster,
        now: Time,
        by: Actor,
        request: &Request,
        fx: &mut Effects,
    ) -> Response {
        let _ = (cluster, now, by, request, fx);
        Response::refused(super::Reason::MethodNotAllowed)
    }

    /// Puts an object into storage as it is (world loading): uid, resourceVersion and timestamps are kept, no event.
    pub fn insert(&mut self, object: Arc<Object>) {
        let key = object.key();
        self.last_version = self.last_version.max(object.meta.resource_version);
        let slot = *self.by_key.entry(key).or_insert_with(|| {
            self.slots.push(None);
            u32::try_from(self.slots.len() - 1).expect("objects fit u32")
        });
        self.slots[slot as usize] = Some(object);
        let kind = key.kind.0 as usize;
        if self.by_kind.len() <= kind {
            self.by_kind.resize(kind + 1, Vec::new());
        }
        self.by_kind[kind].push(slot);
    }

    /// The stored object with this key.
    pub fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.slots[*self.by_key.get(key)? as usize].as_ref()
    }

    /// All stored objects, in an order that depends only on the history of writes.
    pub fn objects(&self) -> impl Iterator<Item = &Arc<Object>> {
        self.slots.iter().flatten()
    }

    /// The stored objects of one kind.
    pub fn of_kind(&self, kind: KindId) -> impl Iterator<Item = &Arc<Object>> {
        self.by_kind
            .get(kind.0 as usize)
            .into_iter()
            .flatten()
            .filter_map(|&slot| self.slots[slot as usize].as_ref())
    }

    /// How many objects are stored.
    pub fn len(&self) -> usize {
        self.objects().count()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The newest resourceVersion given out.
    pub fn last_version(&self) -> u64 {
        self.last_version
    }

    /// Takes the watch events written since the last call, in order.
    pub fn take_log(&mut self) -> Vec<WatchEvent> {
        core::mem::take(&mut self.log)
    }

    /// A uid for a new object: the same for the same history.
    pub fn next_uid(&mut self, names: &mut Names) -> Name {
        self.uids_made += 1;
        names.intern(&alloc::format!("5eed0000-0000-4000-8000-{:012x}", self.uids_made))
    }
}
