//! The API server: its store, validation, and the DELETE protocol (spec gc sections 2, 3, 8).

mod address;
mod cluster;
mod create;
mod definition;
mod delete;
mod heartbeat;
mod labels;
mod namespace;
mod node_facts;
mod put;
mod quota;
mod references;
mod request;
mod response;
mod server;
mod store;
mod tolerations;
mod update;
mod validation;
mod watch;

use crate::object::Name;
use alloc::sync::Arc;

pub use cluster::Cluster;
pub use heartbeat::Heartbeat;
pub use request::{
    Create, DeleteOptions, Finalize, NamespaceStatus, OwnerDirective, OwnerPatch, Patch, PatchForm, Policy,
    Request, Target, Verb,
};
pub use response::{Body, Cause, CauseReason, Field, Reason, Response, Status};
pub use server::ApiServer;
pub use validation::NameForm;
pub use watch::{Change, WatchEvent};

/// The name of `text`. Strings that are known already are found without touching what other worlds share.
fn intern(cluster: &mut Cluster, text: &str) -> Name {
    match cluster.names.find(text) {
        Some(name) => name,
        None => Arc::make_mut(&mut cluster.names).intern(text),
    }
}
