use super::{Rate, ZoneKey, ZoneState};
use crate::object::{ConditionStatus, Duration, Name, Time};

/// What happened in the nodes' controllers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEffect {
    /// A pass over all nodes is over (NL-4).
    Passed {
        /// How many nodes were evaluated.
        nodes: u32,
        /// How many of them were skipped.
        skipped: u32,
    },
    /// A node that was silent for longer than its grace (NL-12).
    Silent {
        /// The node.
        node: Name,
        /// Since when.
        since: Time,
        /// Its grace.
        grace: Duration,
    },
    /// A node that is not looked at in this pass (NL-7).
    Skipped {
        /// The node.
        node: Name,
        /// Why.
        why: SkipReason,
    },
    /// The live lease is newer than what the cache knows: all evaluation waits for the cache (CB-6).
    LeaseRecorded {
        /// The node.
        node: Name,
        /// The version to wait for.
        version: u64,
    },
    /// A node that will be tainted when its turn comes (NT-7).
    Queued {
        /// The node.
        node: Name,
        /// In the queue of this zone.
        zone: ZoneKey,
    },
    /// A node was taken out of a queue without being tainted (NT-9).
    Unqueued {
        /// The node.
        node: Name,
        /// The zone.
        zone: ZoneKey,
    },
    /// A token let a node through (RQ-4).
    Token {
        /// The zone.
        zone: ZoneKey,
        /// The node.
        node: Name,
        /// Whether it was tainted for it.
        tainted: bool,
    },
    /// A zone is seen for the first time, or anew: its queue is empty and its bucket full (ZN-11).
    ZoneAdded {
        /// The zone.
        zone: ZoneKey,
        /// Its rate.
        qps: Rate,
    },
    /// No node of the zone was counted in this pass: its state is forgotten (ZN-6).
    ZoneForgotten {
        /// The zone.
        zone: ZoneKey,
    },
    /// A zone changed its state (ZN-6).
    ZoneChanged {
        /// The zone.
        zone: ZoneKey,
        /// From.
        from: ZoneState,
        /// To.
        to: ZoneState,
        /// Counted nodes.
        size: u32,
        /// Those not ready.
        not_ready: u32,
        /// Nodes per second from now on; 0 for never.
        qps: Rate,
        /// Whether the limiter was swapped for it, or stays as it was (RQ-6).
        swapped: bool,
    },
    /// No zone has a ready node: nothing is evicted, and what was tainted NoExecute is untainted (ZN-8).
    MasterDisruptionEntered,
    /// Some zone has a ready node again (ZN-9).
    MasterDisruptionLeft,
    /// Ready changed by the controller's hand (NL-14).
    ReadyWritten {
        /// The node.
        node: Name,
        /// What it was.
        from: Option<ConditionStatus>,
    },
    /// A pod will be deleted by the taint eviction (TE-4).
    EvictionSet {
        /// Namespace of the pod.
        namespace: Name,
        /// The pod.
        name: Name,
        /// When.
        at: Time,
    },
    /// It will not (TE-8).
    EvictionCancelled {
        /// Namespace of the pod.
        namespace: Name,
        /// The pod.
        name: Name,
    },
    /// The kubelets' signs of life came in together (KL-1, KL-3).
    Heartbeats {
        /// How many leases were renewed.
        leases: u32,
        /// How many statuses were posted.
        statuses: u32,
    },
    /// A pod's grace is over, and the kubelet that has to say so does not answer.
    KubeletSilent {
        /// The node.
        node: Name,
        /// Namespace of the pod.
        namespace: Name,
        /// The pod.
        name: Name,
    },
    /// Here the real process would have crashed (ZN-17).
    WouldCrash {
        /// The node in question.
        node: Name,
    },
}

/// Why a node is not looked at in a pass (NL-7.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SkipReason {
    /// The lease cache is stale, or was found to be (CB-5, CB-6).
    Stale,
    /// The lease could not be read (CB-6).
    Lookup,
    /// The status could not be written (NL-7.2).
    RetriesExhausted,
    /// The node could not be read again.
    Other,
}
