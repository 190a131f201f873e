use super::metadata;
use crate::dump::Epoch;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Facts, Kind, KnownFrom, Name, NamespacePhase, Object, PodPhase, Scope, Time};
use serde_json::{Value, json};

/// When the kubelet of a silent node renewed its lease: longer ago than any grace period that is in use.
const LAST_HEARD: Time = Time(-3_600_000_000_000);

/// An object as the API would show it at the start, as far as it is kept: reading it again gives the same object, and
/// what objects tell about the cluster too, such as which nodes in `silent` have stopped renewing their leases. Of
/// workloads and nodes only the metadata is written.
pub fn written(cluster: &Cluster, epoch: Epoch, silent: &[Name], object: &Object) -> Value {
    let names = &cluster.names;
    let timestamp = |time| Value::from(epoch.timestamp(time));
    let mut shown = written_metadata(cluster, epoch, object);
    match &object.facts {
        Facts::Pod(pod) => {
            shown["spec"] = json!({ "terminationGracePeriodSeconds": pod.termination_grace_period_s });
            let node = names.text(pod.node);
            if !node.is_empty() {
                shown["spec"]["nodeName"] = node.into();
            }
            shown["status"] = json!({ "phase": phase(pod.phase) });
        }
        Facts::Namespace(namespace) => {
            let finalizers = namespace.spec_finalizers.iter();
            let finalizers: Vec<&str> = finalizers.map(|&name| names.text(name)).collect();
            shown["spec"] = json!({ "finalizers": finalizers });
            let phase = match namespace.phase {
                NamespacePhase::Active => "Active",
                NamespacePhase::Terminating => "Terminating",
            };
            let of = names.text(object.meta.name);
            let conditions = namespace.conditions.iter().map(|condition| {
                let mut shown = json!({
                    "type": names.text(condition.kind),
                    "status": names.text(condition.status),
                    "reason": names.text(condition.reason),
                    "message": crate::condition::message(names, of, condition),
                });
                if let Some(time) = condition.last_transition {
                    shown["lastTransitionTime"] = timestamp(time);
                }
                shown
            });
            shown["status"] = json!({ "phase": phase, "conditions": conditions.collect::<Vec<Value>>() });
        }
        Facts::Crd(crd) => {
            if let Some(defines) = crd.defines {
                shown["spec"] = definition(cluster, cluster.kinds.get(defines));
            }
        }
        Facts::IpAddress(address) => {
            shown["spec"] = json!({ "parentRef": {
                "resource": "services",
                "namespace": names.text(address.parent_namespace),
                "name": names.text(address.parent_name),
            } });
        }
        Facts::None if is_kind(cluster, object, "coordination.k8s.io", "Lease") => {
            let is_silent = silent.contains(&object.meta.name);
            let renewed = if is_silent { LAST_HEARD } else { Time::START };
            shown["spec"] = json!({ "renewTime": timestamp(renewed) });
        }
        Facts::None if is_kind(cluster, object, "apiregistration.k8s.io", "APIService") => {
            unavailable(cluster, object, &mut shown);
        }
        Facts::None
        | Facts::Node(_)
        | Facts::Lease(_)
        | Facts::ReplicaSet(_)
        | Facts::Deployment(_)
        | Facts::RevisedSet(_)
        | Facts::Revision(_) => {}
    }
    shown
}

/// What every object has: its apiVersion, its kind, and its metadata.
pub fn written_metadata(cluster: &Cluster, epoch: Epoch, object: &Object) -> Value {
    let kind = cluster.kinds.get(object.kind);
    let timestamp = |time| Value::from(epoch.timestamp(time));
    let mut metadata = metadata(&cluster.names, &object.meta, timestamp);
    if let (Some(created), Some(members)) = (object.meta.creation_timestamp, metadata.as_object_mut()) {
        members.insert("creationTimestamp".to_owned(), timestamp(created));
    }
    json!({
        "apiVersion": cluster.names.text(kind.preferred()),
        "kind": cluster.names.text(kind.kind),
        "metadata": metadata,
    })
}

/// The entry of a scenario's `kinds` for a kind that neither Kubernetes nor a definition among the objects tells.
pub fn stated_kind(cluster: &Cluster, kind: &Kind) -> Option<Value> {
    if matches!(kind.known_from, KnownFrom::BuiltIn | KnownFrom::Crd) {
        return None;
    }
    Some(json!({
        "apiVersion": cluster.names.text(kind.preferred()),
        "kind": cluster.names.text(kind.kind),
        "resource": cluster.names.text(kind.resource),
        "namespaced": kind.scope == Scope::Namespaced,
    }))
}

fn is_kind(cluster: &Cluster, object: &Object, group: &str, kind: &str) -> bool {
    let known = cluster.kinds.get(object.kind);
    cluster.names.text(known.group) == group && cluster.names.text(known.kind) == kind
}

/// What an APIService says of a group version that does not answer. Its name is the version, a dot, and the group.
fn unavailable(cluster: &Cluster, object: &Object, shown: &mut Value) {
    let Some((version, group)) = cluster.names.text(object.meta.name).split_once('.') else {
        return;
    };
    let group_version = cluster.names.find(&format!("{group}/{version}"));
    let failure = cluster.discovery_failure.as_ref();
    if failure
        .zip(group_version)
        .is_some_and(|(failure, name)| failure.concerns(name))
    {
        shown["spec"] = json!({ "group": group, "version": version });
        shown["status"] = json!({ "conditions": [
            { "type": "Available", "status": "False", "reason": "ServiceNotFound" },
        ] });
    }
}

fn phase(phase: PodPhase) -> &'static str {
    match phase {
        PodPhase::Pending => "Pending",
        PodPhase::Running => "Running",
        PodPhase::Succeeded => "Succeeded",
        PodPhase::Failed => "Failed",
        PodPhase::Unknown => "Unknown",
    }
}

/// The spec of the CustomResourceDefinition of a kind.
fn definition(cluster: &Cluster, kind: &Kind) -> Value {
    let names = &cluster.names;
    let versions = kind.versions.iter().enumerate().map(|(number, version)| {
        let name = names.text(version.api_version);
        let name = name.rsplit('/').next().unwrap_or(name);
        json!({ "name": name, "served": version.served, "storage": number == 0 })
    });
    json!({
        "group": names.text(kind.group),
        "names": { "kind": names.text(kind.kind), "plural": names.text(kind.resource) },
        "scope": if kind.scope == Scope::Namespaced { "Namespaced" } else { "Cluster" },
        "versions": versions.collect::<Vec<Value>>(),
    })
}
