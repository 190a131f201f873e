use super::Rate;
use crate::object::Duration;
use crate::versions::{Switch, Switches};

/// The node lifecycle controller's flags (K-1 to K-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeFlags {
    /// `node-monitor-period`: from the end of a pass to the next one.
    pub monitor_period: Duration,
    /// `node-monitor-grace-period`: how long a node with a Ready condition may be silent.
    pub monitor_grace_period: Duration,
    /// `node-startup-grace-period`: the same for a node that never had one.
    pub startup_grace_period: Duration,
    /// `node-eviction-rate`: nodes tainted per second and zone.
    pub eviction_rate: Rate,
    /// `secondary-node-eviction-rate`: the same in a large zone that is partially disrupted.
    pub secondary_eviction_rate: Rate,
    /// `large-cluster-size-threshold`: a zone with more counted nodes is large.
    pub large_cluster_size_threshold: i32,
    /// `unhealthy-zone-threshold`: the share of nodes not ready from which a zone is partially disrupted.
    pub unhealthy_zone_threshold: Rate,
}

/// What the nodes' controllers do differently from minor to minor (spec versions, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeSwitches {
    /// NoExecute follows the Ready condition as it is now, not as it was when the evaluation began (NT-4 to NT-6).
    pub noexecute_by_current_condition: bool,
    /// Gate NodeControllerLeaseCircuitBreaker (CB).
    pub lease_circuit_breaker: bool,
    /// A node without a Ready condition in the taint loop is looked at again; before, the process crashed (NT-8).
    pub missing_ready_retries: bool,
    /// Taint eviction forgets a pod whose deletion succeeded (TE-4, TE-8).
    pub eviction_forgets_done_work: bool,
    /// Cancelling beats a timer whose time has come and whose deletion has not begun (TE-8).
    pub cancel_beats_fired_timer: bool,
    /// Gate PodObservedGenerationTracking: DisruptionTarget says of which generation of the pod it speaks (TE-7).
    pub condition_observed_generation: bool,
}

/// In which order a pass visits the zones where Go's is that of a map (ND-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ZoneOrder {
    /// Zones of which no node was counted first, each part by key.
    #[default]
    AbsentFirst,
    /// Zones of which no node was counted last.
    AbsentLast,
    /// By key.
    Sorted,
    /// By key, backwards.
    Reverse,
    /// By key, but those with a bit here come last, the first zone by key being bit 0. Zones after the 64th are never
    /// last.
    Late(u64),
}

impl NodeFlags {
    /// The defaults of the newest minor.
    pub const DEFAULT: NodeFlags = NodeFlags {
        monitor_period: Duration::from_secs(5),
        monitor_grace_period: Duration::from_secs(50),
        startup_grace_period: Duration::from_secs(60),
        eviction_rate: Rate::new(0.1),
        secondary_eviction_rate: Rate::new(0.01),
        large_cluster_size_threshold: 50,
        unhealthy_zone_threshold: Rate::new(0.55),
    };

    /// The defaults with these switches: the grace period was 40 s once (K-2).
    pub fn of(switches: Switches) -> Self {
        let grace_s = if switches.has(Switch::NodeGrace50s) {
            50
        } else {
            40
        };
        NodeFlags {
            monitor_grace_period: Duration::from_secs(grace_s),
            ..NodeFlags::DEFAULT
        }
    }

    /// The rate of a zone of this size that is partially disrupted (ZN-4).
    pub fn reduced_rate(&self, size: u32) -> f32 {
        if i64::from(size) > i64::from(self.large_cluster_size_threshold) {
            self.secondary_eviction_rate.get()
        } else {
            0.0
        }
    }
}

impl NodeSwitches {
    /// The behaviour that these switches ask for.
    pub fn of(switches: Switches) -> Self {
        NodeSwitches {
            noexecute_by_current_condition: switches.has(Switch::NodeNoexecuteByCurrentCondition),
            lease_circuit_breaker: switches.has(Switch::NodeLeaseCircuitBreaker),
            missing_ready_retries: switches.has(Switch::NodeMissingReadyRetries),
            eviction_forgets_done_work: switches.has(Switch::TaintEvictionForgetsDoneWork),
            cancel_beats_fired_timer: switches.has(Switch::TaintEvictionCancelBeatsFiredTimer),
            condition_observed_generation: switches.has(Switch::ConditionObservedGeneration),
        }
    }

    /// The behaviour of a minor version with its default gates.
    pub fn of_minor(minor: u32) -> Self {
        NodeSwitches::of(Switches::of_minor(minor))
    }
}
