//! The visualizer as an element of somebody else's page: what its author opens, what the page around it hears, and what
//! that page may do. The custom element itself is in `web/npm/src`.

mod exports;
mod listener;
mod opening;
mod slot;

pub use listener::{Listener, use_listener};
pub use opening::Opening;
