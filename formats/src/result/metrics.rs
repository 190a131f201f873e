use kubeloupe_core::sim::{Metrics, QueueMetrics};
use serde::Serialize;

/// What the controllers' metrics say at the end (GC-61). The first two members have the names of the real metrics.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MetricsResult {
    /// How often discovery found nothing, or monitors could not be brought in.
    #[serde(rename = "garbagecollector_controller_resources_sync_error_total")]
    pub resources_sync_errors: u64,
    /// The queues.
    pub workqueue: Vec<QueueResult>,
    /// The collector's graph.
    pub graph: GraphResult,
    /// The absent-owner cache.
    #[serde(rename = "absentOwnerCache")]
    pub absent_owner_cache: CacheResult,
    /// Resources that the collector watches.
    pub monitors: u64,
    /// The rate limit of the collector's client.
    pub client: ClientResult,
}

/// The `workqueue_*` metrics of one queue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct QueueResult {
    /// `name`.
    pub name: &'static str,
    /// `workqueue_depth`.
    pub depth: u64,
    /// Items that are put off.
    pub delayed: u64,
    /// `workqueue_adds_total`.
    pub adds: u64,
    /// `workqueue_retries_total`.
    pub retries: u64,
    /// Items that a worker took.
    pub attempts: u64,
}

/// The size of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GraphResult {
    /// Nodes.
    pub nodes: u64,
    /// Those of them that nobody has observed.
    #[serde(rename = "virtual")]
    pub virtual_nodes: u64,
}

/// How the absent-owner cache does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CacheResult {
    /// Entries.
    pub entries: u64,
    /// Look-ups that found the owner.
    pub hits: u64,
    /// Look-ups that did not.
    pub misses: u64,
}

/// What the rate limit cost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientResult {
    /// Calls that had to wait.
    pub delayed_calls: u64,
    /// How long they waited, all together.
    pub delay: String,
}

impl From<Metrics> for MetricsResult {
    fn from(metrics: Metrics) -> Self {
        MetricsResult {
            resources_sync_errors: metrics.resources_sync_errors,
            workqueue: metrics.queues.into_iter().map(QueueResult::from).collect(),
            graph: GraphResult {
                nodes: metrics.graph_nodes,
                virtual_nodes: metrics.virtual_nodes,
            },
            absent_owner_cache: CacheResult {
                entries: metrics.absent_owners,
                hits: metrics.absent_owner_hits,
                misses: metrics.absent_owner_misses,
            },
            monitors: metrics.monitors,
            client: ClientResult {
                delayed_calls: metrics.delayed_calls,
                delay: metrics.call_delay.to_string(),
            },
        }
    }
}

impl From<QueueMetrics> for QueueResult {
    fn from(metrics: QueueMetrics) -> Self {
        QueueResult {
            name: metrics.queue.metric_name(),
            depth: metrics.depth,
            delayed: metrics.delayed,
            adds: metrics.counts.adds,
            retries: metrics.counts.retries,
            attempts: metrics.counts.taken,
        }
    }
}
