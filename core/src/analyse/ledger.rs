use super::{Because, Reason};
use crate::Map;
use crate::apiserver::{Change, Verb};
use crate::gc::Identity;
use crate::object::{Name, Object, OwnerReference, Time};
use crate::sim::{Actor, Call, ClassReason, Decision, Effect, ReferenceClass, Rule};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What happened to each object in a run, gathered from effects alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    entries: Map<Name, Entry>,
    /// The references classified in the attempt under way.
    classified: Vec<(OwnerReference, ReferenceClass, ClassReason)>,
    /// What the collector decided last, for which object.
    decided: Option<(Name, Decision)>,
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
}

impl Ledger {
    pub(super) fn get(&self, uid: Name) -> Option<&Entry> {
        self.entries.get(&uid)
    }

    pub(super) fn uids(&self) -> impl Iterator<Item = Name> {
        self.entries.keys().copied()
    }

    /// Takes in what happened in one step.
    pub(super) fn record(&mut self, effects: &[Effect], at: Time) {
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
                Effect::Decided { item, decision, rule } => self.decide(item, decision, *rule, at),
                Effect::Call(call) => self.call(call, at),
                _ => {}
            }
        }
        self.classified.clear();
        self.decided = None;
    }

    fn entry(&mut self, uid: Name) -> &mut Entry {
        self.entries.entry(uid).or_default()
    }

    fn because(&mut self, uid: Name, rule: Rule, reason: Reason, refs: Vec<Identity>, at: Time) {
        let why = &mut self.entry(uid).why;
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
    fn no_longer_kept(&mut self, uid: Name) {
        let entry = self.entry(uid);
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
        if self.decided.as_ref().is_some_and(|(uid, _)| *uid != item.uid) {
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

    fn decide(&mut self, item: &Identity, decision: &Decision, rule: Rule, at: Time) {
        let uid = item.uid;
        match decision {
            Decision::Keep => {
                let owners = self.owners_of_class(item, ReferenceClass::Solid);
                self.entry(uid).kept = Some(at);
                self.entry(uid).blocked = None;
                self.because(uid, rule, Reason::SolidOwner, owners, at);
            }
            Decision::StripReferences { .. } => {
                self.no_longer_kept(uid);
                let owners = self.owners_of_class(item, ReferenceClass::Solid);
                self.entry(uid).blocked = None;
                self.because(uid, rule, Reason::ReferencesStripped, owners, at);
            }
            Decision::Delete(_) => {
                self.no_longer_kept(uid);
                let waiting = self.owners_of_class(item, ReferenceClass::Waiting);
                self.entry(uid).blocked = None;
                if waiting.is_empty() {
                    let absent = self.owners_of_class(item, ReferenceClass::Dangling);
                    self.because(uid, rule, Reason::OwnersAbsent, absent, at);
                } else {
                    self.because(uid, rule, Reason::OwnerWaits, waiting, at);
                }
            }
            Decision::Unblock => self.because(uid, rule, Reason::CycleBroken, Vec::new(), at),
            Decision::WaitForDependents { .. } => {
                self.because(uid, rule, Reason::WaitsForDependents, Vec::new(), at)
            }
            Decision::UnmappedKind { reference } => {
                self.entry(uid).blocked = Some((Reason::UnmappedOwner, *reference));
                let owner = Identity::of_reference(reference, item.namespace);
                self.because(uid, rule, Reason::UnmappedOwner, alloc::vec![owner], at);
            }
            Decision::ScopeMismatch { reference } => {
                self.entry(uid).blocked = Some((Reason::ScopeMismatch, *reference));
                let owner = Identity::of_reference(reference, item.namespace);
                self.because(uid, rule, Reason::ScopeMismatch, alloc::vec![owner], at);
            }
            Decision::RemoveFinalizer(_)
            | Decision::NoOwners
            | Decision::Unreadable
            | Decision::OrphanDependents { .. }
            | Decision::RetryWithUidOnly
            | Decision::Namespace(_) => {}
        }
        self.decided = Some((uid, decision.clone()));
    }

    fn written(
        &mut self,
        change: Change,
        before: Option<&Arc<Object>>,
        after: &Arc<Object>,
        by: Actor,
        at: Time,
    ) {
        let uid = after.meta.uid;
        let entry = self.entry(uid);
        entry.written = Some(at);
        match change {
            Change::Added => {
                entry.created = Some(after.clone());
            }
            Change::Deleted => {
                entry.removed = Some(at);
                self.deleted_by(uid, by, before.map_or(after, |before| before), at);
            }
            Change::Modified => {
                let Some(before) = before else { return };
                if lost_reference(before, after) {
                    self.entry(uid).reference_removed = Some(at);
                    if by == Actor::GarbageCollector
                        && !matches!(self.decided, Some((decided, _)) if decided == uid)
                    {
                        let lost = before.meta.owner_references.iter();
                        let lost = lost
                            .filter(|one| after.meta.owner_references.iter().all(|left| left.uid != one.uid));
                        let owners = lost
                            .map(|one| Identity::of_reference(one, after.meta.namespace))
                            .collect();
                        self.because(uid, Rule("GC-55"), Reason::OrphanedByOwner, owners, at);
                    }
                }
                if !before.meta.is_deleting() && after.meta.is_deleting() {
                    self.deletion_began(uid, by, after, at);
                }
            }
        }
    }

    fn deletion_began(&mut self, uid: Name, by: Actor, after: &Object, at: Time) {
        self.asked_by(uid, by, after, at);
        self.entry(uid).grace_s = after.meta.deletion_grace_period_s;
        if !after.meta.grace_is_over() {
            self.because(uid, Rule("API-12"), Reason::GracePeriod, Vec::new(), at);
        }
        if after
            .meta
            .finalizers
            .iter()
            .any(|&one| one != Name::FOREGROUND_DELETION && one != Name::ORPHAN)
        {
            self.because(uid, Rule("API-13"), Reason::HeldByFinalizer, Vec::new(), at);
        }
    }

    fn asked_by(&mut self, uid: Name, by: Actor, after: &Object, at: Time) {
        let (rule, reason) = match by {
            Actor::Client => (Rule("API-13"), Reason::Requested),
            Actor::NamespaceController => (Rule("NS-12"), Reason::NamespaceDeleted),
            Actor::CrdCleanup => (Rule("GC-72"), Reason::DefinitionDeleted),
            Actor::ApiServer => (Rule("API-13"), Reason::ServiceRemoved),
            Actor::TaintEviction => (Rule("TE-7"), Reason::Evicted),
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
        self.because(uid, rule, reason, refs, at);
    }

    /// `last` is the object as it was last stored.
    fn deleted_by(&mut self, uid: Name, by: Actor, last: &Object, at: Time) {
        if !last.meta.is_deleting() || last.meta.finalizers.is_empty() && by != Actor::Kubelet {
            self.asked_by(uid, by, last, at);
        } else if by == Actor::Kubelet {
            self.because(uid, Rule("API-13"), Reason::GraceOver, Vec::new(), at);
        } else {
            self.because(uid, Rule("API-17"), Reason::LastFinalizerRemoved, Vec::new(), at);
        }
    }

    fn call(&mut self, call: &Call, at: Time) {
        let refused_delete = matches!(call.request.verb, Verb::Delete(_)) && !call.response.is_success();
        if call.by == Actor::Client
            && refused_delete
            && let crate::apiserver::Body::Status(status) = &call.response.body
            && status.uid != Name::EMPTY
        {
            self.because(status.uid, Rule("API-6"), Reason::Refused, Vec::new(), at);
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
