use super::{Catalog, ThingId};
use kubeloupe_core::gc::{GraphChangeKind, Identity, NodeId};
use kubeloupe_core::object::{Name, Time};
use kubeloupe_core::queue::WorkQueue;
use kubeloupe_core::sim::{Item, QueueName, World};

/// How many items of one list are shown; the rest is counted.
const SHOWN: usize = 24;

/// One item of a queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueItem {
    /// The thing, where the source has it.
    pub thing: Option<ThingId>,
    /// The kind's name.
    pub kind: String,
    /// Its own name.
    pub name: String,
    /// What changed, in the queue of graph changes.
    pub change: Option<GraphChangeKind>,
    /// When it becomes due, for a delayed one.
    pub due: Option<Time>,
    /// How often it failed.
    pub failures: u32,
}

/// A list of items, as long as it can be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ItemList {
    /// The first items.
    pub items: Vec<QueueItem>,
    /// How many there are.
    pub count: usize,
}

/// One work queue.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct QueueView {
    /// What waits, next first.
    pub listed: ItemList,
    /// What a worker has in hand.
    pub at_work: ItemList,
    /// What was put off.
    pub later: ItemList,
}

/// Every queue of the world, as it is shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Queues {
    /// Changes that wait for the graph builder.
    pub graph_changes: ItemList,
    /// Attempts to delete.
    pub delete: QueueView,
    /// Attempts to orphan.
    pub orphan: QueueView,
    /// Namespaces.
    pub namespaces: QueueView,
    /// Owners that are remembered as absent, most recent first.
    pub absent: ItemList,
    /// How many of them are remembered at most.
    pub absent_most: u32,
}

impl Queues {
    /// The queues of a world, with its times as `count` counts them.
    pub fn of(world: &World, catalog: &Catalog, count: impl Fn(Time) -> Time) -> Self {
        let gc = world.gc();
        let reader = Reader {
            world,
            catalog,
            count: &count,
        };
        let nodes = |queue: QueueName| {
            gc.queue(queue).map_or_else(QueueView::default, |queue| {
                reader.queue(queue, |&node: &NodeId| reader.item(&gc.item(node)))
            })
        };
        let namespaces = reader.queue(world.namespaces().queue(), |&name: &Name| {
            reader.item(&Item::Namespace { name })
        });
        let changes = gc.graph_changes().take(SHOWN).map(|change| QueueItem {
            change: Some(change.kind()),
            ..reader.identity(&change.identity(world.cluster()))
        });
        let absent = gc
            .absent_owners()
            .owners()
            .take(SHOWN)
            .map(|owner| reader.identity(&owner));
        Queues {
            graph_changes: ItemList {
                items: changes.collect(),
                count: gc.graph_changes().len(),
            },
            delete: nodes(QueueName::AttemptToDelete),
            orphan: nodes(QueueName::AttemptToOrphan),
            namespaces,
            absent: ItemList {
                items: absent.collect(),
                count: gc.absent_owners().len(),
            },
            absent_most: world.config().absent_owner_cache_size,
        }
    }
}

impl QueueView {
    /// Whether nothing is in it, now or later.
    pub fn is_empty(&self) -> bool {
        self.listed.count + self.at_work.count + self.later.count == 0
    }
}

struct Reader<'a> {
    world: &'a World,
    catalog: &'a Catalog,
    count: &'a dyn Fn(Time) -> Time,
}

impl Reader<'_> {
    fn queue<K: Copy + Eq + std::hash::Hash>(
        &self,
        queue: &WorkQueue<K>,
        item: impl Fn(&K) -> QueueItem,
    ) -> QueueView {
        let listed: Vec<QueueItem> = queue.listed().take(SHOWN).map(|key| item(&key)).collect();
        let at_work = queue.processing().iter().take(SHOWN).map(&item).collect();
        let mut delayed: Vec<_> = queue.delayed().collect();
        delayed.sort_by_key(|one| one.due);
        let later = delayed.iter().take(SHOWN).map(|one| QueueItem {
            due: Some((self.count)(one.due)),
            failures: one.failures,
            ..item(&one.item)
        });
        QueueView {
            listed: ItemList {
                items: listed,
                count: queue.len(),
            },
            at_work: ItemList {
                items: at_work,
                count: queue.processing().len(),
            },
            later: ItemList {
                items: later.collect(),
                count: delayed.len(),
            },
        }
    }

    fn item(&self, item: &Item) -> QueueItem {
        match item {
            Item::Node { identity, .. } | Item::GraphChange { identity, .. } => self.identity(identity),
            Item::Key { key, .. } => QueueItem {
                thing: None,
                kind: String::new(),
                name: self.world.cluster().names.text(*key).to_owned(),
                change: None,
                due: None,
                failures: 0,
            },
            Item::Namespace { name } => {
                let text = self.world.cluster().names.text(*name);
                QueueItem {
                    thing: self.catalog.find("Namespace", "", text),
                    kind: "Namespace".to_owned(),
                    name: text.to_owned(),
                    change: None,
                    due: None,
                    failures: 0,
                }
            }
        }
    }

    fn identity(&self, identity: &Identity) -> QueueItem {
        let names = &self.world.cluster().names;
        QueueItem {
            thing: self.catalog.by_identity(identity),
            kind: names.text(identity.kind).to_owned(),
            name: names.text(identity.name).to_owned(),
            change: None,
            due: None,
            failures: 0,
        }
    }
}
