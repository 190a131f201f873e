//! Namespace termination.
mod controller;
pub use controller::{NamespaceContext, NamespaceController};
