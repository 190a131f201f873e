use super::effect::identity;
use super::effect::{Full, pod};
use super::plain::{Out, Plain, view};
use kubeloupe_core::gc::{Identity, Node, NodeId};
use kubeloupe_core::informer::Informer;
use kubeloupe_core::nodes::{Limiter, Nodes, QueueEntry, Zone, ZoneKey, ZoneMetrics, ZoneState};
use kubeloupe_core::object::{
    ConditionStatus, Duration, Facts, KindId, Name, Object, OwnerReference, Taint, Time,
};
use kubeloupe_core::queue::{Delayed, QueueKey, WorkQueue};
use kubeloupe_core::sim::{DueReason, Item, QueueName, Watcher, World};
use kubeloupe_core::workloads::{Expected, QUEUES, Verdict};
use kubeloupe_formats::result::MetricsResult;
use kubeloupe_formats::text::workload_key;

/// The view of this name; `None` where there is none.
pub(crate) fn write(world: &World, name: &str, out: &mut Out<'_>) -> Option<()> {
    match name {
        "objects" => list(out, world.api().objects().map(|object| &**object)),
        "queues" => queues(world).write(out),
        "graph" => list(
            out,
            world
                .gc()
                .graph()
                .nodes()
                .map(|(id, node)| GraphNode { world, id, node }),
        ),
        "absentOwners" => list(out, world.gc().absent_owners().owners().map(Full)),
        "informers" => list(out, world.informers().iter()),
        "metrics" => out.json.push_str(&MetricsResult::of(world).to_json()),
        "zones" => list(
            out,
            zones(world).map(|zone| ZoneNow {
                zone,
                now: world.now(),
            }),
        ),
        "nodes" => list(out, nodes(world)),
        "evictions" => evictions(world).write(out),
        "expectations" => expectations(world).write(out),
        "nextDue" => world
            .next_due_with_reason()
            .map(|(at, why)| NextDue { at, why })
            .write(out),
        _ => return None,
    }
    Some(())
}

fn list<T: Plain>(out: &mut Out<'_>, all: impl Iterator<Item = T>) {
    out.open('[');
    for one in all {
        out.next();
        one.write(out);
    }
    out.close(']');
}

struct NextDue {
    at: Time,
    why: DueReason,
}

view! { "The next thing that becomes due." NextDue(next: NextDue, out) {
    "When." at: Time = next.at,
    "What." why: DueReason = next.why,
} }

/// A queue as it is now.
struct QueueNow {
    queue: QueueName,
    waiting: Vec<Item>,
    processing: Vec<Item>,
    delayed: Vec<DelayedItem>,
}

view! { "A work queue." Queue(queue: QueueNow, out) {
    "Which one." queue: QueueName = queue.queue,
    "What waits for a worker, the next one first." waiting: &[Item] = &queue.waiting,
    "What workers are at." processing: &[Item] = &queue.processing,
    "What is put off." delayed: &[DelayedItem] = &queue.delayed,
} }

struct DelayedItem {
    item: Item,
    due: Time,
    failures: u32,
}

view! { "An item that is put off." DelayedItem(delayed: DelayedItem, out) {
    "The item." item: Item = delayed.item,
    "When it is due." due: Time = delayed.due,
    "How often it failed so far." failures: u32 = delayed.failures,
} }

fn queues(world: &World) -> Vec<QueueNow> {
    let gc = world.gc();
    let changes = gc.graph_changes().map(|change| Item::GraphChange {
        change: change.kind(),
        identity: change.identity(world.cluster()),
    });
    let mut all = vec![QueueNow {
        queue: QueueName::GraphChanges,
        waiting: changes.collect(),
        processing: Vec::new(),
        delayed: Vec::new(),
    }];
    for name in [QueueName::AttemptToDelete, QueueName::AttemptToOrphan] {
        all.extend(
            gc.queue(name)
                .map(|queue| queue_now(name, queue, |node| gc.item(node))),
        );
    }
    if world.config().namespace_controller {
        let queue = world.namespaces().queue();
        all.push(queue_now(QueueName::Namespace, queue, |name| Item::Namespace {
            name,
        }));
    }
    for name in QUEUES {
        let queue = world.workloads().queue(name);
        all.extend(queue.map(|queue| queue_now(name, queue, |key| Item::Key { queue: name, key })));
    }
    all
}

fn queue_now<K: QueueKey>(name: QueueName, queue: &WorkQueue<K>, item: impl Fn(K) -> Item) -> QueueNow {
    let delayed = |delayed: Delayed<K>| DelayedItem {
        item: item(delayed.item),
        due: delayed.due,
        failures: delayed.failures,
    };
    QueueNow {
        queue: name,
        waiting: queue.listed().map(&item).collect(),
        processing: queue.processing().iter().copied().map(&item).collect(),
        delayed: queue.delayed().map(delayed).collect(),
    }
}

struct GraphNode<'w> {
    world: &'w World,
    id: NodeId,
    node: &'w Node,
}

impl GraphNode<'_> {
    fn dependents(&self) -> Vec<Identity> {
        let graph = self.world.gc().graph();
        let dependents = graph.dependents(self.id).filter_map(|id| graph.get(id));
        dependents.map(Node::identity).collect()
    }
}

view! { "A node of the collector's graph (GC-1)." GraphNode(node: GraphNode<'_>, out) {
    "Its object." ref: Identity = node.node.identity(),
    "The number of the node object, which queues hold." node: u32 = node.id.0,
    "What the collector calls it by." identity: Full = Full(node.node.identity()),
    "Known only through somebody's reference." virtual: bool = node.node.is_virtual(),
    "A deletionTimestamp was seen." beingDeleted: bool = node.node.is_being_deleted(),
    "A deletionTimestamp was seen together with the foreground finalizer." deletingDependents: bool = node.node.is_deleting_dependents(),
    "The owner references of its object as last seen." owners: &[OwnerReference] = node.node.owners(),
    "Its dependents, in the order in which they were added." dependents: Vec<Identity> = node.dependents(),
} }

view! { "An informer: what its cache has seen, and what is on its way to it." InformerState(informer: Informer, out) {
    "Who watches." watcher: Watcher = informer.id.watcher,
    "What: a resource, with its group behind it." kind: KindId = informer.id.kind,
    "How many objects are in its store." stored: usize = informer.len(),
    "The resourceVersion that it saw last." lastVersion: String = informer.last_version().to_string(),
    "It has had its initial list." synced: bool = informer.is_synced(),
    "Its lists and watches fail." broken: bool = informer.is_broken(),
    "Nothing reaches it for now." held: bool = informer.is_held(),
    "How much later than others it gets its events." lag: Duration = informer.lag(),
    "How many of its next events it loses." loses: u32 = informer.loses(),
    "Events on their way, the next one first." pending: Vec<PendingEvent<'_>> = informer.pending().map(|(due, event)| PendingEvent { due, change: event.change, object: &event.object }).collect(),
} }

struct PendingEvent<'w> {
    due: Time,
    change: kubeloupe_core::apiserver::Change,
    object: &'w Object,
}

view! { "A watch event on its way." PendingEvent(event: PendingEvent<'_>, out) {
    "When it arrives." due: Time = event.due,
    "What happened to the object." change: kubeloupe_core::apiserver::Change = event.change,
    "The object." ref: Identity = identity(out.cluster, event.object),
    "The object's resourceVersion." resourceVersion: String = event.object.meta.resource_version.to_string(),
} }

fn zones(world: &World) -> impl Iterator<Item = &Zone> {
    let lifecycle = world.nodes().and_then(Nodes::lifecycle);
    lifecycle.into_iter().flat_map(|lifecycle| lifecycle.zones())
}

struct ZoneNow<'w> {
    zone: &'w Zone,
    now: Time,
}

impl ZoneNow<'_> {
    fn limiter(&self) -> Option<LimiterNow<'_>> {
        let limiter = self.zone.queue.as_ref()?.limiter();
        Some(LimiterNow {
            limiter,
            now: self.now,
        })
    }

    fn queue(&self) -> Vec<QueueEntry> {
        let queue = self.zone.queue.as_ref();
        queue.map_or_else(Vec::new, |queue| queue.queue().in_order())
    }
}

view! { "A zone as the node lifecycle controller sees it (ZN)." ZoneView(zone: ZoneNow<'_>, out) {
    "`region::zone`, empty for nodes without labels." zone: ZoneKey = zone.zone.key,
    "What it was last found to be; `null` while it has no entry." state: Option<ZoneState> = zone.zone.state,
    "Its limiter, where it has a queue." limiter: Option<LimiterNow<'_>> = zone.limiter(),
    "The nodes that will be tainted, the next one first." queue: Vec<QueueEntry> = zone.queue(),
    "What its metrics read." metrics: ZoneMetrics = zone.zone.metrics,
} }

struct LimiterNow<'w> {
    limiter: &'w Limiter,
    now: Time,
}

view! { "What paces the evictions of a zone (RQ-5)." ZoneLimiter(limiter: LimiterNow<'_>, out) {
    "Tokens per second, as `QPS()` reads it." qps: f64 = f64::from(limiter.limiter.qps()),
    "How full the bucket is, from 0 to 1; `null` where there is none." level: Option<f64> = limiter.limiter.level(limiter.now),
    "How long until there is a token; `null` for never." nextToken: Option<Duration> = limiter.limiter.next_token(limiter.now),
} }

view! { "An entry of a zone's queue (RQ-1)." ZoneQueueEntry(entry: QueueEntry, out) {
    "The node." node: Name = entry.value,
    "When it was added." addedAt: Time = entry.added_at,
    "Before when it is not processed." processAt: Time = entry.process_at,
} }

view! { "What the metrics of a zone read (ME-1 to ME-4)." ZoneMetrics(metrics: ZoneMetrics, out) {
    "Counted nodes." size: u32 = metrics.size,
    "Counted nodes that are not ready." unhealthy: u32 = metrics.unhealthy,
    "The share of counted nodes that are healthy, in percent." health: f64 = metrics.health(),
    "Nodes tainted through the queue." evictions: u64 = metrics.evictions,
} }

/// A Node with what its kubelet does and what the controller believes of it.
struct NodeNow<'w> {
    name: Name,
    ready: Option<ConditionStatus>,
    taints: &'w [Taint],
    room: &'w Nodes,
}

fn nodes(world: &World) -> impl Iterator<Item = NodeNow<'_>> {
    let kind = world.cluster().kinds.of_group(Name::EMPTY, Name::NODE);
    let room = world.nodes().into_iter();
    room.flat_map(move |room| {
        let stored = kind.into_iter().flat_map(|kind| world.api().of_kind(kind));
        stored.map(move |object| {
            let (ready, taints) = match &object.facts {
                Facts::Node(facts) => (
                    facts.condition(Name::READY).map(|ready| ready.status),
                    &*facts.taints,
                ),
                _ => (None, &[][..]),
            };
            NodeNow {
                name: object.meta.name,
                ready,
                taints,
                room,
            }
        })
    })
}

impl NodeNow<'_> {
    fn kubelet(&self) -> Option<kubeloupe_core::nodes::Kubelet> {
        self.room.kubelets()?.get(self.name).copied()
    }

    fn health(&self) -> Option<kubeloupe_core::nodes::Health> {
        self.room.lifecycle()?.health(self.name)?.copied()
    }
}

view! { "A node: as it is stored, what its kubelet does, and what the node lifecycle controller believes." NodeView(node: NodeNow<'_>, out) {
    "Its name." node: Name = node.name,
    "Its Ready condition as it is stored." ready: Option<ConditionStatus> = node.ready,
    "Its taints." taints: &[Taint] = node.taints,
    "Its kubelet, where kubelets are simulated." kubelet: Option<kubeloupe_core::nodes::Kubelet> = node.kubelet(),
    "What the controller remembers of its signs of life, where it runs." health: Option<kubeloupe_core::nodes::Health> = node.health(),
} }

view! { "A taint." Taint(taint: Taint, out) {
    "Its key." key: Name = taint.key,
    "Its value." value: Name = taint.value,
    "`NoSchedule`, `NoExecute` or `PreferNoSchedule`." effect: Name = taint.effect,
} }

view! { "One kubelet." Kubelet(kubelet: kubeloupe_core::nodes::Kubelet, out) {
    "The node is down: nothing comes from it, and nobody stops its pods." down: bool = kubelet.down,
    "It renews its lease." renews: bool = kubelet.renews,
    "It posts its status." posts: bool = kubelet.posts,
    "What it reports as Ready." ready: ConditionStatus = kubelet.ready,
    "How much its clock is behind." behind: Duration = kubelet.behind,
    "When it renews next." next: Time = kubelet.next,
} }

view! { "What the node lifecycle controller remembers of a node's signs of life (ST-1)." NodeHealth(health: kubeloupe_core::nodes::Health, out) {
    "When it last saw a sign of life, by its own clock." probe: Time = health.probe,
    "Ready of the status that it saw last." ready: Option<ConditionStatus> = health.ready.map(|ready| ready.status),
} }

struct Eviction {
    pod: kubeloupe_core::nodes::PodId,
    at: Time,
}

view! { "A pod that taint eviction will delete." Eviction(eviction: Eviction, out) {
    "The pod." ref: String = pod(out.cluster, eviction.pod.namespace, eviction.pod.name),
    "When." at: Time = eviction.at,
} }

fn evictions(world: &World) -> Vec<Eviction> {
    let eviction = world.nodes().and_then(Nodes::eviction);
    let due = eviction.into_iter().flat_map(|eviction| eviction.due());
    due.map(|(at, pod)| Eviction { pod, at }).collect()
}

struct ExpectationsNow {
    key: Name,
    expected: Expected,
    verdict: Verdict,
    pods: Vec<kubeloupe_core::workloads::PodKey>,
}

view! { "What the ReplicaSet controller still waits to see of one ReplicaSet's pods (EX)." ExpectationsRecord(record: ExpectationsNow, out) {
    "The ReplicaSet." ref: String = workload_key(&out.cluster.names, QueueName::ReplicaSet, record.key),
    "The counters." expected: Expected = record.expected,
    "What the gate would say now (EX-7)." verdict: Verdict = record.verdict,
    "The pods whose deletion is expected." deletions: &[kubeloupe_core::workloads::PodKey] = &record.pods,
} }

fn expectations(world: &World) -> Vec<ExpectationsNow> {
    let Some(controller) = world.workloads().replica_sets() else {
        return Vec::new();
    };
    let tracking = controller.expectations();
    let records = tracking.counters().records();
    records
        .map(|(key, expected)| ExpectationsNow {
            key,
            expected: *expected,
            verdict: tracking.counters().verdict(key, world.now()),
            pods: tracking.tracked(key).into_iter().flatten().copied().collect(),
        })
        .collect()
}

/// The types of these views.
#[cfg(test)]
pub(super) fn declarations() -> Vec<super::plain::Declaration> {
    use super::plain::Declared;
    vec![
        NextDue::declaration(),
        QueueNow::declaration(),
        DelayedItem::declaration(),
        GraphNode::declaration(),
        Informer::declaration(),
        PendingEvent::declaration(),
        ZoneNow::declaration(),
        LimiterNow::declaration(),
        QueueEntry::declaration(),
        ZoneMetrics::declaration(),
        NodeNow::declaration(),
        Taint::declaration(),
        kubeloupe_core::nodes::Kubelet::declaration(),
        kubeloupe_core::nodes::Health::declaration(),
        Eviction::declaration(),
        ExpectationsNow::declaration(),
    ]
}
