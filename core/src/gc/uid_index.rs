use super::NodeId;
use crate::object::Name;
use alloc::vec::Vec;

const NONE: NodeId = NodeId(u32::MAX);

/// The graph's own node for each uid. Names are numbers without gaps, so this is a plain list.
#[derive(Clone, Debug, Default)]
pub(super) struct UidIndex {
    nodes: Vec<NodeId>,
    len: usize,
}

impl UidIndex {
    pub(super) fn get(&self, uid: Name) -> Option<NodeId> {
        self.nodes.get(uid.index()).copied().filter(|&node| node != NONE)
    }

    pub(super) fn insert(&mut self, uid: Name, node: NodeId) {
        let index = uid.index();
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1, NONE);
        }
        self.len += usize::from(self.nodes[index] == NONE);
        self.nodes[index] = node;
    }

    pub(super) fn remove(&mut self, uid: Name) {
        if let Some(node) = self.nodes.get_mut(uid.index()) {
            self.len -= usize::from(*node != NONE);
            *node = NONE;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
