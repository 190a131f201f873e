//! Pod templates: from JSON and YAML to the values that the core hashes.

mod number;

pub use number::go_float;
