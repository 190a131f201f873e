use super::Words;
use crate::state::{Player, call_path, call_verb};
use kubeloupe_core::nodes::{NodeAction, NodeFault};
use kubeloupe_core::object::{ObjectKey, Time};
use kubeloupe_core::sim::{Action, Agent, Fault, InformerId, Item, QueueName, Watcher, WorkerId, World};
use kubeloupe_formats::result::chosen_thing;
use kubeloupe_formats::text::zone_name;

/// What a step would do, told to whoever may choose it.
pub fn describe_action(words: &Words, player: &Player, action: &Action) -> String {
    describe_in(words, player.world(), &|time| player.since_start(time), action)
}

/// The same in a world that is told by itself; `since_start` counts its times as they are told.
pub fn describe_in(
    words: &Words,
    world: &World,
    since_start: &dyn Fn(Time) -> Time,
    action: &Action,
) -> String {
    match action {
        Action::Deliver(informer) => {
            (words.act_deliver)(watcher(words, *informer), &next_event(world, *informer))
        }
        Action::Drop(informer) => (words.act_drop)(watcher(words, *informer), &next_event(world, *informer)),
        Action::Graph => words.act_graph.to_owned(),
        Action::Discover => words.act_discover.to_owned(),
        Action::Attempt(worker) => (words.act_attempt)(queue_name(worker.queue), &head(world, *worker)),
        Action::Take(worker) => (words.act_take)(queue_name(worker.queue), &head(world, *worker)),
        Action::Call { worker, .. } => {
            let name = format!("{} {}", queue_name(worker.queue), worker.number + 1);
            (words.act_call)(&name, &next_call(world, *worker))
        }
        Action::Advance => {
            let due = world.next_due().unwrap_or_else(|| world.now());
            (words.act_advance)(&words.spans.clock(since_start(due)))
        }
        Action::Wake(Agent::Kubelet(key)) => (words.act_kubelet)(&object(world, key)),
        Action::Wake(Agent::Finalizer { key, finalizer }) => {
            (words.act_finalizer)(world.cluster().names.text(*finalizer), &object(world, key))
        }
        Action::Wake(Agent::CrdCleanup(key)) => (words.act_crd)(&object(world, key)),
        Action::Wake(Agent::PodStart(key)) => (words.act_pod_start)(&object(world, key)),
        Action::Fault(Fault::Lag { .. }) => words.act_lag.to_owned(),
        Action::Fault(Fault::LoseEvents { .. }) => words.act_lose_events.to_owned(),
        Action::Fault(Fault::Relist(_)) => words.act_relist.to_owned(),
        Action::Fault(Fault::Quota { .. }) => words.act_quota.to_owned(),
        Action::Fault(Fault::Expectations(_)) => words.act_expectations.to_owned(),
        Action::Nodes(action) => {
            let thing = match *action {
                NodeAction::One(choice) => chosen_thing(world.cluster(), choice),
                _ => String::new(),
            };
            (words.act_nodes)(*action, &thing)
        }
        Action::Fault(Fault::Nodes(fault)) => (words.act_node_fault)(*fault, &about(world, *fault)),
        Action::Fault(Fault::RestartControllers) => words.act_restart.to_owned(),
        Action::Fault(Fault::Discovery(_)) => words.act_discovery.to_owned(),
        Action::Fault(Fault::Monitor { kind, fails }) => {
            let cluster = world.cluster();
            let kind = cluster.names.text(cluster.kinds.get(*kind).kind);
            if *fails {
                (words.act_monitor_fails)(kind)
            } else {
                (words.act_monitor_recovers)(kind)
            }
        }
        Action::Fault(Fault::Sleep(until)) => (words.act_advance)(&words.spans.clock(since_start(*until))),
        Action::Client(request) => {
            format!(
                "{} {}",
                call_verb(&request.verb),
                call_path(world.cluster(), request)
            )
        }
    }
}

/// What Kubernetes calls a queue, which is the same in every language.
pub fn queue_name(queue: QueueName) -> &'static str {
    match queue {
        QueueName::GraphChanges => "graphChanges",
        QueueName::AttemptToDelete => "attemptToDelete",
        QueueName::AttemptToOrphan => "attemptToOrphan",
        QueueName::Namespace => "namespaces",
        QueueName::ReplicaSet => "replicasets",
        QueueName::Deployment => "deployments",
        QueueName::StatefulSet => "statefulsets",
        QueueName::DaemonSet => "daemonsets",
    }
}

/// What a fault of nodes is about: a node, a zone or a kind.
fn about(world: &World, fault: NodeFault) -> String {
    let cluster = world.cluster();
    let name = match fault {
        NodeFault::Zone { zone, .. } => return zone_name(zone, &cluster.names),
        NodeFault::Node { node, .. }
        | NodeFault::Lease { node, .. }
        | NodeFault::Status { node, .. }
        | NodeFault::Clock { node, .. }
        | NodeFault::Ready { node, .. } => node,
        NodeFault::Cache { kind, .. } => cluster.kinds.get(kind).kind,
        NodeFault::Refuse(calls) => cluster.kinds.get(calls.kind).kind,
    };
    cluster.names.text(name).to_owned()
}

fn watcher(words: &Words, informer: InformerId) -> &'static str {
    match informer.watcher {
        Watcher::GarbageCollector => words.the_collector,
        Watcher::NamespaceController => words.the_namespace_controller,
        Watcher::Workloads => words.the_workload_informer,
        Watcher::NodeLifecycle => words.the_node_controller,
        Watcher::TaintEviction => words.the_taint_eviction,
    }
}

fn object(world: &World, key: &ObjectKey) -> String {
    let cluster = world.cluster();
    format!(
        "{} {}",
        cluster.names.text(cluster.kinds.get(key.kind).kind),
        cluster.names.text(key.name)
    )
}

fn next_event(world: &World, informer: InformerId) -> String {
    let next = world
        .informers()
        .get(informer)
        .and_then(|informer| informer.pending().next());
    next.map_or_else(String::new, |(_, event)| object(world, &event.object.key()))
}

fn head(world: &World, worker: WorkerId) -> String {
    let item = match worker.queue {
        QueueName::Namespace => world.namespaces().head(),
        queue @ (QueueName::ReplicaSet
        | QueueName::Deployment
        | QueueName::StatefulSet
        | QueueName::DaemonSet) => world.workloads().head(queue),
        queue => world.gc().head(queue),
    };
    let names = &world.cluster().names;
    match item {
        Some(Item::Node { identity, .. } | Item::GraphChange { identity, .. }) => {
            format!("{} {}", names.text(identity.kind), names.text(identity.name))
        }
        Some(Item::Namespace { name }) => format!("Namespace {}", names.text(name)),
        Some(Item::Key { key, .. }) => names.text(key).to_owned(),
        None => String::new(),
    }
}

fn next_call(world: &World, worker: WorkerId) -> String {
    let request = match worker.queue {
        QueueName::Namespace => world.namespaces().request(worker),
        QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
            world.workloads().request(worker)
        }
        _ => world.gc().request(worker),
    };
    request.map_or_else(String::new, |request| {
        format!(
            "{} {}",
            call_verb(&request.verb),
            call_path(world.cluster(), request)
        )
    })
}
