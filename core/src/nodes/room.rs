use super::kubelets::Beats;
use super::{
    Kubelets, NodeAction, NodeClient, NodeContext, NodeEffect, NodeFault, NodeKinds, NodeLifecycle,
    NodeStores, NodeSwitches, NodesConfig, RefusedCalls, TaintEviction, ZoneKey,
};
use crate::apiserver::{ApiServer, Cluster, Request, Response, WatchEvent};
use crate::informer::{Delivery, Informers};
use crate::object::{Duration, KindId, Name, Object, ObjectKey, Time};
use crate::sim::{Actor, Call, Config, Digester, Effect, Effects, InformerId, Rule, Watcher};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Between two runs of the taint loop (K-8).
const TICK: Duration = Duration::from_millis(100);
/// How long the evaluation of one node takes. A pass that took no time would see a grace of fifty seconds, ten of its
/// own periods, end one pass late (NL-3).
const EVALUATION: Duration = Duration(1_000);
/// How long a pass takes at least.
const SHORTEST_PASS: Duration = Duration::from_millis(1);
/// How much longer than a grace period a sign of life may be believed: a pass, and the extra refresh of NL-11a.
const SLACK: Duration = Duration::from_secs(30);

/// Everything about nodes in one world: the controllers that run, their caches' state, and the kubelets.
#[derive(Clone, Debug)]
pub struct Nodes {
    config: NodesConfig,
    switches: NodeSwitches,
    kinds: NodeKinds,
    lifecycle: Option<NodeLifecycle>,
    eviction: Option<TaintEviction>,
    kubelets: Option<Kubelets>,
    /// Calls that are to be refused.
    refused: Vec<RefusedCalls>,
    /// Kinds whose cache stalls.
    stalled: Vec<KindId>,
    /// The taint loop began then; it runs every tenth of a second from there.
    started: Time,
    last_tick: Option<Time>,
    next_pass: Time,
    passes: u64,
    /// When anything about nodes last changed but for signs of life.
    last_change: Time,
}

/// What the room needs of a world while it acts.
pub struct Surroundings<'a> {
    /// The API server.
    pub api: &'a mut ApiServer,
    /// Strings and kinds.
    pub cluster: &'a mut Cluster,
    /// The informers.
    pub informers: &'a mut Informers,
    /// Virtual time.
    pub now: Time,
    /// What happens.
    pub fx: &'a mut Effects,
}

impl Nodes {
    /// What the configuration asks for; `None` where that is nothing.
    pub fn new(config: &Config, cluster: &Cluster, now: Time) -> Option<Box<Self>> {
        let kinds = NodeKinds::of(cluster).filter(|_| config.nodes.is_on())?;
        let mut nodes = Nodes {
            config: config.nodes,
            switches: NodeSwitches::of(config.switches()),
            kinds,
            lifecycle: None,
            eviction: None,
            kubelets: config.nodes.has_kubelets().then(|| Kubelets::new(config)),
            refused: Vec::new(),
            stalled: Vec::new(),
            started: now,
            last_tick: None,
            next_pass: now,
            passes: 0,
            last_change: now,
        };
        nodes.restart(now);
        Some(Box::new(nodes))
    }

    /// New controllers that know nothing; the kubelets go on (NT-10, TE-6).
    pub fn restart(&mut self, now: Time) {
        let config = &self.config;
        self.lifecycle = config
            .lifecycle
            .then(|| NodeLifecycle::new(config.flags, self.switches, config.zone_order));
        self.eviction = config.taint_eviction.then(|| TaintEviction::new(self.switches));
        self.started = now;
        self.last_tick = None;
        self.next_pass = now;
        self.last_change = now;
    }

    /// The informers of the controllers that run.
    pub fn watches(&self) -> Vec<InformerId> {
        let NodeKinds { node, lease, pod } = self.kinds;
        let of = |watcher: Watcher, kinds: &[KindId]| -> Vec<InformerId> {
            kinds.iter().map(|&kind| InformerId { watcher, kind }).collect()
        };
        let mut watches = Vec::new();
        if self.lifecycle.is_some() {
            watches.extend(of(Watcher::NodeLifecycle, &[node, lease, pod]));
        }
        if self.eviction.is_some() {
            watches.extend(of(Watcher::TaintEviction, &[node, pod]));
        }
        watches
    }

    /// The caches that stall.
    pub fn stalled(&self) -> impl Iterator<Item = InformerId> {
        self.stalled.iter().map(|&kind| InformerId {
            watcher: Watcher::NodeLifecycle,
            kind,
        })
    }

    /// An event has reached a cache.
    pub fn observe(&mut self, cluster: &Cluster, informer: InformerId, delivery: &Delivery) {
        let (change, old, object) = (delivery.change, delivery.old.as_deref(), &*delivery.object);
        let (is_node, is_pod) = (informer.kind == self.kinds.node, informer.kind == self.kinds.pod);
        match (informer.watcher, &mut self.lifecycle, &mut self.eviction) {
            (Watcher::NodeLifecycle, Some(lifecycle), _) if is_node => {
                lifecycle.observe_node(cluster, change, object);
            }
            (Watcher::NodeLifecycle, Some(lifecycle), _) if is_pod => {
                lifecycle.observe_pod(change, old, object)
            }
            (Watcher::TaintEviction, _, Some(eviction)) if is_node => {
                eviction.observe_node(change, old, object)
            }
            (Watcher::TaintEviction, _, Some(eviction)) if is_pod => {
                eviction.observe_pod(change, old, object)
            }
            _ => {}
        }
    }

    /// Something was written: the kubelets follow the nodes. `found` says that the object was loaded so.
    pub fn follow(&mut self, cluster: &Cluster, event: &WatchEvent, now: Time, found: bool) {
        let kind = event.object.kind;
        if kind == self.kinds.node
            && let Some(kubelets) = &mut self.kubelets
        {
            kubelets.observe(cluster, event, now);
        }
        let concerns = kind == self.kinds.node || kind == self.kinds.pod;
        if concerns && !found {
            self.last_change = now;
        }
    }

    /// The node of a pod whose kubelet does not answer.
    pub fn silent_kubelet(&self, pod: &Object) -> Option<Name> {
        let node = super::lifecycle::node_of(pod);
        self.kubelets
            .as_ref()
            .is_some_and(|kubelets| kubelets.is_down(node))
            .then_some(node)
    }

    /// What is to be done now, the first thing first: signs of life, work, timers, the taint loop, the pass (ND-4).
    pub fn next_now(&self, now: Time) -> Option<NodeAction> {
        self.ready(now).next()
    }

    /// Everything that could be done now.
    pub fn ready(&self, now: Time) -> impl Iterator<Item = NodeAction> {
        let is_due = |due: Option<Time>| due.is_some_and(|due| due <= now);
        let beats = self.kubelets.as_ref().and_then(Kubelets::next_due);
        let eviction = self.eviction.as_ref();
        let lifecycle = self.lifecycle.as_ref();
        let items = eviction.is_some_and(|eviction| {
            eviction.node_items().len() + eviction.pod_items().len() + eviction.started().len() > 0
        });
        let node_work = lifecycle.is_some_and(|lifecycle| lifecycle.node_queue().len() > 0);
        let pod_work = lifecycle.is_some_and(|lifecycle| lifecycle.pods_waiting() > 0)
            || is_due(lifecycle.and_then(NodeLifecycle::next_due_pod));
        [
            (is_due(beats), NodeAction::Heartbeats),
            (items, NodeAction::EvictionWork),
            (node_work, NodeAction::NodeWork),
            (pod_work, NodeAction::PodWork),
            (
                is_due(eviction.and_then(TaintEviction::next_due)),
                NodeAction::EvictionTimers,
            ),
            (is_due(self.next_tick(now)), NodeAction::TaintTick),
            (lifecycle.is_some() && self.next_pass <= now, NodeAction::Pass),
        ]
        .into_iter()
        .filter_map(|(ready, action)| ready.then_some(action))
    }

    /// The next time after `now` at which anything is due.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        let lifecycle = self.lifecycle.as_ref();
        [
            self.kubelets.as_ref().and_then(Kubelets::next_due),
            self.eviction.as_ref().and_then(TaintEviction::next_due),
            lifecycle.and_then(NodeLifecycle::next_due_pod),
            self.next_tick(now),
            lifecycle.map(|_| self.next_pass),
        ]
        .into_iter()
        .flatten()
        .filter(|due| *due > now)
        .min()
    }

    /// The next run of the taint loop that can do anything: the others would find no token.
    fn next_tick(&self, now: Time) -> Option<Time> {
        let from = self.last_tick.map_or(self.started, |last| last + TICK);
        let token = self.lifecycle.as_ref()?.next_token(now.max(from))?;
        let since = (token.max(from) - self.started).0;
        let ticks = since.div_euclid(TICK.0) + i64::from(since.rem_euclid(TICK.0) > 0);
        Some(self.started + Duration(ticks.saturating_mul(TICK.0)))
    }

    /// Whether nothing about nodes will change any more: nothing waits, no token comes, and nothing has changed for as
    /// long as any sign of life may be believed. The passes go on.
    pub fn is_at_rest(&self, now: Time) -> bool {
        let flags = &self.config.flags;
        let grace = flags.monitor_grace_period.max(flags.startup_grace_period);
        let believed =
            Duration(grace.0.saturating_add(SLACK.0)).max(Duration(2 * self.config.flags.monitor_period.0));
        let waits = self.eviction.as_ref().is_some_and(|eviction| {
            eviction.next_due().is_some() || eviction.node_items().len() + eviction.pod_items().len() > 0
        });
        let works = self.lifecycle.as_ref().is_some_and(|lifecycle| {
            lifecycle.node_queue().len() + lifecycle.pods_waiting() > 0
                || lifecycle.next_due_pod().is_some()
                || lifecycle.next_token(now).is_some()
                || now <= self.last_change + believed
        });
        !waits && !works
    }

    /// Does one thing. What was written is for the caller to publish; it is said whether those are signs of life.
    pub fn act(&mut self, action: NodeAction, world: &mut Surroundings<'_>) -> Option<Written> {
        match action {
            NodeAction::Deliver(informer) => {
                let mut any = false;
                while let Some(delivery) = world.informers.deliver_due(informer, world.now) {
                    any = true;
                    self.observe(world.cluster, informer, &delivery);
                    self.tell_delivery(informer, &delivery, world.fx);
                }
                any.then(Written::default)
            }
            NodeAction::Heartbeats => self.beat(world),
            NodeAction::NodeWork => self.with_lifecycle(world, |lifecycle, cx| {
                let mut any = false;
                while lifecycle.work_on_next_node(cx).is_some() {
                    any = true;
                }
                any
            }),
            NodeAction::PodWork => self.with_lifecycle(world, |lifecycle, cx| {
                lifecycle.add_due_pods(cx.now);
                let mut any = false;
                for _ in 0..lifecycle.pods_waiting() {
                    any |= lifecycle.work_on_next_pod(cx).is_some();
                }
                any
            }),
            NodeAction::EvictionWork => self.with_eviction(world, |eviction, cx| {
                let mut any = false;
                while eviction.work_on_next_node(cx).is_some() {
                    any = true;
                    while eviction.run_started(cx).is_some() {}
                }
                while eviction.work_on_next_pod(cx).is_some() {
                    any = true;
                    while eviction.run_started(cx).is_some() {}
                }
                any
            }),
            NodeAction::EvictionTimers => self.with_eviction(world, |eviction, cx| {
                let mut any = false;
                while eviction.fire_next(cx).is_some() {
                    any = true;
                }
                any
            }),
            NodeAction::TaintTick => {
                let due = self.next_tick(world.now).filter(|due| *due <= world.now)?;
                self.last_tick = Some(due);
                self.last_change = world.now;
                self.with_lifecycle(world, |lifecycle, cx| {
                    lifecycle.taint_tick(cx);
                    true
                })
            }
            NodeAction::Pass => self.pass(world),
        }
    }

    fn pass(&mut self, world: &mut Surroundings<'_>) -> Option<Written> {
        if self.lifecycle.is_none() || world.now < self.next_pass {
            return None;
        }
        let start = world.now;
        let before = self.zone_states();
        let mut spent = Duration::ZERO;
        let written = self.with_lifecycle(world, |lifecycle, cx| {
            lifecycle.begin_pass(cx, None);
            while lifecycle.evaluate_next(cx) {
                spent = Duration(spent.0 + EVALUATION.0);
                cx.now = start + spent;
            }
            lifecycle.end_pass(cx);
            true
        });
        self.passes += 1;
        // At one instant the taint loop runs before the pass (ND-4), so what this pass queued waits for the next run.
        let ticks = (world.now - self.started).0.div_euclid(TICK.0);
        let ran = self.started + Duration(ticks.saturating_mul(TICK.0));
        self.last_tick = self.last_tick.max(Some(ran));
        self.next_pass = start + spent.max(SHORTEST_PASS) + self.config.flags.monitor_period;
        if self.zone_states() != before {
            self.last_change = start;
        }
        written
    }

    fn zone_states(&self) -> Vec<(ZoneKey, Option<super::ZoneState>)> {
        let zones = self.lifecycle.iter().flat_map(|lifecycle| lifecycle.zones());
        zones.map(|zone| (zone.key, zone.state)).collect()
    }

    fn beat(&mut self, world: &mut Surroundings<'_>) -> Option<Written> {
        let kubelets = self.kubelets.as_mut()?;
        if kubelets.next_due().is_none_or(|due| due > world.now) {
            return None;
        }
        let kinds = (self.kinds.node, self.kinds.lease);
        let Beats {
            leases,
            statuses,
            news,
        } = kubelets.beat(world.api, world.cluster, kinds, world.now, world.fx);
        world.fx.push(|| Effect::Nodes {
            effect: NodeEffect::Heartbeats { leases, statuses },
            rule: Rule("KL-1"),
        });
        let events = world.api.take_log();
        if news {
            self.last_change = world.now;
        }
        Some(Written {
            events,
            heartbeats: true,
        })
    }

    fn with_lifecycle(
        &mut self,
        world: &mut Surroundings<'_>,
        run: impl FnOnce(&mut NodeLifecycle, &mut NodeContext<'_>) -> bool,
    ) -> Option<Written> {
        let lifecycle = self.lifecycle.as_mut()?;
        let by = (Watcher::NodeLifecycle, Actor::NodeLifecycle);
        let (any, events) = in_context(world, self.kinds, by, &mut self.refused, |cx| run(lifecycle, cx));
        any.then_some(Written {
            events,
            heartbeats: false,
        })
    }

    fn with_eviction(
        &mut self,
        world: &mut Surroundings<'_>,
        run: impl FnOnce(&mut TaintEviction, &mut NodeContext<'_>) -> bool,
    ) -> Option<Written> {
        let eviction = self.eviction.as_mut()?;
        let by = (Watcher::TaintEviction, Actor::TaintEviction);
        let (any, events) = in_context(world, self.kinds, by, &mut Vec::new(), |cx| run(eviction, cx));
        any.then_some(Written {
            events,
            heartbeats: false,
        })
    }

    /// A delivery is told, unless it is but a sign of life.
    fn tell_delivery(&self, informer: InformerId, delivery: &Delivery, fx: &mut Effects) {
        if informer.kind != self.kinds.lease {
            fx.push(|| Effect::Delivered {
                informer,
                change: delivery.change,
                object: delivery.object.clone(),
            });
        }
    }

    /// Makes a fault, or puts it right. Returns the nodes that came up again.
    pub fn fault(&mut self, fault: NodeFault, world: &mut Surroundings<'_>) -> Vec<Name> {
        self.last_change = world.now;
        match fault {
            NodeFault::Cache { kind, stalls } => {
                self.stalled.retain(|&other| other != kind);
                if stalls {
                    self.stalled.push(kind);
                }
                let watcher = Watcher::NodeLifecycle;
                world.informers.hold(InformerId { watcher, kind }, stalls);
            }
            NodeFault::Refuse(calls) => self.refused.push(calls),
            _ => {}
        }
        let (api, kind) = (&*world.api, self.kinds.node);
        let of_zone = |zone: ZoneKey| {
            let nodes = api.of_kind(kind).filter(|node| ZoneKey::of(node) == zone);
            nodes.map(|node| node.meta.name).collect()
        };
        self.kubelets
            .as_mut()
            .map_or_else(Vec::new, |kubelets| kubelets.fault(fault, of_zone))
    }

    /// The configuration.
    pub fn config(&self) -> &NodesConfig {
        &self.config
    }

    /// The kinds.
    pub fn kinds(&self) -> NodeKinds {
        self.kinds
    }

    /// The node lifecycle controller, where it runs.
    pub fn lifecycle(&self) -> Option<&NodeLifecycle> {
        self.lifecycle.as_ref()
    }

    /// The taint eviction controller, where it runs.
    pub fn eviction(&self) -> Option<&TaintEviction> {
        self.eviction.as_ref()
    }

    /// The kubelets, where they are simulated.
    pub fn kubelets(&self) -> Option<&Kubelets> {
        self.kubelets.as_ref()
    }

    /// When the next pass begins, and how many there were.
    pub fn passes(&self) -> (Time, u64) {
        (self.next_pass, self.passes)
    }

    /// Adds the room to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        if let Some(lifecycle) = &self.lifecycle {
            lifecycle.digest(cluster, digester);
        }
        if let Some(eviction) = &self.eviction {
            eviction.digest(cluster, digester);
        }
        if let Some(kubelets) = &self.kubelets {
            kubelets.digest(cluster, digester);
        }
        digester.number(self.refused.len() as u64);
        digester.number(self.stalled.len() as u64);
        digester.signed(self.next_pass.0);
        digester.signed(self.last_tick.map_or(i64::MIN, |tick| tick.0));
    }
}

/// What an action wrote.
#[derive(Default)]
pub struct Written {
    /// The events, in order.
    pub events: Vec<WatchEvent>,
    /// They are signs of life.
    pub heartbeats: bool,
}

/// Lets a controller run, and gives what was written meanwhile.
fn in_context<T>(
    world: &mut Surroundings<'_>,
    kinds: NodeKinds,
    (watcher, by): (Watcher, Actor),
    refused: &mut Vec<RefusedCalls>,
    run: impl FnOnce(&mut NodeContext<'_>) -> T,
) -> (T, Vec<WatchEvent>) {
    let cluster = world.cluster.clone();
    let mut stores = Stores {
        informers: &*world.informers,
        watcher,
        kinds,
    };
    let mut client = Client {
        api: &mut *world.api,
        cluster: &mut *world.cluster,
        now: world.now,
        by,
        refused,
    };
    let result = run(&mut NodeContext {
        cluster: &cluster,
        kinds,
        now: world.now,
        stores: &mut stores,
        client: &mut client,
        fx: &mut *world.fx,
    });
    (result, world.api.take_log())
}

/// The informers' stores of one controller.
struct Stores<'a> {
    informers: &'a Informers,
    watcher: Watcher,
    kinds: NodeKinds,
}

impl Stores<'_> {
    fn get(&self, kind: KindId, namespace: Name, name: Name) -> Option<&Arc<Object>> {
        let watcher = self.watcher;
        self.informers.get(InformerId { watcher, kind })?.get(&ObjectKey {
            kind,
            namespace,
            name,
        })
    }
}

impl NodeStores for Stores<'_> {
    fn node(&self, name: Name) -> Option<&Arc<Object>> {
        self.get(self.kinds.node, Name::EMPTY, name)
    }

    fn lease(&self, name: Name) -> Option<&Arc<Object>> {
        self.get(self.kinds.lease, Name::NODE_LEASE_NAMESPACE, name)
    }

    fn pod(&self, namespace: Name, name: Name) -> Option<&Arc<Object>> {
        self.get(self.kinds.pod, namespace, name)
    }

    fn lease_last_sync(&self) -> String {
        let id = InformerId {
            watcher: self.watcher,
            kind: self.kinds.lease,
        };
        match self.informers.get(id).map(|informer| informer.last_version()) {
            None | Some(0) => String::new(),
            Some(version) => version.to_string(),
        }
    }

    fn node_read_fails(&mut self, _: Name) -> bool {
        false
    }

    fn pod_list_fails(&mut self, _: Name) -> bool {
        false
    }
}

/// A controller's way to the API server.
struct Client<'a> {
    api: &'a mut ApiServer,
    cluster: &'a mut Cluster,
    now: Time,
    by: Actor,
    refused: &'a mut Vec<RefusedCalls>,
}

impl NodeClient for Client<'_> {
    fn ask(&mut self, request: Request, _: bool, fx: &mut Effects) -> Response {
        let refusal = self.refused.iter().position(|calls| calls.fits(&request));
        let response = match refusal {
            Some(place) => {
                let calls = &mut self.refused[place];
                let reason = calls.reason;
                calls.times = calls.times.saturating_sub(1);
                if calls.times == 0 {
                    self.refused.remove(place);
                }
                Response::refused(reason)
            }
            None => self.api.handle(self.cluster, self.now, self.by, &request, fx),
        };
        fx.push(|| {
            Effect::Call(Box::new(Call {
                by: self.by,
                request,
                response: response.clone(),
                injected: refusal.is_some(),
            }))
        });
        response
    }
}
