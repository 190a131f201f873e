use super::call::actor;
use crate::forecast::identity_reference;
use crate::reference::ObjectRef;
use crate::text::{Lang, describe_request, node_effect_word, sentence, workload_key, zone_name};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::nodes::{NodeAction, NodeChoice, NodeFault, ZoneOrder};
use kubeloupe_core::object::{Name, Time};
use kubeloupe_core::sim::{Action, Agent, Effect, Fault, InformerId, Item, QueueName, Watcher, WorkerId};
use serde::Serialize;

/// One step of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepResult {
    /// Its number, from 0.
    pub step: u64,
    /// Virtual time after it.
    pub at: String,
    /// What was done.
    pub action: String,
    /// What happened.
    pub effects: Vec<EffectResult>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EffectResult {
    /// What kind of thing.
    #[serde(rename = "type")]
    pub effect_type: &'static str,
    /// The rule that it follows, where it follows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The object that it is about.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Who did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// It in a sentence.
    pub text: String,
}

impl StepResult {
    /// A step that ended at `at`.
    pub fn of(cluster: &Cluster, step: u64, at: Time, action: &Action, effects: &[Effect]) -> Self {
        StepResult {
            step,
            at: at.to_string(),
            action: describe(cluster, action),
            effects: effects
                .iter()
                .map(|effect| EffectResult::of(cluster, effect))
                .collect(),
        }
    }
}

impl EffectResult {
    /// An effect.
    pub fn of(cluster: &Cluster, effect: &Effect) -> Self {
        let identity = |identity| Some(identity_reference(cluster, identity));
        let item = |item: &Item| match item {
            Item::Node { identity, .. } | Item::GraphChange { identity, .. } => {
                identity_reference(cluster, identity)
            }
            Item::Namespace { name } => format!("Namespace {}", cluster.names.text(*name)),
            Item::Key { queue, key } => workload_key(&cluster.names, *queue, *key),
        };
        let (effect_type, rule, reference, by) = match effect {
            Effect::Written { after, by, rule, .. } => (
                "written",
                Some(*rule),
                Some(ObjectRef::of(cluster, after).to_string()),
                Some(*by),
            ),
            Effect::Call(call) => ("call", None, None, Some(call.by)),
            Effect::Delivered { object, .. } => (
                "delivered",
                None,
                Some(ObjectRef::of(cluster, object).to_string()),
                None,
            ),
            Effect::TakenIn { .. } => ("takenIn", None, None, None),
            Effect::Dropped { object, .. } => (
                "dropped",
                None,
                Some(ObjectRef::of(cluster, object).to_string()),
                None,
            ),
            Effect::Enqueued { item: one, rule, .. } => ("enqueued", Some(*rule), Some(item(one)), None),
            Effect::Due { item: one, .. } => ("due", None, Some(item(one)), None),
            Effect::Dequeued { item: one, .. } => ("dequeued", None, Some(item(one)), None),
            Effect::Forgotten { item: one, rule, .. } => ("forgotten", Some(*rule), Some(item(one)), None),
            Effect::NodeAdded { node, rule } => ("nodeAdded", Some(*rule), identity(node), None),
            Effect::VirtualAdded { node, rule, .. } => ("virtualAdded", Some(*rule), identity(node), None),
            Effect::NodeObserved { node, rule, .. } => ("nodeObserved", Some(*rule), identity(node), None),
            Effect::NodeReidentified { node, rule, .. } => {
                ("nodeReidentified", Some(*rule), identity(node), None)
            }
            Effect::NodeUpdated { node, rule, .. } => ("nodeUpdated", Some(*rule), identity(node), None),
            Effect::NodeRemoved { node, rule } => ("nodeRemoved", Some(*rule), identity(node), None),
            Effect::CacheAdded { owner, rule } => ("cacheAdded", Some(*rule), identity(owner), None),
            Effect::CacheHit { owner, rule } => ("cacheHit", Some(*rule), identity(owner), None),
            Effect::CacheEvicted { owner } => ("cacheEvicted", None, identity(owner), None),
            Effect::Classified { item, rule, .. } => ("classified", Some(*rule), identity(item), None),
            Effect::Decided { item, rule, .. } => ("decided", Some(*rule), identity(item), None),
            Effect::EventRecorded(record) => ("eventRecorded", None, identity(&record.regarding), None),
            Effect::Workload(effect) => (
                "workload",
                Some(effect.rule),
                Some(workload_key(&cluster.names, effect.queue, effect.key)),
                Some(effect.by),
            ),
            Effect::Waits { by, rule, .. } => ("waits", Some(*rule), None, Some(*by)),
            Effect::Nodes { effect, rule } => (node_effect_word(effect), Some(*rule), None, None),
            Effect::DiscoveryRound { rule, .. } => ("discoveryRound", Some(*rule), None, None),
            Effect::MapperReset { rule } => ("mapperReset", Some(*rule), None, None),
            Effect::MonitorsStarted { rule, .. } => ("monitorsStarted", Some(*rule), None, None),
            Effect::MonitorStarted { rule, .. } => ("monitorStarted", Some(*rule), None, None),
            Effect::MonitorStopped { rule, .. } => ("monitorStopped", Some(*rule), None, None),
            Effect::MonitorBroke { .. } => ("monitorBroke", None, None, None),
            Effect::WorkersStarted { rule, .. } => ("workersStarted", Some(*rule), None, None),
            Effect::Throttled { by, rule, .. } => ("throttled", Some(*rule), None, Some(*by)),
            Effect::ClockMoved { .. } => ("clockMoved", None, None, None),
        };
        EffectResult {
            effect_type,
            rule: rule.map(|rule| rule.0),
            reference,
            by: by.map(actor),
            text: sentence(effect, &cluster.names, &cluster.kinds, Lang::En),
        }
    }
}

/// An action in one line.
fn describe(cluster: &Cluster, action: &Action) -> String {
    let text = |name: Name| cluster.names.text(name);
    match action {
        Action::Client(request) => {
            format!(
                "client {}",
                describe_request(&cluster.names, &cluster.kinds, request)
            )
        }
        Action::Deliver(informer) => format!("deliver {}", informer_words(cluster, *informer)),
        Action::Drop(informer) => format!("drop {}", informer_words(cluster, *informer)),
        Action::Graph => "graph".to_owned(),
        Action::Discover => "discover".to_owned(),
        Action::Attempt(worker) => worker_words("attempt", *worker),
        Action::Take(worker) => worker_words("take", *worker),
        Action::Call { worker, answer: None } => worker_words("call", *worker),
        Action::Call {
            worker,
            answer: Some(injected),
        } => {
            format!(
                "{} answered {}",
                worker_words("call", *worker),
                crate::wire::reason(injected.reason)
            )
        }
        Action::Advance => "advance".to_owned(),
        Action::Wake(Agent::Kubelet(key)) => format!("kubelet {}", ObjectRef::of_key(cluster, key)),
        Action::Wake(Agent::Finalizer { key, finalizer }) => {
            format!(
                "finalizer {} {}",
                text(*finalizer),
                ObjectRef::of_key(cluster, key)
            )
        }
        Action::Wake(Agent::CrdCleanup(key)) => format!("cleanup {}", ObjectRef::of_key(cluster, key)),
        Action::Wake(Agent::PodStart(key)) => format!("start {}", ObjectRef::of_key(cluster, key)),
        Action::Fault(Fault::Lag { kind, by }) => {
            format!(
                "events of {} come {by} later",
                text(cluster.kinds.get(*kind).resource)
            )
        }
        Action::Fault(Fault::LoseEvents { kind, count }) => {
            format!(
                "lose {count} events of {}",
                text(cluster.kinds.get(*kind).resource)
            )
        }
        Action::Fault(Fault::Relist(kind)) => format!("relist {}", text(cluster.kinds.get(*kind).resource)),
        Action::Fault(Fault::Quota { namespace, pods }) => match pods {
            Some(pods) => format!("quota of {pods} pods in {}", text(*namespace)),
            None => format!("no quota in {}", text(*namespace)),
        },
        Action::Fault(Fault::Expectations(true)) => "expectations count".to_owned(),
        Action::Fault(Fault::Expectations(false)) => "expectations do not count".to_owned(),
        Action::Nodes(action) => node_action(cluster, *action),
        Action::Fault(Fault::Nodes(fault)) => node_fault(cluster, *fault),
        Action::Fault(Fault::RestartControllers) => "restart controllers".to_owned(),
        Action::Fault(Fault::Sleep(until)) => format!("sleep until {until}"),
        Action::Fault(Fault::Discovery(Some(_))) => "discovery fails".to_owned(),
        Action::Fault(Fault::Discovery(None)) => "discovery recovers".to_owned(),
        Action::Fault(Fault::Monitor { kind, fails }) => {
            let resource = text(cluster.kinds.get(*kind).resource);
            let change = if *fails { "fails" } else { "recovers" };
            format!("monitor {resource} {change}")
        }
    }
}

/// What a step of the nodes' controllers does, in short.
fn node_action(cluster: &Cluster, action: NodeAction) -> String {
    match action {
        NodeAction::Deliver(informer) => format!("deliver all {}", informer_words(cluster, informer)),
        NodeAction::Heartbeats => "heartbeats".to_owned(),
        NodeAction::NodeWork => "nodes changed".to_owned(),
        NodeAction::PodWork => "pods bound".to_owned(),
        NodeAction::EvictionWork => "evictions".to_owned(),
        NodeAction::EvictionTimers => "eviction timers".to_owned(),
        NodeAction::TaintTick => "taint loop".to_owned(),
        NodeAction::Pass => "monitor nodes".to_owned(),
        NodeAction::One(choice) => {
            let verb = match choice {
                NodeChoice::Beat(_) => "heartbeat",
                NodeChoice::Node(_) => "node changed",
                NodeChoice::Pod(_) => "pod bound",
                NodeChoice::EvictionNode(_) | NodeChoice::EvictionPod(..) => "eviction",
                NodeChoice::Deletion(_) => "eviction deletes",
                NodeChoice::Timer(_) => "eviction timer",
                NodeChoice::Zone(_) => "taint loop",
                NodeChoice::BeginPass => "monitor nodes: begin",
                NodeChoice::TakeUp(_) => "monitor nodes: take up",
                NodeChoice::Evaluate(_) => "monitor nodes: evaluate",
                NodeChoice::EvaluateBriefly(_) => "monitor nodes: evaluate with six tries",
                NodeChoice::EndPass(_) => "monitor nodes: end",
            };
            format!("{verb} {}", chosen_thing(cluster, choice))
                .trim_end()
                .to_owned()
        }
    }
}

/// What a choice of the nodes' controllers is about: a node, a pod, or zones; empty for all of them.
pub fn chosen_thing(cluster: &Cluster, choice: NodeChoice) -> String {
    let text = |name: Name| cluster.names.text(name);
    match choice {
        NodeChoice::Beat(node)
        | NodeChoice::Node(node)
        | NodeChoice::EvictionNode(node)
        | NodeChoice::TakeUp(node)
        | NodeChoice::Evaluate(node)
        | NodeChoice::EvaluateBriefly(node) => text(node).to_owned(),
        NodeChoice::Pod(pod)
        | NodeChoice::EvictionPod(pod, _)
        | NodeChoice::Deletion(pod)
        | NodeChoice::Timer(pod) => format!("{}/{}", text(pod.namespace), text(pod.name)),
        NodeChoice::Zone(zone) => zone_name(zone, &cluster.names),
        // The zones that are left over, by their numbers.
        NodeChoice::EndPass(ZoneOrder::Late(late)) if late > 0 => {
            let zones: Vec<String> = (0..u64::BITS)
                .filter(|zone| late >> zone & 1 == 1)
                .map(|zone| (zone + 1).to_string())
                .collect();
            zones.join(", ")
        }
        NodeChoice::BeginPass | NodeChoice::EndPass(_) => String::new(),
    }
}

/// A fault of nodes, in short.
fn node_fault(cluster: &Cluster, fault: NodeFault) -> String {
    let text = |name: Name| cluster.names.text(name);
    let resource = |kind| text(cluster.kinds.get(kind).resource);
    match fault {
        NodeFault::Node { node, down: true } => format!("node {} down", text(node)),
        NodeFault::Node { node, down: false } => format!("node {} up", text(node)),
        NodeFault::Zone { zone, down: true } => format!("zone {} down", zone_name(zone, &cluster.names)),
        NodeFault::Zone { zone, down: false } => format!("zone {} up", zone_name(zone, &cluster.names)),
        NodeFault::Lease { node, stops: true } => format!("lease of {} stops", text(node)),
        NodeFault::Lease { node, stops: false } => format!("lease of {} goes on", text(node)),
        NodeFault::Status { node, stops: true } => format!("status of {} stops", text(node)),
        NodeFault::Status { node, stops: false } => format!("status of {} goes on", text(node)),
        NodeFault::Clock { node, behind } => format!("clock of {} is {behind} behind", text(node)),
        NodeFault::Ready { node, ready } => format!("{} reports Ready {}", text(node), ready.text()),
        NodeFault::Cache { kind, stalls: true } => format!("cache of {} stalls", resource(kind)),
        NodeFault::Cache { kind, stalls: false } => format!("cache of {} goes on", resource(kind)),
        NodeFault::Refuse(calls) => format!(
            "{} calls on {} answered {}",
            calls.times,
            resource(calls.kind),
            crate::wire::reason(calls.reason)
        ),
    }
}

fn informer_words(cluster: &Cluster, informer: InformerId) -> String {
    let watcher = match informer.watcher {
        Watcher::GarbageCollector => "garbagecollector",
        Watcher::NamespaceController => "namespace",
        Watcher::Workloads => "workloads",
        Watcher::NodeLifecycle => "nodelifecycle",
        Watcher::TaintEviction => "tainteviction",
    };
    let kind = cluster.kinds.get(informer.kind);
    format!("{watcher} {}", cluster.names.text(kind.resource))
}

fn worker_words(verb: &str, worker: WorkerId) -> String {
    let queue = match worker.queue {
        QueueName::GraphChanges => "graphChanges",
        QueueName::AttemptToDelete => "attemptToDelete",
        QueueName::AttemptToOrphan => "attemptToOrphan",
        QueueName::Namespace => "namespace",
        QueueName::ReplicaSet => "replicaset",
        QueueName::Deployment => "deployment",
        QueueName::StatefulSet => "statefulset",
        QueueName::DaemonSet => "daemonset",
    };
    format!("{verb} {queue} {}", worker.number)
}
