use crate::Sources;
use crate::failure::{no_option, not_possible, refused, stopped};
use crate::scenario::{Question, read};
use crate::view::{self, Choice, Out, Plain, Taken};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, Effect, Fault, History, HistoryError, Schedule, Step};
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::reference::ObjectRef;
use kubeloupe_formats::result::{CallResult, EventResult};
use kubeloupe_formats::scenario::{
    Course, NextStep, Scenario, Until, next_step, parse_duration, read_action,
};
use kubeloupe_formats::text::{Lang, describe_notes};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A cluster that is stepped through. It is one line of steps: acting in the past forgets what came after, and a fork
/// keeps it.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct SimulationHandle {
    scenario: Scenario,
    schedule: Schedule,
    history: History,
    lang: Lang,
    /// How far the scenario had come before each step at which that changed.
    courses: Vec<(usize, Course)>,
    calls: Log<CallResult>,
    events: Log<EventResult>,
}

/// What happened in which step, as far as the limit goes.
#[derive(Clone, Debug)]
struct Log<T> {
    list: Vec<(usize, T)>,
}

impl<T: Plain> Log<T> {
    fn record(&mut self, step: usize, one: T) {
        if (self.list.len() as u64) < Limits::default().get(Limit::Recorded) {
            self.list.push((step, one));
        }
    }

    fn write(&self, before: usize, out: &mut Out<'_>) {
        out.open('[');
        for (_, one) in self.list.iter().take_while(|(step, _)| *step < before) {
            out.next();
            one.write(out);
        }
        out.close(']');
    }
}

#[wasm_bindgen]
impl SimulationHandle {
    /// A simulation of a scenario; the question says how it is read. `manual` schedules leave each step to whoever asks.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, scenario: &[u8], files: &Sources, question: &Question) -> Result<Self, JsValue> {
        let scenario = read(name, scenario, files, question)?;
        let seed = question.seed.unwrap_or(scenario.seed);
        Ok(SimulationHandle {
            schedule: question.schedule.unwrap_or(scenario.schedule),
            history: History::new(scenario.world(seed)),
            lang: question.lang,
            courses: vec![(0, Course::default())],
            calls: Log { list: Vec::new() },
            events: Log { list: Vec::new() },
            scenario,
        })
    }

    /// What people should know: what the reader assumed, made up, or left out, a line each.
    pub fn remarks(&self) -> String {
        describe_notes(&self.scenario.notes, self.history.world().cluster(), self.lang).join("\n")
    }

    /// `title` of the scenario.
    pub fn title(&self) -> String {
        self.scenario.title.clone()
    }

    /// The minor version that is simulated, such as `1.37`.
    pub fn kubernetes(&self) -> String {
        format!("1.{}", self.history.world().cluster().minor)
    }

    /// Every step that is possible now, as JSON.
    pub fn enabled(&self) -> String {
        let mut out = self.out();
        let actions = self.history.world().enabled();
        let choices: Vec<Choice<'_>> = actions.iter().map(Choice).collect();
        choices.write(&mut out);
        out.json
    }

    /// Takes the step with this id, one of those that are possible.
    pub fn apply(&mut self, id: &str) -> Result<String, JsValue> {
        let world = self.history.world();
        let action = view::find(world.cluster(), &world.enabled(), id)
            .ok_or_else(|| not_possible(&format!("`{id}` is not possible now"), "notEnabled"))?;
        self.take(&action, self.asked())
    }

    /// Makes a request or a fault, as the actions of scenario files are written, in JSON and without `at`.
    pub fn request(&mut self, action: &str) -> Result<String, JsValue> {
        let source = Source {
            name: "action",
            bytes: action.as_bytes(),
        };
        let (epoch, lang) = (self.scenario.epoch, self.lang);
        let action = read_action(source, self.history.world_mut(), epoch, Limits::default())
            .map_err(|error| refused(&error, lang))?;
        self.take(&action, self.asked())
    }

    /// The next step of the schedule and the scenario's actions, as JSON; nothing where there is none.
    pub fn step(&mut self) -> Result<Option<String>, JsValue> {
        match self.next(self.scenario.until) {
            Some((action, course)) => self.take(&action, course).map(Some),
            None => Ok(None),
        }
    }

    /// Takes steps until there is none, up to `steps` of them: to the end of the scenario, or with `until` to that span
    /// from the start (`90s`). Returns whether that was all.
    pub fn advance(&mut self, steps: u32, until: Option<String>) -> Result<bool, JsValue> {
        let until = match until {
            None => self.scenario.until,
            Some(text) => {
                let span = parse_duration(&text);
                let span = span.ok_or_else(|| no_option("until", &text, &["0s", "90s", "5m", "…"]))?;
                Until::Time(Time::START + span)
            }
        };
        for _ in 0..steps {
            let Some((action, course)) = self.next(until) else {
                return Ok(true);
            };
            self.applied(&action, course)?;
        }
        Ok(false)
    }

    /// Goes to the state after as many steps.
    pub fn seek(&mut self, step: usize) -> Result<(), JsValue> {
        self.history.seek(step).map_err(of_history)
    }

    /// A simulation of its own that has taken the first `step` steps of this one.
    pub fn fork(&self, step: usize) -> Result<SimulationHandle, JsValue> {
        let mut fork = self.clone();
        fork.seek(step)?;
        fork.forget();
        Ok(fork)
    }

    /// How many steps were taken.
    pub fn position(&self) -> usize {
        self.history.position()
    }

    /// How many steps are known: after going back more than were taken.
    pub fn length(&self) -> usize {
        self.history.len()
    }

    /// Virtual time.
    pub fn time(&self) -> String {
        self.history.world().now().to_string()
    }

    /// Whether nothing will ever change.
    #[wasm_bindgen(js_name = isAtRest)]
    pub fn is_at_rest(&self) -> bool {
        let course = self.course();
        self.history.world().is_at_rest() && self.scenario.actions.len() <= course.acted
    }

    /// The digest of the whole state.
    pub fn digest(&self) -> String {
        format!("{:032x}", self.history.world().digest())
    }

    /// The view of this name, as JSON; nothing where there is none.
    pub fn view(&self, name: &str) -> Option<String> {
        let mut out = self.out();
        let before = self.history.position();
        match name {
            "calls" => self.calls.write(before, &mut out),
            "events" => self.events.write(before, &mut out),
            name => view::write(self.history.world(), name, &mut out)?,
        }
        Some(out.json)
    }

    /// The stored object that `reference` names (`Kind namespace/name`), as JSON; nothing where there is none.
    pub fn object(&self, reference: &str) -> Option<String> {
        let reference = ObjectRef::parse(reference)?;
        let mut out = self.out();
        let mut stored = self.history.world().api().objects();
        let object = stored.find(|object| reference.names(out.cluster, object))?;
        object.write(&mut out);
        Some(out.json)
    }
}

impl SimulationHandle {
    fn out(&self) -> Out<'_> {
        Out {
            epoch: self.scenario.epoch,
            lang: self.lang,
            at: self.history.world().now(),
            ..Out::of_cluster(self.history.world().cluster())
        }
    }

    /// How far the scenario has come.
    fn course(&self) -> Course {
        let position = self.history.position();
        let known = self.courses.iter().rev();
        let mut passed = known.filter(|(step, _)| *step <= position);
        passed.next().map_or_else(Course::default, |(_, course)| *course)
    }

    /// The same once somebody has asked for something.
    fn asked(&self) -> Course {
        Course {
            ended: false,
            ..self.course()
        }
    }

    /// What the schedule and the scenario take next, and how far the scenario has come with it. Going forward again takes
    /// the steps that were taken before.
    fn next(&self, until: Until) -> Option<(Action, Course)> {
        let mut course = self.course();
        let world = self.history.world();
        let is_after = |time: Time| matches!(until, Until::Time(end) if time > end);
        if let Some(known) = self.history.action(self.history.position()) {
            let is_beyond = match known {
                Action::Advance => world.next_due().is_some_and(is_after),
                Action::Fault(Fault::Sleep(to)) => is_after(*to),
                _ => false,
            };
            return (!is_beyond).then(|| (known.clone(), course));
        }
        let is_over = matches!(until, Until::Time(end) if end <= world.now());
        if course.ended && is_over {
            return None;
        }
        course.ended = false;
        match next_step(&self.scenario, until, world, self.schedule, &mut course) {
            NextStep::Own(action) | NextStep::Asked(action) => Some((action, course)),
            NextStep::End { sleep, .. } => Some((sleep?, course)),
        }
    }

    fn take(&mut self, action: &Action, course: Course) -> Result<String, JsValue> {
        let step = self.applied(action, course)?;
        let mut out = self.out();
        let taken = Taken {
            number: self.history.position() - 1,
            action,
            effects: &step.effects,
        };
        taken.write(&mut out);
        Ok(out.json)
    }

    fn applied(&mut self, action: &Action, course: Course) -> Result<Step, JsValue> {
        let position = self.history.position();
        let known = self.history.action(position);
        let is_known = known == Some(action);
        if known.is_some() && !is_known {
            self.forget();
        }
        let step = self.history.apply(action).map_err(of_history)?;
        if !is_known {
            self.record(position, &step);
            if course != self.course() {
                self.courses.push((position + 1, course));
            }
        }
        Ok(step)
    }

    /// Forgets what comes after the present step.
    fn forget(&mut self) {
        self.history.forget_ahead();
        let position = self.history.position();
        self.courses.retain(|(step, _)| *step <= position);
        self.calls.list.retain(|(step, _)| *step < position);
        self.events.list.retain(|(step, _)| *step < position);
    }

    fn record(&mut self, number: usize, step: &Step) {
        let cluster = self.history.world().cluster();
        for effect in &step.effects {
            match effect {
                Effect::Call(call) => self
                    .calls
                    .record(number, CallResult::of(cluster, call, step.time)),
                Effect::EventRecorded(event) => {
                    self.events
                        .record(number, EventResult::of(cluster, event, step.time));
                }
                Effect::Workload(effect) => {
                    let event = EventResult::of_workload(cluster, effect, step.time);
                    event
                        .into_iter()
                        .for_each(|event| self.events.record(number, event));
                }
                _ => {}
            }
        }
    }
}

fn of_history(error: HistoryError) -> JsValue {
    match error {
        HistoryError::Rejected(why) => {
            let cluster = kubeloupe_core::apiserver::Cluster::default();
            let mut out = Out::of_cluster(&cluster);
            why.write(&mut out);
            not_possible("this is not possible now", out.json.trim_matches('"'))
        }
        HistoryError::TooManySteps => not_possible(
            "the history holds as many steps as it may; fork it at a later step",
            "tooManySteps",
        ),
        HistoryError::TooManyBranches => stopped("a line of steps has branched"),
        HistoryError::NoSuchStep => not_possible("there is no such step", "noSuchStep"),
    }
}
