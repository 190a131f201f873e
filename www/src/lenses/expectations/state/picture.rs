use super::deed::stored_sets;
use super::line::Line;
use super::loss::Lost;
use super::record::{MOST_SETS, key_of};
use super::situation::{Situation, situation};
use kubeloupe_core::Map;
use kubeloupe_core::apiserver::Change;
use kubeloupe_core::object::{Duration, Facts, KindId, Name, Object, PodPhase, Time};
use kubeloupe_core::queue::WorkQueue;
use kubeloupe_core::sim::{InformerId, QueueName, Watcher, World};
use kubeloupe_core::workloads::{Expected, Verdict, controller_of, is_active, ready_since};
use std::sync::Arc;

/// One world at one moment, as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The time.
    pub time: Time,
    /// How many steps were taken.
    pub position: usize,
    /// The ReplicaSets, the story's first.
    pub sets: Vec<SetPicture>,
    /// Every pod that is anywhere: at the API server, on its way, or in the cache; in the order in which they came.
    pub pods: Vec<PodCell>,
    /// How much later events of pods come, and those of ReplicaSets.
    pub lags: [Duration; 2],
    /// How many events of pods are on their way.
    pub pod_events: usize,
    /// How many events of ReplicaSets are on their way.
    pub set_events: usize,
    /// When the next event of a pod arrives.
    pub next_arrival: Option<Time>,
    /// How many pods the namespace may hold.
    pub quota: Option<u32>,
    /// What is still to be lost.
    pub losses: Vec<Lost>,
    /// What is going on.
    pub situation: Situation,
}

/// One ReplicaSet.
#[derive(Clone, PartialEq, Debug)]
pub struct SetPicture {
    /// `namespace/name` as the queue has it, once anything had to do with it.
    pub key: Option<Name>,
    /// Its name.
    pub name: String,
    /// `spec.replicas` at the API server.
    pub desired: i32,
    /// `spec.replicas` in the cache.
    pub desired_seen: Option<i32>,
    /// Active pods at the API server.
    pub stored: u32,
    /// Active pods in the cache.
    pub cached: u32,
    /// Pods being deleted, at the API server.
    pub leaving: u32,
    /// What is expected.
    pub expected: Option<Expected>,
    /// What the gate would say now.
    pub verdict: Verdict,
    /// The keys whose deletion is expected.
    pub tracked: Vec<String>,
    /// It is in the queue.
    pub queued: bool,
    /// It comes into the queue then, after so many failures.
    pub delayed: Option<(Time, u32)>,
    /// A sync of it goes on.
    pub in_sync: bool,
}

/// One pod.
#[derive(Clone, PartialEq, Debug)]
pub struct PodCell {
    /// Its uid.
    pub uid: Name,
    /// Its name.
    pub name: String,
    /// What tells it apart: the last part of its name.
    pub tail: String,
    /// Whose it is, as the number of a ReplicaSet; `None` for nobody's.
    pub set: Option<usize>,
    /// Its number among the active pods of the story's ReplicaSet, oldest first.
    pub number: Option<usize>,
    /// How the API server has it.
    pub stored: Option<PodState>,
    /// The next event of it on its way, when it arrives, and how many more follow.
    pub on_way: Option<(Heading, Time, usize)>,
    /// How the cache has it.
    pub cached: Option<PodState>,
    /// Its deletion is expected.
    pub tracked: bool,
}

/// How a pod is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PodState {
    /// Made, not ready.
    Pending,
    /// Ready.
    Ready,
    /// Being deleted.
    Leaving,
    /// Finished.
    Finished,
}

/// What an event on its way tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// There is a new pod.
    Add,
    /// A pod changed.
    Change,
    /// A pod's deletion began.
    Leaving,
    /// A pod is gone.
    Removal,
}

/// A line as it is shown.
pub fn picture(line: &Line) -> Picture {
    let world = line.world();
    let kinds = line.kinds;
    let position = line.shown();
    let sets = sets(line);
    let mut pods = Pods::new(world, kinds.sets);
    for pod in world.api().of_kind(kinds.pods) {
        pods.cell(pod).stored = Some(state(world, pod));
    }
    let informer = world.informers().get(informer(kinds.pods));
    let mut pod_events = 0;
    let mut next_arrival = None;
    for (due, event) in informer.into_iter().flat_map(|informer| informer.pending()) {
        pod_events += 1;
        next_arrival = next_arrival.or(Some(due));
        let heading = match event.change {
            Change::Deleted => Heading::Removal,
            _ if event.object.meta.is_deleting() => Heading::Leaving,
            Change::Added => Heading::Add,
            Change::Modified => Heading::Change,
        };
        let cell = pods.cell(&event.object);
        match &mut cell.on_way {
            Some((_, _, more)) => *more += 1,
            none => *none = Some((heading, due, 0)),
        }
    }
    for pod in world.workloads().cache().pods.iter() {
        pods.cell(pod).cached = Some(state(world, pod));
    }
    let mut cells = pods.cells;
    let order = line.record.order();
    cells.sort_by_key(|cell| order.get(&cell.uid).copied().unwrap_or(usize::MAX));
    for cell in &mut cells {
        cell.tracked = sets.iter().any(|set| set.tracked.contains(&cell.name));
    }
    for (number, pod) in super::deed::active_pods(world, kinds).iter().enumerate() {
        if let Some(cell) = cells.iter_mut().find(|cell| cell.uid == pod.meta.uid) {
            cell.number = Some(number);
        }
    }
    let lag = |kind: KindId| {
        let informer = world.informers().get(self::informer(kind));
        informer.map_or(Duration::ZERO, |informer| informer.lag())
    };
    let set_events = world
        .informers()
        .get(self::informer(kinds.sets))
        .map_or(0, |one| one.len());
    let mut picture = Picture {
        time: world.now(),
        position,
        lags: [lag(kinds.pods), lag(kinds.sets)],
        pod_events,
        set_events,
        next_arrival,
        quota: world.api().quotas().next().map(|(_, pods)| pods),
        losses: line.awaited_losses(position).collect(),
        sets,
        pods: cells,
        situation: Situation::Rest,
    };
    picture.situation = situation(&picture);
    picture
}

fn informer(kind: KindId) -> InformerId {
    InformerId {
        watcher: Watcher::Workloads,
        kind,
    }
}

fn sets(line: &Line) -> Vec<SetPicture> {
    let (world, kinds, position) = (line.world(), line.kinds, line.shown());
    let names = &world.cluster().names;
    let cache = world.workloads().cache();
    let controller = world.workloads().replica_sets();
    let queue: Option<&WorkQueue<Name>> = world.workloads().queue(QueueName::ReplicaSet);
    let replicas = |set: &Object| match &set.facts {
        Facts::ReplicaSet(facts) => facts.spec.replicas,
        _ => 0,
    };
    let of_set = |set: &Arc<Object>| {
        let uid = set.meta.uid;
        let key = key_of(world, set);
        let ours = |pod: &&Arc<Object>| controller_of(pod).is_some_and(|owner| owner.uid == uid);
        let stored = || world.api().of_kind(kinds.pods).filter(ours);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let counters = controller.map(|controller| controller.expectations().counters());
        let tracked = controller
            .zip(key)
            .and_then(|(controller, key)| controller.expectations().tracked(key));
        let delayed = queue.zip(key).and_then(|(queue, key)| {
            let delayed = queue.delayed().find(|delayed| delayed.item == key)?;
            Some((delayed.due, delayed.failures))
        });
        let in_sync = key.is_some_and(|key| {
            let last = line.record.last_sync(key, position, |_| true);
            last.is_some_and(|sync| sync.ended.is_none_or(|ended| ended > position))
        });
        SetPicture {
            key,
            name: names.text(set.meta.name).to_owned(),
            desired: replicas(set),
            desired_seen: cache
                .replica_sets
                .get(set.meta.namespace, set.meta.name)
                .map(|set| replicas(set)),
            stored: count(stored().filter(|pod| is_active(pod)).count()),
            cached: count(cache.pods.controlled_by(uid).filter(|pod| is_active(pod)).count()),
            leaving: count(stored().filter(|pod| pod.meta.is_deleting()).count()),
            expected: counters
                .zip(key)
                .and_then(|(counters, key)| counters.get(key).copied()),
            verdict: match counters.zip(key) {
                Some((counters, key)) if world.config().expectations => counters.verdict(key, world.now()),
                _ => Verdict::NothingExpected,
            },
            tracked: tracked
                .into_iter()
                .flatten()
                .map(|pod| names.text(pod.name).to_owned())
                .collect(),
            queued: queue
                .zip(key)
                .is_some_and(|(queue, key)| queue.listed().any(|listed| listed == key)),
            delayed,
            in_sync,
        }
    };
    stored_sets(world, kinds)
        .iter()
        .take(MOST_SETS)
        .map(of_set)
        .collect()
}

/// The cells while they are gathered.
struct Pods<'w> {
    world: &'w World,
    sets: Vec<Name>,
    cells: Vec<PodCell>,
    index: Map<Name, usize>,
}

impl<'w> Pods<'w> {
    fn new(world: &'w World, set_kind: KindId) -> Self {
        let mut sets: Vec<&Arc<Object>> = world.api().of_kind(set_kind).collect();
        let names = &world.cluster().names;
        sets.sort_by_key(|set| names.text(set.meta.name) != super::story::set_name(0));
        Pods {
            world,
            sets: sets.iter().map(|set| set.meta.uid).collect(),
            cells: Vec::new(),
            index: Map::default(),
        }
    }

    fn cell(&mut self, pod: &Object) -> &mut PodCell {
        let index = *self.index.entry(pod.meta.uid).or_insert(self.cells.len());
        let owner = controller_of(pod).and_then(|owner| self.sets.iter().position(|uid| *uid == owner.uid));
        if index == self.cells.len() {
            let name = self.world.cluster().names.text(pod.meta.name);
            self.cells.push(PodCell {
                uid: pod.meta.uid,
                name: name.to_owned(),
                tail: name.rsplit('-').next().unwrap_or_default().to_owned(),
                set: owner,
                number: None,
                stored: None,
                on_way: None,
                cached: None,
                tracked: false,
            });
        }
        &mut self.cells[index]
    }
}

fn state(world: &World, pod: &Object) -> PodState {
    let Facts::Pod(facts) = &pod.facts else {
        return PodState::Pending;
    };
    if facts.phase.is_finished() {
        return PodState::Finished;
    }
    if pod.meta.is_deleting() {
        return PodState::Leaving;
    }
    let ready = world.cluster().names.find("Ready");
    let is_ready = ready.is_some_and(|ready| ready_since(pod, ready).is_some());
    if is_ready && facts.phase == PodPhase::Running {
        PodState::Ready
    } else {
        PodState::Pending
    }
}
