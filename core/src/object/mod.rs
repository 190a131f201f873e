//! Metadata-only objects, their kinds, and the few facts that the controllers read.

mod builtin;
mod condition;
mod discovery;
mod facts;
mod kind;
mod lease;
mod list;
mod meta;
mod name;
mod node;
mod pod_detail;
mod status;
mod time;

pub use builtin::builtin_kinds;
pub use condition::{
    ConditionFact, ConditionMessage, ContentFailure, ContentFault, FinalizerCount, ResourceCount,
};
pub use discovery::{DiscoveryFailure, GroupError, GroupFailure};
pub use facts::{CrdFacts, Facts, IpAddressFacts, NamespaceFacts, NamespacePhase, PodFacts, PodPhase};
pub use kind::{DefaultPolicy, Kind, KindId, Kinds, KnownFrom, Scope, ServedVersion};
pub use lease::LeaseFacts;
pub use list::List;
pub use meta::{Object, ObjectKey, ObjectMeta, OwnerReference};
pub use name::{Name, Names};
pub use node::{NodeCondition, NodeFacts, Taint};
pub use pod_detail::{PodCondition, PodDetail, Toleration, TolerationOperator};
pub use status::ConditionStatus;
pub use time::{Duration, Time};
