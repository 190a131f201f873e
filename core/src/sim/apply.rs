use super::Watcher;
use super::world::Tried;
use super::{
    Action, Actor, Agent, Call, Effect, Effects, Fault, InformerId, Injected, Item, QueueName, Rejected,
    Rule, Step, WorkerId, World,
};
use crate::apiserver::{Request, Response};
use crate::gc::{GcContext, GraphChange};
use crate::namespace::NamespaceContext;
use crate::nodes::NodeEffect;
use crate::object::{Duration, Name, Time};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The controllers' view of a world while they run: everything but themselves.
macro_rules! gc_context {
    ($world:expr, $fx:expr) => {
        GcContext {
            cluster: &$world.cluster,
            now: $world.now,
            fx: $fx,
            mapper: $world.discovering.mapper(),
            monitors: &$world.informers,
        }
    };
}

impl World {
    /// Takes one step. The answer is the step with its effects; a world that rejects an action is unchanged.
    pub fn apply(&mut self, action: &Action) -> Result<Step, Rejected> {
        let mut fx = self.effects(true);
        self.apply_with(action, &mut fx)?;
        Ok(Step {
            number: self.steps - 1,
            time: self.now,
            action: action.clone(),
            effects: fx.take(),
        })
    }

    /// Takes one step without telling what happened in it.
    pub fn apply_silently(&mut self, action: &Action) -> Result<(), Rejected> {
        let mut fx = self.effects(false);
        self.apply_with(action, &mut fx)
    }

    /// Takes one step; effects are added to `fx`.
    pub fn apply_with(&mut self, action: &Action, fx: &mut Effects) -> Result<(), Rejected> {
        match action {
            Action::Client(request) => {
                self.call(Actor::Client, (**request).clone(), fx);
            }
            Action::Deliver(informer) => self.deliver(*informer, fx)?,
            Action::Drop(informer) => self.lose(*informer, fx)?,
            Action::Graph => self.graph_step(fx)?,
            Action::Discover => self.discover(fx)?,
            Action::Attempt(worker) => self.attempt(*worker, fx)?,
            Action::Take(worker) => self.take_only(*worker, fx)?,
            Action::Call { worker, answer } => self.call_only(*worker, *answer, fx)?,
            Action::Advance => {
                let due = self.next_due().ok_or(Rejected::NothingDue)?;
                self.move_clock(due, fx);
            }
            Action::Wake(agent) => self.wake(*agent, fx)?,
            Action::Fault(
                fault @ (Fault::Lag { .. }
                | Fault::LoseEvents { .. }
                | Fault::Relist(_)
                | Fault::Quota { .. }
                | Fault::Expectations(_)),
            ) => self.workload_fault(fault),
            Action::Fault(Fault::RestartControllers) => self.restart_controllers(fx),
            Action::Fault(Fault::Sleep(until)) => {
                if *until < self.now {
                    return Err(Rejected::TimePassed);
                }
                self.move_clock(*until, fx);
            }
            Action::Nodes(action) => self.node_action(*action, fx)?,
            Action::Fault(Fault::Nodes(fault)) => self.node_fault(*fault, fx)?,
            Action::Fault(Fault::Discovery(failure)) => {
                self.cluster.discovery_failure = failure.clone();
                self.news();
            }
            Action::Fault(Fault::Monitor { kind, fails }) => self.set_monitor(*kind, *fails, fx),
        }
        self.follow_discovery(fx);
        self.steps += 1;
        Ok(())
    }

    /// Makes a request of the API server and sends what it wrote on its way.
    fn call(&mut self, by: Actor, request: Request, fx: &mut Effects) -> Response {
        let response = self.api.handle(&mut self.cluster, self.now, by, &request, fx);
        self.publish();
        fx.push(|| {
            Effect::Call(Box::new(Call {
                by,
                request,
                response: response.clone(),
                injected: false,
            }))
        });
        response
    }

    fn deliver(&mut self, informer: InformerId, fx: &mut Effects) -> Result<(), Rejected> {
        if self.informers.loses_next(informer) {
            return self.lose(informer, fx);
        }
        let relisted = self.informers.is_relisted(informer);
        let mut count = 0;
        for entered in self.informers.take_in(informer, self.now) {
            count += 1;
            if informer.watcher == Watcher::Workloads {
                self.workloads.store(entered);
            }
        }
        if count > 1 {
            fx.push(|| Effect::TakenIn { informer, count });
        }
        let delivery = self
            .informers
            .deliver(informer)
            .ok_or(Rejected::NothingToDeliver)?;
        self.news();
        fx.push(|| Effect::Delivered {
            informer,
            change: delivery.change,
            object: delivery.object.clone(),
        });
        match informer.watcher {
            Watcher::Workloads => self.show_to_workloads(delivery, relisted, fx),
            Watcher::GarbageCollector => self.gc.observe(delivery.change, delivery.old, delivery.object),
            Watcher::NamespaceController => {
                let mut cx = NamespaceContext {
                    cluster: &self.cluster,
                    now: self.now,
                    fx,
                };
                self.namespaces
                    .observe(delivery.change, &delivery.object, &mut cx);
            }
            Watcher::NodeLifecycle | Watcher::TaintEviction => {
                if let Some(nodes) = &mut self.nodes {
                    nodes.observe(&self.cluster, informer, &delivery);
                }
            }
        }
        Ok(())
    }

    fn lose(&mut self, informer: InformerId, fx: &mut Effects) -> Result<(), Rejected> {
        let event = self
            .informers
            .drop_next(informer)
            .ok_or(Rejected::NothingToDeliver)?;
        fx.push(|| Effect::Dropped {
            informer,
            object: event.object,
        });
        Ok(())
    }

    fn graph_step(&mut self, fx: &mut Effects) -> Result<(), Rejected> {
        if self.gc.graph_changes_len() == 0 {
            return Err(Rejected::NoGraphChange);
        }
        // What an attempt found out is no news to other attempts: dependents that call an absent owner by two names have
        // them looked up in turns for ever (GC-25).
        if !matches!(
            self.gc.graph_changes().next(),
            Some(GraphChange::VirtualDelete(_))
        ) {
            self.news();
        }
        self.gc.graph_step(&mut gc_context!(self, fx));
        Ok(())
    }

    /// Takes the head of the queue and stops before the first call.
    fn take_only(&mut self, worker: WorkerId, fx: &mut Effects) -> Result<(), Rejected> {
        let began = self.take(worker, fx)?;
        self.keep_or_end(worker, began);
        Ok(())
    }

    /// Takes the head of the queue; the answer is what the attempt is about, and how often anything had changed then.
    fn take(&mut self, worker: WorkerId, fx: &mut Effects) -> Result<(Item, Tried, u64), Rejected> {
        if worker.number >= self.workers(worker.queue) {
            return Err(Rejected::NoSuchWorker);
        }
        if self.request(worker).is_some() {
            return Err(Rejected::WorkerBusy);
        }
        if !self.can_take(worker.queue) {
            return Err(Rejected::QueueEmpty);
        }
        let item = self.head(worker.queue).ok_or(Rejected::QueueEmpty)?;
        let began = (item, self.tried(&item), self.changes);
        match worker.queue {
            QueueName::GraphChanges => return Err(Rejected::NoSuchWorker),
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
                self.gc.take(worker, &mut gc_context!(self, fx));
            }
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.take_workload(worker, fx)
            }
            QueueName::Namespace => {
                let mut cx = NamespaceContext {
                    cluster: &self.cluster,
                    now: self.now,
                    fx,
                };
                self.namespaces.take(worker, &mut cx);
            }
        }
        if self.request(worker).is_some() {
            self.throttle.claim(worker, self.now, fx);
        }
        Ok(began)
    }

    /// Keeps in mind what a worker is at, or notes that an attempt came to nothing.
    fn keep_or_end(&mut self, worker: WorkerId, began: (Item, Tried, u64)) {
        if self.request(worker).is_some() {
            self.under_way.insert(worker, began);
            return;
        }
        let (item, tried, changes) = began;
        if self.changes == changes && !self.namespaces.depends_on_time(&item) {
            self.fruitless.insert(tried);
        }
    }

    /// A worker that was stopped before a call makes it, and runs on to its next one.
    fn call_only(
        &mut self,
        worker: WorkerId,
        answer: Option<Injected>,
        fx: &mut Effects,
    ) -> Result<(), Rejected> {
        let waited = self.throttle.waits_until(worker).is_some();
        self.worker_call(worker, answer, fx)?;
        if waited {
            // The next call is made when this one has been answered.
            self.throttle.put_off(worker, self.now + self.config.api_latency);
        }
        if let Some(began) = self.under_way.remove(&worker) {
            self.keep_or_end(worker, began);
        }
        Ok(())
    }

    fn worker_call(
        &mut self,
        worker: WorkerId,
        answer: Option<Injected>,
        fx: &mut Effects,
    ) -> Result<(), Rejected> {
        let request = self.request(worker).cloned().ok_or(Rejected::NoCall)?;
        let by = actor_of(worker);
        self.throttle.sent(worker);
        let response = match answer {
            None => self.call(by, request, fx),
            Some(injected) => {
                let response = Response::refused(injected.reason);
                fx.push(|| {
                    Effect::Call(Box::new(Call {
                        by,
                        request,
                        response: response.clone(),
                        injected: true,
                    }))
                });
                response
            }
        };
        match worker.queue {
            QueueName::GraphChanges => return Err(Rejected::NoSuchWorker),
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
                self.gc.answer(worker, &response, &mut gc_context!(self, fx));
            }
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.answer_workload(worker, &response, fx)
            }
            QueueName::Namespace => {
                let mut cx = NamespaceContext {
                    cluster: &self.cluster,
                    now: self.now,
                    fx,
                };
                self.namespaces.answer(worker, &response, &mut cx);
            }
        }
        if self.request(worker).is_some() {
            self.throttle.claim(worker, self.now, fx);
        }
        Ok(())
    }

    /// Takes the head of the queue and works on it to the end; the worker is then taken up for as long as its calls
    /// and back-offs would have lasted. A call that has to wait for the client's rate limit is left for later.
    fn attempt(&mut self, worker: WorkerId, fx: &mut Effects) -> Result<(), Rejected> {
        let began = self.take(worker, fx)?;
        let mut spent = Duration::ZERO;
        while self.request(worker).is_some() {
            if self.throttle.waits_until(worker).is_some() {
                self.throttle.put_off(worker, self.now + spent);
                break;
            }
            if let Some(until) = self.wait_of(worker) {
                spent = spent.max(until - self.now);
            }
            // Calls that are made at once take the time of one.
            if self.workloads.begins_round(worker) {
                spent = Duration(spent.0.saturating_add(self.config.api_latency.0));
            }
            self.worker_call(worker, None, fx)?;
        }
        if self.request(worker).is_none() && spent > Duration::ZERO {
            self.busy.insert(worker, self.now + spent);
        }
        self.keep_or_end(worker, began);
        Ok(())
    }

    fn wake(&mut self, agent: Agent, fx: &mut Effects) -> Result<(), Rejected> {
        if !self.agents.ready(self.now).any(|ready| ready == agent) {
            return Err(Rejected::AgentIdle);
        }
        if let Agent::Kubelet(pod) = agent
            && let Some(node) = self.silent_kubelet(&pod)
        {
            self.agents.hold(agent, node);
            fx.push(|| Effect::Nodes {
                effect: NodeEffect::KubeletSilent {
                    node,
                    namespace: pod.namespace,
                    name: pod.name,
                },
                rule: Rule("API-13"),
            });
            return Ok(());
        }
        let by = match agent {
            Agent::Kubelet(_) => Actor::Kubelet,
            Agent::Finalizer { .. } => Actor::FinalizerController,
            Agent::CrdCleanup(_) => Actor::CrdCleanup,
            Agent::PodStart(_) => Actor::Kubelet,
        };
        // The agents are taken out while one of them acts, because its requests are shown to all of them.
        let mut agents = core::mem::take(&mut self.agents);
        let cluster = self.cluster.clone();
        let mut written = Vec::new();
        let (nodes, config) = (self.nodes.as_deref(), &*self.config);
        let is_silent = |node: Name| super::nodes::is_silent(nodes, config, node);
        agents.wake(&cluster, agent, self.now, &is_silent, &mut |request| {
            let response = self.api.handle(&mut self.cluster, self.now, by, &request, fx);
            written.extend(self.api.take_log());
            fx.push(|| {
                Effect::Call(Box::new(Call {
                    by,
                    request,
                    response: response.clone(),
                    injected: false,
                }))
            });
            response
        });
        self.agents = agents;
        self.publish_events(&written);
        Ok(())
    }

    fn move_clock(&mut self, to: Time, fx: &mut Effects) {
        // What is over by now did not last until then.
        self.follow_discovery(fx);
        self.now = to;
        fx.push(|| Effect::ClockMoved { to });
        self.busy.retain(|_, until| *until > to);
        self.gc.advance(&mut gc_context!(self, fx));
        self.advance_workloads(fx);
        self.namespaces.advance(&mut NamespaceContext {
            cluster: &self.cluster,
            now: self.now,
            fx,
        });
    }

    pub(super) fn request(&self, worker: WorkerId) -> Option<&Request> {
        match worker.queue {
            QueueName::GraphChanges => None,
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => self.gc.request(worker),
            QueueName::Namespace => self.namespaces.request(worker),
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.workloads.request(worker)
            }
        }
    }

    pub(super) fn wait_of(&self, worker: WorkerId) -> Option<Time> {
        match worker.queue {
            QueueName::GraphChanges
            | QueueName::Namespace
            | QueueName::ReplicaSet
            | QueueName::Deployment
            | QueueName::StatefulSet
            | QueueName::DaemonSet => None,
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
                self.gc.wait(worker).max(self.throttle.waits_until(worker))
            }
        }
    }

    pub(super) fn can_take(&self, queue: QueueName) -> bool {
        match queue {
            QueueName::GraphChanges => false,
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
                self.discovering.workers_may_run(self.now) && self.gc.can_take(queue)
            }
            QueueName::Namespace => self.namespaces.can_take(),
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.workloads.can_take(queue)
            }
        }
    }

    fn head(&self, queue: QueueName) -> Option<Item> {
        match queue {
            QueueName::GraphChanges => None,
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => self.gc.head(queue),
            QueueName::Namespace => self.namespaces.head(),
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.workloads.head(queue)
            }
        }
    }

    /// How many workers serve the queue.
    pub fn workers(&self, queue: QueueName) -> u32 {
        match queue {
            QueueName::GraphChanges => 0,
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => self.config.concurrent_gc_syncs,
            QueueName::Namespace => self.config.concurrent_namespace_syncs,
            QueueName::ReplicaSet if self.config.replica_set_controller => {
                self.config.concurrent_replica_set_syncs
            }
            QueueName::Deployment if self.config.deployment_controller => {
                self.config.concurrent_deployment_syncs
            }
            QueueName::StatefulSet if self.config.stateful_set_controller => {
                self.config.concurrent_stateful_set_syncs
            }
            QueueName::DaemonSet if self.config.daemon_set_controller => {
                self.config.concurrent_daemon_set_syncs
            }
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                0
            }
        }
    }
}

fn actor_of(worker: WorkerId) -> Actor {
    match worker.queue {
        QueueName::Namespace => Actor::NamespaceController,
        QueueName::ReplicaSet => Actor::ReplicaSetController,
        QueueName::Deployment => Actor::DeploymentController,
        QueueName::StatefulSet => Actor::StatefulSetController,
        QueueName::DaemonSet => Actor::DaemonSetController,
        QueueName::GraphChanges | QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
            Actor::GarbageCollector
        }
    }
}
