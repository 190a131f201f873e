use crate::object::{Duration, Name, Names, Time};
use crate::sorted::{SortedMap, SortedSet};
use crate::versions::{Switch, Switches};
use alloc::vec::Vec;

/// How long the collector waits for monitors to sync, and how long it rests between two rounds (C-3, C-4).
pub const SYNC_PERIOD: Duration = Duration::from_secs(30);
/// How soon a round that failed is repeated up to 1.31 (GC-71, versions).
const RETRY_PERIOD: Duration = Duration::from_millis(100);

/// A resource in one version, as discovery and monitors name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Resource {
    /// `group/version`, or the version alone in the core group.
    pub api_version: Name,
    /// The plural.
    pub resource: Name,
}

/// What discovery says of one group and version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceList {
    /// `groupVersion`, as it came.
    pub group_version: Name,
    /// Its resources with their verbs.
    pub resources: Vec<(Name, Vec<Name>)>,
}

/// What comes with a list of preferred resources.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DiscoveryError {
    /// Nothing went wrong.
    #[default]
    None,
    /// These groups in these versions could not be asked (`apiVersion`s).
    GroupsFailed(SortedSet<Name>),
    /// Something else went wrong.
    Other,
}

/// An answer of discovery: the preferred resources, and what went wrong beside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Discovery {
    /// The lists; none where the answer was nothing at all.
    pub lists: Vec<ResourceList>,
    /// What went wrong.
    pub error: DiscoveryError,
}

/// What the collector makes of an answer of discovery.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deletable {
    /// The resources that can be deleted, listed and watched (GC-70).
    pub resources: SortedSet<Resource>,
    /// The groups in versions that could not be asked.
    pub failed: SortedSet<Name>,
}

impl Deletable {
    /// What this answer comes to.
    pub fn of(names: &Names, discovery: &Discovery) -> Self {
        Deletable {
            resources: deletable_resources(names, discovery),
            failed: match &discovery.error {
                DiscoveryError::GroupsFailed(failed) => failed.clone(),
                DiscoveryError::None | DiscoveryError::Other => SortedSet::new(),
            },
        }
    }
}

/// The resources that can be deleted, listed and watched (GC-70). An error does not take back what was found.
pub fn deletable_resources(names: &Names, discovery: &Discovery) -> SortedSet<Resource> {
    let mut found = SortedSet::new();
    for list in &discovery.lists {
        if !is_group_version(names.text(list.group_version)) {
            continue;
        }
        for (resource, verbs) in &list.resources {
            let has = |verb| verbs.iter().any(|&known| names.text(known) == verb);
            if has("delete") && has("list") && has("watch") {
                found.insert(Resource {
                    api_version: list.group_version,
                    resource: *resource,
                });
            }
        }
    }
    found
}

/// `version` or `group/version`; the real parser takes an empty text too.
fn is_group_version(text: &str) -> bool {
    text.matches('/').count() <= 1
}

/// The monitors that are running, and which of them have synced (GC-72).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Monitors {
    synced: SortedMap<Resource, bool>,
}

impl Monitors {
    /// Starts and stops monitors until they are those of `wanted`, without the ignored resources (C-16). A resource that
    /// `is_mapped` does not know gets none, and is in the answer; the others get theirs all the same.
    pub fn sync(
        &mut self,
        names: &Names,
        wanted: &SortedSet<Resource>,
        mut is_mapped: impl FnMut(Resource) -> bool,
    ) -> Vec<Resource> {
        let mut failed = Vec::new();
        let mut kept = SortedMap::new();
        for &resource in wanted {
            if is_ignored(names, resource) {
                continue;
            }
            match self.synced.get(&resource) {
                Some(&synced) => {
                    kept.insert(resource, synced);
                }
                None if is_mapped(resource) => {
                    kept.insert(resource, false);
                }
                None => failed.push(resource),
            }
        }
        self.synced = kept;
        failed
    }

    /// The monitor of `resource`, if there is one, has got its initial list.
    pub fn set_synced(&mut self, resource: Resource) {
        if let Some(synced) = self.synced.get_mut(&resource) {
            *synced = true;
        }
    }

    /// Whether there is a monitor of this resource that has synced.
    pub fn is_resource_synced(&self, resource: Resource) -> bool {
        self.synced.get(&resource) == Some(&true)
    }

    /// Whether there is a monitor at all, and all have synced.
    pub fn is_synced(&self) -> bool {
        !self.synced.is_empty() && self.synced.values().all(|&synced| synced)
    }

    /// The resources that are monitored.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = Resource> {
        self.synced.keys().copied()
    }
}

fn is_ignored(names: &Names, resource: Resource) -> bool {
    let api_version = names.text(resource.api_version);
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    names.text(resource.resource) == "events" && matches!(group, "" | "events.k8s.io")
}

/// How a round of [`ResourceSync`] went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// Discovery found nothing: the monitors stay (step 1).
    NothingFound,
    /// The set is the accepted one (step 3).
    Unchanged,
    /// Some resource got no monitor; the next round tries again (step 4).
    MonitorsFailed,
    /// The monitors are not all synced yet (step 5).
    Waiting,
    /// They were not synced in time, and the round is repeated: up to 1.31.
    TimedOut,
    /// The set was accepted (step 6).
    Accepted,
    /// It is not time for a round.
    Resting,
}

/// The collector's periodic look at discovery (GC-71), a machine without a clock: whoever drives it asks
/// [`ResourceSync::next_due`] and calls [`ResourceSync::round`] or [`ResourceSync::look`] then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceSync {
    period: Duration,
    switches: Switches,
    accepted: SortedSet<Resource>,
    monitors: Monitors,
    waiting: Option<Waiting>,
    /// A round of 1.31 or older has found a difference and not yet brought it to an end.
    unfinished: bool,
    next_round: Time,
    failing: Option<Failing>,
    errors: u64,
}

/// The last round failed: when, and how long it takes until the same round has failed once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Failing {
    since: Time,
    cycle: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Waiting {
    until: Time,
    set: SortedSet<Resource>,
}

impl ResourceSync {
    /// Nothing accepted and the first round due at once.
    pub fn new(now: Time, period: Duration, switches: Switches) -> Self {
        ResourceSync {
            period,
            switches,
            accepted: SortedSet::new(),
            monitors: Monitors::default(),
            waiting: None,
            unfinished: false,
            next_round: now,
            failing: None,
            errors: 0,
        }
    }

    /// Begins a round with what discovery answers at `now`, if it is time for one.
    pub fn round(
        &mut self,
        names: &Names,
        found: &Deletable,
        is_mapped: impl FnMut(Resource) -> bool,
        now: Time,
    ) -> Round {
        if self.waiting.is_some() || now < self.next_round {
            return Round::Resting;
        }
        let mut set = found.resources.clone();
        if set.is_empty() {
            self.errors += 1;
            self.rest(now, true);
            self.fails_again(now, self.next_round - now);
            return Round::NothingFound;
        }
        let kept = self.accepted.iter().copied().filter(|resource| {
            found.failed.contains(&resource.api_version) && self.monitors.is_resource_synced(*resource)
        });
        set.extend(kept);
        if set == self.accepted && !self.unfinished {
            self.rest(now, false);
            return Round::Unchanged;
        }
        self.unfinished = self.pauses();
        if !self.monitors.sync(names, &set, is_mapped).is_empty() {
            self.errors += 1;
            self.rest(now, true);
            self.fails_again(now, self.next_round - now);
            return Round::MonitorsFailed;
        }
        self.waiting = Some(Waiting {
            until: now + self.period,
            set,
        });
        self.look(now)
    }

    /// Looks whether the wait for the monitors is over: because all are synced, or because the time is up.
    pub fn look(&mut self, now: Time) -> Round {
        let Some(waiting) = self.waiting.take() else {
            return Round::Resting;
        };
        let synced = self.monitors.is_synced();
        if !synced && now < waiting.until {
            self.waiting = Some(waiting);
            return Round::Waiting;
        }
        if !synced {
            self.errors += 1;
            if self.pauses() {
                self.rest(now, true);
                // The next round waits as long as this one did.
                self.fails_again(now, Duration(self.period.0.saturating_add(RETRY_PERIOD.0)));
                return Round::TimedOut;
            }
        }
        self.accepted = waiting.set;
        self.unfinished = false;
        self.rest(now, false);
        Round::Accepted
    }

    fn pauses(&self) -> bool {
        self.switches.has(Switch::GcWorkersPauseDuringResync)
    }

    fn rest(&mut self, now: Time, failed: bool) {
        self.failing = None;
        let again = failed && self.unfinished;
        self.next_round = now + if again { RETRY_PERIOD } else { self.period };
    }

    fn fails_again(&mut self, since: Time, cycle: Duration) {
        self.failing = Some(Failing { since, cycle });
    }

    /// When something is to be done: the next round, or the end of the wait for the monitors.
    pub fn next_due(&self) -> Time {
        self.waiting
            .as_ref()
            .map_or(self.next_round, |waiting| waiting.until)
    }

    /// When a round begins if the next one that has anything to find is the first at or after `now`: rounds that find
    /// what the last one found need not be taken.
    pub fn round_at_or_after(&self, now: Time) -> Time {
        let late = (now - self.next_round).0.max(0);
        let cycle = self.failing.map_or(self.period, |failing| failing.cycle).0.max(1);
        let skipped = late / cycle + i64::from(late % cycle > 0);
        self.next_round + Duration(skipped.saturating_mul(cycle))
    }

    /// Until when it waits for its monitors, if it does.
    pub fn waits_until(&self) -> Option<Time> {
        self.waiting.as_ref().map(|waiting| waiting.until)
    }

    /// A changed set is being brought in, or has to be brought in once more: up to 1.31.
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// The set that was accepted last.
    pub fn accepted(&self) -> &SortedSet<Resource> {
        &self.accepted
    }

    /// The monitors.
    pub fn monitors(&self) -> &Monitors {
        &self.monitors
    }

    /// The monitor of `resource` has got its initial list.
    pub fn set_synced(&mut self, resource: Resource) {
        self.monitors.set_synced(resource);
    }

    /// Whether workers may take items: up to 1.31 not while a changed set is being brought in.
    pub fn workers_may_run(&self) -> bool {
        !self.unfinished
    }

    /// `garbagecollector_controller_resources_sync_error_total` (GC-61), by the rounds that were taken.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// The same at `now`, with the rounds that were not taken because they fail as the last one did.
    pub fn errors_at(&self, now: Time) -> u64 {
        let again = |failing: Failing| (now - failing.since).0.max(0) / failing.cycle.0.max(1);
        self.errors + self.failing.map_or(0, again).cast_unsigned()
    }
}

/// What holds the workers back when the collector starts (GC-73).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartGate {
    opens: Option<Time>,
}

impl StartGate {
    /// The gate of a collector that starts now: open where every monitor is synced; else it opens after 30 s at the
    /// latest, but up to 1.31 only when they are.
    pub fn new(now: Time, switches: Switches, monitors_are_synced: bool) -> Self {
        let opens = if monitors_are_synced {
            Some(now)
        } else if switches.has(Switch::GcStartGateTimeout) {
            Some(now + SYNC_PERIOD)
        } else {
            None
        };
        StartGate { opens }
    }

    /// Every monitor is synced now. What happens to them later does not close the gate again.
    pub fn monitors_synced(&mut self, now: Time) {
        self.opens = Some(self.opens.map_or(now, |opens| opens.min(now)));
    }

    /// Whether workers may take items.
    pub fn is_open(&self, now: Time) -> bool {
        self.opens.is_some_and(|opens| opens <= now)
    }

    /// When it opens by itself, if it is still shut.
    pub fn opens_after(&self, now: Time) -> Option<Time> {
        self.opens.filter(|&opens| opens > now)
    }
}
