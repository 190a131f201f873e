//! ReplicaSets that wait for their own writes, and what happens where they do not.

mod batches;
mod bench;
mod counters;
mod deed_panel;
mod lanes;
mod legend;
mod lens;
mod narrate;
mod state;
mod story_bar;
mod sync_log;
mod text;
mod timeline;
mod transport;
mod world_card;

pub use lens::ExpectationsLens;
