use super::pod_queue::PodQueue;
use super::{
    ConsistencyStore, Health, Limiter, NodeContext, NodeEffect, NodeFlags, NodeSwitches, PodId, QueueEntry,
    Rate, RateLimitedQueue, SkipReason, Zone, ZoneKey, ZoneMetrics, ZoneOrder, ZoneState, no_schedule,
    taints,
};
use crate::apiserver::{Change, Cluster};
use crate::object::{Facts, Name, Names, Object, ObjectKey};
use crate::sim::{Digester, EventReason};
use crate::sorted::sort_by;
use crate::{Map, Set};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The node lifecycle controller (spec nodes, sections 1 to 5).
///
/// A pass is begun, evaluates one node after the other, and ends with the judgement of the zones; whoever drives it may
/// let the taint loop run in between, as it does in reality (ZN-8).
#[derive(Clone, Debug)]
pub struct NodeLifecycle {
    pub(super) flags: NodeFlags,
    pub(super) switches: NodeSwitches,
    pub(super) zone_order: ZoneOrder,
    /// Stop where the real process would crash, instead of skipping the node (ZN-17).
    pub(super) strict: bool,
    /// Names of the nodes in the cache, by their text.
    listed: Vec<Name>,
    /// The pods of each node, in no particular order.
    pods: Map<Name, Vec<PodId>>,
    /// ST-2, with the uid.
    known: Map<Name, Name>,
    /// ST-1: `None` for the null entry of CB-11. Entries are never removed.
    pub(super) health: Map<Name, Option<Health>>,
    /// ST-3 and ST-4, by the texts of their keys.
    zones: Vec<Zone>,
    /// ST-5.
    pub(super) retry: Set<Name>,
    /// ST-6.
    pub(super) store: ConsistencyStore,
    pub(super) pass: Option<Pass>,
    pub(super) crash: Option<Crash>,
    /// How often a node's health is tried in one pass.
    pub(super) tries: u32,
    /// Until its first pass is over: it was running before, and knows the nodes that it finds.
    pub(super) found_running: bool,
    /// The nodes that the last pass skipped.
    skipped: Vec<(Name, SkipReason)>,
    node_queue: VecDeque<Name>,
    node_dirty: Set<Name>,
    pub(super) pod_queue: PodQueue,
}

/// A pass under way.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    /// The nodes as they were listed when it began.
    pub(super) nodes: Vec<Arc<Object>>,
    pub(super) next: usize,
    /// Nodes that come before the next one, and whether their workers are past the breaker already (ND-1, ND-8).
    pub(super) taken: Vec<(Arc<Object>, bool)>,
    /// Ready and not ready nodes of each zone, where one was counted.
    pub(super) counted: Map<ZoneKey, (u32, u32)>,
    pub(super) skipped: Vec<(Name, SkipReason)>,
}

/// Where the real process would have crashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crash {
    /// Leaving master disruption with a node of which there is no health entry (ZN-17 a).
    NoHealth(Name),
    /// A zone that was never ensured has no queue (ZN-17 b).
    NoQueue(Name),
    /// The taint loop met a node without a Ready condition, up to 1.29 (NT-8).
    NoReady(Name),
}

impl NodeLifecycle {
    /// A controller that knows nothing yet.
    pub fn new(flags: NodeFlags, switches: NodeSwitches, zone_order: ZoneOrder) -> Self {
        NodeLifecycle {
            flags,
            switches,
            zone_order,
            strict: false,
            listed: Vec::new(),
            pods: Map::default(),
            known: Map::default(),
            health: Map::default(),
            zones: Vec::new(),
            retry: Set::default(),
            store: ConsistencyStore::default(),
            pass: None,
            crash: None,
            tries: Self::LEAST_TRIES + 1,
            found_running: false,
            skipped: Vec::new(),
            node_queue: VecDeque::new(),
            node_dirty: Set::default(),
            pod_queue: PodQueue::default(),
        }
    }

    /// The same controller, which stops where the real process would crash.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// A node's change has reached the cache (NL-19).
    pub fn observe_node(&mut self, cluster: &Cluster, change: Change, node: &Object) {
        let (name, names) = (node.meta.name, &cluster.names);
        let place = self.listed.binary_search_by(|&other| names.compare(other, name));
        match (change, place) {
            (Change::Deleted, place) => {
                if let Ok(place) = place {
                    self.listed.remove(place);
                }
                self.retry.remove(&name);
                return;
            }
            (_, Err(place)) => self.listed.insert(place, name),
            (_, Ok(_)) => {}
        }
        if self.node_dirty.insert(name) {
            self.node_queue.push_back(name);
        }
    }

    /// A pod's change has reached the cache (NL-18).
    pub fn observe_pod(&mut self, change: Change, old: Option<&Object>, pod: &Object) {
        let id = PodId::of(pod);
        let (before, after) = (old.map_or(Name::EMPTY, node_of), node_of(pod));
        let leaves = change == Change::Deleted || before != after;
        if let Some(pods) = self.pods.get_mut(&before).filter(|_| leaves)
            && let Some(place) = pods.iter().position(|&other| other == id)
        {
            pods.swap_remove(place);
        }
        if change == Change::Deleted || after == Name::EMPTY || before == after {
            return;
        }
        self.pods.entry(after).or_default().push(id);
        self.pod_queue.add(id);
    }

    /// Begins a pass: lists the nodes, greets new ones and takes leave of those that are gone (NL-4, NL-5). `order` is
    /// that of the list, where it is not that of the names.
    pub fn begin_pass(&mut self, cx: &mut NodeContext<'_>, order: Option<&[Name]>) {
        let names = order.unwrap_or(&self.listed);
        let mut nodes = Vec::with_capacity(names.len());
        nodes.extend(names.iter().filter_map(|&name| cx.stores.node(name).cloned()));
        let added: Vec<usize> = (0..nodes.len())
            .filter(|&index| !self.known.contains_key(&nodes[index].meta.name))
            .collect();
        let deleted = self.deleted(&nodes, added.len(), &cx.cluster.names);
        let mut unadded = added.iter().copied().peekable();
        for (index, node) in nodes.iter().enumerate() {
            // Known nodes whose zone has no entry stand for it; added ones follow by themselves.
            if unadded.next_if_eq(&index).is_none() {
                self.ensure_zone(cx, ZoneKey::of(node));
            }
        }
        for &index in &added {
            let node = &nodes[index];
            self.known.insert(node.meta.name, node.meta.uid);
            if self.found_running {
                self.ensure_zone(cx, ZoneKey::of(node));
                self.recall_taint(cx, node);
                continue;
            }
            self.event(cx, node, EventReason::RegisteredNode);
            self.ensure_zone(cx, ZoneKey::of(node));
            self.mark_reachable(cx, node);
        }
        for name in deleted {
            let uid = self.known.remove(&name).unwrap_or(Name::EMPTY);
            let key = cx.node_key(name);
            taints::event(cx, key, uid, EventReason::RemovingNode);
        }
        self.pass = Some(Pass {
            nodes,
            next: 0,
            taken: Vec::new(),
            counted: Map::default(),
            skipped: Vec::new(),
        });
    }

    /// A node that was tainted through its queue before: it stays in the set alone (RQ-2).
    fn recall_taint(&mut self, cx: &mut NodeContext<'_>, node: &Object) {
        let (name, now) = (node.meta.name, cx.now);
        let tainted = [Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY]
            .into_iter()
            .any(|key| taints::has_taint(node, key, Name::NO_EXECUTE));
        if let Some(queue) = self.queue_of(cx, ZoneKey::of(node), name).filter(|_| tainted) {
            queue.add(name, now);
            queue.succeeded(QueueEntry {
                value: name,
                added_at: now,
                process_at: now,
            });
        }
    }

    /// Known nodes that are not listed, looked for only where the numbers differ (NL-5).
    fn deleted(&self, nodes: &[Arc<Object>], added: usize, names: &Names) -> Vec<Name> {
        if self.known.len() + added == nodes.len() {
            return Vec::new();
        }
        let listed: Set<Name> = nodes.iter().map(|node| node.meta.name).collect();
        let gone = self.known.keys().filter(|name| !listed.contains(*name));
        let mut gone: Vec<Name> = gone.copied().collect();
        sort_by(&mut gone, |&left, &right| names.compare(left, right));
        gone
    }

    /// Evaluates the next node of the pass, those that were taken up first. Says whether there was one.
    pub fn evaluate_next(&mut self, cx: &mut NodeContext<'_>) -> bool {
        let Some(pass) = &mut self.pass else {
            return false;
        };
        let (node, passed) = if !pass.taken.is_empty() {
            pass.taken.remove(0)
        } else if let Some(node) = pass.nodes.get(pass.next).cloned() {
            pass.next += 1;
            (node, false)
        } else {
            return false;
        };
        self.evaluate(cx, node, passed);
        true
    }

    /// The nodes that the pass under way has not come to, the next one first.
    pub fn unevaluated(&self) -> &[Arc<Object>] {
        self.pass.as_ref().map_or(&[], |pass| &pass.nodes[pass.next..])
    }

    /// The nodes that its workers have taken up, the next one first.
    pub fn taken_up(&self) -> impl ExactSizeIterator<Item = &Arc<Object>> {
        let taken = self.pass.as_ref().map_or(&[][..], |pass| &pass.taken);
        taken.iter().map(|(node, _)| node)
    }

    /// Lets a node be the next one of the pass; the others keep their order (ND-1). Says whether it was there.
    pub(super) fn prefer(&mut self, node: Name) -> bool {
        let Some(pass) = &mut self.pass else {
            return false;
        };
        if bring_forward(&mut pass.taken, |(other, _)| other.meta.name == node) {
            return true;
        }
        let found = bring_forward(&mut pass.nodes[pass.next..], |other| other.meta.name == node);
        if found {
            pass.taken.insert(0, (pass.nodes[pass.next].clone(), false));
            pass.next += 1;
        }
        found
    }

    /// A worker takes up a node of the pass: where the breaker lets it pass, it will not be asked again (ND-8).
    pub(super) fn take_up(&mut self, cx: &NodeContext<'_>, node: Name) -> bool {
        let is_left = self.unevaluated().iter().any(|other| other.meta.name == node);
        let passed = is_left && self.store_is_ready(cx) && self.prefer(node);
        if let Some(pass) = self.pass.as_mut().filter(|_| passed) {
            pass.taken[0].1 = true;
        }
        passed
    }

    /// Ends the pass with the judgement of the zones (NL-4.7).
    pub fn end_pass(&mut self, cx: &mut NodeContext<'_>) {
        self.end_pass_in(cx, self.zone_order);
    }

    /// The same with this order of the zones.
    pub(super) fn end_pass_in(&mut self, cx: &mut NodeContext<'_>, order: ZoneOrder) {
        let Some(mut pass) = self.pass.take() else {
            return;
        };
        self.skipped = core::mem::take(&mut pass.skipped);
        let (nodes, skipped) = (pass.nodes.len(), self.skipped.len());
        cx.tell("NL-4", || NodeEffect::Passed {
            nodes: u32::try_from(nodes).unwrap_or(u32::MAX),
            skipped: u32::try_from(skipped).unwrap_or(u32::MAX),
        });
        self.handle_disruption(cx, &pass, order);
        self.found_running = false;
    }

    /// NoSchedule taints and labels of the next node that changed (NL-19). Returns which one it was, and whether all
    /// went well; failures are not repeated.
    pub fn work_on_next_node(&mut self, cx: &mut NodeContext<'_>) -> Option<(Name, bool)> {
        let name = self.node_queue.pop_front()?;
        self.node_dirty.remove(&name);
        let tainted = no_schedule::reconcile_taints(cx, name);
        let labelled = no_schedule::reconcile_labels(cx, name);
        Some((name, tainted && labelled))
    }

    /// Lets a waiting node be the next one.
    pub(super) fn prefer_node(&mut self, node: Name) -> bool {
        bring_forward(self.node_queue.make_contiguous(), |&other| other == node)
    }

    /// The nodes that wait for their NoSchedule taints and labels, the next one first.
    pub fn node_queue(&self) -> impl ExactSizeIterator<Item = Name> {
        self.node_queue.iter().copied()
    }

    /// Lists the same waiting nodes by their names, for whoever follows a recording that does.
    pub fn sort_node_queue(&mut self, names: &Names) {
        let queue = self.node_queue.make_contiguous();
        sort_by(queue, |&left, &right| names.compare(left, right));
    }

    /// The zone of this key.
    pub fn zone(&self, key: ZoneKey) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.key == key)
    }

    pub(super) fn zone_mut(&mut self, key: ZoneKey) -> Option<&mut Zone> {
        self.zones.iter_mut().find(|zone| zone.key == key)
    }

    /// All zones ever seen, by the texts of their keys.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// Whether it is in master disruption mode: no zone had a ready node when it last looked (ZN-8).
    pub fn is_in_master_disruption(&self) -> bool {
        let mut states = self.zones.iter().filter_map(|zone| zone.state).peekable();
        states.peek().is_some() && states.all(|state| state == ZoneState::FullDisruption)
    }

    pub(super) fn zones_mut(&mut self) -> &mut [Zone] {
        &mut self.zones
    }

    /// The zone, with an entry made if there was none.
    pub(super) fn zone_entry(&mut self, key: ZoneKey, names: &Names) -> &mut Zone {
        let found = self.zones.binary_search_by(|zone| zone.key.compare(key, names));
        let place = found.unwrap_or_else(|place| {
            self.zones.insert(
                place,
                Zone {
                    key,
                    state: None,
                    queue: None,
                    metrics: ZoneMetrics::default(),
                },
            );
            place
        });
        &mut self.zones[place]
    }

    /// addPodEvictorForNewZone (ZN-11).
    fn ensure_zone(&mut self, cx: &mut NodeContext<'_>, key: ZoneKey) {
        if self.zone(key).is_some_and(|zone| zone.state.is_some()) {
            return;
        }
        let rate = self.flags.eviction_rate;
        let zone = self.zone_entry(key, &cx.cluster.names);
        zone.state = Some(ZoneState::Initial);
        zone.queue = Some(RateLimitedQueue::new(Limiter::bucket(rate.get())));
        cx.tell("ZN-11", || NodeEffect::ZoneAdded { zone: key, qps: rate });
    }

    /// markNodeAsReachable (NT-9): the taints that the given copy shows are removed, then the node leaves the queue.
    /// Says whether it was in its set.
    pub(super) fn mark_reachable(&mut self, cx: &mut NodeContext<'_>, node: &Object) -> bool {
        for key in [Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY] {
            if !taints::remove(cx, node, &[(key, Name::NO_EXECUTE)]) {
                return false;
            }
        }
        let zone = ZoneKey::of(node);
        let name = node.meta.name;
        let Some(queue) = self.queue_of(cx, zone, name) else {
            return false;
        };
        let removed = queue.remove(name);
        if removed {
            cx.tell("NT-9", || NodeEffect::Unqueued { node: name, zone });
        }
        removed
    }

    /// The queue of a zone; where there is none the real process would crash (ZN-17 b).
    pub(super) fn queue_of(
        &mut self,
        cx: &mut NodeContext<'_>,
        zone: ZoneKey,
        node: Name,
    ) -> Option<&mut RateLimitedQueue> {
        if self.zone(zone).is_none_or(|zone| zone.queue.is_none()) {
            self.crashed(cx, Crash::NoQueue(node), node);
            return None;
        }
        self.zone_mut(zone)?.queue.as_mut()
    }

    pub(super) fn crashed(&mut self, cx: &mut NodeContext<'_>, crash: Crash, node: Name) {
        self.crash.get_or_insert(crash);
        cx.tell("ZN-17", || NodeEffect::WouldCrash { node });
    }

    pub(super) fn stops(&self) -> bool {
        self.strict && self.crash.is_some()
    }

    pub(super) fn event(&self, cx: &mut NodeContext<'_>, node: &Object, reason: EventReason) {
        taints::event(cx, node.key(), node.meta.uid, reason);
    }

    pub(super) fn pods_of(&self, node: Name, names: &Names) -> Vec<PodId> {
        let mut pods = self.pods.get(&node).cloned().unwrap_or_default();
        sort_by(&mut pods, |left, right| left.compare(*right, names));
        pods
    }

    /// How many pods the cache has on this node.
    pub fn pod_count(&self, node: Name) -> usize {
        self.pods.get(&node).map_or(0, Vec::len)
    }

    /// The flags.
    pub fn flags(&self) -> &NodeFlags {
        &self.flags
    }

    /// The node's health entry: outer `None` for none, inner for the null entry of CB-11.
    pub fn health(&self, node: Name) -> Option<Option<&Health>> {
        self.health.get(&node).map(Option::as_ref)
    }

    /// All health entries, in no particular order.
    pub fn health_entries(&self) -> impl Iterator<Item = (Name, Option<&Health>)> {
        self.health.iter().map(|(&name, health)| (name, health.as_ref()))
    }

    /// Nodes whose pods could not all be marked, in no particular order.
    pub fn nodes_to_retry(&self) -> impl Iterator<Item = Name> {
        self.retry.iter().copied()
    }

    /// What was seen past the lease cache.
    pub fn consistency(&self) -> &ConsistencyStore {
        &self.store
    }

    /// Names of the nodes in the cache, by their text.
    pub fn listed(&self) -> &[Name] {
        &self.listed
    }

    /// The nodes that the pass under way has skipped so far, or else the last one; the name of a node that could not be
    /// read again is lost.
    pub fn skipped(&self) -> &[(Name, SkipReason)] {
        self.pass.as_ref().map_or(&self.skipped, |pass| &pass.skipped)
    }

    /// Whether a pass is under way.
    pub fn is_passing(&self) -> bool {
        self.pass.is_some()
    }

    /// Where the real process would have crashed first.
    pub fn crash(&self) -> Option<Crash> {
        self.crash
    }

    /// Adds the controller to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        let names = &cluster.names;
        for &name in &self.listed {
            digester.name(names, name);
            digester.number(u64::from(self.known.contains_key(&name)));
            digester.number(u64::from(self.retry.contains(&name)));
        }
        // The map has no order.
        let mut sum: u128 = 0;
        for (&name, health) in &self.health {
            let mut own = Digester::default();
            own.name(names, name);
            if let Some(health) = health {
                own.signed(health.probe.0);
                own.number(health.ready.map_or(3, |ready| ready.status as u64));
                own.number(health.lease.map_or(0, |lease| lease.resource_version));
            }
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
        for zone in &self.zones {
            digester.name(names, zone.key.region);
            digester.name(names, zone.key.zone);
            digester.number(zone.state.map_or(9, |state| state as u64));
            digester.number(zone.metrics.evictions);
            if let Some(queue) = &zone.queue {
                queue.digest(names, digester);
            }
        }
        for (_, _, _, version) in self.store.records() {
            digester.number(version.len() as u64);
            version.bytes().for_each(|byte| digester.number(u64::from(byte)));
        }
        for &name in &self.node_queue {
            digester.name(names, name);
        }
        self.pod_queue.digest(names, digester);
        let Some(pass) = &self.pass else {
            return;
        };
        for node in pass.taken.iter().map(|(node, _)| node).chain(&pass.nodes) {
            digester.name(names, node.meta.name);
            digester.number(node.meta.resource_version);
        }
        digester.number(pass.next as u64);
        digester.number(pass.taken.len() as u64);
        digester.number(pass.skipped.len() as u64);
        for zone in &self.zones {
            let (ready, not_ready) = pass.counted.get(&zone.key).copied().unwrap_or_default();
            digester.number(u64::from(ready) << 32 | u64::from(not_ready));
        }
    }
}

/// Brings the first element that fits to the front; the others keep their order. Says whether there is one.
pub(super) fn bring_forward<T>(elements: &mut [T], fits: impl Fn(&T) -> bool) -> bool {
    let place = elements.iter().position(fits);
    if let Some(place) = place {
        elements[..=place].rotate_right(1);
    }
    place.is_some()
}

pub(super) fn node_of(pod: &Object) -> Name {
    match &pod.facts {
        Facts::Pod(facts) => facts.node,
        _ => Name::EMPTY,
    }
}

/// The rate that a zone's state asks for, where it asks for one (ZN-5).
pub(super) fn rate_of(flags: &NodeFlags, state: ZoneState, size: u32) -> Option<Rate> {
    match state {
        ZoneState::Normal | ZoneState::FullDisruption => Some(flags.eviction_rate),
        ZoneState::PartialDisruption => Some(Rate::new(flags.reduced_rate(size))),
        ZoneState::Initial | ZoneState::Empty => None,
    }
}

/// Where a pod of this name would be stored.
pub(super) fn pod_key(cx: &NodeContext<'_>, pod: PodId) -> ObjectKey {
    ObjectKey {
        kind: cx.kinds.pod,
        namespace: pod.namespace,
        name: pod.name,
    }
}
