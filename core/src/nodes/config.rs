use super::{NodeFlags, ZoneOrder};
use crate::object::Duration;

/// Which controllers of nodes run in a world, and with which flags. All of them are off unless they are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodesConfig {
    /// The node lifecycle controller runs.
    pub lifecycle: bool,
    /// The taint eviction controller runs.
    pub taint_eviction: bool,
    /// Kubelets renew leases and post statuses; without them every node falls silent.
    pub heartbeats: bool,
    /// The node lifecycle controller's flags.
    pub flags: NodeFlags,
    /// In which order a pass visits the zones.
    pub zone_order: ZoneOrder,
    /// How many nodes, pods or events one step works on at most; the same work goes on in the next step, so nothing comes
    /// out otherwise. It is for whoever must not be held up.
    pub most_at_once: u32,
    /// The controllers were running when the objects were found, and know of them what such ones would know: which nodes
    /// there are, since when they are silent, which are tainted, and how long their pods have been tolerating that.
    /// Otherwise they start, as after [`Fault::RestartControllers`](crate::sim::Fault::RestartControllers) (NT-10, TE-6).
    pub found_running: bool,
    /// How often a kubelet renews its lease (KL-1).
    pub renew_interval: Duration,
    /// How often a kubelet posts a status that has not changed (KL-3).
    pub report_interval: Duration,
}

impl NodesConfig {
    /// Nothing runs; flags as in the newest minor.
    pub const OFF: NodesConfig = NodesConfig {
        lifecycle: false,
        taint_eviction: false,
        heartbeats: false,
        flags: NodeFlags::DEFAULT,
        zone_order: ZoneOrder::AbsentFirst,
        most_at_once: u32::MAX,
        found_running: false,
        renew_interval: Duration::from_secs(10),
        report_interval: Duration::from_secs(300),
    };

    /// Whether kubelets are simulated one by one.
    pub const fn has_kubelets(&self) -> bool {
        self.heartbeats && self.is_on()
    }

    /// Whether any of them runs, so that what nodes, leases and pods say beyond their metadata is kept.
    pub const fn is_on(&self) -> bool {
        self.lifecycle || self.taint_eviction
    }
}
