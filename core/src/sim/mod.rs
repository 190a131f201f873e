//! The world: everything that happens, in steps.

mod action;
mod config;
mod digest;
mod effect;
mod random;

pub use action::{Action, Agent, Fault, InformerId, Injected, QueueName, Watcher, WorkerId};
pub use config::Config;
pub use digest::Digester;
pub use random::Random;
pub use effect::{
    Actor, Call, ClassReason, Decision, Effect, Effects, EventReason, EventRecord, Item,
    ReferenceClass, Rule, Why,
};
