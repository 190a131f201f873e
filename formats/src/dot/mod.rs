//! The collector's graph as DOT (GC-62): what its debug endpoint prints, read, compared, and turned into objects.

mod diff;
mod graph;
mod objects;
mod read;
mod simulated;
mod token;

pub use diff::{Difference, Flag, GraphDiff, diff};
pub use graph::{DotEdge, DotGraph, DotVertex};
pub use read::read;
pub use simulated::SimulatedGraph;

pub(crate) use objects::{drafts, note};
