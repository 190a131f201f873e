use super::island::islands;
use super::ledger::{Entry, Ledger};
use super::run::since;
use super::{Assumption, Baseline, Because, Fate, Reason, Verdict, WaitsFor};
use crate::gc::Identity;
use crate::object::{Facts, KnownFrom, Name, Object, OwnerReference, Time};
use crate::sim::{Rule, World};
use crate::{Map, Set};
use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How far a chain of reasons is followed from owner to owner.
const CHAIN: usize = 12;

/// The verdicts over everything that was there at the start or came later, without the untouched.
pub(super) fn verdicts(
    start: &[Arc<Object>],
    world: &World,
    ledger: &Ledger,
    outside: &Set<Name>,
    quiescent: bool,
    asked: Time,
    baseline: Option<&Baseline>,
) -> Vec<Verdict> {
    let stored: Map<Name, &Arc<Object>> = world
        .api()
        .objects()
        .map(|object| (object.meta.uid, object))
        .collect();
    let known: Set<Name> = start.iter().map(|object| object.meta.uid).collect();
    let mut created: Vec<Arc<Object>> = ledger
        .uids()
        .filter(|uid| !known.contains(uid))
        .filter_map(|uid| ledger.get(uid)?.created.clone())
        .collect();
    created.sort_by_key(|object| object.meta.resource_version);
    let end = End {
        world,
        ledger,
        outside,
        known,
        islands: islands(world.api().objects()),
        stored,
        quiescent,
    };
    let blocking = blocking_dependents(world);
    let mut verdicts = Vec::new();
    for object in start.iter().chain(&created) {
        if outside.contains(&object.meta.uid) {
            continue;
        }
        let (fate, at) = end.fate(object);
        if fate == Fate::Untouched {
            continue;
        }
        let same = baseline.and_then(|baseline| baseline.fates.get(&object.meta.uid));
        verdicts.push(Verdict {
            object: object.clone(),
            fate,
            at: at.map(|at| since(asked, at)),
            why: end.why(object, asked),
            waits_for: end.waits_for(object, fate, &blocking),
            assumes: end.assumes(object, fate),
            anyway: same.is_some_and(|(same, _)| *same == fate),
        });
    }
    verdicts
}

struct End<'a> {
    world: &'a World,
    ledger: &'a Ledger,
    outside: &'a Set<Name>,
    known: Set<Name>,
    islands: Set<Name>,
    stored: Map<Name, &'a Arc<Object>>,
    quiescent: bool,
}

impl End<'_> {
    fn entry(&self, object: &Object) -> Option<&Entry> {
        self.ledger.get(object.meta.uid)
    }

    fn fate(&self, object: &Object) -> (Fate, Option<Time>) {
        let entry = self.entry(object);
        let Some(now) = self.stored.get(&object.meta.uid) else {
            return (Fate::Deleted, entry.and_then(|entry| entry.removed));
        };
        if now.meta.is_deleting() {
            return (
                if self.quiescent {
                    Fate::Stuck
                } else {
                    Fate::Deleting
                },
                None,
            );
        }
        if let Some(at) = entry.and_then(|entry| entry.reference_removed) {
            return (Fate::Orphaned, Some(at));
        }
        let kept = entry.is_some_and(|entry| entry.kept.is_some());
        if (!kept && self.obstacle(now).is_some()) || self.islands.contains(&object.meta.uid) {
            return (Fate::Uncollectable, None);
        }
        let Some(entry) = entry else {
            return (Fate::Untouched, None);
        };
        if entry.created.is_some() {
            return (Fate::Created, entry.written);
        }
        if let Some(at) = entry.kept {
            return (Fate::Kept, Some(at));
        }
        match entry.written {
            Some(at) => (Fate::Changed, Some(at)),
            None => (Fate::Untouched, None),
        }
    }

    /// Why the collector can never decide about the object, and the reference that stops it: from the last attempt at
    /// it, or, where only its virtual owner was ever attempted, from its references alone.
    fn obstacle(&self, object: &Object) -> Option<(Reason, OwnerReference)> {
        if let Some(blocked) = self.entry(object).and_then(|entry| entry.blocked) {
            return Some(blocked);
        }
        let kinds = &self.world.cluster().kinds;
        let namespace = object.meta.namespace;
        let lives = |reference: &OwnerReference| {
            let owner = self.stored.get(&reference.uid);
            owner
                .is_some_and(|owner| owner.meta.namespace == Name::EMPTY || owner.meta.namespace == namespace)
        };
        if object.meta.owner_references.iter().any(lives) {
            return None;
        }
        object.meta.owner_references.iter().find_map(|reference| {
            let reason = match kinds.served(reference.api_version, reference.kind) {
                None => Reason::UnmappedOwner,
                Some(kind) if kinds.get(kind).is_namespaced() && namespace == Name::EMPTY => {
                    Reason::ScopeMismatch
                }
                Some(_) => return None,
            };
            Some((reason, *reference))
        })
    }

    /// What happened to the object, then why the first owner that this was about went, and so on.
    fn why(&self, object: &Object, asked: Time) -> Vec<Because> {
        let mut chain: Vec<Because> = Vec::new();
        let mut seen: BTreeSet<Name> = BTreeSet::new();
        let mut next: Option<(Name, Option<Identity>)> = Some((object.meta.uid, None));
        while let Some((uid, of)) = next.take() {
            if !seen.insert(uid) || seen.len() > CHAIN {
                break;
            }
            let Some(entry) = self.ledger.get(uid) else { break };
            let from = chain.len();
            chain.extend(entry.why.iter().map(|because| Because {
                of,
                at: since(asked, because.at),
                ..because.clone()
            }));
            let gone =
                |because: &&Because| matches!(because.reason, Reason::OwnersAbsent | Reason::OwnerWaits);
            next = chain[from..]
                .iter()
                .find(gone)
                .and_then(|because| because.refs.first())
                .map(|owner| (owner.uid, Some(*owner)));
        }
        let obstacle = if chain.is_empty() {
            self.obstacle(object)
        } else {
            None
        };
        if let Some((reason, reference)) = obstacle {
            let rule = Rule(if reason == Reason::UnmappedOwner {
                "GC-38"
            } else {
                "GC-39"
            });
            let refs = alloc::vec![Identity::of_reference(&reference, object.meta.namespace)];
            chain.push(Because {
                of: None,
                rule,
                reason,
                refs,
                at: Time::START,
            });
        }
        chain
    }

    fn waits_for(
        &self,
        object: &Object,
        fate: Fate,
        blocking: &Map<Name, Vec<Arc<Object>>>,
    ) -> Vec<WaitsFor> {
        let mut waits = Vec::new();
        if fate == Fate::Uncollectable {
            if let Some((Reason::UnmappedOwner, reference)) = self.obstacle(object) {
                let OwnerReference {
                    api_version, kind, ..
                } = reference;
                waits.push(WaitsFor::UnmappedKind { api_version, kind });
            }
            return waits;
        }
        let Some(now) = self
            .stored
            .get(&object.meta.uid)
            .filter(|now| now.meta.is_deleting())
        else {
            return waits;
        };
        for &finalizer in &now.meta.finalizers {
            let dependents = blocking.get(&object.meta.uid);
            match dependents {
                Some(dependents) if finalizer == Name::FOREGROUND_DELETION => {
                    waits.extend(
                        dependents
                            .iter()
                            .map(|dependent| WaitsFor::Dependent(self.identity(dependent))),
                    );
                }
                _ => waits.push(WaitsFor::Finalizer(finalizer)),
            }
        }
        if !now.meta.grace_is_over() {
            waits.push(WaitsFor::Kubelet);
        }
        if let Facts::Namespace(facts) = &now.facts
            && !facts.spec_finalizers.is_empty()
        {
            waits.push(WaitsFor::NamespaceContent);
        }
        waits
    }

    fn identity(&self, object: &Object) -> Identity {
        let kind = self.world.cluster().kinds.get(object.kind);
        Identity::of(object, kind.preferred(), kind.kind)
    }

    fn assumes(&self, object: &Object, fate: Fate) -> Vec<Assumption> {
        let kinds = &self.world.cluster().kinds;
        let mut assumes = BTreeSet::new();
        if kinds.get(object.kind).known_from == KnownFrom::Objects {
            assumes.insert(Assumption::KindFromObjects(object.kind));
        }
        for reference in &object.meta.owner_references {
            let (kind, name, uid) = (reference.kind, reference.name, reference.uid);
            if kinds.served(reference.api_version, kind).is_none() {
                assumes.insert(Assumption::KindNotServed {
                    api_version: reference.api_version,
                    kind,
                });
            } else if self.outside.contains(&uid) {
                assumes.insert(Assumption::OwnerExists { kind, name, uid });
            } else if !self.known.contains(&uid) {
                assumes.insert(Assumption::OwnerOutside { kind, name, uid });
            }
        }
        let now = self.stored.get(&object.meta.uid);
        if fate == Fate::Stuck {
            for &finalizer in now.into_iter().flat_map(|now| &now.meta.finalizers) {
                let collectors = finalizer == Name::FOREGROUND_DELETION || finalizer == Name::ORPHAN;
                if !collectors {
                    assumes.insert(Assumption::FinalizerStays(finalizer));
                }
            }
        }
        if let Facts::Pod(facts) = &object.facts {
            let graceful = facts.node != Name::EMPTY && !facts.phase.is_finished();
            let moves = matches!(fate, Fate::Deleted | Fate::Deleting | Fate::Stuck);
            if graceful && moves && self.world.config().kubelet {
                let asked = self.entry(object).and_then(|entry| entry.grace_s);
                let grace_s = asked.or(object.meta.deletion_grace_period_s);
                assumes.insert(Assumption::PodUsesGrace(
                    grace_s.unwrap_or(facts.termination_grace_period_s),
                ));
            } else if graceful && moves {
                assumes.insert(Assumption::NoKubelet);
            }
        }
        assumes.into_iter().collect()
    }
}

/// For every stored uid the objects with a blocking reference to it.
fn blocking_dependents(world: &World) -> Map<Name, Vec<Arc<Object>>> {
    let mut blocking: Map<Name, Vec<Arc<Object>>> = Map::default();
    for object in world.api().objects() {
        for reference in object
            .meta
            .owner_references
            .iter()
            .filter(|reference| reference.blocks())
        {
            blocking.entry(reference.uid).or_default().push(object.clone());
        }
    }
    blocking
}
