use super::sketch::{ReferenceSketch, Sketch, finalizers, reference};
use kubeloupe_core::apiserver::{DeleteOptions, OwnerPatch, Patch, Policy, Reason, Request, Target, Verb};
use kubeloupe_core::object::{Object, OwnerReference};
use kubeloupe_core::sim::{Action, Fault, Injected, World};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

/// What somebody does to a world, in numbers; which action it is depends on the world that it is done to.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// One of the steps that are possible.
    Step(usize),
    /// A worker's next call, if there is one, answers with a conflict that nobody caused.
    Conflict(usize),
    /// A watch event is lost.
    Drop(usize),
    /// The controllers start anew.
    Restart,
    /// A client deletes an object.
    Delete {
        object: usize,
        policy: Option<u8>,
        grace_is_zero: bool,
    },
    /// A client replaces the finalizers of an object.
    Finalizers { object: usize, bits: u8 },
    /// A client replaces the owners of an object.
    Owners {
        object: usize,
        owners: Vec<ReferenceSketch>,
    },
    /// A client changes something else.
    Touch { object: usize },
}

pub(crate) fn acts() -> impl Strategy<Value = Vec<Act>> {
    vec(act(), 0..60)
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        20 => any::<usize>().prop_map(Act::Step),
        1 => any::<usize>().prop_map(Act::Conflict),
        1 => any::<usize>().prop_map(Act::Drop),
        1 => Just(Act::Restart),
        3 => (0_usize..8, option::of(0_u8..3), any::<bool>())
            .prop_map(|(object, policy, grace_is_zero)| Act::Delete { object, policy, grace_is_zero }),
        1 => (0_usize..8, 0_u8..8).prop_map(|(object, bits)| Act::Finalizers { object, bits }),
        2 => (0_usize..8, vec(reference(), 0..3)).prop_map(|(object, owners)| Act::Owners { object, owners }),
        1 => (0_usize..8).prop_map(|object| Act::Touch { object }),
    ]
}

impl Act {
    /// The action that this is in `world`; `None` where it means nothing there.
    pub(crate) fn action(&self, sketch: &Sketch, world: &mut World) -> Option<Action> {
        match self {
            Act::Step(choice) => pick(world.enabled(), *choice),
            Act::Conflict(choice) => {
                let calls = world.enabled().into_iter().filter_map(|action| match action {
                    Action::Call { worker, .. } => Some(Action::Call {
                        worker,
                        answer: Some(Injected {
                            reason: Reason::Conflict,
                        }),
                    }),
                    _ => None,
                });
                pick(calls.collect(), *choice)
            }
            Act::Drop(choice) => {
                let events = world.enabled().into_iter().filter_map(|action| match action {
                    Action::Deliver(informer) => Some(Action::Drop(informer)),
                    _ => None,
                });
                pick(events.collect(), *choice)
            }
            Act::Restart => Some(Action::Fault(Fault::RestartControllers)),
            Act::Delete {
                object,
                policy,
                grace_is_zero,
            } => {
                let policies = [Policy::Background, Policy::Foreground, Policy::Orphan];
                let options = DeleteOptions {
                    policy: policy.map(|policy| policies[usize::from(policy)]),
                    grace_period_s: grace_is_zero.then_some(0),
                    ..DeleteOptions::default()
                };
                request(world, *object, Verb::Delete(options))
            }
            Act::Finalizers { object, bits } => {
                let names = Arc::make_mut(&mut world.cluster_mut().names);
                let finalizers = Some(finalizers(names, *bits).into());
                patch(
                    world,
                    *object,
                    Patch {
                        finalizers,
                        ..Patch::default()
                    },
                )
            }
            Act::Owners { object, owners } => {
                let owners: Vec<OwnerReference> = owners
                    .iter()
                    .map(|reference| sketch.reference(world.cluster_mut(), reference))
                    .collect();
                let owner_references = Some(OwnerPatch::Replace(owners.into()));
                patch(
                    world,
                    *object,
                    Patch {
                        owner_references,
                        ..Patch::default()
                    },
                )
            }
            Act::Touch { object } => patch(
                world,
                *object,
                Patch {
                    touches: true,
                    ..Patch::default()
                },
            ),
        }
    }
}

fn pick(mut actions: Vec<Action>, choice: usize) -> Option<Action> {
    if actions.is_empty() {
        return None;
    }
    let choice = choice % actions.len();
    Some(actions.swap_remove(choice))
}

fn request(world: &World, object: usize, verb: Verb) -> Option<Action> {
    let objects: Vec<&Arc<Object>> = world.api().objects().collect();
    let object = objects.get(object % objects.len().max(1))?;
    let target = Target::object(object.key(), world.cluster().kinds.get(object.kind).preferred());
    Some(Action::Client(Box::new(Request { target, verb })))
}

fn patch(world: &World, object: usize, patch: Patch) -> Option<Action> {
    request(world, object, Verb::Patch(Box::new(patch)))
}
