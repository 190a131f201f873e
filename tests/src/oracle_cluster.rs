//! The cluster in which the recordings were made, as far as the API server and the REST mapper know it.

use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{DefaultPolicy, Kind, KnownFrom, Names, Scope, ServedVersion, builtin_kinds};
use std::sync::Arc;

/// The built-in kinds that the recorded collector watched.
const MONITORED: [(&str, &str); 7] = [
    ("", "ConfigMap"),
    ("", "Secret"),
    ("", "Pod"),
    ("", "ReplicationController"),
    ("apps", "ReplicaSet"),
    ("batch", "Job"),
    ("rbac.authorization.k8s.io", "ClusterRole"),
];

/// The custom kinds, both of them watched.
const CUSTOM: [(&str, &str, Scope); 2] = [
    ("Widget", "widgets", Scope::Namespaced),
    ("ClusterWidget", "clusterwidgets", Scope::Cluster),
];

/// The kinds of `oracle/gc`: nine monitored ones, and every other built-in kind of `1.minor` mapped without being
/// monitored. `nope.example.com/v1 Ghost` and `extensions/v1beta1` are unknown.
pub fn oracle_cluster(minor: u32) -> Cluster {
    let mut names = Names::default();
    let mut kinds = builtin_kinds(&mut names, minor);
    for id in kinds.ids() {
        let kind = kinds.get(id);
        let monitored = MONITORED.contains(&(names.text(kind.group), names.text(kind.kind)));
        kinds.get_mut(id).monitored = monitored;
    }
    for (kind, resource, scope) in CUSTOM {
        kinds.add(custom(&mut names, kind, resource, scope));
    }
    Cluster {
        names: Arc::new(names),
        kinds: Arc::new(kinds),
        minor,
        ..Cluster::default()
    }
}

fn custom(names: &mut Names, kind: &str, resource: &str, scope: Scope) -> Kind {
    Kind {
        group: names.intern("example.com"),
        kind: names.intern(kind),
        resource: names.intern(resource),
        versions: ["example.com/v1", "example.com/v1beta1"]
            .map(|version| ServedVersion {
                api_version: names.intern(version),
                served: true,
            })
            .into(),
        scope,
        known_from: KnownFrom::Crd,
        custom: true,
        default_policy: DefaultPolicy::DeleteDependents,
        graceful: false,
        has_generation: true,
        monitored: true,
    }
}
