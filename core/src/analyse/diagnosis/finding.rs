use super::{Fix, Link};
use crate::analyse::{Assumption, Because, Reason};
use crate::gc::Identity;
use crate::object::{KindId, Name, Object, OwnerReference, Time};
use crate::sim::Rule;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What is wrong with a cluster, found by letting its controllers go on without anybody's doing anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// Everything that is wrong, or that nothing can be said about; the gravest first, then in the order of the dump.
    pub findings: Vec<Finding>,
    /// How many objects were looked at.
    pub objects: usize,
    /// How many of them are being deleted.
    pub deleting: usize,
    /// How many owner references were looked at.
    pub references: usize,
    /// The moment that it is about: what came before happened earlier, and all times of the findings are counted from it.
    pub now: Time,
    /// When the cluster came to rest, counted from that moment; where it did not, up to when it was followed.
    pub end: Time,
    /// It came to rest.
    pub quiescent: bool,
    /// How many steps that took.
    pub steps: u64,
    /// The collector never begins to collect: it waits for its lists of these kinds, which do not come (GC-73).
    pub waits_for_monitors: Vec<KindId>,
}

/// One thing that is wrong with one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The object, as it was found.
    pub object: Arc<Object>,
    /// What is wrong.
    pub problem: Problem,
    /// The rule that it follows.
    pub rule: Rule,
    /// What comes of it.
    pub outcome: Outcome,
    /// When, counted from [`Diagnosis::now`]; `None` where that never comes, or is not known.
    pub at: Option<Time>,
    /// The other objects that it is about: the look-alike owner, the other members of a circle, the owners of an object
    /// being deleted that are gone.
    pub others: Vec<Identity>,
    /// What an object that is (or will be) held waits for: depth first, each object's own waiting below it.
    pub chain: Vec<Link>,
    /// How many links of the chain are left out ([`MAX_LINKS`](super::MAX_LINKS)).
    pub more_links: usize,
    /// What happens to the object, in order of time, then why its owner goes, and so on.
    pub why: Vec<Because>,
    /// Ways to put it right, the least first. Each is whole: its edits belong together.
    pub fixes: Vec<Fix>,
    /// What the finding takes for granted.
    pub assumes: Vec<Assumption>,
    /// What the dump would have to hold, where too little is known.
    pub missing: Option<Missing>,
}

/// What a dump does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Missing {
    /// Objects of this kind.
    Kind(KindId),
    /// CustomResourceDefinitions: whether a kind is served is theirs to say.
    Definitions,
    /// Objects of a group version that discovery cannot list.
    GroupVersion(Name),
    /// Objects of these resources in the namespace, which its conditions tell of: group and resource.
    Content(Vec<(Name, Name)>),
    /// What comes after the time or the steps for which the cluster was followed.
    Later,
}

/// What comes of a problem, the gravest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It is (or will be) half deleted, and nothing that runs will remove it.
    Stuck,
    /// It is gone soon, though nobody asks for it now.
    WillBeDeleted,
    /// It is being deleted, and takes its time.
    Slow,
    /// No owner of it can be reached, and yet it is never collected.
    Uncollectable,
    /// It lives on, but loses an owner reference.
    LosesReference,
    /// It lives on as it is: what is wrong shows only when something else happens.
    Stays,
    /// Too little is known: something is missing.
    CannotVerify,
}

/// What is wrong with an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Problem {
    /// Its deletion is under way: why it has not ended.
    Terminating,
    /// It goes because something else does: an owner, its namespace, the definition of its kind.
    Follows(Reason),
    /// One of its owner references does not lead to a living owner.
    Reference {
        /// The reference.
        reference: OwnerReference,
        /// What is wrong with it.
        fault: ReferenceFault,
    },
    /// Two references name controllers (API-1); such an object cannot be written any more.
    TwoControllers,
    /// Two references name one uid with different coordinates (GC-41a).
    UidNamedTwice(OwnerReference),
    /// Other objects have the same uid, and the collector takes them for one (GC-1).
    SharedUid,
    /// It owns itself by way of the others.
    Circle {
        /// Every reference of the circle blocks: deleted in the foreground at once, its members wait for each other
        /// for ever (GC-42).
        blocking: bool,
    },
}

/// How much of a cluster a world holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// What somebody printed: there may be more of what it holds nothing of.
    Dump,
    /// Everything: what is not there does not exist.
    Cluster,
}

/// What is wrong with an owner reference. The look-alike, where there is one, is the first of the finding's others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReferenceFault {
    /// The owner is in another namespace.
    OtherNamespace,
    /// The object is cluster-scoped, and owners of this kind live in namespaces.
    NamespacedOwner,
    /// The uid is that of an object of another kind.
    WrongKind,
    /// The uid is that of an object with another name.
    WrongName,
    /// The uid is that of an object whose kind is not served under this apiVersion.
    WrongApiVersion,
    /// The owner was made anew: its name is there with another uid, younger than the object.
    Recreated,
    /// The owner's name is there with another uid.
    WrongUid,
    /// The reference has no uid.
    NoUid,
    /// The kind is not served, and nothing has the uid.
    UnknownKind,
    /// There is no such owner.
    Absent,
    /// The dump holds no object of the owner's kind, so that nothing can be said.
    NotInDump,
}

impl Finding {
    /// Whether something is wrong, rather than unknown.
    pub fn is_wrong(&self) -> bool {
        self.outcome != Outcome::CannotVerify
    }

    /// The links of the chain behind which there is nothing else: what has to be dealt with.
    pub fn causes(&self) -> impl Iterator<Item = &Link> {
        self.chain.iter().filter(|link| link.is_cause)
    }
}
