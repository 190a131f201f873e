use super::{Common, Group, Node};
use crate::state::{Grouping, Source, ThingId};
use kubeloupe_core::Map;
use kubeloupe_core::object::Name;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// References from dependents to owners, gathered between two boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The owner, as an index into the nodes.
    pub owner: usize,
    /// The dependent, in the same way.
    pub dependent: usize,
    /// All of them block the owner's deletion in the foreground.
    pub blocks: bool,
    /// How many references it stands for.
    pub count: u32,
    /// The line to the open group around the dependent says the same, so this one is not drawn.
    pub covered: bool,
}

/// What a picture is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Everything there is, arranged by this.
    All(Grouping),
    /// What is up to so many references away from some things.
    Around {
        /// The things in focus.
        focus: Rc<Vec<ThingId>>,
        /// How many references away.
        hops: u8,
        /// In which direction.
        way: Way,
    },
}

/// In which direction references are followed from the focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Way {
    /// To dependents, and to the owners of all that is found.
    #[default]
    Both,
    /// To dependents alone.
    Down,
    /// To owners alone.
    Up,
}

/// A part of the owner graph, with things in groups so that it can be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The boxes: things, closed groups, and open groups around what they hold.
    pub nodes: Vec<Node>,
    /// How many things each box names: 1, or the members of a group.
    pub counts: Vec<u32>,
    /// How many things are in each box, with all that stands below its members and is in no other box.
    pub weights: Vec<u32>,
    /// Which groups are open.
    pub open: Vec<bool>,
    /// The open group that each box stands in.
    pub inside: Vec<Option<usize>>,
    /// The box of the owner that each box stands below.
    pub parents: Vec<Option<usize>>,
    /// The references between them.
    pub edges: Vec<Edge>,
    /// Every group that is open.
    pub opened: BTreeSet<Group>,
    /// Groups stayed closed because of [`MOST_NODES`].
    pub full: bool,
    /// The box that each thing is in.
    pub(super) holders: Vec<u32>,
}

/// Most boxes in a picture; groups beyond that stay closed.
pub const MOST_NODES: usize = 20_000;
/// Most things alike that stand side by side without a group.
const MOST_ALIKE: usize = 6;
/// Most things in a group that is opened at once; larger ones open into parts of this size.
pub const PART: usize = 400;
/// How many boxes groups are opened for by themselves.
const OPEN_AT_FIRST: usize = 160;

const NOWHERE: u32 = u32::MAX;

/// What a picture is made of before anything is opened: trees, each in the order of lists.
struct Trees<'a> {
    source: &'a Source,
    tops: Tops,
    children: Children<'a>,
}

/// The groups at the top, or what stands there without one.
enum Tops {
    Groups(Vec<(Common, Vec<ThingId>)>),
    Plain(Vec<ThingId>),
}

/// Whether and where something stands below a thing.
enum Children<'a> {
    Forest(&'a crate::state::Forest),
    Some(Map<ThingId, Vec<ThingId>>),
    None,
}

impl Children<'_> {
    fn of(&self, thing: ThingId) -> &[ThingId] {
        match self {
            Children::Forest(forest) => forest.children(thing),
            Children::Some(lists) => lists.get(&thing).map_or(&[], Vec::as_slice),
            Children::None => &[],
        }
    }
}

/// Makes a picture in a few stages, none of which takes long.
pub struct Making<'a> {
    trees: Trees<'a>,
    picture: Picture,
    /// The members of the box with the same number, where it is a closed group.
    members: Vec<Vec<ThingId>>,
}

impl<'a> Making<'a> {
    /// Finds out what is in the picture, and which groups are open: those given, or as many as are easy to look at.
    pub fn new(source: &'a Source, subject: &Subject, opened: Option<&BTreeSet<Group>>) -> Self {
        let trees = Trees::of(source, subject);
        let mut making = Making {
            trees,
            picture: Picture {
                opened: opened.cloned().unwrap_or_default(),
                ..Picture::default()
            },
            members: Vec::new(),
        };
        making.place();
        if opened.is_none() {
            while making.open_more(OPEN_AT_FIRST, true) {}
        }
        making
    }

    /// The picture with its references.
    pub fn finish(mut self) -> Picture {
        self.hold();
        self.connect();
        self.picture
    }

    /// Everything that can be opened is opened, level by level, up to the limit.
    pub fn open_all(&mut self) {
        while self.open_more(MOST_NODES, false) {}
        let stays_closed =
            |at: usize| !self.picture.open[at] && matches!(self.picture.nodes[at], Node::Group(_));
        self.picture.full = (0..self.picture.nodes.len()).any(stays_closed);
    }

    /// Opens the groups that a thing is in. Returns whether any was closed.
    pub fn reveal(&mut self, thing: ThingId) -> bool {
        let mut any = false;
        loop {
            self.hold();
            let Some(Node::Group(group)) = self.picture.holder(thing).map(|at| self.picture.nodes[at]) else {
                return any;
            };
            if !self.picture.opened.insert(group) {
                return any;
            }
            any = true;
            self.place();
        }
    }

    /// Opens the smallest closed groups, as long as no more than `limit` boxes stand in the picture then; `alike`, groups of
    /// one size are opened together or not at all. Returns whether any was.
    fn open_more(&mut self, limit: usize, alike: bool) -> bool {
        let mut by_size: BTreeMap<usize, Vec<Group>> = BTreeMap::new();
        for (at, node) in self.picture.nodes.iter().enumerate() {
            if let (Node::Group(group), false) = (node, self.picture.open[at]) {
                let boxes = self.boxes_in(*group, &self.members[at]);
                by_size.entry(boxes).or_default().push(*group);
            }
        }
        let mut count = self.picture.nodes.len();
        let mut chosen: Vec<Vec<Group>> = Vec::new();
        for (boxes, groups) in by_size {
            let fit = limit.saturating_sub(count) / boxes.max(1);
            count += boxes * groups.len();
            if count > limit {
                chosen.extend((!alike && fit > 0).then(|| groups[..fit.min(groups.len())].to_vec()));
                break;
            }
            chosen.push(groups);
        }
        // What stands below the things of a group is known only once it is open.
        let before = self.picture.opened.clone();
        while !chosen.is_empty() {
            self.picture.opened.extend(chosen.iter().flatten());
            self.place();
            if self.picture.nodes.len() <= limit {
                return true;
            }
            if chosen.len() > 1 || alike {
                chosen.truncate(chosen.len() / 2);
            } else {
                let groups = &mut chosen[0];
                groups.truncate(groups.len() / 2);
                chosen.retain(|groups| !groups.is_empty());
            }
            self.picture.opened.clone_from(&before);
        }
        self.place();
        false
    }

    /// How many boxes a group opens into, without what stands below them.
    fn boxes_in(&self, group: Group, members: &[ThingId]) -> usize {
        match group.of {
            Common::Kin { .. } | Common::Dependents { .. } if members.len() > PART && group.part == 0 => {
                members.len().div_ceil(PART)
            }
            Common::Kin { .. } | Common::Dependents { .. } => members.len(),
            Common::Namespace(_) | Common::Kind(_) => {
                let mut kinds: BTreeMap<(Name, Name), usize> = BTreeMap::new();
                for &thing in members {
                    let identity = &self.trees.source.catalog.get(thing).identity;
                    *kinds.entry((identity.namespace, identity.kind)).or_default() += 1;
                }
                kinds
                    .into_values()
                    .map(|count| if count > MOST_ALIKE { 1 } else { count })
                    .sum()
            }
        }
    }

    /// Places every box anew.
    fn place(&mut self) {
        let opened = std::mem::take(&mut self.picture.opened);
        self.picture = Picture {
            opened,
            ..Picture::default()
        };
        self.members.clear();
        let mut placing = Placing {
            trees: &self.trees,
            picture: &mut self.picture,
            members: &mut self.members,
            waiting: VecDeque::new(),
        };
        match &self.trees.tops {
            Tops::Plain(things) => placing.things(things, None, None),
            Tops::Groups(groups) => {
                for (common, things) in groups {
                    placing.group(Group::of(*common), things, None, None);
                }
            }
        }
        while let Some(task) = placing.waiting.pop_front() {
            placing.go_on(task);
        }
    }

    /// Notes for each thing which box it is in.
    fn hold(&mut self) {
        let mut holders = vec![NOWHERE; self.trees.source.catalog.thing_count()];
        let mut below: Vec<ThingId> = Vec::new();
        for (at, node) in self.picture.nodes.iter().enumerate() {
            let number = number(at);
            match node {
                Node::Thing(thing) => holders[thing.0 as usize] = number,
                Node::Group(_) if self.picture.open[at] => {}
                Node::Group(_) => {
                    below.extend_from_slice(&self.members[at]);
                    while let Some(thing) = below.pop() {
                        let holder = &mut holders[thing.0 as usize];
                        if *holder != number {
                            *holder = number;
                            below.extend_from_slice(self.trees.children.of(thing));
                        }
                    }
                }
            }
        }
        let count = self.picture.nodes.len();
        let mut weights = vec![0_u32; count];
        for &holder in holders.iter().filter(|&&holder| holder != NOWHERE) {
            weights[holder as usize] += 1;
        }
        for at in (0..count).rev() {
            if let Some(outer) = self.picture.inside[at] {
                weights[outer] += weights[at];
            }
        }
        self.picture.weights = weights;
        self.picture.holders = holders;
    }

    /// Draws every reference between two things in different boxes.
    fn connect(&mut self) {
        let catalog = &self.trees.source.catalog;
        let picture = &mut self.picture;
        let mut edges: Vec<Edge> = Vec::new();
        for (dependent, &holder) in picture.holders.iter().enumerate() {
            if holder == NOWHERE {
                continue;
            }
            let thing = ThingId(number(dependent));
            let around = picture.inside[holder as usize];
            for link in &catalog.get(thing).owners {
                let owner = picture.holders[link.owner.0 as usize];
                if owner == NOWHERE || (owner == holder && link.owner != thing) {
                    continue;
                }
                let blocks = link.reference.blocks();
                let group = around.filter(|&at| picture.is_of_owner(at, link.owner));
                edges.push(Edge {
                    owner: owner as usize,
                    dependent: holder as usize,
                    blocks,
                    count: 1,
                    covered: group.is_some(),
                });
                if let Some(group) = group {
                    // The outermost group of these dependents: parts stand in the whole.
                    let mut outer = group;
                    while let Some(at) =
                        picture.inside[outer].filter(|&at| picture.is_of_owner(at, link.owner))
                    {
                        outer = at;
                    }
                    edges.push(Edge {
                        owner: owner as usize,
                        dependent: outer,
                        blocks,
                        count: 1,
                        covered: false,
                    });
                }
            }
        }
        edges.sort_unstable_by_key(|edge| (edge.owner, edge.dependent));
        edges.dedup_by(|next, kept| {
            let same = (next.owner, next.dependent) == (kept.owner, kept.dependent);
            if same {
                kept.count += next.count;
                kept.blocks &= next.blocks;
            }
            same
        });
        picture.edges = edges;
    }
}

/// What is still to be placed: what stands below a thing.
struct Below {
    thing: ThingId,
    at: usize,
    inside: Option<usize>,
}

struct Placing<'a, 't> {
    trees: &'a Trees<'t>,
    picture: &'a mut Picture,
    members: &'a mut Vec<Vec<ThingId>>,
    waiting: VecDeque<Below>,
}

impl Placing<'_, '_> {
    fn push(&mut self, node: Node, count: usize, inside: Option<usize>, parent: Option<usize>) -> usize {
        let picture = &mut *self.picture;
        picture.nodes.push(node);
        picture.counts.push(number(count));
        picture.open.push(false);
        picture.inside.push(inside);
        picture.parents.push(parent);
        self.members.push(Vec::new());
        picture.nodes.len() - 1
    }

    /// Things side by side: many of one kind become a group.
    fn things(&mut self, things: &[ThingId], inside: Option<usize>, parent: Option<(ThingId, usize)>) {
        let catalog = &self.trees.source.catalog;
        let mut kinds: Vec<(Name, Name, Vec<ThingId>)> = Vec::new();
        let mut places: BTreeMap<(Name, Name), usize> = BTreeMap::new();
        for &thing in things {
            let identity = &catalog.get(thing).identity;
            // Below an owner namespaces do not divide: all of its dependents are where it is, or nowhere.
            let namespace = if parent.is_some() {
                Name::EMPTY
            } else {
                identity.namespace
            };
            let place = *places.entry((namespace, identity.kind)).or_insert_with(|| {
                kinds.push((namespace, identity.kind, Vec::new()));
                kinds.len() - 1
            });
            kinds[place].2.push(thing);
        }
        for (namespace, kind, alike) in kinds {
            if alike.len() <= MOST_ALIKE {
                for thing in alike {
                    self.thing(thing, inside, parent.map(|(_, at)| at));
                }
                continue;
            }
            let common = match parent {
                Some((owner, _)) => Common::Dependents { owner, kind },
                None => Common::Kin { namespace, kind },
            };
            self.group(Group::of(common), &alike, inside, parent.map(|(_, at)| at));
        }
    }

    fn thing(&mut self, thing: ThingId, inside: Option<usize>, parent: Option<usize>) {
        let at = self.push(Node::Thing(thing), 1, inside, parent);
        if !self.trees.children.of(thing).is_empty() {
            self.waiting.push_back(Below { thing, at, inside });
        }
    }

    fn go_on(&mut self, Below { thing, at, inside }: Below) {
        let children = self.trees.children.of(thing);
        self.things(children, inside, Some((thing, at)));
    }

    fn group(&mut self, group: Group, things: &[ThingId], inside: Option<usize>, parent: Option<usize>) {
        let at = self.push(Node::Group(group), things.len(), inside, parent);
        if !self.picture.opened.contains(&group) {
            self.members[at] = things.to_vec();
            return;
        }
        let opens_into = if things.len() > PART && group.part == 0 {
            things.len().div_ceil(PART)
        } else {
            things.len()
        };
        if self.picture.nodes.len() + opens_into > MOST_NODES
            && !matches!(group.of, Common::Namespace(_) | Common::Kind(_))
        {
            self.picture.full = true;
            self.picture.opened.remove(&group);
            self.members[at] = things.to_vec();
            return;
        }
        self.picture.open[at] = true;
        match group.of {
            Common::Namespace(_) | Common::Kind(_) => self.things(things, Some(at), None),
            Common::Kin { .. } | Common::Dependents { .. } if things.len() > PART => {
                for (part, things) in things.chunks(PART).enumerate() {
                    let group = Group {
                        part: number(part + 1),
                        ..group
                    };
                    self.group(group, things, Some(at), parent);
                }
            }
            Common::Kin { .. } | Common::Dependents { .. } => {
                for &thing in things {
                    self.thing(thing, Some(at), parent);
                }
            }
        }
    }
}

impl<'a> Trees<'a> {
    fn of(source: &'a Source, subject: &Subject) -> Self {
        match subject {
            Subject::All(Grouping::Owners) => Trees {
                source,
                tops: Tops::Groups(by_namespace(source)),
                children: Children::Forest(&source.forest),
            },
            Subject::All(Grouping::Namespace) => Trees {
                source,
                tops: Tops::Groups(flat(source, Common::Namespace, |source, id| {
                    source.catalog.get(id).identity.namespace
                })),
                children: Children::None,
            },
            Subject::All(Grouping::Kind) => Trees {
                source,
                tops: Tops::Groups(flat(source, Common::Kind, |source, id| {
                    source.catalog.get(id).identity.kind
                })),
                children: Children::None,
            },
            Subject::Around { focus, hops, way } => {
                let (tops, children) = neighbourhood(source, focus, *hops, *way);
                Trees {
                    source,
                    tops: Tops::Plain(tops),
                    children: Children::Some(children),
                }
            }
        }
    }
}

/// The tops of all trees by namespace; owners that only references name are among them.
fn by_namespace(source: &Source) -> Vec<(Common, Vec<ThingId>)> {
    let catalog = &source.catalog;
    let mut groups: Vec<(Name, Vec<ThingId>)> = source
        .forest
        .namespaces()
        .map(|(namespace, roots)| (namespace, roots.to_vec()))
        .collect();
    let places: Map<Name, usize> = groups
        .iter()
        .enumerate()
        .map(|(place, (namespace, _))| (*namespace, place))
        .collect();
    for thing in catalog.absent() {
        let namespace = catalog.get(thing).identity.namespace;
        if let Some(&place) = places.get(&namespace) {
            groups[place].1.push(thing);
        }
    }
    groups
        .into_iter()
        .map(|(namespace, things)| (Common::Namespace(namespace), things))
        .collect()
}

/// Everything side by side, below headings.
fn flat(
    source: &Source,
    common: fn(Name) -> Common,
    heading: fn(&Source, ThingId) -> Name,
) -> Vec<(Common, Vec<ThingId>)> {
    let catalog = &source.catalog;
    let mut groups: Map<Name, Vec<ThingId>> = Map::default();
    for id in catalog.objects().chain(catalog.absent()) {
        groups.entry(heading(source, id)).or_default().push(id);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|(left, _), (right, _)| {
        (*left == Name::EMPTY)
            .cmp(&(*right == Name::EMPTY))
            .then_with(|| catalog.names().compare(*left, *right))
    });
    for (_, things) in &mut groups {
        things.sort_by(|&left, &right| catalog.compare(left, right));
    }
    groups
        .into_iter()
        .map(|(name, things)| (common(name), things))
        .collect()
}

/// How a thing was come by. From an owner one does not go down again: that would show all that it owns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Down,
    Up,
}

/// What is up to `hops` references away from the things in focus, as trees: the tops, and what stands below whom.
fn neighbourhood(
    source: &Source,
    focus: &[ThingId],
    hops: u8,
    way: Way,
) -> (Vec<ThingId>, Map<ThingId, Vec<ThingId>>) {
    let catalog = &source.catalog;
    // In the order in which they were found.
    let mut found: Vec<ThingId> = Vec::new();
    let mut seen = vec![false; catalog.thing_count()];
    let mut queue: VecDeque<(ThingId, Came, u8)> = VecDeque::new();
    let mut meet = |thing: ThingId, came: Came, distance: u8, queue: &mut VecDeque<_>| {
        let seen = &mut seen[thing.0 as usize];
        if !std::mem::replace(seen, true) {
            found.push(thing);
            queue.push_back((thing, came, distance));
        }
    };
    let first = if way == Way::Up { Came::Up } else { Came::Down };
    for &thing in focus {
        meet(thing, first, 0, &mut queue);
    }
    while let Some((thing, came, distance)) = queue.pop_front() {
        if distance >= hops {
            continue;
        }
        if came == Came::Down {
            for &dependent in &catalog.get(thing).dependents {
                meet(dependent, Came::Down, distance + 1, &mut queue);
            }
        }
        if way != Way::Down {
            for link in &catalog.get(thing).owners {
                meet(link.owner, Came::Up, distance + 1, &mut queue);
            }
        }
    }
    let mut children: Map<ThingId, Vec<ThingId>> = Map::default();
    let mut tops = Vec::new();
    for &thing in &found {
        let parent = source
            .forest
            .parent(thing)
            .filter(|parent| seen[parent.0 as usize]);
        match parent {
            Some(parent) => children.entry(parent).or_default().push(thing),
            None => tops.push(thing),
        }
    }
    for list in children.values_mut() {
        list.sort_by(|&left, &right| catalog.compare(left, right));
    }
    (tops, children)
}

impl Picture {
    /// What is up to `hops` references away from the things in focus: their dependents and theirs, and the owners of
    /// all of those.
    pub fn around(source: &Source, focus: &[ThingId], hops: u8) -> Self {
        let subject = Subject::Around {
            focus: Rc::new(focus.to_vec()),
            hops,
            way: Way::Both,
        };
        Making::new(source, &subject, None).finish()
    }

    /// The box that a thing is in: its own, or that of a closed group.
    pub fn holder(&self, thing: ThingId) -> Option<usize> {
        let &holder = self.holders.get(thing.0 as usize)?;
        (holder != NOWHERE).then_some(holder as usize)
    }

    /// Where a thing stands among the nodes.
    pub fn index_of(&self, thing: ThingId) -> Option<usize> {
        self.holder(thing)
            .filter(|&at| self.nodes[at] == Node::Thing(thing))
    }

    /// Whether the box at `at` is a group of dependents of this owner.
    fn is_of_owner(&self, at: usize, owner: ThingId) -> bool {
        matches!(self.nodes[at], Node::Group(Group { of: Common::Dependents { owner: named, .. }, .. }) if named == owner)
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("the limit of objects is below four billion")
}
