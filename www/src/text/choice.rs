use super::Words;
use crate::state::Player;
use kubeloupe_core::sim::{Action, Agent, InformerId, QueueName, World};

/// Why a step is possible where the player stands.
pub fn why_possible(words: &Words, player: &Player, action: &Action) -> String {
    let (world, time) = (player.world(), words.time_words);
    match action {
        Action::Deliver(informer) => arrived(world, *informer).map_or_else(String::new, |due| {
            (time.why_arrived)(&words.spans.clock(player.since_start(due)))
        }),
        Action::Graph => (time.why_changes)(world.gc().graph_changes_len()),
        Action::Discover => time.why_discovery.to_owned(),
        Action::Attempt(worker) | Action::Take(worker) => (time.why_head)(waiting(world, worker.queue)),
        Action::Call { .. } => time.why_call.to_owned(),
        Action::Advance => world
            .next_due_with_reason()
            .map_or_else(String::new, |(_, reason)| (time.why_due)((time.due)(reason))),
        Action::Wake(Agent::Kubelet(_)) => time.why_kubelet.to_owned(),
        Action::Wake(Agent::Finalizer { .. }) => time.why_finalizer.to_owned(),
        Action::Wake(Agent::CrdCleanup(_)) => time.why_crd.to_owned(),
        Action::Wake(Agent::PodStart(_)) => time.why_pod_start.to_owned(),
        Action::Nodes(_) => time.why_nodes.to_owned(),
        Action::Client(_) => time.why_client.to_owned(),
        Action::Drop(_) | Action::Fault(_) => time.why_fault.to_owned(),
    }
}

fn arrived(world: &World, informer: InformerId) -> Option<kubeloupe_core::object::Time> {
    let informer = world.informers().get(informer)?;
    informer.pending().next().map(|(due, _)| due)
}

fn waiting(world: &World, queue: QueueName) -> usize {
    match queue {
        QueueName::GraphChanges => world.gc().graph_changes_len(),
        QueueName::AttemptToDelete | QueueName::AttemptToOrphan => world
            .gc()
            .queue(queue)
            .map_or(0, kubeloupe_core::queue::WorkQueue::len),
        QueueName::Namespace => world.namespaces().queue().len(),
        QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => 1,
    }
}
