use crate::state::{Catalog, ThingId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What stands in a picture.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// A thing.
    Thing(ThingId),
    /// Further dependents of one kind that an owner has.
    More {
        /// The owner.
        owner: ThingId,
        /// The kind of the dependents.
        kind: String,
        /// How many.
        count: usize,
    },
}

/// One reference, from owner to dependent; both are indices into the nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The owner.
    pub owner: usize,
    /// The dependent.
    pub dependent: usize,
    /// The reference blocks the owner's deletion in the foreground.
    pub blocks: bool,
}

/// A part of the owner graph that is small enough to look at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The references between them.
    pub edges: Vec<Edge>,
}

/// Most things in a picture; the rest is counted in groups.
const MOST_THINGS: usize = 60;
/// Most dependents of one kind that one owner shows.
const MOST_ALIKE: usize = 6;

/// Which way a thing was come by. From an owner one does not go down again: that would show all that it owns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

struct Search<'a> {
    catalog: &'a Catalog,
    wanted: &'a BTreeSet<ThingId>,
    shown: BTreeMap<ThingId, usize>,
    picture: Picture,
    queue: VecDeque<(ThingId, Way, u8)>,
}

impl Picture {
    /// What is up to `hops` references away from the things in focus: their dependents and theirs, and the owners of
    /// all of those. Of many dependents alike, those in `wanted` come first.
    pub fn around(catalog: &Catalog, focus: &[ThingId], wanted: &BTreeSet<ThingId>, hops: u8) -> Self {
        let mut search = Search {
            catalog,
            wanted,
            shown: BTreeMap::new(),
            picture: Picture::default(),
            queue: VecDeque::new(),
        };
        for &thing in focus.iter().take(MOST_THINGS) {
            search.show(thing, Way::Down, 0);
        }
        while let Some((thing, way, distance)) = search.queue.pop_front() {
            if distance >= hops {
                continue;
            }
            if way == Way::Down {
                search.go_down(thing, distance + 1);
            }
            search.go_up(thing, distance + 1);
        }
        search.connect();
        search.picture
    }

    /// Where a thing stands among the nodes.
    pub fn index_of(&self, thing: ThingId) -> Option<usize> {
        self.nodes.iter().position(|node| *node == Node::Thing(thing))
    }
}

impl Search<'_> {
    fn show(&mut self, thing: ThingId, way: Way, distance: u8) -> bool {
        if self.shown.contains_key(&thing) {
            return true;
        }
        if self.shown.len() >= MOST_THINGS {
            return false;
        }
        self.shown.insert(thing, self.picture.nodes.len());
        self.picture.nodes.push(Node::Thing(thing));
        self.queue.push_back((thing, way, distance));
        true
    }

    fn go_down(&mut self, owner: ThingId, distance: u8) {
        let mut by_kind: BTreeMap<&str, Vec<ThingId>> = BTreeMap::new();
        for &dependent in &self.catalog.get(owner).dependents {
            by_kind
                .entry(self.catalog.kind_of(dependent))
                .or_default()
                .push(dependent);
        }
        for (kind, mut alike) in by_kind {
            alike.sort_by(|&left, &right| self.catalog.compare(left, right));
            alike.sort_by_key(|thing| !self.wanted.contains(thing) && !self.shown.contains_key(thing));
            let fits = if alike.len() > MOST_ALIKE {
                MOST_ALIKE - 1
            } else {
                alike.len()
            };
            let mut left_out = 0;
            for (place, &thing) in alike.iter().enumerate() {
                let pick = place < fits || self.wanted.contains(&thing) || self.shown.contains_key(&thing);
                if !(pick && self.show(thing, Way::Down, distance)) {
                    left_out += 1;
                }
            }
            if left_out > 0 {
                let from = self.shown[&owner];
                self.picture.nodes.push(Node::More {
                    owner,
                    kind: kind.to_owned(),
                    count: left_out,
                });
                let dependent = self.picture.nodes.len() - 1;
                self.picture.edges.push(Edge {
                    owner: from,
                    dependent,
                    blocks: false,
                });
            }
        }
    }

    fn go_up(&mut self, dependent: ThingId, distance: u8) {
        for link in &self.catalog.get(dependent).owners {
            self.show(link.owner, Way::Up, distance);
        }
    }

    /// Draws every reference between two things that are shown.
    fn connect(&mut self) {
        for (&thing, &dependent) in &self.shown {
            for link in &self.catalog.get(thing).owners {
                if let Some(&owner) = self.shown.get(&link.owner) {
                    self.picture.edges.push(Edge {
                        owner,
                        dependent,
                        blocks: link.reference.blocks(),
                    });
                }
            }
        }
        self.picture.edges.sort_unstable();
        self.picture
            .edges
            .dedup_by_key(|edge| (edge.owner, edge.dependent));
    }
}
