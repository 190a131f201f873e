use super::{Action, QueueName, Random, WorkerId, World};
use crate::object::Time;
use alloc::vec::Vec;

/// How the next step is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Everything that has arrived is delivered, then put into the graph, then worked on; then the clock moves.
    Fair,
    /// Any step that is possible now, drawn from the world's seeded generator.
    Random,
    /// The user picks each step.
    Manual,
}

/// Why the clock moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DueReason {
    /// A watch event arrives.
    WatchEvent,
    /// A delayed item of the collector becomes due.
    Collector,
    /// A delayed namespace becomes due.
    Namespace,
    /// A delayed ReplicaSet or Deployment becomes due.
    Workloads,
    /// A kubelet or another agent acts.
    Agent,
    /// A worker comes free.
    Worker,
    /// The collector's workers start though not every monitor has synced (GC-73).
    StartGate,
    /// The collector looks at discovery, where there is anything new to find (GC-71).
    Discovery,
    /// A call of the collector no longer has to wait for the client's rate limit (C-15).
    Client,
    /// Something of the nodes' controllers or kubelets is due.
    Nodes,
}

/// The order in which a fair schedule serves the queues.
const SERVED: [QueueName; 7] = [
    QueueName::AttemptToOrphan,
    QueueName::AttemptToDelete,
    QueueName::Namespace,
    QueueName::Deployment,
    QueueName::ReplicaSet,
    QueueName::StatefulSet,
    QueueName::DaemonSet,
];

impl World {
    /// Every step that is possible now, in a fixed order. Faults and requests of users are always possible and are not
    /// listed. A worker may stop before each of its calls ([`Action::Take`], [`Action::Call`]) or run to its end. What the
    /// nodes' controllers do in a fixed order may be done in others, which are listed last.
    pub fn enabled(&self) -> Vec<Action> {
        let mut actions: Vec<Action> = self
            .informers
            .ready(self.now)
            .map(|id| self.delivery(id))
            .collect();
        if self.gc.graph_changes_len() > 0 {
            actions.push(Action::Graph);
        }
        if self.can_discover() {
            actions.push(Action::Discover);
        }
        for queue in SERVED {
            actions.extend(
                self.callers(queue)
                    .map(|worker| Action::Call { worker, answer: None }),
            );
            if let Some(worker) = self.idle_worker(queue) {
                actions.push(Action::Attempt(worker));
                actions.push(Action::Take(worker));
            }
        }
        actions.extend(self.ready_of_nodes());
        actions.extend(self.agents.ready(self.now).map(Action::Wake));
        if self.next_due().is_some() {
            actions.push(Action::Advance);
        }
        actions.append(&mut self.choices_of_nodes());
        actions
    }

    /// The step that `schedule` takes next; `None` when the cluster is at rest, and always for [`Schedule::Manual`].
    pub fn next(&self, schedule: Schedule) -> Option<Action> {
        match schedule {
            Schedule::Fair => self.next_fair(),
            Schedule::Random => self.next_random(),
            Schedule::Manual => None,
        }
    }

    /// The next delivery or graph change, while there is one now: the part of a start in which a collector learns what
    /// is stored.
    pub fn next_of_start(&self) -> Option<Action> {
        match self.informers.next() {
            Some((due, informer)) if due <= self.now => Some(self.delivery(informer)),
            _ => (self.gc.graph_changes_len() > 0).then_some(Action::Graph),
        }
    }

    fn next_fair(&self) -> Option<Action> {
        if let Some(action) = self.next_now() {
            return Some(action);
        }
        (self.next_due().is_some() && !self.is_at_rest()).then_some(Action::Advance)
    }

    fn next_now(&self) -> Option<Action> {
        if let Some((due, informer)) = self.informers.next()
            && due <= self.now
        {
            return Some(self.delivery(informer));
        }
        if self.gc.graph_changes_len() > 0 {
            return Some(Action::Graph);
        }
        if self.can_discover() {
            return Some(Action::Discover);
        }
        for queue in SERVED {
            if let Some(worker) = self.callers(queue).next() {
                return Some(Action::Call { worker, answer: None });
            }
            if let Some(worker) = self.idle_worker(queue) {
                return Some(Action::Attempt(worker));
            }
        }
        self.next_of_nodes()
            .or_else(|| self.agents.ready(self.now).next().map(Action::Wake))
    }

    fn next_random(&self) -> Option<Action> {
        let mut actions = self.enabled();
        if self.next_now().is_none() && self.is_at_rest() {
            return None;
        }
        // Drawn anew for each step, so that the choice depends on the seed and the step alone: a state that was gone
        // back to is chosen from as it was the first time.
        let mut random = Random::new(
            self.seed
                .wrapping_add(self.steps.wrapping_mul(0xd134_2543_de82_ef95)),
        );
        // Time that passes while something could be done is the rare case, as in a real cluster.
        if actions.len() > 1
            && random.below(8) > 0
            && let Some(place) = actions.iter().position(|action| *action == Action::Advance)
        {
            actions.remove(place);
        }
        if actions.is_empty() {
            return None;
        }
        let choice = random.below(actions.len());
        Some(actions.swap_remove(choice))
    }

    /// The workers of the queue that have a call to make now, the first one first.
    fn callers(&self, queue: QueueName) -> impl Iterator<Item = WorkerId> {
        let idle = queue == QueueName::Namespace && !self.namespaces.is_at_work();
        let workers = if idle { 0 } else { self.workers(queue) };
        (0..workers)
            .map(move |number| WorkerId { queue, number })
            // Most workers have none, and are passed over before anything else is asked of them.
            .filter(|worker| self.request(*worker).is_some())
            .filter(|worker| self.wait_of(*worker).is_none_or(|until| until <= self.now))
    }

    /// The worker that would take the head of the queue, if there is a head and a worker is free.
    fn idle_worker(&self, queue: QueueName) -> Option<WorkerId> {
        if !self.can_take(queue) {
            return None;
        }
        (0..self.workers(queue))
            .map(|number| WorkerId { queue, number })
            .find(|worker| {
                self.request(*worker).is_none()
                    && self.busy.get(worker).is_none_or(|until| *until <= self.now)
            })
    }

    /// The next thing that becomes due after now, and why.
    pub fn next_due_with_reason(&self) -> Option<(Time, DueReason)> {
        let later = |due: Option<Time>| due.filter(|due| *due > self.now);
        [
            (self.informers.next_due_after(self.now), DueReason::WatchEvent),
            (later(self.gc.next_due()), DueReason::Collector),
            (later(self.namespaces.next_due()), DueReason::Namespace),
            (later(self.workloads.next_due()), DueReason::Workloads),
            (self.agents.next_due_after(self.now), DueReason::Agent),
            (self.next_free_worker(), DueReason::Worker),
            (self.throttle.next_after(self.now), DueReason::Client),
            (self.nodes_due_after(self.now), DueReason::Nodes),
        ]
        .into_iter()
        .filter_map(|(due, reason)| due.map(|due| (due, reason)))
        .chain(self.discovery_due())
        .min()
    }

    /// When the next thing becomes due after now.
    pub fn next_due(&self) -> Option<Time> {
        self.next_due_with_reason().map(|(due, _)| due)
    }

    fn next_free_worker(&self) -> Option<Time> {
        let waited_for = |worker: &WorkerId| self.can_take(worker.queue);
        self.busy
            .iter()
            .filter(|(worker, until)| **until > self.now && waited_for(worker))
            .map(|(_, until)| *until)
            .min()
    }

    /// Whether nothing will ever change: nothing is under way, nobody waits for a time, and everything that is still
    /// put off was attempted in vain since the last change.
    pub fn is_at_rest(&self) -> bool {
        self.informers.next().is_none()
            && self.gc.graph_changes_len() == 0
            && SERVED.iter().all(|&queue| !self.can_take(queue))
            && !self.is_at_work()
            && !self.awaits_discovery()
            && self.agents.next().is_none()
            && self.nodes_are_at_rest()
            && self
                .gc
                .delayed_items()
                .all(|item| self.fruitless.contains(&self.tried(&item)))
            && self
                .namespaces
                .delayed_items()
                .all(|item| self.fruitless.contains(&self.tried(&item)))
            && self.workloads_rest()
    }

    /// Whether the controllers have worked off what they found at their start, or what happened last: nothing is on its
    /// way to them and nothing waits for a worker. What they have put off, and what waits for its time, may still come.
    pub fn is_settled(&self) -> bool {
        self.informers.next().is_none()
            && self.gc.graph_changes_len() == 0
            && SERVED.iter().all(|&queue| !self.can_take(queue))
            && !self.is_at_work()
    }

    /// Whether a worker has a call to make.
    fn is_at_work(&self) -> bool {
        self.gc.is_at_work() || self.namespaces.is_at_work()
    }

    /// Takes steps of `schedule` until the cluster is at rest, `until` has come, or `max_steps` were taken. Returns
    /// whether it is at rest.
    pub fn run_silently(&mut self, schedule: Schedule, until: Option<Time>, max_steps: u64) -> bool {
        for _ in 0..max_steps {
            let Some(action) = self.next(schedule) else {
                return true;
            };
            if action == Action::Advance
                && until.is_some_and(|until| self.next_due().is_none_or(|due| due > until))
            {
                return false;
            }
            if self.apply_silently(&action).is_err() {
                return false;
            }
        }
        self.is_at_rest()
    }
}
