use crate::apiserver::{Reason, Request};
use crate::nodes::{NodeAction, NodeFault};
use crate::object::{DiscoveryFailure, Duration, KindId, Name, ObjectKey, Time};
use alloc::boxed::Box;

/// One step of the world. The UI, scenario files, tests, recordings and permalinks all speak in these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A user or another client makes a request.
    Client(Box<Request>),
    /// An informer gets its next watch event.
    Deliver(InformerId),
    /// An informer loses its next watch event.
    Drop(InformerId),
    /// The graph builder takes one change.
    Graph,
    /// The collector looks at discovery, or ends its wait for monitors that do not sync (GC-71).
    Discover,
    /// A worker takes the head of its queue and works on it to the end, or until a call has to wait for the client's rate
    /// limit: it goes on with [`Action::Call`] then.
    Attempt(WorkerId),
    /// A worker takes the head of its queue and stops before its first API call.
    Take(WorkerId),
    /// A worker makes its next API call; with `answer` that is what comes back, and nothing is sent.
    Call {
        /// The worker.
        worker: WorkerId,
        /// A fault in place of the API server's answer.
        answer: Option<Injected>,
    },
    /// The clock moves to the next due thing, and everything due is added.
    Advance,
    /// Something that waits for its time acts: a kubelet, a controller of finalizers.
    Wake(Agent),
    /// A step of the nodes' controllers or kubelets.
    Nodes(NodeAction),
    /// A fault.
    Fault(Fault),
}

/// One informer: whose, and of which kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InformerId {
    /// Who watches.
    pub watcher: Watcher,
    /// What.
    pub kind: KindId,
}

/// Who watches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Watcher {
    /// The garbage collector's monitor.
    GarbageCollector,
    /// The namespace controller.
    NamespaceController,
    /// The controllers of workloads, which share their informers.
    Workloads,
    /// The node lifecycle controller.
    NodeLifecycle,
    /// The taint eviction controller.
    TaintEviction,
}

impl Watcher {
    /// Whether it is one of the nodes' controllers, which get everything that has arrived in one step.
    pub fn is_of_nodes(self) -> bool {
        matches!(self, Watcher::NodeLifecycle | Watcher::TaintEviction)
    }
}

/// The queues of the world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QueueName {
    /// `garbage_collector_graph_changes`.
    GraphChanges,
    /// `garbage_collector_attempt_to_delete`.
    AttemptToDelete,
    /// `garbage_collector_attempt_to_orphan`.
    AttemptToOrphan,
    /// The namespace controller's queue.
    Namespace,
    /// The ReplicaSet controller's queue.
    ReplicaSet,
    /// The Deployment controller's queue.
    Deployment,
    /// The StatefulSet controller's queue.
    StatefulSet,
    /// The DaemonSet controller's queue.
    DaemonSet,
}

/// One worker of a queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WorkerId {
    /// The queue that it serves.
    pub queue: QueueName,
    /// Its number, from 0.
    pub number: u32,
}

/// An answer put in place of the API server's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Injected {
    /// The reason, which gives the code.
    pub reason: Reason,
}

/// Who acts when its time has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Agent {
    /// The kubelet of this pod's node: the grace period is over.
    Kubelet(ObjectKey),
    /// The controller of this finalizer on this object.
    Finalizer {
        /// The object.
        key: ObjectKey,
        /// The finalizer.
        finalizer: Name,
    },
    /// The API server's cleanup of a CustomResourceDefinition's instances.
    CrdCleanup(ObjectKey),
    /// Scheduler and kubelet, which place and start this pod.
    PodStart(ObjectKey),
}

/// Things that go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The controller manager stops and starts anew: caches, queues and graph are lost.
    RestartControllers,
    /// The clock moves to this time though nothing is due then.
    Sleep(Time),
    /// From now on discovery fails so; `None`: it is complete again. Namespaces are not finished while it fails.
    Discovery(Option<DiscoveryFailure>),
    /// The lists and watches of the collector's monitor of this kind fail from now on, or work again.
    Monitor {
        /// The kind.
        kind: KindId,
        /// Whether they fail.
        fails: bool,
    },
    /// Events of a kind reach the controllers of workloads so much later than the watch latency, from now on.
    Lag {
        /// The kind.
        kind: KindId,
        /// How much later.
        by: Duration,
    },
    /// The controllers of workloads lose their next events of a kind.
    LoseEvents {
        /// The kind.
        kind: KindId,
        /// How many.
        count: u32,
    },
    /// The informer of the controllers of workloads lists a kind anew: what was on its way is lost, and what it missed
    /// becomes known, deletions as tombstones (spec versions, section 7).
    Relist(KindId),
    /// From now on a namespace may hold so many unfinished pods; `None`: as many as it likes.
    Quota {
        /// The namespace.
        namespace: Name,
        /// How many.
        pods: Option<u32>,
    },
    /// From now on ReplicaSets wait for what they expect, or do not: what expectations are for.
    Expectations(bool),
    /// Something goes wrong with nodes, or is put right.
    Nodes(NodeFault),
}
