use super::action::{InformerId, QueueName};
use crate::apiserver::{Change, Request, Response};
use crate::gc::{GraphChangeKind, Identity, NodeId, Round};
use crate::object::{Duration, KindId, Name, Object, OwnerReference, Time};
use crate::workloads::WorkloadEffect;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The id of a rule of the specification, such as `GC-41`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub &'static str);

/// Who did something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A user or another client.
    Client,
    /// The garbage collector.
    GarbageCollector,
    /// The namespace controller.
    NamespaceController,
    /// The kubelet of a pod's node.
    Kubelet,
    /// A controller that removes custom finalizers (`finalizers:` of the scenario).
    FinalizerController,
    /// The API server's own part that removes the instances of a CustomResourceDefinition being deleted.
    CrdCleanup,
    /// The node lifecycle controller.
    NodeLifecycle,
    /// The taint eviction controller.
    TaintEviction,
    /// The API server itself, beside a request (IPAddresses of a removed Service).
    ApiServer,
    /// The ReplicaSet controller.
    ReplicaSetController,
    /// The Deployment controller.
    DeploymentController,
    /// The StatefulSet controller.
    StatefulSetController,
    /// The DaemonSet controller.
    DaemonSetController,
}

/// One thing that happened, typed. Every sentence that people read is made from these, outside the core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An object was written or removed, and the watch event queued for every informer of its kind.
    Written {
        /// What happened to it.
        change: Change,
        /// The object before; `None` when it was created.
        before: Option<Arc<Object>>,
        /// The object as the watch event carries it.
        after: Arc<Object>,
        /// Whose request it was.
        by: Actor,
        /// The rule of the API server.
        rule: Rule,
    },
    /// A request was made and answered.
    Call(Box<Call>),
    /// An informer got its next watch event.
    Delivered {
        /// Which informer.
        informer: InformerId,
        /// What it became for the handler: an object not in the store gives an add, else an update.
        change: Change,
        /// The object.
        object: Arc<Object>,
    },
    /// Several changes entered an informer's store together, before any of them is handed over.
    TakenIn {
        /// Which informer.
        informer: InformerId,
        /// How many.
        count: u32,
    },
    /// A watch event was lost.
    Dropped {
        /// Which informer lost it.
        informer: InformerId,
        /// The object.
        object: Arc<Object>,
    },
    /// An item was put into a queue.
    Enqueued {
        /// The queue.
        queue: QueueName,
        /// The item.
        item: Item,
        /// When it becomes due; `None` for at once.
        due: Option<Time>,
        /// How often it failed so far, for a rate-limited add.
        failures: Option<u32>,
        /// Why.
        why: Why,
        /// The rule.
        rule: Rule,
    },
    /// A delayed item became due and was added.
    Due {
        /// The queue.
        queue: QueueName,
        /// The item.
        item: Item,
    },
    /// A worker took an item.
    Dequeued {
        /// The queue.
        queue: QueueName,
        /// The item.
        item: Item,
    },
    /// A worker was done with an item and does not want it back.
    Forgotten {
        /// The queue.
        queue: QueueName,
        /// The item.
        item: Item,
        /// Why.
        why: Why,
        /// The rule.
        rule: Rule,
    },
    /// The graph builder put an observed node into the graph.
    NodeAdded {
        /// The node.
        node: Identity,
        /// The rule.
        rule: Rule,
    },
    /// The graph builder made a node for an owner that nobody has observed yet.
    VirtualAdded {
        /// The node.
        node: Identity,
        /// Whose reference named it.
        dependent: Identity,
        /// The rule.
        rule: Rule,
    },
    /// A virtual node's object was observed.
    NodeObserved {
        /// The node as observed.
        node: Identity,
        /// What it was thought to be, where that was something else.
        was: Option<Identity>,
        /// The rule.
        rule: Rule,
    },
    /// A virtual node took the identity that another dependent claims (GC-25).
    NodeReidentified {
        /// Its new identity.
        node: Identity,
        /// Its old one.
        was: Identity,
        /// The rule.
        rule: Rule,
    },
    /// An observed node changed its owners or flags.
    NodeUpdated {
        /// The node.
        node: Identity,
        /// References that were added.
        added: Vec<OwnerReference>,
        /// References that were removed.
        removed: Vec<OwnerReference>,
        /// The node is now marked `beingDeleted`.
        being_deleted: bool,
        /// The node is now marked `deletingDependents`.
        deleting_dependents: bool,
        /// The rule.
        rule: Rule,
    },
    /// A node left the graph.
    NodeRemoved {
        /// The node.
        node: Identity,
        /// The rule.
        rule: Rule,
    },
    /// An absent owner was remembered.
    CacheAdded {
        /// Coordinates with the namespace looked in.
        owner: Identity,
        /// The rule.
        rule: Rule,
    },
    /// An absent owner was found in the cache, which saved a request.
    CacheHit {
        /// Coordinates with the namespace looked in.
        owner: Identity,
        /// The rule.
        rule: Rule,
    },
    /// The oldest entry of the cache had to go.
    CacheEvicted {
        /// Coordinates with the namespace looked in.
        owner: Identity,
    },
    /// A reference of an object under attempt was classified.
    Classified {
        /// The object whose reference it is.
        item: Identity,
        /// The reference.
        reference: OwnerReference,
        /// Its class.
        class: ReferenceClass,
        /// Why.
        because: ClassReason,
        /// The rule.
        rule: Rule,
    },
    /// A controller decided.
    Decided {
        /// About which object.
        item: Identity,
        /// What.
        decision: Decision,
        /// The rule.
        rule: Rule,
    },
    /// A controller recorded an Event.
    EventRecorded(EventRecord),
    /// A controller of workloads did or found something.
    Workload(Box<WorkloadEffect>),
    /// A controller waits before it goes on (back-off inside an attempt).
    Waits {
        /// Who.
        by: Actor,
        /// How long.
        delay: Duration,
        /// The rule.
        rule: Rule,
    },
    /// Something happened in the nodes' controllers.
    Nodes {
        /// What.
        effect: crate::nodes::NodeEffect,
        /// The rule.
        rule: Rule,
    },
    /// The collector looked at discovery, or a wait for its monitors ended.
    DiscoveryRound {
        /// What came of it.
        round: Round,
        /// The rule.
        rule: Rule,
    },
    /// The REST mapper forgot what it knew, and asked discovery anew.
    MapperReset {
        /// The rule.
        rule: Rule,
    },
    /// The collector started with as many monitors.
    MonitorsStarted {
        /// How many.
        count: u64,
        /// The rule.
        rule: Rule,
    },
    /// The collector began to watch a kind.
    MonitorStarted {
        /// The kind.
        kind: KindId,
        /// The rule.
        rule: Rule,
    },
    /// The collector no longer watches a kind; its nodes stay in the graph.
    MonitorStopped {
        /// The kind.
        kind: KindId,
        /// The rule.
        rule: Rule,
    },
    /// A fault: the lists and watches of the collector's monitor fail from now on, or work again.
    MonitorBroke {
        /// The kind.
        kind: KindId,
        /// Whether they fail.
        fails: bool,
    },
    /// The collector's workers start, after they had to wait for its monitors.
    WorkersStarted {
        /// All monitors are synced; else the time was up.
        all_synced: bool,
        /// The rule.
        rule: Rule,
    },
    /// A call has to wait for the client's rate limit.
    Throttled {
        /// Whose call.
        by: Actor,
        /// How long.
        delay: Duration,
        /// The rule.
        rule: Rule,
    },
    /// The clock moved.
    ClockMoved {
        /// To when.
        to: Time,
    },
}

/// A request with its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who asked.
    pub by: Actor,
    /// What.
    pub request: Request,
    /// The answer.
    pub response: Response,
    /// The answer was put in place of the API server's (a fault).
    pub injected: bool,
}

/// What a queue holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A node of the collector's graph.
    Node {
        /// The node object.
        node: NodeId,
        /// What it is.
        identity: Identity,
    },
    /// A change that waits for the collector's graph builder.
    GraphChange {
        /// What it says.
        change: GraphChangeKind,
        /// About which object.
        identity: Identity,
    },
    /// A namespace, by name and uid.
    Namespace {
        /// The namespace.
        name: Name,
    },
    /// A workload, whose kind its queue tells.
    Key {
        /// The queue.
        queue: QueueName,
        /// `namespace/name`.
        key: Name,
    },
}

/// Queue reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// An owner that nobody has observed has to be looked up.
    VirtualOwner,
    /// A reference does not fit the owner that is known under its uid.
    BadCoordinates,
    /// An owner went.
    OwnerRemoved,
    /// The owner waits for its dependents.
    OwnerWaits,
    /// The object itself began to wait for its dependents.
    StartsWaiting,
    /// The object is to orphan its dependents.
    StartsOrphaning,
    /// A blocking reference was removed, or blocks no longer.
    Unblocked,
    /// A dependent of a waiting owner went.
    DependentRemoved,
    /// A virtual node took another identity.
    Reidentified,
    /// Still virtual after a successful attempt: looked at again later.
    StillVirtual,
    /// The attempt failed.
    Failed,
    /// The kind is not known to the REST mapper.
    UnmappedKind,
    /// Done.
    Done,
    /// The item is a virtual node that is no longer in the graph, or was observed meanwhile.
    StaleVirtual,
    /// The object is already being deleted.
    AlreadyDeleting,
    /// The object is gone; a virtual delete event was queued.
    Gone,
    /// A cluster-scoped object cannot have a namespaced owner: never looked at again.
    ScopeMismatch,
    /// The object still has content, or finalizers.
    Remaining,
    /// The namespace is being deleted.
    NamespaceDeleting,
    /// Something about it was observed.
    Observed,
    /// A pod becomes available then.
    Availability,
    /// The rollout's deadline is then.
    ProgressDeadline,
}

/// The class of an owner reference (GC-40).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReferenceClass {
    /// The owner lives.
    Solid,
    /// The owner is gone.
    Dangling,
    /// The owner waits for its dependents.
    Waiting,
}

/// Why a reference has its class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassReason {
    /// The absent-owner cache says so.
    CachedAbsent,
    /// GET answered 404.
    NotFound,
    /// The name is there with another uid.
    OtherUid,
    /// The owner exists and is not being deleted.
    Lives,
    /// The owner is being deleted but does not wait for its dependents.
    DeletingWithoutForeground,
    /// The owner is being deleted in the foreground.
    DeletingInForeground,
}

/// What was decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// At least one owner is solid: the object stays as it is.
    Keep,
    /// At least one owner is solid: the other references are taken off.
    StripReferences {
        /// uids of the references, dangling ones first.
        uids: Vec<Name>,
    },
    /// No owner is solid: the object is deleted.
    Delete(crate::apiserver::Policy),
    /// A circle of waiting objects is broken: the object's blocking references are unblocked.
    Unblock,
    /// A waiting object has no blocking dependents left: its finalizer is taken off.
    RemoveFinalizer(Name),
    /// A waiting object still has blocking dependents.
    WaitForDependents {
        /// How many.
        blocking: u32,
    },
    /// The object has no owners: nothing to do.
    NoOwners,
    /// The dependents lose their reference to the object.
    OrphanDependents {
        /// How many dependents the graph knows.
        dependents: u32,
    },
    /// The kind that a reference names is not known to the REST mapper.
    UnmappedKind {
        /// The reference.
        reference: OwnerReference,
    },
    /// A cluster-scoped object names an owner of a namespaced kind.
    ScopeMismatch {
        /// The reference.
        reference: OwnerReference,
    },
    /// The object's own kind is not known to the REST mapper, or is namespaced and it names no namespace.
    Unreadable,
    /// The conflict was harmless: the DELETE is repeated with the uid alone.
    RetryWithUidOnly,
    /// How a pass over a namespace that is being deleted ends.
    Namespace(NamespaceDecision),
}

/// How a pass over a namespace that is being deleted ends (NS-11, NS-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NamespaceDecision {
    /// Pods are left: nothing else was touched.
    PodsFirst {
        /// How many.
        pods: u32,
    },
    /// Content is left, and is expected to go.
    ContentRemains {
        /// How many objects.
        objects: u32,
        /// How long that may take.
        estimate_s: i64,
    },
    /// Content could not be deleted, or is left though nothing holds it.
    ContentFails {
        /// Of how many resources.
        resources: u32,
    },
    /// Discovery is incomplete, so that nobody knows whether content is left.
    DiscoveryIncomplete,
    /// Nothing is left: the controller's token is taken off.
    Finalize,
}

/// An Event as a controller records it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventRecord {
    /// About which object.
    pub regarding: Identity,
    /// What it says.
    pub reason: EventReason,
}

/// Events that controllers record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventReason {
    /// Warning `OwnerRefInvalidNamespace` (GC-60): the reference with the namespace of the dependent.
    OwnerRefInvalidNamespace {
        /// The identity in the text.
        owner: Identity,
    },
    /// Normal `RegisteredNode` (EV-1).
    RegisteredNode,
    /// Normal `RemovingNode` (EV-2).
    RemovingNode,
    /// Normal `NodeNotReady` of a node (EV-3).
    NodeNotReady,
    /// Warning `NodeNotReady` of a pod (EV-4).
    PodNodeNotReady,
    /// Normal `TaintManagerEviction`: the pod is being deleted (EV-5).
    MarkingForDeletion,
    /// Normal `TaintManagerEviction`: it is not, after all (EV-6).
    CancellingDeletion,
}

/// Collects effects; switched off it costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    list: Vec<Effect>,
    off: bool,
}

impl Effects {
    /// A collector that drops everything.
    pub fn off() -> Self {
        Effects {
            list: Vec::new(),
            off: true,
        }
    }

    /// Whether effects are collected.
    pub fn is_on(&self) -> bool {
        !self.off
    }

    /// Adds what `make` makes, if effects are wanted.
    #[inline]
    pub fn push(&mut self, make: impl FnOnce() -> Effect) {
        if !self.off {
            self.list.push(make());
        }
    }

    /// Takes what was collected.
    pub fn take(&mut self) -> Vec<Effect> {
        core::mem::take(&mut self.list)
    }

    /// What was collected so far.
    pub fn as_slice(&self) -> &[Effect] {
        &self.list
    }
}
