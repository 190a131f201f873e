//! The cluster in which the recordings were made, as far as the API server and the REST mapper know it.

use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{DefaultPolicy, Kind, KnownFrom, Names, Scope, ServedVersion};
use std::sync::Arc;

/// One row of the kinds table.
struct Row {
    group: &'static str,
    kind: &'static str,
    resource: &'static str,
    versions: &'static [&'static str],
    scope: Scope,
    generation: bool,
    monitored: bool,
}

const fn row(
    group: &'static str,
    kind: &'static str,
    resource: &'static str,
    versions: &'static [&'static str],
    scope: Scope,
) -> Row {
    Row {
        group,
        kind,
        resource,
        versions,
        scope,
        generation: false,
        monitored: false,
    }
}

const fn monitored(row: Row) -> Row {
    Row {
        monitored: true,
        ..row
    }
}

const fn with_generation(row: Row) -> Row {
    Row {
        generation: true,
        ..row
    }
}

const RBAC: &str = "rbac.authorization.k8s.io";
const CUSTOM: &str = "example.com";

/// The nine monitored kinds first, then what is mapped without being monitored.
const ROWS: &[Row] = &[
    monitored(row(
        "",
        "ConfigMap",
        "configmaps",
        &["v1"],
        Scope::Namespaced,
    )),
    monitored(row("", "Secret", "secrets", &["v1"], Scope::Namespaced)),
    monitored(with_generation(row(
        "",
        "Pod",
        "pods",
        &["v1"],
        Scope::Namespaced,
    ))),
    monitored(with_generation(row(
        "",
        "ReplicationController",
        "replicationcontrollers",
        &["v1"],
        Scope::Namespaced,
    ))),
    monitored(with_generation(row(
        "apps",
        "ReplicaSet",
        "replicasets",
        &["apps/v1"],
        Scope::Namespaced,
    ))),
    monitored(with_generation(row(
        "batch",
        "Job",
        "jobs",
        &["batch/v1"],
        Scope::Namespaced,
    ))),
    monitored(row(
        RBAC,
        "ClusterRole",
        "clusterroles",
        &["rbac.authorization.k8s.io/v1"],
        Scope::Cluster,
    )),
    monitored(with_generation(row(
        CUSTOM,
        "Widget",
        "widgets",
        &["example.com/v1", "example.com/v1beta1"],
        Scope::Namespaced,
    ))),
    monitored(with_generation(row(
        CUSTOM,
        "ClusterWidget",
        "clusterwidgets",
        &["example.com/v1", "example.com/v1beta1"],
        Scope::Cluster,
    ))),
    row("", "Namespace", "namespaces", &["v1"], Scope::Cluster),
    row("", "Node", "nodes", &["v1"], Scope::Cluster),
    row("", "Event", "events", &["v1"], Scope::Namespaced),
    row("", "Service", "services", &["v1"], Scope::Namespaced),
    with_generation(row(
        "apps",
        "Deployment",
        "deployments",
        &["apps/v1"],
        Scope::Namespaced,
    )),
];

/// The kinds of `oracle/gc`: nine monitored ones, Namespace, and some that are only mapped. `nope.example.com/v1 Ghost`
/// and `extensions/v1beta1` are unknown.
pub fn oracle_cluster(minor: u32) -> Cluster {
    let mut cluster = Cluster {
        minor,
        ..Cluster::default()
    };
    let names = Arc::make_mut(&mut cluster.names);
    let kinds = Arc::make_mut(&mut cluster.kinds);
    for row in ROWS {
        kinds.add(kind_of(row, names));
    }
    cluster
}

fn kind_of(row: &Row, names: &mut Names) -> Kind {
    let orphans = matches!(row.kind, "ReplicationController" | "Job");
    let default_policy = match row.kind {
        _ if orphans => DefaultPolicy::OrphanDependents,
        "Event" => DefaultPolicy::Unsupported,
        _ => DefaultPolicy::DeleteDependents,
    };
    let custom = row.group == CUSTOM;
    Kind {
        group: names.intern(row.group),
        kind: names.intern(row.kind),
        resource: names.intern(row.resource),
        versions: row
            .versions
            .iter()
            .map(|version| ServedVersion {
                api_version: names.intern(version),
                served: true,
            })
            .collect(),
        scope: row.scope,
        known_from: if custom {
            KnownFrom::Crd
        } else {
            KnownFrom::BuiltIn
        },
        custom,
        default_policy,
        graceful: row.kind == "Pod",
        has_generation: row.generation,
        monitored: row.monitored,
    }
}
