use super::{Scenario, Timed, Until};
use crate::dump::Note;
use crate::limits::{Limit, Limits};
use crate::result::{
    CallResult, EventResult, NodeResult, Passes, RefusalResult, ScenarioResult, StepResult, ZoneResult,
    node_results, scenario_result, zone_result,
};
use crate::text::{Lang, describe_note};
use kubeloupe_core::analyse::{Cascade, Forecast, Observer, Question};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, Actor, Effect, Effects, Fault, Schedule, World};
use std::borrow::Cow;

/// How a scenario is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Every step is told with its effects.
    pub trace: bool,
    /// Another schedule than the file's.
    pub schedule: Option<Schedule>,
    /// Another seed than the file's.
    pub seed: Option<u64>,
    /// The limits.
    pub limits: Limits,
}

/// A scenario under way. It can be run in slices, so that whoever shows progress stays in charge.
#[derive(Clone, Debug)]
pub struct ScenarioRun<'s> {
    scenario: Cow<'s, Scenario>,
    schedule: Schedule,
    world: World,
    observer: Observer,
    course: Course,
    steps: u64,
    end: Option<End>,
    /// When the last of the file's actions was taken.
    acted_at: Time,
    calls: Recorded<CallResult>,
    refused: Recorded<RefusalResult>,
    passes: Passes,
    events: Recorded<EventResult>,
    nodes: Recorded<NodeResult>,
    zones: Recorded<ZoneResult>,
    trace: Option<Recorded<StepResult>>,
}

/// What is listed, as far as the limit goes, and how much was not.
#[derive(Clone, Debug)]
struct Recorded<T> {
    list: Vec<T>,
    limit: u64,
    left_out: u64,
}

impl<T> Recorded<T> {
    fn new(limits: &Limits) -> Self {
        Recorded {
            list: Vec::new(),
            limit: limits.get(Limit::Recorded),
            left_out: 0,
        }
    }

    fn push(&mut self, one: impl FnOnce() -> T) {
        if (self.list.len() as u64) < self.limit {
            self.list.push(one());
        } else {
            self.left_out += 1;
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Nothing will change any more.
    Quiescent,
    /// Its time or its steps are up.
    Cut,
}

impl<'s> ScenarioRun<'s> {
    /// A run that stands before its first step.
    pub fn new(scenario: &'s Scenario, options: RunOptions) -> Self {
        Self::of(Cow::Borrowed(scenario), options)
    }

    /// The same of a scenario that nobody else needs.
    pub fn owned(scenario: Scenario, options: RunOptions) -> ScenarioRun<'static> {
        ScenarioRun::of(Cow::Owned(scenario), options)
    }

    fn of(scenario: Cow<'s, Scenario>, options: RunOptions) -> Self {
        let world = scenario.world(options.seed.unwrap_or(scenario.seed));
        ScenarioRun {
            schedule: options.schedule.unwrap_or(scenario.schedule),
            scenario,
            observer: Observer::new(&world),
            world,
            course: Course::default(),
            steps: 0,
            end: None,
            acted_at: Time::START,
            calls: Recorded::new(&options.limits),
            refused: Recorded::new(&options.limits),
            passes: Passes::default(),
            events: Recorded::new(&options.limits),
            nodes: Recorded::new(&options.limits),
            zones: Recorded::new(&options.limits),
            trace: options.trace.then(|| Recorded::new(&options.limits)),
        }
    }

    /// Takes up to `steps` steps. Returns whether the run is over.
    pub fn advance(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.end.is_some() {
                break;
            }
            self.step();
        }
        self.end.is_some()
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The world as far as the run has come.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The result, for a run that is over (one that is not counts as cut off).
    pub fn finish(&self) -> ScenarioResult {
        let mut result = scenario_result(&self.scenario, &self.world, &self.observer, &self.forecast());
        let refused = self.refused.list.iter();
        result.notes.extend(refused.map(|refusal| refusal.note(Lang::En)));
        result.refused.clone_from(&self.refused.list);
        result.namespaces = self.passes.finish(&self.world);
        result.calls.clone_from(&self.calls.list);
        result.events.clone_from(&self.events.list);
        result.nodes.clone_from(&self.nodes.list);
        result.zones.clone_from(&self.zones.list);
        result.trace = self.trace.as_ref().map(|trace| trace.list.clone());
        let omitted = Note::Omitted {
            calls: self.calls.left_out,
            events: self.events.left_out,
            steps: self.trace.as_ref().map_or(0, |trace| trace.left_out),
            nodes: self.nodes.left_out + self.zones.left_out,
        };
        if !matches!(
            omitted,
            Note::Omitted {
                calls: 0,
                events: 0,
                steps: 0,
                nodes: 0
            }
        ) {
            let text = describe_note(&omitted, self.world.cluster(), Lang::En);
            result.notes.push(text);
        }
        result
    }

    /// What became of every object so far, as the answer to a question that asks nothing.
    pub fn forecast(&self) -> Forecast {
        let quiescent = self.end == Some(End::Quiescent);
        Forecast {
            question: Question {
                delete: Vec::new(),
                cascade: Cascade::ApiDefault,
            },
            verdicts: self.observer.verdicts(&self.world, quiescent, None),
            // A request that wrote nothing happened all the same.
            end: if quiescent {
                self.world.last_write().max(self.acted_at)
            } else {
                self.world.now()
            },
            quiescent,
            unchanged: Vec::new(),
            steps: self.steps,
            digest: self.world.digest(),
        }
    }

    fn step(&mut self) {
        if self.steps >= self.scenario.max_steps {
            self.end = Some(End::Cut);
            return;
        }
        match next_step(
            &self.scenario,
            self.scenario.until,
            &self.world,
            self.schedule,
            &mut self.course,
        ) {
            NextStep::Own(action) => self.apply(&action),
            NextStep::Asked(action) => {
                self.acted_at = self.world.now();
                self.apply(&action);
            }
            NextStep::End { sleep, quiescent } => {
                if let Some(action) = sleep {
                    self.apply(&action);
                }
                self.end = Some(if quiescent { End::Quiescent } else { End::Cut });
            }
        }
    }

    fn apply(&mut self, action: &Action) {
        let mut fx = Effects::default();
        if self.world.apply_with(action, &mut fx).is_err() {
            // Only a schedule that contradicts its world gets here; what it reached is told as it is.
            self.end = Some(End::Cut);
            return;
        }
        let at = self.world.now();
        self.observer.record(&self.world, fx.as_slice());
        self.steps += 1;
        self.passes.record(fx.as_slice(), at);
        let cluster = self.world.cluster();
        for effect in fx.as_slice() {
            match effect {
                Effect::Call(call) => {
                    self.calls.push(|| CallResult::of(cluster, call, at));
                    if call.by == Actor::Client
                        && let Some(refusal) = RefusalResult::of(cluster, call, at)
                    {
                        self.refused.push(|| refusal);
                    }
                }
                Effect::EventRecorded(record) => self.events.push(|| EventResult::of(cluster, record, at)),
                Effect::Workload(effect) => {
                    if let Some(event) = EventResult::of_workload(cluster, effect, at) {
                        self.events.push(|| event);
                    }
                }
                _ => {}
            }
            for change in node_results(cluster, effect, at) {
                self.nodes.push(|| change);
            }
            if let Some(change) = zone_result(cluster, effect, at) {
                self.zones.push(|| change);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.push(|| StepResult::of(cluster, self.steps - 1, at, action, fx.as_slice()));
        }
    }
}

/// How far a scenario has come, beside its world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// The controllers have learnt what there is.
    pub started: bool,
    /// How many of the file's actions were taken.
    pub acted: usize,
    /// Time has passed up to the end, and nothing more is done.
    pub ended: bool,
}

/// What comes next in a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextStep {
    /// A step that the cluster takes by itself.
    Own(Action),
    /// The next action of the file, whose time has come.
    Asked(Action),
    /// Nothing more.
    End {
        /// But for time that passes until the end.
        sleep: Option<Action>,
        /// Nothing would change any more.
        quiescent: bool,
    },
}

/// The next step of a scenario that ends at `until`, in `world`, to which `course` has come; it counts the step as taken.
pub fn next_step(
    scenario: &Scenario,
    until: Until,
    world: &World,
    schedule: Schedule,
    course: &mut Course,
) -> NextStep {
    // Whatever the file does finds controllers that have been running, and know what there is.
    if !course.started {
        match world.next_of_start() {
            Some(action) => return NextStep::Own(action),
            None => course.started = true,
        }
    }
    let pending = scenario.actions.get(course.acted);
    if let Some(Timed { action, .. }) = pending.filter(|timed| timed.at <= world.now()) {
        course.acted += 1;
        return NextStep::Asked(action.clone());
    }
    let pending = pending.map(|timed| timed.at);
    let until = match until {
        Until::Quiescent => None,
        Until::Time(time) => Some(time),
    };
    let next = world.next(schedule);
    let due = match next {
        Some(Action::Advance) => world.next_due(),
        Some(action) => return NextStep::Own(action),
        // Nodes at rest still show signs of life, which must not be slept over.
        None if pending.is_some() && world.nodes().is_some() => world.next_due(),
        None => None,
    };
    let at_rest = next.is_none() && pending.is_none();
    // The clock moves: to what is due, to the file's next action, or to the end, whichever comes first.
    let later =
        |time: Option<Time>, than: Option<Time>| than.is_some_and(|than| time.is_none_or(|time| than < time));
    if later(due, until) && later(pending, until) {
        let until = until.unwrap_or_default();
        course.ended = true;
        NextStep::End {
            sleep: (until > world.now()).then_some(Action::Fault(Fault::Sleep(until))),
            quiescent: at_rest,
        }
    } else if later(due, pending) {
        NextStep::Own(Action::Fault(Fault::Sleep(pending.unwrap_or_default())))
    } else if due.is_some() {
        NextStep::Own(Action::Advance)
    } else {
        NextStep::End {
            sleep: None,
            quiescent: true,
        }
    }
}

/// Runs a scenario to its end.
pub fn run_scenario(scenario: &Scenario, options: RunOptions) -> ScenarioResult {
    let mut run = ScenarioRun::new(scenario, options);
    while !run.advance(u64::MAX) {}
    run.finish()
}
