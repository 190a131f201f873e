use super::touch::about;
use super::{Catalog, ThingId};
use kubeloupe_core::Map;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::Effect;

/// How much is kept of how a thing's story begins, and of how it ends.
pub const KEPT_AT_EACH_END: usize = 24;

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
            list.push(Happened {
                position,
                at,
                effect: effect.clone(),
            });
            if list.len() > 2 * KEPT_AT_EACH_END {
                list.remove(KEPT_AT_EACH_END);
                *self.left_out.entry(thing).or_default() += 1;
            }
        }
    }

    /// Everything that something happened to.
    pub fn things(&self) -> impl Iterator<Item = ThingId> {
        self.by_thing.keys().copied()
    }

    /// What happened to a thing, oldest first. Where something is left out, it stands after the first
    /// [`KEPT_AT_EACH_END`].
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
        // What is left out stands after the beginning, so it is of the part only where something after it is.
        let by_thing = &log.by_thing;
        log.left_out.retain(|thing, _| {
            by_thing
                .get(thing)
                .is_some_and(|list| list.len() > KEPT_AT_EACH_END)
        });
        log
    }
}
