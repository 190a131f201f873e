//! The world: everything that happens, in steps.

mod action;
mod apply;
mod config;
mod digest;
mod digest_facts;
mod digest_workloads;
mod discovering;
mod effect;
mod history;
mod metrics;
mod nodes;
mod random;
mod schedule;
mod step;
mod throttle;
mod workload_steps;
mod world;

pub use action::{Action, Agent, Fault, InformerId, Injected, QueueName, Watcher, WorkerId};
pub use config::Config;
pub use digest::Digester;
pub use discovering::Discovering;
pub use effect::{
    Actor, Call, ClassReason, Decision, Effect, Effects, EventReason, EventRecord, Item, NamespaceDecision,
    ReferenceClass, Rule, Why,
};
pub use history::{BranchId, History, HistoryError, HistoryLimits};
pub use metrics::{Metrics, QueueMetrics};
pub use random::Random;
pub use schedule::{DueReason, Schedule};
pub use step::{Rejected, Step};
pub use throttle::Throttle;
pub use world::World;
