use crate::apiserver::{Cause, Policy};
use crate::gc::Identity;
use crate::object::{KindId, Name, Object, ObjectKey, Time};
use crate::sim::Rule;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What becomes of an object (design 4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is gone.
    Deleted,
    /// It lives on and lost a reference to an owner.
    Orphaned,
    /// It was considered and has a solid owner.
    Kept,
    /// deletionTimestamp is set and nothing that runs will remove it.
    Stuck,
    /// No owner of it is reachable, and yet it is never collected.
    Uncollectable,
    /// Its deletion is still under way at the end of the run.
    Deleting,
    /// It was made during the run.
    Created,
    /// It was changed otherwise.
    Changed,
    /// Nothing happened to it.
    Untouched,
}

/// One link of the chain of reasons for a fate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// Whose reason it is: an owner further up the chain, or `None` for the object itself.
    pub of: Option<Identity>,
    /// The rule.
    pub rule: Rule,
    /// What happened.
    pub reason: Reason,
    /// The other objects that it is about.
    pub refs: Vec<Identity>,
    /// When.
    pub at: Time,
}

/// Why something happened to an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The user asked for it.
    Requested,
    /// All owners are absent.
    OwnersAbsent,
    /// An owner waits for it in the foreground and no other owner lives.
    OwnerWaits,
    /// An owner lives.
    SolidOwner,
    /// A reference was removed because the owner was deleted with policy Orphan.
    OrphanedByOwner,
    /// References to absent or waiting owners were removed because another owner lives.
    ReferencesStripped,
    /// The last finalizer went.
    LastFinalizerRemoved,
    /// It waits for its dependents.
    WaitsForDependents,
    /// A finalizer that nobody removes holds it.
    HeldByFinalizer,
    /// It has a grace period.
    GracePeriod,
    /// Its grace period is over.
    GraceOver,
    /// Its namespace is being deleted.
    NamespaceDeleted,
    /// The definition of its kind is being deleted.
    DefinitionDeleted,
    /// The Service that it belongs to went.
    ServiceRemoved,
    /// Its node has a taint that it does not tolerate, or no longer.
    Evicted,
    /// Its ReplicaSet had more pods than wanted.
    ScaledDown,
    /// Its Deployment keeps no more old ReplicaSets than its history limit says.
    HistoryCleanedUp,
    /// One of its owners is of a kind that is not served.
    UnmappedOwner,
    /// It is cluster-scoped and names an owner of a namespaced kind.
    ScopeMismatch,
    /// A circle was broken by unblocking its references.
    CycleBroken,
    /// Waiting objects wait for each other.
    Deadlock,
    /// A request of the user was refused.
    Refused,
}

/// What an object that is being deleted waits for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum WaitsFor {
    /// A finalizer.
    Finalizer(Name),
    /// A blocking dependent.
    Dependent(Identity),
    /// The kubelet's confirmation that the pod has stopped.
    Kubelet,
    /// A kubelet, though none is there to confirm: the pod is on no node.
    NoNode,
    /// The kubelet of a node that does not answer.
    SilentNode(Name),
    /// An instance of the kind that it defines.
    Instance(Identity),
    /// A dependent that cannot be orphaned: the API server refuses to take its reference off.
    Refusal(Identity),
    /// Its namespace's remaining content.
    NamespaceContent,
    /// An owner kind that is not served: the collector asks for ever.
    UnmappedKind {
        /// The reference's apiVersion.
        api_version: Name,
        /// The reference's kind.
        kind: Name,
    },
}

/// A patch of a dependent that the API server refused as invalid (422), so that its owner cannot be done with orphaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The dependent.
    pub dependent: Identity,
    /// What is wrong with it, as the answer says (API-8).
    pub causes: Vec<Cause>,
}

/// What a verdict takes for granted; the user can look at it and decide otherwise.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// A kind of which only objects were seen is taken as served, with the scope of these objects.
    KindFromObjects(KindId),
    /// A kind that a reference names and nothing defines is taken as not served.
    KindNotServed {
        /// apiVersion of the reference.
        api_version: Name,
        /// Kind of the reference.
        kind: Name,
    },
    /// An owner that is not among the objects is taken as absent.
    OwnerOutside {
        /// Its kind.
        kind: Name,
        /// Its name.
        name: Name,
        /// Its uid.
        uid: Name,
    },
    /// An owner of a kind of which the dump holds nothing at all is taken as existing.
    OwnerExists {
        /// Its kind.
        kind: Name,
        /// Its name.
        name: Name,
        /// Its uid.
        uid: Name,
    },
    /// A reference came without a uid: the owner of that kind and name is taken for it.
    OwnerGuessed {
        /// Its kind.
        kind: Name,
        /// Its name.
        name: Name,
        /// The uid that the reference got.
        uid: Name,
    },
    /// Nobody removes this finalizer.
    FinalizerStays(Name),
    /// The pod uses its whole grace period, in seconds, and its kubelet then confirms.
    PodUsesGrace(i64),
    /// No kubelet confirms that the pod stopped.
    NoKubelet,
}

/// The fate of one object with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The object as it was at the start, or as created.
    pub object: Arc<Object>,
    /// What becomes of it.
    pub fate: Fate,
    /// When that is settled; `None` for what never moves.
    pub at: Option<Time>,
    /// Why: what happened to it in order of time, then why its owner went, and so on up to what was asked for.
    pub why: Vec<Because>,
    /// What it waits for at the end.
    pub waits_for: Vec<WaitsFor>,
    /// What the verdict takes for granted.
    pub assumes: Vec<Assumption>,
    /// The same happens without the question being asked: the cluster was not at rest.
    pub anyway: bool,
}

/// The policy asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cascade {
    /// `kubectl delete --cascade=background`, kubectl's default.
    Background,
    /// `--cascade=foreground`.
    Foreground,
    /// `--cascade=orphan`.
    Orphan,
    /// A DELETE without a policy: the API's own default for the kind (API-11).
    ApiDefault,
}

impl Cascade {
    /// All four, in the order in which they are shown.
    pub const ALL: [Cascade; 4] = [
        Cascade::Background,
        Cascade::Foreground,
        Cascade::Orphan,
        Cascade::ApiDefault,
    ];

    /// The policy that the request carries.
    pub fn policy(self) -> Option<Policy> {
        match self {
            Cascade::Background => Some(Policy::Background),
            Cascade::Foreground => Some(Policy::Foreground),
            Cascade::Orphan => Some(Policy::Orphan),
            Cascade::ApiDefault => None,
        }
    }
}

/// What is asked: these objects are deleted, in this order, with this policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The objects.
    pub delete: Vec<ObjectKey>,
    /// How.
    pub cascade: Cascade,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// What was asked.
    pub question: Question,
    /// Every object with a fate other than [`Fate::Untouched`], in the order of the dump.
    pub verdicts: Vec<Verdict>,
    /// When the cluster came to rest; where it did not, up to when it was followed.
    pub end: Time,
    /// It came to rest.
    pub quiescent: bool,
    /// What of the question the API server accepts and nothing comes of: its deletion is under way, and asking for it
    /// in this way again changes nothing (API-13, API-16, NS-2).
    pub unchanged: Vec<ObjectKey>,
    /// How many steps that took.
    pub steps: u64,
    /// Digest of the final state.
    pub digest: u128,
}
