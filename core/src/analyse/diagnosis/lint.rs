use super::index::Index;
use super::reference::{corrected, fault};
use super::remedy::second_controllers;
use super::{Aim, Coverage, Edit, Fix, Missing, Outcome, Problem, ReferenceChange, ReferenceFault};
use crate::Set;
use crate::apiserver::Policy;
use crate::gc::Identity;
use crate::object::{Facts, KnownFrom, Name, Object, OwnerReference};
use crate::sim::Rule;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One thing that is wrong with an object as it was found, whatever comes of it.
pub(super) struct Suspicion {
    pub(super) problem: Problem,
    pub(super) rule: Rule,
    pub(super) others: Vec<Identity>,
    /// What would have to be known, where nothing can be said.
    pub(super) missing: Option<Missing>,
    /// The collector cannot decide about an object with such a reference, whatever its other owners do (GC-38).
    pub(super) stops_collection: bool,
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
    {
        same.push(index.identity(other));
    }
    if !same.is_empty() {
        all.push(plain(Problem::SharedUid, Rule("GC-1"), same));
    }
    all
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
            && !holds_definitions(index) =>
        {
            Some(Missing::Definitions)
        }
        _ => None,
    }
}

/// Whether Kubernetes itself serves this group version, so that it is known which kinds it has.
fn is_built_in(index: &Index<'_>, reference: &OwnerReference) -> bool {
    index.cluster.kinds.ids().any(|id| {
        let kind = index.cluster.kinds.get(id);
        kind.known_from == KnownFrom::BuiltIn
            && kind
                .versions
                .iter()
                .any(|version| version.api_version == reference.api_version)
    })
}

fn holds_definitions(index: &Index<'_>) -> bool {
    index
        .objects
        .iter()
        .any(|object| matches!(object.facts, Facts::Crd(_)))
}

impl Suspicion {
    /// Ways to put it right, given what comes of it.
    pub(super) fn fixes(&self, object: &Arc<Object>, outcome: Outcome) -> Vec<Fix> {
        match &self.problem {
            Problem::Reference { reference, fault } => self.for_reference(object, reference, *fault, outcome),
            Problem::UidNamedTwice(reference) => {
                alloc::vec![change(object, *reference, ReferenceChange::Remove, Aim::Keeps)]
            }
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
        let correct = self
            .right
            .map(|right| change(object, *reference, ReferenceChange::Correct(right), Aim::Repairs));
        let remove = change(object, *reference, ReferenceChange::Remove, Aim::Keeps);
        let delete = (outcome == Outcome::Uncollectable).then(|| delete(object));
        correct.into_iter().chain(delete).chain([remove]).collect()
    }

    fn for_circle(&self, object: &Arc<Object>, outcome: Outcome) -> Vec<Fix> {
        let inside = |reference: &&OwnerReference| {
            reference.uid == object.meta.uid || self.others.iter().any(|other| other.uid == reference.uid)
        };
        let references = object.meta.owner_references.iter().filter(inside);
        let changes = references
            .map(|&reference| (reference, ReferenceChange::Remove))
            .collect();
        let open = Fix {
            aim: Aim::Repairs,
            edits: alloc::vec![Edit::References {
                object: object.clone(),
                changes,
            }],
        };
        let delete = (outcome == Outcome::Uncollectable).then(|| delete(object));
        delete.into_iter().chain([open]).collect()
    }
}

fn change(object: &Arc<Object>, reference: OwnerReference, change: ReferenceChange, aim: Aim) -> Fix {
    Fix {
        aim,
        edits: alloc::vec![Edit::References {
            object: object.clone(),
            changes: alloc::vec![(reference, change)],
        }],
    }
}

fn delete(object: &Arc<Object>) -> Fix {
    Fix {
        aim: Aim::Frees,
        edits: alloc::vec![Edit::Delete {
            object: object.clone(),
            policy: Policy::Background,
            force: false,
        }],
    }
}
