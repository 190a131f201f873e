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
pub mod informer;
pub mod namespace;
pub mod nodes;
pub mod object;
pub mod queue;
pub mod sim;
pub mod sorted;
pub mod versions;
pub mod workloads;

/// A hash map with the fixed FNV hash: the same order on every machine, though no code may depend on that order.
pub type Map<K, V> = hashbrown::HashMap<K, V, core::hash::BuildHasherDefault<fnv::FnvHasher>>;
/// A hash set with the fixed FNV hash.
pub type Set<K> = hashbrown::HashSet<K, core::hash::BuildHasherDefault<fnv::FnvHasher>>;
