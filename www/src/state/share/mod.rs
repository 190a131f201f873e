//! What leaves the page because somebody asks for it: links, scenarios, reports, pictures as text, traces.

mod deed;
mod link;
mod mermaid;
mod place;
mod scenario;

pub use deed::{deed, read_deed};
pub use link::{LinkError, Shared, link, read_link};
pub use mermaid::mermaid;
pub use place::{Chosen, SharedPlace, candidates};
pub use scenario::scenario;
