use super::{
    Bits, FaultPlan, Fleet, Happened, Happening, LimiterRow, Mark, Row, Settings, Stale, Swap, SwapCause,
    Tape, Waiting, ZoneRow,
};
use kubeloupe_core::Map;
use kubeloupe_core::apiserver::Change;
use kubeloupe_core::nodes::{Limiter, NodeAction, NodeEffect, NodeKinds, NodesConfig, Zone, ZoneState};
use kubeloupe_core::object::{ConditionStatus, Duration, Facts, Name, Object, ObjectKey, Time};
use kubeloupe_core::sim::{Action, Actor, Config, Effect, Fault, InformerId, Schedule, Watcher, World};
use std::rc::Rc;

/// Objects that are loaded between two looks at the clock.
const LOADED_AT_ONCE: usize = 400;
/// From a pod's creation until it is ready on a node.
const POD_START: Duration = Duration::from_secs(2);
/// Objects that are let go of between two looks at the clock.
const UNLOADED_AT_ONCE: usize = 1_000;
/// Nodes, pods or events that one step of the controllers works on.
const WORKED_AT_ONCE: u32 = 64;
/// How many waiting nodes of a zone are kept by name.
const WAITING_SHOWN: usize = 6;

/// A simulation under way, and what it has shown so far.
#[derive(Debug)]
pub struct Run {
    fleet: Rc<Fleet>,
    world: World,
    kinds: NodeKinds,
    faults: Vec<FaultPlan>,
    next_fault: usize,
    loaded: usize,
    until: Time,
    tape: Tape,
    watched: Watched,
}

/// What is remembered between two samples.
#[derive(Debug)]
struct Watched {
    /// The number of each node.
    numbers: Map<Name, u32>,
    /// The zone of each node.
    zone_of: Vec<u32>,
    bits: Vec<Bits>,
    /// Since when each node has been silent.
    silent_since: Vec<Option<Time>>,
    /// Pods evicted from each node since it was last untainted.
    evicted_of: Vec<u32>,
    zones: Vec<WatchedZone>,
    counts: Vec<Counts>,
    evicted: u32,
    replaced: u32,
    tainted: u32,
    stalled: bool,
    held: bool,
    master: bool,
    /// Nodes that the last pass skipped, by their numbers.
    skipped: Vec<u32>,
    /// What had happened when it was last looked: as long as it stays, nothing is drawn otherwise.
    stamp: Option<Stamp>,
}

/// How much has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    /// Changes of nodes and pods, faults, tokens.
    changes: u64,
    passes: u64,
    stalled: bool,
}

#[derive(Clone, Debug, Default)]
struct WatchedZone {
    state: Option<ZoneState>,
    qps: Option<f32>,
    swap: Option<Swap>,
    tainted: u32,
    evicted: u32,
    evicted_now: u32,
}

impl Run {
    /// Begins; nothing is loaded yet. `None` where the version lacks a kind that is needed.
    pub fn new(
        fleet: Rc<Fleet>,
        settings: &Settings,
        minor: u32,
        mut faults: Vec<FaultPlan>,
        until: Time,
    ) -> Option<Self> {
        let config = Config {
            minor,
            overrides: settings.overrides(minor),
            garbage_collector: false,
            namespace_controller: false,
            replica_set_controller: fleet.replaces,
            pod_start: fleet.replaces.then_some(POD_START),
            silent_nodes: fleet.silent.clone(),
            nodes: NodesConfig {
                lifecycle: true,
                taint_eviction: true,
                heartbeats: true,
                flags: settings.flags,
                most_at_once: WORKED_AT_ONCE,
                found_running: fleet.dump.is_some(),
                ..NodesConfig::OFF
            },
            ..Config::default()
        };
        let mut world = World::new(config, fleet.cluster.clone(), 1);
        world.assume_namespaces();
        let kinds = NodeKinds::of(world.cluster())?;
        faults.sort_by_key(|fault| fault.at);
        let numbers = fleet.nodes.iter().enumerate();
        let numbers = numbers
            .map(|(number, node)| (node.name, number_of(number)))
            .collect();
        let count = fleet.nodes.len();
        let zone_of = fleet
            .zones
            .iter()
            .enumerate()
            .flat_map(|(number, zone)| std::iter::repeat_n(number_of(number), zone.nodes.len()))
            .collect();
        let watched = Watched {
            numbers,
            zone_of,
            bits: vec![Bits::default(); count],
            silent_since: vec![None; count],
            evicted_of: vec![0; count],
            zones: vec![WatchedZone::default(); fleet.zones.len()],
            counts: Vec::new(),
            evicted: 0,
            replaced: 0,
            tainted: 0,
            stalled: false,
            held: false,
            master: false,
            skipped: Vec::new(),
            stamp: None,
        };
        Some(Run {
            fleet,
            world,
            kinds,
            faults,
            next_fault: 0,
            loaded: 0,
            until,
            tape: Tape::default(),
            watched,
        })
    }

    /// What it has shown so far.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// How much of it is done, from 0 to 1000: loading is the first tenth ([`reached`]).
    pub fn progress(&self) -> u32 {
        let all = self.fleet.objects.len();
        if self.loaded < all {
            return number_of(self.loaded * 100 / all.max(1));
        }
        let share = self.world.now().0.saturating_mul(900) / self.until.0.max(1);
        100 + u32::try_from(share).unwrap_or(0).min(900)
    }

    /// Lets go of a part of the world, which is of no use any more. Says whether all is gone.
    pub fn unload(&mut self) -> bool {
        self.world.unload(UNLOADED_AT_ONCE)
    }

    /// Takes one step, which is never longer than the controllers' longest. Returns whether the run is over.
    pub fn advance(&mut self) -> bool {
        if self.tape.complete {
            return true;
        }
        if self.loaded < self.fleet.objects.len() {
            self.load();
            return false;
        }
        self.step();
        self.tape.complete
    }

    /// Loads some objects and lets the caches take them in, as long as that is all there is to do.
    fn load(&mut self) {
        let upto = self.fleet.objects.len().min(self.loaded + LOADED_AT_ONCE);
        self.world
            .load(self.fleet.objects[self.loaded..upto].iter().cloned());
        self.loaded = upto;
        while let Some(action) = self.world.next(Schedule::Fair) {
            let is_start = matches!(
                action,
                Action::Nodes(
                    NodeAction::Deliver(_)
                        | NodeAction::NodeWork
                        | NodeAction::PodWork
                        | NodeAction::EvictionWork
                )
            );
            if !is_start || self.world.apply_silently(&action).is_err() {
                break;
            }
        }
    }

    fn step(&mut self) {
        let now = self.world.now();
        if let Some(&fault) = self.faults.get(self.next_fault)
            && fault.at <= now
        {
            self.next_fault += 1;
            self.make(fault);
            return;
        }
        let next = self.world.next(Schedule::Fair);
        if let Some(action) = next.filter(|action| *action != Action::Advance) {
            self.apply(&action);
            return;
        }
        self.sample();
        let fault = self.faults.get(self.next_fault).map(|fault| fault.at);
        let upto = fault.map_or(self.until, |at| at.min(self.until));
        let due = self.world.next_due().filter(|due| *due <= upto);
        let moved = match due {
            Some(_) => self.world.apply_silently(&Action::Advance),
            None => self.world.apply_silently(&Action::Fault(Fault::Sleep(upto))),
        };
        if moved.is_err() || (due.is_none() && upto >= self.until && fault.is_none_or(|at| at > self.until)) {
            self.tape.end = self.until;
            self.tape.complete = true;
        }
        self.tape.end = self.tape.end.max(self.world.now());
    }

    fn make(&mut self, fault: FaultPlan) {
        for action in fault.actions(&self.fleet, self.kinds) {
            // A node that has gone meanwhile cannot go wrong.
            let _ = self.world.apply_silently(&action);
        }
        match fault.what {
            super::What::CacheStalls => self.watched.stalled = true,
            super::What::CacheResumes => self.watched.stalled = false,
            _ => {}
        }
        let at = self.world.now();
        self.happen(at, Happening::Fault(fault));
    }

    fn happen(&mut self, at: Time, what: Happening) {
        self.tape.happened.push(Happened { at, what });
    }

    fn apply(&mut self, action: &Action) {
        let told = matches!(
            action,
            Action::Nodes(NodeAction::TaintTick | NodeAction::EvictionTimers | NodeAction::EvictionWork)
                | Action::Attempt(_)
                | Action::Call { .. }
        );
        if !told {
            if self.world.apply_silently(action).is_err() {
                self.tape.complete = true;
            }
            return;
        }
        match self.world.apply(action) {
            Ok(step) => step.effects.iter().for_each(|effect| self.watched.note(effect)),
            Err(_) => self.tape.complete = true,
        }
    }

    /// Looks at everything that is drawn, if any of it may have changed.
    fn sample(&mut self) {
        let at = self.world.now();
        let Some(nodes) = self.world.nodes() else {
            return;
        };
        let Some(lifecycle) = nodes.lifecycle() else {
            return;
        };
        let (next_pass, passes) = nodes.passes();
        let stamp = Stamp {
            changes: nodes.changes(),
            passes,
            stalled: self.watched.stalled,
        };
        let last = self.watched.stamp.replace(stamp);
        if last == Some(stamp) {
            return;
        }
        let mut changed: Vec<(u32, Bits)> = Vec::new();
        let mut happened: Vec<Happening> = Vec::new();
        let watched = &mut self.watched;
        let mut skipped: Vec<u32> = lifecycle
            .skipped()
            .iter()
            .filter_map(|(name, _)| watched.numbers.get(name).copied())
            .collect();
        skipped.sort_unstable();
        if last.is_none_or(|last| last.changes != stamp.changes) || skipped != watched.skipped {
            watched.skipped = skipped;
            look_at_nodes(
                &self.world,
                &self.fleet,
                watched,
                &mut changed,
                &mut happened,
                self.tape.rows.is_empty(),
            );
        }
        let counts = watched.counts.clone();
        let mut zones = Vec::with_capacity(counts.len());
        for (number, (fleet, counted)) in self.fleet.zones.iter().zip(counts).enumerate() {
            let zone = lifecycle.zone(fleet.key);
            let one = &mut watched.zones[number];
            if one.evicted_now > 0 {
                happened.push(Happening::Evicted {
                    zone: number_of(number),
                    count: std::mem::take(&mut one.evicted_now),
                });
            }
            let row = zone_row(at, zone, counted, one, &watched.numbers);
            if row.state != one.state {
                let is_told = !matches!(
                    (one.state, row.state),
                    (
                        None | Some(ZoneState::Initial),
                        Some(ZoneState::Initial | ZoneState::Normal)
                    )
                );
                if is_told {
                    happened.push(Happening::Zone {
                        zone: number_of(number),
                        from: one.state,
                        to: row.state,
                    });
                }
                one.state = row.state;
            }
            zones.push(row);
        }
        let stale = lifecycle.consistency().records().next();
        let lease_informer = InformerId {
            watcher: Watcher::NodeLifecycle,
            kind: self.kinds.lease,
        };
        let has = self.world.informers().get(lease_informer);
        let has = has.map_or(0, |informer| informer.last_version());
        let mut row = Row {
            zones: zones.into(),
            passes,
            next_pass,
            skipped: number_of(watched.skipped.len()),
            stale: stale.map(|(_, _, _, wanted)| Stale {
                wanted: wanted.parse().unwrap_or(0),
                has,
            }),
            stalled: watched.stalled,
            tainted: watched.tainted,
            evicted: watched.evicted,
            replaced: watched.replaced,
            next_eviction: nodes.eviction().and_then(|eviction| eviction.next_due()),
            ..Row::new(at)
        };
        // While it stalls the cache's version says nothing new each second; between passes only the passes count.
        if let Some(last) = self.tape.rows.last()
            && last.passes == row.passes
        {
            row.stale = row.stale.or(last.stale);
        }
        let master = row.is_master();
        if master != watched.master {
            watched.master = master;
            happened.push(Happening::Master(master));
        }
        let held = row.skipped > 0;
        if held != watched.held {
            watched.held = held;
            happened.push(Happening::Hold(held));
        }
        self.tape.push(row, &changed, &self.watched.bits);
        self.tape
            .happened
            .extend(happened.into_iter().map(|what| Happened { at, what }));
        self.tape.end = self.tape.end.max(at);
    }
}

/// Looks at every node: what has changed of it, and how many there are of each mark.
fn look_at_nodes(
    world: &World,
    fleet: &Fleet,
    watched: &mut Watched,
    changed: &mut Vec<(u32, Bits)>,
    happened: &mut Vec<Happening>,
    first: bool,
) {
    let Some(nodes) = world.nodes() else {
        return;
    };
    let (at, kind) = (world.now(), nodes.kinds().node);
    let mut counts = vec![Counts::default(); fleet.zones.len()];
    for (number, node) in fleet.nodes.iter().enumerate() {
        let key = ObjectKey {
            kind,
            namespace: Name::EMPTY,
            name: node.name,
        };
        let kubelet = nodes.kubelets().and_then(|kubelets| kubelets.get(node.name));
        let silent = kubelet.is_some_and(|kubelet| kubelet.down || !(kubelet.renews || kubelet.posts));
        let lamed = kubelet
            .is_some_and(|kubelet| !kubelet.renews || !kubelet.posts || kubelet.behind != Duration::ZERO);
        let (status, tainted) = world.api().get(&key).map_or((None, false), |node| facts(node));
        if !tainted {
            watched.evicted_of[number] = 0;
        }
        let bits = Bits::of_status(status)
            .with(Bits::SILENT, silent)
            .with(Bits::LAMED, lamed)
            .with(Bits::TAINTED, tainted)
            .with(Bits::DRAINING, watched.evicted_of[number] > 0)
            .with(Bits::EXCLUDED, node.excluded)
            .with(
                Bits::SKIPPED,
                watched.skipped.binary_search(&number_of(number)).is_ok(),
            );
        let since = &mut watched.silent_since[number];
        *since = silent.then(|| since.unwrap_or(at));
        let zone = watched.zone_of[number] as usize;
        let counted = &mut counts[zone];
        let mark = bits.mark();
        counted.marks[mark as usize] += 1;
        counted.ready += u32::from(bits.is_ready());
        counted.silent += u32::from(silent);
        if bits.is_ready() {
            counted.since = [counted.since, *since].into_iter().flatten().min();
        }
        let old = watched.bits[number];
        if old != bits {
            watched.bits[number] = bits;
            changed.push((number_of(number), bits));
            if old.mark() != mark && !first {
                tell_together(happened, number_of(zone), number_of(number), mark);
            }
        }
    }
    watched.counts = counts;
}

impl Watched {
    fn note(&mut self, effect: &Effect) {
        match effect {
            Effect::Nodes {
                effect: NodeEffect::Token {
                    node, tainted: true, ..
                },
                ..
            } => {
                self.tainted += 1;
                if let Some(&number) = self.numbers.get(node) {
                    self.zones[self.zone_of[number as usize] as usize].tainted += 1;
                }
            }
            Effect::Written {
                change: Change::Added,
                by: Actor::ReplicaSetController,
                ..
            } => self.replaced += 1,
            Effect::Written {
                change,
                before: Some(before),
                after,
                by: Actor::TaintEviction,
                ..
            } if !before.meta.is_deleting() && (*change == Change::Deleted || after.meta.is_deleting()) => {
                self.evicted += 1;
                let Facts::Pod(pod) = &after.facts else { return };
                if let Some(&number) = self.numbers.get(&pod.node) {
                    self.evicted_of[number as usize] += 1;
                    let zone = &mut self.zones[self.zone_of[number as usize] as usize];
                    zone.evicted += 1;
                    zone.evicted_now += 1;
                }
            }
            _ => {}
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Counts {
    marks: [u32; Mark::ALL.len()],
    ready: u32,
    silent: u32,
    since: Option<Time>,
}

fn zone_row(
    at: Time,
    zone: Option<&Zone>,
    counted: Counts,
    watched: &mut WatchedZone,
    numbers: &Map<Name, u32>,
) -> ZoneRow {
    let queue = zone.and_then(|zone| zone.queue.as_ref());
    let state = zone.and_then(|zone| zone.state);
    let limiter = queue.map(|queue| {
        let limiter = queue.limiter();
        let (qps, tokens) = match limiter {
            Limiter::Bucket { qps, bucket } => (Some(*qps), bucket.tokens(at)),
            Limiter::Never => (None, 0.0),
            Limiter::Always => (None, 1.0),
        };
        // A later look at the same bucket must read the same as this one.
        let next_token = limiter
            .next_token(at)
            .filter(|_| qps.is_some())
            .map(|wait| at + wait);
        LimiterRow {
            qps,
            tokens,
            next_token: next_token.filter(|token| *token > at),
        }
    });
    let rate = limiter.map(|limiter| limiter.rate());
    if rate != watched.qps || (state != watched.state && state == Some(ZoneState::Initial)) {
        if let Some(to) = rate {
            watched.swap = Some(Swap {
                at,
                from: watched.qps,
                to,
                cause: match state {
                    None | Some(ZoneState::Initial) => SwapCause::Added,
                    Some(_) if watched.qps.is_none() => SwapCause::Added,
                    Some(ZoneState::FullDisruption) if to == 0.0 => SwapCause::Master,
                    Some(state) => SwapCause::State(state),
                },
            });
        }
        watched.qps = rate;
    }
    let mut entries: Vec<_> = queue.map_or_else(Vec::new, |queue| queue.queue().heap().to_vec());
    let length = entries.len();
    // The heap's array is the queue's order only at its head; equal times keep the order of the array.
    if entries.len() > WAITING_SHOWN {
        entries.select_nth_unstable_by_key(WAITING_SHOWN, |entry| entry.process_at);
        entries.truncate(WAITING_SHOWN);
    }
    entries.sort_by_key(|entry| entry.process_at);
    let waiting = entries.iter().filter_map(|entry| {
        Some(Waiting {
            node: *numbers.get(&entry.value)?,
            added_at: entry.added_at,
            process_at: entry.process_at,
        })
    });
    ZoneRow {
        state,
        size: zone.map_or(0, |zone| zone.metrics.size),
        not_ready: zone.map_or(0, |zone| zone.metrics.unhealthy),
        limiter,
        swap: watched.swap,
        waiting: waiting.collect(),
        queue: number_of(length),
        marks: counted.marks,
        ready: counted.ready,
        silent: counted.silent,
        silent_since: counted.since,
        tainted: watched.tainted,
        evicted: watched.evicted,
    }
}

/// Nodes of one zone that became the same at the same time are told together.
fn tell_together(happened: &mut Vec<Happening>, zone: u32, node: u32, mark: Mark) {
    for told in happened.iter_mut() {
        if let Happening::Nodes {
            zone: other,
            count,
            mark: same,
            ..
        } = told
            && *other == zone
            && *same == mark
        {
            *count += 1;
            return;
        }
    }
    happened.push(Happening::Nodes {
        zone,
        count: 1,
        first: node,
        mark,
    });
}

/// Ready, and whether a NoExecute taint of the controller is there.
fn facts(node: &Object) -> (Option<ConditionStatus>, bool) {
    let Facts::Node(facts) = &node.facts else {
        return (None, false);
    };
    let tainted = [Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY]
        .into_iter()
        .any(|key| facts.has_taint(key, Name::NO_EXECUTE));
    (facts.condition(Name::READY).map(|ready| ready.status), tainted)
}

fn number_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The time up to which a run that ends at `until` has come with this progress.
pub fn reached(progress: u32, until: Time) -> Time {
    if progress >= 1000 {
        return until;
    }
    Time(until.0 / 900 * i64::from(progress.saturating_sub(100)))
}
