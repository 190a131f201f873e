use crate::analyse::diagnosis::live;
use crate::apiserver::{Create, DeleteOptions, Finalize, OwnerPatch, Patch, Policy, Request, Target, Verb};
use crate::object::{DiscoveryFailure, Facts, GroupFailure, List, Name, Object, ObjectKey, OwnerReference};
use crate::sim::{Action, Fault, World};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A way to put something right: edits that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it is good for.
    pub aim: Aim,
    /// What to do, in order.
    pub edits: Vec<Edit>,
}

/// What a fix is good for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aim {
    /// The object goes.
    Frees,
    /// The object stays.
    Keeps,
    /// The reference is right; what comes of the object then is up to its owner.
    Repairs,
}

/// One edit: the change of one object, or one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Takes finalizers off.
    RemoveFinalizers {
        /// The object.
        object: Arc<Object>,
        /// Which ones.
        finalizers: Vec<Name>,
    },
    /// Changes owner references.
    References {
        /// The object that has them.
        object: Arc<Object>,
        /// Each reference as it is, and how it changes.
        changes: Vec<(OwnerReference, ReferenceChange)>,
    },
    /// Takes a token off the namespace's `spec.finalizers`, by way of `finalize` (NS-11).
    Finalize {
        /// The namespace.
        namespace: Arc<Object>,
        /// The token.
        token: Name,
    },
    /// Deletes the object.
    Delete {
        /// The object.
        object: Arc<Object>,
        /// How. Deleting again in the background takes the collector's own finalizers off (API-16).
        policy: Policy,
        /// Without waiting for any kubelet (`--grace-period=0 --force`).
        force: bool,
    },
    /// Writes the object out, deletes it and makes it anew, which gives it a uid of its own.
    Recreate(Arc<Object>),
    /// Repairs the APIService of a group version, or deletes it.
    RepairDiscovery(GroupFailure),
    /// Repairs whatever makes discovery fail as a whole.
    RepairWholeDiscovery,
}

/// How an owner reference changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReferenceChange {
    /// It goes.
    Remove,
    /// It no longer blocks.
    Unblock,
    /// It no longer names the controller.
    Uncontrol,
    /// It becomes this one.
    Correct(OwnerReference),
}

impl Fix {
    /// The fix as actions on `world`. What is gone from it needs none.
    pub fn actions(&self, world: &World) -> Vec<Action> {
        let mut actions = Vec::new();
        // Several edits may concern one object; the later ones have to see what the earlier ones change.
        let mut edited: Vec<(ObjectKey, Object)> = Vec::new();
        for edit in &self.edits {
            edit.add_to(&mut actions, world, &mut edited);
        }
        actions
    }
}

impl Edit {
    /// The object that it changes; discovery is none.
    pub fn object(&self) -> Option<&Arc<Object>> {
        match self {
            Edit::RemoveFinalizers { object, .. }
            | Edit::References { object, .. }
            | Edit::Finalize {
                namespace: object, ..
            }
            | Edit::Delete { object, .. }
            | Edit::Recreate(object) => Some(object),
            Edit::RepairDiscovery(_) | Edit::RepairWholeDiscovery => None,
        }
    }

    fn add_to(&self, actions: &mut Vec<Action>, world: &World, edited: &mut Vec<(ObjectKey, Object)>) {
        let now = self.object().map(|object| {
            let known = edited.iter().find(|(key, _)| *key == object.key());
            known.map_or_else(
                || live(world, object).map(|live| (**live).clone()),
                |(_, known)| Some(known.clone()),
            )
        });
        let mut now = match now {
            None => return self.add_discovery(actions, world),
            Some(None) => return,
            Some(Some(now)) => now,
        };
        let api_version = world.cluster().kinds.get(now.kind).preferred();
        let target = Target::object(now.key(), api_version);
        let mut ask = |target, verb| actions.push(Action::Client(Box::new(Request { target, verb })));
        match self {
            Edit::RemoveFinalizers { finalizers, .. } => {
                let left = now.meta.finalizers.iter().copied();
                let left: List<Name> = left.filter(|one| !finalizers.contains(one)).collect();
                now.meta.finalizers = left.clone();
                ask(
                    target,
                    patch(Patch {
                        finalizers: Some(left),
                        ..Patch::default()
                    }),
                );
            }
            Edit::References { changes, .. } => {
                let references = now.meta.owner_references.iter();
                let references: List<OwnerReference> = references
                    .filter_map(
                        |one| match changes.iter().find(|(reference, _)| reference == one) {
                            Some((_, change)) => change.of(*one),
                            None => Some(*one),
                        },
                    )
                    .collect();
                now.meta.owner_references = references.clone();
                ask(
                    target,
                    patch(Patch {
                        owner_references: Some(OwnerPatch::Replace(references)),
                        ..Patch::default()
                    }),
                );
            }
            Edit::Finalize { token, .. } => {
                let Facts::Namespace(facts) = &now.facts else {
                    return;
                };
                let left = facts.spec_finalizers.iter().copied();
                let finalize = Finalize {
                    resource_version: now.meta.resource_version,
                    spec_finalizers: left.filter(|one| one != token).collect(),
                };
                ask(target, Verb::Finalize(Box::new(finalize)));
            }
            Edit::Delete { policy, force, .. } => ask(
                target,
                Verb::Delete(DeleteOptions {
                    policy: Some(*policy),
                    grace_period_s: force.then_some(0),
                    ..DeleteOptions::default()
                }),
            ),
            Edit::Recreate(_) => {
                ask(target, Verb::Delete(DeleteOptions::default()));
                let into = Target {
                    name: Name::EMPTY,
                    ..target
                };
                ask(into, Verb::Create(Box::new(Create::new(now.clone()))));
            }
            Edit::RepairDiscovery(_) | Edit::RepairWholeDiscovery => {}
        }
        edited.retain(|(key, _)| *key != now.key());
        edited.push((now.key(), now));
    }

    fn add_discovery(&self, actions: &mut Vec<Action>, world: &World) {
        let left = match (self, &world.cluster().discovery_failure) {
            (Edit::RepairDiscovery(repaired), Some(DiscoveryFailure::Groups(groups))) => {
                let known = actions.iter().rev().find_map(|action| match action {
                    Action::Fault(Fault::Discovery(failure)) => Some(failure.as_ref()),
                    _ => None,
                });
                let groups = match known {
                    Some(Some(DiscoveryFailure::Groups(left))) => left,
                    Some(None) => return,
                    _ => groups,
                };
                let left = groups.iter().copied();
                let left = left.filter(|failure| failure.group_version != repaired.group_version);
                DiscoveryFailure::of_groups(&world.cluster().names, left)
            }
            _ => None,
        };
        actions.push(Action::Fault(Fault::Discovery(left)));
    }
}

impl ReferenceChange {
    /// What becomes of `reference`; `None` when it goes.
    pub fn of(self, reference: OwnerReference) -> Option<OwnerReference> {
        match self {
            ReferenceChange::Remove => None,
            ReferenceChange::Unblock => Some(OwnerReference {
                block_owner_deletion: Some(false),
                ..reference
            }),
            ReferenceChange::Uncontrol => Some(OwnerReference {
                controller: Some(false),
                ..reference
            }),
            ReferenceChange::Correct(right) => Some(right),
        }
    }
}

fn patch(patch: Patch) -> Verb {
    Verb::Patch(Box::new(patch))
}
