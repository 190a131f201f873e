use super::room::{Stores, Surroundings, Written};
use super::{NodeAction, NodeLifecycle, Nodes, PodId, RefusedVerb, TaintEviction, ZoneKey, ZoneOrder};
use crate::apiserver::Cluster;
use crate::informer::Informers;
use crate::object::{Name, Names, Object, Time};
use crate::sim::Watcher;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Alternatives of one kind that are offered at a time. More can be chosen, and become offered as the first ones go.
const OFFERED: usize = 64;
/// Workers of the pass, which are those that may be past the breaker at once (NL-6, CB-9).
const PASS_WORKERS: usize = 8;
/// Workers of the node queue and of the pod queue (NL-1).
const NODE_WORKERS: usize = 8;
const POD_WORKERS: usize = 4;
/// Zones that may be missing from a pass for every order of their visit to be offered (ND-3).
const MOST_ABSENT: usize = 4;

/// One thing out of what a step of the nodes' controllers does in a fixed order. Which comes first is open in reality
/// (spec nodes, section 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeChoice {
    /// One kubelet renews and posts, before the others that are due (ND-7).
    Beat(Name),
    /// One node that changed gets its NoSchedule taints and labels (NL-19).
    Node(Name),
    /// One pod that was bound is looked at (NL-18).
    Pod(PodId),
    /// One node whose NoExecute taints changed is looked at by taint eviction (TE-2).
    EvictionNode(Name),
    /// One pod that changed is looked at by taint eviction, for the node that it was on (TE-3).
    EvictionPod(PodId, Name),
    /// One deletion that was started runs (TE-4).
    Deletion(PodId),
    /// One timer of taint eviction that is due fires (TE-7).
    Timer(PodId),
    /// The taint loop serves this zone, before the others (ND-3).
    Zone(ZoneKey),
    /// A pass begins; anything may happen before it ends (ND-4).
    BeginPass,
    /// A worker of the pass takes up a node and is past the breaker when another one trips it (ND-8).
    TakeUp(Name),
    /// A node of the pass is evaluated, before the others (ND-1).
    Evaluate(Name),
    /// The same with one try less (ND-5).
    EvaluateBriefly(Name),
    /// The pass ends, visiting the zones in this order (ND-3).
    EndPass(ZoneOrder),
}

impl Nodes {
    /// The alternatives to the fixed orders of what can be done now.
    pub fn choices(&self, cluster: &Cluster, informers: &Informers, now: Time) -> Vec<NodeAction> {
        let mut choices = Vec::new();
        if let Some(kubelets) = &self.kubelets {
            let due = kubelets.due_at(now).take(OFFERED);
            offer_several(&mut choices, due.map(NodeChoice::Beat).collect());
        }
        if let Some(eviction) = &self.eviction {
            // A deletion is no part of the worker's turn that starts it, so even a single item is a choice.
            choices.append(&mut of_eviction(eviction, &cluster.names));
            let due = eviction.due().take_while(|(at, _)| *at <= now).take(OFFERED);
            let due = due.map(|(_, pod)| NodeChoice::Timer(pod));
            offer_several(&mut choices, due.collect());
        }
        if let Some(lifecycle) = &self.lifecycle {
            let waiting = lifecycle.node_queue().take(NODE_WORKERS).map(NodeChoice::Node);
            offer_several(&mut choices, waiting.collect());
            let waiting = lifecycle.pod_queue().take(POD_WORKERS).map(NodeChoice::Pod);
            offer_several(&mut choices, waiting.collect());
            let served: Vec<ZoneKey> = self.zones_to_serve(now);
            if served.len() > 1 || !self.tick_left.is_empty() {
                choices.extend(served.into_iter().map(NodeChoice::Zone));
            }
            let stores = Stores::of(informers, Watcher::NodeLifecycle, self.kinds);
            self.offer_of_pass(&mut choices, lifecycle, &stores, now);
        }
        let mut actions: Vec<NodeAction> = choices.into_iter().map(NodeAction::One).collect();
        // The loop and the pass may come in either order at one instant (ND-4); the loop's place is before the pass.
        if self.may_tick_late(now) {
            actions.push(NodeAction::TaintTick);
        }
        actions
    }

    /// The zones that the taint loop can do anything about, where it is due or under way.
    fn zones_to_serve(&self, now: Time) -> Vec<ZoneKey> {
        if !self.tick_left.is_empty() {
            return self.tick_left.clone();
        }
        let zones = self.lifecycle.iter().flat_map(NodeLifecycle::zones);
        let may_tick = self.next_tick(now).is_some_and(|due| due <= now) || self.may_tick_late(now);
        zones
            .filter(|zone| may_tick && zone.can_be_served(now))
            .map(|zone| zone.key)
            .collect()
    }

    fn offer_of_pass(
        &self,
        choices: &mut Vec<NodeChoice>,
        lifecycle: &NodeLifecycle,
        stores: &Stores<'_>,
        now: Time,
    ) {
        if !lifecycle.is_passing() {
            if self.next_pass <= now && !lifecycle.listed().is_empty() {
                choices.push(NodeChoice::BeginPass);
            }
            return;
        }
        let left = lifecycle.unevaluated();
        let taken = lifecycle.taken_up();
        let in_flight = taken.len();
        for node in taken.chain(left.iter().take(OFFERED)) {
            let name = node.meta.name;
            choices.push(NodeChoice::Evaluate(name));
            let fails = self.refused.iter().any(|calls| {
                calls.verb == RefusedVerb::Update
                    && calls.kind == self.kinds.node
                    && (calls.name == Name::EMPTY || calls.name == name)
                    && calls.times >= NodeLifecycle::LEAST_TRIES
            });
            if fails {
                choices.push(NodeChoice::EvaluateBriefly(name));
            }
        }
        // Only a worker that is going to read a lease can trip the breaker or be past it.
        let reads = |node: &&Arc<Object>| lifecycle.reads_lease(stores, self.pass_time(now), node);
        let read: Vec<Name> = left
            .iter()
            .take(OFFERED)
            .filter(reads)
            .map(|node| node.meta.name)
            .collect();
        if in_flight + 1 < PASS_WORKERS && in_flight + read.len() > 1 {
            choices.extend(read.into_iter().map(NodeChoice::TakeUp));
        }
        if left.is_empty() && in_flight == 0 {
            choices.extend(orders(lifecycle).into_iter().map(NodeChoice::EndPass));
        }
    }

    /// Does the one thing that was chosen.
    pub(super) fn choose(&mut self, choice: NodeChoice, world: &mut Surroundings<'_>) -> Option<Written> {
        let passes = self.lifecycle.as_ref().is_some_and(NodeLifecycle::is_passing);
        match choice {
            NodeChoice::Beat(node) => self.beat(world, Some(node)),
            NodeChoice::Node(node) => self.with_lifecycle(world, |lifecycle, cx| {
                lifecycle.prefer_node(node) && lifecycle.work_on_next_node(cx).is_some()
            }),
            NodeChoice::Pod(pod) => self.with_lifecycle(world, |lifecycle, cx| {
                lifecycle.add_due_pods(cx.now);
                lifecycle.prefer_pod(pod) && lifecycle.work_on_next_pod(cx).is_some()
            }),
            NodeChoice::EvictionNode(node) => self.with_eviction(world, |eviction, cx| {
                eviction.prefer_node(node) && eviction.work_on_next_node(cx).is_some()
            }),
            NodeChoice::EvictionPod(pod, node) => self.with_eviction(world, |eviction, cx| {
                eviction.prefer_pod(pod, node) && eviction.work_on_next_pod(cx).is_some()
            }),
            NodeChoice::Deletion(pod) => self.with_eviction(world, |eviction, cx| {
                eviction.prefer_started(pod) && eviction.run_started(cx).is_some()
            }),
            NodeChoice::Timer(pod) => {
                self.with_eviction(world, |eviction, cx| eviction.fire(cx, pod).is_some())
            }
            NodeChoice::Zone(zone) => {
                let mut left = self.zones_to_serve(world.now);
                let place = left.iter().position(|&other| other == zone)?;
                left.remove(place);
                if self.tick_left.is_empty() {
                    self.begin_tick(world.now)?;
                }
                self.tick_left = left;
                self.with_lifecycle(world, |lifecycle, cx| {
                    lifecycle.taint_zone(cx, zone);
                    true
                })
            }
            NodeChoice::BeginPass if passes => None,
            NodeChoice::BeginPass => self.pass(world, |lifecycle, cx, _| {
                lifecycle.begin_pass(cx, None);
                true
            }),
            _ if !passes => None,
            NodeChoice::TakeUp(node) => self.pass(world, |lifecycle, cx, _| lifecycle.take_up(cx, node)),
            NodeChoice::Evaluate(node) => self.pass(world, |lifecycle, cx, way| {
                lifecycle.prefer(node) && way.evaluate(lifecycle, cx)
            }),
            NodeChoice::EvaluateBriefly(node) => self.pass(world, |lifecycle, cx, way| {
                lifecycle.prefer(node) && lifecycle.briefly(|lifecycle| way.evaluate(lifecycle, cx))
            }),
            NodeChoice::EndPass(order) => self.pass(world, |lifecycle, cx, _| {
                let ends = lifecycle.unevaluated().is_empty() && lifecycle.taken_up().len() == 0;
                if ends {
                    lifecycle.end_pass_in(cx, order);
                }
                ends
            }),
        }
    }
}

/// Adds what is found where there is a choice at all.
fn offer_several(choices: &mut Vec<NodeChoice>, mut found: Vec<NodeChoice>) {
    if found.len() > 1 {
        choices.append(&mut found);
    }
}

/// What the workers of taint eviction may do next: each its first node, or else its first pod (TE-1), and whatever
/// deletions were started.
fn of_eviction(eviction: &TaintEviction, names: &Names) -> Vec<NodeChoice> {
    let mut busy = [false; TaintEviction::WORKERS as usize];
    let mut is_first = |node: Name| {
        let worker = TaintEviction::worker_of(names.text(node)) as usize;
        !core::mem::replace(&mut busy[worker], true)
    };
    let mut found: Vec<NodeChoice> = eviction
        .started()
        .take(OFFERED)
        .map(NodeChoice::Deletion)
        .collect();
    let nodes = eviction.node_items().filter(|&node| is_first(node));
    found.extend(nodes.map(NodeChoice::EvictionNode));
    let pods = eviction.pod_items().filter(|&(_, node)| is_first(node));
    found.extend(pods.map(|(pod, node)| NodeChoice::EvictionPod(pod, node)));
    found
}

/// The orders in which the end of a pass may visit the zones, as far as they come to different things: which of those
/// that nobody was counted of come after the first that was not fully disrupted.
fn orders(lifecycle: &NodeLifecycle) -> Vec<ZoneOrder> {
    let absent = lifecycle.absent_zones();
    if absent.is_empty() {
        return Vec::from([lifecycle.zone_order]);
    }
    let subsets = 1_u32 << absent.len().min(MOST_ABSENT);
    let late = |subset: u32| {
        let late = absent.iter().take(MOST_ABSENT).enumerate();
        let late = late.filter(|(place, _)| subset & (1 << place) != 0);
        late.fold(0, |late, (_, index)| {
            late | 1_u64.checked_shl(*index).unwrap_or(0)
        })
    };
    (0..subsets).map(|subset| ZoneOrder::Late(late(subset))).collect()
}
