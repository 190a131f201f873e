use super::pod_start::{Nodes, Started};
use super::scheduler::Scheduler;
use super::{crd_cleanup, finalizer_controller, kubelet, pod_start};
use crate::Map;
use crate::apiserver::Cluster;
use crate::apiserver::{Change, Request, Response, WatchEvent};
use crate::object::{KindId, Name, Object, ObjectKey, Time};
use crate::sim::{Agent, Config, Digester};
use crate::sorted::SortedMap;
use alloc::vec::Vec;

/// How an agent makes a request.
pub type Ask<'a> = &'a mut dyn FnMut(Request) -> Response;

/// When which agent acts, earliest first. An agent has at most one time, the earliest that it was given.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    due: SortedMap<(Time, u64), Agent>,
    times: Map<Agent, (Time, u64, Name)>,
    cleaning: SortedMap<KindId, ObjectKey>,
    scheduler: Scheduler,
    /// Those who would act, but for their node being down; under the empty name the pods that no node takes.
    held: SortedMap<Name, Vec<(Agent, Name)>>,
    sequence: u64,
}

impl Agents {
    /// Shows a watch event that arrives at `arrives`. `found` says that the object was loaded in this state, so that
    /// its waiting began before the scenario.
    pub fn observe(
        &mut self,
        cluster: &Cluster,
        config: &Config,
        event: &WatchEvent,
        arrives: Time,
        found: bool,
    ) {
        let object = &event.object;
        if config.pod_start.is_some() && is_node(cluster, object) {
            self.scheduler.observe(event.change, object);
            self.release(Name::EMPTY, arrives);
        }
        if event.change == Change::Deleted {
            if let Some(&definition) = self.cleaning.get(&object.kind) {
                self.set(Agent::CrdCleanup(definition), arrives, Name::EMPTY);
            }
            if let Some(kind) = crd_cleanup::defined_kind(object) {
                self.cleaning.remove(&kind);
            }
            return;
        }
        if let Some(after) = config.pod_start
            && cluster.kinds.get(object.kind).graceful
            && pod_start::is_to_start(cluster, object)
            && !self.is_held(Agent::PodStart(object.key()))
        {
            self.set(Agent::PodStart(object.key()), arrives + after, object.meta.uid);
        }
        if !object.meta.is_deleting() {
            return;
        }
        if config.kubelet
            && cluster.kinds.get(object.kind).graceful
            && let Some(due) = kubelet::stops_at(object, config, arrives, found)
        {
            self.set(Agent::Kubelet(object.key()), due, object.meta.uid);
        }
        for &(finalizer, after) in &config.finalizer_controllers {
            if object.meta.has_finalizer(finalizer) {
                self.set(
                    Agent::Finalizer {
                        key: object.key(),
                        finalizer,
                    },
                    arrives + after,
                    object.meta.uid,
                );
            }
        }
        if let Some(kind) = crd_cleanup::to_clean(object) {
            self.cleaning.insert(kind, object.key());
            self.set(Agent::CrdCleanup(object.key()), arrives, object.meta.uid);
        }
    }

    fn is_held(&self, agent: Agent) -> bool {
        self.held.values().flatten().any(|&(held, _)| held == agent)
    }

    fn set(&mut self, agent: Agent, due: Time, uid: Name) {
        if let Some(&(earlier, sequence, known)) = self.times.get(&agent) {
            if earlier <= due && (known == uid || uid == Name::EMPTY) {
                return;
            }
            self.due.remove(&(earlier, sequence));
        }
        self.sequence += 1;
        self.due.insert((due, self.sequence), agent);
        self.times.insert(agent, (due, self.sequence, uid));
    }

    /// Keeps an agent back until its node is up again.
    pub fn hold(&mut self, agent: Agent, node: Name) {
        if let Some((due, sequence, uid)) = self.times.remove(&agent) {
            self.due.remove(&(due, sequence));
            self.held.entry(node).or_default().push((agent, uid));
        }
    }

    /// Lets the agents of a node act that were kept back.
    pub fn release(&mut self, node: Name, now: Time) {
        for (agent, uid) in self.held.remove(&node).unwrap_or_default() {
            self.set(agent, now, uid);
        }
    }

    /// The agent that is next, with its time.
    pub fn next(&self) -> Option<(Time, Agent)> {
        self.due.first_key_value().map(|(&(due, _), &agent)| (due, agent))
    }

    /// The first time after `now` at which an agent acts.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        self.due
            .range_from(&(Time(now.0.saturating_add(1)), 0))
            .next()
            .map(|(&(due, _), _)| due)
    }

    /// The agents whose time has come, earliest first.
    pub fn ready(&self, now: Time) -> impl Iterator<Item = Agent> {
        self.due
            .iter()
            .take_while(move |((due, _), _)| *due <= now)
            .map(|(_, &agent)| agent)
    }

    /// All times set, earliest first, for views.
    pub fn iter(&self) -> impl Iterator<Item = (Time, Agent)> {
        self.due.iter().map(|(&(due, _), &agent)| (due, agent))
    }

    /// Lets `agent` act. Returns false when it has no time set. Of a node that `is_silent` nothing comes.
    pub fn wake(
        &mut self,
        cluster: &Cluster,
        agent: Agent,
        now: Time,
        is_silent: &dyn Fn(Name) -> bool,
        ask: Ask<'_>,
    ) -> bool {
        let Some((due, sequence, uid)) = self.times.remove(&agent) else {
            return false;
        };
        self.due.remove(&(due, sequence));
        match agent {
            Agent::Kubelet(key) => kubelet::confirm(cluster, key, uid, ask),
            Agent::Finalizer { key, finalizer } => {
                finalizer_controller::release(cluster, key, uid, finalizer, ask)
            }
            Agent::CrdCleanup(key) => crd_cleanup::clean(cluster, key, ask),
            Agent::PodStart(key) => {
                let nodes = Nodes {
                    place: &mut |pod| self.scheduler.place(cluster, pod),
                    is_silent,
                };
                let on = match pod_start::start(cluster, key, uid, nodes, now, ask) {
                    Started::Done => return true,
                    Started::Unplaced => Name::EMPTY,
                    Started::Waits(node) => node,
                };
                self.held.entry(on).or_default().push((agent, uid));
            }
        }
        true
    }

    /// Adds the times to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        // Kubelets that are kept back show in their pods; how many there are is enough.
        if self.scheduler.placed() > 0 {
            digester.number(self.scheduler.placed());
        }
        for held in self.held.values() {
            digester.number(held.len() as u64);
        }
        for (&(due, _), agent) in &self.due {
            digester.signed(due.0);
            let (tag, key, finalizer) = match agent {
                Agent::Kubelet(key) => (1, key, Name::EMPTY),
                Agent::Finalizer { key, finalizer } => (2, key, *finalizer),
                Agent::CrdCleanup(key) => (3, key, Name::EMPTY),
                Agent::PodStart(key) => (4, key, Name::EMPTY),
            };
            digester.number(tag);
            digester.number(u64::from(key.kind.0));
            digester.name(&cluster.names, key.namespace);
            digester.name(&cluster.names, key.name);
            digester.name(&cluster.names, finalizer);
        }
    }
}

fn is_node(cluster: &Cluster, object: &Object) -> bool {
    let kind = cluster.kinds.get(object.kind);
    kind.group == Name::EMPTY && kind.kind == Name::NODE
}
