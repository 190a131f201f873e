use crate::object::{DiscoveryFailure, Kinds, Names};
use crate::versions::{Overrides, Switch};
use alloc::sync::Arc;

/// What everything in a world reads: its strings and its kinds.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// The strings.
    pub names: Arc<Names>,
    /// The kinds.
    pub kinds: Arc<Kinds>,
    /// The minor version of Kubernetes that is simulated: 37 for 1.37.
    pub minor: u32,
    /// Switches that stand otherwise than that minor has them.
    pub overrides: Overrides,
    /// What is wrong with discovery now.
    pub discovery_failure: Option<DiscoveryFailure>,
}

impl Cluster {
    /// Whether the API server of the simulated version has this behaviour.
    pub fn has(&self, switch: Switch) -> bool {
        self.overrides.is_on(switch, self.minor)
    }
}
