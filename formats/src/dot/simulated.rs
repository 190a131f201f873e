use super::{DotGraph, GraphDiff, diff};
use crate::dump::{Dump, Note};
use kubeloupe_core::analyse::warm_up;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::{DotForm, DotNode, dot_nodes, write_dot};
use kubeloupe_core::sim::{Config, World};
use std::sync::Arc;

/// The graph that the collector builds of the objects of a dump when it starts.
#[derive(Clone, Debug)]
pub struct SimulatedGraph {
    world: World,
    nodes: Vec<DotNode>,
    notes: Vec<Note>,
}

impl SimulatedGraph {
    /// The graph over a dump that was read into `cluster`.
    pub fn of_dump(cluster: Cluster, dump: Dump, config: Config) -> Self {
        let mut world = World::new(config, cluster, 1);
        world.load(dump.objects.into_iter().map(Arc::new));
        warm_up(&mut world);
        let nodes = dot_nodes(world.gc().graph());
        SimulatedGraph {
            world,
            nodes,
            notes: dump.notes,
        }
    }

    /// It in DOT, as the debug endpoint prints it or without its mistake.
    pub fn text(&self, form: DotForm) -> String {
        let nodes: Vec<&DotNode> = self.nodes.iter().collect();
        write_dot(&self.world.cluster().names, &nodes, form)
    }

    /// What tells a real graph from it.
    pub fn compare(&self, real: &DotGraph) -> GraphDiff {
        diff(real, &DotGraph::of(&self.world.cluster().names, &self.nodes))
    }

    /// Strings and kinds.
    pub fn cluster(&self) -> &Cluster {
        self.world.cluster()
    }

    /// What the reader assumed, made up or left out.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}
