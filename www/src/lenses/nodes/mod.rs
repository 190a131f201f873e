//! Nodes and zones.

mod lens;

pub use lens::NodesLens;
