//! The words of scenario files.

use kubeloupe_core::analyse::Fate;

pub(super) const TOP: &[&str] = &[
    "kubeloupe",
    "title",
    "kubernetes",
    "switches",
    "featureGates",
    "seed",
    "schedule",
    "controllers",
    "flags",
    "latency",
    "finalizers",
    "kinds",
    "unsyncedMonitors",
    "objects",
    "files",
    "actions",
    "until",
    "maxSteps",
    "expect",
];
pub(super) const LATENCY: &[&str] = &["watch", "api", "podStart"];
pub(super) const FINALIZER: &[&str] = &["after"];
pub(super) const KIND: &[&str] = &["apiVersion", "kind", "resource", "namespaced", "served"];
pub(super) const MONITOR: &[&str] = &["apiVersion", "kind"];
pub(super) const LAG: &[&str] = &["kind", "by"];
pub(super) const LOSE: &[&str] = &["kind", "count"];
pub(super) const RELIST: &[&str] = &["kind"];
pub(super) const QUOTA: &[&str] = &["namespace", "pods"];
pub(super) const ACTION: &[&str] = &["at", "create", "update", "delete", "patch", "fault"];
pub(super) const DELETE: &[&str] = &[
    "apiVersion",
    "kind",
    "namespace",
    "name",
    "propagationPolicy",
    "gracePeriodSeconds",
    "orphanDependents",
    "preconditions",
    "dryRun",
    "malformedOptions",
];
pub(super) const PRECONDITIONS: &[&str] = &["uid", "resourceVersion"];
pub(super) const PATCH: &[&str] = &[
    "apiVersion",
    "kind",
    "namespace",
    "name",
    "type",
    "subresource",
    "metadata",
    "spec",
    "status",
    "data",
    "stringData",
];
pub(super) const PATCH_TYPES: &[&str] = &["merge", "strategic"];
pub(super) const SUBRESOURCES: &[&str] = &["status"];
pub(super) const POLICIES: &[&str] = &["Background", "Foreground", "Orphan"];
pub(super) const SCHEDULES: &[&str] = &["fair", "random"];
pub(super) const EXPECT: &[&str] = &["objects"];
pub(super) const EXPECTATION: &[&str] = &["ref", "fate", "at", "waitsFor"];
pub(super) const FAULTS: &[&str] = &[
    "zoneOutage",
    "zoneRecovers",
    "nodeOutage",
    "nodeRecovers",
    "leaseStops",
    "leaseResumes",
    "statusStops",
    "statusResumes",
    "clockBack",
    "kubeletReports",
    "cacheStalls",
    "cacheResumes",
    "apiErrors",
    "restartControllers",
    "discoveryFails",
    "discoveryRecovers",
    "monitorFails",
    "monitorRecovers",
    "lagEvents",
    "loseEvents",
    "relist",
    "quota",
    "ignoreExpectations",
    "heedExpectations",
];
/// Those of [`FAULTS`] that concern nodes.
pub(super) const NODE_FAULTS: &[&str] = &[
    "zoneOutage",
    "zoneRecovers",
    "nodeOutage",
    "nodeRecovers",
    "leaseStops",
    "leaseResumes",
    "statusStops",
    "statusResumes",
    "clockBack",
    "kubeletReports",
    "cacheStalls",
    "cacheResumes",
    "apiErrors",
];
pub(super) const DISCOVERY: &[&str] = &["groupVersions"];

pub(super) const CONTROLLERS: &[&str] = &[
    "garbagecollector",
    "namespace",
    "nodelifecycle",
    "tainteviction",
    "replicaset",
    "deployment",
    "statefulset",
    "daemonset",
    "kubelet",
];

/// Flags of kube-controller-manager that concern controllers which are, or will be, simulated.
pub(super) const FLAGS: &[&str] = &[
    "concurrent-gc-syncs",
    "concurrent-namespace-syncs",
    "enable-garbage-collector",
    "kube-api-burst",
    "kube-api-qps",
    "concurrent-daemonset-syncs",
    "concurrent-deployment-syncs",
    "concurrent-replicaset-syncs",
    "concurrent-statefulset-syncs",
    "large-cluster-size-threshold",
    "node-eviction-rate",
    "node-monitor-grace-period",
    "node-monitor-period",
    "node-startup-grace-period",
    "secondary-node-eviction-rate",
    "unhealthy-zone-threshold",
];

pub(super) const FATES: &[&str] = &[
    "deleted",
    "orphaned",
    "kept",
    "stuck",
    "uncollectable",
    "deleting",
    "created",
    "changed",
    "untouched",
];

/// The words that a scenario file is written in, but for those of single faults: members, values, names.
pub fn words() -> impl Iterator<Item = &'static str> {
    let lists = [
        TOP,
        FINALIZER,
        KIND,
        MONITOR,
        DELETE,
        PRECONDITIONS,
        PATCH,
        PATCH_TYPES,
        SUBRESOURCES,
        POLICIES,
        SCHEDULES,
        EXPECT,
        EXPECTATION,
        CONTROLLERS,
        FLAGS,
        FATES,
    ];
    lists.into_iter().flatten().copied()
}

/// The fate that a word of [`FATES`] names.
pub(super) fn fate_of(word: &str) -> Option<Fate> {
    Some(match word {
        "deleted" => Fate::Deleted,
        "orphaned" => Fate::Orphaned,
        "kept" => Fate::Kept,
        "stuck" => Fate::Stuck,
        "uncollectable" => Fate::Uncollectable,
        "deleting" => Fate::Deleting,
        "created" => Fate::Created,
        "changed" => Fate::Changed,
        "untouched" => Fate::Untouched,
        _ => return None,
    })
}
