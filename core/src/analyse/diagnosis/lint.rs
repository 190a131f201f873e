use super::index::Index;
use super::reference::{corrected, fault};
use super::remedy::second_controllers;
use super::{Aim, Coverage, Edit, Fix, Missing, Outcome, Problem, ReferenceChange, ReferenceFault};
use crate::Set;
use crate::apiserver::Policy;
use crate::gc::Identity;
use crate::object::{Kind, KnownFrom, Name, Object, OwnerReference};
use crate::sim::Rule;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How many other objects with the same uid are named.
const TWINS: usize = 100;

/// One thing that is wrong with an object as it was found, whatever comes of it.
pub(super) struct Suspicion {
    pub(super) problem: Problem,
    pub(super) rule: Rule,
    pub(super) others: Vec<Identity>,
    /// What would have to be known, where nothing can be said.
    pub(super) missing: Option<Missing>,
    /// The collector cannot decide about an object with such a reference, whatever its other owners do (GC-38).
    pub(super) stops_collection: bool,
    /// The object's references that do not lead to an owner which lives on.
    bad: Vec<OwnerReference>,
    /// The owner that was perhaps meant, as a reference.
    right: Option<OwnerReference>,
}

/// What is wrong with the owner references of `object`, and with its uid.
pub(super) fn suspicions(index: &Index<'_>, object: &Arc<Object>) -> Vec<Suspicion> {
    let mut all = Vec::new();
    let references = &object.meta.owner_references;
    for (place, reference) in references.iter().enumerate() {
        let Some((wrong, found)) = fault(index, object, reference) else {
            continue;
        };
        let named_before = references[..place].iter().any(|other| other.uid == reference.uid);
        let named_after = references[place + 1..]
            .iter()
            .any(|other| other.uid == reference.uid);
        let twice = reference.uid != Name::EMPTY && (named_before || named_after);
        all.push(Suspicion {
            problem: if twice {
                Problem::UidNamedTwice(*reference)
            } else {
                Problem::Reference {
                    reference: *reference,
                    fault: wrong,
                }
            },
            rule: if twice { Rule("GC-41a") } else { rule(wrong) },
            others: found.map(|owner| index.identity(owner)).into_iter().collect(),
            missing: missing(index, reference, wrong),
            bad: bad_references(index, object),
            stops_collection: index.key_of(reference, object.meta.namespace).is_none(),
            right: found.and_then(|owner| corrected(index, object, reference, owner)),
        });
    }
    if second_controllers(object).next().is_some() {
        all.push(plain(Problem::TwoControllers, Rule("API-1"), Vec::new()));
    }
    let mut same: Vec<Identity> = Vec::new();
    for other in index
        .with_uid(object.meta.uid)
        .filter(|other| other.key() != object.key())
        .take(TWINS)
    {
        same.push(index.identity(other));
    }
    if !same.is_empty() {
        all.push(plain(Problem::SharedUid, Rule("GC-1"), same));
    }
    all
}

/// The references of the object that do not lead to an owner which lives on, as far as the dump tells.
fn bad_references(index: &Index<'_>, object: &Object) -> Vec<OwnerReference> {
    let references = object.meta.owner_references.iter().copied();
    let is_bad = |reference: &OwnerReference| match fault(index, object, reference) {
        Some((fault, _)) => fault != ReferenceFault::NotInDump,
        None => {
            let owner = index
                .owner(reference, object.meta.namespace)
                .map(|place| index.at(place));
            owner.is_some_and(|owner| owner.meta.is_deleting())
        }
    };
    references.filter(is_bad).collect()
}

/// The circle of these members, for the first of them.
pub(super) fn circle(index: &Index<'_>, members: &[u32]) -> Suspicion {
    let inside: Set<u32> = members.iter().copied().collect();
    let blocking = members.iter().all(|&place| {
        let object = index.at(place);
        let references = object.meta.owner_references.iter();
        references
            .filter(|reference| {
                index
                    .owner(reference, object.meta.namespace)
                    .is_some_and(|owner| inside.contains(&owner))
            })
            .any(OwnerReference::blocks)
    });
    let rule = if blocking { Rule("GC-42") } else { Rule("GC-41") };
    let others = members[1..].iter().map(|&place| index.identity(index.at(place)));
    plain(Problem::Circle { blocking }, rule, others.collect())
}

fn plain(problem: Problem, rule: Rule, others: Vec<Identity>) -> Suspicion {
    Suspicion {
        problem,
        rule,
        others,
        missing: None,
        stops_collection: false,
        bad: Vec::new(),
        right: None,
    }
}

fn rule(fault: ReferenceFault) -> Rule {
    match fault {
        ReferenceFault::WrongApiVersion | ReferenceFault::UnknownKind => Rule("GC-38"),
        ReferenceFault::NoUid => Rule("API-1"),
        _ => Rule("GC-39"),
    }
}

/// What would have to be known about an owner that cannot be judged.
fn missing(index: &Index<'_>, reference: &OwnerReference, fault: ReferenceFault) -> Option<Missing> {
    let kinds = &index.cluster.kinds;
    let failing = index.cluster.discovery_failure.as_ref();
    match fault {
        ReferenceFault::NotInDump => kinds
            .served(reference.api_version, reference.kind)
            .map(Missing::Kind),
        // Without definitions nobody knows whether a kind is served that Kubernetes does not bring.
        _ if kinds.served(reference.api_version, reference.kind).is_some() => None,
        _ if failing.is_some_and(|failure| failure.concerns(reference.api_version)) => {
            Some(Missing::GroupVersion(reference.api_version))
        }
        _ if index.coverage == Coverage::Dump
            && !is_built_in(index, reference)
            && !index.holds_definitions =>
        {
            Some(Missing::Definitions)
        }
        _ => None,
    }
}

/// Whether the group is Kubernetes' own, so that it is known which kinds it has: definitions need a group with a dot.
fn is_built_in(index: &Index<'_>, reference: &OwnerReference) -> bool {
    let (names, kinds) = (&index.cluster.names, &index.cluster.kinds);
    let group = names
        .text(reference.api_version)
        .split_once('/')
        .map_or("", |(group, _)| group);
    let built_in = |kind: &Kind| kind.known_from == KnownFrom::BuiltIn && names.text(kind.group) == group;
    !group.contains('.') || kinds.ids().any(|id| built_in(kinds.get(id)))
}

impl Suspicion {
    /// Ways to put it right, given what comes of it.
    pub(super) fn fixes(&self, object: &Arc<Object>, outcome: Outcome) -> Vec<Fix> {
        match &self.problem {
            Problem::Reference { reference, fault } => self.for_reference(object, reference, *fault, outcome),
            Problem::UidNamedTwice(_) => self.keeping(object).into_iter().collect(),
            Problem::TwoControllers => {
                let changes =
                    second_controllers(object).map(|reference| (reference, ReferenceChange::Uncontrol));
                let edits = alloc::vec![Edit::References {
                    object: object.clone(),
                    changes: changes.collect(),
                }];
                alloc::vec![Fix {
                    aim: Aim::Repairs,
                    edits,
                }]
            }
            Problem::SharedUid => alloc::vec![Fix {
                aim: Aim::Repairs,
                edits: alloc::vec![Edit::Recreate(object.clone())],
            }],
            Problem::Circle { .. } => self.for_circle(object, outcome),
            Problem::Terminating | Problem::Follows(_) => Vec::new(),
        }
    }

    fn for_reference(
        &self,
        object: &Arc<Object>,
        reference: &OwnerReference,
        fault: ReferenceFault,
        outcome: Outcome,
    ) -> Vec<Fix> {
        if fault == ReferenceFault::NotInDump || object.meta.is_deleting() {
            return Vec::new();
        }
        let correct = self.right.map(|right| {
            let changes = alloc::vec![(*reference, ReferenceChange::Correct(right))];
            references(object, changes, Aim::Repairs)
        });
        let delete = (outcome == Outcome::Uncollectable).then(|| delete(object));
        correct
            .into_iter()
            .chain(delete)
            .chain(self.keeping(object))
            .collect()
    }

    /// The object stays when no reference is left that does not lead to an owner which lives on.
    fn keeping(&self, object: &Arc<Object>) -> Option<Fix> {
        let changes = self
            .bad
            .iter()
            .map(|&reference| (reference, ReferenceChange::Remove));
        (!self.bad.is_empty()).then(|| references(object, changes.collect(), Aim::Keeps))
    }

    fn for_circle(&self, object: &Arc<Object>, outcome: Outcome) -> Vec<Fix> {
        let inside = |reference: &&OwnerReference| {
            reference.uid == object.meta.uid || self.others.iter().any(|other| other.uid == reference.uid)
        };
        let inner = object.meta.owner_references.iter().filter(inside);
        let changes = inner
            .map(|&reference| (reference, ReferenceChange::Remove))
            .collect();
        let open = references(object, changes, Aim::Repairs);
        let delete = (outcome == Outcome::Uncollectable).then(|| delete(object));
        delete.into_iter().chain([open]).collect()
    }
}

fn references(object: &Arc<Object>, changes: Vec<(OwnerReference, ReferenceChange)>, aim: Aim) -> Fix {
    Fix {
        aim,
        edits: alloc::vec![Edit::References {
            object: object.clone(),
            changes,
        }],
    }
}

/// The object is deleted, and what would hold it then goes first.
fn delete(object: &Arc<Object>) -> Fix {
    let ours = [Name::FOREGROUND_DELETION, Name::ORPHAN];
    let finalizers = object.meta.finalizers.iter().copied();
    let finalizers: Vec<Name> = finalizers.filter(|finalizer| !ours.contains(finalizer)).collect();
    let mut edits = Vec::new();
    if !finalizers.is_empty() {
        edits.push(Edit::RemoveFinalizers {
            object: object.clone(),
            finalizers,
        });
    }
    edits.push(Edit::Delete {
        object: object.clone(),
        policy: Policy::Background,
        force: false,
    });
    Fix {
        aim: Aim::Frees,
        edits,
    }
}
