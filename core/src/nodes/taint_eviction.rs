use super::lifecycle::bring_forward;
use super::{NodeContext, NodeEffect, NodeSwitches, comparing, taints, tolerated_for};
use crate::apiserver::{Change, Cluster, DeleteOptions, Patch, PatchForm, Verb};
use crate::object::{
    ConditionStatus, Duration, Facts, List, Name, Names, Object, ObjectKey, PodCondition, Taint, Time,
    Toleration,
};
use crate::sim::{Digester, EventReason};
use crate::sorted::SortedMap;
use crate::sorted::sort_by;
use crate::{Map, Set};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How often a deletion is tried (K-14).
const DELETE_TRIES: u32 = 5;
/// Between two tries (K-14).
const PAUSE: Duration = Duration::from_millis(10);
/// A pod, by its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PodId {
    /// Its namespace.
    pub namespace: Name,
    /// Its name.
    pub name: Name,
}

/// A pod's place in the map of work: at most one, whatever timers there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A timer made at this time, with its place among the timers.
    Waiting { created: Time, timer: (Time, u64) },
    /// A deletion that has begun, or up to 1.32 one that is done while the pod is still there (TE-4).
    Running,
}

/// A timer, for views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// The pod.
    pub pod: PodId,
    /// When it was made and when it fires; `None` for a deletion that runs.
    pub waiting: Option<(Time, Time)>,
}

/// The taint eviction controller (spec nodes, section 6).
#[derive(Clone, Debug)]
pub struct TaintEviction {
    switches: NodeSwitches,
    /// NoExecute taints of the nodes that have some.
    tainted: Map<Name, List<Taint>>,
    /// The pods of each node, in no particular order.
    pods: Map<Name, Vec<PodId>>,
    places: Map<PodId, Place>,
    /// What fires when, in order of time and then of making. A timer whose pod's place is another's still fires (TE-8).
    timers: SortedMap<(Time, u64), PodId>,
    sequence: u64,
    node_items: VecDeque<Name>,
    node_waits: Set<Name>,
    pod_items: VecDeque<(PodId, Name)>,
    pod_waits: Set<(PodId, Name)>,
    /// Immediate deletions that were started and have not run.
    started: VecDeque<PodId>,
    /// ME-7.
    deletions: u64,
    /// At this time, when it looks at what there is, it was running before: timers of taints that it finds began with
    /// them.
    pub(super) found_running: Option<Time>,
}

impl PodId {
    /// The place of this pod.
    pub fn of(pod: &Object) -> Self {
        PodId {
            namespace: pod.meta.namespace,
            name: pod.meta.name,
        }
    }

    /// Compares two pods by the texts of namespace and name.
    pub fn compare(self, other: Self, names: &Names) -> Ordering {
        names
            .compare(self.namespace, other.namespace)
            .then_with(|| names.compare(self.name, other.name))
    }
}

impl TaintEviction {
    /// Workers that share the nodes (K-14).
    pub const WORKERS: u32 = 8;

    /// A controller that knows nothing yet.
    pub fn new(switches: NodeSwitches) -> Self {
        TaintEviction {
            switches,
            tainted: Map::default(),
            pods: Map::default(),
            places: Map::default(),
            timers: SortedMap::new(),
            sequence: 0,
            node_items: VecDeque::new(),
            node_waits: Set::default(),
            pod_items: VecDeque::new(),
            pod_waits: Set::default(),
            started: VecDeque::new(),
            deletions: 0,
            found_running: None,
        }
    }

    /// A node's change has reached the cache: it counts when its NoExecute taints changed (TE-1).
    pub fn observe_node(&mut self, change: Change, old: Option<&Object>, node: &Object) {
        let same = change == Change::Modified && old.is_some_and(|old| no_execute(old) == no_execute(node));
        if !same && self.node_waits.insert(node.meta.name) {
            self.node_items.push_back(node.meta.name);
        }
    }

    /// A pod's change has reached the cache: it counts when its tolerations or its node changed (TE-1).
    pub fn observe_pod(&mut self, change: Change, old: Option<&Object>, pod: &Object) {
        let id = PodId::of(pod);
        let node = node_of(pod);
        let before = old.map_or(Name::EMPTY, node_of);
        let goes = change == Change::Deleted;
        if (goes || before != node)
            && let Some(pods) = self.pods.get_mut(&before)
            && let Some(place) = pods.iter().position(|&other| other == id)
        {
            pods.swap_remove(place);
        }
        if !goes && node != Name::EMPTY && (old.is_none() || before != node) {
            self.pods.entry(node).or_default().push(id);
        }
        let same = change == Change::Modified
            && before == node
            && old.is_some_and(|old| tolerations(old) == tolerations(pod));
        if !same && self.pod_waits.insert((id, node)) {
            self.pod_items.push_back((id, node));
        }
    }

    /// Works on the next changed node (TE-2). Returns which one it was.
    pub fn work_on_next_node(&mut self, cx: &mut NodeContext<'_>) -> Option<Name> {
        let name = self.node_items.pop_front()?;
        self.node_waits.remove(&name);
        let Some(node) = cx.stores.node(name).cloned() else {
            self.tainted.remove(&name);
            return Some(name);
        };
        let taints = no_execute(&node);
        if taints.is_empty() {
            self.tainted.remove(&name);
        } else {
            self.tainted.insert(name, taints.iter().copied().collect());
        }
        let mut pods = self.pods.get(&name).cloned().unwrap_or_default();
        sort_by(&mut pods, |left, right| left.compare(*right, &cx.cluster.names));
        for id in pods {
            if taints.is_empty() {
                self.cancel(cx, id);
            } else if let Some(pod) = cx.stores.pod(id.namespace, id.name).cloned() {
                self.decide(cx, &pod, &taints);
            }
        }
        Some(name)
    }

    /// Works on the next changed pod (TE-3). Returns which one it was, and its node.
    pub fn work_on_next_pod(&mut self, cx: &mut NodeContext<'_>) -> Option<(PodId, Name)> {
        let item = self.pod_items.pop_front()?;
        self.pod_waits.remove(&item);
        let (id, node) = item;
        match cx.stores.pod(id.namespace, id.name).cloned() {
            None => self.cancel(cx, id),
            Some(pod) if node != Name::EMPTY && node_of(&pod) == node => {
                if let Some(taints) = self.tainted.get(&node).cloned() {
                    self.decide(cx, &pod, &taints);
                }
            }
            Some(_) => {}
        }
        Some(item)
    }

    /// TE-4.
    fn decide(&mut self, cx: &mut NodeContext<'_>, pod: &Object, taints: &[Taint]) {
        let (id, now) = (PodId::of(pod), cx.now);
        let began = taints.iter().filter_map(|taint| taint.time_added).min();
        let began = began
            .filter(|_| self.found_running == Some(now))
            .map_or(now, |began| began.min(now));
        let Some(time) = tolerated_for(tolerations(pod), taints, comparing(cx.cluster)) else {
            self.cancel(cx, id);
            self.set(cx, id, now);
            return;
        };
        if time < Duration::ZERO {
            self.cancel(cx, id);
            return;
        }
        if let Some(Place::Waiting { created, .. }) = self.places.get(&id) {
            if *created < now {
                return;
            }
            self.cancel(cx, id);
        }
        self.set(cx, id, began + time);
    }

    /// AddWork: nothing happens where the pod's place is taken.
    fn set(&mut self, cx: &mut NodeContext<'_>, id: PodId, at: Time) {
        if self.places.contains_key(&id) {
            return;
        }
        let now = cx.now;
        if at <= now {
            self.places.insert(id, Place::Running);
            self.started.push_back(id);
            return;
        }
        self.sequence += 1;
        let timer = (at, self.sequence);
        self.timers.insert(timer, id);
        self.places.insert(id, Place::Waiting { created: now, timer });
        cx.tell("TE-4", || NodeEffect::EvictionSet {
            namespace: id.namespace,
            name: id.name,
            at,
        });
    }

    /// CancelWork: tells of a timer that waited; a deletion that runs is only forgotten (TE-8). Up to 1.34 a timer whose
    /// time has come deletes the pod all the same, though it is told that it does not.
    fn cancel(&mut self, cx: &mut NodeContext<'_>, id: PodId) {
        let place = self.places.remove(&id);
        if let Some(Place::Waiting { timer, .. }) = place {
            if timer.0 > cx.now || self.switches.cancel_beats_fired_timer {
                self.timers.remove(&timer);
            }
            self.pod_event(cx, id, Name::EMPTY, EventReason::CancellingDeletion);
            cx.tell("TE-8", || NodeEffect::EvictionCancelled {
                namespace: id.namespace,
                name: id.name,
            });
        }
    }

    /// Runs the deletion that was started first. Returns which pod it was about, and how long its pauses took.
    pub fn run_started(&mut self, cx: &mut NodeContext<'_>) -> Option<(PodId, Duration)> {
        let id = self.started.pop_front()?;
        Some((id, self.delete(cx, id)))
    }

    /// Fires the first timer that is due. Returns whose it was, and how long the pauses took.
    pub fn fire_next(&mut self, cx: &mut NodeContext<'_>) -> Option<(PodId, Duration)> {
        let (_, id) = self.timers.pop_first_if(|(at, _)| *at <= cx.now)?;
        Some((id, self.delete(cx, id)))
    }

    /// Fires the timer of this pod, before others that are due. Returns how long the pauses took.
    pub(super) fn fire(&mut self, cx: &mut NodeContext<'_>, id: PodId) -> Option<Duration> {
        let due = self.timers.iter().take_while(|((at, _), _)| *at <= cx.now);
        let timer = due
            .filter(|&(_, &pod)| pod == id)
            .map(|(&timer, _)| timer)
            .next()?;
        self.timers.remove(&timer);
        Some(self.delete(cx, id))
    }

    /// Lets a waiting node be the next one. Says whether it waits.
    pub(super) fn prefer_node(&mut self, node: Name) -> bool {
        bring_forward(self.node_items.make_contiguous(), |&other| other == node)
    }

    /// Lets a waiting pod be the next one, for the node that it was on. Says whether it waits.
    pub(super) fn prefer_pod(&mut self, pod: PodId, node: Name) -> bool {
        bring_forward(self.pod_items.make_contiguous(), |&other| other == (pod, node))
    }

    /// Lets a deletion that was started be the next one. Says whether there is one.
    pub(super) fn prefer_started(&mut self, pod: PodId) -> bool {
        bring_forward(self.started.make_contiguous(), |&other| other == pod)
    }

    /// TE-7: a deletion that failed five times is dropped for good. Its end frees the pod's place, whoever has it now.
    fn delete(&mut self, cx: &mut NodeContext<'_>, id: PodId) -> Duration {
        self.pod_event(cx, id, Name::EMPTY, EventReason::MarkingForDeletion);
        let (start, mut spent) = (cx.now, Duration::ZERO);
        let mut succeeded = false;
        for _ in 0..DELETE_TRIES {
            succeeded = mark_and_delete(cx, id, self.switches.condition_observed_generation);
            if succeeded {
                self.deletions += 1;
                break;
            }
            spent = Duration(spent.0 + PAUSE.0);
            cx.now = start + spent;
        }
        cx.now = start;
        if succeeded && !self.switches.eviction_forgets_done_work {
            self.places.insert(id, Place::Running);
        } else {
            self.places.remove(&id);
        }
        spent
    }

    fn pod_event(&self, cx: &mut NodeContext<'_>, id: PodId, uid: Name, reason: EventReason) {
        let key = pod_key(cx, id);
        taints::event(cx, key, uid, reason);
    }

    /// When the next timer fires.
    pub fn next_due(&self) -> Option<Time> {
        self.timers.first_key_value().map(|(&(at, _), _)| at)
    }

    /// When the next timer fires after `now`, whichever are due already.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        let from = (Time(now.0.saturating_add(1)), 0);
        self.timers.range_from(&from).next().map(|(&(at, _), _)| at)
    }

    /// The nodes that wait to be worked on, the next one first.
    pub fn node_items(&self) -> impl ExactSizeIterator<Item = Name> {
        self.node_items.iter().copied()
    }

    /// The pods that wait to be worked on, the next one first.
    pub fn pod_items(&self) -> impl ExactSizeIterator<Item = (PodId, Name)> {
        self.pod_items.iter().copied()
    }

    /// Immediate deletions that were started and have not run, the next one first.
    pub fn started(&self) -> impl ExactSizeIterator<Item = PodId> {
        self.started.iter().copied()
    }

    /// Lists the same waiting nodes and pods by their texts, for whoever follows a recording that does.
    pub fn sort_items(&mut self, names: &Names) {
        let nodes = self.node_items.make_contiguous();
        sort_by(nodes, |&left, &right| names.compare(left, right));
        let pods = self.pod_items.make_contiguous();
        sort_by(pods, |left, right| left.0.compare(right.0, names));
    }

    /// Every pod that has a place, in no particular order.
    pub fn timers(&self) -> impl Iterator<Item = Timer> {
        self.places.iter().map(|(&pod, place)| Timer {
            pod,
            waiting: match *place {
                Place::Waiting { created, timer } => Some((created, timer.0)),
                Place::Running => None,
            },
        })
    }

    /// The timers that will fire, earliest first.
    pub fn due(&self) -> impl Iterator<Item = (Time, PodId)> {
        self.timers.iter().map(|(&(at, _), &pod)| (at, pod))
    }

    /// The nodes with NoExecute taints, as the controller knows them, in no particular order.
    pub fn tainted(&self) -> impl Iterator<Item = (Name, &[Taint])> {
        self.tainted.iter().map(|(&node, taints)| (node, &**taints))
    }

    /// How many pods were deleted (ME-7).
    pub fn deletions(&self) -> u64 {
        self.deletions
    }

    /// The worker that serves this node (TE-1).
    pub fn worker_of(node: &str) -> u32 {
        let hash = node.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        hash % Self::WORKERS
    }

    /// Adds the controller to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        let names = &cluster.names;
        for (&(at, _), pod) in &self.timers {
            digester.signed(at.0);
            digester.name(names, pod.namespace);
            digester.name(names, pod.name);
        }
        for &node in &self.node_items {
            digester.name(names, node);
        }
        for (pod, node) in &self.pod_items {
            digester.name(names, pod.namespace);
            digester.name(names, pod.name);
            digester.name(names, *node);
        }
        for pod in &self.started {
            digester.name(names, pod.name);
        }
        // The map has no order.
        let tainted = self.tainted.iter();
        let sum = tainted.fold(0_u64, |sum, (&node, taints)| {
            sum.wrapping_add(names.hash_of(node).wrapping_mul(1 + taints.len() as u64))
        });
        digester.number(sum);
        digester.number(self.places.len() as u64);
    }
}

/// One try: the pod is read, its condition written unless it is there already, and the pod deleted. An object that is
/// not found is a failure like any other.
fn mark_and_delete(cx: &mut NodeContext<'_>, id: PodId, tells_generation: bool) -> bool {
    let key = pod_key(cx, id);
    let read = cx.request(key, Verb::Get);
    let Some(pod) = read.as_object() else {
        return false;
    };
    if let Some(condition) = disruption(cx.now, pod, tells_generation) {
        let patch = Patch {
            form: PatchForm::Strategic,
            status: true,
            uid: Some(pod.meta.uid),
            pod_condition: Some(condition),
            ..Patch::default()
        };
        if !cx.request(key, Verb::Patch(Box::new(patch))).is_success() {
            return false;
        }
    }
    cx.request(key, Verb::Delete(DeleteOptions::default()))
        .is_success()
}

/// The condition that tells of the eviction; `None` where the pod has it already (TE-7).
fn disruption(now: Time, pod: &Object, tells_generation: bool) -> Option<PodCondition> {
    let old = detail_of(pod).and_then(|detail| detail.condition(Name::DISRUPTION_TARGET));
    let new = PodCondition {
        kind: Name::DISRUPTION_TARGET,
        status: ConditionStatus::True,
        reason: Name::DELETION_BY_TAINT_MANAGER,
        message: Name::DELETION_BY_TAINT_MANAGER_MESSAGE,
        last_transition: Some(now.as_stored()),
        // Without the gate, what the condition says already stays.
        observed_generation: if tells_generation {
            pod.meta.generation
        } else {
            old.map_or(0, |old| old.observed_generation)
        },
    };
    match old {
        None => Some(new),
        Some(old) => {
            let kept = PodCondition {
                last_transition: if old.status == new.status {
                    old.last_transition
                } else {
                    new.last_transition
                },
                ..new
            };
            // Another generation alone is no reason to write.
            let same = PodCondition {
                observed_generation: old.observed_generation,
                ..kept
            };
            (same != *old).then_some(kept)
        }
    }
}

fn detail_of(pod: &Object) -> Option<&crate::object::PodDetail> {
    match &pod.facts {
        Facts::Pod(facts) => facts.detail.as_deref(),
        _ => None,
    }
}

fn tolerations(pod: &Object) -> &[Toleration] {
    detail_of(pod).map_or(&[], |detail| &detail.tolerations)
}

fn node_of(pod: &Object) -> Name {
    super::lifecycle::node_of(pod)
}

fn no_execute(node: &Object) -> Vec<Taint> {
    let taints = taints::taints_of(node).iter().copied();
    taints.filter(|taint| taint.effect == Name::NO_EXECUTE).collect()
}

fn pod_key(cx: &NodeContext<'_>, id: PodId) -> ObjectKey {
    super::lifecycle::pod_key(cx, id)
}
