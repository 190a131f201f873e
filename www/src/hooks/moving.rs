use super::Desk;
use crate::state::{Act, BreakpointAct, Differences, Player, PlayerError, ThingId, Touch, call};
use kubeloupe_core::sim::{BranchId, Schedule};
use std::rc::Rc;

/// Ways through time that are more than a step or a jump.
impl Desk {
    /// Lets the worker take its item and stop before its first call, where the next step is an attempt; goes on by one
    /// step where it is none.
    pub fn step_into(&self) {
        let Some(take) = self.with_player(Player::step_into).flatten() else {
            return self.step_by(1);
        };
        self.act(Act::Play(false));
        self.end_chase();
        let schedule = self.view().schedule;
        let taken = self.play(|player, source| {
            // Steps that nobody has seen leave no branch behind.
            player.reschedule()?;
            player.act(&source.catalog, &take)?;
            Ok(player.position())
        });
        match taken {
            None => {}
            Some(Err(error)) => self.fail(error),
            Some(Ok(position)) if schedule == Schedule::Manual => self.seek(position),
            Some(Ok(position)) => self.run_ahead(schedule, position, false),
        }
    }

    /// Goes on until the worker whose attempt is under way, or comes next, is done with it.
    pub fn step_over(&self) {
        if let Some(position) = self.with_player(Player::step_over) {
            self.act(Act::Play(false));
            self.seek(position);
        }
    }

    /// Goes to the next decision about the chosen thing, or to the one before.
    pub fn to_decision(&self, forwards: bool) {
        let view = self.view();
        let Some(thing) = view.selected.filter(|_| view.frame.is_some()) else {
            return;
        };
        self.act(Act::Play(false));
        match self
            .with_player(|player| player.decision(thing, forwards))
            .flatten()
        {
            Some(position) => self.seek(position),
            None => {
                let text = (self.view().language.time().no_decision)(&self.called(thing));
                self.act(Act::Problem(Some(text.into())));
            }
        }
    }

    /// What a thing is called in a sentence.
    pub fn called(&self, thing: ThingId) -> String {
        let view = self.view();
        let source = view.source.as_ref();
        source.map_or_else(String::new, |source| {
            call(&source.catalog, &source.catalog.get(thing).identity)
        })
    }

    /// Goes to the next step that hits a breakpoint, or to the end; backwards to the one before, or to the start.
    pub fn run(&self, forwards: bool) {
        let stops = self.view().breakpoints.stops();
        let target = self.with_player(|player| {
            let hit = player.nearest_hit(&stops, forwards, usize::MAX);
            hit.unwrap_or(if forwards { player.length() } else { 0 })
        });
        if let Some(position) = target {
            self.act(Act::Play(false));
            self.seek(position);
        }
    }

    /// Goes on by up to so many steps while playing. A breakpoint on the way ends it.
    pub fn play_on(&self, steps: usize) {
        let stops = self.view().breakpoints.stops();
        let target = self.with_player(|player| {
            let hit = player.nearest_hit(&stops, true, steps);
            (
                hit.unwrap_or(player.position().saturating_add(steps)),
                hit.is_some(),
            )
        });
        if let Some((position, hit)) = target {
            self.seek(position);
            if hit {
                self.act(Act::Play(false));
            }
        }
    }

    /// Which breakpoints the present step hits.
    pub fn hits(&self) -> Vec<Touch> {
        let stops = self.view().breakpoints.stops();
        self.with_player(|player| player.hits(&stops)).unwrap_or_default()
    }

    /// Sets a breakpoint, or takes it away.
    pub fn toggle_breakpoint(&self, touch: Touch) {
        let view = self.view();
        if view.breakpoints.is_full() && view.breakpoints.on(touch).is_none() {
            let text = (view.language.time().breakpoints_full)(view.breakpoints.list().len());
            return self.act(Act::Problem(Some(text.into())));
        }
        self.act(Act::Breakpoint(BreakpointAct::Toggle(touch)));
    }

    /// Gives a branch a name, or its own one again.
    pub fn rename_branch(&self, branch: BranchId, name: &str) {
        if self.play(|player, _| player.rename(branch, name)).is_some() {
            self.show();
        }
    }

    /// Deletes a branch with those that left it.
    pub fn delete_branch(&self, branch: BranchId) {
        self.act(Act::Play(false));
        self.end_chase();
        self.rest();
        match self.play(|player, _| player.remove(branch)) {
            None => {}
            Some(Ok(())) => self.show(),
            Some(Err(error)) => self.fail(error),
        }
    }

    /// What ends differently on the branch that is shown and on another one, and whether both were followed to their
    /// ends.
    pub fn compare_with(&self, branch: BranchId) -> Option<(Rc<Differences>, bool)> {
        let compared = self.play(|player, source| -> Result<_, PlayerError> {
            let here = player.ending(&source.catalog, player.branch())?;
            let there = player.ending(&source.catalog, branch)?;
            Ok((Rc::new(here.compare(&there)), here.complete && there.complete))
        })?;
        match compared {
            Ok(compared) => Some(compared),
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// The next order of steps: fair, random, the user's.
    pub fn next_schedule(&self) {
        self.reschedule(match self.view().schedule {
            Schedule::Fair => Schedule::Random,
            Schedule::Random => Schedule::Manual,
            Schedule::Manual => Schedule::Fair,
        });
    }
}
