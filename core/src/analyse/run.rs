use super::fates::verdicts;
use super::ledger::Ledger;
use super::{Fate, Forecast, Question};
use crate::apiserver::{DeleteOptions, Request, Target, Verb};
use crate::object::{Name, Object, ObjectKey, Time};
use crate::sim::{Action, Effects, Schedule, World};
use crate::{Map, Set};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A forecast under way. It can be made in slices, so that whoever shows progress stays in charge.
#[derive(Clone, Debug)]
pub struct ForecastRun {
    question: Question,
    start: Vec<Arc<Object>>,
    outside: Set<Name>,
    world: World,
    ledger: Ledger,
    steps: u64,
    limits: ForecastLimits,
    done: Option<bool>,
}

/// When a forecast gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForecastLimits {
    /// Steps.
    pub steps: u64,
    /// Virtual time, counted from the question.
    pub until: Time,
}

impl Default for ForecastLimits {
    fn default() -> Self {
        ForecastLimits {
            steps: 50_000_000,
            until: Time::from_secs(30 * 24 * 3600),
        }
    }
}

/// What happens without anything being asked, so that a verdict can say that it has nothing to do with the question.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    pub(super) fates: Map<Name, (Fate, Option<Time>)>,
}

/// Lets every informer's initial list arrive and the graph be built, as a collector that has been running would have
/// it. Returns the number of steps.
pub fn warm_up(world: &mut World) -> u64 {
    let mut steps = 0;
    while let Some(action) = world.next_of_start() {
        if world.apply_silently(&action).is_err() {
            break;
        }
        steps += 1;
    }
    steps
}

/// The request that `kubectl delete` makes for an object; without a policy it is a raw DELETE.
pub fn delete_request(world: &World, key: ObjectKey, question: &Question) -> Request {
    let target = Target::object(key, world.cluster().kinds.get(key.kind).preferred());
    let options = DeleteOptions {
        policy: question.cascade.policy(),
        ..DeleteOptions::default()
    };
    Request {
        target,
        verb: Verb::Delete(options),
    }
}

impl ForecastRun {
    /// Begins to answer `question` from `world`, which should be warm ([`warm_up`]). `outside` are the uids of objects
    /// that stand for owners outside the dump.
    pub fn new(world: &World, question: Question, outside: Set<Name>, limits: ForecastLimits) -> Self {
        let mut run = ForecastRun {
            start: world.api().objects().cloned().collect(),
            outside,
            world: world.clone(),
            ledger: Ledger::default(),
            steps: 0,
            limits,
            done: None,
            question,
        };
        for key in run.question.delete.clone() {
            let request = delete_request(&run.world, key, &run.question);
            run.step(&Action::Client(Box::new(request)));
        }
        run
    }

    fn step(&mut self, action: &Action) -> bool {
        let mut fx = Effects::default();
        if self.world.apply_with(action, &mut fx).is_err() {
            return false;
        }
        self.ledger.record(fx.as_slice(), self.world.now());
        self.steps += 1;
        true
    }

    /// Takes up to `steps` steps. Returns whether the run is over.
    pub fn advance(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.done.is_some() {
                return true;
            }
            if self.steps >= self.limits.steps || self.world.now() > self.limits.until {
                self.done = Some(false);
                return true;
            }
            match self.world.next(Schedule::Fair) {
                None => self.done = Some(true),
                Some(action) => {
                    if !self.step(&action) {
                        self.done = Some(false);
                    }
                }
            }
        }
        self.done.is_some()
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The world as far as the run has come.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The answer, for a run that is over (one that is not counts as cut off).
    pub fn finish(&self, baseline: Option<&Baseline>) -> Forecast {
        let quiescent = self.done == Some(true);
        Forecast {
            question: self.question.clone(),
            verdicts: verdicts(
                &self.start,
                &self.world,
                &self.ledger,
                &self.outside,
                quiescent,
                baseline,
            ),
            end: self.world.last_write(),
            quiescent,
            steps: self.steps,
            digest: self.world.digest(),
        }
    }

    /// What happened, to compare other runs with, for a run in which nothing was asked.
    pub fn baseline(&self) -> Baseline {
        let forecast = self.finish(None);
        let fates = forecast
            .verdicts
            .iter()
            .map(|verdict| (verdict.object.meta.uid, (verdict.fate, verdict.at)));
        Baseline {
            fates: fates.collect(),
        }
    }
}

/// What becomes of everything when nothing is asked.
pub fn baseline(world: &World, outside: &Set<Name>, limits: ForecastLimits) -> Baseline {
    let question = Question {
        delete: Vec::new(),
        cascade: super::Cascade::Background,
    };
    let mut run = ForecastRun::new(world, question, outside.clone(), limits);
    while !run.advance(u64::MAX) {}
    run.baseline()
}

/// The answer to `question` in one go.
pub fn forecast(
    world: &World,
    question: Question,
    outside: &Set<Name>,
    baseline: Option<&Baseline>,
) -> Forecast {
    let mut run = ForecastRun::new(world, question, outside.clone(), ForecastLimits::default());
    while !run.advance(u64::MAX) {}
    run.finish(baseline)
}
