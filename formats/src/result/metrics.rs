use super::nodes::zone_text;
use crate::json::to_json;
use kubeloupe_core::nodes::Nodes;
use kubeloupe_core::object::Names;
use kubeloupe_core::sim::{Metrics, QueueMetrics, World};
use serde::Serialize;

/// What the controllers' metrics say at the end (GC-61). The first two members have the names of the real metrics.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// The node lifecycle controller's, one entry for each zone that it ever saw, where it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_collector: Option<Vec<ZoneMetricsResult>>,
    /// Pods that taint eviction deleted (ME-7), where it runs.
    #[serde(
        rename = "taint_eviction_controller_pod_deletions_total",
        skip_serializing_if = "Option::is_none"
    )]
    pub pod_deletions: Option<u64>,
}

/// The `node_collector_*` metrics of one zone (ME-1 to ME-4).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ZoneMetricsResult {
    /// The zone: `region::zone`, empty for nodes without labels.
    pub zone: String,
    /// Counted nodes.
    pub zone_size: u32,
    /// The share of them that is healthy, in percent.
    pub zone_health: f64,
    /// Those that are not.
    pub unhealthy_nodes_in_zone: u32,
    /// Nodes that were tainted when their turn came.
    pub evictions_total: u64,
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

impl MetricsResult {
    /// The metrics of a world at present.
    pub fn of(world: &World) -> Self {
        let metrics = Self::without_nodes(world.metrics());
        let Some(nodes) = world.nodes() else {
            return metrics;
        };
        MetricsResult {
            node_collector: zones(nodes, &world.cluster().names),
            pod_deletions: nodes.eviction().map(|eviction| eviction.deletions()),
            ..metrics
        }
    }

    /// One JSON document.
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    fn without_nodes(metrics: Metrics) -> Self {
        MetricsResult {
            node_collector: None,
            pod_deletions: None,
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

fn zones(nodes: &Nodes, names: &Names) -> Option<Vec<ZoneMetricsResult>> {
    let zones = nodes.lifecycle()?.zones().iter();
    let shown = zones.map(|zone| ZoneMetricsResult {
        zone: zone_text(zone.key, names),
        zone_size: zone.metrics.size,
        zone_health: zone.metrics.health(),
        unhealthy_nodes_in_zone: zone.metrics.unhealthy,
        evictions_total: zone.metrics.evictions,
    });
    Some(shown.collect())
}
