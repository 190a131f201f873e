//! The simulated cluster and its analysis: Kubernetes' controllers as deterministic state machines.
//!
//! Everything that happens is a [`sim::Action`] applied to a [`sim::World`]; everything that can be told about it is a
//! typed [`sim::Effect`] that names the rule it follows. There is no clock, no I/O, no randomness but the seeded
//! generator inside the world.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod agents;
pub mod analyse;
pub mod apiserver;
pub mod gc;
pub mod hash;
pub mod hashed;
pub mod informer;
pub mod namespace;
pub mod nodes;
pub mod object;
pub mod queue;
pub mod sim;
pub mod sorted;
pub mod versions;
pub mod workloads;

pub use hashed::{Map, Set};
