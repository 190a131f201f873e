//! Pod templates: from JSON and YAML to the values that the core hashes, and what is told about their hashes.

mod collision;
mod number;
mod object;
mod reader;
mod report;
mod words;

pub use collision::{CollisionReport, with_image};
pub use number::go_float;
pub use object::TemplateObject;
pub use reader::{TemplateReader, read_templates};
pub use report::{HashQuestion, HashReport, minors_of};
pub use words::describe_hash_error;
