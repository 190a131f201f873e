use super::Item;
use super::{Config, Digester, Discovering, Effects, InformerId, QueueName, Throttle, Watcher, WorkerId};
use crate::Set;
use crate::agents::Agents;
use crate::apiserver::{ApiServer, Change, Cluster, WatchEvent};
use crate::gc::{GarbageCollector, Identity, Node};
use crate::informer::{Informers, Intake};
use crate::namespace::NamespaceController;
use crate::nodes::Nodes;
use crate::object::{KindId, Name, Object, Time};
use crate::sorted::{SortedMap, SortedSet};
use crate::workloads::Workloads;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// The simulated cluster: an API server, the controllers that are switched on, their informers, and the time.
///
/// It is a value: cloning it gives an independent world that goes on from the same state.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) cluster: Cluster,
    pub(super) config: Arc<Config>,
    pub(super) now: Time,
    pub(super) api: ApiServer,
    pub(super) informers: Informers,
    pub(super) gc: GarbageCollector,
    /// What the collector knows of discovery, and what holds its workers back at its start.
    pub(super) discovering: Discovering,
    /// The kinds whose monitors fail.
    pub(super) failing_monitors: SortedSet<KindId>,
    /// The collector's client.
    pub(super) throttle: Throttle,
    pub(super) namespaces: NamespaceController,
    pub(super) agents: Agents,
    pub(super) workloads: Workloads,
    /// The controllers of nodes, where they are switched on.
    pub(super) nodes: Option<Box<Nodes>>,
    /// From which random schedules are drawn.
    pub(super) seed: u64,
    pub(super) steps: u64,
    /// Until when a worker is taken up by an attempt that was made in one step.
    pub(super) busy: SortedMap<WorkerId, Time>,
    /// What was attempted since anything last changed: repeating such an attempt cannot change anything either.
    pub(super) fruitless: Set<Tried>,
    /// How often anything changed.
    pub(super) changes: u64,
    /// The attempts that wait for a call to be made: about what, and how often anything had changed when they began.
    pub(super) under_way: SortedMap<WorkerId, (Item, Tried, u64)>,
    /// When anything was last written.
    pub(super) last_write: Time,
}

/// What an attempt was about. Node objects of one identity are the same to it, unless only one of them was observed: a
/// node that is put off under one name and then another is a new object each time (GC-25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Tried {
    Node { identity: Identity, is_virtual: bool },
    Namespace(Name),
    Key(QueueName, Name),
}

impl World {
    /// A world with these kinds and nothing in it.
    pub fn new(config: Config, cluster: Cluster, seed: u64) -> Self {
        let cluster = Cluster {
            minor: config.minor,
            overrides: config.overrides,
            ..cluster
        };
        let mut cluster = cluster;
        let workloads = Workloads::new(&config, &mut cluster);
        let switches = config.switches();
        let mut world = World {
            workloads,
            gc: GarbageCollector::new(&config),
            discovering: Discovering::new(&cluster, switches, Time::START),
            failing_monitors: config.unsynced_monitors.iter().copied().collect(),
            throttle: Throttle::new(&config),
            namespaces: NamespaceController::new(&config),
            config: Arc::new(config),
            cluster,
            now: Time::START,
            api: ApiServer::default(),
            informers: Informers::new(Intake::new(switches)),
            agents: Agents::default(),
            nodes: None,
            seed,
            steps: 0,
            busy: SortedMap::new(),
            fruitless: Set::default(),
            changes: 0,
            under_way: SortedMap::new(),
            last_write: Time::START,
        };
        world.nodes = world.new_nodes();
        world.api.tolerations_defaulted = world.nodes.is_some();
        world.start_controllers(&mut Effects::off());
        world
    }

    /// Puts objects into storage as they were found: uids, resourceVersions and deletionTimestamps are kept. The
    /// controllers learn of them by their informers' initial lists.
    pub fn load(&mut self, objects: impl IntoIterator<Item = Arc<Object>>) {
        for object in objects {
            self.api.insert(object.clone());
            let event = WatchEvent {
                change: Change::Added,
                object,
                at: self.now,
            };
            self.agents
                .observe(&self.cluster, &self.config, &event, self.now, true);
            self.nodes_follow(&event, true);
            self.informers.list(&event, self.now);
        }
        self.workloads_listed();
    }

    /// Takes namespaces that are not stored as existing: files often come without them.
    pub fn assume_namespaces(&mut self) {
        self.api.namespaces_assumed = true;
    }

    fn start_controllers(&mut self, fx: &mut Effects) {
        self.start_monitors(fx);
        self.start_workload_informers();
        let namespace = self.cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE);
        if let Some(kind) = namespace.filter(|_| self.config.namespace_controller) {
            let id = InformerId {
                watcher: Watcher::NamespaceController,
                kind,
            };
            self.start_informer(id, None);
        }
        self.start_node_informers();
    }

    /// Virtual time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// When anything was last written.
    pub fn last_write(&self) -> Time {
        self.last_write
    }

    /// Strings, kinds, version.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Strings and kinds, to intern what a client is going to ask for.
    pub fn cluster_mut(&mut self) -> &mut Cluster {
        &mut self.cluster
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The API server's storage.
    pub fn api(&self) -> &ApiServer {
        &self.api
    }

    /// The informers.
    pub fn informers(&self) -> &Informers {
        &self.informers
    }

    /// The garbage collector.
    pub fn gc(&self) -> &GarbageCollector {
        &self.gc
    }

    /// The garbage collector, for a replay that takes over an order which is free.
    pub fn gc_mut(&mut self) -> &mut GarbageCollector {
        &mut self.gc
    }

    /// The namespace controller.
    pub fn namespaces(&self) -> &NamespaceController {
        &self.namespaces
    }

    /// What the collector knows of discovery.
    pub fn discovering(&self) -> &Discovering {
        &self.discovering
    }

    /// The rate limit of the collector's client.
    pub fn throttle(&self) -> &Throttle {
        &self.throttle
    }

    /// The controllers of workloads.
    pub fn workloads(&self) -> &Workloads {
        &self.workloads
    }

    /// Kubelets and others that wait for their time.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// Digest of the whole state: equal states give equal digests on every machine.
    pub fn digest(&self) -> u128 {
        let mut digester = Digester::default();
        digester.signed(self.now.0);
        digester.number(self.api.last_version());
        for object in self.api.objects() {
            digester.object(&self.cluster, object);
        }
        self.informers.digest(&self.cluster, &mut digester);
        self.gc.digest(&self.cluster, &mut digester);
        self.discovering.digest(&self.cluster, self.now, &mut digester);
        self.throttle.digest(&mut digester);
        self.namespaces.digest(&self.cluster, &mut digester);
        self.agents.digest(&self.cluster, &mut digester);
        self.workloads.digest(&self.cluster, &mut digester);
        if let Some(nodes) = &self.nodes {
            nodes.digest(&self.cluster, &mut digester);
        }
        for (worker, until) in &self.busy {
            digester.number(worker.queue as u64);
            digester.number(u64::from(worker.number));
            digester.signed(until.0);
        }
        digester.finish()
    }

    /// Loses everything that the controllers know and starts them anew, with initial lists of what is stored.
    pub(super) fn restart_controllers(&mut self, fx: &mut Effects) {
        self.informers.stop_all_of(Watcher::GarbageCollector);
        self.informers.stop_all_of(Watcher::NamespaceController);
        self.restart_workloads();
        self.informers.stop_all_of(Watcher::NodeLifecycle);
        self.informers.stop_all_of(Watcher::TaintEviction);
        self.restart_nodes();
        self.gc = GarbageCollector::new(&self.config);
        self.throttle = Throttle::new(&self.config);
        self.namespaces = NamespaceController::new(&self.config);
        self.busy.clear();
        self.under_way.clear();
        self.news();
        self.start_controllers(fx);
        for object in self.api.objects() {
            let event = WatchEvent {
                change: Change::Added,
                object: object.clone(),
                at: self.now,
            };
            self.informers.list(&event, self.now);
        }
    }

    /// Lets go of so many objects, for whoever must not be held up by dropping a large world at once. Says whether all are
    /// gone; the world is of no other use any more.
    pub fn unload(&mut self, most: usize) -> bool {
        let left = most - self.informers.unload(most);
        left > self.api.unload(left)
    }

    /// Something changed: what was attempted in vain may come to something now.
    pub(super) fn news(&mut self) {
        self.changes += 1;
        self.fruitless.clear();
    }

    pub(super) fn tried(&self, item: &Item) -> Tried {
        match *item {
            Item::Node { node, identity } => Tried::Node {
                identity,
                is_virtual: self.gc.graph().get(node).is_some_and(Node::is_virtual),
            },
            Item::GraphChange { identity, .. } => Tried::Node {
                identity,
                is_virtual: false,
            },
            Item::Namespace { name } => Tried::Namespace(name),
            Item::Key { queue, key } => Tried::Key(queue, key),
        }
    }

    /// Sends what was just written to the informers and agents.
    pub(super) fn publish(&mut self) {
        let log = self.api.take_log();
        self.publish_events(&log);
    }

    pub(super) fn publish_events(&mut self, log: &[WatchEvent]) {
        if log.is_empty() {
            return;
        }
        self.news();
        self.last_write = self.now;
        let arrives = self.now + self.config.watch_latency;
        for event in log {
            self.informers.send(event, arrives);
            self.agents
                .observe(&self.cluster, &self.config, event, arrives, false);
            self.nodes_follow(event, false);
        }
    }

    /// Effects for one step: collected or not, as the caller wants.
    pub(super) fn effects(&self, wanted: bool) -> Effects {
        if wanted {
            Effects::default()
        } else {
            Effects::off()
        }
    }
}
