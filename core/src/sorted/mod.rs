//! Order: sorting, and maps and sets that iterate by key.
//!
//! The standard library writes a sort and a tree anew for every type that is sorted or kept, some 5 kB each time. In a
//! module that is sent over the network that was a quarter of all code, so here the algorithms exist once, for
//! positions, and only comparing and moving is written for each type.

mod map;
mod set;
mod sort;

pub use map::{Entry, Iter, SortedMap};
pub use set::SortedSet;
pub use sort::{dedup, sort, sort_by, sort_by_key};
