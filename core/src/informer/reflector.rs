use crate::Map;
use crate::apiserver::{Change, WatchEvent};
use crate::object::{Object, ObjectKey, Time};
use crate::sim::InformerId;
use alloc::collections::VecDeque;
use alloc::sync::Arc;

/// One informer: its store, and what is still on its way to it.
#[derive(Clone, Debug)]
pub struct Informer {
    /// Whose, and of which kind.
    pub id: InformerId,
    pending: VecDeque<Pending>,
    store: Map<ObjectKey, Arc<Object>>,
}

/// An event on its way.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) due: Time,
    pub(super) sequence: u64,
    pub(super) event: WatchEvent,
}

/// What a delivered event is for the handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// An object that was not in the store gives an add, another one an update.
    pub change: Change,
    /// What the store held.
    pub old: Option<Arc<Object>>,
    /// The object of the event.
    pub object: Arc<Object>,
}

impl Informer {
    pub(super) fn new(id: InformerId) -> Self {
        Informer {
            id,
            pending: VecDeque::new(),
            store: Map::default(),
        }
    }

    pub(super) fn push(&mut self, pending: Pending) {
        self.pending.push_back(pending);
    }

    pub(super) fn last_due(&self) -> Option<Time> {
        self.pending.back().map(|pending| pending.due)
    }

    pub(super) fn head(&self) -> Option<&Pending> {
        self.pending.front()
    }

    pub(super) fn deliver(&mut self) -> Option<Delivery> {
        let event = self.pending.pop_front()?.event;
        let key = event.object.key();
        let old = match event.change {
            Change::Deleted => self.store.remove(&key),
            Change::Added | Change::Modified => self.store.insert(key, event.object.clone()),
        };
        let change = match (event.change, &old) {
            (Change::Deleted, _) => Change::Deleted,
            (_, None) => Change::Added,
            (_, Some(_)) => Change::Modified,
        };
        Some(Delivery {
            change,
            old,
            object: event.object,
        })
    }

    pub(super) fn drop_next(&mut self) -> Option<WatchEvent> {
        self.pending.pop_front().map(|pending| pending.event)
    }

    /// What the store holds under `key`.
    pub fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.store.get(key)
    }

    /// The events on their way, next first, with the time at which each arrives.
    pub fn pending(&self) -> impl ExactSizeIterator<Item = (Time, &WatchEvent)> {
        self.pending.iter().map(|pending| (pending.due, &pending.event))
    }

    /// How many objects the store holds.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether the store is empty.
    pub fn is_empty(&self) -> bool {
        self.store.is_empty()
    }
}
