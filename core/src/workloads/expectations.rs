use crate::object::{Duration, Name, Names, Time};
use crate::sim::Digester;
use crate::sorted::{SortedMap, SortedSet};

/// How long unmet expectations hold a controller back (`ExpectationsTimeout`).
pub const EXPECTATIONS_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// What a controller still waits to see of one key's writes (EX-1): two signed counters, and when they were last set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Creations not seen yet; below zero when more were seen than expected (EX-3).
    pub add: i64,
    /// Deletions not seen yet.
    pub del: i64,
    /// When the record was last set (EX-2); lowering does not touch it.
    pub set_at: Time,
}

/// The answer to "may this key be worked on?", with why (EX-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Nothing was ever expected, or the record was deleted.
    NothingExpected,
    /// Everything expected was seen.
    Fulfilled,
    /// Something is still expected, but for longer than five minutes.
    Expired,
    /// Something is still expected.
    Waiting,
}

/// A dependent as the tracking wrapper knows it: `namespace/name`, despite the wrapper's name (EX-9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PodKey {
    /// Namespace.
    pub namespace: Name,
    /// Name.
    pub name: Name,
}

/// `ControllerExpectations`: one record per controller key (`namespace/name`).
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    records: SortedMap<Name, Expected>,
}

/// `UIDTrackingControllerExpectations`: expected deletions are remembered by key, so that each counts once (EX-9).
#[derive(Clone, Debug, Default)]
pub struct TrackingExpectations {
    plain: Expectations,
    tracked: SortedMap<Name, SortedSet<PodKey>>,
}

impl Expected {
    /// Whether everything was seen (EX-5).
    pub fn is_fulfilled(&self) -> bool {
        self.add <= 0 && self.del <= 0
    }

    /// Whether the record is older than five minutes (EX-6): strictly older.
    pub fn is_expired(&self, now: Time) -> bool {
        now - self.set_at > EXPECTATIONS_TIMEOUT
    }

    /// The last instant at which unmet expectations still hold the controller back.
    pub fn holds_until(&self) -> Time {
        self.set_at + EXPECTATIONS_TIMEOUT
    }
}

impl Verdict {
    /// Whether the key may be worked on.
    pub fn is_satisfied(self) -> bool {
        self != Verdict::Waiting
    }
}

impl Expectations {
    /// Replaces the record, both counters, and stamps it (EX-2).
    pub fn set(&mut self, key: Name, add: i64, del: i64, now: Time) {
        let set_at = now;
        self.records.insert(key, Expected { add, del, set_at });
    }

    /// ExpectCreations: wipes the other counter (EX-2).
    pub fn expect_creations(&mut self, key: Name, count: i64, now: Time) {
        self.set(key, count, 0, now);
    }

    /// ExpectDeletions: wipes the other counter (EX-2).
    pub fn expect_deletions(&mut self, key: Name, count: i64, now: Time) {
        self.set(key, 0, count, now);
    }

    /// Adds to an existing record; nothing without one (EX-3).
    pub fn raise(&mut self, key: Name, add: i64, del: i64) -> Option<Expected> {
        let record = self.records.get_mut(&key)?;
        record.add = record.add.saturating_add(add);
        record.del = record.del.saturating_add(del);
        Some(*record)
    }

    /// Subtracts from an existing record, also below zero; nothing without one (EX-3). Returns it.
    pub fn lower(&mut self, key: Name, add: i64, del: i64) -> Option<Expected> {
        self.raise(key, add.saturating_neg(), del.saturating_neg())
    }

    /// CreationObserved (EX-4, EX-12).
    pub fn creation_observed(&mut self, key: Name) -> Option<Expected> {
        self.lower(key, 1, 0)
    }

    /// DeletionObserved (EX-4).
    pub fn deletion_observed(&mut self, key: Name) -> Option<Expected> {
        self.lower(key, 0, 1)
    }

    /// Removes the record; a missing one is no error (EX-8).
    pub fn delete(&mut self, key: Name) -> Option<Expected> {
        self.records.remove(&key)
    }

    /// The record of `key`.
    pub fn get(&self, key: Name) -> Option<&Expected> {
        self.records.get(&key)
    }

    /// SatisfiedExpectations, which changes nothing (EX-7).
    pub fn verdict(&self, key: Name, now: Time) -> Verdict {
        match self.records.get(&key) {
            None => Verdict::NothingExpected,
            Some(record) if record.is_fulfilled() => Verdict::Fulfilled,
            Some(record) if record.is_expired(now) => Verdict::Expired,
            Some(_) => Verdict::Waiting,
        }
    }

    /// All records, by key.
    pub fn records(&self) -> impl ExactSizeIterator<Item = (Name, &Expected)> {
        self.records.iter().map(|(&key, record)| (key, record))
    }
}

impl TrackingExpectations {
    /// The counters; whatever goes through them leaves the tracked keys alone (EX-9).
    pub fn counters(&self) -> &Expectations {
        &self.plain
    }

    /// Set, raise, lower and creations leave the tracked keys alone (EX-9, EX-11).
    pub fn counters_mut(&mut self) -> &mut Expectations {
        &mut self.plain
    }

    /// ExpectDeletions: replaces the tracked keys; the counter is the number of distinct ones (EX-9). Returns it.
    pub fn expect_deletions(
        &mut self,
        key: Name,
        dependents: impl IntoIterator<Item = PodKey>,
        now: Time,
    ) -> i64 {
        let dependents: SortedSet<PodKey> = dependents.into_iter().collect();
        let count = i64::try_from(dependents.len()).unwrap_or(i64::MAX);
        self.tracked.insert(key, dependents);
        self.plain.expect_deletions(key, count, now);
        count
    }

    /// DeletionObserved: counts only a key that is tracked, and only once (EX-10). Says whether it was.
    pub fn deletion_observed(&mut self, key: Name, dependent: PodKey) -> bool {
        let tracked = self.tracked.get_mut(&key);
        let was_tracked = tracked.is_some_and(|dependents| dependents.remove(&dependent));
        if was_tracked {
            self.plain.deletion_observed(key);
        }
        was_tracked
    }

    /// Removes the record and the tracked keys (EX-8). Says whether there was a record.
    pub fn delete(&mut self, key: Name) -> bool {
        self.tracked.remove(&key);
        self.plain.delete(key).is_some()
    }

    /// The keys whose deletion is still expected; an emptied set stays, empty (EX-9).
    pub fn tracked(&self, key: Name) -> Option<&SortedSet<PodKey>> {
        self.tracked.get(&key)
    }

    /// Adds everything to a digest.
    pub fn digest(&self, names: &Names, digester: &mut Digester) {
        // Keys stand in the order of interning, which a digest may not show.
        let mut sum: u128 = 0;
        for (key, record) in self.plain.records() {
            let mut own = Digester::default();
            own.name(names, key);
            own.signed(record.add);
            own.signed(record.del);
            own.signed(record.set_at.0);
            sum = sum.wrapping_add(own.finish());
        }
        for (&key, dependents) in &self.tracked {
            for dependent in dependents {
                let mut own = Digester::default();
                own.name(names, key);
                own.name(names, dependent.namespace);
                own.name(names, dependent.name);
                sum = sum.wrapping_add(own.finish());
            }
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
    }
}
