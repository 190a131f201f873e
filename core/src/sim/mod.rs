//! The world: everything that happens, in steps.

mod action;
mod config;
mod effect;

pub use action::{Action, Agent, Fault, InformerId, Injected, QueueName, Watcher, WorkerId};
pub use config::Config;
pub use effect::{
    Actor, Call, ClassReason, Decision, Effect, Effects, EventReason, EventRecord, Item,
    ReferenceClass, Rule, Why,
};
