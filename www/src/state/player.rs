use super::touch::{Rules, Touches, code};
use super::{BranchView, Catalog, Ending, Label, ThingId, ThingLog, Touch};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{
    Action, BranchId, Effect, Fault, History, HistoryError, HistoryLimits, Schedule, WorkerId, World,
};
use kubeloupe_formats::result::StepResult;
use kubeloupe_formats::scenario::{Course, NextStep, Scenario, Until, next_step};
use std::rc::Rc;

/// A history being watched: where it is shown, and what is known of the way ahead.
#[derive(Clone, Debug)]
pub struct Player {
    history: History,
    /// When the watching began: times are told from then on.
    origin: Time,
    tracks: Vec<Track>,
    /// What is done meanwhile, where a scenario is played.
    script: Option<Rc<Scenario>>,
    /// How many steps the scenario may take.
    most_steps: u64,
    rules: Rules,
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
    /// How far the scenario has come after each number of steps, where one is played.
    courses: Vec<Course>,
    /// From where on the end that the scenario states is over: something was done after it.
    beyond: Option<usize>,
    log: ThingLog,
    /// What its own steps have to do with.
    touches: Touches,
    /// What it is called; none for the first one.
    label: Option<Label>,
    /// The farthest position at which the branch was shown.
    visited: usize,
    /// The branch was followed until nothing happens any more.
    complete: bool,
}

/// Why the player cannot do what was asked.
pub type PlayerError = HistoryError;

/// The most branches of what is watched: more than can be told apart.
pub const MOST_BRANCHES: usize = 64;

impl Player {
    /// Begins with a world that has been running, and takes these actions first.
    pub fn new(world: World, catalog: &Catalog, actions: Vec<Action>) -> Result<Self, PlayerError> {
        let mut player = Player::of(world, None, u64::MAX);
        for action in actions {
            player.follow(catalog, &action, None)?;
        }
        player.requests = player.history.position();
        player.ahead = player.requests;
        Ok(player)
    }

    /// Begins to play a scenario in its world, whose controllers know what there is: that took `begun` steps.
    pub fn of_script(world: World, script: Rc<Scenario>, begun: u64) -> Self {
        let most_steps = script.max_steps.saturating_sub(begun);
        Player::of(world, Some(script), most_steps)
    }

    fn of(world: World, script: Option<Rc<Scenario>>, most_steps: u64) -> Self {
        let origin = world.now();
        let begun = Course {
            started: true,
            ..Course::default()
        };
        let track = Track {
            times: vec![Time::START],
            courses: script.iter().map(|_| begun).collect(),
            ..Track::default()
        };
        Player {
            history: History::with_limits(
                world,
                HistoryLimits {
                    branches: MOST_BRANCHES,
                    ..HistoryLimits::default()
                },
            ),
            origin,
            tracks: vec![track],
            script,
            most_steps,
            rules: Rules::default(),
            shown: 0,
            requests: 0,
            ahead: 0,
            effects: Vec::new(),
        }
    }

    fn track(&self) -> &Track {
        &self.tracks[self.history.branch().0]
    }

    fn track_mut(&mut self) -> &mut Track {
        let branch = self.history.branch().0;
        &mut self.tracks[branch]
    }

    /// Takes one step where the history stands and notes what it did. `by` is the schedule that chose it, if one did.
    fn follow(
        &mut self,
        catalog: &Catalog,
        action: &Action,
        by: Option<Schedule>,
    ) -> Result<(), PlayerError> {
        let branch_before = self.history.branch();
        let position_before = self.history.position();
        let leaves =
            position_before < self.history.len() && self.history.action(position_before) != Some(action);
        let course = self.course_after(action);
        let is_over = self.course().is_some_and(|course| course.ended);
        let label = leaves.then(|| Label::of(self, action, by));
        let step = self.history.apply(action)?;
        if self.history.branch().0 == self.tracks.len() {
            let from = &self.tracks[branch_before.0];
            let track = Track {
                times: from.times[..=position_before].to_vec(),
                courses: from.courses.iter().take(position_before + 1).copied().collect(),
                beyond: from.beyond.filter(|&beyond| beyond <= position_before),
                log: from.log.up_to(position_before),
                label,
                ..Track::default()
            };
            self.tracks.push(track);
        }
        if is_over {
            self.track_mut().beyond.get_or_insert(position_before);
        }
        let position = self.history.position();
        self.effects = since(self.origin, step.effects);
        if self.track().times.len() <= position {
            let time = Time::START + (step.time - self.origin);
            let effects = std::mem::take(&mut self.effects);
            let mut rules = std::mem::take(&mut self.rules);
            let track = self.track_mut();
            track.times.push(time);
            track.courses.extend(course);
            track.log.record(catalog, position, time, &effects);
            track.touches.record(catalog, &mut rules, &effects);
            self.rules = rules;
            self.effects = effects;
        }
        Ok(())
    }

    /// How far the scenario has come where the history stands.
    fn course(&self) -> Option<Course> {
        self.track().courses.get(self.history.position()).copied()
    }

    /// How far it has come after this step: what it does next may be done by somebody else as well.
    fn course_after(&self, action: &Action) -> Option<Course> {
        let mut course = self.course()?;
        course.ended = false;
        if self.pending(course).is_some_and(|pending| pending == action) {
            course.acted += 1;
        }
        Some(course)
    }

    /// What the scenario does now.
    fn pending(&self, course: Course) -> Option<&Action> {
        let timed = self.script.as_ref()?.actions.get(course.acted)?;
        (timed.at <= self.world().now()).then_some(&timed.action)
    }

    /// The next step where the history stands, if there is one, and how far the scenario has come then.
    fn next(&self, schedule: Schedule) -> (Option<Action>, Option<Course>) {
        let (Some(script), Some(mut course)) = (&self.script, self.course()) else {
            return (self.world().next(schedule), None);
        };
        let position = self.history.position();
        let is_up = u64::try_from(position).is_ok_and(|position| position >= self.most_steps);
        if course.ended || is_up || schedule == Schedule::Manual {
            return (None, None);
        }
        let until = match self.track().beyond {
            Some(beyond) if position > beyond => Until::Quiescent,
            _ => script.until,
        };
        match next_step(script, until, self.world(), schedule, &mut course) {
            NextStep::Own(action) | NextStep::Asked(action) => (Some(action), Some(course)),
            NextStep::End { sleep, .. } => (sleep, Some(course)),
        }
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
            let (action, course) = self.next(schedule);
            if let Some(action) = &action {
                self.follow(catalog, action, Some(schedule))?;
                self.ahead = self.history.position();
            }
            if let Some(course) = course {
                let ahead = self.ahead;
                self.track_mut().courses[ahead] = course;
            }
            if action.is_none() {
                // Whoever chooses each step has always more to choose.
                self.track_mut().complete = schedule != Schedule::Manual;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Begins to run ahead anew from what is shown: the schedule is another one from here on. Of a branch that was begun,
    /// steps ahead that were never shown are forgotten; the first one is the answer to what was asked, and stays. As long
    /// as the schedule chooses steps that are known, the way stays the same; then it branches. [`Player::seek`] must
    /// follow before anything is looked at.
    pub fn reschedule(&mut self) -> Result<(), PlayerError> {
        self.ahead = self.shown.max(self.requests);
        let is_first = self.branch() == BranchId::default() && self.history.len() > self.ahead;
        if is_first || self.track().visited > self.ahead {
            return Ok(());
        }
        self.history.seek(self.ahead)?;
        if let Some(gone) = self.history.forget_ahead() {
            self.tracks.remove(gone.0);
            return Ok(());
        }
        let length = self.history.len();
        let base = self.base_of(self.branch());
        let track = self.track_mut();
        if track.times.len() > length + 1 {
            track.times.truncate(length + 1);
            track.courses.truncate(length + 1);
            track.touches.truncate(length - base);
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
        self.follow(catalog, action, None)?;
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

    /// Whether a scenario is played.
    pub fn is_scripted(&self) -> bool {
        self.script.is_some()
    }

    /// The positions after each action of the scenario, as far as they are known on the branch that is shown.
    pub fn acted(&self) -> Vec<usize> {
        let mut acted = Vec::new();
        for (position, course) in self.track().courses.iter().enumerate() {
            while acted.len() < course.acted {
                acted.push(position);
            }
        }
        acted
    }

    /// Every branch, in the order in which they began.
    pub fn branches(&self) -> Vec<BranchView> {
        let branch = |(id, parent): (BranchId, Option<(BranchId, usize)>)| {
            let track = &self.tracks[id.0];
            BranchView {
                id,
                parent,
                label: track.label.clone(),
                length: self.history.len_of(id).unwrap_or(0),
                complete: track.complete,
                end: track.times.last().copied().unwrap_or_default(),
            }
        };
        self.history.branches().map(branch).collect()
    }

    /// How many there may be.
    pub fn most_branches(&self) -> usize {
        self.history.limits().branches
    }

    /// Gives a branch a name, or its own one again where the name is empty. The first one's may be given too.
    pub fn rename(&mut self, branch: BranchId, name: &str) {
        if let Some(track) = self.tracks.get_mut(branch.0) {
            track.label.get_or_insert_default().rename(name);
        }
    }

    /// Removes a branch with those that left it. If it was shown, the state at which it left its parent is shown then.
    pub fn remove(&mut self, branch: BranchId) -> Result<(), PlayerError> {
        self.history.seek(self.shown)?;
        let removed = self.history.remove(branch)?;
        for gone in removed.iter().rev() {
            self.tracks.remove(gone.0);
        }
        self.ahead = self.history.len().max(self.requests);
        self.seek(self.history.position())
    }

    /// How a branch ends, as far as it is known. What is shown stays.
    pub fn ending(&mut self, catalog: &Catalog, branch: BranchId) -> Result<Ending, PlayerError> {
        let (shown, position) = (self.branch(), self.shown);
        let length = self.history.len_of(branch).ok_or(PlayerError::NoSuchStep)?;
        self.history.switch(branch, length)?;
        let track = &self.tracks[branch.0];
        let ending = Ending::of(self.history.world(), catalog, &track.log, track.complete);
        self.history.switch(shown, position)?;
        Ok(ending)
    }

    /// The branch that is shown.
    pub fn branch(&self) -> BranchId {
        self.history.branch()
    }

    fn base_of(&self, branch: BranchId) -> usize {
        let parent = self
            .history
            .branches()
            .nth(branch.0)
            .and_then(|(_, parent)| parent);
        parent.map_or(0, |(_, at)| at)
    }

    /// What the step that led to `position` has to do with.
    fn touched(&self, position: usize) -> &[u32] {
        let parents: Vec<_> = self.history.branches().map(|(_, parent)| parent).collect();
        self.touched_among(&parents, position)
    }

    fn touched_among(&self, parents: &[Option<(BranchId, usize)>], position: usize) -> &[u32] {
        let mut branch = self.branch();
        while let Some((parent, at)) = parents[branch.0] {
            if position > at {
                return self.tracks[branch.0].touches.of(position - at - 1);
            }
            branch = parent;
        }
        match position.checked_sub(1) {
            Some(step) => self.tracks[branch.0].touches.of(step),
            None => &[],
        }
    }

    /// Which of these the step that led here has to do with.
    pub fn hits(&self, stops: &[Touch]) -> Vec<Touch> {
        let touched = self.touched(self.shown);
        let hit = |stop: &Touch| code(&self.rules, *stop).is_some_and(|code| touched.contains(&code));
        stops.iter().copied().filter(hit).collect()
    }

    /// The nearest position whose step has to do with one of these: of up to `within` steps after what is shown, or
    /// before it.
    pub fn nearest_hit(&self, stops: &[Touch], forwards: bool, within: usize) -> Option<usize> {
        let codes: Vec<u32> = stops.iter().filter_map(|&stop| code(&self.rules, stop)).collect();
        if codes.is_empty() {
            return None;
        }
        let parents: Vec<_> = self.history.branches().map(|(_, parent)| parent).collect();
        let hit = |&position: &usize| {
            let touched = self.touched_among(&parents, position);
            touched.iter().any(|code| codes.contains(code))
        };
        if forwards {
            let end = self.shown.saturating_add(within).min(self.length());
            (self.shown + 1..=end).find(hit)
        } else {
            let start = self.shown.saturating_sub(within).max(1);
            (start..self.shown).rev().find(hit)
        }
    }

    /// The next position at which the collector decides about a thing, or the one before.
    pub fn decision(&self, thing: ThingId, forwards: bool) -> Option<usize> {
        self.nearest_hit(&[Touch::Decision(thing)], forwards, usize::MAX)
    }

    /// What stands between whoever watches and the calls of an attempt: the step that would take its item and stop before
    /// the first of them. `None` where the next step is no attempt.
    pub fn step_into(&self) -> Option<Action> {
        match self.history.action(self.shown)? {
            Action::Attempt(worker) => Some(Action::Take(*worker)),
            _ => None,
        }
    }

    /// The position at which the attempt that is under way, or begins with the next step, is over; that after the next
    /// step where there is none.
    pub fn step_over(&self) -> usize {
        let next = self.shown + 1;
        let worker = |position: usize| match self.history.action(position) {
            Some(Action::Attempt(worker) | Action::Take(worker) | Action::Call { worker, .. }) => {
                Some(*worker)
            }
            _ => None,
        };
        let begins = |position: usize| {
            matches!(
                self.history.action(position),
                Some(Action::Attempt(_) | Action::Take(_))
            )
        };
        let ahead = self.shown..self.length();
        // What is under way may wait while something else happens, so its next call need not be the next step.
        let under_way = ahead.clone().find(|&position| worker(position).is_some());
        let Some(mut last) = under_way.filter(|&first| first == self.shown || !begins(first)) else {
            return next;
        };
        let mine: Option<WorkerId> = worker(last);
        for position in last + 1..ahead.end {
            if worker(position) == mine {
                if begins(position) {
                    break;
                }
                last = position;
            }
        }
        last + 1
    }

    /// The steps on the way to what is shown that `schedule` would not have taken: after how many steps, and how `tell`
    /// tells them. `None` if it cannot tell one.
    pub fn chosen<T>(
        &self,
        schedule: Schedule,
        tell: impl Fn(&Player, &Action) -> Option<T>,
    ) -> Option<Vec<(usize, T)>> {
        let mut walker = self.clone();
        let mut chosen = Vec::new();
        for position in self.requests..self.shown {
            walker.history.seek(position).ok()?;
            walker.shown = position;
            let taken = walker.history.action(position)?.clone();
            if walker.next(schedule).0.as_ref() != Some(&taken) {
                chosen.push((position, tell(&walker, &taken)?));
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
        let shown = self.track().courses.get(self.shown).copied();
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
        if let (Some(script), Some(course)) = (&self.script, shown.filter(|course| !course.ended))
            && let Some(timed) = script.actions.get(course.acted)
        {
            let now = self.world().now();
            let scripted = if timed.at <= now {
                timed.action.clone()
            } else {
                Action::Fault(Fault::Sleep(timed.at))
            };
            choices.insert(0, scripted);
        }
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
