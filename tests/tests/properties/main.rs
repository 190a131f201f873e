//! Properties of random worlds under random actions: wrong references, lost events, conflicts, restarts.
//!
//! `PROPTEST_CASES` sets how many worlds are tried, `PROPTEST_RNG_SEED` which ones.

mod act;
mod fleet;
mod sketch;
mod watchman;

use act::{Act, acts};
use fleet::{Fleet, Mishap, fleet, mishaps};
use kubeloupe_core::Set;
use kubeloupe_core::analyse::diagnosis::{Aim, Coverage, Diagnosis, Outcome};
use kubeloupe_core::analyse::{Cascade, ForecastLimits, ForecastRun, Question};
use kubeloupe_core::gc::{DotForm, DotNode, dot_nodes, write_dot};
use kubeloupe_core::object::{ConditionStatus, Facts, Name, ObjectKey, Time};
use kubeloupe_core::sim::{Action, BranchId, History, Schedule, World};
use kubeloupe_formats::dot::{self, DotGraph};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::text::Lang;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};
use sketch::{Sketch, sketch};
use std::collections::BTreeSet;
use watchman::Watchman;

/// How many steps a world of a handful of objects may need to come to rest.
const STEPS_TO_REST: u32 = 20_000;

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let no_file: Option<Box<FileFailurePersistence>> = None;
    ProptestConfig {
        // The same worlds on every run, unless the environment says otherwise: a test that fails now and then is none.
        rng_seed: match default.rng_seed {
            RngSeed::Random => RngSeed::Fixed(20_261_130),
            fixed => fixed,
        },
        failure_persistence: no_file.map(|file| file as _),
        ..default
    }
}

/// Does `acts` to the world of `sketch` and lets it come to rest, with the watchman looking on.
fn play(sketch: &Sketch, acts: &[Act], watchman: &mut Watchman) -> Result<(World, Vec<Action>), String> {
    let mut world = sketch.world();
    let mut actions = Vec::new();
    for act in acts {
        let Some(action) = act.action(sketch, &mut world) else {
            continue;
        };
        if watchman.apply(&mut world, &action)?.is_some() {
            actions.push(action);
        }
    }
    Ok((world, actions))
}

fn come_to_rest(world: &mut World, watchman: &mut Watchman) -> Result<(), String> {
    for _ in 0..STEPS_TO_REST {
        let Some(action) = world.next(Schedule::Fair) else {
            return Ok(());
        };
        if watchman.apply(world, &action)?.is_none() {
            return Err(format!("a schedule chose an action that is rejected: {action:?}"));
        }
    }
    Err(format!("no rest after {STEPS_TO_REST} steps"))
}

/// Lets a random schedule take steps, with mishaps between them; says which steps it took.
fn stray(
    fleet: &Fleet,
    mishaps: &[Mishap],
    steps: usize,
    watchman: &mut Watchman,
) -> Result<(World, Vec<Action>), String> {
    let mut world = fleet.world();
    let mut actions = Vec::new();
    let mut pending = mishaps.iter();
    let mut next = pending.next();
    for number in 0..steps {
        let action = match next {
            Some(mishap) if mishap.after <= number => {
                next = pending.next();
                fleet.action(&world, mishap)
            }
            _ => match world.next(Schedule::Random) {
                Some(action) => action,
                None => break,
            },
        };
        if watchman.apply(&mut world, &action)?.is_none() {
            return Err(format!("a schedule chose an action that is rejected: {action:?}"));
        }
        actions.push(action);
    }
    Ok((world, actions))
}

fn must<T>(result: Result<T, String>) -> Result<T, TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(config())]

    /// The graph holds together, nothing with a living owner is deleted, no owner is let go too early, and in the end
    /// there is rest.
    #[test]
    fn nothing_forbidden_happens(sketch in sketch(), acts in acts()) {
        let mut watchman = Watchman::default();
        let (mut world, _) = must(play(&sketch, &acts, &mut watchman))?;
        must(come_to_rest(&mut world, &mut watchman))?;
        prop_assert!(world.is_at_rest());
    }

    /// Everything that is said to be possible is possible.
    #[test]
    fn enabled_actions_are_accepted(sketch in sketch(), acts in acts()) {
        let (world, _) = must(play(&sketch, &acts, &mut Watchman::default()))?;
        for action in world.enabled() {
            prop_assert!(world.clone().apply(&action).is_ok(), "{:?}", action);
        }
    }

    /// The same actions from the same start give the same state, told or silently.
    #[test]
    fn actions_decide_everything(sketch in sketch(), acts in acts()) {
        let (world, actions) = must(play(&sketch, &acts, &mut Watchman::default()))?;
        let mut again = sketch.world();
        let mut silent = sketch.world();
        for action in &actions {
            // Names that a client's request brings with it are interned by whoever makes the request.
            let names = world.cluster().names.clone();
            again.cluster_mut().names = names.clone();
            silent.cluster_mut().names = names;
            prop_assert!(again.apply(action).is_ok());
            prop_assert!(silent.apply_silently(action).is_ok());
            prop_assert_eq!(again.digest(), silent.digest());
        }
        prop_assert_eq!(again.digest(), world.digest());
    }

    /// A graph comes back from its dump as it was, and the mistake of the real dump is no difference: whichever nodes
    /// were left out of it.
    #[test]
    fn graphs_come_back_from_their_dumps(sketch in sketch(), acts in acts(), left_out in any::<u64>()) {
        let (world, _) = must(play(&sketch, &acts, &mut Watchman::default()))?;
        let names = &world.cluster().names;
        let mut nodes = dot_nodes(world.gc().graph());
        let mut number = 0;
        nodes.retain(|_| {
            number += 1;
            left_out >> (number % 64) & 1 == 0
        });
        let shown: Vec<&DotNode> = nodes.iter().collect();
        let simulated = DotGraph::of(names, &nodes);
        let read = |form| {
            let text = write_dot(names, &shown, form);
            dot::read("dump", &text, &Limits::default()).map_err(|error| TestCaseError::fail(error.to_string()))
        };
        let corrected = read(DotForm::Corrected)?;
        prop_assert_eq!(&corrected.vertices, &simulated.vertices);
        prop_assert_eq!(corrected.repeated, 0);
        let differences = dot::diff(&corrected, &simulated);
        prop_assert!(differences.is_empty(), "{}", differences.text(Lang::En));
        prop_assert_eq!(differences.edges_put_right, 0);
        let upstream = read(DotForm::Upstream)?;
        let differences = dot::diff(&upstream, &simulated);
        prop_assert!(differences.is_empty(), "{}", differences.text(Lang::En));
        // What is another graph is told from it.
        let mut other = simulated.clone();
        let vertex = other.vertices.values_mut().next();
        if let Some(vertex) = vertex {
            vertex.being_deleted = !vertex.being_deleted;
            prop_assert_eq!(dot::diff(&corrected, &other).differences.len(), 1);
        }
    }

    /// Whatever order a random schedule takes, nothing forbidden happens, and a fair one brings rest after it.
    #[test]
    fn random_order_then_rest(sketch in sketch(), acts in acts(), steps in 0_usize..200) {
        let mut watchman = Watchman::default();
        let (mut world, _) = must(play(&sketch, &acts, &mut watchman))?;
        for _ in 0..steps {
            let Some(action) = world.next(Schedule::Random) else { break };
            prop_assert!(must(watchman.apply(&mut world, &action))?.is_some(), "rejected: {:?}", action);
        }
        must(come_to_rest(&mut world, &mut watchman))?;
    }

    /// Every step of a history can be gone back to, and acting there leaves the other branch as it was.
    #[test]
    fn history_goes_anywhere(sketch in sketch(), acts in acts(), back in any::<usize>(), other in any::<usize>()) {
        let (end, actions) = must(play(&sketch, &acts, &mut Watchman::default()))?;
        let mut history = History::new(sketch.world());
        history.world_mut().cluster_mut().names = end.cluster().names.clone();
        let mut digests = vec![history.world().digest()];
        for action in &actions {
            prop_assert!(history.apply(action).is_ok());
            digests.push(history.world().digest());
        }
        prop_assert_eq!(history.position(), actions.len());
        prop_assert!(history.seek(0).is_ok());
        prop_assert_eq!(history.world().digest(), digests[0]);
        prop_assert!(history.seek(actions.len()).is_ok());
        prop_assert_eq!(history.world().digest(), digests[actions.len()]);
        for (position, digest) in digests.iter().enumerate().rev() {
            prop_assert!(history.seek(position).is_ok());
            prop_assert_eq!(history.world().digest(), *digest);
        }
        let position = back % digests.len();
        prop_assert!(history.seek(position).is_ok());
        let enabled = history.world().enabled();
        if !enabled.is_empty() {
            prop_assert!(history.apply(&enabled[other % enabled.len()]).is_ok());
            prop_assert_eq!(history.position(), position + 1);
        }
        prop_assert!(history.switch(BranchId::default(), actions.len()).is_ok());
        prop_assert_eq!(history.path(), actions);
        for (position, digest) in digests.iter().enumerate() {
            prop_assert!(history.seek(position).is_ok());
            prop_assert_eq!(history.world().digest(), *digest);
        }
    }

    /// Whatever a world comes to rest with half deleted is diagnosed as stuck, and nothing else is; and what is said to
    /// free it does.
    #[test]
    fn what_stays_half_deleted_is_diagnosed(sketch in sketch(), acts in acts()) {
        let mut watchman = Watchman::default();
        let (world, _) = must(play(&sketch, &acts, &mut watchman))?;
        let mut rest = world.clone();
        must(come_to_rest(&mut rest, &mut watchman))?;
        let half_deleted: BTreeSet<ObjectKey> = rest
            .api()
            .objects()
            .filter(|object| object.meta.is_deleting())
            .map(|object| object.key())
            .collect();
        // Seen from where it was played to, and from where it rests.
        for from in [&world, &rest] {
            let diagnosis = diagnosis(from);
            let stuck: BTreeSet<ObjectKey> = diagnosis
                .findings
                .iter()
                .filter(|finding| finding.outcome == Outcome::Stuck)
                .map(|finding| finding.object.key())
                .collect();
            prop_assert_eq!(&stuck, &half_deleted);
        }
        for finding in diagnosis(&rest).findings {
            for fix in finding.fixes.iter().filter(|fix| fix.aim == Aim::Frees) {
                let mut fixed = rest.clone();
                for action in fix.actions(&rest) {
                    prop_assert!(fixed.apply_silently(&action).is_ok(), "{:?}", action);
                }
                prop_assert!(fixed.run_silently(Schedule::Fair, None, u64::from(STEPS_TO_REST)));
                let left = fixed.api().get(&finding.object.key());
                let left = left.filter(|object| object.meta.uid == finding.object.meta.uid);
                prop_assert!(left.is_none(), "{:?} leaves {:?}", fix, left);
            }
        }
    }
}

proptest! {
    // Hundreds of steps each, so fewer of them.
    #![proptest_config(ProptestConfig { cases: config().cases.div_ceil(4), ..config() })]

    /// Whatever order the nodes' controllers take, what is offered is possible, and once all is well again every node is
    /// ready and free of taints.
    #[test]
    fn nodes_recover_from_any_order(fleet in fleet(), mishaps in mishaps(), steps in 0_usize..250) {
        let mut watchman = Watchman::default();
        let (mut world, _) = must(stray(&fleet, &mishaps, steps, &mut watchman))?;
        for action in world.enabled() {
            prop_assert!(world.clone().apply(&action).is_ok(), "{:?}", action);
        }
        for remedy in fleet.remedies(&world) {
            must(watchman.apply(&mut world, &remedy))?;
        }
        world.run_silently(Schedule::Fair, Some(Time(world.now().0 + 400_000_000_000)), u64::from(STEPS_TO_REST));
        let kinds = world.nodes().expect("they run").kinds();
        for node in world.api().of_kind(kinds.node) {
            let Facts::Node(facts) = &node.facts else { continue };
            let ready = facts.condition(Name::READY).map(|ready| ready.status);
            prop_assert_eq!(ready, Some(ConditionStatus::True));
            let taints: Vec<_> = facts.taints.iter().filter(|taint| taint.effect == Name::NO_EXECUTE).collect();
            prop_assert!(taints.is_empty(), "{:?}", taints);
        }
        let zones = world.nodes().and_then(|nodes| nodes.lifecycle()).map(|lifecycle| lifecycle.zones());
        for zone in zones.into_iter().flatten() {
            let queue = zone.queue.as_ref().map(|queue| queue.queue());
            // Nobody waits who has not failed; the heap is a part of the set.
            prop_assert!(queue.is_none_or(|queue| queue.heap().is_empty()), "{:?}", zone);
        }
    }

    /// The same choices give the same state, told or silently.
    #[test]
    fn choices_of_nodes_decide_everything(fleet in fleet(), mishaps in mishaps(), steps in 0_usize..150) {
        let (world, actions) = must(stray(&fleet, &mishaps, steps, &mut Watchman::default()))?;
        let (mut again, mut silent) = (fleet.world(), fleet.world());
        for action in &actions {
            prop_assert!(again.apply(action).is_ok());
            prop_assert!(silent.apply_silently(action).is_ok());
            prop_assert_eq!(again.digest(), silent.digest());
        }
        prop_assert_eq!(again.digest(), world.digest());
    }
}

fn diagnosis(world: &World) -> Diagnosis {
    let nothing = Question {
        delete: Vec::new(),
        cascade: Cascade::ApiDefault,
    };
    let mut run = ForecastRun::new(world, nothing, Set::default(), ForecastLimits::default());
    while !run.advance(u64::MAX) {}
    run.diagnosis(Coverage::Cluster)
}
