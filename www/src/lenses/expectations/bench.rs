use super::state::{Deed, Guards, Lab, Picture, Story};
use gloo_timers::future::TimeoutFuture;
use kubeloupe_core::object::{Kinds, Names};
use kubeloupe_core::sim::{Effect, HistoryError};
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// How long work goes on before the page gets its turn, in milliseconds.
const SLICE_MS: f64 = 12.0;

/// Both worlds of the lens, and what is shown of them. Clones are the same bench; a later one is not equal to an
/// earlier one if anything happened in between.
#[derive(Clone)]
pub struct Bench {
    inner: Rc<Inner>,
    update: UseForceUpdateHandle,
    revision: u64,
}

struct Inner {
    lab: RefCell<Lab>,
    shown: RefCell<Rc<Shown>>,
    /// Counts everything that may change what is drawn.
    revision: Cell<u64>,
    /// Counts what may change anything but the moment that is shown.
    known: Cell<u64>,
    /// Which of the runs ahead is the latest.
    run: Cell<u64>,
    running: Cell<bool>,
    failed: Cell<bool>,
    /// Nobody has gone anywhere since the story was begun.
    fresh: Cell<bool>,
}

/// What is shown of both worlds at a moment.
pub struct Shown {
    /// What is drawn of each world; the second one only while both move.
    pub pictures: Vec<Rc<Picture>>,
    /// What the last step did in each, if it took one.
    pub effects: Vec<Vec<Effect>>,
    /// The strings, of each world.
    pub names: Vec<Arc<Names>>,
    /// The kinds.
    pub kinds: Arc<Kinds>,
}

impl PartialEq for Bench {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner) && self.revision == other.revision
    }
}

/// The bench of the lens, under the rules of 1.`minor`.
#[hook]
pub fn use_bench(minor: u32) -> Bench {
    let update = use_force_update();
    let inner = use_memo((), |()| {
        let lab = Lab::new(Story::default(), minor, true);
        Inner {
            shown: RefCell::new(Rc::new(Shown::of(&lab))),
            lab: RefCell::new(lab),
            revision: Cell::new(0),
            known: Cell::new(0),
            run: Cell::new(0),
            running: Cell::new(false),
            failed: Cell::new(false),
            fresh: Cell::new(true),
        }
    });
    let bench = Bench {
        revision: inner.revision.get(),
        inner,
        update,
    };
    {
        let bench = bench.clone();
        use_effect_with(minor, move |&minor| bench.under(minor));
    }
    bench
}

impl Bench {
    /// Both worlds.
    pub fn lab(&self) -> Ref<'_, Lab> {
        self.inner.lab.borrow()
    }

    /// What is shown.
    pub fn shown(&self) -> Rc<Shown> {
        self.inner.shown.borrow().clone()
    }

    /// Another number means that something else became known than the moment to show.
    pub fn known(&self) -> u64 {
        self.inner.known.get()
    }

    /// The way ahead is still being followed.
    pub fn is_running(&self) -> bool {
        self.inner.running.get()
    }

    /// A step could not be followed.
    pub fn has_failed(&self) -> bool {
        self.inner.failed.get()
    }

    /// Shows a moment.
    pub fn go(&self, moment: usize) {
        self.change(|lab| lab.show(moment), false);
    }

    /// Goes so many moments on, or back. Returns whether there was anywhere to go.
    pub fn step(&self, moments: isize) -> bool {
        let (at, last) = {
            let lab = self.lab();
            (lab.position(), lab.len())
        };
        let to = at.saturating_add_signed(moments).min(last);
        if to != at {
            self.go(to);
        }
        to != at
    }

    /// Does something now.
    pub fn act(&self, deed: Deed) {
        self.change(|lab| lab.act(deed), true);
    }

    /// Calls off something planned.
    pub fn call_off(&self, number: usize) {
        self.change(|lab| lab.call_off(number), true);
    }

    /// Tells a story from its beginning.
    pub fn tell(&self, story: Story) {
        self.replace(|lab| Lab::new(story, lab.minor, lab.side_by_side));
        self.inner.fresh.set(true);
    }

    /// Begins again under other guards, with everything done that was.
    pub fn guard(&self, guards: Guards) {
        self.replace(|lab| lab.under(guards));
    }

    /// Moves both worlds, or the real one alone.
    pub fn side_by_side(&self, both: bool) {
        self.change(|lab| lab.set_side_by_side(both), true);
    }

    fn under(&self, minor: u32) {
        if self.lab().minor != minor {
            self.replace(|lab| Lab::new(lab.story, minor, lab.side_by_side));
            self.inner.fresh.set(true);
        } else if !self.is_running() && !self.lab().is_complete() {
            self.run();
        }
    }

    fn replace(&self, make: impl FnOnce(&Lab) -> Lab) {
        self.change(
            |lab| {
                *lab = make(lab);
                Ok(())
            },
            true,
        );
    }

    fn change(&self, change: impl FnOnce(&mut Lab) -> Result<(), HistoryError>, anew: bool) {
        let inner = &self.inner;
        inner.fresh.set(false);
        let done = change(&mut inner.lab.borrow_mut());
        if done.is_err() {
            inner.failed.set(true);
        } else if anew {
            inner.failed.set(false);
        }
        *inner.shown.borrow_mut() = Rc::new(Shown::of(&self.lab()));
        if anew {
            inner.known.set(inner.known.get() + 1);
            self.run();
        }
        self.look();
    }

    /// Draws anew.
    fn look(&self) {
        self.inner.revision.set(self.inner.revision.get() + 1);
        self.update.force_update();
    }

    /// Follows both worlds to their ends, in slices between which the page lives.
    fn run(&self) {
        let inner = &self.inner;
        let run = inner.run.get() + 1;
        inner.run.set(run);
        inner.running.set(true);
        let bench = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            loop {
                TimeoutFuture::new(0).await;
                let inner = &bench.inner;
                if inner.run.get() != run {
                    return;
                }
                let over = bench.slice();
                inner.known.set(inner.known.get() + 1);
                inner.running.set(!over);
                if over && inner.fresh.get() {
                    let telling = bench.lab().telling();
                    bench.go(telling);
                } else {
                    bench.look();
                }
                if over {
                    return;
                }
            }
        });
    }

    fn slice(&self) -> bool {
        /// Steps between two looks at the clock.
        const STEPS: usize = 4;
        let mut lab = self.inner.lab.borrow_mut();
        let since = now_ms();
        loop {
            match lab.advance(STEPS) {
                Ok(false) if now_ms() - since < SLICE_MS => {}
                Ok(over) => return over,
                Err(_) => {
                    self.inner.failed.set(true);
                    return true;
                }
            }
        }
    }
}

impl Shown {
    fn of(lab: &Lab) -> Self {
        let worlds = 0..if lab.side_by_side { 2 } else { 1 };
        let effects = |number: usize| match lab.moved(number) {
            true => lab.line(number).effects().to_vec(),
            false => Vec::new(),
        };
        Shown {
            pictures: worlds
                .clone()
                .map(|number| Rc::new(lab.picture(number)))
                .collect(),
            effects: worlds.clone().map(effects).collect(),
            names: worlds
                .map(|number| lab.line(number).world().cluster().names.clone())
                .collect(),
            kinds: lab.line(0).world().cluster().kinds.clone(),
        }
    }
}

fn now_ms() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}
