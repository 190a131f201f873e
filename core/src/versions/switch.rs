use super::{Evidence, Gate};

/// In which minors the behaviour that a switch names holds, with the gates at their defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnIn {
    /// From this minor on.
    Since(u32),
    /// Up to this minor.
    Until(u32),
    /// In none: somebody has to switch it on.
    None,
}

/// What a switch changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Priority {
    /// Which objects live, what is evicted, or when.
    Outcome,
    /// Requests, retries, codes, events or texts only.
    Requests,
}

impl Priority {
    /// 1 or 2, as the specification counts.
    pub fn number(self) -> u32 {
        match self {
            Priority::Outcome => 1,
            Priority::Requests => 2,
        }
    }
}

/// Whose behaviour a switch changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The garbage collector.
    GarbageCollector,
    /// The namespace controller.
    Namespaces,
    /// The API server.
    ApiServer,
    /// The node controller and the kubelets.
    Nodes,
    /// Taint eviction.
    TaintEviction,
    /// ReplicaSets, Deployments, DaemonSets, StatefulSets, Jobs.
    Workloads,
    /// The informers of all controllers.
    Informers,
}

struct Row {
    name: &'static str,
    on: OnIn,
    gate: Option<Gate>,
    rules: &'static [&'static str],
    priority: Priority,
    part: Part,
    evidence: Evidence,
    patch: Option<&'static str>,
    read_in: Option<&'static str>,
}

impl Row {
    const fn new(
        name: &'static str,
        on: OnIn,
        priority: Priority,
        part: Part,
        rules: &'static [&'static str],
    ) -> Self {
        Row {
            name,
            on,
            gate: None,
            rules,
            priority,
            part,
            evidence: Evidence::Compared,
            patch: None,
            read_in: None,
        }
    }

    const fn gate(self, gate: Gate) -> Self {
        Row {
            gate: Some(gate),
            ..self
        }
    }

    /// The first patch release that has it.
    const fn patch(self, patch: &'static str) -> Self {
        Row {
            patch: Some(patch),
            ..self
        }
    }

    /// The source file that asks for it.
    const fn read_in(self, file: &'static str) -> Self {
        Row {
            read_in: Some(file),
            ..self
        }
    }

    /// Known from releases older than 1.29 alone.
    const fn older(self) -> Self {
        Row {
            evidence: Evidence::Older,
            ..self
        }
    }
}

macro_rules! switches {
    ($($(#[$doc:meta])* $id:ident = $row:expr;)*) => {
        /// A behaviour that differs between minors. On is the newer behaviour, but for those that older minors alone have.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Switch { $($(#[$doc])* $id),* }

        impl Switch {
            /// All switches, in the order of the table.
            pub const ALL: &[Switch] = &[$(Switch::$id),*];
            /// Their names, in the same order.
            pub const NAMES: &[&str] = &[$($row.name),*];
        }

        const TABLE: &[Row] = &[$($row),*];
    };
}

use OnIn::{Since, Until};
use Part::{ApiServer, GarbageCollector, Informers, Namespaces, Nodes, TaintEviction, Workloads};
use Priority::{Outcome, Requests};

switches! {
    /// The collector's DELETE names the resourceVersion that it classified, and a conflict is looked at again.
    GcDeleteUsesResourceVersion = Row::new("gc_delete_uses_resource_version", Since(34), Outcome, GarbageCollector, &["GC-42", "GC-43", "GC-44", "GC-81"])
        .read_in("core/src/gc/attempt_to_delete.rs");
    /// An object that is gone at that second look counts as not found; before, as a success.
    GcConflictGoneIsNotFound = Row::new("gc_conflict_gone_is_not_found", Since(36), Requests, GarbageCollector, &["GC-44"])
        .read_in("core/src/gc/attempt_to_delete.rs");
    /// A DELETE answered with 404 queues a virtual delete event at once; before, it is an error.
    GcDeleteNotFoundIsVirtualDelete = Row::new("gc_delete_not_found_is_virtual_delete", Since(36), Requests, GarbageCollector, &["GC-30", "GC-45"])
        .read_in("core/src/gc/attempt_to_delete.rs");
    /// The workers start after 30 s though some monitor has not synced; before, they never do.
    GcStartGateTimeout = Row::new("gc_start_gate_timeout", Since(32), Outcome, GarbageCollector, &["GC-73"])
        .read_in("core/src/gc/discovery.rs");
    /// The workers pause while a changed set of resources is brought in.
    GcWorkersPauseDuringResync = Row::new("gc_workers_pause_during_resync", Until(31), Requests, GarbageCollector, &["GC-71"])
        .read_in("core/src/gc/discovery.rs");

    /// A namespace's pods go before everything else in it.
    NamespacePodsFirst = Row::new("namespace_pods_first", Since(33), Outcome, Namespaces, &["NS-12", "NS-13", "NS-15"])
        .gate(Gate::OrderedNamespaceDeletion)
        .read_in("core/src/namespace/controller.rs");

    /// A shortened grace never moves deletionTimestamp before now.
    ApiGraceNeverIntoPast = Row::new("api_grace_never_into_past", Since(33), Outcome, ApiServer, &["API-12"])
        .read_in("core/src/apiserver/delete.rs");
    /// Pods count generations.
    ApiPodGeneration = Row::new("api_pod_generation", Since(33), Requests, ApiServer, &["API-12", "API-14"])
        .read_in("core/src/apiserver/create.rs");
    /// Causes of a refused owner reference name its entry, and tell missing members from bad ones.
    ApiOwnerReferenceIndexedCauses = Row::new("api_owner_reference_indexed_causes", Since(37), Requests, ApiServer, &["API-1", "API-8"])
        .read_in("core/src/apiserver/validation.rs");
    /// The texts of those causes no longer repeat the member's name.
    ApiOwnerReferencePlainTexts = Row::new("api_owner_reference_plain_texts", Since(34), Requests, ApiServer, &["API-1"])
        .read_in("formats/src/text/api_message.rs");
    /// A PUT with a uid on an object that is gone is answered with 404; before, with a conflict.
    ApiPutMissingWithUidNotFound = Row::new("api_put_missing_with_uid_not_found", Since(34), Requests, ApiServer, &["API-18", "RS-25"])
        .read_in("core/src/apiserver/namespace.rs");
    /// DeleteOptions that cannot be read are a bad request; before, an internal error.
    ApiBadDeleteOptions400 = Row::new("api_bad_delete_options_400", Since(35), Requests, ApiServer, &["API-5"])
        .read_in("core/src/apiserver/delete.rs");
    /// A generated name that is taken is generated anew, up to eight times.
    ApiGenerateNameRetries = Row::new("api_generate_name_retries", Since(31), Requests, ApiServer, &["RS-19"])
        .read_in("core/src/apiserver/quota.rs")
        .gate(Gate::RetryGenerateName);
    /// The lifecycle plugin lets updates pass in a namespace that does not exist.
    ApiUpdateInMissingNamespace = Row::new("api_update_in_missing_namespace", Since(37), Requests, ApiServer, &["NS-4"])
        .read_in("core/src/apiserver/update.rs");
    /// A PUT or apply that creates loses uid, timestamps and the like of its body, as a POST does.
    ApiCreateByPutClearsSystemFields = Row::new("api_create_by_put_clears_system_fields", Since(37), Requests, ApiServer, &["API-18"])
        .read_in("core/src/apiserver/create.rs");
    /// Wholly equal owner references are dropped.
    ApiDuplicateOwnersDropped = Row::new("api_duplicate_owners_dropped", Since(20), Requests, ApiServer, &["API-2"])
        .older()
        .read_in("core/src/apiserver/references.rs");
    /// A negative grace period counts as one second.
    ApiNegativeGraceIsOne = Row::new("api_negative_grace_is_one", Since(22), Outcome, ApiServer, &["API-12"])
        .older()
        .read_in("core/src/apiserver/delete.rs");
    /// Each object of a deletecollection gets its own copy of the options.
    ApiPrivateDeleteOptions = Row::new("api_private_delete_options", Since(22), Outcome, ApiServer, &["API-19"])
        .older()
        .read_in("core/src/apiserver/delete.rs");
    /// A resourceVersion precondition follows the intermediate write of the same DELETE.
    ApiPreconditionFollowsWrite = Row::new("api_precondition_follows_write", Since(18), Outcome, ApiServer, &["API-6"])
        .older()
        .read_in("core/src/apiserver/delete.rs");

    /// `--node-monitor-grace-period` is 50 s by default; before, 40 s.
    NodeGrace50s = Row::new("node_grace_50s", Since(32), Outcome, Nodes, &["K-2"])
        .read_in("core/src/nodes/flags.rs");
    /// NoExecute follows the Ready condition just found, instead of the one at the evaluation's beginning.
    NodeNoexecuteByCurrentCondition = Row::new("node_noexecute_by_current_condition", Since(34), Outcome, Nodes, &["NL-7", "NT-4", "NT-5", "NT-6", "CL-15"])
        .read_in("core/src/nodes/flags.rs");
    /// Leases that all seem old at once are read again before a node is marked.
    NodeLeaseCircuitBreaker = Row::new("node_lease_circuit_breaker", Since(37), Outcome, Nodes, &["CB-1", "NL-7", "NL-12", "ZN-17"])
        .gate(Gate::NodeControllerLeaseCircuitBreaker)
        .read_in("core/src/nodes/flags.rs");
    /// A node without a Ready condition is looked at again after 50 ms; before, the controller crashes.
    NodeMissingReadyRetries = Row::new("node_missing_ready_retries", Since(30), Requests, Nodes, &["NT-8"])
        .read_in("core/src/nodes/flags.rs");
    /// A pod whose deletion was asked for is forgotten at once, so that a change of taints starts a new timer.
    TaintEvictionForgetsDoneWork = Row::new("taint_eviction_forgets_done_work", Since(33), Requests, TaintEviction, &["TE-4", "TE-8"])
        .read_in("core/src/nodes/flags.rs");
    /// A cancellation beats a timer that has fired and whose function has not begun.
    TaintEvictionCancelBeatsFiredTimer = Row::new("taint_eviction_cancel_beats_fired_timer", Since(35), Requests, TaintEviction, &["TE-8"])
        .read_in("core/src/nodes/flags.rs");
    /// Tolerations may compare numbers with Lt and Gt.
    TolerationComparisonOperators = Row::new("toleration_comparison_operators", OnIn::None, Outcome, TaintEviction, &["TE-10"])
        .gate(Gate::TaintTolerationComparisonOperators)
        .read_in("core/src/nodes/tolerations.rs");
    /// The condition DisruptionTarget carries the pod's generation.
    ConditionObservedGeneration = Row::new("condition_observed_generation", Since(34), Requests, TaintEviction, &["TE-7"])
        .gate(Gate::PodObservedGenerationTracking)
        .read_in("core/src/nodes/flags.rs");
    /// A kubelet shifts its first report of status by up to half a period.
    KubeletStatusOffset = Row::new("kubelet_status_offset", Since(34), Outcome, Nodes, &["KL-3"])
        .read_in("core/src/nodes/kubelets.rs");

    /// A ReplicaSet's pods are those whose controller reference fits in kind, name and uid.
    RsPodsByOwnerIndex = Row::new("rs_pods_by_owner_index", Since(34), Requests, Workloads, &["RS-11", "CR-2"])
        .read_in("core/src/workloads/workloads.rs");
    /// A ReplicaSet comes back exactly when its next pod becomes available.
    RsExactAvailabilityRequeue = Row::new("rs_exact_availability_requeue", Since(34), Outcome, Workloads, &["RS-6", "RS-11"])
        .read_in("core/src/workloads/workloads.rs");
    /// A pod is available at the very instant at which minReadySeconds are over.
    PodAvailableAtBoundary = Row::new("pod_available_at_boundary", Since(34), Requests, Workloads, &["RS-23"])
        .read_in("core/src/workloads/workloads.rs");
    /// The status counts terminating pods.
    RsTerminatingReplicas = Row::new("rs_terminating_replicas", Since(35), Requests, Workloads, &["RS-11", "RS-23", "RS-25"])
        .gate(Gate::DeploymentReplicaSetTerminatingReplicas)
        .read_in("core/src/workloads/workloads.rs");
    /// A ReplicaSet waits until its caches have caught up with its own writes.
    RsConsistencyStore = Row::new("rs_consistency_store", Since(36), Outcome, Workloads, &["RS-2", "RS-11", "RS-30", "RS-31", "RS-32"])
        .gate(Gate::StaleControllerConsistencyReplicaSet)
        .read_in("core/src/workloads/workloads.rs");
    /// The same for DaemonSets.
    DsConsistencyStore = Row::new("ds_consistency_store", Since(36), Outcome, Workloads, &["RS-30", "RS-31", "RS-32"])
        .gate(Gate::StaleControllerConsistencyDaemonSet);
    /// The same for StatefulSets.
    SsConsistencyStore = Row::new("ss_consistency_store", Since(36), Outcome, Workloads, &["RS-30", "RS-31", "RS-32"])
        .gate(Gate::StaleControllerConsistencyStatefulSet);
    /// The same for Jobs.
    JobConsistencyStore = Row::new("job_consistency_store", Since(36), Outcome, Workloads, &["RS-30", "RS-31", "RS-32"])
        .gate(Gate::StaleControllerConsistencyJob);
    /// Restarts of sidecars break ties in the ranking of pods to delete.
    RankingSidecarRestarts = Row::new("ranking_sidecar_restarts", Since(32), Outcome, Workloads, &["RS-20"])
        .read_in("core/src/workloads/workloads.rs");
    /// A ReplicaSet's name that would be too long is cut to fit.
    DeploymentNameCut = Row::new("deployment_name_cut", Since(34), Outcome, Workloads, &["HS-8", "HS-10"])
        .read_in("core/src/workloads/workloads.rs");
    /// A Deployment that recreates is looked at for every pod that goes.
    DeploymentRecreateAlwaysEnqueues = Row::new("deployment_recreate_always_enqueues", Since(37), Requests, Workloads, &[])
        .read_in("core/src/workloads/workloads.rs");
    /// Events of scaling say from which number to which.
    DeploymentScalingTextsFromTo = Row::new("deployment_scaling_texts_from_to", Since(32), Requests, Workloads, &[]);
    /// A DaemonSet relabels pods once where several revisions match.
    DaemonsetRelabelOnce = Row::new("daemonset_relabel_once", Since(31), Requests, Workloads, &["HS-14"])
        .read_in("core/src/workloads/history/daemon_set.rs");
    /// Revisions no longer hold an empty creationTimestamp.
    RevisionOmitsCreationTimestamp = Row::new("revision_omits_creation_timestamp", Since(34), Outcome, Workloads, &["HS-14", "HS-20", "HS-21"]);
    /// Two revisions with equal data are equal whatever their hash labels say.
    RevisionEqualityIgnoresLabels = Row::new("revision_equality_ignores_labels", Since(34), Requests, Workloads, &["HS-23"])
        .read_in("core/src/workloads/history/revision.rs");
    /// Revisions of a StatefulSet are compared by meaning.
    StatefulsetSemanticRevisionComparison = Row::new("statefulset_semantic_revision_comparison", Since(34), Outcome, Workloads, &["HS-24"])
        .gate(Gate::StatefulSetSemanticRevisionComparison)
        .patch("1.34.2")
        .read_in("core/src/workloads/workloads.rs");
    /// A negative revisionHistoryLimit deletes nothing; before, the controller crashes.
    StatefulsetNegativeHistoryLimitOk = Row::new("statefulset_negative_history_limit_ok", Since(30), Requests, Workloads, &["HS-26"])
        .patch("1.30.9");
    /// With OnDelete, the current revision follows once all pods carry the new one.
    StatefulsetOnDeleteCompletes = Row::new("statefulset_on_delete_completes", Since(37), Outcome, Workloads, &["HS-26"]);
    /// A StatefulSet's claims name it as their blocking controller.
    StatefulsetClaimsControllerReference = Row::new("statefulset_claims_controller_reference", Since(31), Outcome, Workloads, &["GC-50"])
        .gate(Gate::StatefulSetAutoDeletePvc)
        .patch("1.30.4");
    /// A StatefulSet waits until its pods are available, minReadySeconds included.
    StatefulsetWaitsForAvailable = Row::new("statefulset_waits_for_available", Since(34), Outcome, Workloads, &[]);
    /// Revisions are found by the kind, name and uid of their controller.
    HistoryByOwnerIndex = Row::new("history_by_owner_index", Since(36), Requests, Workloads, &["HS-26"])
        .read_in("core/src/workloads/history/revision.rs");

    /// Changes of one resource reach the handlers in the order in which they came.
    InformerStrictOrder = Row::new("informer_strict_order", Since(33), Outcome, Informers, &["GC-3"])
        .read_in("core/src/informer/reflector.rs")
        .gate(Gate::InOrderInformers);
    /// Up to 1000 changes of different objects enter the store before their handlers are called.
    InformerBatches = Row::new("informer_batches", Since(35), Requests, Informers, &["GC-58"])
        .read_in("core/src/informer/reflector.rs")
        .gate(Gate::InOrderInformersBatchProcess);
    /// A relist tells first what is gone.
    InformerRelistDeletesFirst = Row::new("informer_relist_deletes_first", Since(33), Requests, Informers, &["GC-5"])
        .read_in("core/src/sim/discovering.rs")
        .gate(Gate::InOrderInformers);
    /// A relist replaces the store in one step.
    InformerAtomicRelist = Row::new("informer_atomic_relist", Since(36), Requests, Informers, &["GC-5", "CB-4", "RS-30"])
        .read_in("core/src/informer/reflector.rs")
        .gate(Gate::AtomicFifo);

    /// Pod templates with hostNetwork get host ports by default.
    HostNetworkPortsInTemplates = Row::new("host_network_ports_in_templates", Until(27), Outcome, Workloads, &["DF-22"])
        .gate(Gate::DefaultHostNetworkHostPortsInPodTemplates)
        .older();
}

impl Switch {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name in scenario files and on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The switch of that name.
    pub fn named(name: &str) -> Option<Switch> {
        Switch::ALL.iter().copied().find(|switch| switch.name() == name)
    }

    /// In which minors it is on, with the gates at their defaults.
    pub fn on_in(self) -> OnIn {
        self.row().on
    }

    /// Whether it is on in 1.`minor`, with the gates at their defaults.
    pub fn is_on_in(self, minor: u32) -> bool {
        match self.row().on {
            Since(first) => minor >= first,
            Until(last) => minor <= last,
            OnIn::None => false,
        }
    }

    /// The feature gate that switches it.
    pub fn gate(self) -> Option<Gate> {
        self.row().gate
    }

    /// The rules of the specification that it changes.
    pub fn rules(self) -> &'static [&'static str] {
        self.row().rules
    }

    /// What it changes.
    pub fn priority(self) -> Priority {
        self.row().priority
    }

    /// Whose behaviour it changes.
    pub fn part(self) -> Part {
        self.row().part
    }

    /// Whether it is known from the comparison of 1.29 to 1.37, or from older releases alone.
    pub fn evidence(self) -> Evidence {
        self.row().evidence
    }

    /// The first patch release that has it, where that is not the minor's first.
    pub fn patch(self) -> Option<&'static str> {
        self.row().patch
    }

    /// The source file that asks for it; `None` while the mechanism that it concerns is not simulated.
    pub fn read_in(self) -> Option<&'static str> {
        self.row().read_in
    }

    /// Whether the mechanism that it concerns is simulated.
    pub fn is_simulated(self) -> bool {
        self.read_in().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set;

    #[test]
    fn names_are_words_of_their_own() {
        let names: Set<&str> = Switch::ALL.iter().map(|switch| switch.name()).collect();
        assert_eq!(names.len(), Switch::ALL.len());
        for &switch in Switch::ALL {
            assert_eq!(Switch::named(switch.name()), Some(switch));
        }
        assert_eq!(Switch::named("no_such_switch"), None);
    }

    #[test]
    fn the_table_follows_the_minor() {
        assert!(!Switch::GcDeleteUsesResourceVersion.is_on_in(33));
        assert!(Switch::GcDeleteUsesResourceVersion.is_on_in(34));
        assert!(Switch::GcWorkersPauseDuringResync.is_on_in(31));
        assert!(!Switch::GcWorkersPauseDuringResync.is_on_in(32));
        assert!(!Switch::TolerationComparisonOperators.is_on_in(37));
    }

    #[test]
    fn gates_and_switches_agree_on_the_defaults() {
        for &switch in Switch::ALL {
            let Some(gate) = switch.gate() else { continue };
            for minor in crate::versions::COMPARED {
                let on = gate.state(minor).is_some_and(|state| state.is_on());
                // A backport, and a behaviour that came before its gate was settled, are on the row itself.
                let known_exception = matches!(switch, Switch::StatefulsetClaimsControllerReference);
                assert!(
                    known_exception || on == switch.is_on_in(minor),
                    "{} 1.{minor}",
                    switch.name()
                );
            }
        }
    }
}
