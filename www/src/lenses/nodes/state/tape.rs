use super::{Bits, FaultPlan, Mark};
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Duration, Time};
use std::rc::Rc;

/// What a run has shown so far: enough to draw any of its moments without the world.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    /// How far the run has come.
    pub end: Time,
    /// It has come to its end.
    pub complete: bool,
    /// The moments at which anything that is drawn had changed, in order.
    pub rows: Vec<Row>,
    /// What happened, in order.
    pub happened: Vec<Happened>,
    /// Changes of nodes, in order; each row knows how many belong to it and those before.
    changes: Vec<(u32, Bits)>,
    /// All nodes at some rows, so that a moment needs few changes.
    keyframes: Vec<(usize, Rc<[Bits]>)>,
}

/// Changes between two keyframes, in multiples of the number of nodes.
const CHANGES_PER_KEYFRAME: usize = 4;

/// What is drawn from one moment to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// From when on.
    pub at: Time,
    /// The zones, in the order of the fleet.
    pub zones: Rc<[ZoneRow]>,
    /// Passes over the nodes that were begun.
    pub passes: u64,
    /// When the next one begins.
    pub next_pass: Time,
    /// Nodes that the last pass skipped.
    pub skipped: u32,
    /// What holds all evaluation.
    pub stale: Option<Stale>,
    /// The lease cache gets no events.
    pub stalled: bool,
    /// Nodes tainted through a queue, so far.
    pub tainted: u32,
    /// Pods whose deletion was asked for by the taint eviction, so far.
    pub evicted: u32,
    /// Pods that were made in place of others, so far.
    pub replaced: u32,
    /// When the next pod is evicted.
    pub next_eviction: Option<Time>,
    /// How many of the tape's changes led here; the tape sets it.
    pub(super) changes: usize,
}

/// The lease cache is behind what was read past it (CB-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stale {
    /// The version that was read.
    pub wanted: u64,
    /// The version that the cache has.
    pub has: u64,
}

/// One zone at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct ZoneRow {
    /// Its state; `None` while the controller has none.
    pub state: Option<ZoneState>,
    /// Counted nodes in the last pass.
    pub size: u32,
    /// Those not ready.
    pub not_ready: u32,
    /// Its limiter; `None` before the zone was seen.
    pub limiter: Option<LimiterRow>,
    /// What swapped it last.
    pub swap: Option<Swap>,
    /// The nodes at the head of its queue.
    pub waiting: Rc<[Waiting]>,
    /// How many wait.
    pub queue: u32,
    /// Nodes by their marks, in the order of [`Mark::ALL`].
    pub marks: [u32; Mark::ALL.len()],
    /// Nodes whose Ready is True.
    pub ready: u32,
    /// Nodes from which no sign of life comes.
    pub silent: u32,
    /// The earliest time at which a node of the zone fell silent that is not Unknown yet.
    pub silent_since: Option<Time>,
    /// Nodes tainted through a queue, so far.
    pub tainted: u32,
    /// Pods evicted from its nodes, so far.
    pub evicted: u32,
}

/// A limiter at one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LimiterRow {
    /// Tokens per second; `None` for the limiter that never lets anything through.
    pub qps: Option<f32>,
    /// Tokens in the bucket at the row's time.
    pub tokens: f64,
    /// When it next has a whole token.
    pub next_token: Option<Time>,
}

/// A limiter was swapped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swap {
    /// When.
    pub at: Time,
    /// The rate before, as the new state's rate: `None` where there was no limiter.
    pub from: Option<f32>,
    /// The rate after; 0 for never.
    pub to: f32,
    /// Why.
    pub cause: SwapCause,
}

/// Why a limiter was swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwapCause {
    /// The zone was seen for the first time, or anew (ZN-11).
    Added,
    /// The zone's state changed (ZN-6).
    State(ZoneState),
    /// No zone had a ready node any more (ZN-8).
    Master,
}

/// A node that waits to be tainted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The node.
    pub node: u32,
    /// When it was queued.
    pub added_at: Time,
    /// Before when it is not processed.
    pub process_at: Time,
}

/// Something worth stopping at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Happened {
    /// When.
    pub at: Time,
    /// What.
    pub what: Happening,
}

/// What happened. Of nodes of one zone at one time it is told together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happening {
    /// A fault.
    Fault(FaultPlan),
    /// A zone changed its state; `None` for forgotten.
    Zone {
        /// The zone.
        zone: u32,
        /// From.
        from: Option<ZoneState>,
        /// To.
        to: Option<ZoneState>,
    },
    /// No zone has a ready node any more, or some zone has one again.
    Master(bool),
    /// Nodes got or lost something.
    Nodes {
        /// Of this zone.
        zone: u32,
        /// How many.
        count: u32,
        /// The first of them.
        first: u32,
        /// What they became.
        mark: Mark,
    },
    /// Pods were evicted.
    Evicted {
        /// Of this zone.
        zone: u32,
        /// How many.
        count: u32,
    },
    /// The breaker began to hold, or let go.
    Hold(bool),
}

impl PartialEq for Tape {
    /// What a tape was taken of does not change: another one is another look at the run.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl LimiterRow {
    /// Tokens at a later time.
    pub fn tokens_at(&self, since: Duration) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "spans of hours")]
        let seconds = since.0.max(0) as f64 / 1e9;
        match self.qps {
            Some(qps) if qps > 0.0 => (self.tokens + seconds * f64::from(qps)).min(1.0),
            _ => self.tokens,
        }
    }

    /// Its rate as people read it: 0 for never.
    pub fn rate(&self) -> f32 {
        self.qps.unwrap_or(0.0)
    }
}

impl ZoneRow {
    /// How many nodes have this mark.
    pub fn count(&self, mark: Mark) -> u32 {
        self.marks[mark as usize]
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.marks.iter().sum()
    }

    /// Nodes that are tainted now, with pods leaving or not.
    pub fn tainted_now(&self) -> u32 {
        self.count(Mark::Tainted) + self.count(Mark::Draining)
    }
}

impl Row {
    pub(super) fn new(at: Time) -> Self {
        Row {
            at,
            zones: Rc::from([]),
            passes: 0,
            next_pass: at,
            skipped: 0,
            stale: None,
            stalled: false,
            tainted: 0,
            evicted: 0,
            replaced: 0,
            next_eviction: None,
            changes: 0,
        }
    }

    /// Whether no zone that has a state has a ready node, so that nothing is evicted (ZN-8).
    pub fn is_master(&self) -> bool {
        let mut known = self.zones.iter().filter_map(|zone| zone.state).peekable();
        known.peek().is_some() && known.all(|state| state == ZoneState::FullDisruption)
    }

    /// Whether it shows the same as another row.
    fn shows(&self, other: &Row) -> bool {
        Row {
            at: other.at,
            changes: other.changes,
            ..self.clone()
        } == *other
    }
}

impl Tape {
    /// Adds a row with the nodes that changed for it; a row that shows nothing new is left out.
    pub(super) fn push(&mut self, mut row: Row, changed: &[(u32, Bits)], all: &[Bits]) {
        if changed.is_empty() && self.rows.last().is_some_and(|last| row.shows(last)) {
            return;
        }
        let since = self
            .keyframes
            .last()
            .map_or(0, |&(index, _)| self.rows[index].changes);
        self.changes.extend_from_slice(changed);
        row.changes = self.changes.len();
        let full = self.keyframes.is_empty()
            || self.changes.len() - since > CHANGES_PER_KEYFRAME * all.len().max(64);
        if full {
            self.keyframes.push((self.rows.len(), Rc::from(all)));
        }
        match self.rows.last_mut() {
            Some(last) if last.at == row.at && !full => *last = row,
            _ => self.rows.push(row),
        }
    }

    /// The number of the row that shows this time; `None` before there is one.
    pub fn index(&self, at: Time) -> Option<usize> {
        self.rows.partition_point(|row| row.at <= at).checked_sub(1)
    }

    /// What is shown at this time.
    pub fn row(&self, at: Time) -> Option<&Row> {
        self.index(at).map(|index| &self.rows[index])
    }

    /// All nodes at a row.
    pub fn bits(&self, index: usize) -> Rc<[Bits]> {
        let place = self.keyframes.partition_point(|&(at, _)| at <= index);
        let Some(&(from, ref frame)) = place.checked_sub(1).and_then(|place| self.keyframes.get(place))
        else {
            return Rc::from([]);
        };
        let (Some(start), Some(end)) = (self.rows.get(from), self.rows.get(index)) else {
            return frame.clone();
        };
        let changes = &self.changes[start.changes..end.changes];
        if changes.is_empty() {
            return frame.clone();
        }
        let mut bits = frame.to_vec();
        for &(node, new) in changes {
            bits[node as usize] = new;
        }
        bits.into()
    }

    /// The next time after `at` at which something happened, or the end.
    pub fn next_happening(&self, at: Time) -> Time {
        let next = self.happened.partition_point(|happened| happened.at <= at);
        self.happened.get(next).map_or(self.end, |happened| happened.at)
    }

    /// The last time before `at` at which something happened, or the start.
    pub fn previous_happening(&self, at: Time) -> Time {
        let next = self.happened.partition_point(|happened| happened.at < at);
        next.checked_sub(1)
            .map_or(Time::START, |index| self.happened[index].at)
    }

    /// The next time at which a zone's state or a fault changed the course, or the end.
    pub fn next_turn(&self, at: Time) -> Time {
        let turns = self.happened.iter().filter(|happened| {
            matches!(
                happened.what,
                Happening::Fault(_) | Happening::Zone { .. } | Happening::Master(_) | Happening::Hold(_)
            )
        });
        turns
            .map(|happened| happened.at)
            .find(|turn| *turn > at)
            .unwrap_or(self.end)
    }

    /// What it all came to.
    pub fn outcome(&self) -> Outcome {
        let first = |found: &dyn Fn(&Row) -> bool| self.rows.iter().find(|row| found(row)).map(|row| row.at);
        let last = self.rows.last();
        Outcome {
            unknown: self
                .rows
                .iter()
                .map(|row| row.zones.iter().map(|zone| zone.nodes() - zone.ready).sum())
                .max()
                .unwrap_or(0),
            tainted: last.map_or(0, |row| row.tainted),
            evicted: last.map_or(0, |row| row.evicted),
            replaced: last.map_or(0, |row| row.replaced),
            first_unknown: first(&|row| row.zones.iter().any(|zone| zone.ready < zone.nodes())),
            first_taint: first(&|row| row.tainted > 0),
            first_eviction: first(&|row| row.evicted > 0),
            worst: self
                .rows
                .iter()
                .flat_map(|row| row.zones.iter().filter_map(|zone| zone.state))
                .max_by_key(|state| match state {
                    ZoneState::FullDisruption => 2,
                    ZoneState::PartialDisruption => 1,
                    ZoneState::Initial | ZoneState::Normal | ZoneState::Empty => 0,
                }),
            master: self.rows.iter().any(Row::is_master),
            forgotten: self
                .rows
                .iter()
                .skip_while(|row| row.zones.iter().all(|zone| zone.state.is_none()))
                .any(|row| row.zones.iter().all(|zone| zone.state.is_none())),
        }
    }
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The most nodes that were not ready at one time.
    pub unknown: u32,
    /// Nodes tainted through a queue.
    pub tainted: u32,
    /// Pods evicted.
    pub evicted: u32,
    /// Pods made in place of others.
    pub replaced: u32,
    /// When the first node was not ready.
    pub first_unknown: Option<Time>,
    /// When the first node was tainted.
    pub first_taint: Option<Time>,
    /// When the first pod was evicted.
    pub first_eviction: Option<Time>,
    /// The worst state of a zone.
    pub worst: Option<ZoneState>,
    /// At some time no zone had a ready node.
    pub master: bool,
    /// At some time no zone had a state any more (CB-10).
    pub forgotten: bool,
}
