use crate::error::{LoadError, Place};
use crate::live::NotListed;
use kubeloupe_core::object::{KindId, Name, ObjectKey};
use kubeloupe_core::versions::{Gate, Switch};

/// What the reader assumed, made up or left out: whoever shows a verdict shows these too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The same objects were there more than once, with the same uid: kept once, the newest.
    Duplicates(Vec<ObjectKey>),
    /// The same names were there more than once with different uids: the object created last was kept.
    Recreated(Vec<ObjectKey>),
    /// Different objects have the same uid, which the collector takes for one object.
    SharedUid(Vec<ObjectKey>),
    /// Objects without a uid, which got one made up.
    UidMadeUp(Vec<ObjectKey>),
    /// Objects with an owner reference without a uid, where there is no object of the kind and name that it gives: it
    /// got a uid made up.
    OwnerWithoutUid(Vec<ObjectKey>),
    /// Objects with an owner reference without a uid, where there is an object of the kind and name that it gives:
    /// probably that one, whose uid it got.
    OwnerGuessed(Vec<ObjectKey>),
    /// Objects without a uid, which got the one by which owner references name them.
    UidFromReferences(Vec<ObjectKey>),
    /// Objects of a namespaced kind without a namespace, which were put into `default`.
    NamespaceAssumed(Vec<ObjectKey>),
    /// Objects of a cluster-scoped kind with a namespace, which was dropped.
    NamespaceDropped(Vec<ObjectKey>),
    /// Only objects of this kind were seen: that it is served, its plural and its scope are assumed.
    KindAssumed(KindId),
    /// An apiVersion of a known kind that is not built into the chosen minor: taken as served.
    VersionAssumed {
        /// The kind.
        kind: KindId,
        /// The apiVersion.
        api_version: Name,
    },
    /// Objects without an apiVersion whose kind only one group has: that was taken.
    ApiVersionAssumed(Vec<ObjectKey>),
    /// Something that is no object was left out.
    Skipped {
        /// Where it was.
        place: Place,
        /// Which element of a list, from 0.
        item: Option<u32>,
        /// Why it is none.
        why: Skipped,
    },
    /// More things that are no objects were left out than are listed one by one: how many.
    MoreSkipped(u64),
    /// A whole file was left out: it was found in a folder or an archive, and is broken or holds no Kubernetes objects.
    /// The place names the file, and in it the fault.
    FileSkipped(LoadError),
    /// Files of a folder or an archive that were not looked into.
    FilesPassedOver {
        /// Why not.
        why: PassedOver,
        /// The first of them.
        first: String,
        /// How many.
        count: u64,
    },
    /// Lines that are neither objects nor messages of kubectl were passed over.
    StrayText {
        /// The first of them.
        place: Place,
        /// How many lines.
        count: u64,
    },
    /// Messages of kubectl or logs were passed over: the first line, and how many.
    TextPassedOver {
        /// The first line of them.
        place: Place,
        /// How many lines of messages and sections of logs.
        count: u32,
    },
    /// kubectl could not list these group versions: their objects are missing, and namespaces cannot finish (NS-12).
    IncompleteDiscovery {
        /// Where it says so.
        place: Place,
        /// The group versions.
        groups: Vec<String>,
    },
    /// An APIService is not available, so that discovery of its group fails (NS-12).
    ApiServiceUnavailable {
        /// Name of the APIService.
        name: Name,
        /// `reason` of its condition.
        reason: Name,
    },
    /// A resource or a group version of a running cluster that could not be read: its objects are missing.
    NotRead {
        /// `pods`, `databases.db.example.com`, `apps/v1`.
        what: String,
        /// Why not.
        why: NotListed,
    },
    /// Only one namespace of a running cluster was read.
    OneNamespaceRead {
        /// Which.
        namespace: String,
        /// Of how many resources without a namespace nothing was asked.
        beyond: usize,
    },
    /// Events of a running cluster were not asked for: the collector ignores them (GC-70).
    EventsNotRead,
    /// Only metadata was read of so many pods: they are taken to run on some node, with a grace period of 30 s.
    PodsTakenAsRunning(usize),
    /// A running cluster has a version that is not simulated.
    OtherVersion {
        /// The server's own words.
        server: String,
        /// The minor that is simulated instead.
        simulated: u32,
    },
    /// Requests, Events, traced steps and changes of nodes and zones beyond the limit, which the result of a run does not list.
    Omitted {
        /// How many requests.
        calls: u64,
        /// How many Events.
        events: u64,
        /// How many steps.
        steps: u64,
        /// How many changes of nodes and zones.
        nodes: u64,
    },
    /// A condition of this namespace says that discovery fails, and the dump does not hold the APIServices that would
    /// say so themselves (NS-15).
    DiscoveryFailureTold(ObjectKey),
    /// The objects come from the collector's own picture of its graph, which knows little of them (GC-62).
    FromGraph {
        /// The source.
        place: Place,
        /// How many objects.
        objects: usize,
        /// How many nodes are no objects, because nobody has observed them.
        unobserved: usize,
        /// How many references may be meant for another owner.
        doubtful_edges: usize,
    },
    /// A controller that the scenario names, which keeps histories of revisions and makes no pods.
    ControllerWithoutPods(&'static str),
    /// Flags of such controllers, which have no effect here.
    FlagWithoutEffect(&'static str),
    /// A minor older than those that were compared: what is certain of it.
    OlderMinor(u32),
    /// A switch of a mechanism that is not simulated.
    SwitchWithoutEffect(Switch),
    /// A feature gate that changes nothing that is simulated.
    GateWithoutEffect(Gate),
}

/// Why a file was not looked into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassedOver {
    /// Its name is not that of a JSON or YAML file.
    Name,
    /// It is a link: what it leads to is read where it is, or is not part of the folder.
    Link,
    /// It is no ordinary file: a device, a pipe, a socket.
    Special,
    /// It may not be read.
    Unreadable,
}

impl PassedOver {
    /// All reasons.
    pub const ALL: [PassedOver; 4] = [
        PassedOver::Name,
        PassedOver::Link,
        PassedOver::Special,
        PassedOver::Unreadable,
    ];

    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            PassedOver::Name => "name",
            PassedOver::Link => "link",
            PassedOver::Special => "special",
            PassedOver::Unreadable => "unreadable",
        }
    }
}

/// Why something is no object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Skipped {
    /// A text, a number, a truth value.
    Scalar,
    /// A list of things that are no objects.
    List,
    /// No `kind`.
    NoKind,
    /// No `apiVersion`, and the kind does not tell.
    NoApiVersion,
    /// No `metadata.name`.
    NoName,
}

impl Skipped {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Skipped::Scalar => "scalar",
            Skipped::List => "list",
            Skipped::NoKind => "noKind",
            Skipped::NoApiVersion => "noApiVersion",
            Skipped::NoName => "noName",
        }
    }
}
