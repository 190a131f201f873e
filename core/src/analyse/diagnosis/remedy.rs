use super::chain::Chain;
use super::index::Index;
use super::{Aim, Blocker, Edit, Fix, Link, ReferenceChange};
use crate::apiserver::Policy;
use crate::gc::Identity;
use crate::object::{Facts, Name, Object, ObjectKey, OwnerReference};
use crate::sorted::{dedup, sort_by_key};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Ways to let an object go that the chain holds, the least first: to deal with every cause, or with the object alone.
pub(super) fn freeing(index: &Index<'_>, object: &Arc<Object>, chain: &Chain) -> Vec<Fix> {
    let causes = from_causes(index, chain);
    let own = if has_special_end(object) {
        None
    } else {
        from_object(object)
    };
    let mut fixes: Vec<Fix> = causes.into_iter().chain(own).map(frees).collect();
    // A tie goes to the causes, which the sort keeps in front.
    sort_by_key(&mut fixes, |fix| fix.edits.len());
    dedup(&mut fixes);
    fixes
}

fn frees(edits: Vec<Edit>) -> Fix {
    Fix {
        aim: Aim::Frees,
        edits,
    }
}

/// Whether taking the object's own finalizers off would leave something behind that nobody looks after: the content of a
/// namespace, the instances of a definition; or would have dependents collected that were to be orphaned.
fn has_special_end(object: &Object) -> bool {
    matches!(object.facts, Facts::Namespace(_) | Facts::Crd(_)) || object.meta.has_finalizer(Name::ORPHAN)
}

/// The edits that deal with every cause; `None` where one cannot be dealt with by an edit.
fn from_causes(index: &Index<'_>, chain: &Chain) -> Option<Vec<Edit>> {
    if chain.more > 0 {
        return None;
    }
    let mut edits: Vec<Edit> = Vec::new();
    for link in chain.links.iter().filter(|link| link.is_cause) {
        let edit = for_cause(index, link)?;
        join(&mut edits, edit);
    }
    // A deletion takes off finalizers that an edit of the object would then put back.
    sort_by_key(&mut edits, |edit| matches!(edit, Edit::Delete { .. }));
    (!edits.is_empty()).then_some(edits)
}

/// Adds an edit to others, as one with the one of the same kind that the object has already.
fn join(edits: &mut Vec<Edit>, edit: Edit) {
    for known in edits.iter_mut() {
        match (known, &edit) {
            (
                Edit::RemoveFinalizers { object, finalizers },
                Edit::RemoveFinalizers {
                    object: same,
                    finalizers: more,
                },
            ) if object.key() == same.key() => return finalizers.extend(more),
            (
                Edit::References { object, changes },
                Edit::References {
                    object: same,
                    changes: more,
                },
            ) if object.key() == same.key() => return changes.extend(more),
            (known, edit) if known == edit => return,
            _ => {}
        }
    }
    edits.push(edit);
}

fn for_cause(index: &Index<'_>, link: &Link) -> Option<Edit> {
    let of = find(index, &link.of)?;
    let again = |force| Edit::Delete {
        object: of.clone(),
        policy: Policy::Background,
        force,
    };
    Some(match &link.blocker {
        Blocker::Finalizer(finalizer) => Edit::RemoveFinalizers {
            object: of,
            finalizers: alloc::vec![*finalizer],
        },
        Blocker::Controller(Name::FOREGROUND_DELETION | Name::ORPHAN) | Blocker::Nothing => again(false),
        Blocker::Deadlock(members) => unblock(find(index, members.first()?)?, of.meta.uid)?,
        Blocker::UnmappedKind { dependent, .. } | Blocker::ScopeMismatch(dependent) => {
            unblock(find(index, dependent)?, of.meta.uid)?
        }
        Blocker::Refusal { dependent, .. } => without_invalid(find(index, dependent)?)?,
        Blocker::Discovery(failure) => Edit::RepairDiscovery(*failure),
        Blocker::WholeDiscovery(_) => Edit::RepairWholeDiscovery,
        Blocker::SpecFinalizer(token) => Edit::Finalize {
            namespace: of,
            token: *token,
        },
        Blocker::Grace { .. }
        | Blocker::SilentNode(_)
        | Blocker::Unconfirmed(_)
        | Blocker::NoNode
        | Blocker::NoKubelet => again(true),
        Blocker::Controller(_)
        | Blocker::Condition(_)
        | Blocker::Dependent(_)
        | Blocker::Instance(_)
        | Blocker::Content { .. } => return None,
    })
}

/// The edits of the object alone that let it go.
fn from_object(object: &Arc<Object>) -> Option<Vec<Edit>> {
    let ours = [Name::FOREGROUND_DELETION, Name::ORPHAN];
    let finalizers = object.meta.finalizers.iter().copied();
    let foreign: Vec<Name> = finalizers.filter(|one| !ours.contains(one)).collect();
    let force = !object.meta.grace_is_over();
    let collected = ours.iter().any(|&one| object.meta.has_finalizer(one));
    let mut edits = Vec::new();
    if !foreign.is_empty() {
        edits.push(Edit::RemoveFinalizers {
            object: object.clone(),
            finalizers: foreign,
        });
    }
    if force || collected {
        edits.push(Edit::Delete {
            object: object.clone(),
            policy: Policy::Background,
            force,
        });
    }
    (!edits.is_empty()).then_some(edits)
}

/// The references of `dependent` to `owner` no longer block. The collector compares only the last of the references to
/// an owner with what it was (GC-18), so that nothing that is done to several is sure to reach it.
fn unblock(dependent: Arc<Object>, owner: Name) -> Option<Edit> {
    let references = dependent.meta.owner_references.iter().copied();
    let named: Vec<OwnerReference> = references.filter(|reference| reference.uid == owner).collect();
    let [reference] = named.as_slice() else {
        return None;
    };
    let changes: Vec<(OwnerReference, ReferenceChange)> = reference
        .blocks()
        .then_some((*reference, ReferenceChange::Unblock))
        .into_iter()
        .collect();
    (!changes.is_empty()).then_some(Edit::References {
        object: dependent,
        changes,
    })
}

/// The references that the API server would refuse to store go, so that it takes patches of the object again (API-1).
fn without_invalid(object: Arc<Object>) -> Option<Edit> {
    let references = &object.meta.owner_references;
    let incomplete = |reference: &OwnerReference| {
        let OwnerReference {
            api_version,
            kind,
            name,
            uid,
            ..
        } = *reference;
        [api_version, kind, name, uid].contains(&Name::EMPTY)
            || (api_version, kind) == (Name::V1, Name::EVENT)
    };
    let mut changes: Vec<(OwnerReference, ReferenceChange)> = references
        .iter()
        .filter(|reference| incomplete(reference))
        .map(|&reference| (reference, ReferenceChange::Remove))
        .collect();
    changes.extend(second_controllers(&object).map(|reference| (reference, ReferenceChange::Uncontrol)));
    (!changes.is_empty()).then_some(Edit::References { object, changes })
}

/// The references after the first that name a controller.
pub(super) fn second_controllers(object: &Object) -> impl Iterator<Item = OwnerReference> {
    let references = object.meta.owner_references.iter().copied();
    references
        .filter(|reference| reference.controller == Some(true))
        .skip(1)
}

fn find(index: &Index<'_>, identity: &Identity) -> Option<Arc<Object>> {
    let kind = index.cluster.kinds.known(identity.api_version, identity.kind)?;
    let key = ObjectKey {
        kind,
        namespace: identity.namespace,
        name: identity.name,
    };
    index.get(&key).cloned()
}
