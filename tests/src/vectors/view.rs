//! What a world shows to vectors, in their notation.

use super::collector::Bench;
use super::notation::Table;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::{GraphChangeKind, Node, NodeId};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{EventReason, EventRecord, QueueName};

fn show(bench: &Bench, node: &Node) -> String {
    let name = bench.table.show(bench.world.cluster(), &node.identity());
    if node.is_virtual() {
        format!("v({name})")
    } else {
        name
    }
}

fn show_item(bench: &Bench, id: NodeId) -> String {
    let graph = bench.world.gc().graph();
    let text = show(bench, &graph[id]);
    if graph.contains(id) {
        text
    } else {
        format!("old {text}")
    }
}

pub(super) fn graph(bench: &Bench) -> Vec<String> {
    bench
        .world
        .gc()
        .graph()
        .nodes()
        .map(|(_, node)| show(bench, node))
        .collect()
}

fn find(bench: &mut Bench, name: &str) -> Result<NodeId, String> {
    let identity = bench.table.identity(bench.world.cluster_mut(), name)?;
    bench
        .world
        .gc()
        .graph()
        .find(identity.uid)
        .ok_or(format!("{name} is not in the graph"))
}

pub(super) fn dependents(bench: &mut Bench, name: &str) -> Result<Vec<String>, String> {
    let id = find(bench, name)?;
    let graph = bench.world.gc().graph();
    Ok(graph
        .dependents(id)
        .map(|dependent| show_item(bench, dependent))
        .collect())
}

pub(super) fn owners(bench: &mut Bench, name: &str) -> Result<Vec<String>, String> {
    let id = find(bench, name)?;
    let owners = bench.world.gc().graph()[id].owners().iter();
    Ok(owners
        .map(|owner| bench.table.show_reference(bench.world.cluster(), owner))
        .collect())
}

pub(super) fn flags(bench: &mut Bench, name: &str) -> Result<String, String> {
    let id = find(bench, name)?;
    let node = &bench.world.gc().graph()[id];
    let flags = [
        ('B', node.is_being_deleted()),
        ('F', node.is_deleting_dependents()),
    ];
    Ok(flags
        .into_iter()
        .filter_map(|(flag, set)| set.then_some(flag))
        .collect())
}

pub(super) fn queue(bench: &Bench, queue: QueueName) -> Vec<String> {
    let listed = bench
        .world
        .gc()
        .queue(queue)
        .into_iter()
        .flat_map(|queue| queue.listed());
    listed.map(|id| show_item(bench, id)).collect()
}

pub(super) fn delayed(bench: &Bench) -> Vec<(String, Time)> {
    let queues = [QueueName::AttemptToDelete, QueueName::AttemptToOrphan];
    let queues = queues
        .into_iter()
        .filter_map(|queue| bench.world.gc().queue(queue));
    let delayed = queues.flat_map(|queue| queue.delayed());
    delayed
        .map(|delayed| (show_item(bench, delayed.item), delayed.due))
        .collect()
}

pub(super) fn graph_changes(bench: &Bench) -> Vec<String> {
    let cluster = bench.world.cluster();
    let show = |change: &kubeloupe_core::gc::GraphChange| {
        let kind = match change.kind() {
            GraphChangeKind::Add => "add",
            GraphChangeKind::Update => "update",
            GraphChangeKind::Delete => "del",
            GraphChangeKind::VirtualDelete => "vdel",
        };
        format!("{kind} {}", bench.table.show(cluster, &change.identity(cluster)))
    };
    bench.world.gc().graph_changes().map(show).collect()
}

pub(super) fn cache(bench: &Bench) -> Vec<String> {
    let owners = bench.world.gc().absent_owners().owners();
    owners
        .map(|owner| bench.table.show(bench.world.cluster(), &owner))
        .collect()
}

pub(super) fn event(table: &Table, cluster: &Cluster, event: &EventRecord) -> String {
    let regarding = table.show(cluster, &event.regarding);
    match &event.reason {
        EventReason::OwnerRefInvalidNamespace { owner } => {
            format!(
                "{regarding} OwnerRefInvalidNamespace {}",
                table.show(cluster, owner)
            )
        }
        other => format!("{regarding} {other:?}"),
    }
}
