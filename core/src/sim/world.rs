use super::Item;
use super::{Config, Digester, Effects, InformerId, Watcher, WorkerId};
use crate::Set;
use crate::agents::Agents;
use crate::apiserver::{ApiServer, Change, Cluster, WatchEvent};
use crate::gc::{GarbageCollector, Identity, Node, StartGate};
use crate::informer::Informers;
use crate::namespace::NamespaceController;
use crate::object::{Name, Object, Time};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

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
    /// What holds the collector's workers back at its start.
    pub(super) gate: StartGate,
    pub(super) namespaces: NamespaceController,
    pub(super) agents: Agents,
    /// From which random schedules are drawn.
    pub(super) seed: u64,
    pub(super) steps: u64,
    /// Until when a worker is taken up by an attempt that was made in one step.
    pub(super) busy: BTreeMap<WorkerId, Time>,
    /// What was attempted since anything last changed: repeating such an attempt cannot change anything either.
    pub(super) fruitless: Set<Tried>,
    /// When anything was last written.
    pub(super) last_write: Time,
}

/// What an attempt was about. Node objects of one identity are the same to it, unless only one of them was observed: a
/// node that is put off under one name and then another is a new object each time (GC-25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Tried {
    Node { identity: Identity, is_virtual: bool },
    Namespace(Name),
}

impl World {
    /// A world with these kinds and nothing in it.
    pub fn new(config: Config, cluster: Cluster, seed: u64) -> Self {
        let cluster = Cluster {
            minor: config.minor,
            overrides: config.overrides,
            ..cluster
        };
        let mut world = World {
            gc: GarbageCollector::new(&config),
            gate: StartGate::new(
                Time::START,
                config.switches(),
                config.unsynced_monitors.is_empty(),
            ),
            namespaces: NamespaceController::new(&config),
            config: Arc::new(config),
            cluster,
            now: Time::START,
            api: ApiServer::default(),
            informers: Informers::default(),
            agents: Agents::default(),
            seed,
            steps: 0,
            busy: BTreeMap::new(),
            fruitless: Set::default(),
            last_write: Time::START,
        };
        world.start_informers();
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
            self.informers.send(&event, self.now);
        }
    }

    /// Takes namespaces that are not stored as existing: files often come without them.
    pub fn assume_namespaces(&mut self) {
        self.api.namespaces_assumed = true;
    }

    pub(super) fn start_informers(&mut self) {
        let namespace = self.cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE);
        for kind in self.cluster.kinds.ids() {
            let about = self.cluster.kinds.get(kind);
            let can_sync = !self.config.unsynced_monitors.contains(&kind);
            if self.config.garbage_collector && about.monitored && about.is_served() && can_sync {
                self.informers.start(InformerId {
                    watcher: Watcher::GarbageCollector,
                    kind,
                });
            }
            if self.config.namespace_controller && Some(kind) == namespace {
                self.informers.start(InformerId {
                    watcher: Watcher::NamespaceController,
                    kind,
                });
            }
        }
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
        digester.number(u64::from(self.gate.is_open(self.now)));
        digester.signed(self.gate.opens_after(self.now).map_or(i64::MIN, |at| at.0));
        self.namespaces.digest(&self.cluster, &mut digester);
        self.agents.digest(&self.cluster, &mut digester);
        for (worker, until) in &self.busy {
            digester.number(worker.queue as u64);
            digester.number(u64::from(worker.number));
            digester.signed(until.0);
        }
        digester.finish()
    }

    /// Loses everything that the controllers know and starts them anew, with initial lists of what is stored.
    pub(super) fn restart_controllers(&mut self) {
        self.informers.stop_all_of(Watcher::GarbageCollector);
        self.informers.stop_all_of(Watcher::NamespaceController);
        self.gc = GarbageCollector::new(&self.config);
        let all_sync = self.config.unsynced_monitors.is_empty();
        self.gate = StartGate::new(self.now, self.config.switches(), all_sync);
        self.namespaces = NamespaceController::new(&self.config);
        self.busy.clear();
        self.fruitless.clear();
        self.start_informers();
        let stored: Vec<Arc<Object>> = self.api.objects().cloned().collect();
        for object in stored {
            self.informers.send(
                &WatchEvent {
                    change: Change::Added,
                    object,
                    at: self.now,
                },
                self.now,
            );
        }
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
        self.fruitless.clear();
        self.last_write = self.now;
        let arrives = self.now + self.config.watch_latency;
        for event in log {
            self.informers.send(event, arrives);
            self.agents
                .observe(&self.cluster, &self.config, event, arrives, false);
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
