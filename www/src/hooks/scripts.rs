use super::Desk;
use super::breath::{Breath, paint};
use super::desk::Next;
use super::yaml::{load_yaml, wants_yaml};
use crate::state::{Act, Busy, Lens, Lesson, Player, Script, SharedPlace, Source, Stage, Told};
use kubeloupe_core::sim::Schedule;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Steps of a rehearsal between two looks at the clock.
const STRIDE: u64 = 64;

/// A scenario that is begun.
pub(super) struct Begun {
    /// Its objects, those that come into being among them.
    pub(super) source: Rc<Source>,
    schedule: Schedule,
    told: Rc<Told>,
}

impl Desk {
    /// Opens a scenario that comes with the page.
    pub fn open_lesson(&self, lesson: Lesson) {
        self.open_script(lesson.script(self.view().language), Next::Plays(None));
    }

    /// Opens a scenario file, to be played or to be asked about. Where it cannot be read, what is open stays.
    pub(super) fn open_script(&self, script: Script, next: Next) {
        let task = self.begin();
        self.0.preparing.set(task);
        self.act(Act::Look(Lens::Deletion));
        self.act(Act::Busy(Some(Busy::Reading(0, 0))));
        self.act(Act::Problem(None));
        self.act(Act::Sheet(None));
        let desk = self.clone();
        spawn_local(async move {
            paint().await;
            if !desk.is_current(task) {
                return;
            }
            let files = script.files.iter().map(|(_, bytes)| &**bytes);
            if !script.is_json() || wants_yaml(files) {
                let is_readable = load_yaml().await;
                if !desk.is_current(task) {
                    return;
                }
                if !is_readable {
                    return desk.refuse_yaml();
                }
            }
            let mut rehearsal = match script.rehearse(desk.view().language) {
                Ok(rehearsal) => rehearsal,
                Err(problem) => return desk.refuse(problem),
            };
            let mut breath = Breath::new();
            while !rehearsal.advance(STRIDE) {
                let paused = breath.take().await;
                if !desk.is_current(task) {
                    return;
                }
                if paused {
                    desk.act(Act::Busy(Some(Busy::RunningAhead(rehearsal.steps()))));
                }
            }
            breath.take().await;
            if desk.is_current(task) {
                let session = rehearsal.finish().into_session();
                desk.prepare(task, session, next).await;
            }
        });
    }

    /// Plays the scenario whose objects something else was asked of.
    pub fn play_script(&self) {
        self.end_chase();
        if let Some(begun) = self.begin_script() {
            self.show_source();
            self.show_script(begun, None);
        }
    }

    /// Begins to play the scenario that is open; it has to be shown then.
    pub(super) fn begin_script(&self) -> Option<Begun> {
        let mut session = self.0.session.borrow_mut();
        let session = session.as_mut().filter(|session| session.script().is_some())?;
        if !session.play_script() {
            return None;
        }
        Some(Begun {
            source: session.source().clone(),
            schedule: session.schedule(),
            told: Rc::new(session.told()?),
        })
    }

    /// Shows the scenario that was begun, at its start or at this place in it.
    pub(super) fn show_script(&self, begun: Begun, place: Option<SharedPlace>) {
        self.act(Act::Tell(begun.told));
        match place {
            Some(place) => {
                self.act(Act::Schedule(place.schedule));
                self.go_to(place);
            }
            None => {
                self.act(Act::Schedule(begun.schedule));
                self.act(Act::Stage(Stage::Graph));
                self.run_ahead(begun.schedule, 0, false);
            }
        }
    }

    /// Plays the scenario from its start.
    pub fn play_from_start(&self) {
        if self.with_player(|_| ()).is_none() {
            return self.play_script();
        }
        self.seek(0);
        self.act(Act::Play(true));
    }

    /// Says where in the history what the scenario does was done, as far as that is known.
    pub(super) fn tell_acted(&self) {
        let Some(told) = self.view().played().cloned() else {
            return;
        };
        let acted = self.with_player(Player::acted);
        if let Some(acted) = acted.filter(|acted| **acted != *told.acted) {
            self.act(Act::Tell(Rc::new(told.acting(acted))));
        }
    }
}
