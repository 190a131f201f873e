use crate::Set;
use crate::nodes::NodesConfig;
use crate::object::{Duration, KindId, Name};
use crate::versions::{Overrides, Switches};
use alloc::vec::Vec;

/// What is simulated, and how fast things are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The minor version of Kubernetes: 37 for 1.37.
    pub minor: u32,
    /// Switches that stand otherwise than that minor has them.
    pub overrides: Overrides,
    /// The garbage collector runs.
    pub garbage_collector: bool,
    /// The namespace controller runs.
    pub namespace_controller: bool,
    /// Kubelets finish pods after their grace.
    pub kubelet: bool,
    /// Nodes whose kubelets do not answer: none of their pods is confirmed to have stopped. Where kubelets are simulated
    /// one by one, that is how they begin; [`World::is_silent`](super::World::is_silent) tells at any time.
    pub silent_nodes: Set<Name>,
    /// uids of pods whose end no kubelet confirms, though their nodes may be well.
    pub unconfirmed_pods: Set<Name>,
    /// Owner references that came without a uid, by the dependent's uid and the one that the reference got: nothing is
    /// done otherwise, but verdicts say that they lean on it.
    pub guessed_owners: Set<(Name, Name)>,
    /// The ReplicaSet controller runs.
    pub replica_set_controller: bool,
    /// The Deployment controller runs.
    pub deployment_controller: bool,
    /// The StatefulSet controller runs, as far as the history of revisions goes.
    pub stateful_set_controller: bool,
    /// The DaemonSet controller runs, as far as the history of revisions goes.
    pub daemon_set_controller: bool,
    /// ReplicaSets wait for what they expect; `false` shows what expectations are for.
    pub expectations: bool,
    /// `concurrent-replicaset-syncs`.
    pub concurrent_replica_set_syncs: u32,
    /// `concurrent-deployment-syncs`.
    pub concurrent_deployment_syncs: u32,
    /// `concurrent-statefulset-syncs`.
    pub concurrent_stateful_set_syncs: u32,
    /// `concurrent-daemonset-syncs`.
    pub concurrent_daemon_set_syncs: u32,
    /// How long after its creation a pod has a node and is ready; `None`: nobody starts pods.
    pub pod_start: Option<Duration>,
    /// Which controllers of nodes run.
    pub nodes: NodesConfig,
    /// `concurrent-gc-syncs`: workers of each of the two collector queues (C-2).
    pub concurrent_gc_syncs: u32,
    /// Workers of the namespace controller.
    pub concurrent_namespace_syncs: u32,
    /// Entries of the absent-owner cache (C-6).
    pub absent_owner_cache_size: u32,
    /// The overall bucket of the collector's queues counts (C-8); recordings show the per-item back-off alone.
    pub overall_rate_limit: bool,
    /// `kube-api-qps` in thousandths: the collector's client makes twice as many calls a second (C-15); 0 for no limit, as
    /// recordings were made.
    pub kube_api_qps_milli: u32,
    /// `kube-api-burst`: how many calls it makes at once.
    pub kube_api_burst: u32,
    /// From a write to the informers' getting its event.
    pub watch_latency: Duration,
    /// From a controller's request to its answer.
    pub api_latency: Duration,
    /// Who removes custom finalizers once an object is being deleted, and how long after.
    pub finalizer_controllers: Vec<(Name, Duration)>,
    /// A pass that stops at remaining pods reports content and finalizers as gone, as the real controller does (NS-15);
    /// `false` shows the totals.
    pub namespace_totals_missing: bool,
    /// Kinds whose monitor never gets its first list: a conversion webhook that does not answer (GC-73).
    pub unsynced_monitors: Vec<KindId>,
    /// The resources that discovery shows to the namespace controller; `None` for everything that can be deleted.
    pub namespace_resources: Option<Vec<KindId>>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            minor: 37,
            overrides: Overrides::default(),
            garbage_collector: true,
            namespace_controller: true,
            kubelet: true,
            silent_nodes: Set::default(),
            unconfirmed_pods: Set::default(),
            guessed_owners: Set::default(),
            replica_set_controller: false,
            deployment_controller: false,
            stateful_set_controller: false,
            daemon_set_controller: false,
            expectations: true,
            concurrent_replica_set_syncs: 5,
            concurrent_deployment_syncs: 5,
            concurrent_stateful_set_syncs: 5,
            concurrent_daemon_set_syncs: 2,
            pod_start: None,
            nodes: NodesConfig::OFF,
            concurrent_gc_syncs: 20,
            concurrent_namespace_syncs: 10,
            absent_owner_cache_size: 500,
            overall_rate_limit: true,
            kube_api_qps_milli: 20_000,
            kube_api_burst: 30,
            watch_latency: Duration::from_millis(20),
            api_latency: Duration::from_millis(5),
            finalizer_controllers: Vec::new(),
            namespace_totals_missing: true,
            unsynced_monitors: Vec::new(),
            namespace_resources: None,
        }
    }
}

impl Config {
    /// Whether a controller of workloads runs.
    pub fn runs_workloads(&self) -> bool {
        self.makes_pods() || self.keeps_histories()
    }

    /// Whether a controller runs that has pods made.
    pub fn makes_pods(&self) -> bool {
        self.replica_set_controller || self.deployment_controller
    }

    /// Whether a controller runs that keeps a history of revisions.
    pub fn keeps_histories(&self) -> bool {
        self.stateful_set_controller || self.daemon_set_controller
    }

    /// Where controllers make pods and kubelets run, pods start after two seconds unless something else was said.
    pub fn start_pods_by_default(&mut self) {
        if self.makes_pods() && self.kubelet {
            self.pod_start = self.pod_start.or(Some(Duration::from_secs(2)));
        }
    }

    /// Every switch as it stands: that of the minor, or as it was set.
    pub fn switches(&self) -> Switches {
        self.overrides.applied(self.minor)
    }
}
