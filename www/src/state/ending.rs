use super::log::{Happened, ThingLog};
use super::{Catalog, Live, ThingId, live};
use kubeloupe_core::Map;
use kubeloupe_core::object::{KindId, Name, Object, ObjectKey, Time};
use kubeloupe_core::sim::{Effect, World};
use std::sync::Arc;

/// How a branch ends.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Nothing happens any more.
    pub complete: bool,
    things: Vec<(ThingId, EndOf)>,
    created: Map<ObjectKey, EndOf>,
}

/// How one object ends.
#[derive(Clone, PartialEq, Debug)]
pub struct EndOf {
    /// What it is like then.
    pub live: Live,
    /// When it was last written.
    pub at: Option<Time>,
    /// Its finalizers.
    pub finalizers: Vec<Name>,
    /// Its owners, as kind and name.
    pub owners: Vec<(Name, Name)>,
    /// The last writes and decisions about it, oldest first.
    pub reasons: Vec<Happened>,
}

/// How many reasons are told of one object.
const REASONS: usize = 3;

/// How many objects the comparison lists at most; the rest is counted.
pub const MOST_DIFFERENCES: usize = 200;

impl Ending {
    /// How everything is in this world.
    pub(super) fn of(world: &World, catalog: &Catalog, log: &ThingLog, complete: bool) -> Self {
        let end = |thing: Option<ThingId>, live: Live, stored: Option<&Arc<Object>>| {
            let happened = thing.map_or(&[][..], |thing| log.of(thing));
            let writes = |one: &&Happened| matches!(one.effect, Effect::Written { .. });
            let tells =
                |one: &&Happened| matches!(one.effect, Effect::Written { .. } | Effect::Decided { .. });
            let mut reasons: Vec<Happened> = happened
                .iter()
                .rev()
                .filter(tells)
                .take(REASONS)
                .cloned()
                .collect();
            reasons.reverse();
            let meta = stored.map(|stored| &stored.meta);
            EndOf {
                live,
                at: happened.iter().rev().find(writes).map(|one| one.at),
                finalizers: meta.map_or_else(Vec::new, |meta| meta.finalizers.to_vec()),
                owners: meta.map_or_else(Vec::new, |meta| {
                    meta.owner_references
                        .iter()
                        .map(|owner| (owner.kind, owner.name))
                        .collect()
                }),
                reasons,
            }
        };
        let things = catalog.objects().map(|id| {
            let live = live(world, catalog, id);
            let read = catalog.get(id).object.as_ref();
            let stored = read.and_then(|read| world.api().get(&read.key()));
            (id, end(Some(id), live, stored.filter(|_| live != Live::Gone)))
        });
        let things = things.collect();
        let is_new = |stored: &&Arc<Object>| {
            let known = catalog
                .by_key(&stored.key())
                .and_then(|id| catalog.get(id).object.as_ref());
            known.is_none_or(|read| read.meta.uid != stored.meta.uid)
        };
        let created = world.api().objects().filter(is_new);
        let created = created.map(|stored| {
            (
                stored.key(),
                end(catalog.of_object(stored), Live::Here, Some(stored)),
            )
        });
        Ending {
            complete,
            things,
            created: created.collect(),
        }
    }

    /// What ends differently here and in another ending.
    pub fn compare(&self, other: &Ending) -> Differences {
        let mut differences = Differences::default();
        for ((thing, one), (_, two)) in self.things.iter().zip(&other.things) {
            differences.add(Subject::Thing(*thing), Some(one), Some(two));
        }
        let mut keys: Vec<ObjectKey> = self.created.keys().chain(other.created.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let subject = Subject::Created {
                kind: key.kind,
                namespace: key.namespace,
                name: key.name,
            };
            differences.add(subject, self.created.get(&key), other.created.get(&key));
        }
        // Who ends otherwise comes before who only gets there at another time.
        differences.list.sort_by_key(|one| one.only_time());
        differences.later = differences.list.iter().filter(|one| one.only_time()).count();
        differences.left_out = differences.list.len().saturating_sub(MOST_DIFFERENCES);
        differences.list.truncate(MOST_DIFFERENCES);
        differences
    }
}

/// Which object ends differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// One that was read.
    Thing(ThingId),
    /// One that was made meanwhile.
    Created {
        /// Its kind.
        kind: KindId,
        /// Its namespace.
        namespace: Name,
        /// Its name.
        name: Name,
    },
}

/// An object that ends differently on two branches.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Which one.
    pub subject: Subject,
    /// How it ends on either; `None` where it is never made.
    pub ends: [Option<EndOf>; 2],
}

/// What ends differently on two branches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Differences {
    /// The objects, those first of which more than the time differs.
    pub list: Vec<Difference>,
    /// How many objects there are of which only the time differs.
    pub later: usize,
    /// How many objects end differently and are not in the list.
    pub left_out: usize,
    /// How many objects end alike.
    pub alike: usize,
}

impl Difference {
    /// Whether only the time of the last write differs.
    pub fn only_time(&self) -> bool {
        match &self.ends {
            [Some(one), Some(two)] => {
                // A grace period that is partly over is a matter of time too.
                let same_live = one.live.word() == two.live.word();
                same_live && one.finalizers == two.finalizers && one.owners == two.owners
            }
            _ => false,
        }
    }
}

impl Differences {
    fn add(&mut self, subject: Subject, one: Option<&EndOf>, two: Option<&EndOf>) {
        let difference = Difference {
            subject,
            ends: [one.cloned(), two.cloned()],
        };
        let same_time = one.and_then(|one| one.at) == two.and_then(|two| two.at);
        if difference.only_time() && same_time {
            self.alike += 1;
        } else {
            self.list.push(difference);
        }
    }
}
