use super::deed::{Deed, LensKinds, Planned};
use super::loss::{Loss, Lost, with_losses};
use super::record::Record;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, Effect, Fault, History, HistoryError, HistoryLimits, Schedule, World};
use std::collections::VecDeque;

/// Most steps of one world: a story that goes on for ever ends there.
pub const MOST_STEPS: usize = 40_000;

/// One world with everything that happened in it so far.
#[derive(Clone, Debug)]
pub struct Line {
    /// The kinds of the lens.
    pub kinds: LensKinds,
    /// What happened.
    pub record: Record,
    history: History,
    losses: Vec<Loss>,
    /// After how many steps each deed of the plan was done.
    done: Vec<usize>,
    /// What is left of the deed that is being done.
    doing: VecDeque<Action>,
    /// How far the world was followed.
    tip: usize,
    complete: bool,
    effects: Vec<Effect>,
    shown: usize,
}

impl Line {
    /// A line that begins with this world.
    pub fn new(world: World) -> Self {
        let kinds = LensKinds::of(&world);
        let limits = HistoryLimits {
            steps: MOST_STEPS,
            branches: 2,
            checkpoints: 24,
        };
        Line {
            kinds,
            record: Record::new(&world, kinds),
            history: History::with_limits(world, limits),
            losses: Vec::new(),
            done: Vec::new(),
            doing: VecDeque::new(),
            tip: 0,
            complete: false,
            effects: Vec::new(),
            shown: 0,
        }
    }

    /// How many steps are known.
    pub fn len(&self) -> usize {
        self.tip
    }

    /// Nothing more happens before the horizon.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The time after so many steps.
    pub fn time(&self, position: usize) -> Time {
        self.record
            .samples
            .get(position)
            .map_or(Time::START, |sample| sample.time)
    }

    /// How many deeds of the plan were done by `position`.
    pub fn done_by(&self, position: usize) -> usize {
        self.done.iter().filter(|at| **at <= position).count()
    }

    /// After how many steps the deed with this number was done.
    pub fn done_at(&self, number: usize) -> Option<usize> {
        self.done.get(number).copied()
    }

    /// What is still to be lost at `position`.
    pub fn awaited_losses(&self, position: usize) -> impl Iterator<Item = Lost> {
        self.losses.iter().filter_map(move |loss| loss.waits(position))
    }

    /// Takes one more step at the end of what is known.
    pub fn advance(
        &mut self,
        plan: &[Planned],
        horizon: Time,
        call_by_call: bool,
    ) -> Result<(), HistoryError> {
        if self.complete {
            return Ok(());
        }
        self.history.seek(self.tip)?;
        if let Some(action) = self.doing.pop_front() {
            self.follow(&action)?;
            return self.deed_done();
        }
        let now = self.history.world().now();
        let pending = plan.get(self.done.len());
        if let Some(planned) = pending.filter(|planned| planned.at <= now) {
            return self.begin(planned.deed);
        }
        let Some(action) = self.next(pending, horizon, call_by_call) else {
            self.complete = true;
            return Ok(());
        };
        if self.tip >= MOST_STEPS {
            self.complete = true;
            return Ok(());
        }
        self.follow(&action)
    }

    fn begin(&mut self, deed: Deed) -> Result<(), HistoryError> {
        match deed {
            Deed::LoseAdd => self.losses.push(Loss::new(Lost::Add, self.tip)),
            Deed::LoseDeletion => self.losses.push(Loss::new(Lost::Deletion, self.tip)),
            _ => {}
        }
        self.doing = deed.actions(self.history.world_mut(), self.kinds).into();
        self.deed_done()
    }

    fn deed_done(&mut self) -> Result<(), HistoryError> {
        if self.doing.is_empty() {
            self.done.push(self.tip);
        }
        Ok(())
    }

    /// The next step; `None` when nothing more happens before the horizon.
    fn next(&mut self, pending: Option<&Planned>, horizon: Time, call_by_call: bool) -> Option<Action> {
        let world = self.history.world();
        let action = world.next(Schedule::Fair);
        let due = match action {
            Some(Action::Advance) => world.next_due(),
            None => None,
            Some(Action::Attempt(worker)) if call_by_call => return Some(Action::Take(worker)),
            Some(action) => {
                return Some(with_losses(
                    &mut self.losses,
                    world,
                    self.kinds.pods,
                    action,
                    self.tip,
                ));
            }
        };
        match (due, pending) {
            (Some(due), Some(planned)) if due <= planned.at => Some(Action::Advance),
            (_, Some(planned)) => Some(Action::Fault(Fault::Sleep(planned.at))),
            (Some(due), None) if due <= horizon => Some(Action::Advance),
            _ => None,
        }
    }

    fn follow(&mut self, action: &Action) -> Result<(), HistoryError> {
        let step = self.history.apply(action)?;
        self.tip = self.history.position();
        self.record.note(self.history.world(), self.kinds, &step.effects);
        Ok(())
    }

    /// Forgets everything after `position`.
    pub fn truncate(&mut self, position: usize) -> Result<(), HistoryError> {
        let position = position.min(self.tip);
        self.history.seek(position)?;
        self.history.forget_ahead();
        self.record.truncate(position);
        self.losses = self
            .losses
            .iter()
            .filter_map(|loss| loss.back(position))
            .collect();
        self.done.retain(|at| *at <= position);
        self.doing.clear();
        self.tip = position;
        self.complete = false;
        Ok(())
    }

    /// Shows the world after `position` steps.
    pub fn show(&mut self, position: usize) -> Result<(), HistoryError> {
        let position = position.min(self.tip);
        match position.checked_sub(1) {
            None => {
                self.history.seek(0)?;
                self.effects.clear();
            }
            Some(before) => {
                self.history.seek(before)?;
                // It was taken, so it is there.
                let action = self
                    .history
                    .action(before)
                    .cloned()
                    .ok_or(HistoryError::NoSuchStep)?;
                self.effects = self.history.apply(&action)?.effects;
            }
        }
        self.shown = position;
        Ok(())
    }

    /// The world as it is shown.
    pub fn world(&self) -> &World {
        self.history.world()
    }

    /// Position that is shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// What the step did that led to what is shown.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }
}
