//! Reading a running cluster over its API: which requests to make in which order, and what their answers say. Only GET
//! requests, and metadata alone unless the caller asks for more. Nothing here opens a connection: whoever drives a
//! [`LiveReading`] takes its requests, carries them out, and hands back the answers.

mod address;
mod discovery;
mod listing;
mod reading;
mod reply;
mod resource;

pub use address::{Base, Namespace, NotABase, NotANamespace};
pub use reading::{LiveError, LiveOptions, LiveRead, LiveReading, Progress, Request, Ticket};
pub use reply::{NotListed, Reply};
