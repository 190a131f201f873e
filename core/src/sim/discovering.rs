use super::{DueReason, Effect, Effects, InformerId, Rejected, Rule, Watcher, World};
use crate::apiserver::Cluster;
use crate::gc::{Deletable, Resource, ResourceSync, RestMapper, Round, SYNC_PERIOD, StartGate};
use crate::object::{DiscoveryFailure, KindId, Name, Time};
use crate::sorted::{SortedMap, SortedSet};
use crate::versions::{Switch, Switches};

/// What the collector knows of discovery: which kinds it watches, and what holds its workers back (GC-71 to GC-73).
#[derive(Clone, Debug)]
pub struct Discovering {
    sync: ResourceSync,
    gate: StartGate,
    mapper: RestMapper,
    /// The resource that the monitor of each kind watches.
    monitors: SortedMap<KindId, Resource>,
    /// What discovery said in the last round.
    seen: (u64, Option<DiscoveryFailure>),
    /// When the next round is that has anything to find.
    due: Option<Time>,
    /// The workers had to wait at the start.
    waited: bool,
    /// It was told that the workers may start.
    started: bool,
}

impl Discovering {
    pub(super) fn new(cluster: &Cluster, switches: Switches, now: Time) -> Self {
        Discovering {
            sync: ResourceSync::new(now, SYNC_PERIOD, switches),
            gate: StartGate::new(now, switches, false),
            mapper: RestMapper::new(cluster),
            monitors: SortedMap::new(),
            seen: seen(cluster),
            due: None,
            waited: false,
            started: false,
        }
    }

    /// The REST mapper.
    pub fn mapper(&self) -> &RestMapper {
        &self.mapper
    }

    /// The rounds over discovery.
    pub fn sync(&self) -> &ResourceSync {
        &self.sync
    }

    /// The kinds that have a monitor, with the resource that it watches.
    pub fn monitors(&self) -> impl ExactSizeIterator<Item = (KindId, Resource)> {
        self.monitors.iter().map(|(&kind, &resource)| (kind, resource))
    }

    /// Whether workers may take items.
    pub fn workers_may_run(&self, now: Time) -> bool {
        self.gate.is_open(now) && self.sync.workers_may_run()
    }

    /// When the next round is that has anything to find, or the wait for the monitors ends.
    pub fn next_round(&self) -> Option<Time> {
        self.due.or(self.sync.waits_until())
    }

    /// When the workers start by themselves, if they still wait.
    pub(super) fn opens_after(&self, now: Time) -> Option<Time> {
        self.gate.opens_after(now)
    }

    pub(super) fn digest(&self, cluster: &Cluster, now: Time, digester: &mut super::Digester) {
        digester.number(u64::from(self.gate.is_open(now)));
        digester.signed(self.gate.opens_after(now).map_or(i64::MIN, |at| at.0));
        digester.number(u64::from(self.sync.workers_may_run()));
        digester.signed(self.next_round().map_or(i64::MIN, |at| at.0));
        self.mapper.digest(cluster, digester);
        digester.number(self.monitors.len() as u64);
    }
}

fn seen(cluster: &Cluster) -> (u64, Option<DiscoveryFailure>) {
    (cluster.kinds.revision(), cluster.discovery_failure.clone())
}

/// What discovery answers now: the kinds that are served, each in the first version that can be asked.
fn deletable(cluster: &Cluster) -> Deletable {
    let mut found = Deletable::default();
    if let Some(DiscoveryFailure::Groups(groups)) = &cluster.discovery_failure {
        found.failed = groups.iter().map(|failure| failure.group_version).collect();
    }
    for id in cluster.kinds.ids() {
        let kind = cluster.kinds.get(id);
        let mut versions = kind.versions.iter();
        let version = versions.find(|version| version.served && !found.failed.contains(&version.api_version));
        if let Some(version) = version.filter(|_| kind.is_deletable()) {
            found.resources.insert(Resource {
                api_version: version.api_version,
                resource: kind.resource,
            });
        }
    }
    found
}

fn monitor_of(kind: KindId) -> InformerId {
    InformerId {
        watcher: Watcher::GarbageCollector,
        kind,
    }
}

impl World {
    /// The first round, with which the collector starts. The monitors' lists are left to the caller, who makes all of
    /// them at once, in the order of the storage.
    pub(super) fn start_monitors(&mut self, fx: &mut Effects) {
        if !self.config.garbage_collector {
            return;
        }
        self.discovering = Discovering::new(&self.cluster, self.config.switches(), self.now);
        self.round(None, &mut Effects::off());
        let count = self.discovering.monitors.len() as u64;
        fx.push(|| Effect::MonitorsStarted {
            count,
            rule: Rule("GC-72"),
        });
    }

    /// The step of [`Action::Discover`](super::Action::Discover).
    pub(super) fn discover(&mut self, fx: &mut Effects) -> Result<(), Rejected> {
        if self.discovering.next_round().is_none_or(|due| due > self.now) {
            return Err(Rejected::NothingDue);
        }
        if self.discovering.sync.waits_until().is_some() {
            self.note_synced();
            let round = self.discovering.sync.look(self.now);
            fx.push(|| Effect::DiscoveryRound {
                round,
                rule: Rule("GC-71"),
            });
            self.news();
        } else {
            self.round(Some(self.now + self.config.api_latency), fx);
        }
        Ok(())
    }

    /// Whether a round is to be taken now.
    pub(super) fn can_discover(&self) -> bool {
        self.discovering.next_round().is_some_and(|due| due <= self.now) && !self.waits_in_vain()
    }

    /// Its monitors are all synced, so that the wait for them ends in the next step, whatever that is.
    fn waits_in_vain(&self) -> bool {
        self.discovering.sync.waits_until().is_some() && self.informers.are_synced(Watcher::GarbageCollector)
    }

    /// The next due thing of discovery after now.
    pub(super) fn discovery_due(&self) -> Option<(Time, DueReason)> {
        let later = |due: &Time| *due > self.now;
        let round = self.discovering.next_round().filter(later);
        let round = round.filter(|_| !self.waits_in_vain());
        let gate = self.discovering.opens_after(self.now);
        let gate = gate.filter(|_| !self.informers.are_synced(Watcher::GarbageCollector));
        let gate = gate.map(|due| (due, DueReason::StartGate));
        round
            .map(|due| (due, DueReason::Discovery))
            .into_iter()
            .chain(gate)
            .min()
    }

    fn round(&mut self, lists_arrive: Option<Time>, fx: &mut Effects) {
        self.note_synced();
        let found = deletable(&self.cluster);
        let Discovering { sync, mapper, .. } = &mut self.discovering;
        let round = sync.round(&self.cluster.names, &found, |_| true, self.now);
        fx.push(|| Effect::DiscoveryRound {
            round,
            rule: Rule("GC-71"),
        });
        if !mapper.is_current(&self.cluster) {
            *mapper = RestMapper::new(&self.cluster);
            fx.push(|| Effect::MapperReset { rule: Rule("GC-71") });
        }
        self.discovering.seen = seen(&self.cluster);
        self.discovering.due = None;
        if round != Round::NothingFound && round != Round::Unchanged {
            self.change_monitors(lists_arrive, fx);
        }
        self.news();
    }

    /// Lets the workers start though no monitor has its list yet, for whoever plays the informers by hand.
    pub fn skip_start_gate(&mut self) {
        let Discovering {
            sync, gate, monitors, ..
        } = &mut self.discovering;
        for &resource in monitors.values() {
            sync.set_synced(resource);
        }
        sync.look(self.now);
        gate.monitors_synced(self.now);
        self.discovering.started = true;
    }

    /// Starts and stops informers until they are the monitors that the last round asked for (GC-72).
    fn change_monitors(&mut self, lists_arrive: Option<Time>, fx: &mut Effects) {
        let wanted: SortedSet<Resource> = self.discovering.sync.monitors().resources().collect();
        for id in self.cluster.kinds.ids() {
            let kind = self.cluster.kinds.get(id);
            let resource = |api_version| Resource {
                api_version,
                resource: kind.resource,
            };
            let versions = kind.versions.iter().map(|version| resource(version.api_version));
            let wanted = { versions }.find(|resource| wanted.contains(resource));
            let running = self.discovering.monitors.get(&id).copied();
            if running == wanted {
                continue;
            }
            if running.is_some() {
                self.discovering.monitors.remove(&id);
                self.informers.stop(monitor_of(id));
                fx.push(|| Effect::MonitorStopped {
                    kind: id,
                    rule: Rule("GC-72"),
                });
            }
            if let Some(resource) = wanted {
                self.discovering.monitors.insert(id, resource);
                self.start_informer(monitor_of(id), lists_arrive);
                fx.push(|| Effect::MonitorStarted {
                    kind: id,
                    rule: Rule("GC-72"),
                });
            }
        }
    }

    /// Starts an informer, whose initial list arrives at `due`; without that there is none yet.
    pub(super) fn start_informer(&mut self, id: InformerId, due: Option<Time>) {
        let is_monitor = id.watcher == Watcher::GarbageCollector;
        let broken = is_monitor && self.failing_monitors.contains(&id.kind);
        self.informers.start(id, broken);
        if let Some(due) = due {
            let stored = self.api.list(&self.cluster.names, id.kind, Name::EMPTY);
            self.informers.list_for(id, stored, self.now, due);
        }
    }

    /// Tells the rounds which monitors have got their initial list.
    fn note_synced(&mut self) {
        for (&kind, &resource) in &self.discovering.monitors {
            if self
                .informers
                .get(monitor_of(kind))
                .is_some_and(|monitor| monitor.is_synced())
            {
                self.discovering.sync.set_synced(resource);
            }
        }
    }

    /// After every step: ends the waits that are over, and sets the time of the next round that has anything to find.
    pub(super) fn follow_discovery(&mut self, fx: &mut Effects) {
        if !self.config.garbage_collector {
            return;
        }
        let waits = self.discovering.sync.waits_until().is_some();
        let unfinished = self.discovering.sync.is_unfinished();
        if waits || unfinished || !self.discovering.started {
            let synced = self.informers.are_synced(Watcher::GarbageCollector);
            let quiet = !self.discovering.started && !self.discovering.waited;
            if waits && synced {
                self.note_synced();
                let round = self.discovering.sync.look(self.now);
                self.news();
                if !quiet {
                    fx.push(|| Effect::DiscoveryRound {
                        round,
                        rule: Rule("GC-71"),
                    });
                }
            }
            self.follow_gate(synced, quiet, fx);
            if unfinished && !waits && synced && self.discovering.due.is_none() {
                // The round that is being repeated goes well now.
                self.discovering.due = Some(self.discovering.sync.next_due().max(self.now));
            }
        }
        let differs = self.discovering.seen.0 != self.cluster.kinds.revision()
            || self.discovering.seen.1 != self.cluster.discovery_failure;
        if differs && self.discovering.due.is_none() && self.discovering.sync.waits_until().is_none() {
            self.discovering.due = Some(self.discovering.sync.round_at_or_after(self.now));
        }
    }

    fn follow_gate(&mut self, synced: bool, quiet: bool, fx: &mut Effects) {
        if self.discovering.started {
            return;
        }
        if synced {
            self.discovering.gate.monitors_synced(self.now);
        }
        if self.discovering.gate.is_open(self.now) {
            self.discovering.started = true;
            if !quiet {
                fx.push(|| Effect::WorkersStarted {
                    all_synced: synced,
                    rule: Rule("GC-73"),
                });
            }
        } else {
            self.discovering.waited = true;
        }
    }

    /// The monitor of a kind fails from now on, or works again: it then makes a new list, if there is anything to list.
    pub(super) fn set_monitor(&mut self, kind: KindId, fails: bool, fx: &mut Effects) {
        let changed = if fails {
            self.failing_monitors.insert(kind)
        } else {
            self.failing_monitors.remove(&kind)
        };
        if !changed {
            return;
        }
        let id = monitor_of(kind);
        if fails {
            self.informers.break_off(id);
        } else if self.cluster.kinds.get(kind).is_served() {
            let stored = self.api.list(&self.cluster.names, kind, Name::EMPTY);
            let due = self.now + self.config.api_latency;
            let deleted_first = self.config.switches().has(Switch::InformerRelistDeletesFirst);
            self.informers.recover(id, &stored, self.now, due, deleted_first);
        }
        self.news();
        fx.push(|| Effect::MonitorBroke { kind, fails });
    }

    /// Whether the collector still waits for anything of discovery: until then the cluster is not at rest.
    pub(super) fn awaits_discovery(&self) -> bool {
        self.config.garbage_collector && (self.can_discover() || self.discovery_due().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::builtin_kinds;
    use crate::sim::{Action, Config, Fault, Schedule};
    use alloc::sync::Arc;

    fn world(minor: u32) -> World {
        let mut cluster = Cluster {
            minor,
            ..Cluster::default()
        };
        cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), minor));
        let config = Config {
            minor,
            ..Config::default()
        };
        World::new(config, cluster, 1)
    }

    fn kind(world: &World, kind: &str) -> KindId {
        let names = &world.cluster().names;
        let kind = names.find(kind).expect("the kind is built in");
        let ids = world.cluster().kinds.ids();
        { ids }
            .find(|&id| world.cluster().kinds.get(id).kind == kind)
            .expect("the kind is built in")
    }

    fn serve(world: &mut World, kind: KindId, served: bool) {
        for version in &mut Arc::make_mut(&mut world.cluster_mut().kinds)
            .get_mut(kind)
            .versions
        {
            version.served = served;
        }
        // The world takes notice with its next step.
        let now = world.now();
        world
            .apply_silently(&Action::Fault(Fault::Sleep(now)))
            .expect("now is not past");
    }

    fn is_watched(world: &World, kind: KindId) -> bool {
        world.informers().get(monitor_of(kind)).is_some()
    }

    #[test]
    fn rounds_that_find_nothing_are_not_taken() {
        let mut world = world(37);
        assert!(world.run_silently(Schedule::Fair, None, 100), "at rest");
        assert_eq!((world.steps(), world.now()), (0, Time::START));
        assert_eq!(world.next_due(), None);
    }

    #[test]
    fn a_kind_that_goes_loses_its_monitor_in_the_next_round_and_gets_one_when_it_comes_back() {
        let mut world = world(37);
        let jobs = kind(&world, "Job");
        assert!(is_watched(&world, jobs));
        let sleep = Action::Fault(Fault::Sleep(Time::from_secs(95)));
        world.apply_silently(&sleep).expect("time moves on");
        serve(&mut world, jobs, false);
        assert!(is_watched(&world, jobs), "until the next round");
        let job = world.cluster().kinds.get(jobs);
        let names = (job.preferred(), job.kind);
        assert_eq!(world.discovering().mapper().served(names.0, names.1), Some(jobs));
        assert_eq!(world.next_due(), Some(Time::from_secs(120)), "every 30 s");
        assert!(world.run_silently(Schedule::Fair, None, 100));
        assert_eq!(world.now(), Time::from_secs(120));
        assert!(!is_watched(&world, jobs));
        assert_eq!(world.discovering().mapper().served(names.0, names.1), None);
        serve(&mut world, jobs, true);
        assert_eq!(world.discovering().mapper().served(names.0, names.1), None);
        assert!(world.run_silently(Schedule::Fair, None, 100));
        assert_eq!(world.now(), Time::from_secs(150));
        assert!(is_watched(&world, jobs));
        assert_eq!(world.discovering().mapper().served(names.0, names.1), Some(jobs));
    }

    #[test]
    fn the_monitors_of_groups_that_fail_stay_if_they_were_synced() {
        let mut world = world(37);
        let (jobs, pods) = (kind(&world, "Job"), kind(&world, "Pod"));
        let batch = world.cluster().kinds.get(jobs).preferred();
        let failure = DiscoveryFailure::of_groups(
            &world.cluster().names.clone(),
            [crate::object::GroupFailure {
                group_version: batch,
                error: crate::object::GroupError::Stale,
            }],
        );
        let fails = Action::Fault(Fault::Discovery(failure));
        world.apply_silently(&fails).expect("a fault is possible");
        assert!(world.run_silently(Schedule::Fair, None, 100));
        assert!(is_watched(&world, jobs) && is_watched(&world, pods));
        // After a restart there is no monitor to keep.
        let restart = Action::Fault(Fault::RestartControllers);
        world.apply_silently(&restart).expect("a fault is possible");
        assert!(!is_watched(&world, jobs) && is_watched(&world, pods));
    }

    #[test]
    fn a_monitor_that_never_syncs_holds_the_workers_back() {
        // Up to 1.31 a wait of 30 s follows every 100 ms.
        for (minor, opens, failures) in [(31, false, [1, 1, 3]), (32, true, [1; 3]), (37, true, [1; 3])] {
            let mut world = world(minor);
            let (jobs, now) = (kind(&world, "Job"), world.now());
            let fails = Action::Fault(Fault::Monitor {
                kind: jobs,
                fails: true,
            });
            world.apply_silently(&fails).expect("a fault is possible");
            assert!(world.discovering().workers_may_run(now), "it was synced before");
            let restart = Action::Fault(Fault::RestartControllers);
            world.apply_silently(&restart).expect("a fault is possible");
            assert!(!world.discovering().workers_may_run(now));
            assert!(world.run_silently(Schedule::Fair, None, 100), "at rest");
            assert_eq!(world.now(), Time::from_secs(30), "1.{minor}");
            assert_eq!(
                world.discovering().workers_may_run(world.now()),
                opens,
                "1.{minor}"
            );
            let errors =
                [30, 60, 91].map(|seconds| world.discovering().sync().errors_at(Time::from_secs(seconds)));
            assert_eq!(errors, failures, "1.{minor}");
            let recovers = Action::Fault(Fault::Monitor {
                kind: jobs,
                fails: false,
            });
            world.apply_silently(&recovers).expect("a fault is possible");
            assert!(world.run_silently(Schedule::Fair, None, 100));
            assert!(world.discovering().workers_may_run(world.now()), "1.{minor}");
        }
    }

    #[test]
    fn every_round_is_due_once() {
        let mut world = world(37);
        assert_eq!(world.apply(&Action::Discover), Err(Rejected::NothingDue));
        let jobs = kind(&world, "Job");
        serve(&mut world, jobs, false);
        let sleep = Action::Fault(Fault::Sleep(Time::from_secs(31)));
        world.apply_silently(&sleep).expect("time moves on");
        assert!(world.enabled().contains(&Action::Discover));
        assert!(world.apply(&Action::Discover).is_ok());
        assert!(!world.enabled().contains(&Action::Discover));
        assert_eq!(world.apply(&Action::Discover), Err(Rejected::NothingDue));
    }
}
