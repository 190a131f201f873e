use super::diagnosis::{Coverage, Diagnosis, diagnose};
use super::fates::verdicts;
use super::ledger::Ledger;
use super::subject::Subject;
use super::{Fate, Forecast, Question};
use crate::apiserver::{Cluster, DeleteOptions, Request, Target, Verb};
use crate::object::{Duration, Name, Object, ObjectKey, Time};
use crate::sim::{Action, Effects, Fault, Schedule, World};
use crate::{Map, Set};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A forecast under way. It can be made in slices, so that whoever shows progress stays in charge.
///
/// Before anything is asked, the controllers work off what they find at their start: a dump was printed by a cluster
/// whose controllers had done so. What they change on the way belongs to the answer.
#[derive(Clone, Debug)]
pub struct ForecastRun {
    question: Question,
    start: Vec<Arc<Object>>,
    /// Strings and kinds at the start: definitions may go on the way.
    found: Cluster,
    outside: Set<Name>,
    world: World,
    ledger: Ledger,
    steps: u64,
    limits: ForecastLimits,
    /// When the run began: a world may have gone on for a while before.
    began: Time,
    /// When the question was asked; `None` while the start is worked off.
    asked: Option<Time>,
    /// What of the question changed nothing.
    unchanged: Vec<ObjectKey>,
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
    pub(super) fates: Map<Subject, (Fate, Option<Time>)>,
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
        Self::in_world(world.clone(), question, outside, limits)
    }

    /// The same in a world that nobody else needs.
    pub fn in_world(world: World, question: Question, outside: Set<Name>, limits: ForecastLimits) -> Self {
        ForecastRun {
            start: world.api().objects().cloned().collect(),
            found: world.cluster().clone(),
            outside,
            ledger: Ledger::default(),
            steps: 0,
            limits,
            began: world.now(),
            asked: None,
            unchanged: Vec::new(),
            done: None,
            question,
            world,
        }
    }

    /// Works off the start, and stops before the question is asked. Several questions can go on from there
    /// ([`ForecastRun::with_question`]).
    pub fn settle(&mut self) {
        while self.asked.is_none() && self.done.is_none() && !self.world.is_settled() {
            self.next_step();
        }
    }

    /// The same run with another question, as long as none has been asked.
    pub fn with_question(&self, question: Question) -> Self {
        debug_assert!(self.asked.is_none(), "the question was asked already");
        ForecastRun {
            question,
            ..self.clone()
        }
    }

    fn ask(&mut self) {
        // The client of a collector that has nothing to do has all its calls at hand; what the start took of them is back.
        let refill = self.world.throttle().fills_in(self.world.now());
        if refill > Duration::ZERO && !self.question.delete.is_empty() {
            let full = self.world.now() + refill;
            self.step(&Action::Fault(Fault::Sleep(full)));
        }
        self.asked = Some(self.world.now());
        for key in self.question.delete.clone() {
            let request = delete_request(&self.world, key, &self.question);
            let was_deleting = self
                .world
                .api()
                .get(&key)
                .is_some_and(|object| object.meta.is_deleting());
            let written = self.world.api().last_version();
            self.step(&Action::Client(Box::new(request)));
            if was_deleting && self.world.api().last_version() == written {
                self.unchanged.push(key);
            }
        }
    }

    fn step(&mut self, action: &Action) -> bool {
        let mut fx = Effects::default();
        if self.world.apply_with(action, &mut fx).is_err() {
            return false;
        }
        let kinds = &self.world.cluster().kinds;
        self.ledger.record(kinds, fx.as_slice(), self.world.now());
        self.steps += 1;
        true
    }

    fn next_step(&mut self) {
        let waited = self.world.now() - self.asked.unwrap_or(self.began);
        if self.steps >= self.limits.steps || waited > self.limits.until - Time::START {
            self.done = Some(false);
            return;
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

    /// Takes up to `steps` steps. Returns whether the run is over.
    pub fn advance(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.done.is_some() {
                return true;
            }
            if self.asked.is_none() && self.world.is_settled() {
                self.ask();
            } else {
                self.next_step();
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

    /// The answer, for a run that is over (one that is not counts as cut off). Its times are counted from the question;
    /// what came before it is at 0.
    pub fn finish(&self, baseline: Option<&Baseline>) -> Forecast {
        let quiescent = self.done == Some(true);
        let asked = self.asked.unwrap_or(self.world.now());
        Forecast {
            question: self.question.clone(),
            verdicts: verdicts(
                &self.start,
                &self.world,
                &self.ledger,
                &self.outside,
                quiescent,
                asked,
                baseline,
            ),
            end: since(
                asked,
                if quiescent {
                    self.world.last_write()
                } else {
                    self.world.now()
                },
            ),
            quiescent,
            unchanged: self.unchanged.clone(),
            steps: self.steps,
            digest: self.world.digest(),
        }
    }

    /// Kinds as they were at the beginning, with every string that there is now.
    pub fn found(&self) -> Cluster {
        Cluster {
            names: self.world.cluster().names.clone(),
            ..self.found.clone()
        }
    }

    /// What is wrong with the cluster, for a run in which nothing was asked and that is over. Times are counted from its
    /// beginning.
    pub fn diagnosis(&self, coverage: Coverage) -> Diagnosis {
        debug_assert!(self.question.delete.is_empty(), "a diagnosis asks nothing");
        diagnose(self, coverage)
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        Parts {
            start: &self.start,
            found: &self.found,
            outside: &self.outside,
            world: &self.world,
            ledger: &self.ledger,
            began: self.began,
            quiescent: self.done == Some(true),
        }
    }

    /// What happened, to compare other runs with, for a run in which nothing was asked.
    pub fn baseline(&self) -> Baseline {
        let forecast = self.finish(None);
        let fates = forecast
            .verdicts
            .iter()
            .map(|verdict| (Subject::of(&verdict.object), (verdict.fate, verdict.at)));
        Baseline {
            fates: fates.collect(),
        }
    }
}

/// A run as a diagnosis reads it.
pub(super) struct Parts<'a> {
    pub(super) start: &'a [Arc<Object>],
    pub(super) found: &'a Cluster,
    pub(super) outside: &'a Set<Name>,
    pub(super) world: &'a World,
    pub(super) ledger: &'a Ledger,
    pub(super) began: Time,
    pub(super) quiescent: bool,
}

/// `at`, counted from `asked`.
pub(super) fn since(asked: Time, at: Time) -> Time {
    Time::START.max(Time::START + (at - asked))
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
