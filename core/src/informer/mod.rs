//! Watch delivery per resource, with lag and gaps.

mod informer;
mod informers;

pub use informer::{Delivery, Informer};
pub use informers::Informers;
