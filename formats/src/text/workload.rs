//! What the controllers of workloads write into conditions, Events and their logs, in their own words: the same in every
//! language.

use crate::dump::Epoch;
use kubeloupe_core::apiserver::{Cluster, Reason};
use kubeloupe_core::object::{IntOrPercent, KindId, Kinds, Message, Name, Names, Operator, Subject, Time};
use kubeloupe_core::workloads::{ApiError, CannotAdopt, SyncError};

/// What texts are looked up in.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The strings.
    pub names: &'a Names,
    /// The kinds.
    pub kinds: &'a Kinds,
}

impl<'a> From<&'a Cluster> for Words<'a> {
    fn from(cluster: &'a Cluster) -> Self {
        Words {
            names: &cluster.names,
            kinds: &cluster.kinds,
        }
    }
}

/// The message of a condition.
pub fn condition_message<'a>(cx: impl Into<Words<'a>>, epoch: Epoch, message: &Message) -> String {
    let cx: Words<'_> = cx.into();
    let text = |name: Name| cx.names.text(name);
    let about = |subject: Subject| match subject {
        Subject::ReplicaSet(name) => format!("ReplicaSet \"{}\"", text(name)),
        Subject::Deployment(name) => format!("Deployment \"{}\"", text(name)),
    };
    match message {
        Message::Text(name) => text(*name).to_owned(),
        Message::Error(error) => sync_error(cx, epoch, error),
        Message::MinimumAvailability => "Deployment has minimum availability.".to_owned(),
        Message::NoMinimumAvailability => "Deployment does not have minimum availability.".to_owned(),
        Message::Paused => "Deployment is paused".to_owned(),
        Message::Resumed => "Deployment is resumed".to_owned(),
        Message::Found(name) => format!("Found new replica set \"{}\"", text(*name)),
        Message::Created(name) => format!("Created new replica set \"{}\"", text(*name)),
        Message::FailedToCreate(name, error) => format!(
            "Failed to create new replica set \"{}\": {}",
            text(*name),
            sync_error(cx, epoch, error)
        ),
        Message::Progressed(subject) => format!("{} has successfully progressed.", about(*subject)),
        Message::Progressing(subject) => format!("{} is progressing.", about(*subject)),
        Message::TimedOut(subject) => format!("{} has timed out progressing.", about(*subject)),
    }
}

/// The text of an error.
pub fn sync_error<'a>(cx: impl Into<Words<'a>>, epoch: Epoch, error: &SyncError) -> String {
    let cx: Words<'_> = cx.into();
    let text = |name: Name| cx.names.text(name);
    match error {
        SyncError::Api(error) => api_error(cx, error),
        SyncError::Delete(error) => format!("unable to delete pods: {}", api_error(cx, error)),
        SyncError::NoTemplateLabels => "unable to create pods, no labels".to_owned(),
        SyncError::CannotAdopt {
            kind,
            namespace,
            name,
            uid,
            cause,
        } => format!(
            "can't adopt {} {}/{} ({}): {}",
            word(cx, *kind),
            text(*namespace),
            text(*name),
            text(*uid),
            cannot_adopt(cx, epoch, cause)
        ),
        SyncError::Claim(errors) => {
            let texts: Vec<String> = errors.iter().map(|error| sync_error(cx, epoch, error)).collect();
            match texts.as_slice() {
                [only] => only.clone(),
                _ => format!("[{}]", texts.join(", ")),
            }
        }
        SyncError::Stale(stale) => format!(
            "read version: {} is not as new as written version: {} for group resource {}",
            stale.read,
            stale.written,
            resource(cx, stale.kind)
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
            if word(cx, *kind) == "Deployment" {
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
                word(cx, *kind),
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
            let kind = cx.kinds.get(*kind);
            format!(
                "{}.{} \"{}\" not found",
                text(kind.kind).to_ascii_lowercase(),
                text(kind.group),
                text(*name)
            )
        }
        SyncError::RevisionNameMissing => "resource name may not be empty".to_owned(),
        SyncError::CannotAdoptRevisions(cause) => {
            format!(
                "can't adopt ControllerRevisions: {}",
                cannot_adopt(cx, epoch, cause)
            )
        }
        SyncError::StaleCollisionCount(name) => format!(
            "found a stale collision count of DaemonSet {:?} while processing; will retry until it is updated",
            text(*name)
        ),
        SyncError::NotAnObject { kind, tombstone } => {
            if *tombstone {
                let kind = match word(cx, *kind) {
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

fn cannot_adopt(cx: Words<'_>, epoch: Epoch, cause: &CannotAdopt) -> String {
    let text = |name: Name| cx.names.text(name);
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
            word(cx, *kind),
            text(*namespace),
            text(*name),
            text(*got),
            text(*wanted)
        ),
        CannotAdopt::Get(error) => format!("can't recheck DeletionTimestamp: {}", api_error(cx, error)),
    }
}

/// `2000-01-01 00:00:00 +0000 UTC`.
fn go_time(epoch: Epoch, at: Time) -> String {
    let stamp = epoch.timestamp(at);
    stamp.replace('T', " ").replace('Z', " +0000 UTC")
}

/// The API server's words, or what it would say to the reason.
fn api_error(cx: Words<'_>, error: &ApiError) -> String {
    if error.status.message != Name::EMPTY {
        return cx.names.text(error.status.message).to_owned();
    }
    let object = format!("{} {:?}", resource(cx, error.kind), cx.names.text(error.name));
    match error.status.reason {
        Some(Reason::NotFound) => format!("{object} not found"),
        Some(Reason::AlreadyExists) => format!("{object} already exists"),
        Some(Reason::Conflict) => format!(
            "Operation cannot be fulfilled on {object}: the object has been modified; please apply your changes to the \
             latest version and try again"
        ),
        Some(Reason::Invalid) => format!("{object} is invalid"),
        Some(Reason::Forbidden) if error.is_namespace_terminating() => format!(
            "{object} is forbidden: unable to create new content in namespace {} because it is being terminated",
            cx.names.text(error.namespace)
        ),
        Some(Reason::Forbidden) => format!("{object} is forbidden: exceeded quota"),
        Some(Reason::TooManyRequests) => {
            "the server has received too many requests and has asked us to try again later".to_owned()
        }
        Some(Reason::Timeout) => "Timeout: request did not complete within the allotted timeout".to_owned(),
        Some(other) => crate::wire::reason(other).to_owned(),
        None => "the server could not find the requested resource".to_owned(),
    }
}

fn word(cx: Words<'_>, kind: KindId) -> &str {
    cx.names.text(cx.kinds.get(kind).kind)
}

fn resource(cx: Words<'_>, kind: KindId) -> String {
    let kind = cx.kinds.get(kind);
    match cx.names.text(kind.group) {
        "" => cx.names.text(kind.resource).to_owned(),
        group => format!("{}.{group}", cx.names.text(kind.resource)),
    }
}
