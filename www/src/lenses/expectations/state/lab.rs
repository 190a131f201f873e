use super::deed::{Deed, Planned};
use super::line::Line;
use super::picture::{Picture, picture};
use super::story::Story;
use kubeloupe_core::object::{Duration, Time};
use kubeloupe_core::sim::{Config, HistoryError, World};
use kubeloupe_core::versions::Switch;

/// The real world and one without expectations, side by side: the same beginning, the same deeds.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The story that it began with.
    pub story: Story,
    /// The minor whose rules hold.
    pub minor: u32,
    /// What guards the real world.
    pub guards: Guards,
    /// What is done, and when.
    pub plan: Vec<Planned>,
    /// Both worlds move, or the real one alone.
    pub side_by_side: bool,
    lines: [Line; 2],
    horizon: Time,
    moments: Vec<Moment>,
    at: usize,
}

/// What keeps a controller from acting on an old cache, beside expectations; and how its syncs are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guards {
    /// The consistency store of 1.36 and later (RS-30), where the minor has it.
    pub consistency: bool,
    /// Syncs are gone through call by call.
    pub call_by_call: bool,
}

/// How many steps each world has taken at a moment that can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Steps of the real world, and of the one without expectations.
    pub steps: [usize; 2],
    /// The time.
    pub time: Time,
}

impl Lab {
    /// A story from its beginning.
    pub fn new(story: Story, minor: u32, side_by_side: bool) -> Self {
        let guards = Guards {
            // Where it holds a sync back first, nothing can be seen of expectations.
            consistency: false,
            call_by_call: story.call_by_call(),
        };
        Lab::with(story, minor, side_by_side, guards, story.plan(), story.horizon())
    }

    fn with(
        story: Story,
        minor: u32,
        side_by_side: bool,
        guards: Guards,
        plan: Vec<Planned>,
        horizon: Time,
    ) -> Self {
        let world = story.world(minor);
        let lines = [
            Line::new(guarded(&world, true, guards.consistency)),
            Line::new(guarded(&world, false, false)),
        ];
        Lab {
            story,
            minor,
            guards,
            plan,
            side_by_side,
            lines,
            horizon,
            moments: vec![Moment::default()],
            at: 0,
        }
    }

    /// The same deeds from the beginning, under other guards.
    #[must_use]
    pub fn under(&self, guards: Guards) -> Self {
        let plan = self.plan.clone();
        Lab::with(
            self.story,
            self.minor,
            self.side_by_side,
            guards,
            plan,
            self.horizon,
        )
    }

    /// Takes up to `steps` more steps in each world. Returns whether there is nothing more to find out.
    pub fn advance(&mut self, steps: usize) -> Result<bool, HistoryError> {
        let moving = if self.side_by_side { 2 } else { 1 };
        for _ in 0..steps {
            // Whichever is behind in time goes on, so that both are known up to the same time.
            let unfinished = self.lines[..moving].iter_mut().filter(|line| !line.is_complete());
            let Some(line) = unfinished.min_by_key(|line| line.time(line.len())) else {
                break;
            };
            line.advance(&self.plan, self.horizon, self.guards.call_by_call)?;
        }
        self.merge();
        Ok(self.is_complete())
    }

    /// There is nothing more to find out.
    pub fn is_complete(&self) -> bool {
        let moving = if self.side_by_side { 2 } else { 1 };
        self.lines[..moving].iter().all(Line::is_complete)
    }

    /// Puts the steps of both worlds in order: at equal times the first steps go together, then the second ones.
    fn merge(&mut self) {
        let mut last = self.moments.last().copied().unwrap_or_default();
        loop {
            let next = |number: usize| {
                let line: &Line = &self.lines[number];
                let step = last.steps[number] + 1;
                (step <= line.len()).then(|| line.time(step))
            };
            let times = if self.side_by_side {
                [next(0), next(1)]
            } else {
                [next(0), None]
            };
            let time = match times {
                [Some(real), Some(other)] => real.min(other),
                [Some(time), None] if !self.side_by_side || self.lines[1].is_complete() => time,
                [None, Some(time)] if self.lines[0].is_complete() => time,
                _ => return,
            };
            for (number, step) in times.iter().enumerate() {
                last.steps[number] += usize::from(*step == Some(time));
            }
            last.time = time;
            self.moments.push(last);
        }
    }

    /// How many moments are known, apart from the beginning.
    pub fn len(&self) -> usize {
        self.moments.len() - 1
    }

    /// The moment at which the story has most to tell: where the world without expectations first has most pods too
    /// many, else where a sync first fails, else where something is first expected of both.
    pub fn telling(&self) -> usize {
        let standing = |number: usize, moment: &Moment| {
            let samples = &self.lines[number].record.samples;
            samples
                .get(moment.steps[number])
                .map(|sample| sample.sets[0])
                .unwrap_or_default()
        };
        let surplus = |moment: &Moment| {
            let other = standing(1, moment);
            i64::from(other.stored) - i64::from(other.desired)
        };
        let real_surplus = |moment: &Moment| {
            let real = standing(0, moment);
            i64::from(real.stored) - i64::from(real.desired)
        };
        // A set that is being scaled down has too many as well, in both worlds.
        let excess = |moment: &Moment| surplus(moment) - real_surplus(moment).max(0);
        let most = self.moments.iter().map(excess).max().unwrap_or(0);
        if self.side_by_side && most > 0 {
            let first = self.moments.iter().position(|moment| excess(moment) == most);
            return first.unwrap_or(0);
        }
        let failed = self.lines[0].record.syncs.iter().find(|sync| sync.failed);
        let step = match failed {
            Some(sync) => sync.begun,
            None => {
                let samples = self.lines[0].record.samples.iter();
                let mut expecting = samples.map(|sample| sample.sets[0].add > 0 || sample.sets[0].del > 0);
                expecting.position(|expects| expects).unwrap_or(0)
            }
        };
        self.moments
            .partition_point(|moment| moment.steps[0] < step)
            .min(self.len())
    }

    /// The moment that is shown.
    pub fn position(&self) -> usize {
        self.at
    }

    /// All moments.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// One of the worlds: 0 for the real one.
    pub fn line(&self, number: usize) -> &Line {
        &self.lines[number]
    }

    /// The world without expectations is one of these.
    pub fn is_behind_consistency(&self) -> bool {
        Switch::RsConsistencyStore.is_on_in(self.minor)
    }

    /// Shows a moment.
    pub fn show(&mut self, moment: usize) -> Result<(), HistoryError> {
        self.at = moment.min(self.len());
        let steps = self.moments[self.at].steps;
        self.lines[0].show(steps[0])?;
        if self.side_by_side {
            self.lines[1].show(steps[1])?;
        }
        Ok(())
    }

    /// Whether the world with this number took a step at the moment that is shown.
    pub fn moved(&self, number: usize) -> bool {
        let before = self
            .at
            .checked_sub(1)
            .map_or(0, |before| self.moments[before].steps[number]);
        self.moments[self.at].steps[number] > before
    }

    /// What is drawn of a world.
    pub fn picture(&self, number: usize) -> Picture {
        picture(&self.lines[number])
    }

    /// The present time.
    pub fn now(&self) -> Time {
        self.moments[self.at].time
    }

    /// Does something now, in both worlds. What was to come is forgotten but for what is planned; the moment after the
    /// deed is shown.
    pub fn act(&mut self, deed: Deed) -> Result<(), HistoryError> {
        let at = match deed {
            Deed::Pass => self.now() + PASSES,
            _ => self.now(),
        };
        let steps = self.moments[self.at].steps;
        let done = self
            .lines
            .iter()
            .zip(steps)
            .map(|(line, step)| line.done_by(step))
            .max()
            .unwrap_or(0);
        // What is planned for the time that passes comes first.
        let later = self.plan[done..]
            .iter()
            .take_while(|planned| planned.at <= at && deed == Deed::Pass);
        let number = done + later.count();
        self.plan.insert(number, Planned { at, deed });
        self.horizon = self.horizon.max(at + AFTERMATH);
        self.forget_ahead()?;
        self.catch_up(number)
    }

    /// Takes something planned back that was not done yet.
    pub fn call_off(&mut self, number: usize) -> Result<(), HistoryError> {
        let steps = self.moments[self.at].steps;
        let done = self
            .lines
            .iter()
            .zip(steps)
            .map(|(line, step)| line.done_by(step))
            .max()
            .unwrap_or(0);
        if number < done || number >= self.plan.len() {
            return Ok(());
        }
        self.plan.remove(number);
        self.forget_ahead()
    }

    fn forget_ahead(&mut self) -> Result<(), HistoryError> {
        let steps = self.moments[self.at].steps;
        self.moments.truncate(self.at + 1);
        for (line, step) in self.lines.iter_mut().zip(steps) {
            line.truncate(step)?;
        }
        Ok(())
    }

    /// Follows both worlds until the deed with this number is done, and shows that.
    fn catch_up(&mut self, number: usize) -> Result<(), HistoryError> {
        let moving = if self.side_by_side { 2 } else { 1 };
        for line in &mut self.lines[..moving] {
            while line.done_at(number).is_none() && !line.is_complete() {
                line.advance(&self.plan, self.horizon, self.guards.call_by_call)?;
            }
        }
        self.merge();
        let is_done = |moment: &Moment| {
            let lines = self.lines[..moving].iter().zip(moment.steps);
            lines
                .into_iter()
                .all(|(line, steps)| line.done_at(number).is_some_and(|at| at <= steps))
        };
        let found = self.moments.iter().position(is_done);
        self.show(found.unwrap_or(self.len()))
    }

    /// Moves both worlds, or the real one alone.
    pub fn set_side_by_side(&mut self, both: bool) -> Result<(), HistoryError> {
        if self.side_by_side == both {
            return Ok(());
        }
        let time = self.now();
        self.side_by_side = both;
        self.moments.truncate(1);
        while both && !self.lines[1].is_complete() && self.lines[1].time(self.lines[1].len()) <= time {
            self.lines[1].advance(&self.plan, self.horizon, self.guards.call_by_call)?;
        }
        self.merge();
        let last = self.moments.iter().rposition(|moment| moment.time <= time);
        self.show(last.unwrap_or(0))
    }
}

/// How much time a deed lets pass: longer than expectations hold.
const PASSES: Duration = Duration::from_secs(301);

/// How long a deed's consequences are followed at least.
const AFTERMATH: Duration = Duration::from_secs(40);

fn guarded(world: &World, expectations: bool, consistency: bool) -> World {
    let mut config: Config = world.config().clone();
    config.expectations = expectations;
    if !consistency {
        config.overrides.set(Switch::RsConsistencyStore, false);
    }
    let mut guarded = World::new(config, world.cluster().clone(), 1);
    guarded.assume_namespaces();
    guarded.load(world.api().objects().cloned());
    guarded
}
