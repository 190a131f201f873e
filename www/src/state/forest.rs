use super::{Catalog, ThingId};
use kubeloupe_core::object::Name;

/// Each object below one of its owners, so that ownership, which is a graph, can be listed as trees.
///
/// An object stands below its controlling owner, else below its first one, as long as that is an object of the same
/// namespace; of a circle, one member stands at the top.
#[derive(Clone, Debug)]
pub struct Forest {
    parents: Vec<Option<ThingId>>,
    children: Vec<Vec<ThingId>>,
    below: Vec<u32>,
    namespaces: Vec<Name>,
    roots: Vec<Vec<ThingId>>,
}

impl Forest {
    /// The trees of a catalog.
    pub fn new(catalog: &Catalog) -> Self {
        // Owners that only references name have their numbers among the objects'.
        let count = catalog.thing_count();
        let mut parents: Vec<Option<ThingId>> = vec![None; count];
        for id in catalog.objects() {
            parents[id.0 as usize] = parent_of(catalog, id);
        }
        break_circles(&mut parents);
        let mut children: Vec<Vec<ThingId>> = vec![Vec::new(); count];
        let mut namespaces: Vec<Name> = catalog
            .objects()
            .map(|id| catalog.get(id).identity.namespace)
            .collect();
        namespaces.sort_unstable();
        namespaces.dedup();
        // The things without a namespace come last.
        namespaces.sort_by(|&left, &right| {
            (left == Name::EMPTY)
                .cmp(&(right == Name::EMPTY))
                .then_with(|| catalog.names().compare(left, right))
        });
        let mut roots: Vec<Vec<ThingId>> = vec![Vec::new(); namespaces.len()];
        let place_of: kubeloupe_core::Map<Name, usize> = namespaces
            .iter()
            .enumerate()
            .map(|(place, &namespace)| (namespace, place))
            .collect();
        for id in catalog.objects() {
            match parents[id.0 as usize] {
                Some(parent) => children[parent.0 as usize].push(id),
                None => roots[place_of[&catalog.get(id).identity.namespace]].push(id),
            }
        }
        for list in children.iter_mut().chain(roots.iter_mut()) {
            list.sort_by(|&left, &right| catalog.compare(left, right));
        }
        let below = count_below(&parents);
        // Trees first, single objects after them: what owns something is what one looks for.
        for list in &mut roots {
            list.sort_by_key(|id| below[id.0 as usize] == 0);
        }
        Forest {
            parents,
            children,
            below,
            namespaces,
            roots,
        }
    }

    /// Below whom an object stands.
    pub fn parent(&self, id: ThingId) -> Option<ThingId> {
        self.parents.get(id.0 as usize).copied().flatten()
    }

    /// Who stands directly below an object.
    pub fn children(&self, id: ThingId) -> &[ThingId] {
        self.children.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// How many objects stand below this one, at any depth.
    pub fn below(&self, id: ThingId) -> u32 {
        self.below.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// The namespaces with the objects at the top of each.
    pub fn namespaces(&self) -> impl ExactSizeIterator<Item = (Name, &[ThingId])> {
        self.namespaces
            .iter()
            .copied()
            .zip(self.roots.iter().map(Vec::as_slice))
    }
}

fn parent_of(catalog: &Catalog, id: ThingId) -> Option<ThingId> {
    let entry = catalog.get(id);
    let here = |owner: ThingId| {
        let owner_entry = catalog.get(owner);
        owner_entry.object.is_some()
            && owner != id
            && owner_entry.identity.namespace == entry.identity.namespace
    };
    let owners = || entry.owners.iter().filter(|link| here(link.owner));
    owners()
        .find(|link| link.reference.controller == Some(true))
        .or_else(|| owners().next())
        .map(|link| link.owner)
}

/// Takes the parent from one member of every circle.
fn break_circles(parents: &mut [Option<ThingId>]) {
    // 0: not seen, 1: on the way up that is being followed, 2: known to lead to a root.
    let mut seen = vec![0u8; parents.len()];
    let mut way = Vec::new();
    for start in 0..parents.len() {
        let mut at = start;
        loop {
            match seen[at] {
                0 => {
                    seen[at] = 1;
                    way.push(at);
                    let Some(up) = parents[at] else { break };
                    at = up.0 as usize;
                }
                1 => {
                    parents[at] = None;
                    break;
                }
                _ => break,
            }
        }
        for passed in way.drain(..) {
            seen[passed] = 2;
        }
    }
}

fn count_below(parents: &[Option<ThingId>]) -> Vec<u32> {
    let mut waiting = vec![0u32; parents.len()];
    for parent in parents.iter().flatten() {
        waiting[parent.0 as usize] += 1;
    }
    let mut below = vec![0u32; parents.len()];
    let mut done: Vec<usize> = (0..parents.len()).filter(|&at| waiting[at] == 0).collect();
    while let Some(at) = done.pop() {
        if let Some(parent) = parents[at] {
            let parent = parent.0 as usize;
            below[parent] += below[at] + 1;
            waiting[parent] -= 1;
            if waiting[parent] == 0 {
                done.push(parent);
            }
        }
    }
    below
}
