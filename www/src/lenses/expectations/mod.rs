//! ReplicaSets that wait for their own writes.

mod lens;

pub use lens::ExpectationsLens;
