use super::{Action, Config, Effects, InformerId, Rejected, World};
use crate::apiserver::WatchEvent;
use crate::nodes::{NodeAction, NodeFault, Nodes, Surroundings, Written};
use crate::object::{Name, ObjectKey, Time};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The controllers of nodes in the world. Each of these does nothing where none is switched on.
impl World {
    /// The controllers of nodes and the kubelets, where they are switched on.
    pub fn nodes(&self) -> Option<&Nodes> {
        self.nodes.as_deref()
    }

    pub(super) fn node_action(&mut self, action: NodeAction, fx: &mut Effects) -> Result<(), Rejected> {
        let written = self
            .with_nodes(fx, |nodes, surroundings| nodes.act(action, surroundings))
            .flatten()
            .ok_or(Rejected::NodesIdle)?;
        if matches!(action, NodeAction::Deliver(_)) {
            self.fruitless.clear();
        }
        self.publish_of_nodes(&written);
        Ok(())
    }

    pub(super) fn node_fault(&mut self, fault: NodeFault, fx: &mut Effects) -> Result<(), Rejected> {
        let came_up = self
            .with_nodes(fx, |nodes, surroundings| nodes.fault(fault, surroundings))
            .ok_or(Rejected::NodesIdle)?;
        for node in came_up {
            self.agents.release(node, self.now);
        }
        Ok(())
    }

    fn with_nodes<T>(
        &mut self,
        fx: &mut Effects,
        run: impl FnOnce(&mut Nodes, &mut Surroundings<'_>) -> T,
    ) -> Option<T> {
        let nodes = self.nodes.as_mut()?;
        Some(run(
            nodes,
            &mut Surroundings {
                api: &mut self.api,
                cluster: &mut self.cluster,
                informers: &mut self.informers,
                now: self.now,
                fx,
            },
        ))
    }

    /// Signs of life reach the caches of the nodes' controllers as events. To everybody else they say nothing, so their
    /// stores get them without one.
    fn publish_of_nodes(&mut self, written: &Written) {
        if !written.heartbeats {
            self.publish_events(&written.events);
            return;
        }
        let arrives = self.now + self.config.watch_latency;
        for event in &written.events {
            self.informers.send_heartbeat(event, arrives);
        }
    }

    pub(super) fn start_node_informers(&mut self) {
        let nodes = self.nodes.as_deref();
        let watches = nodes.map(Nodes::watches).unwrap_or_default();
        let stalled: Vec<InformerId> = nodes.map(|nodes| nodes.stalled().collect()).unwrap_or_default();
        for id in watches {
            self.informers.start(id, false);
        }
        for id in stalled {
            self.informers.hold(id, true);
        }
    }

    pub(super) fn restart_nodes(&mut self) {
        if let Some(nodes) = &mut self.nodes {
            nodes.restart(self.now);
        }
    }

    pub(super) fn nodes_follow(&mut self, event: &WatchEvent, found: bool) {
        if let Some(nodes) = &mut self.nodes {
            nodes.follow(&self.cluster, event, self.now, found);
        }
    }

    /// Whether nothing comes from the kubelet of this node, and nobody stops its pods.
    pub fn is_silent(&self, node: Name) -> bool {
        is_silent(self.nodes.as_deref(), &self.config, node)
    }

    /// The node whose kubelet would have to stop this pod, and does not answer.
    pub(super) fn silent_kubelet(&self, pod: &ObjectKey) -> Option<Name> {
        self.nodes.as_ref()?.silent_kubelet(self.api.get(pod)?)
    }

    /// Delivers what is next on its way to this informer; the caches of the nodes' controllers get everything that has
    /// arrived.
    pub(super) fn delivery(&self, informer: InformerId) -> Action {
        if informer.watcher.is_of_nodes() {
            Action::Nodes(NodeAction::Deliver(informer))
        } else {
            Action::Deliver(informer)
        }
    }

    pub(super) fn next_of_nodes(&self) -> Option<Action> {
        self.nodes.as_ref()?.next_now(self.now).map(Action::Nodes)
    }

    pub(super) fn ready_of_nodes(&self) -> impl Iterator<Item = Action> {
        let ready = self.nodes.iter().flat_map(|nodes| nodes.ready(self.now));
        ready.map(Action::Nodes)
    }

    /// The alternatives to the fixed orders of the nodes' controllers (spec nodes, section 8): which thing comes first, and
    /// one event alone where several have reached a cache of theirs (ND-6).
    pub(super) fn choices_of_nodes(&self) -> Vec<Action> {
        let Some(nodes) = &self.nodes else {
            return Vec::new();
        };
        let several = |id: &InformerId| {
            let informer = self.informers.get(*id).filter(|_| id.watcher.is_of_nodes());
            let mut arrived = informer.into_iter().flat_map(|informer| informer.pending());
            arrived.nth(1).is_some_and(|(due, _)| due <= self.now)
        };
        let events = self
            .informers
            .ready(self.now)
            .filter(several)
            .map(Action::Deliver);
        let choices = nodes.choices(&self.cluster, &self.informers, self.now);
        events.chain(choices.into_iter().map(Action::Nodes)).collect()
    }

    pub(super) fn nodes_due_after(&self, now: Time) -> Option<Time> {
        self.nodes.as_ref()?.next_due_after(now)
    }

    pub(super) fn nodes_are_at_rest(&self) -> bool {
        self.nodes.as_ref().is_none_or(|nodes| nodes.is_at_rest(self.now))
    }

    pub(super) fn new_nodes(&self) -> Option<Box<Nodes>> {
        Nodes::new(&self.config, &self.cluster, self.now)
    }
}

/// Whether nothing comes from the kubelet of this node: its kubelet says so, where kubelets are simulated, and otherwise
/// the configuration, which is also how kubelets begin.
pub(super) fn is_silent(nodes: Option<&Nodes>, config: &Config, node: Name) -> bool {
    let kubelet = nodes
        .and_then(Nodes::kubelets)
        .and_then(|kubelets| kubelets.get(node));
    match kubelet {
        Some(kubelet) => kubelet.down,
        None => config.silent_nodes.contains(&node),
    }
}
