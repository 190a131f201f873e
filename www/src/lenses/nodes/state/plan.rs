/// A cluster that is built by numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterPlan {
    /// How many zones.
    pub zones: u32,
    /// Nodes in each zone.
    pub nodes: u32,
    /// Pods on each node.
    pub pods: u32,
    /// `--default-unreachable-toleration-seconds` and its sibling: how long each pod tolerates a NoExecute taint.
    pub toleration_s: i64,
}

/// The most zones.
pub const MOST_ZONES: u32 = 9;
/// The most nodes in all zones together.
pub const MOST_NODES: u32 = 6_000;
/// The most pods in all.
pub const MOST_PODS: u32 = 180_000;

/// Why a cluster cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// A number is 0.
    Nothing,
    /// More than [`MOST_ZONES`].
    Zones,
    /// More than [`MOST_NODES`].
    Nodes,
    /// More than [`MOST_PODS`].
    Pods,
}

impl ClusterPlan {
    /// Three zones of twenty nodes, ten pods on each.
    pub const DEFAULT: ClusterPlan = ClusterPlan {
        zones: 3,
        nodes: 20,
        pods: 10,
        toleration_s: 300,
    };

    /// Nodes in all zones.
    pub fn all_nodes(&self) -> u32 {
        self.zones.saturating_mul(self.nodes)
    }

    /// Pods on all nodes.
    pub fn all_pods(&self) -> u32 {
        self.all_nodes().saturating_mul(self.pods)
    }

    /// Whether it can be built.
    ///
    /// # Errors
    ///
    /// The first limit that it breaks.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.zones == 0 || self.nodes == 0 {
            Err(PlanError::Nothing)
        } else if self.zones > MOST_ZONES {
            Err(PlanError::Zones)
        } else if self.all_nodes() > MOST_NODES {
            Err(PlanError::Nodes)
        } else if self.all_pods() > MOST_PODS {
            Err(PlanError::Pods)
        } else {
            Ok(())
        }
    }
}
