//! The API server: its store, validation, and the DELETE protocol (spec gc sections 2, 3, 8).

mod request;
mod response;
mod server;
mod watch;

pub use request::{
    Create, DeleteOptions, Finalize, NamespaceStatus, OwnerDirective, OwnerPatch, Patch, PatchForm, Policy,
    Request, Target, Verb,
};
pub use response::{Body, Cause, CauseReason, Field, Reason, Response, Status};
pub use server::{ApiServer, Cluster};
pub use watch::{Change, WatchEvent};
