//! Metadata-only objects, their kinds, and the few facts that the controllers read.

mod builtin;
mod condition;
mod deployment;
mod discovery;
mod facts;
mod kind;
mod lease;
mod list;
mod meta;
mod name;
mod node;
mod pod_detail;
mod pod_template;
mod replica_set;
mod revised_set;
mod selector;
mod status;
mod time;
mod workload_condition;

pub use builtin::builtin_kinds;
pub use condition::{
    ConditionFact, ConditionMessage, ContentFailure, ContentFault, FinalizerCount, ResourceCount,
};
pub use deployment::{
    DeploymentFacts, DeploymentSpec, DeploymentStatus, IntOrPercent, Strategy, StrategyKind,
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
pub use pod_template::PodTemplate;
pub use replica_set::{ReplicaSetFacts, ReplicaSetSpec, ReplicaSetStatus};
pub use revised_set::{RevisedSetFacts, RevisedSetSpec, RevisedSetStatus, RevisionFacts};
pub use selector::{Expression, LabelSelector, Operator};
pub use status::ConditionStatus;
pub use time::{Duration, Time};
pub use workload_condition::{Message, Subject, WorkloadCondition};
