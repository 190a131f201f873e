//! The hash of pod templates and of revisions, as each version of Kubernetes computes it (HS, SP, QT, DF).
//!
//! `ComputeHash` hashes what go-spew prints of the Go struct, so the hash depends on the struct layout of the
//! controller-manager's version ([`schema`]), on which defaults the API server set, and on the inner state of
//! quantities. The way of a template:
//!
//! 1. [`Template`]: the JSON value, shared. This is what an object in the simulated cluster holds.
//! 2. [`prepare`]: read into the types of one version; a manifest also gets defaults and loses what is dropped.
//! 3. [`Prepared::hash`], [`Prepared::dump`]: the dump goes straight into the hash, and is only written out on demand.
//!
//! A controller needs [`pod_template_hash`] and [`replica_set_name`] alone.

pub mod analyse;
mod collision;
mod decode;
mod defaults;
mod dump;
mod encode;
mod equal;
mod error;
mod fnv32;
mod gates;
mod image;
mod leaf;
mod names;
mod normalise;
mod pod_template_hash;
mod prepare;
mod quantity;
mod revision;
mod safe_encode;
pub mod schema;
mod template;
mod time;
mod value;
mod way;

pub use collision::{
    DaemonSetCollision, DeploymentCollision, NameHolder, StatefulSetCollision, daemon_set_collision,
    deployment_collision, stateful_set_collision,
};
pub use encode::{Integers, go_json};
pub use error::{Expected, HashError, TemplateLimit};
pub use fnv32::{Fnv1, Fnv1a};
pub use leaf::Zone;
pub use names::{controller_revision_name, names_are_cut, pod_generate_name, replica_set_name};
pub use pod_template_hash::{HASH_LABEL, PodTemplateHash, pod_template_hash, with_count};
pub use prepare::{Certainty, Form, Prepared, form_of, prepare, unknown_fields};
pub use quantity::{Format, MAX_QUANTITY_BYTES, MAX_QUANTITY_EXPONENT, Quantity, QuantityError};
pub use revision::{
    CONTROLLER_REVISION_HASH_LABEL, REVISION_HASH_LABEL, labels_tell_apart, revision_data, revision_hash,
};
pub use safe_encode::{safe_decode, safe_encode};
pub use template::{MAX_DEPTH, MAX_TEXT_BYTES, MAX_VALUES, Template};
pub use value::{Members, Shape, Value};
