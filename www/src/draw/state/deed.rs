use super::admission::answered;
use super::apply::owned_by;
use super::{Draft, KindDraft, Owner, Place, Refusal, Why};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::apiserver::{
    Change, Create, DeleteOptions, OwnerPatch, Patch, Policy, Request, Target, Verb,
};
use kubeloupe_core::object::{Facts, Name, Names, Object, ObjectKey, ObjectMeta, OwnerReference};
use kubeloupe_core::sim::{Action, Effect, World};
use std::sync::Arc;

/// What a user can ask of the running cluster about one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It is deleted with this policy.
    Delete(ObjectKey, Cascade),
    /// A finalizer is taken off by force.
    RemoveFinalizer(ObjectKey, Name),
    /// An object of the same name and content is created, as a client with a manifest would.
    Recreate(Box<Object>),
    /// It gets an owner.
    AddOwner(ObjectKey, Owner),
    /// An owner reference is taken away.
    RemoveOwner(ObjectKey, OwnerReference),
    /// An object is created.
    Create(Box<Draft>),
}

/// A request as an action, what it creates, and the strings of that.
pub type Requested = (Action, Vec<Arc<Object>>, Arc<Names>);

/// The request that a deed is, in this world: it may need strings of it. A refusal where the API server would not take
/// it, so that nothing happens to the history.
pub fn request_of(world: &mut World, deed: &Deed) -> Result<Requested, Refusal> {
    let request = request(world, deed)?;
    tried(world, Action::Client(Box::new(request)))
}

/// The same of a request that was made elsewhere.
pub fn tried(world: &World, action: Action) -> Result<Requested, Refusal> {
    let mut trial = world.clone();
    let step = trial.apply(&action).map_err(|_| Why::Gone)?;
    let mut created = Vec::new();
    for effect in step.effects {
        match effect {
            Effect::Call(call) => {
                if let Some(refusal) = answered(&trial, &call.request, &call.response) {
                    return Err(refusal);
                }
            }
            Effect::Written {
                change: Change::Added,
                after,
                ..
            } => created.push(after),
            _ => {}
        }
    }
    Ok((action, created, trial.cluster().names.clone()))
}

fn request(world: &mut World, deed: &Deed) -> Result<Request, Refusal> {
    let target = |world: &World, key: &ObjectKey| {
        let kind = world.cluster().kinds.get(key.kind);
        Target::object(*key, kind.preferred())
    };
    Ok(match deed {
        Deed::Delete(key, cascade) => Request {
            target: target(world, key),
            verb: Verb::Delete(DeleteOptions {
                policy: match cascade {
                    Cascade::Background => Some(Policy::Background),
                    Cascade::Foreground => Some(Policy::Foreground),
                    Cascade::Orphan => Some(Policy::Orphan),
                    Cascade::ApiDefault => None,
                },
                ..DeleteOptions::default()
            }),
        },
        Deed::RemoveFinalizer(key, finalizer) => {
            let stored = world.api().get(key).ok_or(Why::Gone)?;
            let kept = stored.meta.finalizers.iter().filter(|one| *one != finalizer);
            let patch = Patch {
                finalizers: Some(kept.copied().collect()),
                ..Patch::default()
            };
            Request {
                target: target(world, key),
                verb: Verb::Patch(Box::new(patch)),
            }
        }
        Deed::RemoveOwner(key, owner) => {
            let stored = world.api().get(key).ok_or(Why::Gone)?;
            let kept = stored.meta.owner_references.iter().filter(|one| *one != owner);
            let patch = Patch {
                owner_references: Some(OwnerPatch::Replace(kept.copied().collect())),
                ..Patch::default()
            };
            Request {
                target: target(world, key),
                verb: Verb::Patch(Box::new(patch)),
            }
        }
        Deed::AddOwner(key, owner) => {
            let stored = world.api().get(key).ok_or(Why::Gone)?;
            let reference = match owner {
                Owner::Absent(reference) => *reference,
                Owner::Object(owner) => {
                    let kind = world.cluster().kinds.get(owner.kind);
                    OwnerReference {
                        api_version: kind.preferred(),
                        kind: kind.kind,
                        name: owner.name,
                        uid: world.api().get(owner).ok_or(Why::Gone)?.meta.uid,
                        ..OwnerReference::default()
                    }
                }
            };
            let mut references = stored.meta.owner_references.to_vec();
            references.push(owned_by(reference, &references)?);
            let patch = Patch {
                owner_references: Some(OwnerPatch::Replace(references.into())),
                ..Patch::default()
            };
            Request {
                target: target(world, key),
                verb: Verb::Patch(Box::new(patch)),
            }
        }
        Deed::Recreate(object) => post(world, as_sent(object)),
        Deed::Create(draft) => {
            let KindDraft::Known(kind) = draft.kind else {
                return Err(Refusal::at(Place::Kind, Why::Gone));
            };
            let names = Arc::make_mut(&mut world.cluster_mut().names);
            let meta = ObjectMeta {
                name: names.intern(&draft.name),
                namespace: names.intern(&draft.namespace),
                ..ObjectMeta::default()
            };
            post(
                world,
                Object {
                    kind,
                    meta,
                    facts: Facts::None,
                },
            )
        }
    })
}

fn post(world: &World, object: Object) -> Request {
    let kind = world.cluster().kinds.get(object.kind);
    Request {
        target: Target {
            name: Name::EMPTY,
            ..Target::object(object.key(), kind.preferred())
        },
        verb: Verb::Create(Box::new(Create::new(object))),
    }
}

/// What a manifest of an object says of it: everything but what servers set.
fn as_sent(object: &Object) -> Object {
    Object {
        kind: object.kind,
        meta: ObjectMeta {
            name: object.meta.name,
            namespace: object.meta.namespace,
            finalizers: object.meta.finalizers.clone(),
            owner_references: object.meta.owner_references.clone(),
            labels: object.meta.labels.clone(),
            ..ObjectMeta::default()
        },
        facts: object.facts.clone(),
    }
}
