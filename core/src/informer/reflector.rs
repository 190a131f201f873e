use crate::Map;
use crate::Set;
use crate::apiserver::{Change, WatchEvent};
use crate::object::{Duration, Object, ObjectKey, Time};
use crate::sim::InformerId;
use crate::sorted::sort_by_key;
use crate::versions::{Switch, Switches};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How many objects one batch takes into the store at most.
const BATCH: usize = 1000;

/// How what has arrived gets into the store and to the handlers (spec versions, section 7).
#[derive(Clone, Copy, Debug, Default)]
pub struct Intake {
    /// Changes are handed over in the order of their arrival; else all of one object together, at the place of the first.
    strict_order: bool,
    /// Up to [`BATCH`] changes of different objects enter the store before their handlers are called.
    batches: bool,
    /// What a relist found enters the store as a whole.
    atomic_relist: bool,
}

impl Intake {
    /// That of a version.
    pub fn new(switches: Switches) -> Self {
        Intake {
            strict_order: switches.has(Switch::InformerStrictOrder),
            batches: switches.has(Switch::InformerBatches),
            atomic_relist: switches.has(Switch::InformerAtomicRelist),
        }
    }
}

/// One informer: its store, and what is still on its way to it.
#[derive(Clone, Debug)]
pub struct Informer {
    /// Whose, and of which kind.
    pub id: InformerId,
    pending: VecDeque<Pending>,
    store: Map<ObjectKey, Arc<Object>>,
    /// How many of the events on their way were taken out of the queue together: nothing comes between them.
    popped: usize,
    /// What the first of those became for the handlers, as far as they are in the store already.
    taken: VecDeque<Delivery>,
    intake: Intake,
    /// How many events of each object are on their way, where that is asked for.
    waiting: Map<ObjectKey, usize>,
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
    pub(super) fn new(id: InformerId, broken: bool, intake: Intake) -> Self {
        Informer {
            id,
            pending: VecDeque::new(),
            store: Map::default(),
            popped: 0,
            taken: VecDeque::new(),
            intake,
            waiting: Map::default(),
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
        // What is in the store already is still handed over.
        while self.pending.len() > self.taken.len() {
            if let Some(lost) = self.pending.pop_back() {
                self.count(lost.event.object.key(), false);
            }
        }
        self.popped = self.taken.len();
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
        self.count(pending.event.object.key(), true);
        self.pending.push_back(pending);
    }

    pub(super) fn last_due(&self) -> Option<Time> {
        self.pending.back().map(|pending| pending.due)
    }

    pub(super) fn head(&self) -> Option<&Pending> {
        self.pending.front()
    }

    /// Takes what is handed over next into the store, if it is not there yet, with what enters the store together with
    /// it. Returns whether anything was taken: [`taken`](Self::taken) is that then.
    pub(super) fn take_in(&mut self, now: Time) -> bool {
        let intake = self.intake;
        if !self.taken.is_empty() || self.pending.is_empty() {
            return false;
        }
        let mut together = 1;
        if self.listed > 0 && !self.pending[0].relisted {
            // An initial list comes object by object, so that a start can be followed.
            self.popped = self.popped.max(1);
        } else if !intake.strict_order {
            if self.popped == 0 {
                self.popped = self.gather(now);
            }
        } else if intake.atomic_relist && self.pending[0].relisted {
            together = self.pending.iter().take_while(|one| one.relisted).count();
        } else if intake.batches {
            let mut seen = Set::default();
            let mut arrived = self.pending.iter().take(BATCH);
            together = match arrived.clone().nth(1) {
                Some(second) if second.due <= now => arrived
                    .position(|one| one.due > now || !seen.insert(one.event.object.key()))
                    .unwrap_or(self.pending.len().min(BATCH))
                    .max(1),
                _ => 1,
            };
        }
        self.popped = self.popped.max(together);
        for position in 0..together {
            let event = self.pending[position].event.clone();
            let delivery = self.put(event);
            self.taken.push_back(delivery);
        }
        true
    }

    /// Moves the changes of the first object that have arrived to the front, and says how many they are.
    fn gather(&mut self, now: Time) -> usize {
        let Some(first) = self.pending.front() else {
            return 0;
        };
        let (key, due, sequence) = (first.event.object.key(), first.due, first.sequence);
        let wanted = self.waiting.get(&key).copied().unwrap_or(1);
        let (mut found, mut position) = (1, 1);
        while found < wanted {
            let Some(next) = self.pending.get(position).filter(|next| next.due <= now) else {
                break;
            };
            if next.event.object.key() == key
                && let Some(own) = self.pending.remove(position)
            {
                self.pending.insert(found, Pending { due, sequence, ..own });
                found += 1;
            }
            position += 1;
        }
        found
    }

    /// Counts what is on its way by object, where the changes of one are handed over together.
    fn count(&mut self, key: ObjectKey, more: bool) {
        if self.intake.strict_order {
            return;
        }
        let count = self.waiting.entry(key).or_insert(0);
        *count = if more { *count + 1 } else { count.saturating_sub(1) };
        if *count == 0 {
            self.waiting.remove(&key);
        }
    }

    fn put(&mut self, event: WatchEvent) -> Delivery {
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
        Delivery {
            change,
            old,
            object: event.object,
        }
    }

    /// What is in the store and was not handed over yet, next first.
    pub fn taken(&self) -> impl ExactSizeIterator<Item = &Delivery> {
        self.taken.iter()
    }

    /// Hands over what is next of what was taken in.
    pub(super) fn deliver(&mut self) -> Option<Delivery> {
        let delivery = self.taken.pop_front()?;
        self.popped = self.popped.saturating_sub(1);
        self.listed = self.listed.saturating_sub(1);
        self.pending.pop_front();
        self.count(delivery.object.key(), false);
        Some(delivery)
    }

    /// Loses the next event that has not been taken out of the queue.
    pub(super) fn drop_next(&mut self) -> Option<WatchEvent> {
        let lost = self.pending.remove(self.popped)?;
        self.count(lost.event.object.key(), false);
        self.listed = self.listed.saturating_sub(1);
        Some(lost.event)
    }

    /// Whether the next thing to happen to it is that an event comes out of the queue.
    pub(super) fn awaits_event(&self) -> bool {
        self.popped == 0 && !self.pending.is_empty()
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

    /// Forgets so many objects, or how many there are.
    pub(super) fn unload(&mut self, most: usize) -> usize {
        self.store.drop_last(most)
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
