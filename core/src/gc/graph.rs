use super::edges::Edges;
use super::slab::Slab;
use super::uid_index::UidIndex;
use super::{Identity, Node, NodeId};
use crate::Map;
use crate::apiserver::Cluster;
use crate::object::Name;
use crate::sim::Digester;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Index;

/// The collector's graph: what it knows about who owns whom (GC-1).
///
/// A node that was removed or replaced is *detached*: the graph's own node for its uid is another one or none. It stays
/// readable, with the dependents it had then, for as long as a queue or a worker holds it, as it would in Go (E-4).
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Slab,
    edges: Edges,
    by_uid: UidIndex,
    /// The dependents of detached nodes.
    frozen: Map<NodeId, Box<[NodeId]>>,
}

/// A broken invariant of the graph (GC-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrokenGraph {
    /// A node names an owner that was in the graph before it, and is not among the owner's dependents.
    MissingDependent {
        /// The owner.
        owner: Identity,
        /// The node.
        dependent: Identity,
    },
    /// A node has a dependent that does not name it.
    StrayDependent {
        /// The owner.
        owner: Identity,
        /// The dependent.
        dependent: Identity,
    },
    /// A detached node is kept though nobody needs it.
    Leaked {
        /// The node.
        node: Identity,
    },
    /// A node has a dependent that is not in the graph.
    DetachedDependent {
        /// The owner.
        owner: Identity,
        /// The dependent.
        dependent: Identity,
    },
}

impl Index<NodeId> for Graph {
    type Output = Node;
    /// The node with this number; nodes that a queue or a worker holds, and those of the graph itself, are always there.
    fn index(&self, id: NodeId) -> &Node {
        self.get(id).expect("a node in use is kept")
    }
}

impl Graph {
    /// The node with this number, detached or not, as long as it is kept.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// The graph's own node for a uid.
    pub fn find(&self, uid: Name) -> Option<NodeId> {
        self.by_uid.get(uid)
    }

    /// Whether the node is the graph's own for its uid.
    pub fn contains(&self, id: NodeId) -> bool {
        self.get(id)
            .is_some_and(|node| self.find(node.identity().uid) == Some(id))
    }

    /// The nodes of the graph, in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .filter(|&(id, node)| self.find(node.identity().uid) == Some(id))
    }

    /// Every node that is kept, detached ones included, in the order in which they were made.
    pub fn kept_nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter()
    }

    /// How many nodes the graph has.
    pub fn len(&self) -> usize {
        self.by_uid.len()
    }

    /// Whether the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.by_uid.len() == 0
    }

    /// How many nodes are kept, detached ones included.
    pub fn kept(&self) -> usize {
        self.nodes.len()
    }

    /// The dependents of a node in the order in which they were added; of a detached node those that it had.
    pub fn dependents(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let frozen = self.frozen.get(&id).map_or(&[][..], |list| list);
        let mut next = self
            .get(id)
            .and_then(|node| self.edges.first_dependent(node.links));
        let linked = core::iter::from_fn(move || {
            let edge = next?;
            next = self.edges.next_dependent(edge);
            Some(self.edges.dependent_of(edge))
        });
        linked.chain(frozen.iter().copied())
    }

    /// How many dependents a node has.
    pub fn dependents_len(&self, id: NodeId) -> usize {
        self.frozen.get(&id).map_or(0, |list| list.len())
            + self.get(id).map_or(0, |node| node.links.dependents_len())
    }

    /// Checks GC-4: dependents name their owners, and owners in the graph have their dependents.
    ///
    /// The second half holds only for owners that were there first, in the real collector too: when an owner was removed
    /// and another dependent names its uid anew, the new virtual node does not get the old dependents back.
    pub fn check(&self) -> Vec<BrokenGraph> {
        let mut broken = Vec::new();
        for (id, node) in self.nodes() {
            let own = node.identity();
            for reference in node.owners() {
                let Some(owner) = self.find(reference.uid) else {
                    continue;
                };
                if owner < id && self.edges.find(owner, node.links).is_none() {
                    broken.push(BrokenGraph::MissingDependent {
                        owner: self[owner].identity(),
                        dependent: own,
                    });
                }
            }
            for dependent in self.dependents(id) {
                let claimed = self[dependent].identity();
                if !self.contains(dependent) {
                    broken.push(BrokenGraph::DetachedDependent {
                        owner: own,
                        dependent: claimed,
                    });
                } else if !self[dependent]
                    .owners()
                    .iter()
                    .any(|reference| reference.uid == own.uid)
                {
                    broken.push(BrokenGraph::StrayDependent {
                        owner: own,
                        dependent: claimed,
                    });
                }
            }
        }
        broken
    }

    /// Detached nodes that nobody needs, given what the queues hold. There are none.
    pub(super) fn leaked(&self, held: impl Fn(NodeId) -> bool) -> impl Iterator<Item = BrokenGraph> {
        let leaked = self
            .nodes
            .iter()
            .filter(move |&(id, node)| node.pins == 0 && !self.contains(id) && !held(id));
        leaked.map(|(_, node)| BrokenGraph::Leaked {
            node: node.identity(),
        })
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(id).expect("a node in use is kept")
    }

    /// Makes `node` the graph's own for its uid.
    pub(super) fn insert(&mut self, node: Node) -> NodeId {
        let uid = node.identity().uid;
        let id = self.nodes.insert(node);
        self.by_uid.insert(uid, id);
        id
    }

    /// Adds a dependent to an owner, unless it is there already.
    pub(super) fn link(&mut self, owner: NodeId, dependent: NodeId) {
        if self.edges.find(owner, self[dependent].links).is_some() {
            return;
        }
        let edge = self.edges.make(owner, dependent);
        let Graph { nodes, edges, .. } = self;
        if let Some(node) = nodes.get_mut(owner) {
            edges.append_dependent(&mut node.links, edge);
        }
        if let Some(node) = nodes.get_mut(dependent) {
            edges.add_owner(&mut node.links, edge);
        }
    }

    /// Takes a dependent from an owner.
    pub(super) fn unlink(&mut self, owner: NodeId, dependent: NodeId) {
        if let Some(edge) = self.edges.find(owner, self[dependent].links) {
            self.cut(edge);
        }
    }

    fn cut(&mut self, edge: u32) {
        let Graph { nodes, edges, .. } = self;
        if let Some(node) = nodes.get_mut(edges.owner_of(edge)) {
            edges.remove_dependent(&mut node.links, edge);
        }
        if let Some(node) = nodes.get_mut(edges.dependent_of(edge)) {
            edges.remove_owner(&mut node.links, edge);
        }
        edges.drop_edge(edge);
    }

    /// Takes a node out of the map and from its owners' dependents. It keeps itself among its own, if it is there: by
    /// then Go does not find it as its owner. Its dependents are kept until [`settle`](Self::settle).
    pub(super) fn detach(&mut self, id: NodeId) {
        let uid = self[id].identity().uid;
        self.by_uid.remove(uid);
        let mut next = self.edges.first_owner(self[id].links);
        while let Some(edge) = next {
            next = self.edges.next_owner(edge);
            if self.edges.owner_of(edge) != id {
                self.cut(edge);
            }
        }
    }

    /// Puts a node with another identity in the place of `id`, with the same dependents, and settles the old one.
    pub(super) fn replace(
        &mut self,
        id: NodeId,
        identity: Identity,
        held: impl Fn(NodeId) -> bool,
    ) -> NodeId {
        let renamed = self[id].renamed(identity);
        let new = self.insert(renamed);
        if held(id) || self[id].pins > 0 {
            self.freeze(id);
        }
        let (mut from, mut to) = (self[id].links, self[new].links);
        self.edges.move_dependents(&mut from, &mut to, new);
        self.node_mut(id).links = from;
        self.node_mut(new).links = to;
        if !held(id) && self[id].pins == 0 {
            self.nodes.remove(id);
        }
        new
    }

    /// Forgets a detached node that nobody holds; otherwise it keeps the dependents that it has now.
    pub(super) fn settle(&mut self, id: NodeId, held: impl Fn(NodeId) -> bool) {
        let kept = held(id) || self[id].pins > 0;
        if kept {
            self.freeze(id);
        }
        while let Some(edge) = self.edges.first_dependent(self[id].links) {
            self.cut(edge);
        }
        if !kept {
            self.nodes.remove(id);
        }
    }

    fn freeze(&mut self, id: NodeId) {
        let dependents: Box<[NodeId]> = self.dependents(id).collect();
        for &dependent in &dependents {
            if dependent != id {
                self.node_mut(dependent).pins += 1;
            }
        }
        self.frozen.insert(id, dependents);
    }

    /// Forgets a node that a queue or worker held, if it is detached and nobody needs it any more, and with it what
    /// only it needed.
    pub(super) fn release(&mut self, id: NodeId, held: impl Fn(NodeId) -> bool) {
        let mut candidates = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            if let Some(node) = self.get(id)
                && node.pins == 0
                && !self.contains(id)
                && !held(id)
            {
                for dependent in self.frozen.remove(&id).into_iter().flatten() {
                    if dependent != id {
                        self.node_mut(dependent).pins -= 1;
                        candidates.push(dependent);
                    }
                }
                self.nodes.remove(id);
            }
            next = candidates.pop();
        }
    }

    /// Adds a node to a digest by what it is, not by its number, which tells nothing but how many came before it.
    pub(super) fn digest_id(&self, id: NodeId, cluster: &Cluster, digester: &mut Digester) {
        let Some(node) = self.get(id) else { return };
        node.identity().digest(cluster, digester);
        digester.number(u64::from(self.contains(id)));
    }

    /// Adds all nodes to a digest, whatever the order in which they were made.
    pub(super) fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        let mut sum: u128 = 0;
        for (id, node) in self.kept_nodes() {
            let mut own = Digester::default();
            self.digest_id(id, cluster, &mut own);
            own.number(
                u64::from(node.is_virtual())
                    | u64::from(node.is_being_deleted()) << 1
                    | u64::from(node.is_deleting_dependents()) << 2,
            );
            for reference in node.owners() {
                own.reference(&cluster.names, reference);
            }
            own.number(self.dependents_len(id) as u64);
            for dependent in self.dependents(id) {
                own.name(&cluster.names, self[dependent].identity().uid);
            }
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
    }
}
