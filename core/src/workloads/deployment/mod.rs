//! The Deployment controller (spec expectations-hash, sections 4.2 and 4.5).

mod annotations;
mod budget;
mod clean_up;
mod conditions;
mod controller;
mod find;
mod handlers;
mod names;
mod recreate;
mod rollback;
mod rolling;
mod scale;
mod status;
mod sync;

pub use controller::{DeploymentConfig, DeploymentController, Told};
pub use names::{pod_template_hash, replica_set_name};
pub use sync::{Deed, DeploymentEvent, View};
