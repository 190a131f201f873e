use super::state::{
    Act, ClusterPlan, Desk, DumpReading, Fleet, FleetBuilder, Gathering, PlanError, Run, Side, Told,
};
use crate::hooks::{Breath, Desk as Page, now_ms, use_desk};
use crate::state::Source;
use gloo_timers::future::TimeoutFuture;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Pods that are made between two looks at the clock.
const PODS_AT_ONCE: u32 = 2_000;
/// Objects of a dump that are looked at between two looks at the clock, and bytes that are read.
const OBJECTS_AT_ONCE: usize = 2_000;
const BYTES_AT_ONCE: usize = 64 << 10;
/// Whether anybody else still has nodes that are not shown any more is looked at so often, in milliseconds.
const SHED_AFTER_MS: u32 = 250;
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
    let page = use_desk();
    {
        let (act, opened) = (act.clone(), desk.opened);
        let source = source.filter(|_| opened);
        use_effect_with(
            (desk.plan, desk.minor, opened, desk.replaces, source, desk.built),
            move |(plan, minor, opened, replaces, source, _)| {
                let (going, is_wanted) = Going::begin();
                let wanted = Wanted {
                    plan: *plan,
                    minor: *minor,
                    replaces: *replaces,
                };
                let (opened, source) = (*opened, source.clone());
                spawn_local(async move {
                    let made = if opened {
                        let source = source.as_deref();
                        open(&page, source, wanted, &is_wanted).await
                    } else {
                        build(wanted, &is_wanted).await
                    };
                    match made.filter(|_| is_wanted.get()) {
                        None => {}
                        Some(Ok(fleet)) => act.emit(Act::Fleet(Rc::new(fleet))),
                        Some(Err(why)) => act.emit(Act::Refused(why)),
                    }
                });
                move || drop(going)
            },
        );
    }
    {
        use_effect_with(desk.fleet.clone(), |fleet| {
            let fleet = fleet.clone();
            move || {
                if let Some(fleet) = fleet {
                    spawn_local(shed(fleet));
                }
            }
        });
    }
    use_run(desk, Side::A, act);
    use_run(desk, Side::B, act);
}

/// Which nodes are asked for.
#[derive(Clone, Copy)]
struct Wanted {
    plan: ClusterPlan,
    minor: u32,
    replaces: bool,
}

/// Nodes by their numbers; `None` where nobody wants them any more.
async fn build(wanted: Wanted, is_wanted: &Cell<bool>) -> Option<Result<Fleet, PlanError>> {
    let mut breath = Breath::new();
    let mut builder = FleetBuilder::new(wanted.plan, wanted.minor, wanted.replaces)?;
    while !builder.advance(PODS_AT_ONCE) {
        breath.take().await;
        if !is_wanted.get() {
            return None;
        }
    }
    Some(Ok(builder.finish()))
}

/// The nodes of what is open: its files are read once more. Where there are none, what the page kept of it is taken.
async fn open(
    page: &Page,
    source: Option<&Source>,
    wanted: Wanted,
    is_wanted: &Cell<bool>,
) -> Option<Result<Fleet, PlanError>> {
    let mut breath = Breath::new();
    let toleration_s = wanted.plan.toleration_s;
    let gathering = match page.read_again().await {
        Some(inputs) => {
            let mut reading = DumpReading::new(inputs, wanted.minor, wanted.replaces);
            while reading.advance(BYTES_AT_ONCE) == Some(false) {
                breath.take().await;
                if !is_wanted.get() {
                    return None;
                }
            }
            reading.finish(toleration_s, wanted.replaces)
        }
        None => source.and_then(|source| {
            let catalog = &source.catalog;
            let objects = catalog.objects().filter_map(|id| catalog.get(id).object.clone());
            let silent = source.silent_nodes.iter().copied().collect();
            let cluster = source.cluster.clone();
            Gathering::new(cluster, objects.collect(), silent, toleration_s, wanted.replaces)
        }),
    };
    let Some(mut gathering) = gathering else {
        return Some(Err(PlanError::Nothing));
    };
    while !gathering.advance(OBJECTS_AT_ONCE) {
        breath.take().await;
        if !is_wanted.get() {
            return None;
        }
    }
    Some(gathering.finish())
}

/// Lets go of nodes that are not shown any more: to drop a hundred thousand objects at once would hold the page up.
async fn shed(fleet: Rc<Fleet>) {
    let mut fleet = fleet;
    let mut breath = Breath::new();
    let mut objects = loop {
        match Rc::try_unwrap(fleet) {
            Ok(fleet) => break fleet.objects,
            Err(shared) => fleet = shared,
        }
        // Who else has them lets go with its next picture, or when it is stopped.
        TimeoutFuture::new(SHED_AFTER_MS).await;
    };
    while !objects.is_empty() {
        objects.truncate(objects.len().saturating_sub(OBJECTS_AT_ONCE));
        breath.take().await;
    }
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
                while is_wanted.get() {
                    let done = run.advance();
                    let paused = !done && breath.take().await;
                    if !is_wanted.get() {
                        break;
                    }
                    if done || (paused && now_ms() - looked > wait) {
                        let tape = (!run.tape().rows.is_empty()).then(|| Rc::new(run.tape().clone()));
                        let progress = if done { 1000 } else { run.progress().min(999) };
                        act.emit(Act::Told(side, Told { tape, progress }));
                        looked = now_ms();
                        wait = (wait * 1.6).min(LATEST_LOOK_MS);
                    }
                    if done {
                        break;
                    }
                }
                // To drop a hundred thousand objects at once would hold the page up.
                while !run.unload() {
                    breath.take().await;
                }
            });
        }
        move || drop(going)
    });
}
