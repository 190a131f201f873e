//! YAML as a stream of events, in bytes.
//!
//! The parser of YAML weighs as much as the simulation, and whoever has JSON alone never needs it. So it can be a module of
//! its own: it turns a text into events, and whoever wants to know what is in the text reads those. Natively both sides
//! meet in the same bytes, so that nothing works in one place alone.

mod event;
#[cfg(feature = "parser")]
mod fault;
#[cfg(feature = "handed")]
mod handed;
mod request;
#[cfg(feature = "parser")]
mod scalar;
#[cfg(feature = "parser")]
mod writer;

pub use event::{Damaged, Event, Events, Fault};
#[cfg(feature = "handed")]
pub use handed::{hand, parse};
pub use request::{Bounds, Refusal, Request};
#[cfg(feature = "parser")]
pub use writer::events;
