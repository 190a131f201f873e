use super::{NodeFault, ZoneKey};
use crate::Set;
use crate::apiserver::{ApiServer, Change, Cluster, Heartbeat, WatchEvent};
use crate::object::{ConditionStatus, Duration, Facts, KindId, Name, Object, ObjectKey, Time};
use crate::sim::{Config, Digester, Effects, Random};
use crate::sorted::SortedMap;
use crate::versions::Switch;
use alloc::vec::Vec;

const SECOND: i64 = 1_000_000_000;
const MILLISECOND: i64 = 1_000_000;

/// The kubelets' signs of life (spec nodes, section 9). Each renews its lease every ten seconds and posts its status
/// every five minutes, or when it is not what the API server has. All that is due in one second comes as one step, and
/// each node has a second of its own, as in a cluster that did not start at once. Since 1.34 the report that follows
/// something new comes up to half of the five minutes earlier or later, once.
#[derive(Clone, Debug)]
pub struct Kubelets {
    renew_interval: Duration,
    report_interval: Duration,
    /// A report of something new shifts the one that follows it (KL-3).
    shifts: bool,
    /// The nodes that are down when they first appear.
    silent: Set<Name>,
    nodes: SortedMap<Name, Kubelet>,
    due: SortedMap<Time, Vec<Name>>,
}

/// What came from the kubelets at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Beats {
    /// Leases that were renewed.
    pub(super) leases: u32,
    /// Statuses that were posted.
    pub(super) statuses: u32,
    /// A status says something new.
    pub(super) news: bool,
}

/// One kubelet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kubelet {
    /// The node is down: nothing comes from it, and nobody stops its pods.
    pub down: bool,
    /// It renews its lease.
    pub renews: bool,
    /// It posts its status.
    pub posts: bool,
    /// What it reports as Ready.
    pub ready: ConditionStatus,
    /// How much its clock is behind.
    pub behind: Duration,
    /// When it renews next.
    pub next: Time,
    /// When it posts its status next, at the latest.
    pub next_report: Time,
}

impl Kubelets {
    /// No kubelets yet: each comes with its node.
    pub fn new(config: &Config) -> Self {
        Kubelets {
            renew_interval: config.nodes.renew_interval,
            report_interval: config.nodes.report_interval,
            shifts: config.switches().has(Switch::KubeletStatusOffset),
            silent: config.silent_nodes.clone(),
            nodes: SortedMap::new(),
            due: SortedMap::new(),
        }
    }

    /// Shows a change of a node. The kubelet of a node that is found with Ready Unknown is taken as down.
    pub fn observe(&mut self, cluster: &Cluster, event: &WatchEvent, now: Time) {
        let name = event.object.meta.name;
        if event.change == Change::Deleted {
            self.nodes.remove(&name);
            return;
        }
        if event.change == Change::Modified && self.nodes.contains_key(&name) {
            return;
        }
        let ready = match &event.object.facts {
            Facts::Node(facts) => facts.condition(Name::READY).map(|ready| ready.status),
            _ => None,
        };
        let hash = cluster.names.hash_of(name).cast_signed();
        let next = after(now, self.renew_interval, hash);
        let kubelet = Kubelet {
            down: ready == Some(ConditionStatus::Unknown) || self.silent.contains(&name),
            renews: true,
            posts: true,
            ready: match ready {
                Some(ConditionStatus::False) => ConditionStatus::False,
                _ => ConditionStatus::True,
            },
            behind: Duration::ZERO,
            next,
            next_report: after(now, self.report_interval, hash.wrapping_shr(7)),
        };
        if self.nodes.insert(name, kubelet).is_none() {
            self.due.entry(next).or_default().push(name);
        }
    }

    /// One kubelet.
    pub fn get(&self, node: Name) -> Option<&Kubelet> {
        self.nodes.get(&node)
    }

    /// All kubelets.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &Kubelet)> {
        self.nodes.iter().map(|(&name, kubelet)| (name, kubelet))
    }

    /// Whether the node is known to be down.
    pub fn is_down(&self, node: Name) -> bool {
        self.nodes.get(&node).is_some_and(|kubelet| kubelet.down)
    }

    /// When somebody is due next.
    pub fn next_due(&self) -> Option<Time> {
        self.due.first_key_value().map(|(&at, _)| at)
    }

    /// When somebody is due next after `now`, whoever is due already.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        let from = Time(now.0.saturating_add(1));
        self.due.range_from(&from).next().map(|(&at, _)| at)
    }

    /// Makes a fault, or puts it right. Returns the nodes that came up again.
    pub fn fault(&mut self, fault: NodeFault, nodes: impl Fn(ZoneKey) -> Vec<Name>) -> Vec<Name> {
        let mut came_up = Vec::new();
        let mut set = |node: Name, change: &mut dyn FnMut(&mut Kubelet)| {
            if let Some(kubelet) = self.nodes.get_mut(&node) {
                let was_down = kubelet.down;
                change(kubelet);
                if was_down && !kubelet.down {
                    came_up.push(node);
                }
            }
        };
        match fault {
            NodeFault::Node { node, down } => set(node, &mut |kubelet| kubelet.down = down),
            NodeFault::Zone { zone, down } => {
                for node in nodes(zone) {
                    set(node, &mut |kubelet| kubelet.down = down);
                }
            }
            NodeFault::Lease { node, stops } => set(node, &mut |kubelet| kubelet.renews = !stops),
            NodeFault::Status { node, stops } => set(node, &mut |kubelet| kubelet.posts = !stops),
            NodeFault::Clock { node, behind } => set(node, &mut |kubelet| kubelet.behind = behind),
            NodeFault::Ready { node, ready } => set(node, &mut |kubelet| kubelet.ready = ready),
            NodeFault::Cache { .. } | NodeFault::Refuse(_) => {}
        }
        came_up
    }

    /// Those who are due, the earliest first.
    pub fn due_at(&self, now: Time) -> impl Iterator<Item = Name> {
        let due = self.due.iter().take_while(move |(at, _)| **at <= now);
        due.flat_map(|(_, names)| names.iter().copied())
    }

    /// Takes who is due out of the calendar: the one that is named, or else so many at most.
    fn take_due(&mut self, now: Time, only: Option<Name>, most: usize) -> Vec<Name> {
        let mut taken = Vec::new();
        if let Some(name) = only {
            let found = self.due.iter().take_while(|(at, _)| **at <= now);
            let mut found =
                found.filter_map(|(&at, names)| Some((at, names.iter().position(|&one| one == name)?)));
            if let Some((at, place)) = found.next()
                && let Some(names) = self.due.get_mut(&at)
            {
                taken.push(names.remove(place));
                if names.is_empty() {
                    self.due.remove(&at);
                }
            }
            return taken;
        }
        while taken.len() < most
            && let Some((at, mut names)) = self.due.pop_first_if(|due| *due <= now)
        {
            let rest = names.split_off(names.len().min(most - taken.len()));
            taken.append(&mut names);
            if !rest.is_empty() {
                self.due.insert(at, rest);
            }
        }
        taken
    }

    /// Lets those act who are due at `now`: the one that is named, or else so many at most.
    pub(super) fn beat(
        &mut self,
        (only, most): (Option<Name>, usize),
        api: &mut ApiServer,
        cluster: &mut Cluster,
        (node_kind, lease_kind): (KindId, KindId),
        now: Time,
        fx: &mut Effects,
    ) -> Beats {
        let mut beats = Beats::default();
        for name in self.take_due(now, only, most) {
            let Some(kubelet) = self.nodes.get_mut(&name) else {
                continue;
            };
            kubelet.next = now + self.renew_interval;
            let next = kubelet.next;
            let key = ObjectKey {
                kind: node_kind,
                namespace: Name::EMPTY,
                name,
            };
            let at = Time(now.0.saturating_sub(kubelet.behind.0));
            if let Some(node) = api.get(&key).cloned().filter(|_| !kubelet.down) {
                let mut untold = Effects::off();
                if kubelet.renews {
                    let mut beat = Heartbeat {
                        cluster: &mut *cluster,
                        now,
                        at,
                        fx: &mut untold,
                    };
                    api.renew_lease(&mut beat, lease_kind, &node);
                    beats.leases += 1;
                }
                let differs = ready_of(&node) != Some(kubelet.ready);
                if kubelet.posts && (differs || kubelet.next_report <= now) {
                    // Only a status that says something new is told.
                    let mut beat = Heartbeat {
                        cluster: &mut *cluster,
                        now,
                        at,
                        fx: if differs { &mut *fx } else { &mut untold },
                    };
                    api.post_status(&mut beat, &node, kubelet.ready);
                    beats.statuses += 1;
                    beats.news |= differs;
                    kubelet.next_report = now + self.report_interval;
                    if differs && self.shifts {
                        let seed = cluster.names.hash_of(name).wrapping_add(now.0.cast_unsigned());
                        kubelet.next_report = kubelet.next_report + shift(self.report_interval, seed);
                    }
                }
            }
            self.due.entry(next).or_default().push(name);
        }
        beats
    }

    /// Adds the kubelets to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        // The map is in the order of interning, which need not be the same everywhere.
        let mut sum: u128 = 0;
        for (&name, kubelet) in &self.nodes {
            let mut own = Digester::default();
            own.name(&cluster.names, name);
            own.number(
                u64::from(kubelet.down) | u64::from(kubelet.renews) << 1 | u64::from(kubelet.posts) << 2,
            );
            own.number(kubelet.ready as u64);
            own.signed(kubelet.behind.0);
            own.signed(kubelet.next.0);
            own.signed(kubelet.next_report.0);
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
    }
}

fn ready_of(node: &Object) -> Option<ConditionStatus> {
    match &node.facts {
        Facts::Node(facts) => Some(facts.condition(Name::READY)?.status),
        _ => None,
    }
}

/// By how much the report after a new one is earlier or later: up to half of the interval, in whole milliseconds, drawn
/// anew for every node and time (KL-3).
fn shift(interval: Duration, seed: u64) -> Duration {
    let half_ms = interval.0 / (2 * MILLISECOND);
    let drawn = Random::new(seed).next_u64() % (half_ms.unsigned_abs() * 2 + 1);
    Duration((drawn.cast_signed() - half_ms) * MILLISECOND)
}

/// The first time after `now` in the second that `hash` picks of every `interval`.
fn after(now: Time, interval: Duration, hash: i64) -> Time {
    let seconds = (interval.0 / SECOND).max(1);
    let phase = hash.rem_euclid(seconds) * SECOND;
    let interval = interval.0.max(SECOND);
    Time(now.0 + interval - (now.0 - phase).rem_euclid(interval))
}
