use super::island::{islands, owner_of};
use super::ledger::{Entry, Ledger};
use super::run::since;
use super::subject::Subject;
use super::{Assumption, Baseline, Because, Fate, Reason, Verdict, WaitsFor};
use crate::gc::Identity;
use crate::object::{Facts, KnownFrom, Name, Object, ObjectKey, OwnerReference, Time};
use crate::sim::{Agent, Rule, World};
use crate::sorted::SortedSet;
use crate::sorted::sort_by_key;
use crate::{Map, Set};
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
    let known: Set<Name> = start.iter().map(|object| object.meta.uid).collect();
    let found: Set<Subject> = start.iter().map(|object| Subject::of(object)).collect();
    let mut created: Vec<Arc<Object>> = ledger
        .subjects()
        .filter(|subject| !found.contains(subject))
        .filter_map(|subject| ledger.get(subject)?.created.clone())
        .collect();
    sort_by_key(&mut created, |object| object.meta.resource_version);
    let end = End {
        world,
        ledger,
        outside,
        known,
        islands: islands(&world.cluster().kinds, world.api()),
        due: if quiescent {
            Map::default()
        } else {
            kubelets_due(world)
        },
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
        let same = baseline.and_then(|baseline| baseline.fates.get(&Subject::of(object)));
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
    islands: Set<ObjectKey>,
    /// When which pod's kubelet confirms, where the run was cut off before.
    due: Map<ObjectKey, Time>,
    quiescent: bool,
}

impl End<'_> {
    fn entry(&self, object: &Object) -> Option<&Entry> {
        self.ledger.get(Subject::of(object))
    }

    /// The object as it is stored now; `None` once it is gone, though another may have its name.
    fn stored(&self, object: &Object) -> Option<&Arc<Object>> {
        let stored = self.world.api().get(&object.key())?;
        (stored.meta.uid == object.meta.uid).then_some(stored)
    }

    fn fate(&self, object: &Object) -> (Fate, Option<Time>) {
        let entry = self.entry(object);
        let Some(now) = self.stored(object) else {
            return (Fate::Deleted, entry.and_then(|entry| entry.removed));
        };
        if now.meta.is_deleting() {
            return if self.quiescent {
                (Fate::Stuck, None)
            } else {
                (Fate::Deleting, self.due.get(&object.key()).copied())
            };
        }
        if let Some(at) = entry.and_then(|entry| entry.reference_removed) {
            return (Fate::Orphaned, Some(at));
        }
        let kept = entry.is_some_and(|entry| entry.kept.is_some());
        if (!kept && self.obstacle(now).is_some()) || self.islands.contains(&object.key()) {
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
        let api = self.world.api();
        let lives = |reference: &OwnerReference| owner_of(kinds, api, reference, namespace).is_some();
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
        let kinds = &self.world.cluster().kinds;
        let mut chain: Vec<Because> = Vec::new();
        let mut seen: Set<Subject> = Set::default();
        let mut next: Option<(Subject, Option<Identity>)> = Some((Subject::of(object), None));
        while let Some((subject, of)) = next.take() {
            if !seen.insert(subject) || seen.len() > CHAIN {
                break;
            }
            let Some(entry) = self.ledger.get(subject) else {
                break;
            };
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
                .and_then(|owner| Some((Subject::of_identity(kinds, owner)?, Some(*owner))));
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
        let Some(now) = self.stored(object).filter(|now| now.meta.is_deleting()) else {
            return waits;
        };
        for &finalizer in &now.meta.finalizers {
            match finalizer {
                Name::FOREGROUND_DELETION if blocking.contains_key(&object.meta.uid) => {
                    let dependents = blocking[&object.meta.uid].iter();
                    waits.extend(dependents.map(|one| WaitsFor::Dependent(self.identity(one))));
                }
                _ => waits.push(WaitsFor::Finalizer(finalizer)),
            }
            // What these finalizers themselves wait for.
            if finalizer == Name::CUSTOM_RESOURCE_CLEANUP {
                let instances = self.instances(now);
                waits.extend(instances.map(|one| WaitsFor::Instance(self.identity(one))));
            } else if finalizer == Name::ORPHAN {
                let refusals = self.entry(object).into_iter().flat_map(|entry| &entry.refusals);
                waits.extend(refusals.map(|refusal| WaitsFor::Refusal(refusal.dependent)));
            }
        }
        if !now.meta.grace_is_over() {
            waits.push(match &now.facts {
                Facts::Pod(pod) if pod.node == Name::EMPTY => WaitsFor::NoNode,
                Facts::Pod(pod) if self.world.is_silent(pod.node) => WaitsFor::SilentNode(pod.node),
                _ => WaitsFor::Kubelet,
            });
        }
        if let Facts::Namespace(facts) = &now.facts
            && !facts.spec_finalizers.is_empty()
        {
            waits.push(WaitsFor::NamespaceContent);
        }
        waits
    }

    /// The instances that are left of the kind that `definition` defines.
    fn instances(&self, definition: &Object) -> impl Iterator<Item = &Arc<Object>> {
        let kind = match definition.facts {
            Facts::Crd(facts) => facts.defines,
            _ => None,
        };
        kind.into_iter().flat_map(|kind| self.world.api().of_kind(kind))
    }

    fn identity(&self, object: &Object) -> Identity {
        let kind = self.world.cluster().kinds.get(object.kind);
        Identity::of(object, kind.preferred(), kind.kind)
    }

    fn assumes(&self, object: &Object, fate: Fate) -> Vec<Assumption> {
        let kinds = &self.world.cluster().kinds;
        let mut assumes = SortedSet::new();
        if kinds.get(object.kind).known_from == KnownFrom::Objects {
            assumes.insert(Assumption::KindFromObjects(object.kind));
        }
        for reference in &object.meta.owner_references {
            let (kind, name, uid) = (reference.kind, reference.name, reference.uid);
            let guessed = &self.world.config().guessed_owners;
            if guessed.contains(&(object.meta.uid, uid)) {
                assumes.insert(Assumption::OwnerGuessed { kind, name, uid });
            }
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
        let now = self.stored(object);
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
            let config = self.world.config();
            let answers = config.kubelet && !self.world.is_silent(facts.node);
            if graceful && moves && answers && !config.unconfirmed_pods.contains(&object.meta.uid) {
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

fn kubelets_due(world: &World) -> Map<ObjectKey, Time> {
    let kubelets = world.agents().iter().filter_map(|(due, agent)| match agent {
        Agent::Kubelet(key) => Some((key, due)),
        Agent::Finalizer { .. } | Agent::CrdCleanup(_) | Agent::PodStart(_) => None,
    });
    kubelets.collect()
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
