//! What the controllers of workloads write into conditions, Events and their logs, in their own words: the same in every
//! language.

use crate::dump::Epoch;
use kubeloupe_core::apiserver::{Cluster, Reason, Request, Target, Verb};
use kubeloupe_core::object::{IntOrPercent, KindId, Message, Name, Operator, Subject, Time};
use kubeloupe_core::workloads::{ApiError, CannotAdopt, SyncError};

/// The message of a condition.
pub fn condition_message(cluster: &Cluster, epoch: Epoch, message: &Message) -> String {
    let text = |name: Name| cluster.names.text(name);
    let about = |subject: Subject| match subject {
        Subject::ReplicaSet(name) => format!("ReplicaSet \"{}\"", text(name)),
        Subject::Deployment(name) => format!("Deployment \"{}\"", text(name)),
    };
    match message {
        Message::Text(name) => text(*name).to_owned(),
        Message::Error(error) => sync_error(cluster, epoch, error),
        Message::MinimumAvailability => "Deployment has minimum availability.".to_owned(),
        Message::NoMinimumAvailability => "Deployment does not have minimum availability.".to_owned(),
        Message::Paused => "Deployment is paused".to_owned(),
        Message::Resumed => "Deployment is resumed".to_owned(),
        Message::Found(name) => format!("Found new replica set \"{}\"", text(*name)),
        Message::Created(name) => format!("Created new replica set \"{}\"", text(*name)),
        Message::FailedToCreate(name, error) => format!(
            "Failed to create new replica set \"{}\": {}",
            text(*name),
            sync_error(cluster, epoch, error)
        ),
        Message::Progressed(subject) => format!("{} has successfully progressed.", about(*subject)),
        Message::Progressing(subject) => format!("{} is progressing.", about(*subject)),
        Message::TimedOut(subject) => format!("{} has timed out progressing.", about(*subject)),
    }
}

/// The text of an error.
pub fn sync_error(cluster: &Cluster, epoch: Epoch, error: &SyncError) -> String {
    let text = |name: Name| cluster.names.text(name);
    match error {
        SyncError::Api(error) => api_error(cluster, error),
        SyncError::Delete(error) => format!("unable to delete pods: {}", api_error(cluster, error)),
        SyncError::NoTemplateLabels => "unable to create pods, no labels".to_owned(),
        SyncError::CannotAdopt {
            kind,
            namespace,
            name,
            uid,
            cause,
        } => format!(
            "can't adopt {} {}/{} ({}): {}",
            word(cluster, *kind),
            text(*namespace),
            text(*name),
            text(*uid),
            cannot_adopt(cluster, epoch, cause)
        ),
        SyncError::Claim(errors) => {
            let texts: Vec<String> = errors
                .iter()
                .map(|error| sync_error(cluster, epoch, error))
                .collect();
            match texts.as_slice() {
                [only] => only.clone(),
                _ => format!("[{}]", texts.join(", ")),
            }
        }
        SyncError::Stale(stale) => format!(
            "read version: {} is not as new as written version: {} for group resource {}",
            stale.read,
            stale.written,
            resource(cluster, stale.kind)
        ),
        SyncError::KeyFormat(key) => format!("unexpected key format: {:?}", text(*key)),
        SyncError::Selector {
            kind,
            namespace,
            name,
            expression,
        } => {
            let why = match expression.operator {
                Operator::Unknown(operator) => {
                    format!("{:?} is not a valid label selector operator", text(operator))
                }
                Operator::In | Operator::NotIn => {
                    "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"
                        .to_owned()
                }
                Operator::Exists | Operator::DoesNotExist => {
                    "values: Invalid value: values set must be empty for exists and does not exist".to_owned()
                }
            };
            if word(cluster, *kind) == "Deployment" {
                format!(
                    "deployment {}/{} has invalid label selector: {why}",
                    text(*namespace),
                    text(*name)
                )
            } else {
                format!(
                    "error converting pod selector to selector for rs {}/{}: {why}",
                    text(*namespace),
                    text(*name)
                )
            }
        }
        SyncError::NoController { namespace, name } => {
            format!(
                "ReplicaSet has no controller: {}/{}",
                text(*namespace),
                text(*name)
            )
        }
        SyncError::ManySelect { kind, labels } => {
            let labels: Vec<String> = labels
                .iter()
                .map(|&(key, value)| format!("{}:{}", text(key), text(value)))
                .collect();
            format!(
                "user error! more than one {} is selecting pods with labels: map[{}]",
                word(cluster, *kind),
                labels.join(" ")
            )
        }
        SyncError::Strategy(word) => format!("unexpected deployment strategy type: {}", text(*word)),
        SyncError::UnsupportedStrategy(word) => format!("deployment type {} isn't supported", text(*word)),
        SyncError::Surge(None) => "nil value for IntOrString".to_owned(),
        SyncError::Surge(Some(IntOrPercent::Int(number))) => number.to_string(),
        SyncError::Surge(Some(IntOrPercent::Text(value))) => {
            let why = match text(*value).strip_suffix('%') {
                None => "invalid type: string is not a percentage".to_owned(),
                Some(number) => format!(
                    "invalid value {:?}: strconv.Atoi: parsing {number:?}: invalid syntax",
                    text(*value)
                ),
            };
            format!("invalid value for IntOrString: {why}")
        }
        // The cache's own error names the resource in the singular.
        SyncError::NotCached { kind, name } => {
            let kind = cluster.kinds.get(*kind);
            format!(
                "{}.{} \"{}\" not found",
                text(kind.kind).to_lowercase(),
                text(kind.group),
                text(*name)
            )
        }
        SyncError::NotAnObject { kind, tombstone } => {
            if *tombstone {
                let kind = match word(cluster, *kind) {
                    "Pod" => "pod",
                    other => other,
                };
                format!("tombstone contained object that is not a {kind}")
            } else {
                "couldn't get object from tombstone".to_owned()
            }
        }
    }
}

fn cannot_adopt(cluster: &Cluster, epoch: Epoch, cause: &CannotAdopt) -> String {
    let text = |name: Name| cluster.names.text(name);
    match cause {
        CannotAdopt::JustDeleted { namespace, name, at } => format!(
            "{}/{} has just been deleted at {}",
            text(*namespace),
            text(*name),
            go_time(epoch, *at)
        ),
        CannotAdopt::Gone {
            kind,
            namespace,
            name,
            got,
            wanted,
        } => format!(
            "can't recheck DeletionTimestamp: original {} {}/{} is gone: got uid {}, wanted {}",
            word(cluster, *kind),
            text(*namespace),
            text(*name),
            text(*got),
            text(*wanted)
        ),
        CannotAdopt::Get(error) => format!("can't recheck DeletionTimestamp: {}", api_error(cluster, error)),
    }
}

/// `2000-01-01 00:00:00 +0000 UTC`.
fn go_time(epoch: Epoch, at: Time) -> String {
    let stamp = epoch.timestamp(at);
    stamp.replace('T', " ").replace('Z', " +0000 UTC")
}

/// The API server's words.
fn api_error(cluster: &Cluster, error: &ApiError) -> String {
    let request = Request {
        target: Target {
            kind: error.kind,
            api_version: Name::EMPTY,
            namespace: error.namespace,
            name: error.name,
        },
        verb: Verb::Get,
    };
    if error.is(Reason::Conflict) && error.status.message == Name::EMPTY {
        return format!(
            "Operation cannot be fulfilled on {} \"{}\": the object has been modified; please apply your changes to \
             the latest version and try again",
            resource(cluster, error.kind),
            cluster.names.text(error.name)
        );
    }
    super::status_message(cluster, &request, &error.status)
}

fn word(cluster: &Cluster, kind: KindId) -> &str {
    cluster.names.text(cluster.kinds.get(kind).kind)
}

fn resource(cluster: &Cluster, kind: KindId) -> String {
    let kind = cluster.kinds.get(kind);
    match cluster.names.text(kind.group) {
        "" => cluster.names.text(kind.resource).to_owned(),
        group => format!("{}.{group}", cluster.names.text(kind.resource)),
    }
}
