//! ReplicaSets that wait for their own writes, and what happens where they do not.

mod lens;
mod state;

pub use lens::ExpectationsLens;
