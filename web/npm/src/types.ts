// Written by the tests of kubeloupe-web from the Rust sources: change those, and run
// `UPDATE_EXPECT=1 cargo test -p kubeloupe-web types`.

/** An object as the API shows it, as far as it is kept: apiVersion, kind, and metadata. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** `metadata`, without what no controller reads: annotations and managedFields are never kept. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly labels?: Readonly<Record<string, string>>;
}

/** One entry of `metadata.ownerReferences`. */
export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** What happened in a step: one type for each kind of thing, its rule where it follows one, and a sentence. */
export type Effect = EffectData & { readonly text: string };

/** A request of a client, or a fault: exactly one of the verbs of a scenario's action. */
export type Request = Omit<TimedRequest, "at">;

/** What is done in a step, with the id by which it is asked for. */
export type Action = ActionData & { readonly id: string };

/** Who did something. */
export type Actor = "client" | "garbagecollector" | "namespace" | "kubelet" | "finalizer" | "crdcleanup" | "apiserver" | "nodelifecycle" | "tainteviction" | "replicaset" | "deployment" | "statefulset" | "daemonset";

/** Whose informer it is. */
export type Watcher = "garbagecollector" | "namespace" | "workloads" | "nodelifecycle" | "tainteviction";

/** A work queue. */
export type QueueName = "graphChanges" | "attemptToDelete" | "attemptToOrphan" | "namespace" | "replicaset" | "deployment" | "statefulset" | "daemonset";

/** What happened to an object. */
export type Change = "added" | "modified" | "deleted";

/** What a change that waits for the graph builder says. */
export type GraphChangeKind = "add" | "update" | "delete" | "virtualDelete";

/** Why something is in a queue, or no longer is. */
export type Why = "virtualOwner" | "badCoordinates" | "ownerRemoved" | "ownerWaits" | "startsWaiting" | "startsOrphaning" | "unblocked" | "dependentRemoved" | "reidentified" | "stillVirtual" | "failed" | "unmappedKind" | "done" | "staleVirtual" | "alreadyDeleting" | "gone" | "scopeMismatch" | "remaining" | "namespaceDeleting" | "observed" | "availability" | "progressDeadline";

/** The class of an owner reference (GC-40). */
export type ReferenceClass = "solid" | "dangling" | "waiting";

/** Why a reference has its class. */
export type ClassReason = "cachedAbsent" | "notFound" | "otherUid" | "lives" | "deletingWithoutForeground" | "deletingInForeground";

/** What a look at discovery comes to (GC-71). */
export type DiscoveryRound = "nothingFound" | "unchanged" | "monitorsFailed" | "waiting" | "timedOut" | "accepted" | "resting";

/** Why the clock moves. */
export type DueReason = "watchEvent" | "collector" | "namespace" | "workloads" | "agent" | "worker" | "startGate" | "discovery" | "client" | "nodes";

/** Why an action is not possible now. */
export type Rejection = "nothingToDeliver" | "noGraphChange" | "queueEmpty" | "noSuchWorker" | "workerBusy" | "noCall" | "nothingDue" | "agentIdle" | "nodesIdle" | "timePassed";

/** The state of a zone (ZN-3); `empty` is the empty text that may be left over (ZN-12). */
export type ZoneState = "Initial" | "Normal" | "PartialDisruption" | "FullDisruption" | "";

/** Why a node is not looked at in a pass (NL-7). */
export type SkipReason = "stale" | "lookup" | "retriesExhausted" | "other";

/** `status` of a condition. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** What the gate of expectations says (EX-7). */
export type ExpectationsVerdict = "nothingExpected" | "fulfilled" | "expired" | "waiting";

/** `reason` of a refusal. */
export type Reason = "NotFound" | "AlreadyExists" | "Conflict" | "Invalid" | "Forbidden" | "BadRequest" | "UnsupportedMediaType" | "MethodNotAllowed" | "TooManyRequests" | "InternalError" | "Timeout";

/** What the collector calls an object by: coordinates and namespace (GC-1). */
export interface ObjectIdentity {
  /** `apiVersion`. */
  readonly apiVersion: string;
  /** `kind`. */
  readonly kind: string;
  /** Its namespace, empty for none; for virtual nodes that of the dependent, right or wrong. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
  /** Its uid. */
  readonly uid: string;
}

/** One informer: whose, and of which kind. */
export interface Informer {
  /** Who watches. */
  readonly watcher: Watcher;
  /** What: a resource, with its group behind it. */
  readonly kind: string;
}

/** What a queue holds. */
export type QueueItem =
  /** A node of the collector's graph. */
  | { readonly type: "node"; readonly ref: string; readonly node: number; readonly identity: ObjectIdentity }
  /** A change that waits for the collector's graph builder. */
  | { readonly type: "graphChange"; readonly ref: string; readonly change: GraphChangeKind; readonly identity: ObjectIdentity }
  /** A namespace. */
  | { readonly type: "namespace"; readonly ref: string; readonly namespace: string }
  /** A workload. */
  | { readonly type: "key"; readonly ref: string; readonly key: string };

/** What was decided. */
export type Decision =
  /** At least one owner is solid: the object stays as it is. */
  | { readonly type: "keep" }
  /** At least one owner is solid: the references with these uids are taken off, dangling ones first. */
  | { readonly type: "stripReferences"; readonly uids: readonly string[] }
  /** No owner is solid: the object is deleted. */
  | { readonly type: "delete"; readonly policy: string }
  /** A circle of waiting objects is broken: the object's blocking references are unblocked. */
  | { readonly type: "unblock" }
  /** A waiting object has no blocking dependents left: its finalizer is taken off. */
  | { readonly type: "removeFinalizer"; readonly finalizer: string }
  /** A waiting object still has blocking dependents. */
  | { readonly type: "waitForDependents"; readonly blocking: number }
  /** The object has no owners: nothing to do. */
  | { readonly type: "noOwners" }
  /** The dependents lose their reference to the object. */
  | { readonly type: "orphanDependents"; readonly dependents: number }
  /** The kind that a reference names is not known to the REST mapper. */
  | { readonly type: "unmappedKind"; readonly reference: OwnerReference }
  /** A cluster-scoped object names an owner of a namespaced kind. */
  | { readonly type: "scopeMismatch"; readonly reference: OwnerReference }
  /** The object's own kind is not known to the REST mapper, or is namespaced and it names no namespace. */
  | { readonly type: "unreadable" }
  /** The conflict was harmless: the DELETE is repeated with the uid alone. */
  | { readonly type: "retryWithUidOnly" }
  /** How a pass over a namespace that is being deleted ends. */
  | { readonly type: "namespace"; readonly pass: NamespaceDecision };

/** How a pass over a namespace that is being deleted ends (NS-11, NS-12). */
export type NamespaceDecision =
  /** Pods are left: nothing else was touched. */
  | { readonly type: "podsFirst"; readonly pods: number }
  /** Content is left, and is expected to go. */
  | { readonly type: "contentRemains"; readonly objects: number; readonly estimateSeconds: number }
  /** Content could not be deleted, or is left though nothing holds it. */
  | { readonly type: "contentFails"; readonly resources: number }
  /** Discovery is incomplete, so that nobody knows whether content is left. */
  | { readonly type: "discoveryIncomplete" }
  /** Nothing is left: the controller's token is taken off. */
  | { readonly type: "finalize" };

/** What happened in the nodes' controllers. */
export type NodeEffect =
  /** A pass over all nodes is over (NL-4). */
  | { readonly type: "passed"; readonly nodes: number; readonly skipped: number }
  /** A node that was silent for longer than its grace (NL-12). */
  | { readonly type: "silent"; readonly node: string; readonly since: string; readonly grace: string }
  /** A node that is not looked at in this pass (NL-7). */
  | { readonly type: "skipped"; readonly node: string; readonly why: SkipReason }
  /** The live lease is newer than what the cache knows: all evaluation waits for the cache (CB-6). */
  | { readonly type: "leaseRecorded"; readonly node: string; readonly version: string }
  /** A node that will be tainted when its turn comes (NT-7). */
  | { readonly type: "queued"; readonly node: string; readonly zone: string }
  /** A node was taken out of a queue without being tainted (NT-9). */
  | { readonly type: "unqueued"; readonly node: string; readonly zone: string }
  /** A token let a node through (RQ-4); it was tainted for it, or not. */
  | { readonly type: "token"; readonly node: string; readonly zone: string; readonly tainted: boolean }
  /** A zone is seen for the first time, or anew: its queue is empty and its bucket full (ZN-11). */
  | { readonly type: "zoneAdded"; readonly zone: string; readonly qps: number }
  /** No node of the zone was counted in this pass: its state is forgotten (ZN-6). */
  | { readonly type: "zoneForgotten"; readonly zone: string }
  /** A zone changed its state (ZN-6); its limiter was swapped for it, or stays as it was (RQ-6). */
  | { readonly type: "zoneChanged"; readonly zone: string; readonly from: ZoneState; readonly to: ZoneState; readonly size: number; readonly notReady: number; readonly qps: number; readonly swapped: boolean }
  /** No zone has a ready node: nothing is evicted, and what was tainted NoExecute is untainted (ZN-8). */
  | { readonly type: "masterDisruptionEntered" }
  /** Some zone has a ready node again (ZN-9). */
  | { readonly type: "masterDisruptionLeft" }
  /** Ready changed by the controller's hand (NL-14). */
  | { readonly type: "readyWritten"; readonly node: string; readonly from: ConditionStatus | null }
  /** A pod will be deleted by the taint eviction (TE-4). */
  | { readonly type: "evictionSet"; readonly ref: string; readonly at: string }
  /** It will not (TE-8). */
  | { readonly type: "evictionCancelled"; readonly ref: string }
  /** The kubelets' signs of life came in together (KL-1, KL-3). */
  | { readonly type: "heartbeats"; readonly leases: number; readonly statuses: number }
  /** A pod's grace is over, and the kubelet that has to say so does not answer. */
  | { readonly type: "kubeletSilent"; readonly node: string; readonly ref: string }
  /** Here the real process would have crashed (ZN-17). */
  | { readonly type: "wouldCrash"; readonly node: string };

/** What a controller still waits to see of one key's writes (EX-1). */
export interface Expected {
  /** Creations not seen yet; below zero when more were seen than expected (EX-3). */
  readonly add: number;
  /** Deletions not seen yet. */
  readonly del: number;
  /** When the record was last set (EX-2). */
  readonly setAt: string;
}

/** What a controller of workloads did or found. */
export type WorkloadWhat =
  /** The gate was read at the start of a sync (EX-7). */
  | { readonly type: "gate"; readonly verdict: ExpectationsVerdict; readonly expected: Expected | null }
  /** The pods were counted (RS-14). */
  | { readonly type: "pods"; readonly active: number; readonly desired: number; readonly terminating: number }
  /** So many creations are expected from now on. */
  | { readonly type: "expectsCreations"; readonly count: number }
  /** These deletions are expected from now on. */
  | { readonly type: "expectsDeletions"; readonly pods: readonly string[] }
  /** A creation was observed. */
  | { readonly type: "creationObserved"; readonly left: Expected | null }
  /** A deletion was observed; it was expected, or not. */
  | { readonly type: "deletionObserved"; readonly pod: string; readonly tracked: boolean; readonly left: Expected | null }
  /** Expectations were deleted, with their owner. */
  | { readonly type: "expectationsDeleted" }
  /** A batch of creations starts, numbered from 1 (RS-18). */
  | { readonly type: "batch"; readonly number: number; readonly size: number }
  /** Creations that were not made, or failed, are no longer expected (RS-15). */
  | { readonly type: "skipped"; readonly number: number; readonly left: Expected | null }
  /** A deletion that failed is no longer expected (RS-17). */
  | { readonly type: "deletionFailed"; readonly pod: string; readonly left: Expected | null }
  /** A name was computed for the new ReplicaSet (HS-7, HS-8). */
  | { readonly type: "named"; readonly name: string; readonly collisionCount: number | null }
  /** The name is taken by another ReplicaSet (HS-9). */
  | { readonly type: "collided"; readonly name: string; readonly collisionCount: number }
  /** The revision that a set's pods go to was found or made (HS-14, HS-24). */
  | { readonly type: "revisionChosen"; readonly name: string; readonly number: number }
  /** An Event was recorded. */
  | { readonly type: "event"; readonly event: EventResult }
  /** An error was reported, and the sync went on. */
  | { readonly type: "reported"; readonly error: string }
  /** The sync failed. */
  | { readonly type: "failed"; readonly error: string };

/** What happened in a step, apart from its sentence. */
export type EffectData =
  /** An object was written or removed, and the watch event queued for every informer of its kind. */
  | { readonly type: "written"; readonly rule: string; readonly by: Actor; readonly ref: string; readonly change: Change; readonly before: KubernetesObject | null; readonly after: KubernetesObject }
  /** A request was made and answered. */
  | { readonly type: "call"; readonly by: Actor; readonly call: CallResult; readonly injected: boolean }
  /** An informer got its next watch event. */
  | { readonly type: "delivered"; readonly informer: Informer; readonly ref: string; readonly change: Change; readonly object: KubernetesObject }
  /** Several changes entered an informer's store together, before any of them is handed over. */
  | { readonly type: "takenIn"; readonly informer: Informer; readonly count: number }
  /** A watch event was lost. */
  | { readonly type: "dropped"; readonly informer: Informer; readonly ref: string; readonly object: KubernetesObject }
  /** An item was put into a queue: at once, or when it is due. */
  | { readonly type: "enqueued"; readonly rule: string; readonly queue: QueueName; readonly item: QueueItem; readonly due: string | null; readonly failures: number | null; readonly why: Why }
  /** A delayed item became due and was added. */
  | { readonly type: "due"; readonly queue: QueueName; readonly item: QueueItem }
  /** A worker took an item. */
  | { readonly type: "dequeued"; readonly queue: QueueName; readonly item: QueueItem }
  /** A worker was done with an item and does not want it back. */
  | { readonly type: "forgotten"; readonly rule: string; readonly queue: QueueName; readonly item: QueueItem; readonly why: Why }
  /** The graph builder put an observed node into the graph. */
  | { readonly type: "nodeAdded"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity }
  /** The graph builder made a node for an owner that nobody has observed yet. */
  | { readonly type: "virtualAdded"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity; readonly dependent: ObjectIdentity }
  /** A virtual node's object was observed; `was` is what it was thought to be, where that was something else. */
  | { readonly type: "nodeObserved"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity; readonly was: ObjectIdentity | null }
  /** A virtual node took the identity that another dependent claims (GC-25). */
  | { readonly type: "nodeReidentified"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity; readonly was: ObjectIdentity }
  /** An observed node changed its owners or flags. */
  | { readonly type: "nodeUpdated"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity; readonly added: readonly OwnerReference[]; readonly removed: readonly OwnerReference[]; readonly beingDeleted: boolean; readonly deletingDependents: boolean }
  /** A node left the graph. */
  | { readonly type: "nodeRemoved"; readonly rule: string; readonly ref: string; readonly node: ObjectIdentity }
  /** An absent owner was remembered. */
  | { readonly type: "cacheAdded"; readonly rule: string; readonly ref: string; readonly owner: ObjectIdentity }
  /** An absent owner was found in the cache, which saved a request. */
  | { readonly type: "cacheHit"; readonly rule: string; readonly ref: string; readonly owner: ObjectIdentity }
  /** The oldest entry of the cache had to go. */
  | { readonly type: "cacheEvicted"; readonly ref: string; readonly owner: ObjectIdentity }
  /** A reference of an object under attempt was classified. */
  | { readonly type: "classified"; readonly rule: string; readonly ref: string; readonly item: ObjectIdentity; readonly reference: OwnerReference; readonly class: ReferenceClass; readonly because: ClassReason }
  /** A controller decided. */
  | { readonly type: "decided"; readonly rule: string; readonly ref: string; readonly item: ObjectIdentity; readonly decision: Decision }
  /** A controller recorded an Event. */
  | { readonly type: "eventRecorded"; readonly ref: string; readonly event: EventResult }
  /** A controller of workloads did or found something. */
  | { readonly type: "workload"; readonly rule: string; readonly by: Actor; readonly ref: string; readonly what: WorkloadWhat }
  /** A controller waits before it goes on (back-off inside an attempt). */
  | { readonly type: "waits"; readonly rule: string; readonly by: Actor; readonly delay: string }
  /** Something happened in the nodes' controllers. */
  | { readonly type: "nodes"; readonly rule: string; readonly what: NodeEffect }
  /** The collector looked at discovery, or a wait for its monitors ended. */
  | { readonly type: "discoveryRound"; readonly rule: string; readonly round: DiscoveryRound }
  /** The REST mapper forgot what it knew, and asked discovery anew. */
  | { readonly type: "mapperReset"; readonly rule: string }
  /** The collector started with as many monitors. */
  | { readonly type: "monitorsStarted"; readonly rule: string; readonly count: number }
  /** The collector began to watch a kind. */
  | { readonly type: "monitorStarted"; readonly rule: string; readonly kind: string }
  /** The collector no longer watches a kind; its nodes stay in the graph. */
  | { readonly type: "monitorStopped"; readonly rule: string; readonly kind: string }
  /** A fault: the lists and watches of the collector's monitor fail from now on, or work again. */
  | { readonly type: "monitorBroke"; readonly kind: string; readonly fails: boolean }
  /** The collector's workers start, after they had to wait for its monitors. */
  | { readonly type: "workersStarted"; readonly rule: string; readonly allSynced: boolean }
  /** A call has to wait for the client's rate limit. */
  | { readonly type: "throttled"; readonly rule: string; readonly by: Actor; readonly delay: string }
  /** The clock moved. */
  | { readonly type: "clockMoved"; readonly to: string };

/** A step of the nodes' controllers or kubelets, or one thing out of it where several could come first. */
export type NodeStep = "deliver" | "heartbeats" | "nodeWork" | "podWork" | "evictionWork" | "evictionTimers" | "taintTick" | "pass" | "beat" | "node" | "pod" | "evictionNode" | "evictionPod" | "deletion" | "timer" | "zone" | "beginPass" | "takeUp" | "evaluate" | "evaluateBriefly" | "endPass";

/** A verb whose calls are refused. */
export type RefusedVerb = "get" | "patch" | "update" | "delete";

/** Calls that are to be refused. */
export interface RefusedCalls {
  /** Which verb. */
  readonly verb: RefusedVerb;
  /** Of this kind. */
  readonly kind: string;
  /** Of this name; empty for any. */
  readonly name: string;
  /** How many. */
  readonly times: number;
  /** With this reason. */
  readonly reason: Reason;
}

/** Who acts when its time has come. */
export type Agent =
  /** The kubelet of this pod's node: the grace period is over. */
  | { readonly type: "kubelet"; readonly ref: string }
  /** The controller of this finalizer on this object. */
  | { readonly type: "finalizer"; readonly ref: string; readonly finalizer: string }
  /** The API server's cleanup of a CustomResourceDefinition's instances. */
  | { readonly type: "cleanup"; readonly ref: string }
  /** Scheduler and kubelet, which place and start this pod. */
  | { readonly type: "start"; readonly ref: string };

/** What goes wrong with nodes, and is put right. */
export type NodeFault =
  /** A node is down: its kubelet neither renews nor posts, and stops no pods. Or it is up again. */
  | { readonly type: "node"; readonly node: string; readonly down: boolean }
  /** The same for all nodes of a zone. */
  | { readonly type: "zone"; readonly zone: string; readonly down: boolean }
  /** A kubelet stops renewing its lease, or goes on. */
  | { readonly type: "lease"; readonly node: string; readonly stops: boolean }
  /** A kubelet stops posting its status, or goes on. */
  | { readonly type: "status"; readonly node: string; readonly stops: boolean }
  /** A node's clock is this much behind from now on. */
  | { readonly type: "clock"; readonly node: string; readonly behind: string }
  /** A kubelet reports another Ready from now on. */
  | { readonly type: "ready"; readonly node: string; readonly ready: ConditionStatus }
  /** A cache of the node lifecycle controller stalls, or goes on. */
  | { readonly type: "cache"; readonly kind: string; readonly stalls: boolean }
  /** The next calls of the node lifecycle controller are refused. */
  | { readonly type: "refuse"; readonly calls: RefusedCalls };

/** Things that go wrong, and are put right. */
export type Fault =
  /** The controller manager stops and starts anew: caches, queues and graph are lost. */
  | { readonly type: "restartControllers" }
  /** The clock moves to this time though nothing is due then. */
  | { readonly type: "sleep"; readonly until: string }
  /** From now on discovery fails for these group versions, as a whole with an empty list, or is complete again with `null`. */
  | { readonly type: "discovery"; readonly fails: readonly string[] | null }
  /** The lists and watches of the collector's monitor of this kind fail from now on, or work again. */
  | { readonly type: "monitor"; readonly kind: string; readonly fails: boolean }
  /** Events of a kind reach the controllers of workloads so much later than the watch latency, from now on. */
  | { readonly type: "lag"; readonly kind: string; readonly by: string }
  /** The controllers of workloads lose their next events of a kind. */
  | { readonly type: "loseEvents"; readonly kind: string; readonly count: number }
  /** The informer of the controllers of workloads lists a kind anew. */
  | { readonly type: "relist"; readonly kind: string }
  /** From now on a namespace may hold so many unfinished pods, or as many as it likes. */
  | { readonly type: "quota"; readonly namespace: string; readonly pods: number | null }
  /** From now on ReplicaSets wait for what they expect, or do not. */
  | { readonly type: "expectations"; readonly heeded: boolean }
  /** Something goes wrong with nodes, or is put right. */
  | { readonly type: "nodes"; readonly fault: NodeFault };

/** What is done in a step, apart from its id. */
export type ActionData =
  /** A user or another client makes a request. */
  | { readonly type: "client"; readonly verb: string; readonly request: string }
  /** An informer gets its next watch event. */
  | { readonly type: "deliver"; readonly informer: Informer }
  /** An informer loses its next watch event. */
  | { readonly type: "drop"; readonly informer: Informer }
  /** The graph builder takes one change. */
  | { readonly type: "graph" }
  /** The collector looks at discovery, or ends its wait for monitors that do not sync (GC-71). */
  | { readonly type: "discover" }
  /** A worker takes the head of its queue and works on it to the end, or until a call has to wait for the client's rate limit. */
  | { readonly type: "attempt"; readonly queue: QueueName; readonly worker: number }
  /** A worker takes the head of its queue and stops before its first API call. */
  | { readonly type: "take"; readonly queue: QueueName; readonly worker: number }
  /** A worker makes its next API call; with an answer that is what comes back, and nothing is sent. */
  | { readonly type: "call"; readonly queue: QueueName; readonly worker: number; readonly answer: Reason | null }
  /** The clock moves to the next due thing, and everything due is added. */
  | { readonly type: "advance" }
  /** Something that waits for its time acts: a kubelet, a controller of finalizers. */
  | { readonly type: "wake"; readonly agent: Agent }
  /** A step of the nodes' controllers or kubelets. */
  | { readonly type: "nodes"; readonly step: NodeStep; readonly informer: Informer | null; readonly about: string | null }
  /** A fault. */
  | { readonly type: "fault"; readonly fault: Fault };

/** One step. */
export interface Step {
  /** Its number, from 0. */
  readonly step: number;
  /** Virtual time after it. */
  readonly at: string;
  /** What was done. */
  readonly action: Action;
  /** What happened. */
  readonly effects: readonly Effect[];
}

/** The next thing that becomes due. */
export interface NextDue {
  /** When. */
  readonly at: string;
  /** What. */
  readonly why: DueReason;
}

/** A work queue. */
export interface Queue {
  /** Which one. */
  readonly queue: QueueName;
  /** What waits for a worker, the next one first. */
  readonly waiting: readonly QueueItem[];
  /** What workers are at. */
  readonly processing: readonly QueueItem[];
  /** What is put off. */
  readonly delayed: readonly DelayedItem[];
}

/** An item that is put off. */
export interface DelayedItem {
  /** The item. */
  readonly item: QueueItem;
  /** When it is due. */
  readonly due: string;
  /** How often it failed so far. */
  readonly failures: number;
}

/** A node of the collector's graph (GC-1). */
export interface GraphNode {
  /** Its object. */
  readonly ref: string;
  /** The number of the node object, which queues hold. */
  readonly node: number;
  /** What the collector calls it by. */
  readonly identity: ObjectIdentity;
  /** Known only through somebody's reference. */
  readonly virtual: boolean;
  /** A deletionTimestamp was seen. */
  readonly beingDeleted: boolean;
  /** A deletionTimestamp was seen together with the foreground finalizer. */
  readonly deletingDependents: boolean;
  /** The owner references of its object as last seen. */
  readonly owners: readonly OwnerReference[];
  /** Its dependents, in the order in which they were added. */
  readonly dependents: readonly string[];
}

/** An informer: what its cache has seen, and what is on its way to it. */
export interface InformerState {
  /** Who watches. */
  readonly watcher: Watcher;
  /** What: a resource, with its group behind it. */
  readonly kind: string;
  /** How many objects are in its store. */
  readonly stored: number;
  /** The resourceVersion that it saw last. */
  readonly lastVersion: string;
  /** It has had its initial list. */
  readonly synced: boolean;
  /** Its lists and watches fail. */
  readonly broken: boolean;
  /** Nothing reaches it for now. */
  readonly held: boolean;
  /** How much later than others it gets its events. */
  readonly lag: string;
  /** How many of its next events it loses. */
  readonly loses: number;
  /** Events on their way, the next one first. */
  readonly pending: readonly PendingEvent[];
}

/** A watch event on its way. */
export interface PendingEvent {
  /** When it arrives. */
  readonly due: string;
  /** What happened to the object. */
  readonly change: Change;
  /** The object. */
  readonly ref: string;
  /** The object's resourceVersion. */
  readonly resourceVersion: string;
}

/** A zone as the node lifecycle controller sees it (ZN). */
export interface ZoneView {
  /** `region::zone`, empty for nodes without labels. */
  readonly zone: string;
  /** What it was last found to be; `null` while it has no entry. */
  readonly state: ZoneState | null;
  /** Its limiter, where it has a queue. */
  readonly limiter: ZoneLimiter | null;
  /** The nodes that will be tainted, the next one first. */
  readonly queue: readonly ZoneQueueEntry[];
  /** What its metrics read. */
  readonly metrics: ZoneMetrics;
}

/** What paces the evictions of a zone (RQ-5). */
export interface ZoneLimiter {
  /** Tokens per second, as `QPS()` reads it. */
  readonly qps: number;
  /** How full the bucket is, from 0 to 1; `null` where there is none. */
  readonly level: number | null;
  /** How long until there is a token; `null` for never. */
  readonly nextToken: string | null;
}

/** An entry of a zone's queue (RQ-1). */
export interface ZoneQueueEntry {
  /** The node. */
  readonly node: string;
  /** When it was added. */
  readonly addedAt: string;
  /** Before when it is not processed. */
  readonly processAt: string;
}

/** What the metrics of a zone read (ME-1 to ME-4). */
export interface ZoneMetrics {
  /** Counted nodes. */
  readonly size: number;
  /** Counted nodes that are not ready. */
  readonly unhealthy: number;
  /** The share of counted nodes that are healthy, in percent. */
  readonly health: number;
  /** Nodes tainted through the queue. */
  readonly evictions: number;
}

/** A node: as it is stored, what its kubelet does, and what the node lifecycle controller believes. */
export interface NodeView {
  /** Its name. */
  readonly node: string;
  /** Its Ready condition as it is stored. */
  readonly ready: ConditionStatus | null;
  /** Its taints. */
  readonly taints: readonly Taint[];
  /** Its kubelet, where kubelets are simulated. */
  readonly kubelet: Kubelet | null;
  /** What the controller remembers of its signs of life, where it runs. */
  readonly health: NodeHealth | null;
}

/** A taint. */
export interface Taint {
  /** Its key. */
  readonly key: string;
  /** Its value. */
  readonly value: string;
  /** `NoSchedule`, `NoExecute` or `PreferNoSchedule`. */
  readonly effect: string;
}

/** One kubelet. */
export interface Kubelet {
  /** The node is down: nothing comes from it, and nobody stops its pods. */
  readonly down: boolean;
  /** It renews its lease. */
  readonly renews: boolean;
  /** It posts its status. */
  readonly posts: boolean;
  /** What it reports as Ready. */
  readonly ready: ConditionStatus;
  /** How much its clock is behind. */
  readonly behind: string;
  /** When it renews next. */
  readonly next: string;
}

/** What the node lifecycle controller remembers of a node's signs of life (ST-1). */
export interface NodeHealth {
  /** When it last saw a sign of life, by its own clock. */
  readonly probe: string;
  /** Ready of the status that it saw last. */
  readonly ready: ConditionStatus | null;
}

/** A pod that taint eviction will delete. */
export interface Eviction {
  /** The pod. */
  readonly ref: string;
  /** When. */
  readonly at: string;
}

/** What the ReplicaSet controller still waits to see of one ReplicaSet's pods (EX). */
export interface ExpectationsRecord {
  /** The ReplicaSet. */
  readonly ref: string;
  /** The counters. */
  readonly expected: Expected;
  /** What the gate would say now (EX-7). */
  readonly verdict: ExpectationsVerdict;
  /** The pods whose deletion is expected. */
  readonly deletions: readonly string[];
}

/** What becomes of an object. */
export type Fate = "deleted" | "orphaned" | "kept" | "stuck" | "uncollectable" | "deleting" | "created" | "changed" | "untouched";

/** How a deletion goes on to dependents. */
export type Cascade = "background" | "foreground" | "orphan" | "default";

/** A controller that can be simulated. */
export type Controller = "garbagecollector" | "namespace" | "nodelifecycle" | "tainteviction" | "replicaset" | "deployment" | "statefulset" | "daemonset" | "kubelet";

/** A scenario: a cluster, what is done to it and when, and what is expected. */
export interface Scenario {
  readonly kubeloupe: "v1";
  readonly title?: string | undefined;
  readonly kubernetes?: string | undefined;
  readonly switches?: Readonly<Record<string, boolean>> | undefined;
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
  readonly seed?: number | undefined;
  readonly schedule?: "fair" | "random" | undefined;
  readonly controllers?: readonly Controller[] | undefined;
  readonly flags?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly latency?: Latency | undefined;
  readonly finalizers?: Readonly<Record<string, FinalizerController>> | undefined;
  readonly kinds?: readonly StatedKind[] | undefined;
  readonly unsyncedMonitors?: readonly StatedMonitor[] | undefined;
  readonly objects?: readonly object[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly actions?: readonly TimedRequest[] | undefined;
  readonly until?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly expect?: Expect | undefined;
}

/** How fast things are: spans such as `20ms`. */
export interface Latency {
  readonly watch?: string | undefined;
  readonly api?: string | undefined;
  readonly podStart?: string | undefined;
}

/** Who removes a custom finalizer. */
export interface FinalizerController {
  readonly after?: string | undefined;
}

/** What discovery would say of a kind. */
export interface StatedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly served?: boolean | undefined;
}

/** A kind whose monitor never gets its first list. */
export interface StatedMonitor {
  readonly apiVersion?: string | undefined;
  readonly kind: string;
}

/** What is expected at the end. */
export interface Expect {
  readonly objects?: readonly ExpectedObject[] | undefined;
}

/** What is expected of an object. */
export interface ExpectedObject {
  readonly ref: string;
  readonly fate?: Fate | undefined;
  readonly at?: string | undefined;
  readonly waitsFor?: string | readonly string[] | undefined;
}

/** One action of a scenario: exactly one of the verbs, and when. */
export interface TimedRequest {
  readonly at?: string | undefined;
  readonly create?: object | undefined;
  readonly update?: object | undefined;
  readonly delete?: DeleteRequest | undefined;
  readonly patch?: PatchRequest | undefined;
  readonly fault?: FaultRequest | undefined;
}

/** A DELETE. */
export interface DeleteRequest {
  readonly apiVersion?: string | undefined;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan" | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly preconditions?: DeletePreconditions | undefined;
  readonly dryRun?: readonly string[] | undefined;
  readonly malformedOptions?: boolean | undefined;
}

/** What must hold for a DELETE to be carried out. */
export interface DeletePreconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** A PATCH; lists of a merge patch are as they shall be. */
export interface PatchRequest {
  readonly apiVersion?: string | undefined;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly type?: "merge" | "strategic" | undefined;
  readonly subresource?: "status" | undefined;
  readonly metadata?: object | undefined;
  readonly spec?: object | undefined;
  readonly status?: object | undefined;
  readonly data?: object | undefined;
  readonly stringData?: object | undefined;
}

/** A fault: exactly one of these. */
export interface FaultRequest {
  readonly zoneOutage?: { readonly zone: string } | undefined;
  readonly zoneRecovers?: { readonly zone: string } | undefined;
  readonly nodeOutage?: { readonly node: string } | undefined;
  readonly nodeRecovers?: { readonly node: string } | undefined;
  readonly leaseStops?: { readonly node: string } | undefined;
  readonly leaseResumes?: { readonly node: string } | undefined;
  readonly statusStops?: { readonly node: string } | undefined;
  readonly statusResumes?: { readonly node: string } | undefined;
  readonly clockBack?: { readonly node: string; readonly by: string } | undefined;
  readonly kubeletReports?: { readonly node: string; readonly ready: "True" | "False" } | undefined;
  readonly cacheStalls?: { readonly kind: "Node" | "Lease" | "Pod" } | undefined;
  readonly cacheResumes?: { readonly kind: "Node" | "Lease" | "Pod" } | undefined;
  readonly apiErrors?: { readonly verb: RefusedVerb; readonly kind: "Node" | "Lease" | "Pod"; readonly name?: string; readonly times?: number; readonly reason?: Reason } | undefined;
  readonly restartControllers?: Readonly<Record<string, never>> | undefined;
  readonly discoveryFails?: { readonly groupVersions: readonly string[] } | undefined;
  readonly discoveryRecovers?: Readonly<Record<string, never>> | undefined;
  readonly monitorFails?: StatedMonitor | undefined;
  readonly monitorRecovers?: StatedMonitor | undefined;
  readonly lagEvents?: { readonly kind: string; readonly by: string } | undefined;
  readonly loseEvents?: { readonly kind: string; readonly count?: number } | undefined;
  readonly relist?: { readonly kind: string } | undefined;
  readonly quota?: { readonly namespace: string; readonly pods?: number | null } | undefined;
  readonly ignoreExpectations?: Readonly<Record<string, never>> | undefined;
  readonly heedExpectations?: Readonly<Record<string, never>> | undefined;
}

/** One request with its answer. */
export interface CallResult {
  /** When. */
  readonly at: string;
  /** Who asked. */
  readonly by: Actor;
  /** What for. */
  readonly verb: string;
  /** The object, or the resource and its namespace. */
  readonly ref: string;
  /** Propagation policy of a deletion. */
  readonly policy?: string;
  /** Preconditions: of a deletion its own, of a patch what its body pins. */
  readonly preconditions?: Preconditions;
  /** HTTP status code. */
  readonly code: number;
  /** The reason of a refusal. */
  readonly reason?: Reason;
}

/** What must hold for a request to be carried out. */
export interface Preconditions {
  /** uid. */
  readonly uid?: string;
  /** resourceVersion. */
  readonly resourceVersion?: string;
}

/** An Event that a controller recorded. */
export interface EventResult {
  /** When. */
  readonly at: string;
  /** `Warning` or `Normal`. */
  readonly type: "Normal" | "Warning";
  /** Its reason. */
  readonly reason: string;
  /** The object that it is about. */
  readonly ref: string;
  /** Its message. */
  readonly message: string;
}

/** One expectation, and what there is. */
export interface ExpectationResult {
  /** It is as expected. */
  readonly ok: boolean;
  /** The object. */
  readonly ref: string;
  /** What was expected. */
  readonly expected: string;
  /** What there is. */
  readonly actual: string;
}

/** Something that was in the input and is not among the objects, for programs. */
export interface LeftOut {
  /** The file; empty where the number of things is all that is known. */
  readonly source: string;
  /** The document in it, from 1. */
  readonly document?: number;
  /** The line, from 1. */
  readonly line?: number;
  /** Which element of a list, from 0. */
  readonly item?: number;
  /** Why: `scalar`, `list`, `noKind`, `noApiVersion`, `noName` for a part of a file; `text` for lines that are no document and `message` for those of kubectl; `file` for a whole file, `name`, `link`, `special`, `unreadable` for files that were not looked into; `more` for what is not listed one by one. */
  readonly reason: string;
  /** For how many such things this stands. */
  readonly count: number;
  /** The same as a sentence. */
  readonly text: string;
}

/** What the controllers' metrics say at the end (GC-61). The first two members have the names of the real metrics. */
export interface Metrics {
  /** How often discovery found nothing, or monitors could not be brought in. */
  readonly garbagecollector_controller_resources_sync_error_total: number;
  /** The queues. */
  readonly workqueue: readonly QueueMetrics[];
  /** The collector's graph. */
  readonly graph: GraphMetrics;
  /** The absent-owner cache. */
  readonly absentOwnerCache: CacheMetrics;
  /** Resources that the collector watches. */
  readonly monitors: number;
  /** The rate limit of the collector's client. */
  readonly client: ClientMetrics;
  /** The node lifecycle controller's, one entry for each zone that it ever saw, where it runs. */
  readonly node_collector?: readonly ZoneMetricsResult[];
  /** Pods that taint eviction deleted (ME-7), where it runs. */
  readonly taint_eviction_controller_pod_deletions_total?: number;
}

/** The `node_collector_*` metrics of one zone (ME-1 to ME-4). */
export interface ZoneMetricsResult {
  /** The zone: `region::zone`, empty for nodes without labels. */
  readonly zone: string;
  /** Counted nodes. */
  readonly zone_size: number;
  /** The share of them that is healthy, in percent. */
  readonly zone_health: number;
  /** Those that are not. */
  readonly unhealthy_nodes_in_zone: number;
  /** Nodes that were tainted when their turn came. */
  readonly evictions_total: number;
}

/** The `workqueue_*` metrics of one queue. */
export interface QueueMetrics {
  /** `name`. */
  readonly name: string;
  /** `workqueue_depth`. */
  readonly depth: number;
  /** Items that are put off. */
  readonly delayed: number;
  /** `workqueue_adds_total`. */
  readonly adds: number;
  /** `workqueue_retries_total`. */
  readonly retries: number;
  /** Items that a worker took. */
  readonly attempts: number;
}

/** The size of the graph. */
export interface GraphMetrics {
  /** Nodes. */
  readonly nodes: number;
  /** Those of them that nobody has observed. */
  readonly virtual: number;
}

/** How the absent-owner cache does. */
export interface CacheMetrics {
  /** Entries. */
  readonly entries: number;
  /** Look-ups that found the owner. */
  readonly hits: number;
  /** Look-ups that did not. */
  readonly misses: number;
}

/** What the rate limit cost. */
export interface ClientMetrics {
  /** Calls that had to wait. */
  readonly delayedCalls: number;
  /** How long they waited, all together. */
  readonly delay: string;
}

/** A namespace that is being deleted, or was: what the passes over it found (NS-11 to NS-15). */
export interface NamespaceResult {
  /** `Namespace name`. */
  readonly ref: string;
  /** Its phase at the end; nothing for one that is gone. */
  readonly phase?: "Active" | "Terminating" | null;
  /** `spec.finalizers` at the end. */
  readonly specFinalizers: readonly string[];
  /** `status.conditions` at the end. */
  readonly conditions: readonly ConditionResult[];
  /** The passes over it, in order; no more than the first hundred. */
  readonly passes: readonly PassResult[];
}

/** One condition, as `kubectl` shows it. */
export interface ConditionResult {
  /** Its type. */
  readonly type: string;
  /** `True`, `False` or `Unknown`. */
  readonly status: string;
  /** Its reason. */
  readonly reason: string;
  /** Its message. */
  readonly message: string;
}

/** How one pass over a namespace ended. */
export interface PassResult {
  /** When. */
  readonly at: string;
  /** `podsFirst`, `contentRemains`, `contentFails`, `discoveryIncomplete` or `finalize`. */
  readonly outcome: "podsFirst" | "contentRemains" | "contentFails" | "discoveryIncomplete" | "finalize";
  /** How many pods, objects or resources that is about. */
  readonly count?: number;
  /** How long the content may still take, in seconds (NS-13). */
  readonly estimateSeconds?: number;
  /** When the next pass is due. */
  readonly next?: string;
}

/** One change of a node. */
export interface NodeResult {
  /** When. */
  readonly at: string;
  /** The node. */
  readonly node: string;
  /** What changed: `ready`, `taint`, `untaint`. */
  readonly change: "ready" | "taint" | "untaint";
  /** The taint, where it is one. */
  readonly taint?: string;
  /** The new status of Ready, where it is that. */
  readonly status?: ConditionStatus;
}

/** One change of a zone. */
export interface ZoneResult {
  /** When. */
  readonly at: string;
  /** The zone: `region::zone`, empty for nodes without labels. */
  readonly zone: string;
  /** Its new state; `null` where it is forgotten. */
  readonly state: ZoneState | null;
  /** Evictions per second from then on. */
  readonly qps: number;
  /** Counted nodes that are not ready, where the state was judged. */
  readonly notReady?: number;
  /** Counted nodes, where the state was judged. */
  readonly size?: number;
}

/** The fate of one object with its reasons. */
export interface ObjectResult {
  /** `Kind namespace/name`, with `#uid` where that is ambiguous. */
  readonly ref: string;
  /** Its uid. */
  readonly uid: string;
  /** Its fate. */
  readonly fate: Fate;
  /** When that was settled; `null` for what never moves. */
  readonly at: string | null;
  /** What happened to it, then why its owner went, and so on. */
  readonly why: readonly ReasonGiven[];
  /** What it waits for at the end. */
  readonly waitsFor: readonly string[];
  /** What is taken for granted. */
  readonly assumes: readonly string[];
}

/** One link of the chain of reasons. */
export interface ReasonGiven {
  /** Whose reason it is: an owner further up, or nothing for the object itself. */
  readonly of?: string;
  /** Rule of the specification. */
  readonly rule: string;
  /** What happened, in words. */
  readonly because: string;
  /** The other objects that it is about. */
  readonly refs: readonly string[];
  /** When. */
  readonly at: string;
}

/** An action of the scenario that the API server refused. */
export interface RefusalResult {
  /** When. */
  readonly at: string;
  /** What was asked for. */
  readonly verb: string;
  /** The object, or the resource and its namespace. */
  readonly ref: string;
  /** HTTP status code. */
  readonly code: number;
  /** Its reason; nothing for a path that does not exist. */
  readonly reason?: Reason;
  /** The API server's words. */
  readonly message: string;
  /** The rule behind it. */
  readonly rule: string;
}

/** What a scenario comes to. */
export interface ScenarioResult {
  /** Version of the format. */
  readonly kubeloupe: string;
  /** Minor version whose behaviour was simulated, such as `1.37`. */
  readonly kubernetes: string;
  /** The switches that stand otherwise than that version has them. */
  readonly switches?: Readonly<Record<string, boolean>>;
  /** What the scenario is about. */
  readonly title: string;
  /** Nothing would change any more. */
  readonly quiescent: boolean;
  /** When the cluster came to rest, or the run was cut. */
  readonly time: string;
  /** How many steps that took. */
  readonly steps: number;
  /** Digest of the final state. */
  readonly digest: string;
  /** Every object that is not untouched. */
  readonly objects: readonly ObjectResult[];
  /** What is stored at the end. */
  readonly final: readonly KubernetesObject[];
  /** Every request, in order. */
  readonly calls: readonly CallResult[];
  /** The actions of the scenario that the API server refused. */
  readonly refused: readonly RefusalResult[];
  /** Events that controllers recorded. */
  readonly events: readonly EventResult[];
  /** Namespaces that were being deleted. */
  readonly namespaces: readonly NamespaceResult[];
  /** What the controllers' metrics say at the end. */
  readonly metrics: Metrics;
  /** What happened to nodes, where their controllers run. */
  readonly nodes: readonly NodeResult[];
  /** What happened to zones, where the node lifecycle controller runs. */
  readonly zones: readonly ZoneResult[];
  /** What was expected, and what there is. */
  readonly expectations: readonly ExpectationResult[];
  /** What was assumed, made up or left out. */
  readonly notes: readonly string[];
  /** What was in the files and is not among the objects. */
  readonly leftOut: readonly LeftOut[];
  /** Every step, where that was asked for. */
  readonly trace?: readonly TraceStep[];
}

/** One step of a trace. */
export interface TraceStep {
  /** Its number, from 0. */
  readonly step: number;
  /** Virtual time after it. */
  readonly at: string;
  /** What was done. */
  readonly action: string;
  /** What happened. */
  readonly effects: readonly TraceEffect[];
}

/** One thing that happened. */
export interface TraceEffect {
  /** What kind of thing. */
  readonly type: string;
  /** The rule that it follows, where it follows one. */
  readonly rule?: string;
  /** The object that it is about. */
  readonly ref?: string;
  /** Who did it. */
  readonly by?: Actor;
  /** It in a sentence. */
  readonly text: string;
}

/** Answers to one question, for programs: one forecast for each policy asked for. */
export interface ForecastReport {
  /** Version of the format. */
  readonly kubeloupe: string;
  /** Minor version whose behaviour is simulated, such as `1.37`. */
  readonly kubernetes: string;
  /** The switches that stand otherwise than that version has them. */
  readonly switches?: Readonly<Record<string, boolean>>;
  /** What is deleted, in order. */
  readonly delete: readonly string[];
  /** One for each policy. */
  readonly forecasts: readonly Forecast[];
  /** What was assumed, made up or left out. */
  readonly notes?: readonly string[];
  /** What was in the dump and is not among the objects. */
  readonly leftOut?: readonly LeftOut[];
}

/** One forecast. */
export interface Forecast {
  /** The policy. */
  readonly cascade: Cascade;
  /** The cluster came to rest. */
  readonly quiescent: boolean;
  /** When it did, counted from the question. */
  readonly time: string;
  /** How many steps that took. */
  readonly steps: number;
  /** Digest of the final state. */
  readonly digest: string;
  /** How many objects have which fate. */
  readonly counts: Readonly<Record<string, number>>;
  /** What of the objects to delete the API server does not let go. */
  readonly refused: readonly string[];
  /** What is being deleted already, so that this deletion changes nothing of it. */
  readonly unchanged: readonly string[];
  /** Every object that is not untouched. */
  readonly objects: readonly ObjectForecast[];
}

/** The fate of one object with its reasons. */
export interface ObjectForecast {
  /** `Kind namespace/name`, with `#uid` where that is ambiguous. */
  readonly ref: string;
  /** Its uid. */
  readonly uid: string;
  /** Its fate. */
  readonly fate: Fate;
  /** When that is settled, counted from the question; `null` for what never moves. */
  readonly at: string | null;
  /** What happened to it, then why its owner went, and so on. */
  readonly why: readonly ReasonGiven[];
  /** What it waits for at the end. */
  readonly waitsFor: readonly string[];
  /** What is taken for granted. */
  readonly assumes: readonly string[];
  /** The same happens without the deletion. */
  readonly anyway: boolean;
}

/** What is told about templates. Keys never change their meaning; new ones may come. */
export interface HashReport {
  /**  */
  readonly kubeloupe: string;
  /**  */
  readonly templates: readonly TemplateHashes[];
  /**  */
  readonly comparison?: TemplateComparison;
}

/** About one object. */
export interface TemplateHashes {
  /**  */
  readonly ref: string;
  /**  */
  readonly source: string;
  /**  */
  readonly form: string;
  /**  */
  readonly collisionCount: number | null;
  /**  */
  readonly error?: string;
  /**  */
  readonly hashes: readonly TemplateHash[];
  /**  */
  readonly label?: HashLabel;
  /**  */
  readonly dump?: TemplateDump;
  /**  */
  readonly versionsDiffer?: readonly TemplateComparison[];
}

/** One hash. */
export interface TemplateHash {
  /**  */
  readonly kubernetes: string;
  /**  */
  readonly hash: string;
  /**  */
  readonly label: string;
  /**  */
  readonly name?: string;
  /**  */
  readonly sum: number;
  /**  */
  readonly certain: boolean;
  /**  */
  readonly dependsOnZone?: boolean;
  /**  */
  readonly unknownFields?: readonly string[];
  /**  */
  readonly droppedFields?: readonly string[];
}

/** Who made a ReplicaSet's label. */
export interface HashLabel {
  /**  */
  readonly label: string;
  /**  */
  readonly triedCounts: number;
  /**  */
  readonly madeBy: readonly HashMaker[];
}

/** A version and a collisionCount. */
export interface HashMaker {
  /**  */
  readonly kubernetes: string;
  /**  */
  readonly collisionCount: number | null;
}

/** The dumped text, and which field contributes what. */
export interface TemplateDump {
  /**  */
  readonly kubernetes: string;
  /**  */
  readonly text: string;
  /**  */
  readonly parts: readonly TemplatePart[];
}

/** A piece of a dump. */
export interface TemplatePart {
  /**  */
  readonly field: string;
  /**  */
  readonly go: string;
  /**  */
  readonly start: number;
  /**  */
  readonly end: number;
  /**  */
  readonly origin: string;
}

/** Two dumps side by side. */
export interface TemplateComparison {
  /**  */
  readonly first: string;
  /**  */
  readonly second: string;
  /**  */
  readonly sameHash?: boolean;
  /**  */
  readonly equalForApi?: boolean;
  /**  */
  readonly differences: readonly TemplateDifference[];
}

/** A field that makes two dumps differ. */
export interface TemplateDifference {
  /**  */
  readonly field: string;
  /**  */
  readonly go: string;
  /**  */
  readonly first?: string;
  /**  */
  readonly second?: string;
}

/** A diagnosis for programs. Keys never change their meaning; new ones may come. */
export interface Diagnosis {
  /** Version of the format. */
  readonly kubeloupe: string;
  /** Minor version whose behaviour is simulated, such as `1.37`. */
  readonly kubernetes: string;
  /** How many objects were looked at. */
  readonly objects: number;
  /** How many of them are being deleted. */
  readonly deleting: number;
  /** How many owner references were looked at. */
  readonly references: number;
  /** The cluster comes to rest when nobody does anything. */
  readonly quiescent: boolean;
  /** When it does, counted from the moment of the dump; otherwise up to when it was followed. */
  readonly time: string;
  /** The collector never begins to collect, since its lists of these resources do not come (GC-73). */
  readonly collectorWaitsFor?: readonly string[];
  /** How many findings have which outcome. */
  readonly counts: Readonly<Record<string, number>>;
  /** The findings, the gravest first. */
  readonly findings: readonly Finding[];
  /** What is known of the finalizers that the findings name. */
  readonly finalizers: Readonly<Record<string, KnownFinalizer>>;
}

/** One thing that is wrong with one object. */
export interface Finding {
  /** What is wrong, as a word: `terminating`, `owner-absent`, … */
  readonly id: string;
  /** What comes of it: `stuck`, `will be deleted`, `slow`, `uncollectable`, `loses reference`, `stays`, `cannot verify`. */
  readonly outcome: string;
  /** The object, `Kind namespace/name`. */
  readonly ref: string;
  /** Its uid. */
  readonly uid: string;
  /** Rule of the specification. */
  readonly rule: string;
  /** What is wrong, in words. */
  readonly what: string;
  /** How long ago its deletion was asked for; `null` for what nobody deletes. */
  readonly deletedFor: string | null;
  /** When the outcome comes, counted from the moment of the dump; `null` where it does not, or is not known. */
  readonly at: string | null;
  /** The other objects that it is about, the look-alike owner first. */
  readonly others: readonly string[];
  /** The owner reference that it is about. */
  readonly ownerReference?: OwnerCoordinates;
  /** What the object waits for: each object's own waiting is below it. */
  readonly waitsFor: readonly Waiting[];
  /** How many more things it waits for than are listed. */
  readonly waitsForMore: number;
  /** What happens to it, then why its owner goes, and so on. */
  readonly why: readonly ReasonGiven[];
  /** Ways to put it right, the least first. */
  readonly fixes: readonly Fix[];
  /** What is taken for granted. */
  readonly assumes: readonly string[];
  /** What the dump would have to hold, where nothing can be said without it. */
  readonly missing: string | null;
}

/** An owner reference as it stands in the object. */
export interface OwnerCoordinates {
  /** `apiVersion`. */
  readonly apiVersion: string;
  /** `kind`. */
  readonly kind: string;
  /** `name`. */
  readonly name: string;
  /** `uid`. */
  readonly uid: string;
}

/** One thing that an object waits for. */
export interface Waiting {
  /** Who waits. */
  readonly of: string;
  /** How far down, from 0. */
  readonly depth: number;
  /** What for, as a word: `finalizer`, `dependent`, … */
  readonly blocker: string;
  /** The object that is waited for. */
  readonly ref?: string;
  /** The finalizer that is waited for. */
  readonly finalizer?: string;
  /** In words. */
  readonly what: string;
  /** Nothing else is behind it: this is what has to be dealt with. */
  readonly cause: boolean;
  /** When it is over, counted from the moment of the dump; `null` where nothing ends it. */
  readonly at: string | null;
}

/** A way to put something right. */
export interface Fix {
  /** What it is good for: `frees` (the object goes), `keeps` (it stays), `repairs`. */
  readonly aim: string;
  /** What to do, in order; all of it. */
  readonly edits: readonly Edit[];
}

/** One edit. */
export interface Edit {
  /** What sort of edit: `remove-finalizers`, `change-references`, `delete`, … */
  readonly edit: string;
  /** The object that is edited. */
  readonly ref?: string;
  /** The command that does it, or what to do where none does. */
  readonly command: string;
}

/** What is known of a finalizer. */
export interface KnownFinalizer {
  /** Whose it is. */
  readonly owner: string;
  /** Who takes it off. */
  readonly by: string;
  /** When. */
  readonly when: string;
  /** What usually stands in the way. */
  readonly obstacle: string;
  /** Where that is written. */
  readonly source: string;
}
