use super::{NodeContext, NodeLifecycle, PodId, lifecycle, pods};
use crate::Map;
use crate::object::{ConditionStatus, Names, Time};
use crate::queue::{QueueConfig, WorkQueue};
use crate::sim::Digester;
use alloc::vec::Vec;

/// The queue of pods that were bound to a node (NL-18). It never forgets how often a pod failed.
#[derive(Clone, Debug)]
pub(super) struct PodQueue {
    queue: WorkQueue<usize>,
    pods: Vec<PodId>,
    numbers: Map<PodId, usize>,
}

impl Default for PodQueue {
    fn default() -> Self {
        PodQueue {
            queue: WorkQueue::new(QueueConfig::CONTROLLER),
            pods: Vec::new(),
            numbers: Map::default(),
        }
    }
}

impl PodQueue {
    pub(super) fn add(&mut self, pod: PodId) {
        let number = self.number(pod);
        self.queue.add(number);
    }

    fn number(&mut self, pod: PodId) -> usize {
        let next = self.pods.len();
        let number = *self.numbers.entry(pod).or_insert(next);
        if number == next {
            self.pods.push(pod);
        }
        number
    }

    pub(super) fn digest(&self, names: &Names, digester: &mut Digester) {
        self.queue.digest(digester, |number, digester| {
            digester.name(names, self.pods[number].namespace);
            digester.name(names, self.pods[number].name);
        });
    }
}

impl NodeLifecycle {
    /// Works on the next pod (NL-18). Returns which one it was; `None` where none waits.
    pub fn work_on_next_pod(&mut self, cx: &mut NodeContext<'_>) -> Option<PodId> {
        let number = self.pod_queue.queue.take()?;
        let pod = self.pod_queue.pods[number];
        if !self.process_pod(cx, pod) {
            self.pod_queue.queue.add_rate_limited(number, cx.now);
        }
        self.pod_queue.queue.done(number);
        Some(pod)
    }

    /// Says whether the pod is done with.
    fn process_pod(&mut self, cx: &mut NodeContext<'_>, id: PodId) -> bool {
        let Some(pod) = cx.stores.pod(id.namespace, id.name).cloned() else {
            return true;
        };
        let node = lifecycle::node_of(&pod);
        let Some(Some(health)) = self.health.get(&node).copied() else {
            return true;
        };
        if cx.stores.node_read_fails(node) || cx.stores.node(node).is_none() {
            return false;
        }
        match health.ready.map(|ready| ready.status) {
            None | Some(ConditionStatus::True) => true,
            Some(ConditionStatus::False | ConditionStatus::Unknown) => pods::mark_not_ready(cx, node, &[id]),
        }
    }

    /// Lets a waiting pod be the next one. Says whether it waits.
    pub(super) fn prefer_pod(&mut self, pod: PodId) -> bool {
        let queue = &mut self.pod_queue;
        let mut order: Vec<usize> = queue.queue.listed().collect();
        let found = lifecycle::bring_forward(&mut order, |&number| queue.pods[number] == pod);
        found && queue.queue.reorder(&order)
    }

    /// Lists the pod, wherever it waits.
    pub fn requeue_pod(&mut self, pod: PodId) {
        self.pod_queue.add(pod);
    }

    /// Lists the pods that have become due; to be called when the clock has moved.
    pub fn add_due_pods(&mut self, now: Time) {
        while self.pod_queue.queue.add_due(now).is_some() {}
    }

    /// When the next pod that was put off becomes due.
    pub fn next_due_pod(&self) -> Option<Time> {
        self.pod_queue.queue.next_due()
    }

    /// How many pods wait.
    pub fn pods_waiting(&self) -> usize {
        self.pod_queue.queue.len()
    }

    /// The pods that wait, the next one first.
    pub fn pod_queue(&self) -> impl Iterator<Item = PodId> {
        self.pod_queue
            .queue
            .listed()
            .map(|number| self.pod_queue.pods[number])
    }

    /// How often the pod failed so far; it is never forgotten.
    pub fn pod_failures(&self, pod: PodId) -> u32 {
        let number = self.pod_queue.numbers.get(&pod);
        number.map_or(0, |&number| self.pod_queue.queue.failures(number))
    }
}
