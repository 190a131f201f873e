//! The messages of a namespace's conditions (NS-15): the words that Kubernetes writes, to and from what they say.

use kubeloupe_core::apiserver::Reason;
use kubeloupe_core::object::{
    ConditionFact, ConditionMessage, ContentFailure, ContentFault, DiscoveryFailure, FinalizerCount,
    GroupError, GroupFailure, List, Name, Names, ResourceCount,
};

const DISCOVERY: &str = "unable to retrieve the complete list of server APIs: ";
const REMAINING: &str = "Some resources are remaining: ";
const FINALIZERS: &str = "Some content in the namespace has finalizers remaining: ";
const ITEMS_REMAIN: &str = "unexpected items still remain in namespace: ";
const INSTANCES: &str = " resource instances";
const UNAVAILABLE: &str = "the server is currently unable to handle the request";
const STALE: &str = "stale GroupVersion discovery: ";

/// The message of a condition of the namespace with this name, as Kubernetes words it.
pub fn message(names: &Names, namespace: &str, condition: &ConditionFact) -> String {
    words(names, namespace, condition.kind, &condition.message)
}

/// Replaces the text of a condition that was read by what it says, if it is in Kubernetes' own words; a message that
/// would not come back exactly as it was stays a text.
pub fn recognise(names: &mut Names, condition: &mut ConditionFact) {
    let ConditionMessage::Text(text) = condition.message else {
        return;
    };
    let text = names.text(text).to_owned();
    let namespace = namespace_of(&text).unwrap_or_default();
    let Some(read) = read(names, condition.kind, &text) else {
        return;
    };
    if words(names, namespace, condition.kind, &read) == text {
        condition.message = read;
    }
}

fn words(names: &Names, namespace: &str, kind: Name, message: &ConditionMessage) -> String {
    match message {
        ConditionMessage::Fine => fine(kind).to_owned(),
        ConditionMessage::Discovery(DiscoveryFailure::Whole(error)) => names.text(*error).to_owned(),
        ConditionMessage::Discovery(DiscoveryFailure::Groups(groups)) => {
            let count = groups.len();
            let groups = joined(groups, |failure| group_failure(names, failure));
            format!("Discovery failed for some groups, {count} failing: {DISCOVERY}{groups}")
        }
        ConditionMessage::Content(failures) => {
            let count = failures.len();
            let failures = joined(failures, |failure| content_failure(names, namespace, failure));
            format!("Failed to delete all resource types, {count} remaining: {failures}")
        }
        ConditionMessage::Remaining(counts) => {
            let counted = |count: &ResourceCount| {
                let (resource, group) = (names.text(count.resource), names.text(count.group));
                format!("{resource}.{group} has {}{INSTANCES}", count.count)
            };
            format!("{REMAINING}{}", joined(counts, counted))
        }
        ConditionMessage::Finalizers(counts) => {
            let counted = |count: &FinalizerCount| {
                format!("{} in {}{INSTANCES}", names.text(count.finalizer), count.count)
            };
            format!("{FINALIZERS}{}", joined(counts, counted))
        }
        ConditionMessage::Text(text) => names.text(*text).to_owned(),
    }
}

fn joined<T>(items: &[T], words: impl Fn(&T) -> String) -> String {
    items.iter().map(words).collect::<Vec<String>>().join(", ")
}

/// What the controller writes while nothing is wrong.
fn fine(kind: Name) -> &'static str {
    match kind {
        Name::NAMESPACE_DELETION_DISCOVERY_FAILURE => "All resources successfully discovered",
        Name::NAMESPACE_DELETION_GROUP_VERSION_PARSING_FAILURE => "All legacy kube types successfully parsed",
        Name::NAMESPACE_DELETION_CONTENT_FAILURE => {
            "All content successfully deleted, may be waiting on finalization"
        }
        Name::NAMESPACE_CONTENT_REMAINING => "All content successfully removed",
        Name::NAMESPACE_FINALIZERS_REMAINING => "All content-preserving finalizers finished",
        _ => "",
    }
}

fn group_failure(names: &Names, failure: &GroupFailure) -> String {
    let group_version = names.text(failure.group_version);
    match failure.error {
        GroupError::Unavailable => format!("{group_version}: {UNAVAILABLE}"),
        GroupError::Stale => format!("{group_version}: {STALE}{group_version}"),
        GroupError::Other(error) => format!("{group_version}: {}", names.text(error)),
    }
}

fn content_failure(names: &Names, namespace: &str, failure: &ContentFailure) -> String {
    let version = names.text(failure.group_version);
    let slash = if version.contains('/') { "" } else { "/" };
    let resource = format!("{slash}{version}, Resource={}", names.text(failure.resource));
    match failure.fault {
        ContentFault::ItemsRemain => format!("{ITEMS_REMAIN}{namespace} for gvr: {resource}"),
        // Upstream repeats the API server's message, which is not simulated.
        ContentFault::Refused(reason) => format!("{} ({resource})", refusal(reason)),
    }
}

fn refusal(reason: Reason) -> &'static str {
    match reason {
        Reason::NotFound => "the server could not find the requested resource",
        Reason::AlreadyExists => "the object already exists",
        Reason::Conflict => "the operation cannot be fulfilled",
        Reason::Invalid => "the request is invalid",
        Reason::Forbidden => "the request is forbidden",
        Reason::BadRequest => "the server rejected our request for an unknown reason",
        Reason::UnsupportedMediaType => "the body of the request was in an unknown format",
        Reason::MethodNotAllowed => "the server does not allow this method on the requested resource",
        Reason::TooManyRequests => "the server has received too many requests",
        Reason::InternalError => "an error on the server has prevented the request from succeeding",
        Reason::Timeout => "the server was unable to return a response in the time allotted",
    }
}

fn read(names: &mut Names, kind: Name, text: &str) -> Option<ConditionMessage> {
    if text == fine(kind) && !text.is_empty() {
        return Some(ConditionMessage::Fine);
    }
    match kind {
        Name::NAMESPACE_DELETION_DISCOVERY_FAILURE => {
            let (_, groups) = text.split_once(DISCOVERY)?;
            let groups: Option<Vec<GroupFailure>> =
                groups.split(", ").map(|group| read_group(names, group)).collect();
            let failure = DiscoveryFailure::of_groups(names, groups?)?;
            Some(ConditionMessage::Discovery(failure))
        }
        Name::NAMESPACE_DELETION_CONTENT_FAILURE => {
            let (_, failures) = text.split_once(" remaining: ")?;
            let failures = failures.split(ITEMS_REMAIN).skip(1);
            let failures: Option<List<ContentFailure>> = failures
                .map(|failure| read_failure(names, failure.trim_end_matches(", ")))
                .collect::<Option<Vec<_>>>()
                .map(List::from);
            Some(ConditionMessage::Content(failures?))
        }
        Name::NAMESPACE_CONTENT_REMAINING => {
            let counts = text.strip_prefix(REMAINING)?.split(", ");
            let counts: Option<Vec<ResourceCount>> = counts.map(|count| read_count(names, count)).collect();
            Some(ConditionMessage::Remaining(counts?.into()))
        }
        Name::NAMESPACE_FINALIZERS_REMAINING => {
            let counts = text.strip_prefix(FINALIZERS)?.split(", ");
            let counts: Option<Vec<FinalizerCount>> =
                counts.map(|count| read_finalizer(names, count)).collect();
            Some(ConditionMessage::Finalizers(counts?.into()))
        }
        _ => None,
    }
}

fn read_group(names: &mut Names, text: &str) -> Option<GroupFailure> {
    let (group_version, error) = text.split_once(": ")?;
    let error = if error == UNAVAILABLE {
        GroupError::Unavailable
    } else if error.strip_prefix(STALE) == Some(group_version) {
        GroupError::Stale
    } else {
        GroupError::Other(names.intern(error))
    };
    Some(GroupFailure {
        group_version: names.intern(group_version),
        error,
    })
}

fn namespace_of(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(ITEMS_REMAIN)?;
    rest.split_once(' ').map(|(namespace, _)| namespace)
}

fn read_failure(names: &mut Names, text: &str) -> Option<ContentFailure> {
    let (_, gvr) = text.split_once(" for gvr: ")?;
    let (version, resource) = gvr.split_once(", Resource=")?;
    Some(ContentFailure {
        group_version: names.intern(version.strip_prefix('/').unwrap_or(version)),
        resource: names.intern(resource),
        fault: ContentFault::ItemsRemain,
    })
}

fn read_count(names: &mut Names, text: &str) -> Option<ResourceCount> {
    let (resource, count) = text.strip_suffix(INSTANCES)?.split_once(" has ")?;
    let (resource, group) = resource.split_once('.')?;
    Some(ResourceCount {
        group: names.intern(group),
        resource: names.intern(resource),
        count: count.parse().ok()?,
    })
}

fn read_finalizer(names: &mut Names, text: &str) -> Option<FinalizerCount> {
    let (finalizer, count) = text.strip_suffix(INSTANCES)?.rsplit_once(" in ")?;
    Some(FinalizerCount {
        finalizer: names.intern(finalizer),
        count: count.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the text of a condition of this type says, and the words made of that for namespace `a`.
    fn round(names: &mut Names, kind: Name, text: &str) -> (ConditionMessage, String) {
        let mut condition = ConditionFact {
            kind,
            status: Name::TRUE,
            reason: Name::EMPTY,
            message: ConditionMessage::Text(names.intern(text)),
            last_transition: None,
        };
        recognise(names, &mut condition);
        let words = message(names, "a", &condition);
        (condition.message, words)
    }

    #[test]
    fn own_words_are_recognised() {
        let names = &mut Names::default();
        let texts = [
            (
                Name::NAMESPACE_DELETION_DISCOVERY_FAILURE,
                "All resources successfully discovered",
            ),
            (
                Name::NAMESPACE_DELETION_DISCOVERY_FAILURE,
                "Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: \
                 broken.example.com/v1beta1: stale GroupVersion discovery: broken.example.com/v1beta1, \
                 metrics.k8s.io/v1beta1: the server is currently unable to handle the request",
            ),
            (
                Name::NAMESPACE_DELETION_DISCOVERY_FAILURE,
                "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: \
                 odd.example.com/v1: no answer",
            ),
            (
                Name::NAMESPACE_DELETION_CONTENT_FAILURE,
                "Failed to delete all resource types, 2 remaining: unexpected items still remain in namespace: a for \
                 gvr: /v1, Resource=pods, unexpected items still remain in namespace: a for gvr: apps/v1, \
                 Resource=replicasets",
            ),
            (
                Name::NAMESPACE_CONTENT_REMAINING,
                "Some resources are remaining: configmaps. has 1 resource instances, widgets.example.com has 12 \
                 resource instances",
            ),
            (
                Name::NAMESPACE_FINALIZERS_REMAINING,
                "Some content in the namespace has finalizers remaining: example.com/x in 2 resource instances, orphan \
                 in 1 resource instances",
            ),
        ];
        for (kind, text) in texts {
            let (read, words) = round(names, kind, text);
            assert!(!matches!(read, ConditionMessage::Text(_)), "{text}: {read:?}");
            assert_eq!(words, text);
        }
    }

    #[test]
    fn other_words_stay() {
        let names = &mut Names::default();
        let texts = [
            (
                Name::NAMESPACE_CONTENT_REMAINING,
                "Some resources are remaining: configmaps. has 01 resource instances",
            ),
            (
                Name::NAMESPACE_CONTENT_REMAINING,
                "All resources successfully discovered",
            ),
            (
                Name::NAMESPACE_DELETION_CONTENT_FAILURE,
                "Failed to delete all resource types, 1 remaining: error",
            ),
            (Name::NAMESPACE_DELETION_DISCOVERY_FAILURE, ""),
            (Name::EVENT, "All content successfully removed"),
        ];
        for (kind, text) in texts {
            let (read, words) = round(names, kind, text);
            assert!(matches!(read, ConditionMessage::Text(_)), "{text}: {read:?}");
            assert_eq!(words, text);
        }
    }
}
