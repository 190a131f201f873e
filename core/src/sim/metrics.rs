use super::{QueueName, World};
use crate::gc::Node;
use crate::object::Duration;
use crate::queue::QueueCounts;
use alloc::vec::Vec;

/// The figures that the controller manager's metrics endpoint shows of the simulated controllers (GC-61), and those that
/// it does not show but its readers ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metrics {
    /// `garbagecollector_controller_resources_sync_error_total`.
    pub resources_sync_errors: u64,
    /// The queues: the collector's three, the namespace controller's, and those of the controllers of workloads that run.
    pub queues: Vec<QueueMetrics>,
    /// Nodes of the collector's graph.
    pub graph_nodes: u64,
    /// Those of them that nobody has observed.
    pub virtual_nodes: u64,
    /// Entries of the absent-owner cache.
    pub absent_owners: u64,
    /// Look-ups in it that found the owner.
    pub absent_owner_hits: u64,
    /// Look-ups in it that did not, so that the owner was asked for.
    pub absent_owner_misses: u64,
    /// Resources that the collector watches.
    pub monitors: u64,
    /// Calls that had to wait for the rate limit of the collector's client.
    pub delayed_calls: u64,
    /// How long they waited, all together.
    pub call_delay: Duration,
}

/// The generic metrics of one queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueMetrics {
    /// Which queue.
    pub queue: QueueName,
    /// `workqueue_depth`: items that wait for a worker.
    pub depth: u64,
    /// Items that are put off.
    pub delayed: u64,
    /// What is counted.
    pub counts: QueueCounts,
}

impl QueueName {
    /// `name` in the `workqueue_*` metrics.
    pub const fn metric_name(self) -> &'static str {
        match self {
            QueueName::GraphChanges => "garbage_collector_graph_changes",
            QueueName::AttemptToDelete => "garbage_collector_attempt_to_delete",
            QueueName::AttemptToOrphan => "garbage_collector_attempt_to_orphan",
            QueueName::Namespace => "namespace",
            QueueName::ReplicaSet => "replicaset",
            QueueName::Deployment => "deployment",
            QueueName::StatefulSet => "statefulset",
            QueueName::DaemonSet => "daemonset",
        }
    }
}

impl World {
    /// The metrics at present; counters begin anew with a restart of the controllers.
    pub fn metrics(&self) -> Metrics {
        let gc = &self.gc;
        let running = crate::workloads::QUEUES
            .into_iter()
            .filter(|queue| self.workloads.queue(*queue).is_some());
        let queues = [
            QueueName::GraphChanges,
            QueueName::AttemptToDelete,
            QueueName::AttemptToOrphan,
            QueueName::Namespace,
        ]
        .into_iter()
        .chain(running);
        let (absent_owner_hits, absent_owner_misses) = gc.cache_hits_and_misses();
        let (delayed_calls, call_delay) = self.throttle.delays();
        Metrics {
            resources_sync_errors: self.discovering.sync().errors_at(self.now),
            queues: queues.map(|queue| self.queue_metrics(queue)).collect(),
            graph_nodes: gc.graph().nodes().count() as u64,
            virtual_nodes: gc
                .graph()
                .nodes()
                .filter(|(_, node)| Node::is_virtual(node))
                .count() as u64,
            absent_owners: gc.absent_owners().len() as u64,
            absent_owner_hits,
            absent_owner_misses,
            monitors: self.discovering.monitors().len() as u64,
            delayed_calls,
            call_delay,
        }
    }

    fn queue_metrics(&self, queue: QueueName) -> QueueMetrics {
        let (depth, delayed, counts) = match queue {
            QueueName::GraphChanges => (self.gc.graph_changes_len(), 0, self.gc.queue_counts(queue)),
            QueueName::AttemptToDelete | QueueName::AttemptToOrphan => {
                let (depth, delayed) = self
                    .gc
                    .queue(queue)
                    .map_or((0, 0), |queue| (queue.listed().count(), queue.delayed().count()));
                (depth, delayed, self.gc.queue_counts(queue))
            }
            QueueName::Namespace => {
                let queue = self.namespaces.queue();
                (queue.listed().count(), queue.delayed().count(), queue.counts())
            }
            QueueName::ReplicaSet | QueueName::Deployment | QueueName::StatefulSet | QueueName::DaemonSet => {
                self.workloads
                    .queue(queue)
                    .map_or((0, 0, QueueCounts::default()), |queue| {
                        (queue.listed().count(), queue.delayed().count(), queue.counts())
                    })
            }
        };
        QueueMetrics {
            queue,
            depth: depth as u64,
            delayed: delayed as u64,
            counts,
        }
    }
}
