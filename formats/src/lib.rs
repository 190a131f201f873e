//! Dumps, scenario files, recordings and results.

pub mod condition;
pub mod diagnosis;
pub mod dot;
pub mod dump;
pub mod error;
pub mod forecast;
pub mod input;
mod json;
pub mod limits;
pub mod live;
pub mod reference;
pub mod result;
pub mod scenario;
pub mod template;
pub mod text;
pub mod versions;
pub mod wire;

pub use error::{Expected, Found, LoadError, Place, Problem, Vocabulary};
pub use input::Source;
pub use json::write_text;
