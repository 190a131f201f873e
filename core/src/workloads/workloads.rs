use super::Payload;
use super::deployment::{self, DeploymentConfig, DeploymentController};
use super::effect::{WorkloadEffect, WorkloadEvent, WorkloadWhat};
use super::history::{self, HistoryConfig, HistoryController};
use super::replica_set::{self, ReplicaSetConfig, ReplicaSetController};
use super::{SyncError, WorkloadCache};
use crate::apiserver::{Change, Cluster, Request, Response};
use crate::informer::Delivery;
use crate::object::{KindId, Name, Object, Time};
use crate::queue::{Added, Delayed, QueueConfig, WorkQueue};
use crate::sim::{Actor, Config, Digester, Effect, Effects, Item, QueueName, Rule, Why, WorkerId};
use crate::versions::Switch;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The controllers of workloads that are switched on, with the caches that they share.
#[derive(Clone, Debug, Default)]
pub struct Workloads {
    cache: WorkloadCache,
    kinds: Option<Kinds>,
    replica_sets: Option<ReplicaSetController>,
    deployments: Option<DeploymentController>,
    /// Those of StatefulSets and of DaemonSets.
    histories: [Option<HistoryController>; 2],
}

/// The queues of these controllers.
pub const QUEUES: [QueueName; 4] = [
    QueueName::ReplicaSet,
    QueueName::Deployment,
    QueueName::StatefulSet,
    QueueName::DaemonSet,
];

/// The kinds that these controllers watch.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    pods: KindId,
    replica_sets: KindId,
    deployments: KindId,
    stateful_sets: KindId,
    daemon_sets: KindId,
    revisions: KindId,
}

/// What the controllers see while they run: everything but themselves.
pub struct WorkloadContext<'a> {
    /// Strings and kinds.
    pub cluster: &'a mut Cluster,
    /// The time.
    pub now: Time,
    /// Where effects go.
    pub fx: &'a mut Effects,
}

impl Workloads {
    /// The controllers that `config` switches on.
    pub fn new(config: &Config, cluster: &mut Cluster) -> Self {
        if !config.runs_workloads() {
            return Workloads::default();
        }
        let find = |group: &str, kind: &str| {
            let names = &cluster.names;
            cluster.kinds.of_group(names.find(group)?, names.find(kind)?)
        };
        let found = find("", "Pod")
            .zip(find("apps", "ReplicaSet"))
            .zip(find("apps", "Deployment"))
            .zip(find("apps", "StatefulSet").zip(find("apps", "DaemonSet")))
            .zip(find("apps", "ControllerRevision"));
        let Some(((((pods, replica_sets), deployments), (stateful_sets, daemon_sets)), revisions)) = found
        else {
            return Workloads::default();
        };
        let queue = QueueConfig::CONTROLLER;
        let has = |switch| cluster.has(switch);
        let terminating_replicas = has(Switch::RsTerminatingReplicas);
        let replica_set_config = ReplicaSetConfig {
            pods,
            replica_sets,
            ready: Name::EMPTY,
            burst: BURST,
            expectations: config.expectations,
            consistency: has(Switch::RsConsistencyStore),
            terminating_replicas,
            deletion_cost: true,
            sidecar_restarts: has(Switch::RankingSidecarRestarts),
            exact_availability: has(Switch::RsExactAvailabilityRequeue),
            available_at_boundary: has(Switch::PodAvailableAtBoundary),
            owner_index: has(Switch::RsPodsByOwnerIndex),
        };
        let deployment_config = DeploymentConfig {
            deployments,
            replica_sets,
            pods,
            cut_names: has(Switch::DeploymentNameCut),
            terminating_replicas,
            pod_deletion_enqueues: has(Switch::DeploymentRecreateAlwaysEnqueues),
        };
        let by_meaning = has(Switch::StatefulsetSemanticRevisionComparison);
        let history = |is_on: bool, sets: KindId, is_daemon: bool| {
            let config = HistoryConfig {
                sets,
                revisions,
                pods,
                is_daemon,
                by_meaning,
            };
            is_on.then(|| HistoryController::new(config, queue))
        };
        let histories = [
            history(config.stateful_set_controller, stateful_sets, false),
            history(config.daemon_set_controller, daemon_sets, true),
        ];
        let replica_set_config = ReplicaSetConfig {
            ready: super::key::intern(cluster, "Ready"),
            ..replica_set_config
        };
        Workloads {
            cache: WorkloadCache::default(),
            kinds: Some(Kinds {
                pods,
                replica_sets,
                deployments,
                stateful_sets,
                daemon_sets,
                revisions,
            }),
            histories,
            replica_sets: config
                .replica_set_controller
                .then(|| ReplicaSetController::new(replica_set_config, queue)),
            deployments: config
                .deployment_controller
                .then(|| DeploymentController::new(deployment_config, queue)),
        }
    }

    /// The kinds that are watched.
    pub fn watched(&self) -> impl Iterator<Item = KindId> + use<> {
        let makes_pods = self.replica_sets.is_some() || self.deployments.is_some();
        let histories = [0, 1].map(|history: usize| self.histories[history].is_some());
        let kinds = self.kinds.map(|kinds| {
            [
                (true, kinds.pods),
                (makes_pods, kinds.replica_sets),
                (makes_pods, kinds.deployments),
                (histories[0], kinds.stateful_sets),
                (histories[1], kinds.daemon_sets),
                (histories[0] || histories[1], kinds.revisions),
            ]
        });
        let watched = kinds.into_iter().flatten();
        watched.filter(|(is_on, _)| *is_on).map(|(_, kind)| kind)
    }

    /// What the informers hold.
    pub fn cache(&self) -> &WorkloadCache {
        &self.cache
    }

    /// The ReplicaSet controller, if it is switched on.
    pub fn replica_sets(&self) -> Option<&ReplicaSetController> {
        self.replica_sets.as_ref()
    }

    /// The Deployment controller, if it is switched on.
    pub fn deployments(&self) -> Option<&DeploymentController> {
        self.deployments.as_ref()
    }

    /// From now on syncs wait for expectations, or do not.
    pub fn set_expectations(&mut self, wait: bool) {
        if let Some(controller) = &mut self.replica_sets {
            controller.config.expectations = wait;
        }
    }

    /// Takes what entered an informer's store into the caches that the controllers read.
    pub fn store(&mut self, entered: &Delivery) {
        let Some(kinds) = self.kinds else { return };
        let object = &entered.object;
        let cache = &mut self.cache;
        let collection = match object.kind {
            kind if kind == kinds.pods => &mut cache.pods,
            kind if kind == kinds.replica_sets => &mut cache.replica_sets,
            kind if kind == kinds.deployments => &mut cache.deployments,
            kind if kind == kinds.stateful_sets => &mut cache.stateful_sets,
            kind if kind == kinds.daemon_sets => &mut cache.daemon_sets,
            kind if kind == kinds.revisions => &mut cache.revisions,
            _ => return,
        };
        // With a real watch the version seen only grows.
        let seen = collection.seen();
        if entered.change == Change::Deleted {
            collection.remove(
                object.meta.namespace,
                object.meta.name,
                object.meta.resource_version,
            );
        } else {
            collection.insert(object.clone());
        }
        collection.saw(seen.max(collection.seen()));
    }

    /// Hands a delivered event, which is in the caches, to the handlers. `relisted` says that the deletion was found out
    /// by a relist: the state is the last one known.
    pub fn observe(&mut self, delivery: Delivery, relisted: bool, cx: &mut WorkloadContext<'_>) {
        let Some(kinds) = self.kinds else { return };
        for (index, controller) in self.histories.iter_mut().enumerate() {
            if let Some(controller) = controller {
                let told = controller.observe(cx.cluster, &self.cache, &delivery);
                told.into_iter().for_each(|told| tell_history(index, told, cx));
            }
        }
        let Delivery { change, old, object } = delivery;
        let payload = if relisted {
            Payload::Tombstone(object.clone())
        } else {
            Payload::Object(object.clone())
        };
        let seen = Seen {
            change,
            old: old.as_ref(),
            object: &object,
            payload: &payload,
        };
        if let Some(controller) = &mut self.replica_sets {
            let told = show_to_replica_sets(controller, &self.cache, kinds, &seen, cx);
            let controller = self.replica_sets.as_ref();
            told.into_iter().for_each(|told| tell_set(controller, told, cx));
        }
        if let Some(controller) = &mut self.deployments {
            let told = show_to_deployments(controller, &self.cache, kinds, &seen, cx);
            told.into_iter().for_each(|told| tell_deployment(told, cx));
        }
    }

    /// Everything up to this version was seen (a relist).
    pub fn saw(&mut self, kind: KindId, version: u64) {
        let Some(kinds) = self.kinds else { return };
        if kind == kinds.pods {
            self.cache.pods.saw(version);
        } else if kind == kinds.replica_sets {
            self.cache.replica_sets.saw(version);
        } else if kind == kinds.deployments {
            self.cache.deployments.saw(version);
        } else if kind == kinds.stateful_sets {
            self.cache.stateful_sets.saw(version);
        } else if kind == kinds.daemon_sets {
            self.cache.daemon_sets.saw(version);
        } else if kind == kinds.revisions {
            self.cache.revisions.saw(version);
        }
    }

    /// The queue of a controller of workloads that runs.
    pub fn queue(&self, queue: QueueName) -> Option<&WorkQueue<Name>> {
        match queue {
            QueueName::ReplicaSet => self.replica_sets.as_ref().map(ReplicaSetController::queue),
            QueueName::Deployment => self.deployments.as_ref().map(DeploymentController::queue),
            _ => self.histories[history_of(queue)?]
                .as_ref()
                .map(HistoryController::queue),
        }
    }

    /// Whether a worker would find something in the queue.
    pub fn can_take(&self, queue: QueueName) -> bool {
        self.queue(queue).is_some_and(|queue| !queue.is_empty())
    }

    /// The head of the queue.
    pub fn head(&self, queue: QueueName) -> Option<Item> {
        let key = self.queue(queue)?.listed().next()?;
        Some(Item::Key { queue, key })
    }

    /// The call that the worker makes next.
    pub fn request(&self, worker: WorkerId) -> Option<&Request> {
        match worker.queue {
            QueueName::ReplicaSet => self.replica_sets.as_ref()?.request(worker.number),
            QueueName::Deployment => self.deployments.as_ref()?.request(worker.number),
            _ => self.histories[history_of(worker.queue)?]
                .as_ref()?
                .request(worker.number),
        }
    }

    /// Whether the worker's next call is the first of those that are made at once.
    pub fn begins_round(&self, worker: WorkerId) -> bool {
        let controller = self
            .replica_sets
            .as_ref()
            .filter(|_| worker.queue == QueueName::ReplicaSet);
        controller.is_none_or(|controller| controller.begins_round(worker.number))
    }

    /// A worker takes the head of its queue, and works up to its first call.
    pub fn take(&mut self, worker: WorkerId, cx: &mut WorkloadContext<'_>) {
        let Some(item) = self.head(worker.queue) else {
            return;
        };
        let queue = worker.queue;
        cx.fx.push(|| Effect::Dequeued { queue, item });
        let number = worker.number;
        match queue {
            QueueName::ReplicaSet => {
                let Some(controller) = &mut self.replica_sets else {
                    return;
                };
                let Some((_, told)) = controller.take(cx.cluster, &self.cache, number, cx.now) else {
                    return;
                };
                self.went_on_with_set(number, told, cx);
            }
            QueueName::Deployment => {
                let Some(controller) = &mut self.deployments else {
                    return;
                };
                let Some((_, told)) = controller.take(cx.cluster, &self.cache, number, cx.now) else {
                    return;
                };
                self.went_on_with_deployment(number, told, cx);
            }
            _ => {
                let Some(index) = history_of(queue) else { return };
                let Some(controller) = &mut self.histories[index] else {
                    return;
                };
                let told = controller.take(cx.cluster, &self.cache, number);
                self.went_on_with_history(index, number, told.unwrap_or_default(), cx);
            }
        }
    }

    /// Gives a worker the answer to its call.
    pub fn answer(&mut self, worker: WorkerId, response: &Response, cx: &mut WorkloadContext<'_>) {
        let number = worker.number;
        match worker.queue {
            QueueName::ReplicaSet => {
                let Some(controller) = &mut self.replica_sets else {
                    return;
                };
                let told = controller.respond(cx.cluster, number, response.clone(), cx.now);
                self.went_on_with_set(number, told, cx);
            }
            QueueName::Deployment => {
                let Some(controller) = &mut self.deployments else {
                    return;
                };
                let told = controller.respond(cx.cluster, number, response.clone(), cx.now);
                self.went_on_with_deployment(number, told, cx);
            }
            queue => {
                let Some(index) = history_of(queue) else { return };
                let Some(controller) = &mut self.histories[index] else {
                    return;
                };
                let told = controller.respond(cx.cluster, number, response);
                self.went_on_with_history(index, number, told, cx);
            }
        }
    }

    fn went_on_with_history(
        &mut self,
        index: usize,
        worker: u32,
        told: Vec<history::Told>,
        cx: &mut WorkloadContext<'_>,
    ) {
        for one in told {
            match (one, &mut self.histories[index]) {
                (history::Told::Did(key, history::Deed::Ends(error)), Some(controller)) => {
                    let one = controller.settle(worker, key, error, cx.now);
                    tell_history(index, one, cx);
                }
                (one, _) => tell_history(index, one, cx),
            }
        }
    }

    fn went_on_with_set(&mut self, worker: u32, told: Vec<replica_set::Told>, cx: &mut WorkloadContext<'_>) {
        let mut end: Option<(Name, Option<SyncError>)> = None;
        for one in told {
            if let replica_set::Told::Did(key, replica_set::Deed::Ends(error)) = one {
                end = Some((key, error));
            } else {
                tell_set(self.replica_sets.as_ref(), one, cx);
            }
        }
        if let (Some((key, error)), Some(controller)) = (end, &mut self.replica_sets) {
            for one in controller.settle(worker, key, error, cx.now) {
                tell_set(None, one, cx);
            }
        }
    }

    fn went_on_with_deployment(
        &mut self,
        worker: u32,
        told: Vec<deployment::Told>,
        cx: &mut WorkloadContext<'_>,
    ) {
        let mut end: Option<(Name, Option<SyncError>)> = None;
        for one in told {
            if let deployment::Told::Did(key, deployment::Deed::Ends(error)) = one {
                end = Some((key, error));
            } else {
                tell_deployment(one, cx);
            }
        }
        if let (Some((key, error)), Some(controller)) = (end, &mut self.deployments) {
            for one in controller.settle(worker, key, error, cx.now) {
                tell_deployment(one, cx);
            }
        }
    }

    /// Adds what has become due.
    pub fn advance(&mut self, cx: &mut WorkloadContext<'_>) {
        let histories = self.histories.iter_mut();
        let mut histories = histories.map(|history| history.as_mut().map(HistoryController::queue_mut));
        let queues = [
            (
                QueueName::ReplicaSet,
                self.replica_sets.as_mut().map(ReplicaSetController::queue_mut),
            ),
            (
                QueueName::Deployment,
                self.deployments.as_mut().map(DeploymentController::queue_mut),
            ),
            (QueueName::StatefulSet, histories.next().flatten()),
            (QueueName::DaemonSet, histories.next().flatten()),
        ];
        for (queue, work_queue) in queues {
            let Some(work_queue) = work_queue else { continue };
            while let Some((key, added)) = work_queue.add_due(cx.now) {
                if added == Added::Queued {
                    cx.fx.push(|| Effect::Due {
                        queue,
                        item: Item::Key { queue, key },
                    });
                }
            }
        }
    }

    /// When the next delayed key is due.
    pub fn next_due(&self) -> Option<Time> {
        let due = |queue| self.queue(queue).and_then(WorkQueue::next_due);
        QUEUES.into_iter().filter_map(due).min()
    }

    /// The keys that wait for their time.
    pub fn delayed(&self) -> impl Iterator<Item = (QueueName, Delayed<Name>)> {
        QUEUES.into_iter().flat_map(|queue| {
            let delayed = self.queue(queue).into_iter().flat_map(WorkQueue::delayed);
            delayed.map(move |delayed| (queue, delayed))
        })
    }

    /// Adds the whole state to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        if self.kinds.is_none() {
            return;
        }
        for collection in [
            &self.cache.pods,
            &self.cache.replica_sets,
            &self.cache.deployments,
        ] {
            collection.digest(cluster, digester);
        }
        let key = |key: Name, digester: &mut Digester| digester.name(&cluster.names, key);
        if let Some(controller) = &self.replica_sets {
            controller.queue().digest(digester, key);
            controller.expectations().digest(&cluster.names, digester);
            controller.consistency().digest(&cluster.names, digester);
            digester.number(u64::from(controller.config.expectations));
            controller.digest_attempts(&cluster.names, digester);
        }
        if let Some(controller) = &self.deployments {
            controller.queue().digest(digester, key);
            controller.digest_attempts(&cluster.names, digester);
        }
        for controller in self.histories.iter().flatten() {
            for collection in [
                &self.cache.stateful_sets,
                &self.cache.daemon_sets,
                &self.cache.revisions,
            ] {
                collection.digest(cluster, digester);
            }
            controller.queue().digest(digester, key);
            controller.digest_attempts(&cluster.names, digester);
        }
    }
}

/// Which of the histories a queue is of.
fn history_of(queue: QueueName) -> Option<usize> {
    match queue {
        QueueName::StatefulSet => Some(0),
        QueueName::DaemonSet => Some(1),
        _ => None,
    }
}

/// Most creations or deletions of one sync (RS-14).
const BURST: u32 = 500;

/// A delivered event.
struct Seen<'a> {
    change: Change,
    old: Option<&'a Arc<Object>>,
    object: &'a Arc<Object>,
    payload: &'a Payload,
}

fn show_to_replica_sets(
    controller: &mut ReplicaSetController,
    cache: &WorkloadCache,
    kinds: Kinds,
    seen: &Seen<'_>,
    cx: &mut WorkloadContext<'_>,
) -> Vec<replica_set::Told> {
    let (cluster, now) = (&mut *cx.cluster, cx.now);
    let is_pod = seen.object.kind == kinds.pods;
    if !is_pod && seen.object.kind != kinds.replica_sets {
        return Vec::new();
    }
    match (seen.change, seen.old) {
        (Change::Deleted, _) if is_pod => controller.pod_deleted(cluster, cache, seen.payload),
        (Change::Deleted, _) => controller.set_deleted(cluster, seen.payload),
        (_, Some(old)) if is_pod => controller.pod_updated(cluster, cache, old, seen.object, now),
        (_, Some(old)) => controller.set_updated(cluster, old, seen.object),
        (_, None) if is_pod => controller.pod_added(cluster, cache, seen.object),
        (_, None) => controller.set_added(cluster, seen.object),
    }
}

fn show_to_deployments(
    controller: &mut DeploymentController,
    cache: &WorkloadCache,
    kinds: Kinds,
    seen: &Seen<'_>,
    cx: &mut WorkloadContext<'_>,
) -> Vec<deployment::Told> {
    let cluster = &mut *cx.cluster;
    if seen.object.kind == kinds.pods {
        return match seen.change {
            Change::Deleted => controller.pod_deleted(cluster, cache, seen.payload),
            Change::Added | Change::Modified => Vec::new(),
        };
    }
    if seen.object.kind == kinds.replica_sets {
        return match (seen.change, seen.old) {
            (Change::Deleted, _) => controller.set_deleted(cluster, cache, seen.payload),
            (_, Some(old)) => controller.set_updated(cluster, cache, old, seen.object),
            (_, None) => controller.set_added(cluster, cache, seen.object),
        };
    }
    match seen.change {
        Change::Deleted => controller.deployment_deleted(cluster, seen.payload),
        Change::Added | Change::Modified => controller.deployment_changed(cluster, seen.object),
    }
}

fn enqueued(
    queue: QueueName,
    key: Name,
    after: Option<Time>,
    failures: Option<u32>,
    why: Why,
    rule: Rule,
) -> Effect {
    Effect::Enqueued {
        queue,
        item: Item::Key { queue, key },
        due: after,
        failures,
        why,
        rule,
    }
}

/// What the ReplicaSet controller did, as effects.
fn tell_set(
    controller: Option<&ReplicaSetController>,
    told: replica_set::Told,
    cx: &mut WorkloadContext<'_>,
) {
    use replica_set::{Deed, Told};
    let queue = QueueName::ReplicaSet;
    let now = cx.now;
    if !cx.fx.is_on() {
        return;
    }
    let left =
        |key: Name| controller.and_then(|controller| controller.expectations().counters().get(key).copied());
    let about = |key: Name, what: WorkloadWhat, rule: Rule| {
        Effect::Workload(Box::new(WorkloadEffect {
            by: Actor::ReplicaSetController,
            queue,
            key,
            what,
            rule,
        }))
    };
    let effect = match told {
        Told::Added(key) => enqueued(queue, key, None, None, Why::Observed, Rule("RS-6")),
        Told::AddedAfter(key, delay) => enqueued(
            queue,
            key,
            Some(now + delay),
            None,
            Why::Availability,
            Rule("RS-6"),
        ),
        Told::AddedRateLimited { key, delay, failures } => enqueued(
            queue,
            key,
            Some(now + delay),
            Some(failures),
            Why::Failed,
            Rule("RS-10"),
        ),
        Told::Forgot(key) => Effect::Forgotten {
            queue,
            item: Item::Key { queue, key },
            why: Why::Done,
            rule: Rule("RS-10"),
        },
        Told::CreationObserved(key) => about(
            key,
            WorkloadWhat::CreationObserved { left: left(key) },
            Rule("RS-5"),
        ),
        Told::DeletionObserved(key, pod, tracked) => about(
            key,
            WorkloadWhat::DeletionObserved {
                pod,
                tracked,
                left: left(key),
            },
            Rule("RS-7"),
        ),
        Told::ExpectationsDeleted(key) => about(key, WorkloadWhat::ExpectationsDeleted, Rule("RS-2")),
        Told::Reported(error) => about(Name::EMPTY, WorkloadWhat::Reported(Arc::new(error)), Rule("RS-9")),
        Told::Failed(key, error) => about(key, WorkloadWhat::Failed(Arc::new(error)), Rule("RS-10")),
        Told::Did(key, deed) => match deed {
            Deed::Gate(verdict) => {
                let expected = left(key);
                about(key, WorkloadWhat::Gate { verdict, expected }, Rule("EX-7"))
            }
            Deed::Reports(error) => about(key, WorkloadWhat::Reported(Arc::new(error)), Rule("RS-21")),
            Deed::Counts {
                active,
                desired,
                terminating,
            } => about(
                key,
                WorkloadWhat::Pods {
                    active,
                    desired,
                    terminating,
                },
                Rule("RS-14"),
            ),
            Deed::ExpectsCreations(number) => {
                about(key, WorkloadWhat::ExpectsCreations(number), Rule("RS-15"))
            }
            Deed::ExpectsDeletions(pods) => about(key, WorkloadWhat::ExpectsDeletions(pods), Rule("RS-17")),
            Deed::StartsBatch { number, size } => {
                about(key, WorkloadWhat::Batch { number, size }, Rule("RS-18"))
            }
            Deed::Skips(number) => {
                let left = left(key);
                about(key, WorkloadWhat::Skipped { number, left }, Rule("RS-15"))
            }
            Deed::DeletionFailed(pod) => {
                let left = left(key);
                about(key, WorkloadWhat::DeletionFailed { pod, left }, Rule("RS-17"))
            }
            Deed::Records(event) => about(
                key,
                WorkloadWhat::Event(WorkloadEvent::Pod(event)),
                Rule("RS-19a"),
            ),
            Deed::Forgets => about(key, WorkloadWhat::ExpectationsDeleted, Rule("RS-11")),
            Deed::EnqueuesAfter(delay) => enqueued(
                queue,
                key,
                Some(now + delay),
                None,
                Why::Availability,
                Rule("RS-11"),
            ),
            // The writes themselves are told as calls; the end is what the queue is told.
            Deed::Wrote { .. } | Deed::Ends(_) => return,
        },
    };
    cx.fx.push(|| effect);
}

/// What the Deployment controller did, as effects.
fn tell_deployment(told: deployment::Told, cx: &mut WorkloadContext<'_>) {
    use deployment::{Deed, Told};
    let queue = QueueName::Deployment;
    let now = cx.now;
    if !cx.fx.is_on() {
        return;
    }
    let about = |key: Name, what: WorkloadWhat, rule: Rule| {
        Effect::Workload(Box::new(WorkloadEffect {
            by: Actor::DeploymentController,
            queue,
            key,
            what,
            rule,
        }))
    };
    let effect = match told {
        Told::Added(key) => enqueued(queue, key, None, None, Why::Observed, Rule("DP-16")),
        Told::AddedRateLimited { key, delay, failures } => enqueued(
            queue,
            key,
            Some(now + delay),
            Some(failures),
            Why::Failed,
            Rule("DP-15"),
        ),
        Told::Forgot(key) => Effect::Forgotten {
            queue,
            item: Item::Key { queue, key },
            why: Why::Done,
            rule: Rule("DP-15"),
        },
        Told::Reported(error) => about(
            Name::EMPTY,
            WorkloadWhat::Reported(Arc::new(error)),
            Rule("DP-15"),
        ),
        Told::Failed(key, error) => about(key, WorkloadWhat::Failed(Arc::new(error)), Rule("DP-15")),
        Told::Did(key, deed) => match deed {
            Deed::Names {
                name,
                collision_count,
            } => about(
                key,
                WorkloadWhat::Named {
                    name,
                    collision_count,
                },
                Rule("HS-7"),
            ),
            Deed::Collides {
                name,
                collision_count,
            } => about(
                key,
                WorkloadWhat::Collided {
                    name,
                    collision_count,
                },
                Rule("HS-9"),
            ),
            Deed::Records(event) => about(
                key,
                WorkloadWhat::Event(WorkloadEvent::Deployment(event)),
                Rule("DP-3"),
            ),
            Deed::EnqueuesAfter(delay) => enqueued(
                queue,
                key,
                Some(now + delay),
                None,
                Why::ProgressDeadline,
                Rule("DP-14"),
            ),
            Deed::EnqueuesRateLimited => enqueued(
                queue,
                key,
                Some(now),
                Some(1),
                Why::ProgressDeadline,
                Rule("DP-14"),
            ),
            Deed::Ends(_) => return,
        },
    };
    cx.fx.push(|| effect);
}

/// What a controller of histories did, as effects.
fn tell_history(index: usize, told: history::Told, cx: &mut WorkloadContext<'_>) {
    use history::{Deed, Told};
    if !cx.fx.is_on() {
        return;
    }
    let now = cx.now;
    let (queue, by, rule) = if index == 0 {
        (
            QueueName::StatefulSet,
            Actor::StatefulSetController,
            Rule("HS-24"),
        )
    } else {
        (QueueName::DaemonSet, Actor::DaemonSetController, Rule("HS-14"))
    };
    let about = |key: Name, what: WorkloadWhat| {
        Effect::Workload(Box::new(WorkloadEffect {
            by,
            queue,
            key,
            what,
            rule,
        }))
    };
    match told {
        Told::Added(key) => cx
            .fx
            .push(|| enqueued(queue, key, None, None, Why::Observed, rule)),
        Told::Failed(key, error, delay, failures) => {
            cx.fx.push(|| about(key, WorkloadWhat::Failed(Arc::new(error))));
            let due = Some(now + delay);
            cx.fx
                .push(|| enqueued(queue, key, due, Some(failures), Why::Failed, rule));
        }
        Told::Forgot(key) => cx.fx.push(|| Effect::Forgotten {
            queue,
            item: Item::Key { queue, key },
            why: Why::Done,
            rule,
        }),
        Told::Did(key, Deed::Chooses { name, number }) => {
            cx.fx
                .push(|| about(key, WorkloadWhat::RevisionChosen { name, number }));
        }
        // The end is what the queue is told.
        Told::Did(_, Deed::Ends(_)) => {}
    }
}
