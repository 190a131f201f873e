use super::{DefaultPolicy, Kind, Kinds, KnownFrom, Name, Names, Scope, ServedVersion};
use crate::versions::COMPARED;
use alloc::format;
use alloc::vec::Vec;

/// Every kind that Kubernetes `1.minor` itself brings (of one that was not compared, the nearest that was), as its discovery would list them. Alpha and beta versions that
/// nobody switched on are there, but not served.
pub fn builtin_kinds(names: &mut Names, minor: u32) -> Kinds {
    let minor = minor.clamp(*COMPARED.start(), *COMPARED.end());
    let mut kinds = Kinds::default();
    for row in TABLE {
        let versions: Vec<ServedVersion> = row
            .versions
            .iter()
            .filter(|version| (version.since..=version.until).contains(&minor))
            .map(|version| ServedVersion {
                api_version: api_version(names, row.group, version.text),
                served: version.served,
            })
            .collect();
        if versions.is_empty() {
            continue;
        }
        let kind = Kind {
            group: names.intern(row.group),
            kind: names.intern(row.kind),
            resource: names.intern(row.resource),
            versions,
            scope: row.scope,
            known_from: KnownFrom::BuiltIn,
            custom: false,
            default_policy: row.default_policy(),
            graceful: row.group.is_empty() && row.kind == "Pod",
            has_generation: row.generation_since.is_some_and(|since| minor >= since),
            monitored: row.stored && row.kind != "Event",
        };
        kinds.add(kind);
    }
    kinds
}

fn api_version(names: &mut Names, group: &str, version: &str) -> Name {
    if group.is_empty() {
        names.intern(version)
    } else {
        names.intern(&format!("{group}/{version}"))
    }
}

struct Row {
    group: &'static str,
    kind: &'static str,
    resource: &'static str,
    scope: Scope,
    /// The minor since which new objects get `generation: 1`; for pods that is a switch (API-14).
    generation_since: Option<u32>,
    /// Objects of it are stored, so that they can be listed, watched and deleted; reviews and bindings are not.
    stored: bool,
    versions: &'static [Version],
}

struct Version {
    text: &'static str,
    since: u32,
    until: u32,
    served: bool,
}

impl Row {
    const fn new(
        group: &'static str,
        kind: &'static str,
        resource: &'static str,
        scope: Scope,
        versions: &'static [Version],
    ) -> Self {
        Row {
            group,
            kind,
            resource,
            scope,
            generation_since: None,
            stored: true,
            versions,
        }
    }

    /// New objects get `generation: 1`.
    const fn generation(self) -> Self {
        self.generation_since(0)
    }

    const fn generation_since(self, minor: u32) -> Self {
        Row {
            generation_since: Some(minor),
            ..self
        }
    }

    /// It can only be created, or only read.
    const fn unstored(self) -> Self {
        Row {
            stored: false,
            ..self
        }
    }

    /// API-11, for the versions that are still served.
    fn default_policy(&self) -> DefaultPolicy {
        match (self.group, self.kind) {
            ("", "ReplicationController") | ("batch", "Job") => DefaultPolicy::OrphanDependents,
            ("" | "events.k8s.io", "Event") => DefaultPolicy::Unsupported,
            _ => DefaultPolicy::DeleteDependents,
        }
    }
}

/// A version that is served by default.
const fn on(text: &'static str, since: u32) -> Version {
    Version {
        text,
        since,
        until: u32::MAX,
        served: true,
    }
}

/// A version that is served by default, and gone after `until`.
const fn once(text: &'static str, since: u32, until: u32) -> Version {
    Version {
        text,
        since,
        until,
        served: true,
    }
}

/// A version that is served only where somebody switched it on.
const fn off(text: &'static str, since: u32, until: u32) -> Version {
    Version {
        text,
        since,
        until,
        served: false,
    }
}

const NAMESPACED: Scope = Scope::Namespaced;
const CLUSTER: Scope = Scope::Cluster;
const NOW: u32 = u32::MAX;
const V1: &[Version] = &[on("v1", 0)];

const ADMISSION: &str = "admissionregistration.k8s.io";
const AUTHENTICATION: &str = "authentication.k8s.io";
const AUTHORIZATION: &str = "authorization.k8s.io";
const CERTIFICATES: &str = "certificates.k8s.io";
const COORDINATION: &str = "coordination.k8s.io";
const FLOW: &str = "flowcontrol.apiserver.k8s.io";
const LIFECYCLE: &str = "lifecycle.k8s.io";
const NETWORKING: &str = "networking.k8s.io";
const RBAC: &str = "rbac.authorization.k8s.io";
const RESOURCE: &str = "resource.k8s.io";
const SCHEDULING: &str = "scheduling.k8s.io";
const STORAGE: &str = "storage.k8s.io";

const FLOW_VERSIONS: &[Version] = &[on("v1", 29), once("v1beta3", 26, 31)];
const VALIDATING_POLICY_VERSIONS: &[Version] = &[on("v1", 30), off("v1beta1", 28, 33)];
const MUTATING_POLICY_VERSIONS: &[Version] =
    &[on("v1", 36), off("v1beta1", 34, NOW), off("v1alpha1", 32, NOW)];
const ADDRESS_VERSIONS: &[Version] = &[on("v1", 33), off("v1beta1", 31, 36), off("v1alpha1", 27, 32)];
const CLAIM_VERSIONS: &[Version] = &[
    on("v1", 34),
    off("v1beta2", 33, NOW),
    off("v1beta1", 32, NOW),
    off("v1alpha3", 31, 33),
    off("v1alpha2", 26, 30),
];

const TABLE: &[Row] = &[
    Row::new("", "Binding", "bindings", NAMESPACED, V1).unstored(),
    Row::new("", "ComponentStatus", "componentstatuses", CLUSTER, V1).unstored(),
    Row::new("", "ConfigMap", "configmaps", NAMESPACED, V1),
    Row::new("", "Endpoints", "endpoints", NAMESPACED, V1),
    Row::new("", "Event", "events", NAMESPACED, V1),
    Row::new("", "LimitRange", "limitranges", NAMESPACED, V1),
    Row::new("", "Namespace", "namespaces", CLUSTER, V1),
    Row::new("", "Node", "nodes", CLUSTER, V1),
    Row::new("", "PersistentVolume", "persistentvolumes", CLUSTER, V1),
    Row::new(
        "",
        "PersistentVolumeClaim",
        "persistentvolumeclaims",
        NAMESPACED,
        V1,
    ),
    Row::new("", "Pod", "pods", NAMESPACED, V1).generation(),
    Row::new("", "PodTemplate", "podtemplates", NAMESPACED, V1).generation(),
    Row::new(
        "",
        "ReplicationController",
        "replicationcontrollers",
        NAMESPACED,
        V1,
    )
    .generation(),
    Row::new("", "ResourceQuota", "resourcequotas", NAMESPACED, V1),
    Row::new("", "Secret", "secrets", NAMESPACED, V1),
    Row::new("", "Service", "services", NAMESPACED, V1),
    Row::new("", "ServiceAccount", "serviceaccounts", NAMESPACED, V1),
    Row::new(
        ADMISSION,
        "MutatingAdmissionPolicy",
        "mutatingadmissionpolicies",
        CLUSTER,
        MUTATING_POLICY_VERSIONS,
    )
    .generation(),
    Row::new(
        ADMISSION,
        "MutatingAdmissionPolicyBinding",
        "mutatingadmissionpolicybindings",
        CLUSTER,
        MUTATING_POLICY_VERSIONS,
    )
    .generation(),
    Row::new(
        ADMISSION,
        "MutatingWebhookConfiguration",
        "mutatingwebhookconfigurations",
        CLUSTER,
        V1,
    )
    .generation(),
    Row::new(
        ADMISSION,
        "ValidatingAdmissionPolicy",
        "validatingadmissionpolicies",
        CLUSTER,
        VALIDATING_POLICY_VERSIONS,
    )
    .generation(),
    Row::new(
        ADMISSION,
        "ValidatingAdmissionPolicyBinding",
        "validatingadmissionpolicybindings",
        CLUSTER,
        VALIDATING_POLICY_VERSIONS,
    )
    .generation(),
    Row::new(
        ADMISSION,
        "ValidatingWebhookConfiguration",
        "validatingwebhookconfigurations",
        CLUSTER,
        V1,
    )
    .generation(),
    Row::new(
        "apiextensions.k8s.io",
        "CustomResourceDefinition",
        "customresourcedefinitions",
        CLUSTER,
        V1,
    )
    .generation(),
    Row::new("apiregistration.k8s.io", "APIService", "apiservices", CLUSTER, V1),
    Row::new(
        "apps",
        "ControllerRevision",
        "controllerrevisions",
        NAMESPACED,
        V1,
    ),
    Row::new("apps", "DaemonSet", "daemonsets", NAMESPACED, V1).generation(),
    Row::new("apps", "Deployment", "deployments", NAMESPACED, V1).generation(),
    Row::new("apps", "ReplicaSet", "replicasets", NAMESPACED, V1).generation(),
    Row::new("apps", "StatefulSet", "statefulsets", NAMESPACED, V1).generation(),
    Row::new(
        AUTHENTICATION,
        "SelfSubjectReview",
        "selfsubjectreviews",
        CLUSTER,
        V1,
    )
    .unstored(),
    Row::new(AUTHENTICATION, "TokenReview", "tokenreviews", CLUSTER, V1).unstored(),
    Row::new(
        AUTHORIZATION,
        "LocalSubjectAccessReview",
        "localsubjectaccessreviews",
        NAMESPACED,
        V1,
    )
    .unstored(),
    Row::new(
        AUTHORIZATION,
        "SelfSubjectAccessReview",
        "selfsubjectaccessreviews",
        CLUSTER,
        V1,
    )
    .unstored(),
    Row::new(
        AUTHORIZATION,
        "SelfSubjectRulesReview",
        "selfsubjectrulesreviews",
        CLUSTER,
        V1,
    )
    .unstored(),
    Row::new(
        AUTHORIZATION,
        "SubjectAccessReview",
        "subjectaccessreviews",
        CLUSTER,
        V1,
    )
    .unstored(),
    Row::new(
        "autoscaling",
        "HorizontalPodAutoscaler",
        "horizontalpodautoscalers",
        NAMESPACED,
        &[on("v2", 23), on("v1", 0)],
    )
    .generation_since(37),
    Row::new("batch", "CronJob", "cronjobs", NAMESPACED, V1).generation(),
    Row::new("batch", "Job", "jobs", NAMESPACED, V1).generation(),
    Row::new(
        CERTIFICATES,
        "CertificateSigningRequest",
        "certificatesigningrequests",
        CLUSTER,
        V1,
    ),
    Row::new(
        CERTIFICATES,
        "ClusterTrustBundle",
        "clustertrustbundles",
        CLUSTER,
        &[on("v1", 37), off("v1beta1", 33, NOW), off("v1alpha1", 27, 36)],
    ),
    Row::new(
        CERTIFICATES,
        "PodCertificateRequest",
        "podcertificaterequests",
        NAMESPACED,
        &[on("v1", 37), off("v1beta1", 35, NOW), off("v1alpha1", 34, 34)],
    ),
    Row::new(COORDINATION, "Lease", "leases", NAMESPACED, V1),
    Row::new(
        COORDINATION,
        "LeaseCandidate",
        "leasecandidates",
        NAMESPACED,
        &[
            off("v1beta1", 33, NOW),
            off("v1alpha2", 32, NOW),
            off("v1alpha1", 31, 31),
        ],
    ),
    Row::new(
        "discovery.k8s.io",
        "EndpointSlice",
        "endpointslices",
        NAMESPACED,
        V1,
    )
    .generation(),
    Row::new("events.k8s.io", "Event", "events", NAMESPACED, V1),
    Row::new(FLOW, "FlowSchema", "flowschemas", CLUSTER, FLOW_VERSIONS).generation(),
    Row::new(
        FLOW,
        "PriorityLevelConfiguration",
        "prioritylevelconfigurations",
        CLUSTER,
        FLOW_VERSIONS,
    )
    .generation(),
    Row::new(
        "internal.apiserver.k8s.io",
        "StorageVersion",
        "storageversions",
        CLUSTER,
        &[off("v1alpha1", 20, NOW)],
    ),
    Row::new(
        LIFECYCLE,
        "Eviction",
        "evictions",
        NAMESPACED,
        &[off("v1alpha1", 37, NOW)],
    ),
    Row::new(
        LIFECYCLE,
        "EvictionRequest",
        "evictionrequests",
        NAMESPACED,
        &[off("v1alpha1", 37, NOW)],
    ),
    Row::new(NETWORKING, "IPAddress", "ipaddresses", CLUSTER, ADDRESS_VERSIONS),
    Row::new(NETWORKING, "Ingress", "ingresses", NAMESPACED, V1).generation(),
    Row::new(NETWORKING, "IngressClass", "ingressclasses", CLUSTER, V1).generation(),
    Row::new(NETWORKING, "NetworkPolicy", "networkpolicies", NAMESPACED, V1).generation(),
    Row::new(
        NETWORKING,
        "ServiceCIDR",
        "servicecidrs",
        CLUSTER,
        ADDRESS_VERSIONS,
    ),
    Row::new("node.k8s.io", "RuntimeClass", "runtimeclasses", CLUSTER, V1),
    Row::new(
        "policy",
        "PodDisruptionBudget",
        "poddisruptionbudgets",
        NAMESPACED,
        V1,
    )
    .generation(),
    Row::new(RBAC, "ClusterRole", "clusterroles", CLUSTER, V1),
    Row::new(RBAC, "ClusterRoleBinding", "clusterrolebindings", CLUSTER, V1),
    Row::new(RBAC, "Role", "roles", NAMESPACED, V1),
    Row::new(RBAC, "RoleBinding", "rolebindings", NAMESPACED, V1),
    Row::new(RESOURCE, "DeviceClass", "deviceclasses", CLUSTER, CLAIM_VERSIONS).generation(),
    Row::new(
        RESOURCE,
        "DeviceTaintRule",
        "devicetaintrules",
        CLUSTER,
        &[on("v1", 37), off("v1beta2", 36, NOW), off("v1alpha3", 33, NOW)],
    )
    .generation(),
    Row::new(
        RESOURCE,
        "ResourceClaim",
        "resourceclaims",
        NAMESPACED,
        CLAIM_VERSIONS,
    ),
    Row::new(
        RESOURCE,
        "ResourceClaimTemplate",
        "resourceclaimtemplates",
        NAMESPACED,
        CLAIM_VERSIONS,
    ),
    Row::new(
        RESOURCE,
        "ResourcePoolStatusRequest",
        "resourcepoolstatusrequests",
        CLUSTER,
        &[off("v1alpha3", 36, NOW)],
    ),
    Row::new(
        RESOURCE,
        "ResourceSlice",
        "resourceslices",
        CLUSTER,
        CLAIM_VERSIONS,
    )
    .generation(),
    Row::new(
        SCHEDULING,
        "CompositePodGroup",
        "compositepodgroups",
        NAMESPACED,
        &[off("v1alpha3", 37, NOW)],
    ),
    Row::new(
        SCHEDULING,
        "PodGroup",
        "podgroups",
        NAMESPACED,
        &[
            off("v1beta1", 37, NOW),
            off("v1alpha3", 37, NOW),
            off("v1alpha2", 36, 36),
        ],
    ),
    Row::new(SCHEDULING, "PriorityClass", "priorityclasses", CLUSTER, V1).generation(),
    Row::new(
        SCHEDULING,
        "Workload",
        "workloads",
        NAMESPACED,
        &[
            off("v1beta1", 37, NOW),
            off("v1alpha3", 37, NOW),
            off("v1alpha2", 36, 36),
            off("v1alpha1", 35, 35),
        ],
    ),
    Row::new(STORAGE, "CSIDriver", "csidrivers", CLUSTER, V1).generation(),
    Row::new(STORAGE, "CSINode", "csinodes", CLUSTER, V1),
    Row::new(
        STORAGE,
        "CSIStorageCapacity",
        "csistoragecapacities",
        NAMESPACED,
        V1,
    ),
    Row::new(STORAGE, "StorageClass", "storageclasses", CLUSTER, V1),
    Row::new(STORAGE, "VolumeAttachment", "volumeattachments", CLUSTER, V1),
    Row::new(
        STORAGE,
        "VolumeAttributesClass",
        "volumeattributesclasses",
        CLUSTER,
        &[on("v1", 34), off("v1beta1", 31, 36), off("v1alpha1", 29, 34)],
    ),
    Row::new(
        "storagemigration.k8s.io",
        "StorageVersionMigration",
        "storageversionmigrations",
        CLUSTER,
        &[on("v1", 37), off("v1beta1", 35, NOW), off("v1alpha1", 30, 34)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(names: &mut Names, minor: u32, api_version: &str, kind: &str) -> Option<Kind> {
        let kinds = builtin_kinds(names, minor);
        let (api_version, kind) = (names.intern(api_version), names.intern(kind));
        let id = kinds.served(api_version, kind)?;
        Some(kinds.get(id).clone())
    }

    #[test]
    fn every_row_is_a_kind_of_its_own() {
        let kinds = builtin_kinds(&mut Names::default(), 37);
        assert_eq!(kinds.len(), TABLE.len());
    }

    #[test]
    fn raw_deletes_orphan_for_replication_controllers_and_jobs_alone() {
        let names = &mut Names::default();
        let kinds = builtin_kinds(names, 37);
        let orphaning: Vec<&str> = kinds
            .ids()
            .map(|id| kinds.get(id))
            .filter(|kind| kind.default_policy == DefaultPolicy::OrphanDependents)
            .map(|kind| names.text(kind.resource))
            .collect();
        assert_eq!(orphaning, ["replicationcontrollers", "jobs"]);
    }

    #[test]
    fn events_and_what_is_never_stored_are_not_monitored() {
        let names = &mut Names::default();
        for (api_version, name) in [
            ("v1", "Event"),
            ("events.k8s.io/v1", "Event"),
            ("v1", "ComponentStatus"),
            ("authorization.k8s.io/v1", "SubjectAccessReview"),
        ] {
            assert!(!kind(names, 37, api_version, name).unwrap().monitored, "{name}");
        }
        assert!(kind(names, 37, "v1", "Namespace").unwrap().monitored);
    }

    #[test]
    fn versions_follow_the_minor() {
        let names = &mut Names::default();
        let hpa = kind(names, 37, "autoscaling/v1", "HorizontalPodAutoscaler").unwrap();
        assert_eq!(names.text(hpa.preferred()), "autoscaling/v2");
        assert!(kind(names, 31, FLOW, "FlowSchema").is_none());
        assert!(kind(names, 31, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema").is_some());
        assert!(kind(names, 32, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema").is_none());
        assert!(kind(names, 37, "resource.k8s.io/v1beta1", "ResourceClaim").is_none());
        assert!(kind(names, 37, "resource.k8s.io/v1", "ResourceClaim").is_some());
        assert!(kind(names, 37, "extensions/v1beta1", "Deployment").is_none());
    }
}
