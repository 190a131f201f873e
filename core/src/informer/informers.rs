use super::reflector::{Delivery, Informer, Intake, Pending};
use crate::apiserver::{Change, Cluster, WatchEvent};
use crate::gc::MonitorStores;
use crate::object::{Duration, KindId, Object, ObjectKey, Time};
use crate::sim::{Digester, InformerId, Watcher};
use crate::sorted::{SortedMap, SortedSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// All informers of a world. Which event comes next over all of them is kept in order, so that asking is cheap.
#[derive(Clone, Debug, Default)]
pub struct Informers {
    informers: Vec<Informer>,
    index: SortedMap<InformerId, usize>,
    by_kind: SortedMap<KindId, Vec<usize>>,
    heads: SortedSet<(Time, u64, usize)>,
    sequence: u64,
    intake: Intake,
}

impl Informers {
    /// None yet; those that are started take in events as a version does.
    pub fn new(intake: Intake) -> Self {
        Informers {
            intake,
            ..Informers::default()
        }
    }

    /// Starts an informer, empty and with nothing on its way; a broken one gets no list.
    pub fn start(&mut self, id: InformerId, broken: bool) {
        if self.index.contains_key(&id) {
            return;
        }
        let position = self.informers.len();
        self.informers.push(Informer::new(id, broken, self.intake));
        self.index.insert(id, position);
        self.by_kind.entry(id.kind).or_default().push(position);
    }

    /// Sends the initial list of every informer of this object's kind, or a part of it.
    pub fn list(&mut self, event: &WatchEvent, due: Time) {
        self.send(event, due);
        for &position in self.by_kind.get(&event.object.kind).into_iter().flatten() {
            self.informers[position].expect_list();
        }
    }

    /// The initial list of one informer that has just been started.
    pub fn list_for(&mut self, id: InformerId, stored: Vec<Arc<Object>>, now: Time, due: Time) {
        for object in stored {
            let event = WatchEvent {
                change: Change::Added,
                object,
                at: now,
            };
            self.send_to(id, event, due);
        }
        if let Some(&position) = self.index.get(&id) {
            self.informers[position].expect_list();
        }
    }

    /// The lists and watches of one informer fail from now on: what is on its way still comes, and nothing after it.
    pub fn break_off(&mut self, id: InformerId) {
        if let Some(&position) = self.index.get(&id) {
            self.informers[position].set_broken(true);
        }
    }

    /// They work again: a new list is made of what is stored, and what the informer missed arrives at `due`.
    pub fn recover(
        &mut self,
        id: InformerId,
        stored: &[Arc<Object>],
        now: Time,
        due: Time,
        deleted_first: bool,
    ) {
        let Some(&position) = self.index.get(&id) else {
            return;
        };
        self.informers[position].set_broken(false);
        self.relist(id, stored, now, due, deleted_first);
        self.informers[position].expect_list();
    }

    /// Whether every informer of this watcher has got its initial list, and there is one at all.
    pub fn are_synced(&self, watcher: Watcher) -> bool {
        let mut own = self.informers.iter().filter(|one| one.id.watcher == watcher);
        own.clone().next().is_some() && own.all(Informer::is_synced)
    }

    /// Sends an event to every informer of its kind, to arrive at `due`.
    pub fn send(&mut self, event: &WatchEvent, due: Time) {
        self.sequence += 1;
        let sequence = self.sequence;
        let watching = self.by_kind.get(&event.object.kind).map_or(0, Vec::len);
        for number in 0..watching {
            let position = self.by_kind[&event.object.kind][number];
            self.push(
                position,
                Pending {
                    due,
                    sequence,
                    event: event.clone(),
                    relisted: false,
                },
            );
        }
    }

    /// Sends an event to one informer.
    pub fn send_to(&mut self, id: InformerId, event: WatchEvent, due: Time) {
        self.sequence += 1;
        let sequence = self.sequence;
        if let Some(&position) = self.index.get(&id) {
            self.push(
                position,
                Pending {
                    due,
                    sequence,
                    event,
                    relisted: false,
                },
            );
        }
    }

    fn push(&mut self, position: usize, mut pending: Pending) {
        let informer = &mut self.informers[position];
        if informer.is_broken() {
            return;
        }
        pending.due = pending.due + informer.lag;
        // A watch is one ordered stream: an event never overtakes the one before it.
        if let Some(last) = informer.last_due() {
            pending.due = pending.due.max(last);
        }
        if informer.head().is_none() && !informer.is_held() {
            self.heads.insert((pending.due, pending.sequence, position));
        }
        informer.push(pending);
    }

    /// Sends a sign of life, to arrive at `due`. It changes nothing that others than the controllers of nodes read:
    /// their stores are brought up to date without an event, unless one is on its way.
    pub fn send_heartbeat(&mut self, event: &WatchEvent, due: Time) {
        self.sequence += 1;
        let sequence = self.sequence;
        let watching = self.by_kind.get(&event.object.kind).map_or(0, Vec::len);
        for number in 0..watching {
            let position = self.by_kind[&event.object.kind][number];
            let informer = &mut self.informers[position];
            if informer.id.watcher.is_of_nodes() || !informer.refresh(&event.object) {
                self.push(
                    position,
                    Pending {
                        due,
                        sequence,
                        event: event.clone(),
                        relisted: false,
                    },
                );
            }
        }
    }

    /// Stalls an informer, or lets it go on: what is on its way waits.
    pub fn hold(&mut self, id: InformerId, held: bool) {
        let Some(&position) = self.index.get(&id) else {
            return;
        };
        let head = self.informers[position]
            .head()
            .map(|head| (head.due, head.sequence));
        if let Some((due, sequence)) = head {
            if held {
                self.heads.remove(&(due, sequence, position));
            } else {
                self.heads.insert((due, sequence, position));
            }
        }
        self.informers[position].set_held(held);
    }

    /// Forgets so many objects of all stores together, and how many fewer there were.
    pub fn unload(&mut self, most: usize) -> usize {
        let left = self
            .informers
            .iter_mut()
            .fold(most, |left, informer| left - informer.unload(left));
        most - left
    }

    /// Delivers the next event of one informer, if it has arrived by `now`.
    pub fn deliver_due(&mut self, id: InformerId, now: Time) -> Option<Delivery> {
        let informer = self.get(id)?;
        let arrived = informer.head().is_some_and(|head| head.due <= now);
        if !arrived || informer.is_held() {
            return None;
        }
        drop(self.take_in(id, now));
        self.deliver(id)
    }

    fn move_head(&mut self, position: usize, head: Option<(Time, u64)>) {
        if let Some((due, sequence)) = head {
            self.heads.remove(&(due, sequence, position));
        }
        let informer = &self.informers[position];
        if let Some(next) = informer.head().filter(|_| !informer.is_held()) {
            self.heads.insert((next.due, next.sequence, position));
        }
    }

    /// From now on the events of one informer come so much later than those of others.
    pub fn set_lag(&mut self, id: InformerId, lag: Duration) {
        if let Some(&position) = self.index.get(&id) {
            self.informers[position].lag = lag;
        }
    }

    /// One informer loses its next `count` events.
    pub fn lose_next(&mut self, id: InformerId, count: u32) {
        if let Some(&position) = self.index.get(&id) {
            self.informers[position].loses = count;
        }
    }

    /// Whether one informer loses the next event; that is then one less to lose.
    pub fn loses_next(&mut self, id: InformerId) -> bool {
        let Some(&position) = self.index.get(&id) else {
            return false;
        };
        let informer = &mut self.informers[position];
        let loses = informer.loses > 0 && informer.awaits_event();
        informer.loses -= u32::from(loses);
        loses
    }

    /// Whether the next event of one informer was found out by a list.
    pub fn is_relisted(&self, id: InformerId) -> bool {
        let head = self.get(id).and_then(Informer::head);
        head.is_some_and(|pending| pending.relisted)
    }

    /// One informer takes a list in place of what is on its way to it: what it missed arrives at `due`, however late
    /// its events are otherwise.
    pub fn relist(
        &mut self,
        id: InformerId,
        stored: &[Arc<Object>],
        now: Time,
        due: Time,
        deleted_first: bool,
    ) {
        let Some(&position) = self.index.get(&id) else {
            return;
        };
        let head = self.informers[position]
            .head()
            .map(|head| (head.due, head.sequence));
        for event in self.informers[position].relist(stored, now, deleted_first) {
            self.sequence += 1;
            self.informers[position].push(Pending {
                due,
                sequence: self.sequence,
                event,
                relisted: true,
            });
        }
        self.move_head(position, head);
    }

    /// Takes the next event of one informer into its store, with those that enter it together. Returns what entered it
    /// just now, in order.
    pub fn take_in(&mut self, id: InformerId, now: Time) -> impl Iterator<Item = &Delivery> {
        let position = self.index.get(&id).copied();
        let entered = position.is_some_and(|position| self.informers[position].take_in(now));
        let informer = position
            .filter(|_| entered)
            .map(|position| &self.informers[position]);
        informer.into_iter().flat_map(Informer::taken)
    }

    /// Hands over the next event of one informer, which is in its store.
    pub fn deliver(&mut self, id: InformerId) -> Option<Delivery> {
        let position = *self.index.get(&id)?;
        let head = self.informers[position]
            .head()
            .map(|head| (head.due, head.sequence));
        let delivery = self.informers[position].deliver();
        self.move_head(position, head);
        delivery
    }

    /// Loses the next event of one informer.
    pub fn drop_next(&mut self, id: InformerId) -> Option<WatchEvent> {
        let position = *self.index.get(&id)?;
        let head = self.informers[position]
            .head()
            .map(|head| (head.due, head.sequence));
        let event = self.informers[position].drop_next();
        self.move_head(position, head);
        event
    }

    /// The informer whose event is next in time, with that time.
    pub fn next(&self) -> Option<(Time, InformerId)> {
        let &(due, _, position) = self.heads.first()?;
        Some((due, self.informers[position].id))
    }

    /// The next time after `now` at which an event arrives.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        self.heads
            .range_from(&(Time(now.0.saturating_add(1)), 0, 0))
            .next()
            .map(|&(due, ..)| due)
    }

    /// Every informer with an event that has arrived by `now`, in order of arrival.
    pub fn ready(&self, now: Time) -> impl Iterator<Item = InformerId> {
        self.heads
            .iter()
            .take_while(move |(due, ..)| *due <= now)
            .map(|&(_, _, position)| self.informers[position].id)
    }

    /// One informer.
    pub fn get(&self, id: InformerId) -> Option<&Informer> {
        self.index.get(&id).map(|&position| &self.informers[position])
    }

    /// All informers, in the order in which they were started.
    pub fn iter(&self) -> impl Iterator<Item = &Informer> {
        self.informers.iter()
    }

    /// Stops the informers of one watcher; what was on its way to them is lost.
    pub fn stop_all_of(&mut self, watcher: Watcher) {
        self.keep(|id| id.watcher != watcher);
    }

    /// Stops one informer; what was on its way to it is lost.
    pub fn stop(&mut self, stopped: InformerId) {
        self.keep(|id| id != stopped);
    }

    fn keep(&mut self, wanted: impl Fn(InformerId) -> bool) {
        self.informers.retain(|one| wanted(one.id));
        self.index.clear();
        self.by_kind.clear();
        self.heads.clear();
        for (position, informer) in self.informers.iter().enumerate() {
            self.index.insert(informer.id, position);
            self.by_kind.entry(informer.id.kind).or_default().push(position);
            if let Some(head) = informer.head().filter(|_| !informer.is_held()) {
                self.heads.insert((head.due, head.sequence, position));
            }
        }
    }

    /// Adds what is on its way, and how much each store holds, to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        for informer in &self.informers {
            digester.number(informer.id.watcher as u64);
            digester.kind(cluster, informer.id.kind);
            digester.number(informer.len() as u64);
            digester.number(u64::from(informer.is_synced()) + 2 * u64::from(informer.is_broken()));
            if informer.lag != Duration::ZERO || informer.loses != 0 {
                digester.signed(informer.lag.0);
                digester.number(u64::from(informer.loses));
            }
            for taken in informer.taken() {
                digester.number(2 + u64::from(taken.old.is_some()));
            }
            for (due, event) in informer.pending() {
                digester.signed(due.0);
                digester.number(event.change as u64);
                digester.object(cluster, &event.object);
            }
        }
    }
}

impl MonitorStores for Informers {
    fn monitored(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.get(InformerId {
            watcher: Watcher::GarbageCollector,
            kind: key.kind,
        })?
        .get(key)
    }
}
