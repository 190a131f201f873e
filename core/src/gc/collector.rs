use super::attempt_to_delete::DeleteWorker;
use super::attempt_to_orphan::OrphanWorker;
use super::{AbsentOwnerCache, BrokenGraph, Graph, GraphChange, Identity, NodeId, RestMapper};
use crate::apiserver::{Change, Cluster, Request, Response};
use crate::object::{Object, ObjectKey, Time};
use crate::queue::{Added, QueueConfig, QueueCounts, WorkQueue};
use crate::sim::{Config, Digester, Effect, Effects, Item, QueueName, Rule, Why, WorkerId};
use crate::versions::Switches;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What the collector sees beside what it is shown: strings and kinds, the time, its own monitors' stores.
pub struct GcContext<'a> {
    /// Strings, kinds, version.
    pub cluster: &'a Cluster,
    /// Virtual time.
    pub now: Time,
    /// Where it tells what it does.
    pub fx: &'a mut Effects,
    /// The kinds as the REST mapper knows them.
    pub mapper: &'a RestMapper,
    /// The stores of its monitors.
    pub monitors: &'a dyn MonitorStores,
}

/// The stores of the collector's monitors, which reference patches of custom resources read (GC-58).
pub trait MonitorStores {
    /// What the monitor of the kind holds under `key`; `None` also where there is no such monitor.
    fn monitored(&self, key: &ObjectKey) -> Option<&Arc<Object>>;
}

/// The garbage collector: graph builder, two queues, and their workers.
///
/// It is driven from outside, one step at a time, in any order that the real one's threads could take:
/// * a monitor's event: [`observe`](Self::observe), which puts one change on a queue of its own;
/// * the graph builder: [`graph_step`](Self::graph_step) takes one change;
/// * a worker: [`take`](Self::take) takes the head of its queue and runs up to the first API call, or to the end. As
///   long as [`request`](Self::request) shows a call, whoever drives it makes that call and hands the answer to
///   [`answer`](Self::answer), which runs on to the next call or the end, when the item is forgotten or put off, and
///   done (WQ-5). [`wait`](Self::wait) says that the call should not be made before some time (C-9);
/// * the clock: [`advance`](Self::advance) once [`next_due`](Self::next_due) has come.
#[derive(Clone, Debug)]
pub struct GarbageCollector {
    shared: Shared,
    delete_workers: Vec<DeleteWorker>,
    orphan_workers: Vec<OrphanWorker>,
}

/// What the graph builder and the workers share.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) graph: Graph,
    pub(super) graph_changes: VecDeque<GraphChange>,
    pub(super) attempt_to_delete: WorkQueue<NodeId>,
    pub(super) attempt_to_orphan: WorkQueue<NodeId>,
    pub(super) absent_owners: AbsentOwnerCache,
    /// Look-ups in that cache: those that found the owner, and those that did not.
    pub(super) cache_hits: u64,
    pub(super) cache_misses: u64,
    /// Changes that were put on graphChanges, and those that were processed.
    changes_added: u64,
    changes_taken: u64,
    pub(super) switches: Switches,
}

/// How a worker's attempt ended, for the queue (GC-30).
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// All went well. An item that is still virtual comes back.
    Success(Why, Rule),
    /// Nothing more to do about the item.
    Forget(Why, Rule),
    /// It comes back later.
    Retry(Why, Rule),
}

impl GarbageCollector {
    /// A collector that knows nothing yet.
    pub fn new(config: &Config) -> Self {
        let limits = QueueConfig {
            overall: config.overall_rate_limit,
            ..QueueConfig::CONTROLLER
        };
        GarbageCollector {
            shared: Shared {
                graph: Graph::default(),
                graph_changes: VecDeque::new(),
                attempt_to_delete: WorkQueue::new(limits),
                attempt_to_orphan: WorkQueue::new(limits),
                absent_owners: AbsentOwnerCache::new(config.absent_owner_cache_size),
                cache_hits: 0,
                cache_misses: 0,
                changes_added: 0,
                changes_taken: 0,
                switches: config.switches(),
            },
            delete_workers: Vec::new(),
            orphan_workers: Vec::new(),
        }
    }

    /// A monitor's handler got an event: one change is put on the queue of the graph builder. `old` is what the
    /// monitor's store held before.
    pub fn observe(&mut self, change: Change, old: Option<Arc<Object>>, object: Arc<Object>) {
        self.shared
            .add_change(GraphChange::observed(change, old.as_deref(), object));
    }

    /// How many changes wait for the graph builder.
    pub fn graph_changes_len(&self) -> usize {
        self.shared.graph_changes.len()
    }

    /// The graph builder takes one change, if there is one.
    pub fn graph_step(&mut self, cx: &mut GcContext) {
        if let Some(change) = self.shared.graph_changes.pop_front() {
            self.shared.changes_taken += 1;
            self.shared.process(&change, cx);
        }
    }

    /// Whether a worker of this queue would find an item.
    pub fn can_take(&self, queue: QueueName) -> bool {
        self.queue(queue).is_some_and(|queue| !queue.is_empty())
    }

    /// What a worker of this queue would take.
    pub fn head(&self, queue: QueueName) -> Option<Item> {
        Some(self.shared.item(self.queue(queue)?.listed().next()?))
    }

    /// A worker takes the head of its queue and runs up to its first API call or to the end. A worker that is still at
    /// work takes nothing.
    pub fn take(&mut self, worker: WorkerId, cx: &mut GcContext) {
        if self.request(worker).is_some() {
            return;
        }
        let number = worker.number as usize;
        match worker.queue {
            QueueName::AttemptToDelete => {
                if self.delete_workers.len() <= number {
                    self.delete_workers.resize_with(number + 1, DeleteWorker::default);
                }
                if let Some(node) = self.shared.take(worker.queue, cx) {
                    self.delete_workers[number].begin(node, &mut self.shared, cx);
                }
            }
            QueueName::AttemptToOrphan => {
                if self.orphan_workers.len() <= number {
                    self.orphan_workers.resize_with(number + 1, OrphanWorker::default);
                }
                if let Some(node) = self.shared.take(worker.queue, cx) {
                    self.orphan_workers[number].begin(node, &mut self.shared, cx);
                }
            }
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => {}
        }
    }

    /// The call that the worker makes next; `None` while it has no item.
    pub fn request(&self, worker: WorkerId) -> Option<&Request> {
        let number = worker.number as usize;
        match worker.queue {
            QueueName::AttemptToDelete => self.delete_workers.get(number)?.request(),
            QueueName::AttemptToOrphan => self.orphan_workers.get(number)?.request(),
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => None,
        }
    }

    /// Until when the worker waits before that call.
    pub fn wait(&self, worker: WorkerId) -> Option<Time> {
        let number = worker.number as usize;
        match worker.queue {
            QueueName::AttemptToDelete => self.delete_workers.get(number)?.wait(),
            QueueName::AttemptToOrphan => self.orphan_workers.get(number)?.wait(),
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => None,
        }
    }

    /// Whether any worker has a call to make.
    pub fn is_at_work(&self) -> bool {
        self.delete_workers
            .iter()
            .any(|worker| worker.request().is_some())
            || self
                .orphan_workers
                .iter()
                .any(|worker| worker.request().is_some())
    }

    /// The worker's call was answered: it runs on to its next call or to the end.
    pub fn answer(&mut self, worker: WorkerId, response: &Response, cx: &mut GcContext) {
        let number = worker.number as usize;
        match worker.queue {
            QueueName::AttemptToDelete => {
                if let Some(worker) = self.delete_workers.get_mut(number) {
                    worker.answer(response, &mut self.shared, cx);
                }
            }
            QueueName::AttemptToOrphan => {
                if let Some(worker) = self.orphan_workers.get_mut(number) {
                    worker.answer(response, &mut self.shared, cx);
                }
            }
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => {}
        }
    }

    /// When the first delayed item is due, or a worker's back-off ends.
    pub fn next_due(&self) -> Option<Time> {
        let queues = [
            self.shared.attempt_to_delete.next_due(),
            self.shared.attempt_to_orphan.next_due(),
        ];
        let waits = self.delete_workers.iter().filter_map(DeleteWorker::wait);
        let waits = waits.chain(self.orphan_workers.iter().filter_map(OrphanWorker::wait));
        queues.into_iter().flatten().chain(waits).min()
    }

    /// The clock has moved: adds the delayed items whose time has come.
    pub fn advance(&mut self, cx: &mut GcContext) {
        let Shared {
            graph,
            attempt_to_delete,
            attempt_to_orphan,
            ..
        } = &mut self.shared;
        let queues = [
            (QueueName::AttemptToDelete, attempt_to_delete),
            (QueueName::AttemptToOrphan, attempt_to_orphan),
        ];
        for (name, queue) in queues {
            while let Some((node, _)) = queue.add_due(cx.now) {
                cx.fx.push(|| Effect::Due {
                    queue: name,
                    item: item(graph, node),
                });
            }
        }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.shared.graph
    }

    /// Checks the graph (GC-4), and that no node is kept that nobody needs. Nothing is broken in a correct collector.
    pub fn check(&self) -> Vec<BrokenGraph> {
        let mut broken = self.shared.graph.check();
        broken.extend(self.shared.graph.leaked(|node| self.shared.holds(node)));
        broken
    }

    /// The changes that wait for the graph builder, the next one first.
    pub fn graph_changes(&self) -> impl ExactSizeIterator<Item = &GraphChange> {
        self.shared.graph_changes.iter()
    }

    /// One of the two queues of nodes; `None` for names of other queues.
    pub fn queue(&self, queue: QueueName) -> Option<&WorkQueue<NodeId>> {
        match queue {
            QueueName::AttemptToDelete => Some(&self.shared.attempt_to_delete),
            QueueName::AttemptToOrphan => Some(&self.shared.attempt_to_orphan),
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => None,
        }
    }

    /// The absent-owner cache.
    pub fn absent_owners(&self) -> &AbsentOwnerCache {
        &self.shared.absent_owners
    }

    /// How many look-ups in that cache found the owner, and how many did not.
    pub fn cache_hits_and_misses(&self) -> (u64, u64) {
        (self.shared.cache_hits, self.shared.cache_misses)
    }

    /// What the metrics of a queue count.
    pub fn queue_counts(&self, queue: QueueName) -> QueueCounts {
        match queue {
            QueueName::GraphChanges => QueueCounts {
                adds: self.shared.changes_added,
                // WQ-6: nothing comes back to it.
                retries: 0,
                taken: self.shared.changes_taken,
            },
            _ => self.queue(queue).map(WorkQueue::counts).unwrap_or_default(),
        }
    }

    /// What a worker works on, while it waits for the answer to a call.
    pub fn item_of(&self, worker: WorkerId) -> Option<Item> {
        let number = worker.number as usize;
        let node = match worker.queue {
            QueueName::AttemptToDelete => self.delete_workers.get(number)?.node(),
            QueueName::AttemptToOrphan => self.orphan_workers.get(number)?.node(),
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => None,
        };
        Some(self.shared.item(node?))
    }

    /// A node as an item of a queue.
    pub fn item(&self, node: NodeId) -> Item {
        self.shared.item(node)
    }

    /// Every delayed item of both queues.
    pub fn delayed_items(&self) -> impl Iterator<Item = Item> {
        let queues = [&self.shared.attempt_to_delete, &self.shared.attempt_to_orphan];
        queues
            .into_iter()
            .flat_map(WorkQueue::delayed)
            .map(|delayed| self.shared.item(delayed.item))
    }

    /// Lists the same items of a queue in another order, for whoever follows a recording: where dependents of one node
    /// are added together the real order is that of a Go map. Says whether `order` is a permutation of the list;
    /// otherwise nothing happens.
    pub fn reorder(&mut self, queue: QueueName, order: &[NodeId]) -> bool {
        match queue {
            QueueName::AttemptToDelete => self.shared.attempt_to_delete.reorder(order),
            QueueName::AttemptToOrphan => self.shared.attempt_to_orphan.reorder(order),
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => false,
        }
    }

    /// Patches the dependents of an attempt to orphan in another order, for whoever follows a recording: the real
    /// patches run in parallel. Says whether the attempt is about to make its first call and `order` is a permutation
    /// of the dependents; otherwise nothing happens.
    pub fn reorder_orphaning(&mut self, worker: WorkerId, order: &[Identity], mapper: &RestMapper) -> bool {
        match self.orphan_workers.get_mut(worker.number as usize) {
            Some(attempt) if worker.queue == QueueName::AttemptToOrphan => attempt.reorder(order, mapper),
            _ => false,
        }
    }

    /// The dependents whose references an attempt to orphan takes off, in the order of its patches.
    pub fn orphaning(&self, worker: WorkerId) -> &[Identity] {
        match self.orphan_workers.get(worker.number as usize) {
            Some(attempt) if worker.queue == QueueName::AttemptToOrphan => attempt.dependents(),
            _ => &[],
        }
    }

    /// Adds the whole state to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        self.shared.digest(cluster, digester);
        for worker in &self.delete_workers {
            worker.digest(&self.shared, cluster, digester);
        }
        for worker in &self.orphan_workers {
            worker.digest(&self.shared, cluster, digester);
        }
    }
}

impl Shared {
    fn holds(&self, node: NodeId) -> bool {
        self.attempt_to_delete.holds(node) || self.attempt_to_orphan.holds(node)
    }

    fn item(&self, node: NodeId) -> Item {
        item(&self.graph, node)
    }

    fn queue_mut(&mut self, queue: QueueName) -> &mut WorkQueue<NodeId> {
        match queue {
            QueueName::AttemptToOrphan => &mut self.attempt_to_orphan,
            _ => &mut self.attempt_to_delete,
        }
    }

    fn take(&mut self, queue: QueueName, cx: &mut GcContext) -> Option<NodeId> {
        let node = self.queue_mut(queue).take()?;
        cx.fx.push(|| Effect::Dequeued {
            queue,
            item: self.item(node),
        });
        Some(node)
    }

    /// Adds a node to attempt-to-delete.
    pub(super) fn add_to_delete(&mut self, node: NodeId, why: Why, rule: Rule, cx: &mut GcContext) {
        add(
            &self.graph,
            &mut self.attempt_to_delete,
            QueueName::AttemptToDelete,
            node,
            why,
            rule,
            cx.fx,
        );
    }

    /// Adds a node to attempt-to-orphan.
    pub(super) fn add_to_orphan(&mut self, node: NodeId, why: Why, rule: Rule, cx: &mut GcContext) {
        add(
            &self.graph,
            &mut self.attempt_to_orphan,
            QueueName::AttemptToOrphan,
            node,
            why,
            rule,
            cx.fx,
        );
    }

    /// Adds those dependents of `owner` to attempt-to-delete that `wanted` picks.
    pub(super) fn add_dependents_to_delete(
        &mut self,
        owner: NodeId,
        wanted: impl Fn(&Graph, NodeId) -> bool,
        why: Why,
        rule: Rule,
        cx: &mut GcContext,
    ) {
        let Shared {
            graph,
            attempt_to_delete,
            ..
        } = self;
        for dependent in graph.dependents(owner) {
            if wanted(graph, dependent) {
                add(
                    graph,
                    attempt_to_delete,
                    QueueName::AttemptToDelete,
                    dependent,
                    why,
                    rule,
                    cx.fx,
                );
            }
        }
    }

    /// Adds a node to a queue after its back-off.
    pub(super) fn put_off(
        &mut self,
        queue: QueueName,
        node: NodeId,
        why: Why,
        rule: Rule,
        cx: &mut GcContext,
    ) {
        let limited = self.queue_mut(queue).add_rate_limited(node, cx.now);
        cx.fx.push(|| Effect::Enqueued {
            queue,
            item: self.item(node),
            due: match limited.added {
                Added::At(due) => Some(due),
                Added::Queued | Added::Ignored => None,
            },
            failures: Some(limited.failures),
            why,
            rule,
        });
    }

    /// Remembers that there is no such owner.
    pub(super) fn remember_absent(&mut self, owner: Identity, rule: Rule, cx: &mut GcContext) {
        let evicted = self.absent_owners.add(owner);
        cx.fx.push(|| Effect::CacheAdded { owner, rule });
        if let Some(owner) = evicted {
            cx.fx.push(|| Effect::CacheEvicted { owner });
        }
    }

    /// Tells the graph builder that there is no such object (GC-35).
    pub(super) fn queue_virtual_delete(&mut self, identity: Identity, rule: Rule, cx: &mut GcContext) {
        let change = GraphChange::VirtualDelete(identity);
        cx.fx.push(|| Effect::Enqueued {
            queue: QueueName::GraphChanges,
            item: Item::GraphChange {
                change: change.kind(),
                identity,
            },
            due: None,
            failures: None,
            why: Why::Gone,
            rule,
        });
        self.add_change(change);
    }

    fn add_change(&mut self, change: GraphChange) {
        self.changes_added += 1;
        self.graph_changes.push_back(change);
    }

    /// The end of an attempt (GC-30, WQ-5).
    pub(super) fn finish(&mut self, queue: QueueName, node: NodeId, outcome: Outcome, cx: &mut GcContext) {
        let outcome = match outcome {
            Outcome::Success(..) if self.graph[node].is_virtual() => {
                Outcome::Retry(Why::StillVirtual, Rule("GC-30"))
            }
            other => other,
        };
        match outcome {
            Outcome::Success(why, rule) | Outcome::Forget(why, rule) => {
                self.queue_mut(queue).forget(node);
                cx.fx.push(|| Effect::Forgotten {
                    queue,
                    item: self.item(node),
                    why,
                    rule,
                });
            }
            Outcome::Retry(why, rule) => self.put_off(queue, node, why, rule, cx),
        }
        self.queue_mut(queue).done(node);
        let Shared {
            graph,
            attempt_to_delete,
            attempt_to_orphan,
            ..
        } = self;
        graph.release(node, |node| {
            attempt_to_delete.holds(node) || attempt_to_orphan.holds(node)
        });
    }

    fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        self.graph.digest(cluster, digester);
        digester.number(self.graph_changes.len() as u64);
        for change in &self.graph_changes {
            digester.number(change.kind() as u64);
            change.identity(cluster).digest(cluster, digester);
            if let GraphChange::Observed {
                object,
                starts_orphaning,
                starts_waiting,
                ..
            } = change
            {
                digester.object(cluster, object);
                digester.number(u64::from(*starts_orphaning) * 2 + u64::from(*starts_waiting));
            }
        }
        for queue in [&self.attempt_to_delete, &self.attempt_to_orphan] {
            queue.digest(digester, |node, digester| {
                self.graph.digest_id(node, cluster, digester)
            });
        }
        digester.number(self.absent_owners.len() as u64);
        for owner in self.absent_owners.owners() {
            owner.digest(cluster, digester);
        }
    }
}

fn item(graph: &Graph, node: NodeId) -> Item {
    Item::Node {
        node,
        identity: graph[node].identity(),
    }
}

fn add(
    graph: &Graph,
    queue: &mut WorkQueue<NodeId>,
    name: QueueName,
    node: NodeId,
    why: Why,
    rule: Rule,
    fx: &mut Effects,
) {
    if queue.add(node) == Added::Queued {
        fx.push(|| Effect::Enqueued {
            queue: name,
            item: item(graph, node),
            due: None,
            failures: None,
            why,
            rule,
        });
    }
}
