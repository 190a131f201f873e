use super::effect::Told;
use super::plain::{Out, Plain, union, view, words};
use kubeloupe_core::apiserver::{Cluster, Reason};
use kubeloupe_core::nodes::{NodeAction, NodeChoice, NodeFault, RefusedCalls, RefusedVerb, ZoneKey};
use kubeloupe_core::object::{ConditionStatus, DiscoveryFailure, Duration, KindId, Name, ObjectKey, Time};
use kubeloupe_core::sim::{Action, Agent, Effect, Fault, InformerId, Injected, QueueName, WorkerId};
use kubeloupe_formats::result::chosen_thing;
use kubeloupe_formats::text::describe_request;
use kubeloupe_formats::wire;

/// An action with the id by which it can be asked for.
pub(crate) struct Choice<'a>(pub(crate) &'a Action);

impl Plain for Choice<'_> {
    #[cfg(test)]
    fn ts() -> String {
        "Action".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        let Choice(action) = self;
        action.write(out);
        // The id is one more member.
        out.json.pop();
        let id = id(out.cluster, action);
        out.member("id");
        out.text(&id);
        out.close('}');
    }
}

/// What names an action among those that are possible at one moment.
pub(crate) fn id(cluster: &Cluster, action: &Action) -> String {
    let out = &mut Out::of_cluster(cluster);
    match action {
        Action::Client(request) => {
            let request = describe_request(&cluster.names, &cluster.kinds, request);
            return format!("client {request}");
        }
        Action::Deliver(informer) => informer_words(out, "deliver", informer),
        Action::Drop(informer) => informer_words(out, "drop", informer),
        Action::Graph => word(out, "graph"),
        Action::Discover => word(out, "discover"),
        Action::Attempt(worker) => worker_words(out, "attempt", worker),
        Action::Take(worker) => worker_words(out, "take", worker),
        Action::Call { worker, answer } => {
            worker_words(out, "call", worker);
            if let Some(Injected { reason }) = answer {
                word(out, reason);
            }
        }
        Action::Advance => word(out, "advance"),
        Action::Wake(agent) => agent_words(out, agent),
        Action::Nodes(NodeAction::Deliver(informer)) => informer_words(out, "nodes deliver", informer),
        Action::Nodes(action) => {
            word(out, "nodes");
            word(out, action);
            if let NodeAction::One(choice) = action {
                word(out, &chosen_thing(cluster, *choice));
                // A pod may have been on several nodes.
                if let NodeChoice::EvictionPod(_, node) = choice {
                    word(out, node);
                }
            }
        }
        Action::Fault(_) => word(out, "fault"),
    }
    // The words are written as JSON writes them.
    out.json.retain(|letter| letter != '"');
    out.json.trim_end().to_owned()
}

fn word<T: Plain + ?Sized>(out: &mut Out<'_>, part: &T) {
    if !out.json.is_empty() {
        out.json.push(' ');
    }
    part.write(out);
}

fn informer_words(out: &mut Out<'_>, verb: &str, informer: &InformerId) {
    word(out, verb);
    word(out, &informer.watcher);
    word(out, &informer.kind);
}

fn worker_words(out: &mut Out<'_>, verb: &str, worker: &WorkerId) {
    word(out, verb);
    word(out, &worker.queue);
    word(out, &worker.number);
}

fn agent_words(out: &mut Out<'_>, agent: &Agent) {
    let (verb, key) = match agent {
        Agent::Kubelet(key) => ("kubelet", key),
        Agent::Finalizer { key, .. } => ("finalizer", key),
        Agent::CrdCleanup(key) => ("cleanup", key),
        Agent::PodStart(key) => ("start", key),
    };
    word(out, verb);
    if let Agent::Finalizer { finalizer, .. } = agent {
        word(out, finalizer);
    }
    word(out, &key.kind);
    if key.namespace != Name::EMPTY {
        word(out, &key.namespace);
    }
    word(out, &key.name);
}

/// Finds the action with this id among those that are possible, or that put a fault in the place of one.
pub(crate) fn find(cluster: &Cluster, enabled: &[Action], wanted: &str) -> Option<Action> {
    enabled.iter().find_map(|action| {
        let own = id(cluster, action);
        if own == wanted {
            return Some(action.clone());
        }
        match action {
            Action::Deliver(informer) => {
                let lost = Action::Drop(*informer);
                (id(cluster, &lost) == wanted).then_some(lost)
            }
            Action::Call { worker, .. } => {
                let reason = wanted.strip_prefix(&own)?.strip_prefix(' ')?;
                let reason = REASONS.into_iter().find(|known| wire::reason(*known) == reason)?;
                let answer = Some(Injected { reason });
                Some(Action::Call {
                    worker: *worker,
                    answer,
                })
            }
            _ => None,
        }
    })
}

const REASONS: [Reason; 11] = [
    Reason::NotFound,
    Reason::AlreadyExists,
    Reason::Conflict,
    Reason::Invalid,
    Reason::Forbidden,
    Reason::BadRequest,
    Reason::UnsupportedMediaType,
    Reason::MethodNotAllowed,
    Reason::TooManyRequests,
    Reason::InternalError,
    Reason::Timeout,
];

union! { "What is done in a step, apart from its id." ActionData(action: Action, out) {
    "A user or another client makes a request."
    Action::Client(request) => "client" {
        verb: &str = wire::verb(&request.verb),
        request: String = describe_request(&out.cluster.names, &out.cluster.kinds, request),
    },
    "An informer gets its next watch event."
    Action::Deliver(informer) => "deliver" { informer: &InformerId = informer },
    "An informer loses its next watch event."
    Action::Drop(informer) => "drop" { informer: &InformerId = informer },
    "The graph builder takes one change."
    Action::Graph => "graph" {},
    "The collector looks at discovery, or ends its wait for monitors that do not sync (GC-71)."
    Action::Discover => "discover" {},
    "A worker takes the head of its queue and works on it to the end, or until a call has to wait for the client's rate limit."
    Action::Attempt(worker) => "attempt" { queue: &QueueName = &worker.queue, worker: &u32 = &worker.number },
    "A worker takes the head of its queue and stops before its first API call."
    Action::Take(worker) => "take" { queue: &QueueName = &worker.queue, worker: &u32 = &worker.number },
    "A worker makes its next API call; with an answer that is what comes back, and nothing is sent."
    Action::Call { worker, answer } => "call" {
        queue: &QueueName = &worker.queue,
        worker: &u32 = &worker.number,
        answer: Option<Reason> = answer.map(|injected| injected.reason),
    },
    "The clock moves to the next due thing, and everything due is added."
    Action::Advance => "advance" {},
    "Something that waits for its time acts: a kubelet, a controller of finalizers."
    Action::Wake(agent) => "wake" { agent: &Agent = agent },
    "A step of the nodes' controllers or kubelets."
    Action::Nodes(action) => "nodes" {
        step: &NodeAction = action,
        informer: Option<InformerId> = match action {
            NodeAction::Deliver(informer) => Some(*informer),
            _ => None,
        },
        about: Option<String> = match action {
            NodeAction::One(choice) => Some(chosen_thing(out.cluster, *choice)),
            _ => None,
        },
    },
    "A fault."
    Action::Fault(fault) => "fault" { fault: &Fault = fault },
} }

words! { "A step of the nodes' controllers or kubelets, or one thing out of it where several could come first." NodeStep: NodeAction {
    NodeAction::Deliver(_) => "deliver",
    NodeAction::Heartbeats => "heartbeats",
    NodeAction::NodeWork => "nodeWork",
    NodeAction::PodWork => "podWork",
    NodeAction::EvictionWork => "evictionWork",
    NodeAction::EvictionTimers => "evictionTimers",
    NodeAction::TaintTick => "taintTick",
    NodeAction::Pass => "pass",
    NodeAction::One(NodeChoice::Beat(_)) => "beat",
    NodeAction::One(NodeChoice::Node(_)) => "node",
    NodeAction::One(NodeChoice::Pod(_)) => "pod",
    NodeAction::One(NodeChoice::EvictionNode(_)) => "evictionNode",
    NodeAction::One(NodeChoice::EvictionPod(..)) => "evictionPod",
    NodeAction::One(NodeChoice::Deletion(_)) => "deletion",
    NodeAction::One(NodeChoice::Timer(_)) => "timer",
    NodeAction::One(NodeChoice::Zone(_)) => "zone",
    NodeAction::One(NodeChoice::BeginPass) => "beginPass",
    NodeAction::One(NodeChoice::TakeUp(_)) => "takeUp",
    NodeAction::One(NodeChoice::Evaluate(_)) => "evaluate",
    NodeAction::One(NodeChoice::EvaluateBriefly(_)) => "evaluateBriefly",
    NodeAction::One(NodeChoice::EndPass(_)) => "endPass",
} }

words! { "A verb whose calls are refused." RefusedVerb: RefusedVerb {
    RefusedVerb::Get => "get",
    RefusedVerb::Patch => "patch",
    RefusedVerb::Update => "update",
    RefusedVerb::Delete => "delete",
} }

/// A key as objects are named everywhere.
struct Keyed(ObjectKey);

impl Plain for Keyed {
    #[cfg(test)]
    fn ts() -> String {
        "string".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        let kind = out.cluster.kinds.get(self.0.kind);
        let identity = kubeloupe_core::gc::Identity {
            kind: kind.kind,
            namespace: self.0.namespace,
            name: self.0.name,
            ..Default::default()
        };
        identity.write(out);
    }
}

union! { "Who acts when its time has come." Agent(agent: Agent, out) {
    "The kubelet of this pod's node: the grace period is over."
    Agent::Kubelet(key) => "kubelet" { ref: Keyed = Keyed(*key) },
    "The controller of this finalizer on this object."
    Agent::Finalizer { key, finalizer } => "finalizer" { ref: Keyed = Keyed(*key), finalizer: &Name = finalizer },
    "The API server's cleanup of a CustomResourceDefinition's instances."
    Agent::CrdCleanup(key) => "cleanup" { ref: Keyed = Keyed(*key) },
    "Scheduler and kubelet, which place and start this pod."
    Agent::PodStart(key) => "start" { ref: Keyed = Keyed(*key) },
} }

union! { "Things that go wrong, and are put right." Fault(fault: Fault, out) {
    "The controller manager stops and starts anew: caches, queues and graph are lost."
    Fault::RestartControllers => "restartControllers" {},
    "The clock moves to this time though nothing is due then."
    Fault::Sleep(until) => "sleep" { until: &Time = until },
    "From now on discovery fails for these group versions, as a whole with an empty list, or is complete again with `null`."
    Fault::Discovery(failure) => "discovery" { fails: Option<Vec<Name>> = failure.as_ref().map(failing) },
    "The lists and watches of the collector's monitor of this kind fail from now on, or work again."
    Fault::Monitor { kind, fails } => "monitor" { kind: &KindId = kind, fails: &bool = fails },
    "Events of a kind reach the controllers of workloads so much later than the watch latency, from now on."
    Fault::Lag { kind, by } => "lag" { kind: &KindId = kind, by: &Duration = by },
    "The controllers of workloads lose their next events of a kind."
    Fault::LoseEvents { kind, count } => "loseEvents" { kind: &KindId = kind, count: &u32 = count },
    "The informer of the controllers of workloads lists a kind anew."
    Fault::Relist(kind) => "relist" { kind: &KindId = kind },
    "From now on a namespace may hold so many unfinished pods, or as many as it likes."
    Fault::Quota { namespace, pods } => "quota" { namespace: &Name = namespace, pods: &Option<u32> = pods },
    "From now on ReplicaSets wait for what they expect, or do not."
    Fault::Expectations(heeded) => "expectations" { heeded: &bool = heeded },
    "Something goes wrong with nodes, or is put right."
    Fault::Nodes(fault) => "nodes" { fault: &NodeFault = fault },
} }

fn failing(failure: &DiscoveryFailure) -> Vec<Name> {
    match failure {
        DiscoveryFailure::Groups(groups) => groups.iter().map(|group| group.group_version).collect(),
        DiscoveryFailure::Whole(_) => Vec::new(),
    }
}

union! { "What goes wrong with nodes, and is put right." NodeFault(fault: NodeFault, out) {
    "A node is down: its kubelet neither renews nor posts, and stops no pods. Or it is up again."
    NodeFault::Node { node, down } => "node" { node: &Name = node, down: &bool = down },
    "The same for all nodes of a zone."
    NodeFault::Zone { zone, down } => "zone" { zone: &ZoneKey = zone, down: &bool = down },
    "A kubelet stops renewing its lease, or goes on."
    NodeFault::Lease { node, stops } => "lease" { node: &Name = node, stops: &bool = stops },
    "A kubelet stops posting its status, or goes on."
    NodeFault::Status { node, stops } => "status" { node: &Name = node, stops: &bool = stops },
    "A node's clock is this much behind from now on."
    NodeFault::Clock { node, behind } => "clock" { node: &Name = node, behind: &Duration = behind },
    "A kubelet reports another Ready from now on."
    NodeFault::Ready { node, ready } => "ready" { node: &Name = node, ready: &ConditionStatus = ready },
    "A cache of the node lifecycle controller stalls, or goes on."
    NodeFault::Cache { kind, stalls } => "cache" { kind: &KindId = kind, stalls: &bool = stalls },
    "The next calls of the node lifecycle controller are refused."
    NodeFault::Refuse(calls) => "refuse" { calls: &RefusedCalls = calls },
} }

view! { "Calls that are to be refused." RefusedCalls(calls: RefusedCalls, out) {
    "Which verb." verb: RefusedVerb = calls.verb,
    "Of this kind." kind: KindId = calls.kind,
    "Of this name; empty for any." name: Name = calls.name,
    "How many." times: u32 = calls.times,
    "With this reason." reason: Reason = calls.reason,
} }

/// A step that was taken.
pub(crate) struct Taken<'s> {
    pub(crate) number: usize,
    pub(crate) action: &'s Action,
    pub(crate) effects: &'s [Effect],
}

view! { "One step." Step(step: Taken<'_>, out) {
    "Its number, from 0." step: usize = step.number,
    "Virtual time after it." at: Time = out.at,
    "What was done." action: Choice<'_> = Choice(step.action),
    "What happened." effects: Vec<Told<'_>> = step.effects.iter().map(Told).collect(),
} }
