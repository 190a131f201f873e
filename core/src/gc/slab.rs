use super::{Node, NodeId};
use alloc::boxed::Box;
use alloc::vec::Vec;

const PAGE: usize = 64;

/// Nodes by number. Numbers are given out once; the memory of a page comes back when all its nodes are gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Slab {
    pages: Vec<Page>,
    used: usize,
    live: usize,
}

#[derive(Clone, Debug, Default)]
struct Page {
    nodes: Box<[Option<Node>]>,
    live: usize,
}

impl Slab {
    pub(super) fn insert(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.used).expect("fewer than four billion nodes"));
        let (page, place) = (self.used / PAGE, self.used % PAGE);
        if place == 0 {
            let nodes = core::iter::repeat_with(|| None).take(PAGE).collect();
            self.pages.push(Page { nodes, live: 0 });
        }
        let page = &mut self.pages[page];
        page.nodes[place] = Some(node);
        page.live += 1;
        self.used += 1;
        self.live += 1;
        id
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&Node> {
        self.pages
            .get(id.0 as usize / PAGE)?
            .nodes
            .get(id.0 as usize % PAGE)?
            .as_ref()
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.pages
            .get_mut(id.0 as usize / PAGE)?
            .nodes
            .get_mut(id.0 as usize % PAGE)?
            .as_mut()
    }

    pub(super) fn remove(&mut self, id: NodeId) -> Option<Node> {
        let index = id.0 as usize / PAGE;
        let page = self.pages.get_mut(index)?;
        let node = page.nodes.get_mut(id.0 as usize % PAGE)?.take()?;
        page.live -= 1;
        self.live -= 1;
        if page.live == 0 && self.used >= (index + 1) * PAGE {
            page.nodes = Box::default();
        }
        Some(node)
    }

    /// Nodes in the order in which they were made.
    pub(super) fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.pages.iter().enumerate().flat_map(|(page, nodes)| {
            let numbered = nodes.nodes.iter().enumerate();
            numbered.filter_map(move |(place, node)| {
                // The numbers were given out by `insert`, so they fit.
                node.as_ref()
                    .map(|node| (NodeId((page * PAGE + place) as u32), node))
            })
        })
    }

    pub(super) fn len(&self) -> usize {
        self.live
    }
}
