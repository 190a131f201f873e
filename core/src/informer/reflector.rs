use crate::Map;
use crate::apiserver::{Change, WatchEvent};
use crate::object::{Duration, Object, ObjectKey, Time};
use crate::sim::InformerId;
use crate::sorted::sort_by_key;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One informer: its store, and what is still on its way to it.
#[derive(Clone, Debug)]
pub struct Informer {
    /// Whose, and of which kind.
    pub id: InformerId,
    pending: VecDeque<Pending>,
    store: Map<ObjectKey, Arc<Object>>,
    /// How many of the events on their way belong to its initial list.
    listed: usize,
    /// Its lists and watches fail.
    broken: bool,
    /// It had its initial list when it broke.
    was_synced: bool,
    /// How much later than others it gets its events.
    pub(super) lag: Duration,
    /// How many of its next events it loses.
    pub(super) loses: u32,
    /// It stalls: nothing is delivered.
    held: bool,
    /// The version of the last event that was delivered.
    last_version: u64,
}

/// An event on its way.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) due: Time,
    pub(super) sequence: u64,
    pub(super) event: WatchEvent,
    /// It was found out by a list, not told by the watch.
    pub(super) relisted: bool,
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
    pub(super) fn new(id: InformerId, broken: bool) -> Self {
        Informer {
            id,
            pending: VecDeque::new(),
            store: Map::default(),
            listed: 0,
            broken,
            was_synced: false,
            lag: Duration::ZERO,
            loses: 0,
            held: false,
            last_version: 0,
        }
    }

    /// HasSynced: it has got its initial list. What breaks later does not change that.
    pub fn is_synced(&self) -> bool {
        self.was_synced || (self.listed == 0 && !self.broken)
    }

    /// Whether its lists and watches fail.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    pub(super) fn set_broken(&mut self, broken: bool) {
        self.was_synced = self.is_synced();
        self.broken = broken;
    }

    /// Makes what is on its way part of the initial list.
    pub(super) fn expect_list(&mut self) {
        self.listed = self.pending.len();
    }

    /// What its store and a new list differ in, as events; what was on its way is lost.
    pub(super) fn relist(
        &mut self,
        stored: &[Arc<Object>],
        at: Time,
        deleted_first: bool,
    ) -> Vec<WatchEvent> {
        self.pending.clear();
        self.loses = 0;
        let listed: Map<ObjectKey, u64> = stored
            .iter()
            .map(|object| (object.key(), object.meta.resource_version))
            .collect();
        let event = |change, object: &Arc<Object>| WatchEvent {
            change,
            object: object.clone(),
            at,
        };
        // Older ones first, which is the order in which they came to be.
        let mut gone: Vec<&Arc<Object>> = self.store.values().collect();
        gone.retain(|object| !listed.contains_key(&object.key()));
        sort_by_key(&mut gone, |object| {
            (
                object.meta.resource_version,
                object.meta.namespace,
                object.meta.name,
            )
        });
        let gone = gone.into_iter().map(|object| event(Change::Deleted, object));
        let known = |object: &Arc<Object>| self.store.get(&object.key());
        let news = stored.iter().filter_map(|object| match known(object) {
            None => Some(event(Change::Added, object)),
            Some(old) if old.meta.resource_version != object.meta.resource_version => {
                Some(event(Change::Modified, object))
            }
            Some(_) => None,
        });
        if deleted_first {
            gone.chain(news).collect()
        } else {
            let gone: Vec<WatchEvent> = gone.collect();
            news.chain(gone).collect()
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
        let event = self.drop_next()?;
        self.last_version = self.last_version.max(event.object.meta.resource_version);
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
        self.listed = self.listed.saturating_sub(1);
        self.pending.pop_front().map(|pending| pending.event)
    }

    /// How much later than others it gets its events.
    pub fn lag(&self) -> Duration {
        self.lag
    }

    /// How many of its next events it loses.
    pub fn loses(&self) -> u32 {
        self.loses
    }

    /// Brings a stored object up to date without an event, if nothing is on its way. Says whether that was possible.
    pub(super) fn refresh(&mut self, object: &Arc<Object>) -> bool {
        let stored = self.store.get_mut(&object.key());
        match stored.filter(|_| self.pending.is_empty()) {
            Some(stored) => {
                *stored = object.clone();
                true
            }
            None => false,
        }
    }

    /// Whether it stalls.
    pub fn is_held(&self) -> bool {
        self.held
    }

    pub(super) fn set_held(&mut self, held: bool) {
        self.held = held;
    }

    /// The version of the last event that was delivered; 0 for none.
    pub fn last_version(&self) -> u64 {
        self.last_version
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
