//! The garbage collector (spec gc sections 5 to 9): graph, graph builder, attempts to delete and to orphan.
//!
//! It never reaches into the API server: it is shown watch events and answers, and says what it asks next.

mod absent_owner_cache;
mod attempt_to_delete;
mod attempt_to_orphan;
mod builder;
mod collector;
mod discovery;
mod dot;
mod edges;
mod graph;
mod graph_change;
mod identity;
mod node;
mod patches;
mod rest_mapper;
mod slab;
mod uid_index;

pub use absent_owner_cache::AbsentOwnerCache;
pub use collector::{GarbageCollector, GcContext, MonitorStores};
pub use discovery::{
    Deletable, Discovery, DiscoveryError, Monitors, Resource, ResourceList, ResourceSync, Round, SYNC_PERIOD,
    StartGate, deletable_resources,
};
pub use dot::{DotForm, DotNode, dot_nodes, reached_from, write_dot};
pub use graph::{BrokenGraph, Graph};
pub use graph_change::{GraphChange, GraphChangeKind};
pub use identity::{Identity, NodeId};
pub use node::Node;
pub use rest_mapper::RestMapper;
