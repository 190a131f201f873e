use super::key::BitSet;
use super::{QueueKey, TokenBucket};
use crate::Map;
use crate::object::{Duration, Time};
use crate::sim::Digester;
use crate::sorted::SortedMap;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// The limiters of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueConfig {
    /// The back-off after an item's first failure; each further failure doubles it (C-7).
    pub base_delay: Duration,
    /// The longest back-off of an item.
    pub max_delay: Duration,
    /// Tokens per second of the bucket that all items share (C-8).
    pub tokens_per_second: u32,
    /// How many tokens that bucket holds.
    pub burst: u32,
    /// Whether that bucket is asked at all; recordings of the collector show the per-item back-off alone.
    pub overall: bool,
}

impl QueueConfig {
    /// The limiters that controllers use unless they say otherwise (C-7, C-8).
    pub const CONTROLLER: QueueConfig = QueueConfig {
        base_delay: Duration::from_millis(5),
        max_delay: Duration::from_secs(1000),
        tokens_per_second: 10,
        burst: 100,
        overall: true,
    };
}

/// The work queue of a controller (WQ-1 to WQ-4).
///
/// Items are compared as the controller's keys are. A worker takes an item, works, then calls [`forget`](Self::forget)
/// or [`add_rate_limited`](Self::add_rate_limited), and [`done`](Self::done) last (WQ-5).
#[derive(Clone, Debug)]
pub struct WorkQueue<K> {
    config: QueueConfig,
    bucket: TokenBucket,
    list: VecDeque<K>,
    dirty: BitSet,
    /// As long as there are busy workers, so a scan is cheaper than a set.
    processing: Vec<K>,
    setbacks: Map<K, Setback>,
    delayed: SortedMap<(Time, u64), Waiting<K>>,
    sequence: u64,
    shut_down: bool,
    counts: QueueCounts,
}

/// What the metrics of a queue count (`workqueue_adds_total`, `workqueue_retries_total`), and how often it was taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueueCounts {
    /// Adds that were not ignored.
    pub adds: u64,
    /// Delayed and rate-limited adds.
    pub retries: u64,
    /// Items that a worker took.
    pub taken: u64,
}

/// What is kept of an item that failed, or was put off.
#[derive(Clone, Copy, Debug, Default)]
struct Setback {
    failures: u32,
    slot: Option<(Time, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting<K> {
    item: K,
    failures: u32,
}

/// What became of an add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is listed now, or will be when the worker that has it is done.
    Queued,
    /// It was already to be worked on, or the queue is shut down.
    Ignored,
    /// It is added at this time, which is an earlier one than asked for where it was already put off until then.
    At(Time),
}

/// What became of a rate-limited add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimited {
    /// What the limiters asked for.
    pub delay: Duration,
    /// What became of the add.
    pub added: Added,
    /// How often the item has failed now.
    pub failures: u32,
}

/// An item that waits for its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delayed<K> {
    /// The item.
    pub item: K,
    /// When it is added.
    pub due: Time,
    /// Its failures when it was last put off, whether or not they were forgotten since; 0 for a plain delayed add.
    pub failures: u32,
}

impl<K: QueueKey> WorkQueue<K> {
    /// An empty queue.
    pub fn new(config: QueueConfig) -> Self {
        WorkQueue {
            bucket: TokenBucket::new(f64::from(config.tokens_per_second), config.burst),
            config,
            list: VecDeque::new(),
            dirty: BitSet::default(),
            processing: Vec::new(),
            setbacks: Map::default(),
            delayed: SortedMap::new(),
            sequence: 0,
            shut_down: false,
            counts: QueueCounts::default(),
        }
    }

    /// Add: a listed item keeps its place, one that is being processed is listed when that is done (WQ-1).
    pub fn add(&mut self, item: K) -> Added {
        if self.shut_down || !self.dirty.insert(item.index()) {
            return Added::Ignored;
        }
        self.counts.adds += 1;
        if !self.processing.contains(&item) {
            self.list.push_back(item);
        }
        Added::Queued
    }

    /// AddAfter: of two delayed adds of one item the earlier one counts (WQ-2).
    pub fn add_after(&mut self, item: K, delay: Duration, now: Time) -> Added {
        self.put_off(item, delay, now, 0)
    }

    /// AddRateLimited: put off by the longer of the item's back-off and the bucket's, both of which are charged (WQ-3).
    pub fn add_rate_limited(&mut self, item: K, now: Time) -> RateLimited {
        let failures = &mut self.setbacks.entry(item).or_default().failures;
        let mut delay = backoff(&self.config, *failures);
        *failures = failures.saturating_add(1);
        let failures = *failures;
        if self.config.overall {
            delay = delay.max(self.bucket.reserve(now));
        }
        RateLimited {
            delay,
            added: self.put_off(item, delay, now, failures),
            failures,
        }
    }

    fn put_off(&mut self, item: K, delay: Duration, now: Time, failures: u32) -> Added {
        if self.shut_down {
            return Added::Ignored;
        }
        self.counts.retries += 1;
        if delay <= Duration::ZERO {
            return self.add(item);
        }
        let setback = self.setbacks.entry(item).or_default();
        let slot = match setback.slot {
            Some(slot) if slot.0 <= now + delay => slot,
            earlier => {
                if let Some(slot) = earlier {
                    self.delayed.remove(&slot);
                }
                self.sequence += 1;
                (now + delay, self.sequence)
            }
        };
        setback.slot = Some(slot);
        self.delayed.insert(slot, Waiting { item, failures });
        Added::At(slot.0)
    }

    /// Forget: the next failure counts as the first; a delayed add stays (WQ-4).
    pub fn forget(&mut self, item: K) {
        if self.setbacks.is_empty() {
            return;
        }
        if let Some(setback) = self.setbacks.get_mut(&item) {
            setback.failures = 0;
            self.drop_setback(item);
        }
    }

    fn drop_setback(&mut self, item: K) {
        if self
            .setbacks
            .get(&item)
            .is_some_and(|setback| setback.failures == 0 && setback.slot.is_none())
        {
            self.setbacks.remove(&item);
        }
    }

    /// Get: takes the head of the list. `None` where a worker would wait.
    pub fn take(&mut self) -> Option<K> {
        let item = self.list.pop_front()?;
        self.counts.taken += 1;
        self.dirty.remove(item.index());
        if !self.processing.contains(&item) {
            self.processing.push(item);
        }
        Some(item)
    }

    /// Done: an item that was added meanwhile is listed now.
    pub fn done(&mut self, item: K) {
        if let Some(position) = self.processing.iter().position(|&other| other == item) {
            self.processing.swap_remove(position);
        }
        if self.dirty.contains(item.index()) {
            self.list.push_back(item);
        }
    }

    /// Adds the first item that is due at `now`, and says which one and what became of it. To be called until it says
    /// `None`: items due at the same time are added in the order in which they were put off.
    pub fn add_due(&mut self, now: Time) -> Option<(K, Added)> {
        let (_, waiting) = self.delayed.pop_first_if(|(due, _)| *due <= now)?;
        let item = waiting.item;
        if let Some(setback) = self.setbacks.get_mut(&item) {
            setback.slot = None;
            self.drop_setback(item);
        }
        Some((item, self.add(item)))
    }

    /// ShutDown: nothing is added any more, what is listed or dirty drains, delayed adds are lost.
    pub fn shut_down(&mut self) {
        self.shut_down = true;
        self.delayed.clear();
        self.setbacks.retain(|_, setback| {
            setback.slot = None;
            setback.failures > 0
        });
    }

    /// What its metrics count.
    pub fn counts(&self) -> QueueCounts {
        self.counts
    }

    /// NumRequeues: how often the item failed since it was last forgotten.
    pub fn failures(&self, item: K) -> u32 {
        self.setbacks.get(&item).map_or(0, |setback| setback.failures)
    }

    /// Whether the queue remembers the item in any way.
    pub fn holds(&self, item: K) -> bool {
        self.dirty.contains(item.index())
            || self.processing.contains(&item)
            || (!self.setbacks.is_empty() && self.setbacks.contains_key(&item))
    }

    /// Whether the item is to be worked on: listed, or to be listed when the worker that has it is done.
    pub fn is_dirty(&self, item: K) -> bool {
        self.dirty.contains(item.index())
    }

    /// Adds the queue to a digest; `digest_item` adds an item.
    pub fn digest(&self, digester: &mut Digester, digest_item: impl Fn(K, &mut Digester)) {
        digester.number(u64::from(self.shut_down));
        digester.number(self.list.len() as u64);
        for &item in &self.list {
            digest_item(item, digester);
        }
        // Neither the workers nor the map of failures have an order that matters.
        let mut sum: u128 = 0;
        for &item in &self.processing {
            let mut own = Digester::default();
            digest_item(item, &mut own);
            own.number(u64::from(self.dirty.contains(item.index())));
            sum = sum.wrapping_add(own.finish());
        }
        for (&item, setback) in &self.setbacks {
            let mut own = Digester::default();
            digest_item(item, &mut own);
            own.number(u64::from(setback.failures));
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
        digester.number(self.delayed.len() as u64);
        for delayed in self.delayed() {
            digest_item(delayed.item, digester);
            digester.signed(delayed.due.0);
            digester.number(u64::from(delayed.failures));
        }
        if self.config.overall {
            self.bucket.digest(digester);
        }
    }

    /// Lists the same items in another order, for whoever follows a recording where the real order is that of a Go map.
    /// Says whether `order` is a permutation of the list; otherwise nothing happens.
    pub fn reorder(&mut self, order: &[K]) -> bool {
        let mut left: Map<K, usize> = Map::default();
        for &item in &self.list {
            *left.entry(item).or_default() += 1;
        }
        let is_permutation = order.len() == self.list.len()
            && order.iter().all(|item| match left.get_mut(item) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            });
        if is_permutation {
            self.list = order.iter().copied().collect();
        }
        is_permutation
    }
}

impl<K: Copy> WorkQueue<K> {
    /// When the first delayed add is due.
    pub fn next_due(&self) -> Option<Time> {
        self.delayed.first_key_value().map(|(&(due, _), _)| due)
    }

    /// What is listed, the head first.
    pub fn listed(&self) -> impl ExactSizeIterator<Item = K> {
        self.list.iter().copied()
    }

    /// What the workers have, in no particular order.
    pub fn processing(&self) -> &[K] {
        &self.processing
    }

    /// What waits for its time, in the order in which it will be added.
    pub fn delayed(&self) -> impl ExactSizeIterator<Item = Delayed<K>> {
        self.delayed.iter().map(|(&(due, _), waiting)| Delayed {
            item: waiting.item,
            due,
            failures: waiting.failures,
        })
    }

    /// The bucket that all items share, where it counts.
    pub fn bucket(&self) -> Option<&TokenBucket> {
        self.config.overall.then_some(&self.bucket)
    }

    /// How many items are listed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is listed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The back-off of an item that has failed so often before (WQ-3).
fn backoff(config: &QueueConfig, failures: u32) -> Duration {
    let doubled = 1_i64.checked_shl(failures).filter(|&factor| factor > 0);
    let delay = doubled.and_then(|factor| config.base_delay.0.checked_mul(factor));
    Duration(delay.unwrap_or(i64::MAX)).min(config.max_delay)
}
