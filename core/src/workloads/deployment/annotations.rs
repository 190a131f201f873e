use crate::apiserver::Cluster;
use crate::object::{List, Name};
use crate::sorted::sort_by;
use crate::workloads::key::intern;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// `deployment.kubernetes.io/revision`.
pub(super) const REVISION: &str = "deployment.kubernetes.io/revision";
/// `deployment.kubernetes.io/revision-history`.
const REVISION_HISTORY: &str = "deployment.kubernetes.io/revision-history";
/// `deployment.kubernetes.io/desired-replicas`.
pub(super) const DESIRED_REPLICAS: &str = "deployment.kubernetes.io/desired-replicas";
/// `deployment.kubernetes.io/max-replicas`.
pub(super) const MAX_REPLICAS: &str = "deployment.kubernetes.io/max-replicas";
/// `deprecated.deployment.rollback.to`.
pub(super) const ROLLBACK_TO: &str = "deprecated.deployment.rollback.to";

/// Annotations that belong to a Deployment or a ReplicaSet alone (DP-4).
const OWN: [&str; 6] = [
    "kubectl.kubernetes.io/last-applied-configuration",
    REVISION,
    REVISION_HISTORY,
    DESIRED_REPLICAS,
    MAX_REPLICAS,
    ROLLBACK_TO,
];

/// Longest revision history, in bytes (DP-4).
const HISTORY_LIMIT: usize = 2000;

/// A list of annotations, sorted by the text of their keys.
pub(super) type Annotations = List<(Name, Name)>;

/// The value of an annotation.
pub(super) fn get<'c>(cluster: &'c Cluster, annotations: &Annotations, key: &str) -> Option<&'c str> {
    let key = cluster.names.find(key)?;
    let found = annotations.iter().find(|(other, _)| *other == key);
    found.map(|&(_, value)| cluster.names.text(value))
}

/// Sets an annotation; says whether that changed anything.
pub(super) fn set(cluster: &mut Cluster, annotations: &mut Annotations, key: &str, value: &str) -> bool {
    let (key, value) = (intern(cluster, key), intern(cluster, value));
    set_name(cluster, annotations, key, value)
}

fn set_name(cluster: &Cluster, annotations: &mut Annotations, key: Name, value: Name) -> bool {
    if annotations.contains(&(key, value)) {
        return false;
    }
    let mut list: Vec<(Name, Name)> = annotations
        .iter()
        .filter(|(other, _)| *other != key)
        .copied()
        .collect();
    list.push((key, value));
    sort_by(&mut list, |left, right| cluster.names.compare(left.0, right.0));
    *annotations = list.into();
    true
}

/// Removes an annotation.
pub(super) fn remove(cluster: &Cluster, annotations: &mut Annotations, key: &str) {
    let Some(key) = cluster.names.find(key) else {
        return;
    };
    *annotations = annotations
        .iter()
        .filter(|(other, _)| *other != key)
        .copied()
        .collect();
}

/// `…/revision` as a number: 0 where it is missing, `None` where it is no number.
pub(super) fn revision(cluster: &Cluster, annotations: &Annotations) -> Option<i64> {
    match get(cluster, annotations, REVISION) {
        None => Some(0),
        Some(text) => text.parse().ok(),
    }
}

/// `…/desired-replicas` or `…/max-replicas`: digits only.
pub(super) fn count(cluster: &Cluster, annotations: &Annotations, key: &str) -> Option<i32> {
    let text = get(cluster, annotations, key)?;
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

/// Sets both counts; says whether that changed anything.
pub(super) fn set_counts(
    cluster: &mut Cluster,
    annotations: &mut Annotations,
    desired: i32,
    most: i32,
) -> bool {
    let desired = set(cluster, annotations, DESIRED_REPLICAS, &desired.to_string());
    let most = set(cluster, annotations, MAX_REPLICAS, &most.to_string());
    desired || most
}

/// Whether an annotation is copied between a Deployment and its ReplicaSets.
fn is_copied(cluster: &Cluster, key: Name) -> bool {
    !OWN.contains(&cluster.names.text(key))
}

/// DP-4: annotations of a new ReplicaSet. Says whether they changed so that they have to be written.
pub(super) fn set_new(
    cluster: &mut Cluster,
    deployment: &Annotations,
    set_annotations: &mut Annotations,
    next: i64,
    counts: Option<(i32, i32)>,
) -> bool {
    let mut changed = false;
    for &(key, value) in deployment {
        if is_copied(cluster, key) {
            changed |= set_name(cluster, set_annotations, key, value);
        }
    }
    let old = get(cluster, set_annotations, REVISION).map(String::from);
    let number: i64 = match old.as_deref() {
        None | Some("") => 0,
        Some(text) => match text.parse() {
            Ok(number) => number,
            Err(_) => return false,
        },
    };
    if number < next {
        set(cluster, set_annotations, REVISION, &next.to_string());
        changed = true;
        if let Some(old) = old {
            remember(cluster, set_annotations, &old);
        }
    }
    if let Some((desired, most)) = counts {
        changed |= set_counts(cluster, set_annotations, desired, most);
    }
    changed
}

/// DP-4: a revision that is replaced goes to the end of the history.
fn remember(cluster: &mut Cluster, annotations: &mut Annotations, old: &str) {
    let history = get(cluster, annotations, REVISION_HISTORY)
        .unwrap_or_default()
        .to_string();
    let entries: Vec<&str> = history.split(',').collect();
    if entries[0].is_empty() {
        set(cluster, annotations, REVISION_HISTORY, old);
        return;
    }
    let mut length = history.len() + old.len() + 1;
    let mut start = 0;
    while length > HISTORY_LIMIT && start < entries.len() {
        length -= entries[start].len() + 1;
        start += 1;
    }
    if length > HISTORY_LIMIT {
        return;
    }
    let kept = entries[start..].join(",");
    let text = if kept.is_empty() && start >= entries.len() {
        old.to_string()
    } else {
        format!("{kept},{old}")
    };
    set(cluster, annotations, REVISION_HISTORY, &text);
}

/// DP-17: a Deployment keeps its own annotations, and takes all others from the ReplicaSet.
pub(super) fn taken_back(cluster: &Cluster, deployment: &Annotations, set: &Annotations) -> Annotations {
    let own = deployment.iter().filter(|(key, _)| !is_copied(cluster, *key));
    let others = set.iter().filter(|(key, _)| is_copied(cluster, *key));
    let mut all: Vec<(Name, Name)> = own.chain(others).copied().collect();
    sort_by(&mut all, |left, right| cluster.names.compare(left.0, right.0));
    all.into()
}
