use super::state::{Act, Desk, Fleet, FleetBuilder, Run, Side, Told};
use crate::hooks::{Breath, now_ms};
use crate::state::Source;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Pods that are made between two looks at the clock.
const PODS_AT_ONCE: u32 = 2_000;
/// The first look at a run under way comes after so many milliseconds, each further one after longer.
const FIRST_LOOK_MS: f64 = 60.0;
const LATEST_LOOK_MS: f64 = 1_500.0;

/// Work that goes on until it is done, or dropped.
struct Going(Rc<Cell<bool>>);

impl Going {
    fn begin() -> (Self, Rc<Cell<bool>>) {
        let going = Rc::new(Cell::new(true));
        (Going(going.clone()), going)
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Makes the nodes that the desk asks for, and runs its question to the end in slices, on both sides where they are
/// compared. Another question ends what is under way.
#[hook]
pub fn use_runs(desk: &Desk, source: Option<Rc<Source>>, act: &Callback<Act>) {
    {
        let (act, opened) = (act.clone(), desk.opened);
        let source = source.filter(|_| opened);
        use_effect_with(
            (desk.plan, desk.minor, opened, source, desk.built),
            move |(plan, minor, opened, source, _)| {
                let (going, is_wanted) = Going::begin();
                let (plan, minor, opened, source) = (*plan, *minor, *opened, source.clone());
                spawn_local(async move {
                    let mut breath = Breath::new();
                    let fleet = if opened {
                        source.and_then(|source| fleet_of(&source, plan.toleration_s))
                    } else {
                        let Some(mut builder) = FleetBuilder::new(plan, minor) else {
                            return;
                        };
                        while !builder.advance(PODS_AT_ONCE) {
                            breath.take().await;
                            if !is_wanted.get() {
                                return;
                            }
                        }
                        Some(builder.finish())
                    };
                    if let Some(fleet) = fleet.filter(|_| is_wanted.get()) {
                        act.emit(Act::Fleet(Rc::new(fleet)));
                    }
                });
                move || drop(going)
            },
        );
    }
    use_run(desk, Side::A, act);
    use_run(desk, Side::B, act);
}

fn fleet_of(source: &Source, toleration_s: i64) -> Option<Fleet> {
    let catalog = &source.catalog;
    let objects = catalog.objects().filter_map(|id| catalog.get(id).object.clone());
    Fleet::of(&source.cluster, objects, toleration_s)
}

#[hook]
fn use_run(desk: &Desk, side: Side, act: &Callback<Act>) {
    let wanted = side == Side::A || desk.compares;
    let asked = (
        desk.fleet.clone().filter(|_| wanted),
        desk.settings[side as usize],
        desk.faults.clone(),
        desk.until,
        desk.minor,
        desk.asked,
    );
    let act = act.clone();
    use_effect_with(asked, move |(fleet, settings, faults, until, minor, _)| {
        let (going, is_wanted) = Going::begin();
        let run = fleet
            .clone()
            .and_then(|fleet| Run::new(fleet, settings, *minor, faults.to_vec(), *until));
        if let Some(mut run) = run {
            spawn_local(async move {
                let mut breath = Breath::new();
                let (mut looked, mut wait) = (now_ms(), FIRST_LOOK_MS);
                loop {
                    let done = run.advance();
                    let paused = !done && breath.take().await;
                    if !is_wanted.get() {
                        return;
                    }
                    if done || (paused && now_ms() - looked > wait) {
                        let tape = (!run.tape().rows.is_empty()).then(|| Rc::new(run.tape().clone()));
                        let progress = if done { 1000 } else { run.progress().min(999) };
                        act.emit(Act::Told(side, Told { tape, progress }));
                        looked = now_ms();
                        wait = (wait * 1.6).min(LATEST_LOOK_MS);
                    }
                    if done {
                        return;
                    }
                }
            });
        }
        move || drop(going)
    });
}
