use super::kubelets::Beats;
use super::{
    Kubelets, NodeAction, NodeClient, NodeContext, NodeEffect, NodeFault, NodeKinds, NodeLifecycle,
    NodeStores, NodeSwitches, NodesConfig, RefusedCalls, TaintEviction, ZoneKey,
};
use crate::apiserver::{ApiServer, Cluster, Request, Response, WatchEvent};
use crate::informer::{Delivery, Informer, Informers};
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
    pub(super) kinds: NodeKinds,
    pub(super) lifecycle: Option<NodeLifecycle>,
    pub(super) eviction: Option<TaintEviction>,
    pub(super) kubelets: Option<Kubelets>,
    /// Calls that are to be refused.
    pub(super) refused: Vec<RefusedCalls>,
    /// Kinds whose cache stalls.
    stalled: Vec<KindId>,
    /// The taint loop began then; it runs every tenth of a second from there.
    started: Time,
    /// The last of its runs that is over, though it may have been left out.
    last_tick: Option<Time>,
    /// When it last ran indeed.
    ticked: Option<Time>,
    /// The zones that a run under way has still to serve.
    pub(super) tick_left: Vec<ZoneKey>,
    pub(super) next_pass: Time,
    /// The pass under way.
    way: Option<UnderWay>,
    passes: u64,
    /// When anything about nodes last changed but for signs of life.
    last_change: Time,
    /// How often anything did.
    changes: u64,
}

/// How far a pass has come.
#[derive(Clone, Debug)]
pub(super) struct UnderWay {
    start: Time,
    spent: Duration,
    /// The zones as they were before it.
    before: Vec<(ZoneKey, Option<super::ZoneState>)>,
}

impl UnderWay {
    /// The controller's clock, which the world's may have overtaken.
    fn time(&self, now: Time) -> Time {
        now.max(self.start + self.spent)
    }

    /// Evaluates the next node. Says whether there was one.
    pub(super) fn evaluate(&mut self, lifecycle: &mut NodeLifecycle, cx: &mut NodeContext<'_>) -> bool {
        let evaluated = lifecycle.evaluate_next(cx);
        if evaluated {
            self.spent = Duration(self.spent.0 + EVALUATION.0);
            cx.now = cx.now + EVALUATION;
        }
        evaluated
    }
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
            ticked: None,
            tick_left: Vec::new(),
            next_pass: now,
            way: None,
            passes: 0,
            last_change: now,
            changes: 0,
        };
        nodes.restart(now);
        if config.nodes.found_running {
            if let Some(lifecycle) = &mut nodes.lifecycle {
                lifecycle.found_running = true;
            }
            if let Some(eviction) = &mut nodes.eviction {
                eviction.found_running = Some(now);
            }
        }
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
        self.ticked = None;
        self.tick_left.clear();
        self.next_pass = now;
        self.way = None;
        self.change(now);
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
            self.change(now);
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
            (
                !self.tick_left.is_empty() || is_due(self.next_tick(now)),
                NodeAction::TaintTick,
            ),
            (
                lifecycle.is_some() && (self.way.is_some() || self.next_pass <= now),
                NodeAction::Pass,
            ),
        ]
        .into_iter()
        .filter_map(|(ready, action)| ready.then_some(action))
    }

    /// The next time after `now` at which anything is due.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        let lifecycle = self.lifecycle.as_ref();
        [
            self.kubelets
                .as_ref()
                .and_then(|kubelets| kubelets.next_due_after(now)),
            self.eviction
                .as_ref()
                .and_then(|eviction| eviction.next_due_after(now)),
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
    pub(super) fn next_tick(&self, now: Time) -> Option<Time> {
        let from = self.last_tick.map_or(self.started, |last| last + TICK);
        let token = self.lifecycle.as_ref()?.next_token(now.max(from))?;
        let since = (token.max(from) - self.started).0;
        let ticks = since.div_euclid(TICK.0) + i64::from(since.rem_euclid(TICK.0) > 0);
        Some(self.started + Duration(ticks.saturating_mul(TICK.0)))
    }

    /// Whether the taint loop may run at this instant though the pass that ended at it counts as later (ND-4).
    pub(super) fn may_tick_late(&self, now: Time) -> bool {
        self.last_tick == Some(now)
            && self.ticked != Some(now)
            && self.tick_left.is_empty()
            && self
                .lifecycle
                .as_ref()
                .and_then(|lifecycle| lifecycle.next_token(now))
                == Some(now)
    }

    /// Begins a run of the taint loop, if one is due.
    pub(super) fn begin_tick(&mut self, now: Time) -> Option<()> {
        let late = self.may_tick_late(now).then_some(now);
        let due = late.or_else(|| self.next_tick(now).filter(|due| *due <= now))?;
        self.last_tick = Some(due);
        self.ticked = Some(now);
        self.change(now);
        Some(())
    }

    /// The clock of the pass under way.
    pub(super) fn pass_time(&self, now: Time) -> Time {
        self.way.as_ref().map_or(now, |way| way.time(now))
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
        !waits && !works && self.way.is_none() && self.tick_left.is_empty()
    }

    /// Does one thing. What was written is for the caller to publish; it is said whether those are signs of life.
    pub fn act(&mut self, action: NodeAction, world: &mut Surroundings<'_>) -> Option<Written> {
        let most = self.config.most_at_once;
        match action {
            NodeAction::Deliver(informer) => {
                let mut any = false;
                for _ in 0..most {
                    let Some(delivery) = world.informers.deliver_due(informer, world.now) else {
                        break;
                    };
                    any = true;
                    self.observe(world.cluster, informer, &delivery);
                    self.tell_delivery(informer, &delivery, world.fx);
                }
                any.then(Written::default)
            }
            NodeAction::Heartbeats => self.beat(world, None),
            NodeAction::NodeWork => self.with_lifecycle(world, |lifecycle, cx| {
                repeat(most, || lifecycle.work_on_next_node(cx).is_some())
            }),
            NodeAction::PodWork => self.with_lifecycle(world, |lifecycle, cx| {
                lifecycle.add_due_pods(cx.now);
                let waiting = u32::try_from(lifecycle.pods_waiting()).unwrap_or(u32::MAX);
                repeat(most.min(waiting), || lifecycle.work_on_next_pod(cx).is_some())
            }),
            NodeAction::EvictionWork => self.with_eviction(world, |eviction, cx| {
                repeat(most, || {
                    let any =
                        eviction.work_on_next_node(cx).is_some() || eviction.work_on_next_pod(cx).is_some();
                    // Deletions that a worker's turn has started alone are work as well.
                    repeat(u32::MAX, || eviction.run_started(cx).is_some()) || any
                })
            }),
            NodeAction::EvictionTimers => self.with_eviction(world, |eviction, cx| {
                repeat(most, || eviction.fire_next(cx).is_some())
            }),
            NodeAction::TaintTick => {
                let left = core::mem::take(&mut self.tick_left);
                if left.is_empty() {
                    self.begin_tick(world.now)?;
                    return self.with_lifecycle(world, |lifecycle, cx| {
                        lifecycle.taint_tick(cx);
                        true
                    });
                }
                self.with_lifecycle(world, |lifecycle, cx| {
                    left.into_iter().for_each(|zone| lifecycle.taint_zone(cx, zone));
                    true
                })
            }
            NodeAction::Pass => self.pass(world, |lifecycle, cx, way| {
                if !lifecycle.is_passing() {
                    lifecycle.begin_pass(cx, None);
                }
                for _ in 0..most {
                    if !way.evaluate(lifecycle, cx) {
                        lifecycle.end_pass(cx);
                        break;
                    }
                }
                true
            }),
            NodeAction::One(choice) => self.choose(choice, world),
        }
    }

    /// Begins a pass that is due, or goes on with the one under way; `run` says whether it did anything.
    pub(super) fn pass(
        &mut self,
        world: &mut Surroundings<'_>,
        run: impl FnOnce(&mut NodeLifecycle, &mut NodeContext<'_>, &mut UnderWay) -> bool,
    ) -> Option<Written> {
        let now = world.now;
        let mut way = match self.way.take() {
            Some(way) => way,
            None if self.lifecycle.is_none() || now < self.next_pass => return None,
            None => UnderWay {
                start: now,
                spent: Duration::ZERO,
                before: self.zone_states(),
            },
        };
        let written = self.with_lifecycle(world, |lifecycle, cx| {
            cx.now = way.time(now);
            run(lifecycle, cx, &mut way)
        });
        if self.lifecycle.as_ref().is_some_and(NodeLifecycle::is_passing) {
            self.way = Some(way);
            return written;
        }
        self.passes += 1;
        // At one instant the taint loop runs before the pass (ND-4), so what this pass queued waits for the next run.
        let ticks = (now - self.started).0.div_euclid(TICK.0);
        let ran = self.started + Duration(ticks.saturating_mul(TICK.0));
        self.last_tick = self.last_tick.max(Some(ran));
        let spent = way.spent.max(SHORTEST_PASS);
        self.next_pass = now.max(way.start + spent) + self.config.flags.monitor_period;
        if self.zone_states() != way.before {
            self.change(now);
        }
        written
    }

    fn zone_states(&self) -> Vec<(ZoneKey, Option<super::ZoneState>)> {
        let zones = self.lifecycle.iter().flat_map(|lifecycle| lifecycle.zones());
        zones.map(|zone| (zone.key, zone.state)).collect()
    }

    /// Lets the kubelets act that are due, or only the one that is named.
    pub(super) fn beat(&mut self, world: &mut Surroundings<'_>, only: Option<Name>) -> Option<Written> {
        let most = usize::try_from(self.config.most_at_once).unwrap_or(usize::MAX);
        let kubelets = self.kubelets.as_mut()?;
        if !kubelets
            .due_at(world.now)
            .any(|due| only.is_none_or(|only| only == due))
        {
            return None;
        }
        let kinds = (self.kinds.node, self.kinds.lease);
        let Beats {
            leases,
            statuses,
            news,
        } = kubelets.beat((only, most), world.api, world.cluster, kinds, world.now, world.fx);
        world.fx.push(|| Effect::Nodes {
            effect: NodeEffect::Heartbeats { leases, statuses },
            rule: Rule("KL-1"),
        });
        let events = world.api.take_log();
        if news {
            self.change(world.now);
        }
        Some(Written {
            events,
            heartbeats: true,
        })
    }

    pub(super) fn with_lifecycle(
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

    pub(super) fn with_eviction(
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
        self.change(world.now);
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

    fn change(&mut self, now: Time) {
        self.last_change = now;
        self.changes += 1;
    }

    /// How often anything about nodes and pods has changed but for signs of life: as long as it stays, so do they.
    pub fn changes(&self) -> u64 {
        self.changes
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
        if let Some(way) = &self.way {
            digester.signed(way.start.0);
            digester.signed(way.spent.0);
        }
        for zone in &self.tick_left {
            digester.name(&cluster.names, zone.region);
            digester.name(&cluster.names, zone.zone);
        }
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
    let mut stores = Stores::of(&*world.informers, watcher, kinds);
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

/// Does something until there is nothing more to do, or so often. Says whether it did anything.
fn repeat(most: u32, mut act: impl FnMut() -> bool) -> bool {
    let mut any = false;
    for _ in 0..most {
        if !act() {
            break;
        }
        any = true;
    }
    any
}

/// The informers' stores of one controller.
pub(super) struct Stores<'a> {
    kinds: NodeKinds,
    nodes: Option<&'a Informer>,
    leases: Option<&'a Informer>,
    pods: Option<&'a Informer>,
}

impl<'a> Stores<'a> {
    pub(super) fn of(informers: &'a Informers, watcher: Watcher, kinds: NodeKinds) -> Self {
        let of = |kind: KindId| informers.get(InformerId { watcher, kind });
        Stores {
            kinds,
            nodes: of(kinds.node),
            leases: of(kinds.lease),
            pods: of(kinds.pod),
        }
    }
}

impl NodeStores for Stores<'_> {
    fn node(&self, name: Name) -> Option<&Arc<Object>> {
        self.nodes?.get(&ObjectKey {
            kind: self.kinds.node,
            namespace: Name::EMPTY,
            name,
        })
    }

    fn lease(&self, name: Name) -> Option<&Arc<Object>> {
        self.leases?.get(&ObjectKey {
            kind: self.kinds.lease,
            namespace: Name::NODE_LEASE_NAMESPACE,
            name,
        })
    }

    fn pod(&self, namespace: Name, name: Name) -> Option<&Arc<Object>> {
        self.pods?.get(&ObjectKey {
            kind: self.kinds.pod,
            namespace,
            name,
        })
    }

    fn lease_last_sync(&self) -> String {
        match self.leases.map(Informer::last_version) {
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
