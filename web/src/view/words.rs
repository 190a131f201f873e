use super::plain::{Out, Plain, words};
use kubeloupe_core::apiserver::{Change, Reason};
use kubeloupe_core::gc::{GraphChangeKind, Round};
use kubeloupe_core::nodes::{SkipReason, ZoneState};
use kubeloupe_core::object::ConditionStatus;
use kubeloupe_core::sim::{Actor, ClassReason, DueReason, QueueName, ReferenceClass, Rejected, Watcher, Why};
use kubeloupe_core::workloads::Verdict;

words! { "Who did something." Actor: Actor {
    Actor::Client => "client",
    Actor::GarbageCollector => "garbagecollector",
    Actor::NamespaceController => "namespace",
    Actor::Kubelet => "kubelet",
    Actor::FinalizerController => "finalizer",
    Actor::CrdCleanup => "crdcleanup",
    Actor::ApiServer => "apiserver",
    Actor::NodeLifecycle => "nodelifecycle",
    Actor::TaintEviction => "tainteviction",
    Actor::ReplicaSetController => "replicaset",
    Actor::DeploymentController => "deployment",
    Actor::StatefulSetController => "statefulset",
    Actor::DaemonSetController => "daemonset",
} }

words! { "Whose informer it is." Watcher: Watcher {
    Watcher::GarbageCollector => "garbagecollector",
    Watcher::NamespaceController => "namespace",
    Watcher::Workloads => "workloads",
    Watcher::NodeLifecycle => "nodelifecycle",
    Watcher::TaintEviction => "tainteviction",
} }

words! { "A work queue." QueueName: QueueName {
    QueueName::GraphChanges => "graphChanges",
    QueueName::AttemptToDelete => "attemptToDelete",
    QueueName::AttemptToOrphan => "attemptToOrphan",
    QueueName::Namespace => "namespace",
    QueueName::ReplicaSet => "replicaset",
    QueueName::Deployment => "deployment",
    QueueName::StatefulSet => "statefulset",
    QueueName::DaemonSet => "daemonset",
} }

words! { "What happened to an object." Change: Change {
    Change::Added => "added",
    Change::Modified => "modified",
    Change::Deleted => "deleted",
} }

words! { "What a change that waits for the graph builder says." GraphChangeKind: GraphChangeKind {
    GraphChangeKind::Add => "add",
    GraphChangeKind::Update => "update",
    GraphChangeKind::Delete => "delete",
    GraphChangeKind::VirtualDelete => "virtualDelete",
} }

words! { "Why something is in a queue, or no longer is." Why: Why {
    Why::VirtualOwner => "virtualOwner",
    Why::BadCoordinates => "badCoordinates",
    Why::OwnerRemoved => "ownerRemoved",
    Why::OwnerWaits => "ownerWaits",
    Why::StartsWaiting => "startsWaiting",
    Why::StartsOrphaning => "startsOrphaning",
    Why::Unblocked => "unblocked",
    Why::DependentRemoved => "dependentRemoved",
    Why::Reidentified => "reidentified",
    Why::StillVirtual => "stillVirtual",
    Why::Failed => "failed",
    Why::UnmappedKind => "unmappedKind",
    Why::Done => "done",
    Why::StaleVirtual => "staleVirtual",
    Why::AlreadyDeleting => "alreadyDeleting",
    Why::Gone => "gone",
    Why::ScopeMismatch => "scopeMismatch",
    Why::Remaining => "remaining",
    Why::NamespaceDeleting => "namespaceDeleting",
    Why::Observed => "observed",
    Why::Availability => "availability",
    Why::ProgressDeadline => "progressDeadline",
} }

words! { "The class of an owner reference (GC-40)." ReferenceClass: ReferenceClass {
    ReferenceClass::Solid => "solid",
    ReferenceClass::Dangling => "dangling",
    ReferenceClass::Waiting => "waiting",
} }

words! { "Why a reference has its class." ClassReason: ClassReason {
    ClassReason::CachedAbsent => "cachedAbsent",
    ClassReason::NotFound => "notFound",
    ClassReason::OtherUid => "otherUid",
    ClassReason::Lives => "lives",
    ClassReason::DeletingWithoutForeground => "deletingWithoutForeground",
    ClassReason::DeletingInForeground => "deletingInForeground",
} }

words! { "What a look at discovery comes to (GC-71)." DiscoveryRound: Round {
    Round::NothingFound => "nothingFound",
    Round::Unchanged => "unchanged",
    Round::MonitorsFailed => "monitorsFailed",
    Round::Waiting => "waiting",
    Round::TimedOut => "timedOut",
    Round::Accepted => "accepted",
    Round::Resting => "resting",
} }

words! { "Why the clock moves." DueReason: DueReason {
    DueReason::WatchEvent => "watchEvent",
    DueReason::Collector => "collector",
    DueReason::Namespace => "namespace",
    DueReason::Workloads => "workloads",
    DueReason::Agent => "agent",
    DueReason::Worker => "worker",
    DueReason::StartGate => "startGate",
    DueReason::Discovery => "discovery",
    DueReason::Client => "client",
    DueReason::Nodes => "nodes",
} }

words! { "Why an action is not possible now." Rejection: Rejected {
    Rejected::NothingToDeliver => "nothingToDeliver",
    Rejected::NoGraphChange => "noGraphChange",
    Rejected::QueueEmpty => "queueEmpty",
    Rejected::NoSuchWorker => "noSuchWorker",
    Rejected::WorkerBusy => "workerBusy",
    Rejected::NoCall => "noCall",
    Rejected::NothingDue => "nothingDue",
    Rejected::AgentIdle => "agentIdle",
    Rejected::NodesIdle => "nodesIdle",
    Rejected::TimePassed => "timePassed",
} }

words! { "The state of a zone (ZN-3); `empty` is the empty text that may be left over (ZN-12)." ZoneState: ZoneState {
    ZoneState::Initial => "Initial",
    ZoneState::Normal => "Normal",
    ZoneState::PartialDisruption => "PartialDisruption",
    ZoneState::FullDisruption => "FullDisruption",
    ZoneState::Empty => "",
} }

words! { "Why a node is not looked at in a pass (NL-7)." SkipReason: SkipReason {
    SkipReason::Stale => "stale",
    SkipReason::Lookup => "lookup",
    SkipReason::RetriesExhausted => "retriesExhausted",
    SkipReason::Other => "other",
} }

words! { "`status` of a condition." ConditionStatus: ConditionStatus {
    ConditionStatus::True => "True",
    ConditionStatus::False => "False",
    ConditionStatus::Unknown => "Unknown",
} }

words! { "What the gate of expectations says (EX-7)." ExpectationsVerdict: Verdict {
    Verdict::NothingExpected => "nothingExpected",
    Verdict::Fulfilled => "fulfilled",
    Verdict::Expired => "expired",
    Verdict::Waiting => "waiting",
} }

words! { "`reason` of a refusal." Reason: Reason {
    Reason::NotFound => "NotFound",
    Reason::AlreadyExists => "AlreadyExists",
    Reason::Conflict => "Conflict",
    Reason::Invalid => "Invalid",
    Reason::Forbidden => "Forbidden",
    Reason::BadRequest => "BadRequest",
    Reason::UnsupportedMediaType => "UnsupportedMediaType",
    Reason::MethodNotAllowed => "MethodNotAllowed",
    Reason::TooManyRequests => "TooManyRequests",
    Reason::InternalError => "InternalError",
    Reason::Timeout => "Timeout",
} }
