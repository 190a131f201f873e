use super::fates::verdicts;
use super::ledger::Ledger;
use super::{Baseline, Verdict};
use crate::Set;
use crate::object::{Name, Object, Time};
use crate::sim::{Effect, World};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Watches a world that somebody else takes through its steps, and tells what became of everything in it.
#[derive(Clone, Debug)]
pub struct Observer {
    start: Vec<Arc<Object>>,
    ledger: Ledger,
    outside: Set<Name>,
}

impl Observer {
    /// Begins with what is stored in `world` now.
    pub fn new(world: &World) -> Self {
        Observer {
            start: world.api().objects().cloned().collect(),
            ledger: Ledger::default(),
            outside: Set::default(),
        }
    }

    /// Takes in what happened in one step of `world`. Every step has to be shown.
    pub fn record(&mut self, world: &World, effects: &[Effect]) {
        self.ledger.record(&world.cluster().kinds, effects, world.now());
    }

    /// The verdicts over everything that was there at the start or came later, without the untouched. `quiescent` says
    /// that nothing will change any more.
    pub fn verdicts(&self, world: &World, quiescent: bool, baseline: Option<&Baseline>) -> Vec<Verdict> {
        let asked = Time::START;
        verdicts(
            &self.start,
            world,
            &self.ledger,
            &self.outside,
            quiescent,
            asked,
            baseline,
        )
    }

    /// What was stored at the start.
    pub fn start(&self) -> &[Arc<Object>] {
        &self.start
    }
}
