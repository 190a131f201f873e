use super::NodeChoice;
use crate::sim::InformerId;

/// One step of the nodes' controllers or kubelets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeAction {
    /// Everything that has arrived reaches a cache of theirs.
    Deliver(InformerId),
    /// The kubelets that are due renew their leases and post their statuses.
    Heartbeats,
    /// The nodes that changed get their NoSchedule taints and labels (NL-19).
    NodeWork,
    /// The pods that were bound are looked at (NL-18).
    PodWork,
    /// The nodes and pods that changed are looked at by taint eviction (TE-2, TE-3).
    EvictionWork,
    /// The timers of taint eviction that are due fire (TE-7).
    EvictionTimers,
    /// The taint loop runs (NT-8). Runs that find no token are left out.
    TaintTick,
    /// A pass over all nodes (NL-4), in one piece: the taint loop does not run inside (ZN-8). Or the rest of one that was
    /// begun by a choice.
    Pass,
    /// One thing alone, where several could come first.
    One(NodeChoice),
}
