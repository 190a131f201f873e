use super::NodeId;
use alloc::vec::Vec;

const NONE: u32 = u32::MAX;

/// The ends of a node's two chains of edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Links {
    /// First and last edge to a dependent.
    first: u32,
    last: u32,
    /// How many dependents there are.
    len: u32,
    /// First edge to an owner.
    owner: u32,
}

impl Links {
    pub(super) const NONE: Links = Links {
        first: NONE,
        last: NONE,
        len: 0,
        owner: NONE,
    };

    pub(super) fn dependents_len(&self) -> usize {
        self.len as usize
    }
}

/// One edge: doubly linked among its owner's dependents, which are in the order in which they were added, and singly
/// linked among its dependent's owners, which are few.
#[derive(Clone, Copy, Debug)]
struct Edge {
    owner: NodeId,
    dependent: NodeId,
    previous: u32,
    next: u32,
    next_owner: u32,
}

/// All edges of the graph. Adding and removing one costs the same for an owner of one dependent and of a million.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    /// Edges to be used again, chained by `next`.
    free: Option<u32>,
}

impl Edges {
    /// The edge between the two, if there is one.
    pub(super) fn find(&self, owner: NodeId, dependent: Links) -> Option<u32> {
        let mut at = dependent.owner;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.owner == owner {
                return Some(at);
            }
            at = edge.next_owner;
        }
        None
    }

    /// An edge that is not linked yet.
    pub(super) fn make(&mut self, owner: NodeId, dependent: NodeId) -> u32 {
        let edge = Edge {
            owner,
            dependent,
            previous: NONE,
            next: NONE,
            next_owner: NONE,
        };
        if let Some(index) = self.free {
            let next = self.edges[index as usize].next;
            self.free = (next != NONE).then_some(next);
            self.edges[index as usize] = edge;
            return index;
        }
        self.edges.push(edge);
        u32::try_from(self.edges.len() - 1).expect("fewer than four billion edges")
    }

    pub(super) fn drop_edge(&mut self, index: u32) {
        self.edges[index as usize].next = self.free.unwrap_or(NONE);
        self.free = Some(index);
    }

    pub(super) fn append_dependent(&mut self, owner: &mut Links, index: u32) {
        self.edges[index as usize].previous = owner.last;
        match owner.last {
            NONE => owner.first = index,
            last => self.edges[last as usize].next = index,
        }
        owner.last = index;
        owner.len += 1;
    }

    pub(super) fn remove_dependent(&mut self, owner: &mut Links, index: u32) {
        let Edge { previous, next, .. } = self.edges[index as usize];
        match previous {
            NONE => owner.first = next,
            previous => self.edges[previous as usize].next = next,
        }
        match next {
            NONE => owner.last = previous,
            next => self.edges[next as usize].previous = previous,
        }
        owner.len -= 1;
    }

    pub(super) fn add_owner(&mut self, dependent: &mut Links, index: u32) {
        self.edges[index as usize].next_owner = dependent.owner;
        dependent.owner = index;
    }

    pub(super) fn remove_owner(&mut self, dependent: &mut Links, index: u32) {
        let after = self.edges[index as usize].next_owner;
        if dependent.owner == index {
            dependent.owner = after;
            return;
        }
        let mut at = dependent.owner;
        while at != NONE {
            let next = self.edges[at as usize].next_owner;
            if next == index {
                self.edges[at as usize].next_owner = after;
                return;
            }
            at = next;
        }
    }

    pub(super) fn owner_of(&self, index: u32) -> NodeId {
        self.edges[index as usize].owner
    }

    pub(super) fn dependent_of(&self, index: u32) -> NodeId {
        self.edges[index as usize].dependent
    }

    pub(super) fn first_owner(&self, dependent: Links) -> Option<u32> {
        Some(dependent.owner).filter(|&index| index != NONE)
    }

    pub(super) fn next_owner(&self, index: u32) -> Option<u32> {
        Some(self.edges[index as usize].next_owner).filter(|&next| next != NONE)
    }

    pub(super) fn first_dependent(&self, owner: Links) -> Option<u32> {
        Some(owner.first).filter(|&index| index != NONE)
    }

    pub(super) fn next_dependent(&self, index: u32) -> Option<u32> {
        Some(self.edges[index as usize].next).filter(|&next| next != NONE)
    }

    /// Turns the edges of one owner into those of another, which has none.
    pub(super) fn move_dependents(&mut self, from: &mut Links, to: &mut Links, owner: NodeId) {
        let mut at = from.first;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            edge.owner = owner;
            at = edge.next;
        }
        (to.first, to.last, to.len) = (from.first, from.last, from.len);
        (from.first, from.last, from.len) = (NONE, NONE, 0);
    }
}
