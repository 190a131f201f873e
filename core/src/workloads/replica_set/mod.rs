//! The ReplicaSet controller (spec expectations-hash, section 2).

mod controller;
mod handlers;
mod manage;
mod status;
mod sync;

pub use controller::{ReplicaSetConfig, ReplicaSetController, Told};
pub use sync::{Deed, PodEvent, View};
