//! Replays recordings of the controllers of nodes: their queues and limiters, taint eviction, and whole runs of the
//! node lifecycle controller.

mod api;
mod compare;
mod expectations;
mod lifecycle;
mod lifecycle_inputs;
mod lifecycle_outputs;
mod queue;
mod store;
mod taint_eviction;
mod token_bucket;

pub use lifecycle::replay_node_steps;
pub use queue::replay_node_queue;
pub use store::replay_consistency_store;
pub use taint_eviction::replay_taint_eviction;
pub use token_bucket::replay_token_bucket;
