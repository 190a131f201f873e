//! The hash of a pod template.

mod lens;

pub use lens::HashLens;
