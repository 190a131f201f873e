//! Namespace termination (spec gc section 13): the controller's queue, one pass over a namespace, its content, the
//! conditions that it writes.

mod conditions;
mod content;
mod controller;
mod pass;
mod resources;

pub use controller::{NamespaceContext, NamespaceController};
