use crate::object::{DiscoveryFailure, Kinds, Names};
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
    /// What is wrong with discovery now.
    pub discovery_failure: Option<DiscoveryFailure>,
}
