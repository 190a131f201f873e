use kubeloupe_core::gc::DotNode;
use kubeloupe_core::object::Names;
use kubeloupe_core::sorted::SortedMap;
use kubeloupe_core::sorted::{dedup, sort, sort_by};

/// A picture of the collector's graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DotGraph {
    /// Its nodes, by uid.
    pub vertices: SortedMap<String, DotVertex>,
    /// Its edges, from a dependent to an owner, in the order of both uids.
    pub edges: Vec<DotEdge>,
    /// How many nodes were printed more than once: owners that are missing are, by mistake.
    pub repeated: usize,
}

/// One node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DotVertex {
    /// `group/version`, or the version alone in the core group.
    pub api_version: String,
    /// Kind.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects, and for owners that are missing.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// An owner that the graph has no node of.
    pub is_missing: bool,
    /// It is being deleted.
    pub being_deleted: bool,
    /// It waits for its dependents.
    pub deleting_dependents: bool,
    /// Nobody has observed it.
    pub is_virtual: bool,
}

/// One edge.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DotEdge {
    /// uid of the dependent.
    pub dependent: String,
    /// uid of the owner.
    pub owner: String,
    /// Whether it may be meant for another dependent of the same missing owner, as the real dump confuses them.
    pub is_doubtful: bool,
}

impl DotGraph {
    /// What a dump of these nodes shows, without the mistake.
    pub fn of(names: &Names, nodes: &[DotNode]) -> Self {
        let mut graph = DotGraph::default();
        // An owner that is missing is called what the first of its dependents calls it.
        let mut nodes: Vec<&DotNode> = nodes.iter().collect();
        sort_by(&mut nodes, |left, right| {
            names.compare(left.identity.uid, right.identity.uid)
        });
        let text = |name| names.text(name).to_owned();
        for node in &nodes {
            if node.owners.is_empty() && node.dependents.is_empty() {
                continue;
            }
            let identity = node.identity;
            let vertex = DotVertex {
                api_version: text(identity.api_version),
                kind: text(identity.kind),
                namespace: text(identity.namespace),
                name: text(identity.name),
                is_missing: false,
                being_deleted: node.being_deleted,
                deleting_dependents: node.deleting_dependents,
                is_virtual: node.is_virtual,
            };
            graph.vertices.insert(text(identity.uid), vertex);
        }
        for node in &nodes {
            for owner in &node.owners {
                graph.edges.push(DotEdge {
                    dependent: text(node.identity.uid),
                    owner: text(owner.uid),
                    is_doubtful: false,
                });
                graph
                    .vertices
                    .entry(text(owner.uid))
                    .or_insert_with(|| DotVertex {
                        api_version: text(owner.api_version),
                        kind: text(owner.kind),
                        name: text(owner.name),
                        is_missing: true,
                        ..DotVertex::default()
                    });
            }
        }
        sort(&mut graph.edges);
        dedup(&mut graph.edges);
        graph
    }

    /// Sorts the edges, and marks those that the mistake of the real dump may have led astray: with an owner missing, an
    /// edge to one of its other dependents is drawn to the owner.
    pub(super) fn settle(&mut self) {
        sort(&mut self.edges);
        dedup(&mut self.edges);
        let mut dependents: SortedMap<&str, u32> = SortedMap::new();
        for edge in &self.edges {
            *dependents.entry(&edge.owner).or_default() += 1;
        }
        let doubtful: Vec<bool> = self
            .edges
            .iter()
            .map(|edge| {
                let owner = self.vertices.get(&edge.owner);
                owner.is_none_or(|owner| owner.is_missing) && dependents[edge.owner.as_str()] > 1
            })
            .collect();
        for (edge, doubtful) in self.edges.iter_mut().zip(doubtful) {
            edge.is_doubtful = doubtful;
        }
    }
}

impl DotVertex {
    /// `Kind namespace/name`, as references are written.
    pub fn reference(&self) -> String {
        if self.namespace.is_empty() {
            format!("{} {}", self.kind, self.name)
        } else {
            format!("{} {}/{}", self.kind, self.namespace, self.name)
        }
    }
}
