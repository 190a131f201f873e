use super::Lang;
use super::api_message::event_message;
use super::changes::{node_changes, object_changes};
use super::node_effect::node_effect;
use super::part::{Part, fill, join, object, owner, text, word};
use super::phrase::Phrase;
use super::request::{answer, request};
use kubeloupe_core::apiserver::{Change, Policy};
use kubeloupe_core::gc::{GraphChangeKind, Identity, Round};
use kubeloupe_core::object::{KindId, Kinds, Name, Names, Object, Time};
use kubeloupe_core::sim::{
    Actor, ClassReason, Decision, Effect, Item, NamespaceDecision, QueueName, ReferenceClass, Watcher, Why,
};

/// What happened, as a sentence.
pub fn sentence(effect: &Effect, names: &Names, kinds: &Kinds, lang: Lang) -> String {
    join(&sentence_parts(effect, names, kinds, lang))
}

/// The same in pieces, so that objects can be made links.
pub fn sentence_parts(effect: &Effect, names: &Names, kinds: &Kinds, lang: Lang) -> Vec<Part> {
    Teller { names, kinds, lang }.effect(effect)
}

pub(super) struct Teller<'a> {
    pub(super) names: &'a Names,
    pub(super) kinds: &'a Kinds,
    pub(super) lang: Lang,
}

impl Teller<'_> {
    fn effect(&self, effect: &Effect) -> Vec<Part> {
        match effect {
            Effect::Written {
                change,
                before,
                after,
                by,
                ..
            } => {
                let (by, object) = (self.actor(*by), self.object(after));
                let before = before.as_deref().unwrap_or(after);
                let changes = object_changes(self.names, before, after, self.lang);
                match change {
                    Change::Added => self.say(Phrase::ObjectCreated, &[&by, &object]),
                    Change::Deleted => self.say(Phrase::ObjectRemoved, &[&by, &object]),
                    Change::Modified if changes.is_empty() => {
                        self.say(Phrase::ObjectRewritten, &[&by, &object])
                    }
                    Change::Modified => self.say(Phrase::ObjectChanged, &[&by, &object, &changes]),
                }
            }
            Effect::Call(call) => {
                let phrase = if call.injected {
                    Phrase::CallInjected
                } else {
                    Phrase::CallMade
                };
                let asked = request(self.names, self.kinds, &call.request);
                let answered = answer(&call.response, self.lang);
                self.say(phrase, &[&self.actor(call.by), &asked, &answered])
            }
            Effect::Delivered {
                informer,
                change,
                object,
            } => {
                let phrase = match change {
                    Change::Added => Phrase::LearnsAdded,
                    Change::Modified => Phrase::LearnsModified,
                    Change::Deleted => Phrase::LearnsDeleted,
                };
                self.say(phrase, &[&self.watcher(informer.watcher), &self.object(object)])
            }
            Effect::TakenIn { informer, count } => self.say(
                Phrase::TakesIn,
                &[&self.watcher(informer.watcher), &[text(count.to_string())]],
            ),
            Effect::Dropped { informer, object } => self.say(
                Phrase::Misses,
                &[&self.watcher(informer.watcher), &self.object(object)],
            ),
            Effect::Enqueued {
                queue,
                item,
                due,
                failures,
                why,
                ..
            } => {
                let (item, queue, why) = (self.item(item), self.queue(*queue), self.phrase(why_phrase(*why)));
                let due = due.map(|due| self.time(due));
                match (due, failures) {
                    (None, _) => self.say(Phrase::Queued, &[&item, &queue, &why]),
                    (Some(due), Some(failures)) if *failures > 0 => {
                        let failures = [text(failures.to_string())];
                        self.say(Phrase::QueuedAgain, &[&item, &queue, &why, &due, &failures])
                    }
                    (Some(due), _) => self.say(Phrase::QueuedUntil, &[&item, &queue, &why, &due]),
                }
            }
            Effect::Due { queue, item } => self.say(Phrase::Due, &[&self.item(item), &self.queue(*queue)]),
            Effect::Dequeued { queue, item } => {
                self.say(Phrase::Dequeued, &[&self.item(item), &self.queue(*queue)])
            }
            Effect::Forgotten { queue, item, why, .. } => {
                let why = self.phrase(why_phrase(*why));
                self.say(Phrase::Forgotten, &[&self.item(item), &self.queue(*queue), &why])
            }
            Effect::NodeAdded { node, .. } => self.say(Phrase::NodeAdded, &[&self.identity(*node)]),
            Effect::VirtualAdded { node, dependent, .. } => self.say(
                Phrase::VirtualAdded,
                &[&self.identity(*node), &self.identity(*dependent)],
            ),
            Effect::NodeObserved { node, was: None, .. } => {
                self.say(Phrase::NodeObserved, &[&self.identity(*node)])
            }
            Effect::NodeObserved {
                node, was: Some(was), ..
            } => self.say(
                Phrase::NodeObservedElse,
                &[&self.identity(*node), &self.identity(*was)],
            ),
            Effect::NodeReidentified { node, was, .. } => self.say(
                Phrase::NodeReidentified,
                &[&self.identity(*node), &self.identity(*was)],
            ),
            Effect::NodeUpdated {
                node,
                added,
                removed,
                being_deleted,
                deleting_dependents,
                ..
            } => {
                let flags = (*being_deleted, *deleting_dependents);
                let changes = node_changes(self.names, node.namespace, added, removed, flags, self.lang);
                let node = self.identity(*node);
                if changes.is_empty() {
                    self.say(Phrase::NodeTouched, &[&node])
                } else {
                    self.say(Phrase::NodeUpdated, &[&node, &changes])
                }
            }
            Effect::NodeRemoved { node, .. } => self.say(Phrase::NodeRemoved, &[&self.identity(*node)]),
            Effect::CacheAdded { owner, .. } => self.say(Phrase::CacheAdded, &[&self.identity(*owner)]),
            Effect::CacheHit { owner, .. } => self.say(Phrase::CacheHit, &[&self.identity(*owner)]),
            Effect::CacheEvicted { owner } => self.say(Phrase::CacheEvicted, &[&self.identity(*owner)]),
            Effect::Classified {
                item,
                reference,
                class,
                because,
                ..
            } => {
                let owner = [owner(self.names, reference, item.namespace)];
                let class = self.phrase(class_phrase(*class));
                let because = self.phrase(because_phrase(*because));
                self.say(
                    Phrase::Classified,
                    &[&self.identity(*item), &owner, &class, &because],
                )
            }
            Effect::Decided { item, decision, .. } => self.decision(item, decision),
            Effect::EventRecorded(record) => {
                let message = [text(event_message(self.names, record))];
                self.say(
                    Phrase::EventRecorded,
                    &[&self.identity(record.regarding), &message],
                )
            }
            Effect::Workload(effect) => self.workload(effect),
            Effect::Waits { by, delay, .. } => {
                self.say(Phrase::Waits, &[&self.actor(*by), &[text(delay.to_string())]])
            }
            Effect::Nodes { effect, .. } => node_effect(effect, self.names, self.lang),
            Effect::DiscoveryRound { round, .. } => self.say(round_phrase(*round), &[]),
            Effect::MapperReset { .. } => self.say(Phrase::MapperReset, &[]),
            Effect::MonitorsStarted { count, .. } => {
                self.say(Phrase::MonitorsStarted, &[&[text(count.to_string())]])
            }
            Effect::MonitorStarted { kind, .. } => self.say(Phrase::MonitorStarted, &[&self.kind(*kind)]),
            Effect::MonitorStopped { kind, .. } => self.say(Phrase::MonitorStopped, &[&self.kind(*kind)]),
            Effect::MonitorBroke { kind, fails } => {
                let phrase = if *fails {
                    Phrase::MonitorFails
                } else {
                    Phrase::MonitorRecovers
                };
                self.say(phrase, &[&self.kind(*kind)])
            }
            Effect::WorkersStarted { all_synced: true, .. } => self.say(Phrase::WorkersStartSynced, &[]),
            Effect::WorkersStarted {
                all_synced: false, ..
            } => self.say(Phrase::WorkersStartAnyway, &[]),
            Effect::Throttled { by, delay, .. } => {
                self.say(Phrase::Throttled, &[&self.actor(*by), &[text(delay.to_string())]])
            }
            Effect::ClockMoved { to } => self.say(Phrase::ClockMoved, &[&self.time(*to)]),
        }
    }

    fn kind(&self, kind: KindId) -> [Part; 1] {
        let kind = self.kinds.get(kind);
        [word(format!(
            "{} {}",
            self.names.text(kind.preferred()),
            self.names.text(kind.kind)
        ))]
    }

    fn decision(&self, item: &Identity, decision: &Decision) -> Vec<Part> {
        let object = self.identity(*item);
        let number = |number: &dyn ToString| [text(number.to_string())];
        match decision {
            Decision::Keep => self.say(Phrase::DecidedKeep, &[&object]),
            Decision::StripReferences { uids } => {
                self.say(Phrase::DecidedStrip, &[&object, &number(&uids.len())])
            }
            Decision::Delete(policy) => self.say(
                Phrase::DecidedDelete,
                &[&object, &[word(policy_word(self.names, *policy))]],
            ),
            Decision::Unblock => self.say(Phrase::DecidedUnblock, &[&object]),
            Decision::RemoveFinalizer(finalizer) => self.say(
                Phrase::DecidedRemoveFinalizer,
                &[&object, &[word(self.names.text(*finalizer))]],
            ),
            Decision::WaitForDependents { blocking } => {
                self.say(Phrase::DecidedWait, &[&object, &number(blocking)])
            }
            Decision::NoOwners => self.say(Phrase::DecidedNoOwners, &[&object]),
            Decision::OrphanDependents { dependents } => {
                self.say(Phrase::DecidedOrphan, &[&object, &number(dependents)])
            }
            Decision::UnmappedKind { reference } => {
                let kind = format!(
                    "{} {}",
                    self.names.text(reference.api_version),
                    self.names.text(reference.kind)
                );
                let owner = [owner(self.names, reference, item.namespace)];
                self.say(Phrase::DecidedUnmapped, &[&object, &[word(kind)], &owner])
            }
            Decision::ScopeMismatch { reference } => {
                let owner = [owner(self.names, reference, item.namespace)];
                self.say(Phrase::DecidedScope, &[&object, &owner])
            }
            Decision::Unreadable => self.say(Phrase::DecidedUnreadable, &[&object]),
            Decision::RetryWithUidOnly => self.say(Phrase::DecidedRetry, &[&object]),
            Decision::Namespace(decision) => {
                let namespace = Part::Object {
                    text: self.names.text(item.name).to_owned(),
                    identity: *item,
                };
                let namespace = [namespace];
                match decision {
                    NamespaceDecision::PodsFirst { pods } => {
                        self.say(Phrase::DecidedPodsFirst, &[&namespace, &number(pods)])
                    }
                    NamespaceDecision::ContentRemains { objects, estimate_s } => self.say(
                        Phrase::DecidedContentRemains,
                        &[&namespace, &number(objects), &number(estimate_s)],
                    ),
                    NamespaceDecision::ContentFails { resources } => {
                        self.say(Phrase::DecidedContentFails, &[&namespace, &number(resources)])
                    }
                    NamespaceDecision::DiscoveryIncomplete => {
                        self.say(Phrase::DecidedDiscovery, &[&namespace])
                    }
                    NamespaceDecision::Finalize => self.say(Phrase::DecidedFinalize, &[&namespace]),
                }
            }
        }
    }

    pub(super) fn say(&self, phrase: Phrase, arguments: &[&[Part]]) -> Vec<Part> {
        fill(phrase, self.lang, arguments)
    }

    pub(super) fn phrase(&self, phrase: Phrase) -> [Part; 1] {
        [text(phrase.text(self.lang))]
    }

    pub(super) fn actor(&self, actor: Actor) -> [Part; 1] {
        self.phrase(actor_phrase(actor))
    }

    fn watcher(&self, watcher: Watcher) -> [Part; 1] {
        self.phrase(match watcher {
            Watcher::GarbageCollector => Phrase::GarbageCollector,
            Watcher::NamespaceController => Phrase::NamespaceController,
            Watcher::Workloads => Phrase::Workloads,
            Watcher::NodeLifecycle => Phrase::NodeLifecycle,
            Watcher::TaintEviction => Phrase::TaintEviction,
        })
    }

    fn queue(&self, queue: QueueName) -> [Part; 1] {
        [word(match queue {
            QueueName::GraphChanges => "graphChanges",
            QueueName::AttemptToDelete => "attemptToDelete",
            QueueName::AttemptToOrphan => "attemptToOrphan",
            QueueName::Namespace => "namespace",
            QueueName::ReplicaSet => "replicaset",
            QueueName::Deployment => "deployment",
            QueueName::StatefulSet => "statefulset",
            QueueName::DaemonSet => "daemonset",
        })]
    }

    fn time(&self, time: Time) -> [Part; 1] {
        [text(time.to_string())]
    }

    fn identity(&self, identity: Identity) -> [Part; 1] {
        [object(self.names, identity)]
    }

    fn object(&self, object: &Object) -> [Part; 1] {
        let kind = self.kinds.get(object.kind);
        self.identity(Identity::of(object, kind.preferred(), kind.kind))
    }

    fn item(&self, item: &Item) -> Vec<Part> {
        match item {
            Item::Node { identity, .. } => self.say(Phrase::ItemNode, &[&self.identity(*identity)]),
            Item::GraphChange { change, identity } => {
                let phrase = match change {
                    GraphChangeKind::Add => Phrase::ItemAdded,
                    GraphChangeKind::Update => Phrase::ItemUpdated,
                    GraphChangeKind::Delete => Phrase::ItemDeleted,
                    GraphChangeKind::VirtualDelete => Phrase::ItemAbsent,
                };
                self.say(phrase, &[&self.identity(*identity)])
            }
            Item::Namespace { name } => {
                let identity = Identity {
                    api_version: Name::V1,
                    kind: Name::NAMESPACE,
                    name: *name,
                    ..Identity::default()
                };
                let namespace = Part::Object {
                    text: self.names.text(*name).to_owned(),
                    identity,
                };
                self.say(Phrase::ItemNamespace, &[&[namespace]])
            }
            Item::Key { queue, key } => self.key(*queue, *key).to_vec(),
        }
    }
}

fn round_phrase(round: Round) -> Phrase {
    match round {
        Round::NothingFound => Phrase::DiscoveryFindsNothing,
        Round::Unchanged | Round::Resting => Phrase::DiscoveryUnchanged,
        Round::MonitorsFailed => Phrase::DiscoveryMonitorsFail,
        Round::Waiting => Phrase::DiscoveryWaits,
        Round::TimedOut => Phrase::DiscoveryTimedOut,
        Round::Accepted => Phrase::DiscoveryAccepted,
    }
}

pub(super) fn actor_phrase(actor: Actor) -> Phrase {
    match actor {
        Actor::Client => Phrase::Client,
        Actor::GarbageCollector => Phrase::GarbageCollector,
        Actor::NamespaceController => Phrase::NamespaceController,
        Actor::Kubelet => Phrase::Kubelet,
        Actor::FinalizerController => Phrase::FinalizerController,
        Actor::CrdCleanup => Phrase::CrdCleanup,
        Actor::ApiServer => Phrase::ApiServer,
        Actor::NodeLifecycle => Phrase::NodeLifecycle,
        Actor::TaintEviction => Phrase::TaintEviction,
        Actor::ReplicaSetController => Phrase::ReplicaSetController,
        Actor::DeploymentController => Phrase::DeploymentController,
        Actor::StatefulSetController => Phrase::StatefulSetController,
        Actor::DaemonSetController => Phrase::DaemonSetController,
    }
}

pub(super) fn policy_word(names: &Names, policy: Policy) -> &str {
    crate::wire::policy(names, policy)
}

fn why_phrase(why: Why) -> Phrase {
    match why {
        Why::VirtualOwner => Phrase::WhyVirtualOwner,
        Why::BadCoordinates => Phrase::WhyBadCoordinates,
        Why::OwnerRemoved => Phrase::WhyOwnerRemoved,
        Why::OwnerWaits => Phrase::WhyOwnerWaits,
        Why::StartsWaiting => Phrase::WhyStartsWaiting,
        Why::StartsOrphaning => Phrase::WhyStartsOrphaning,
        Why::Unblocked => Phrase::WhyUnblocked,
        Why::DependentRemoved => Phrase::WhyDependentRemoved,
        Why::Reidentified => Phrase::WhyReidentified,
        Why::StillVirtual => Phrase::WhyStillVirtual,
        Why::Failed => Phrase::WhyFailed,
        Why::UnmappedKind => Phrase::WhyUnmappedKind,
        Why::Done => Phrase::WhyDone,
        Why::StaleVirtual => Phrase::WhyStaleVirtual,
        Why::AlreadyDeleting => Phrase::WhyAlreadyDeleting,
        Why::Gone => Phrase::WhyGone,
        Why::ScopeMismatch => Phrase::WhyScopeMismatch,
        Why::Remaining => Phrase::WhyRemaining,
        Why::NamespaceDeleting => Phrase::WhyNamespaceDeleting,
        Why::Observed => Phrase::WhyObserved,
        Why::Availability => Phrase::WhyAvailability,
        Why::ProgressDeadline => Phrase::WhyProgressDeadline,
    }
}

fn class_phrase(class: ReferenceClass) -> Phrase {
    match class {
        ReferenceClass::Solid => Phrase::ClassSolid,
        ReferenceClass::Dangling => Phrase::ClassDangling,
        ReferenceClass::Waiting => Phrase::ClassWaiting,
    }
}

fn because_phrase(because: ClassReason) -> Phrase {
    match because {
        ClassReason::CachedAbsent => Phrase::BecauseCachedAbsent,
        ClassReason::NotFound => Phrase::BecauseNotFound,
        ClassReason::OtherUid => Phrase::BecauseOtherUid,
        ClassReason::Lives => Phrase::BecauseLives,
        ClassReason::DeletingWithoutForeground => Phrase::BecauseDeletingWithoutForeground,
        ClassReason::DeletingInForeground => Phrase::BecauseDeletingInForeground,
    }
}
