use super::{Catalog, ThingLog};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, BranchId, Effect, Fault, History, HistoryError, Schedule, World};
use kubeloupe_formats::result::StepResult;

/// A history being watched: where it is shown, and what is known of the way ahead.
#[derive(Clone, Debug)]
pub struct Player {
    history: History,
    /// When the watching began: times are told from then on.
    origin: Time,
    tracks: Vec<Track>,
    shown: usize,
    /// How many actions the history begins with that no schedule would take: requests, faults.
    requests: usize,
    /// How far the schedule was followed.
    ahead: usize,
    effects: Vec<Effect>,
}

/// What is known of one branch.
#[derive(Clone, Debug, Default)]
struct Track {
    /// The time after each number of steps.
    times: Vec<Time>,
    log: ThingLog,
    /// The farthest position at which the branch was shown.
    visited: usize,
    /// The branch was followed until nothing happens any more.
    complete: bool,
}

/// Why the player cannot do what was asked.
pub type PlayerError = HistoryError;

impl Player {
    /// Begins with a world that has been running, and takes these actions first.
    pub fn new(world: World, catalog: &Catalog, actions: Vec<Action>) -> Result<Self, PlayerError> {
        let origin = world.now();
        let track = Track {
            times: vec![Time::START],
            ..Track::default()
        };
        let mut player = Player {
            history: History::new(world),
            origin,
            tracks: vec![track],
            shown: 0,
            requests: 0,
            ahead: 0,
            effects: Vec::new(),
        };
        for action in actions {
            player.follow(catalog, &action)?;
        }
        player.requests = player.history.position();
        player.ahead = player.requests;
        Ok(player)
    }

    fn track(&self) -> &Track {
        &self.tracks[self.history.branch().0]
    }

    fn track_mut(&mut self) -> &mut Track {
        let branch = self.history.branch().0;
        &mut self.tracks[branch]
    }

    /// Takes one step where the history stands and notes what it did.
    fn follow(&mut self, catalog: &Catalog, action: &Action) -> Result<(), PlayerError> {
        let branch_before = self.history.branch();
        let position_before = self.history.position();
        let step = self.history.apply(action)?;
        if self.history.branch().0 == self.tracks.len() {
            let from = &self.tracks[branch_before.0];
            let track = Track {
                times: from.times[..=position_before].to_vec(),
                log: from.log.up_to(position_before),
                visited: 0,
                complete: false,
            };
            self.tracks.push(track);
        }
        let position = self.history.position();
        self.effects = since(self.origin, step.effects);
        if self.track().times.len() <= position {
            let time = Time::START + (step.time - self.origin);
            let effects = std::mem::take(&mut self.effects);
            let track = self.track_mut();
            track.times.push(time);
            track.log.record(catalog, position, time, &effects);
            self.effects = effects;
        }
        Ok(())
    }

    /// Follows `schedule` for up to `steps` more steps, without moving what is shown. Returns whether the end is
    /// reached. [`Player::seek`] must follow before anything is looked at.
    pub fn run_ahead(
        &mut self,
        catalog: &Catalog,
        schedule: Schedule,
        steps: u32,
    ) -> Result<bool, PlayerError> {
        self.history.seek(self.ahead)?;
        for _ in 0..steps {
            match self.history.world().next(schedule) {
                None => {
                    self.track_mut().complete = true;
                    return Ok(true);
                }
                Some(action) => self.follow(catalog, &action)?,
            }
            self.ahead = self.history.position();
        }
        Ok(false)
    }

    /// Begins to run ahead anew from what is shown: the schedule is another one from here on. Steps ahead that were
    /// never shown are forgotten. As long as the schedule chooses steps that are known, the way stays the same; then
    /// it branches. [`Player::seek`] must follow before anything is looked at.
    pub fn reschedule(&mut self) -> Result<(), PlayerError> {
        self.ahead = self.shown.max(self.requests);
        if self.track().visited > self.ahead {
            return Ok(());
        }
        self.history.seek(self.ahead)?;
        if let Some(gone) = self.history.forget_ahead() {
            self.tracks.remove(gone.0);
            return Ok(());
        }
        let length = self.history.len();
        let track = self.track_mut();
        if track.times.len() > length + 1 {
            track.times.truncate(length + 1);
            track.log = track.log.up_to(length);
            track.complete = false;
        }
        Ok(())
    }

    /// Shows the state after `position` steps.
    pub fn seek(&mut self, position: usize) -> Result<(), PlayerError> {
        let position = position.min(self.history.len());
        let action = position
            .checked_sub(1)
            .and_then(|before| self.history.action(before).cloned());
        match action {
            None => {
                self.history.seek(position)?;
                self.effects.clear();
            }
            Some(action) => {
                self.history.seek(position - 1)?;
                self.effects = since(self.origin, self.history.apply(&action)?.effects);
            }
        }
        self.show(position);
        Ok(())
    }

    fn show(&mut self, position: usize) {
        self.shown = position;
        let track = self.track_mut();
        track.visited = track.visited.max(position);
    }

    /// Takes a step that the user chose, where the history is shown.
    pub fn act(&mut self, catalog: &Catalog, action: &Action) -> Result<(), PlayerError> {
        self.history.seek(self.shown)?;
        self.follow(catalog, action)?;
        self.show(self.history.position());
        self.ahead = self.shown.max(self.requests);
        Ok(())
    }

    /// Shows another branch, at the position shown now or at its end.
    pub fn switch(&mut self, branch: BranchId) -> Result<(), PlayerError> {
        self.history.switch(branch, self.shown)?;
        self.seek(self.shown)
    }

    /// The world as it is shown, to intern the strings of a request in it.
    pub fn world_for_request(&mut self) -> Result<&mut World, PlayerError> {
        self.history.seek(self.shown)?;
        Ok(self.history.world_mut())
    }

    /// The world as it is shown.
    pub fn world(&self) -> &World {
        self.history.world()
    }

    /// Virtual time, counted from when the watching began.
    pub fn now(&self) -> Time {
        Time::START + (self.world().now() - self.origin)
    }

    /// A virtual time of the world, counted from when the watching began.
    pub fn since_start(&self, time: Time) -> Time {
        Time::START + (time - self.origin)
    }

    /// How many steps were taken to what is shown.
    pub fn position(&self) -> usize {
        self.shown
    }

    /// How many steps are known.
    pub fn length(&self) -> usize {
        self.history.len()
    }

    /// Whether the known steps lead to the end.
    pub fn is_complete(&self) -> bool {
        self.track().complete
    }

    /// What happened in the step that led here.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// The times after 0, 1, 2 … steps.
    pub fn times(&self) -> &[Time] {
        &self.track().times
    }

    /// What happened to things on this branch.
    pub fn log(&self) -> &ThingLog {
        &self.track().log
    }

    /// The position at which the clock will have moved on, and everything due then is still to be done.
    pub fn next_due(&self) -> usize {
        let times = self.times();
        let now = times.get(self.shown).copied().unwrap_or_default();
        let ahead = times[self.shown.min(times.len())..]
            .iter()
            .position(|&time| time > now);
        ahead.map_or(self.length(), |ahead| self.shown + ahead)
    }

    /// Every branch with the position at which it left the one before it.
    pub fn branches(&self) -> Vec<(BranchId, Option<usize>)> {
        self.history
            .branches()
            .map(|(id, parent)| (id, parent.map(|(_, at)| at)))
            .collect()
    }

    /// The branch that is shown.
    pub fn branch(&self) -> BranchId {
        self.history.branch()
    }

    /// The steps on the way to what is shown that `schedule` would not have taken: after how many steps, and which of
    /// the candidates was taken. `None` if one is no candidate.
    pub fn chosen(
        &self,
        schedule: Schedule,
        candidates: impl Fn(&Player) -> Vec<Action>,
    ) -> Option<Vec<(usize, usize)>> {
        let mut walker = self.clone();
        let mut chosen = Vec::new();
        for position in self.requests..self.shown {
            walker.history.seek(position).ok()?;
            walker.shown = position;
            let taken = walker.history.action(position)?.clone();
            if walker.world().next(schedule).as_ref() != Some(&taken) {
                let among = candidates(&walker).iter().position(|action| *action == taken);
                chosen.push((position, among?));
            }
        }
        Some(chosen)
    }

    /// Every step on the way to what is shown, with what happened in it; no more than `most`.
    pub fn trace(&self, most: usize) -> Vec<StepResult> {
        let mut walker = self.history.clone();
        let mut steps = Vec::new();
        for position in 0..self.shown.min(most) {
            let Some(action) = self.history.action(position).cloned() else {
                break;
            };
            if walker.seek(position).is_err() {
                break;
            }
            let Ok(step) = walker.apply(&action) else { break };
            let number = u64::try_from(position).unwrap_or(u64::MAX);
            let effects = since(self.origin, step.effects);
            let cluster = walker.world().cluster();
            steps.push(StepResult::of(
                cluster,
                number,
                self.since_start(step.time),
                &action,
                &effects,
            ));
        }
        steps
    }

    /// What the user may choose here: the steps that are possible, then faults.
    pub fn choices(&self) -> Vec<Action> {
        if let Some(request) = self
            .history
            .action(self.shown)
            .filter(|_| self.shown < self.requests)
        {
            return vec![request.clone()];
        }
        let mut choices = self.world().enabled();
        let faults: Vec<Action> = choices
            .iter()
            .filter_map(|action| match action {
                Action::Deliver(informer) => Some(Action::Drop(*informer)),
                _ => None,
            })
            .collect();
        choices.extend(faults);
        choices.push(Action::Fault(Fault::RestartControllers));
        choices
    }
}

/// Effects whose times are counted from `origin`.
fn since(origin: Time, mut effects: Vec<Effect>) -> Vec<Effect> {
    for effect in &mut effects {
        match effect {
            Effect::ClockMoved { to } => *to = Time::START + (*to - origin),
            Effect::Enqueued { due: Some(due), .. } => *due = Time::START + (*due - origin),
            _ => {}
        }
    }
    effects
}
