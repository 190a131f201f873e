use super::{Catalog, Forest, ThingId};
use kubeloupe_core::Map;
use kubeloupe_core::object::Name;
use std::collections::BTreeSet;

/// By what the list of objects is arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grouping {
    /// Each object below its owner.
    #[default]
    Owners,
    /// By namespace, then kind and name.
    Namespace,
    /// By kind, then namespace and name.
    Kind,
}

/// What a row stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RowId {
    /// The heading of a namespace; the empty name is for cluster-scoped things.
    Namespace(Name),
    /// The heading of a kind.
    Kind(Name),
    /// A thing.
    Thing(ThingId),
}

/// Which rows are unfolded.
pub type Opened = BTreeSet<RowId>;

/// One row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What it stands for.
    pub id: RowId,
    /// How deep it is indented, from 0.
    pub depth: u16,
    /// Whether something can be unfolded below it, and is.
    pub open: Option<bool>,
    /// How many objects are below it.
    pub below: u32,
    /// Its place among its siblings, from 1.
    pub place: u32,
    /// How many siblings there are, with itself.
    pub siblings: u32,
}

/// The rows to list, in order. Computed when the arrangement changes, never while scrolling.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outline {
    /// The rows.
    pub rows: Vec<Row>,
    /// How many objects pass the filter.
    pub matches: usize,
}

struct Making<'a> {
    forest: &'a Forest,
    opened: &'a Opened,
    /// With a filter: what passes it, and what has to be shown for the sake of something below it.
    shown: Option<Vec<bool>>,
    rows: Vec<Row>,
}

impl Outline {
    /// Lists the objects, or those that are accepted; what leads to those is unfolded.
    pub fn new(
        catalog: &Catalog,
        forest: &Forest,
        grouping: Grouping,
        opened: &Opened,
        accepts: Option<&dyn Fn(ThingId) -> bool>,
    ) -> Self {
        let mut matches = catalog.object_count();
        let shown = accepts.map(|accepts| {
            let mut shown = vec![false; catalog.thing_count()];
            for id in catalog.objects() {
                shown[id.0 as usize] = accepts(id);
            }
            matches = shown.iter().filter(|&&one| one).count();
            if grouping == Grouping::Owners {
                show_ancestors(forest, &mut shown);
            }
            shown
        });
        let mut making = Making {
            forest,
            opened,
            shown,
            rows: Vec::new(),
        };
        match grouping {
            Grouping::Owners => {
                let groups: Vec<_> = forest
                    .namespaces()
                    .map(|(name, roots)| (name, making.filtered(roots)))
                    .collect();
                making.groups(groups, RowId::Namespace, true);
            }
            Grouping::Namespace => {
                let groups = making.flat(catalog, |id| catalog.get(id).identity.namespace);
                making.groups(groups, RowId::Namespace, false);
            }
            Grouping::Kind => {
                let groups = making.flat(catalog, |id| catalog.get(id).identity.kind);
                making.groups(groups, RowId::Kind, false);
            }
        }
        Outline {
            rows: making.rows,
            matches,
        }
    }

    /// Where a row is.
    pub fn position(&self, id: RowId) -> Option<usize> {
        self.rows.iter().position(|row| row.id == id)
    }
}

impl Making<'_> {
    fn filtered(&self, things: &[ThingId]) -> Vec<ThingId> {
        match &self.shown {
            None => things.to_vec(),
            Some(shown) => things.iter().copied().filter(|id| shown[id.0 as usize]).collect(),
        }
    }

    fn is_open(&self, id: RowId) -> bool {
        self.shown.is_some() || self.opened.contains(&id)
    }

    /// Groups without a tree below them, sorted by their heading.
    fn flat(&self, catalog: &Catalog, heading: impl Fn(ThingId) -> Name) -> Vec<(Name, Vec<ThingId>)> {
        let mut groups: Map<Name, Vec<ThingId>> = Map::default();
        let all: Vec<ThingId> = catalog.objects().collect();
        for id in self.filtered(&all) {
            groups.entry(heading(id)).or_default().push(id);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by(|(left, _), (right, _)| {
            (*left == Name::EMPTY)
                .cmp(&(*right == Name::EMPTY))
                .then_with(|| catalog.names().compare(*left, *right))
        });
        for (_, things) in &mut groups {
            things.sort_by(|&left, &right| {
                catalog
                    .kind_of(left)
                    .cmp(catalog.kind_of(right))
                    .then_with(|| catalog.namespace_of(left).cmp(catalog.namespace_of(right)))
                    .then_with(|| catalog.compare(left, right))
            });
        }
        groups
    }

    fn groups(&mut self, groups: Vec<(Name, Vec<ThingId>)>, row_id: fn(Name) -> RowId, nested: bool) {
        let groups: Vec<_> = groups
            .into_iter()
            .filter(|(_, things)| !things.is_empty())
            .collect();
        let siblings = number(groups.len());
        for (place, (heading, things)) in groups.into_iter().enumerate() {
            let id = row_id(heading);
            let open = self.is_open(id);
            let below = if nested {
                things.iter().map(|&id| self.forest.below(id) + 1).sum()
            } else {
                number(things.len())
            };
            self.rows.push(Row {
                id,
                depth: 0,
                open: Some(open),
                below,
                place: number(place + 1),
                siblings,
            });
            if open {
                self.things(&things, 1, nested);
            }
        }
    }

    fn things(&mut self, things: &[ThingId], depth: u16, nested: bool) {
        // An explicit stack: a chain of owners may be longer than the call stack is deep.
        let mut stack: Vec<(Vec<ThingId>, usize, u16)> = vec![(things.to_vec(), 0, depth)];
        while let Some((list, at, depth)) = stack.pop() {
            let Some(&thing) = list.get(at) else { continue };
            let siblings = number(list.len());
            let children = if nested {
                self.filtered(self.forest.children(thing))
            } else {
                Vec::new()
            };
            let id = RowId::Thing(thing);
            let open = (!children.is_empty()).then(|| self.is_open(id));
            let below = if nested { self.forest.below(thing) } else { 0 };
            self.rows.push(Row {
                id,
                depth,
                open,
                below,
                place: number(at + 1),
                siblings,
            });
            stack.push((list, at + 1, depth));
            if open == Some(true) {
                stack.push((children, 0, depth.saturating_add(1)));
            }
        }
    }
}

fn show_ancestors(forest: &Forest, shown: &mut [bool]) {
    for at in 0..shown.len() {
        if !shown[at] {
            continue;
        }
        let mut above = forest.parent(ThingId(number(at)));
        while let Some(parent) = above {
            if std::mem::replace(&mut shown[parent.0 as usize], true) {
                break;
            }
            above = forest.parent(parent);
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("the limit of objects is below four billion")
}
