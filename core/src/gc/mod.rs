//! The garbage collector (spec gc sections 5 to 9): graph, graph builder, attempts to delete and to orphan.

mod identity;

pub use identity::{Identity, NodeId};
mod collector;
pub use collector::{GarbageCollector, GcContext};
