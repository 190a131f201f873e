use super::effect::Teller;
use super::part::{Part, listed, object, text, word};
use super::phrase::Phrase;
use super::workload::{Words, sync_error};
use crate::dump::Epoch;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Names};
use kubeloupe_core::sim::QueueName;
use kubeloupe_core::workloads::deployment::DeploymentEvent;
use kubeloupe_core::workloads::replica_set::PodEvent;
use kubeloupe_core::workloads::{Expected, PodKey, Verdict, WorkloadEffect, WorkloadEvent, WorkloadWhat};

/// Most pods that are named in a sentence.
const NAMED_PODS: usize = 5;

/// `ReplicaSet shop/web`: the object that a key of a queue means.
pub fn workload_key(names: &Names, queue: QueueName, key: Name) -> String {
    let kind = match queue {
        QueueName::Deployment => "Deployment",
        QueueName::StatefulSet => "StatefulSet",
        QueueName::DaemonSet => "DaemonSet",
        _ => "ReplicaSet",
    };
    format!("{kind} {}", names.text(key))
}

/// Type, reason and message of an Event, in the controller's own words; `name` is that of the object it is about.
pub fn workload_event(
    words: Words<'_>,
    name: &str,
    event: &WorkloadEvent,
) -> (&'static str, &'static str, String) {
    let named = |name: Name| words.names.text(name);
    let error = |error| sync_error(words, Epoch::DEFAULT, error);
    match event {
        WorkloadEvent::Pod(PodEvent::Created(pod)) => (
            "Normal",
            "SuccessfulCreate",
            format!("Created pod: {}", named(*pod)),
        ),
        WorkloadEvent::Pod(PodEvent::Deleted(pod)) => (
            "Normal",
            "SuccessfulDelete",
            format!("Deleted pod: {}", named(*pod)),
        ),
        WorkloadEvent::Pod(PodEvent::CreateFailed(why)) => (
            "Warning",
            "FailedCreate",
            format!("Error creating: {}", error(why)),
        ),
        WorkloadEvent::Pod(PodEvent::DeleteFailed(why)) => (
            "Warning",
            "FailedDelete",
            format!("Error deleting: {}", error(why)),
        ),
        WorkloadEvent::Deployment(event) => match event {
            DeploymentEvent::Scaled { set, from, to } => (
                "Normal",
                "ScalingReplicaSet",
                format!(
                    "Scaled {} replica set {} from {from} to {to}",
                    if from < to { "up" } else { "down" },
                    named(*set)
                ),
            ),
            DeploymentEvent::CreateFailed(set, why) => (
                "Warning",
                "ReplicaSetCreateError",
                format!(
                    "Failed to create new replica set {:?}: {}",
                    named(*set),
                    error(why)
                ),
            ),
            DeploymentEvent::SelectingAll => (
                "Warning",
                "SelectingAll",
                "This deployment is selecting all pods. A non-empty selector is required.".to_owned(),
            ),
            DeploymentEvent::RolledBack(revision) => (
                "Normal",
                "DeploymentRollback",
                format!("Rolled back deployment {name:?} to revision {revision}"),
            ),
            DeploymentEvent::RollbackUnchanged => (
                "Warning",
                "DeploymentRollbackTemplateUnchanged",
                format!("The rollback revision contains the same template as current deployment {name:?}"),
            ),
            DeploymentEvent::NoLastRevision => (
                "Warning",
                "DeploymentRollbackRevisionNotFound",
                "Unable to find last revision.".to_owned(),
            ),
            DeploymentEvent::NoSuchRevision => (
                "Warning",
                "DeploymentRollbackRevisionNotFound",
                "Unable to find the revision to rollback to.".to_owned(),
            ),
        },
    }
}

impl Teller<'_> {
    pub(super) fn workload(&self, effect: &WorkloadEffect) -> Vec<Part> {
        let key = self.key(effect.queue, effect.key);
        let number = |number: &dyn ToString| [text(number.to_string())];
        let error = |error| [text(sync_error(self.words(), Epoch::DEFAULT, error))];
        match &effect.what {
            WorkloadWhat::Gate { verdict, expected } => {
                let left = self.counters(expected.as_ref());
                let phrase = match verdict {
                    Verdict::NothingExpected => Phrase::GateNothingExpected,
                    Verdict::Fulfilled => Phrase::GateFulfilled,
                    Verdict::Expired => Phrase::GateExpired,
                    Verdict::Waiting => Phrase::GateWaiting,
                };
                self.say(phrase, &[&key, &left])
            }
            WorkloadWhat::Pods {
                active,
                desired,
                terminating,
            } => self.say(
                Phrase::PodsCounted,
                &[&key, &number(active), &number(desired), &number(terminating)],
            ),
            WorkloadWhat::ExpectsCreations(count) => {
                self.say(Phrase::CreationsExpected, &[&key, &number(count)])
            }
            WorkloadWhat::ExpectsDeletions(pods) => {
                let mut shown: Vec<Vec<Part>> = pods
                    .iter()
                    .take(NAMED_PODS)
                    .map(|pod| self.pod(*pod).to_vec())
                    .collect();
                if pods.len() > NAMED_PODS {
                    shown.push(vec![text("…")]);
                }
                let shown = listed(shown, self.lang.comma());
                self.say(Phrase::DeletionsExpected, &[&key, &number(&pods.len()), &shown])
            }
            WorkloadWhat::CreationObserved { left } => {
                self.say(Phrase::CreationObserved, &[&key, &self.counters(left.as_ref())])
            }
            WorkloadWhat::DeletionObserved { pod, tracked, left } => {
                let phrase = if *tracked {
                    Phrase::DeletionObserved
                } else {
                    Phrase::DeletionNotTracked
                };
                self.say(phrase, &[&key, &self.pod(*pod), &self.counters(left.as_ref())])
            }
            WorkloadWhat::ExpectationsDeleted => self.say(Phrase::ExpectationsDeleted, &[&key]),
            WorkloadWhat::Batch { number: batch, size } => {
                self.say(Phrase::BatchStarted, &[&key, &number(batch), &number(size)])
            }
            WorkloadWhat::Skipped { number: count, left } => self.say(
                Phrase::CreationsSkipped,
                &[&key, &number(count), &self.counters(left.as_ref())],
            ),
            WorkloadWhat::DeletionFailed { pod, left } => self.say(
                Phrase::DeletionFailed,
                &[&key, &self.pod(*pod), &self.counters(left.as_ref())],
            ),
            WorkloadWhat::Named {
                name,
                collision_count,
            } => {
                let count = match collision_count {
                    Some(count) => number(count),
                    None => self.phrase(Phrase::NoCount),
                };
                self.say(
                    Phrase::NameComputed,
                    &[&key, &[word(self.names.text(*name))], &count],
                )
            }
            WorkloadWhat::Collided {
                name,
                collision_count,
            } => self.say(
                Phrase::NameCollided,
                &[&key, &[word(self.names.text(*name))], &number(collision_count)],
            ),
            WorkloadWhat::RevisionChosen { name, number: count } => self.say(
                Phrase::RevisionChosen,
                &[&key, &[word(self.names.text(*name))], &number(count)],
            ),
            WorkloadWhat::Event(event) => {
                let name = self.names.text(effect.key).rsplit('/').next().unwrap_or_default();
                let (_, reason, message) = workload_event(self.words(), name, event);
                self.say(
                    Phrase::WorkloadEvent,
                    &[&key, &[text(format!("{reason}: {message}"))]],
                )
            }
            WorkloadWhat::Reported(why) => {
                self.say(Phrase::WorkloadReported, &[&self.actor(effect.by), &error(why)])
            }
            WorkloadWhat::Failed(why) => self.say(Phrase::WorkloadFailed, &[&key, &error(why)]),
        }
    }

    fn words(&self) -> Words<'_> {
        Words {
            names: self.names,
            kinds: self.kinds,
        }
    }

    fn counters(&self, expected: Option<&Expected>) -> Vec<Part> {
        let Some(expected) = expected else {
            return self.phrase(Phrase::NoCounters).to_vec();
        };
        let (add, del) = ([text(expected.add.to_string())], [text(expected.del.to_string())]);
        self.say(Phrase::Counters, &[&add, &del])
    }

    fn pod(&self, pod: PodKey) -> [Part; 1] {
        [object(
            self.names,
            Identity {
                api_version: Name::V1,
                kind: Name::POD,
                namespace: pod.namespace,
                name: pod.name,
                uid: Name::EMPTY,
            },
        )]
    }

    /// The object that a key means.
    pub(super) fn key(&self, queue: QueueName, key: Name) -> [Part; 1] {
        [word(workload_key(self.names, queue, key))]
    }
}
