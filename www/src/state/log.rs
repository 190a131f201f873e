use super::{Catalog, ThingId};
use kubeloupe_core::Map;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Effect, Item};

/// How much is kept of what happened to one thing.
const KEPT_PER_THING: usize = 48;

/// Something that happened to a thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Happened {
    /// The position in the history after it.
    pub position: usize,
    /// When.
    pub at: Time,
    /// What.
    pub effect: Effect,
}

/// What happened to each thing on the way that is shown.
#[derive(Clone, Debug, Default)]
pub struct ThingLog {
    by_thing: Map<ThingId, Vec<Happened>>,
    left_out: Map<ThingId, usize>,
}

impl ThingLog {
    /// Takes in the effects of a step.
    pub fn record(&mut self, catalog: &Catalog, position: usize, at: Time, effects: &[Effect]) {
        for effect in effects {
            let Some(thing) = about(catalog, effect) else {
                continue;
            };
            let list = self.by_thing.entry(thing).or_default();
            if list.len() < KEPT_PER_THING {
                list.push(Happened {
                    position,
                    at,
                    effect: effect.clone(),
                });
            } else {
                *self.left_out.entry(thing).or_default() += 1;
            }
        }
    }

    /// What happened to a thing, oldest first.
    pub fn of(&self, thing: ThingId) -> &[Happened] {
        self.by_thing.get(&thing).map_or(&[], Vec::as_slice)
    }

    /// How much more happened to a thing than is kept.
    pub fn left_out(&self, thing: ThingId) -> usize {
        self.left_out.get(&thing).copied().unwrap_or(0)
    }

    /// The part of the log up to a position, for a branch that begins there.
    pub fn up_to(&self, position: usize) -> Self {
        let mut log = self.clone();
        for list in log.by_thing.values_mut() {
            list.retain(|happened| happened.position <= position);
        }
        log
    }
}

/// The thing that an effect changes or decides about; effects that are mere evidence are not kept.
fn about(catalog: &Catalog, effect: &Effect) -> Option<ThingId> {
    match effect {
        Effect::Written { after, .. } => catalog.of_object(after),
        Effect::Decided { item, .. } => catalog.by_identity(item),
        Effect::Enqueued {
            item: Item::Node { identity, .. },
            ..
        } => catalog.by_identity(identity),
        Effect::EventRecorded(record) => catalog.by_identity(&record.regarding),
        _ => None,
    }
}
