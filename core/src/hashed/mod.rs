//! Maps and sets by hash.
//!
//! hashbrown's are written anew for every type that is kept, growing and all, 2 kB each time; in a module that is sent
//! over the network that was a twentieth of all code. Here entries lie in a list, and what finds them knows numbers
//! only, so it exists once. Entries also come in an order that depends on what was done and not on hashes, though no code
//! may depend on it.

mod hasher;
mod index;
mod map;
mod set;

pub(crate) use index::Index;
pub use map::{Entry, Iter, Map};
pub use set::Set;
