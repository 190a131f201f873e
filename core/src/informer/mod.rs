//! Watch delivery per resource, with lag and gaps.

mod informers;
mod reflector;

pub use informers::Informers;
pub use reflector::{Delivery, Informer, Intake};
