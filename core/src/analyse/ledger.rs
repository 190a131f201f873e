use super::subject::Subject;
use super::{Because, Reason, Refusal};
use crate::Map;
use crate::apiserver::{Change, Verb};
use crate::gc::Identity;
use crate::object::{Kinds, Name, Object, OwnerReference, Time};
use crate::sim::{Actor, Call, ClassReason, Decision, Effect, ReferenceClass, Rule};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What happened to each object in a run, gathered from effects alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    entries: Map<Subject, Entry>,
    /// The references classified in the attempt under way.
    classified: Vec<(OwnerReference, ReferenceClass, ClassReason)>,
    /// What the collector decided last, for which object.
    decided: Option<(Subject, Decision)>,
}

/// What happened to one object.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// Reasons in order of time.
    pub(super) why: Vec<Because>,
    /// It was created in the run.
    pub(super) created: Option<Arc<Object>>,
    /// It was removed.
    pub(super) removed: Option<Time>,
    /// It lost a reference.
    pub(super) reference_removed: Option<Time>,
    /// The grace period that its deletion began with, in seconds.
    pub(super) grace_s: Option<i64>,
    /// It was written, the last time.
    pub(super) written: Option<Time>,
    /// It was considered and kept, the last time.
    pub(super) kept: Option<Time>,
    /// The last attempt could not be carried out, and why.
    pub(super) blocked: Option<(Reason, OwnerReference)>,
    /// Patches of its dependents that the API server refused, so that it cannot orphan them.
    pub(super) refusals: Vec<Refusal>,
}

impl Ledger {
    pub(super) fn get(&self, subject: Subject) -> Option<&Entry> {
        self.entries.get(&subject)
    }

    pub(super) fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.entries.keys().copied()
    }

    /// Takes in what happened in one step. `kinds` tell which object an identity is.
    pub(super) fn record(&mut self, kinds: &Kinds, effects: &[Effect], at: Time) {
        for effect in effects {
            match effect {
                Effect::Written {
                    change,
                    before,
                    after,
                    by,
                    ..
                } => self.written(*change, before.as_ref(), after, *by, at),
                Effect::Classified {
                    item,
                    reference,
                    class,
                    because,
                    ..
                } => self.classify(item, *reference, *class, *because),
                Effect::Decided { item, decision, rule } => {
                    if let Some(subject) = Subject::of_identity(kinds, item) {
                        self.decide(subject, item, decision, *rule, at);
                    }
                }
                Effect::Call(call) => self.call(kinds, call, at),
                _ => {}
            }
        }
        self.classified.clear();
        self.decided = None;
    }

    fn entry(&mut self, subject: Subject) -> &mut Entry {
        self.entries.entry(subject).or_default()
    }

    fn because(&mut self, subject: Subject, rule: Rule, reason: Reason, refs: Vec<Identity>, at: Time) {
        let why = &mut self.entry(subject).why;
        let last_same = why
            .iter()
            .rev()
            .take(4)
            .any(|known| known.reason == reason && known.refs == refs);
        if !last_same {
            why.push(Because {
                of: None,
                rule,
                reason,
                refs,
                at,
            });
        }
    }

    /// What was said when the object was last kept is no reason for what becomes of it now.
    fn no_longer_kept(&mut self, subject: Subject) {
        let entry = self.entry(subject);
        entry.kept = None;
        entry.why.retain(|because| because.reason != Reason::SolidOwner);
    }

    fn classify(
        &mut self,
        item: &Identity,
        reference: OwnerReference,
        class: ReferenceClass,
        because: ClassReason,
    ) {
        if self
            .decided
            .as_ref()
            .is_some_and(|(subject, _)| subject.uid != item.uid)
        {
            self.classified.clear();
        }
        self.classified.push((reference, class, because));
    }

    fn owners_of_class(&self, item: &Identity, class: ReferenceClass) -> Vec<Identity> {
        let of_class = self.classified.iter().filter(|(_, found, _)| *found == class);
        of_class
            .map(|(reference, ..)| Identity::of_reference(reference, item.namespace))
            .collect()
    }

    fn decide(&mut self, subject: Subject, item: &Identity, decision: &Decision, rule: Rule, at: Time) {
        match decision {
            Decision::Keep => {
                let owners = self.owners_of_class(item, ReferenceClass::Solid);
                self.entry(subject).kept = Some(at);
                self.entry(subject).blocked = None;
                self.because(subject, rule, Reason::SolidOwner, owners, at);
            }
            Decision::StripReferences { .. } => {
                self.no_longer_kept(subject);
                let owners = self.owners_of_class(item, ReferenceClass::Solid);
                self.entry(subject).blocked = None;
                self.because(subject, rule, Reason::ReferencesStripped, owners, at);
            }
            Decision::Delete(_) => {
                self.no_longer_kept(subject);
                let waiting = self.owners_of_class(item, ReferenceClass::Waiting);
                self.entry(subject).blocked = None;
                if waiting.is_empty() {
                    let absent = self.owners_of_class(item, ReferenceClass::Dangling);
                    self.because(subject, rule, Reason::OwnersAbsent, absent, at);
                } else {
                    self.because(subject, rule, Reason::OwnerWaits, waiting, at);
                }
            }
            Decision::Unblock => self.because(subject, rule, Reason::CycleBroken, Vec::new(), at),
            Decision::WaitForDependents { .. } => {
                self.because(subject, rule, Reason::WaitsForDependents, Vec::new(), at)
            }
            Decision::UnmappedKind { reference } => {
                self.entry(subject).blocked = Some((Reason::UnmappedOwner, *reference));
                let owner = Identity::of_reference(reference, item.namespace);
                self.because(subject, rule, Reason::UnmappedOwner, alloc::vec![owner], at);
            }
            Decision::ScopeMismatch { reference } => {
                self.entry(subject).blocked = Some((Reason::ScopeMismatch, *reference));
                let owner = Identity::of_reference(reference, item.namespace);
                self.because(subject, rule, Reason::ScopeMismatch, alloc::vec![owner], at);
            }
            Decision::OrphanDependents { .. } => self.entry(subject).refusals.clear(),
            Decision::RemoveFinalizer(_)
            | Decision::NoOwners
            | Decision::Unreadable
            | Decision::RetryWithUidOnly
            | Decision::Namespace(_) => {}
        }
        self.decided = Some((subject, decision.clone()));
    }

    fn written(
        &mut self,
        change: Change,
        before: Option<&Arc<Object>>,
        after: &Arc<Object>,
        by: Actor,
        at: Time,
    ) {
        let subject = Subject::of(after);
        let entry = self.entry(subject);
        entry.written = Some(at);
        match change {
            Change::Added => {
                entry.created = Some(after.clone());
            }
            Change::Deleted => {
                entry.removed = Some(at);
                self.deleted_by(subject, by, before.map_or(after, |before| before), at);
            }
            Change::Modified => {
                let Some(before) = before else { return };
                if lost_reference(before, after) {
                    self.entry(subject).reference_removed = Some(at);
                    if by == Actor::GarbageCollector
                        && !matches!(self.decided, Some((decided, _)) if decided == subject)
                    {
                        let lost = before.meta.owner_references.iter();
                        let lost = lost
                            .filter(|one| after.meta.owner_references.iter().all(|left| left.uid != one.uid));
                        let owners = lost
                            .map(|one| Identity::of_reference(one, after.meta.namespace))
                            .collect();
                        self.because(subject, Rule("GC-55"), Reason::OrphanedByOwner, owners, at);
                    }
                }
                if !before.meta.is_deleting() && after.meta.is_deleting() {
                    self.deletion_began(subject, by, after, at);
                }
            }
        }
    }

    fn deletion_began(&mut self, subject: Subject, by: Actor, after: &Object, at: Time) {
        self.asked_by(subject, by, after, at);
        self.entry(subject).grace_s = after.meta.deletion_grace_period_s;
        if !after.meta.grace_is_over() {
            self.because(subject, Rule("API-12"), Reason::GracePeriod, Vec::new(), at);
        }
        if after
            .meta
            .finalizers
            .iter()
            .any(|&one| one != Name::FOREGROUND_DELETION && one != Name::ORPHAN)
        {
            self.because(subject, Rule("API-13"), Reason::HeldByFinalizer, Vec::new(), at);
        }
    }

    fn asked_by(&mut self, subject: Subject, by: Actor, after: &Object, at: Time) {
        let (rule, reason) = match by {
            Actor::Client => (Rule("API-13"), Reason::Requested),
            Actor::NamespaceController => (Rule("NS-12"), Reason::NamespaceDeleted),
            Actor::CrdCleanup => (Rule("GC-72"), Reason::DefinitionDeleted),
            Actor::ApiServer => (Rule("API-13"), Reason::ServiceRemoved),
            Actor::TaintEviction => (Rule("TE-7"), Reason::Evicted),
            Actor::ReplicaSetController => (Rule("RS-17"), Reason::ScaledDown),
            Actor::DeploymentController => (Rule("DP-10"), Reason::HistoryCleanedUp),
            Actor::StatefulSetController => (Rule("HS-26"), Reason::HistoryCleanedUp),
            Actor::DaemonSetController => (Rule("HS-16a"), Reason::HistoryCleanedUp),
            // Why the collector deletes was said when it decided; the others end what somebody else began.
            Actor::GarbageCollector | Actor::Kubelet | Actor::FinalizerController | Actor::NodeLifecycle => {
                return;
            }
        };
        let refs = match reason {
            Reason::NamespaceDeleted => alloc::vec![Identity {
                api_version: Name::V1,
                kind: Name::NAMESPACE,
                name: after.meta.namespace,
                ..Identity::default()
            }],
            _ => Vec::new(),
        };
        self.because(subject, rule, reason, refs, at);
    }

    /// `last` is the object as it was last stored.
    fn deleted_by(&mut self, subject: Subject, by: Actor, last: &Object, at: Time) {
        if !last.meta.is_deleting() || last.meta.finalizers.is_empty() && by != Actor::Kubelet {
            self.asked_by(subject, by, last, at);
        } else if by == Actor::Kubelet {
            self.because(subject, Rule("API-13"), Reason::GraceOver, Vec::new(), at);
        } else {
            self.because(
                subject,
                Rule("API-17"),
                Reason::LastFinalizerRemoved,
                Vec::new(),
                at,
            );
        }
    }

    fn call(&mut self, kinds: &Kinds, call: &Call, at: Time) {
        let refused = call.response.as_status().filter(|_| !call.response.is_success());
        let Some(status) = refused else { return };
        match (&call.request.verb, call.by) {
            (Verb::Delete(_), Actor::Client) if status.uid != Name::EMPTY => {
                let subject = Subject {
                    key: call.request.target.key(),
                    uid: status.uid,
                };
                self.because(subject, Rule("API-6"), Reason::Refused, Vec::new(), at);
            }
            (Verb::Patch(patch), Actor::GarbageCollector) if status.code == 422 => {
                let Some((owner, Decision::OrphanDependents { .. })) = &self.decided else {
                    return;
                };
                let owner = *owner;
                let target = &call.request.target;
                let refusal = Refusal {
                    dependent: Identity {
                        api_version: target.api_version,
                        kind: kinds.get(target.kind).kind,
                        namespace: target.namespace,
                        name: target.name,
                        uid: patch.uid.unwrap_or_default(),
                    },
                    causes: status.causes.clone(),
                };
                let refusals = &mut self.entry(owner).refusals;
                if !refusals.contains(&refusal) {
                    refusals.push(refusal);
                }
            }
            _ => {}
        }
    }
}

fn lost_reference(before: &Object, after: &Object) -> bool {
    before
        .meta
        .owner_references
        .iter()
        .any(|one| after.meta.owner_references.iter().all(|left| left.uid != one.uid))
}
