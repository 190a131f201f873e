//! Requests and answers as the API's JSON, in the form in which recordings show them: the body as a client sends it,
//! metadata as the server answers, a refusal with its reason and causes.

mod body;
mod error;
mod member;
mod metadata;
mod object;
mod patch;
mod request;
mod revised_set;
mod status;
mod template;
mod tolerations;
mod words;
mod workload;
mod written;

pub use body::body;
pub use error::{WireError, WireProblem};
pub use metadata::{metadata, owner_reference};
pub use object::read_create;
pub use patch::read_patch;
pub use request::{read_delete_options, read_request, resolve};
pub use status::status;
pub use template::{Hashed, TemplateHasher, hash_template, hash_value, read_template};
pub use words::{cause_reason, field, policy, reason, verb};
pub(crate) use workload::MINOR;
pub use workload::{
    WorkloadReader, check_workload, conditions, is_read_annotation, read_deployment, read_pod,
    read_replica_set, selector, workload_facts,
};
pub use written::{stated_kind, written, written_metadata};
