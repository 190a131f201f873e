use super::Limiter;
use crate::Map;
use crate::object::{Duration, Name, Names, Time};
use crate::sim::Digester;
use alloc::vec::Vec;

/// One entry of a zone's queue (RQ-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueEntry {
    /// The node.
    pub value: Name,
    /// When it was added.
    pub added_at: Time,
    /// Before when it is not processed.
    pub process_at: Time,
}

/// A heap of entries by `process_at`, beside a set of all values that may not be added again (RQ-2). A value that was
/// processed leaves the heap and stays in the set. Entries of the same time stand as in Go's `container/heap`.
#[derive(Clone, Debug, Default)]
pub struct UniqueQueue {
    heap: Vec<QueueEntry>,
    /// The set, with the place in the heap of what is there.
    places: Map<Name, Option<u32>>,
}

impl UniqueQueue {
    /// Add: nothing happens to a value that is in the set.
    pub fn add(&mut self, entry: QueueEntry) -> bool {
        if self.places.contains_key(&entry.value) {
            return false;
        }
        self.push(entry);
        true
    }

    /// Replace: changes the entry of a value that is in the heap.
    pub fn replace(&mut self, entry: QueueEntry) -> bool {
        let found = self.take_out(entry.value);
        if found {
            self.push(entry);
        }
        found
    }

    /// RemoveFromQueue: the value leaves the heap and stays in the set.
    pub fn remove_from_queue(&mut self, value: Name) -> bool {
        self.take_out(value)
    }

    /// Remove: the value leaves both. Says whether it was in the set.
    pub fn remove(&mut self, value: Name) -> bool {
        self.take_out(value);
        self.places.remove(&value).is_some()
    }

    /// Get: takes the head out of both.
    pub fn get(&mut self) -> Option<QueueEntry> {
        let head = self.head()?;
        self.remove(head.value);
        Some(head)
    }

    /// Head.
    pub fn head(&self) -> Option<QueueEntry> {
        self.heap.first().copied()
    }

    /// Clear.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.places.clear();
    }

    /// The entries in the order of the heap's array.
    pub fn heap(&self) -> &[QueueEntry] {
        &self.heap
    }

    /// The entries in the order in which they would be taken out, if none came or went meanwhile.
    pub fn in_order(&self) -> Vec<QueueEntry> {
        let mut rest = self.clone();
        core::iter::from_fn(|| rest.get()).collect()
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: Name) -> bool {
        self.places.contains_key(&value)
    }

    /// The values that are in the set alone, in no particular order.
    pub fn set_only(&self) -> impl Iterator<Item = Name> {
        let alone = self.places.iter().filter(|(_, place)| place.is_none());
        alone.map(|(&value, _)| value)
    }

    fn push(&mut self, entry: QueueEntry) {
        let place = self.heap.len();
        self.heap.push(entry);
        self.note(place);
        self.up(place);
    }

    /// heap.Remove: the last entry takes the place, and sinks or else rises from there.
    fn take_out(&mut self, value: Name) -> bool {
        let Some(&Some(place)) = self.places.get(&value) else {
            return false;
        };
        let (place, last) = (place as usize, self.heap.len() - 1);
        if place != last {
            self.heap.swap(place, last);
            self.note(place);
        }
        self.heap.pop();
        self.places.insert(value, None);
        if place != last && !self.down(place) {
            self.up(place);
        }
        true
    }

    fn up(&mut self, mut child: usize) {
        while child > 0 {
            let parent = (child - 1) / 2;
            if self.heap[child].process_at >= self.heap[parent].process_at {
                break;
            }
            self.swap(child, parent);
            child = parent;
        }
    }

    fn down(&mut self, from: usize) -> bool {
        let mut parent = from;
        loop {
            let mut child = 2 * parent + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len() && self.heap[right].process_at < self.heap[child].process_at {
                child = right;
            }
            if self.heap[child].process_at >= self.heap[parent].process_at {
                break;
            }
            self.swap(child, parent);
            parent = child;
        }
        parent > from
    }

    fn swap(&mut self, left: usize, right: usize) {
        self.heap.swap(left, right);
        self.note(left);
        self.note(right);
    }

    fn note(&mut self, place: usize) {
        let number = u32::try_from(place).expect("fewer entries than four billion");
        self.places.insert(self.heap[place].value, Some(number));
    }

    fn digest(&self, names: &Names, digester: &mut Digester) {
        digester.number(self.heap.len() as u64);
        for entry in &self.heap {
            digester.name(names, entry.value);
            digester.signed(entry.process_at.0);
        }
        // The set has no order.
        let alone = self.set_only().map(|value| names.hash_of(value));
        digester.number(alone.fold(0, u64::wrapping_add));
    }
}

/// A zone's queue of nodes to taint, with the limiter that paces it (RQ-3, RQ-4).
#[derive(Clone, Debug)]
pub struct RateLimitedQueue {
    queue: UniqueQueue,
    limiter: Limiter,
}

/// What a turn of Try comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The heap is empty: no token was asked for.
    Empty,
    /// There is no token.
    NoToken,
    /// The head is not due; the token is spent all the same (RQ-4 b).
    NotDue,
    /// The head is to be worked on; [`RateLimitedQueue::succeeded`] or [`RateLimitedQueue::failed`] comes next.
    Due(QueueEntry),
}

impl RateLimitedQueue {
    /// An empty queue.
    pub fn new(limiter: Limiter) -> Self {
        RateLimitedQueue {
            queue: UniqueQueue::default(),
            limiter,
        }
    }

    /// Add: to be processed from now on (RQ-3).
    pub fn add(&mut self, value: Name, now: Time) -> bool {
        self.queue.add(QueueEntry {
            value,
            added_at: now,
            process_at: now,
        })
    }

    /// Remove.
    pub fn remove(&mut self, value: Name) -> bool {
        self.queue.remove(value)
    }

    /// Clear.
    pub fn clear(&mut self) {
        self.queue.clear();
    }

    /// One turn of Try's loop (RQ-4 a, b).
    pub fn turn(&mut self, now: Time) -> Turn {
        let Some(head) = self.queue.head() else {
            return Turn::Empty;
        };
        if !self.limiter.try_accept(now) {
            return Turn::NoToken;
        }
        if now < head.process_at {
            return Turn::NotDue;
        }
        Turn::Due(head)
    }

    /// The action of a turn succeeded.
    pub fn succeeded(&mut self, entry: QueueEntry) {
        self.queue.remove_from_queue(entry.value);
    }

    /// The action of a turn that began at `now` failed: it is due again a nanosecond after `wait`, unless it was
    /// removed meanwhile (RQ-4 c).
    pub fn failed(&mut self, entry: QueueEntry, wait: Duration, now: Time) {
        self.queue.replace(QueueEntry {
            process_at: now + Duration(wait.0.saturating_add(1)),
            ..entry
        });
    }

    /// SwapLimiter: a limiter that reads the same rate stays, a new one is drained if the old one has no token (RQ-6).
    /// Says whether it was swapped.
    pub fn swap_limiter(&mut self, qps: f32, now: Time) -> bool {
        if self.limiter.qps() == qps {
            return false;
        }
        let mut new = if qps > 0.0 {
            Limiter::bucket(qps)
        } else {
            Limiter::Never
        };
        if qps > 0.0 && !self.limiter.try_accept(now) {
            new.try_accept(now);
        }
        self.limiter = new;
        true
    }

    /// The limiter.
    pub fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    /// What is queued.
    pub fn queue(&self) -> &UniqueQueue {
        &self.queue
    }

    /// Adds the queue to a digest.
    pub fn digest(&self, names: &Names, digester: &mut Digester) {
        self.queue.digest(names, digester);
        self.limiter.digest(digester);
    }
}
