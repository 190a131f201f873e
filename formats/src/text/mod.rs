//! What people are told, in English and Simplified Chinese: every effect, reason, note and error as a sentence. The
//! messages that Kubernetes itself writes (refusals, Events) are the same in both, in its own words.

mod api_message;
mod changes;
mod diagnosis;
mod effect;
mod error;
mod lang;
mod node_effect;
mod note;
mod part;
mod phrase;
mod request;
mod rule;
mod switch;
mod verdict;
mod workload;
mod workload_effect;

pub use api_message::{event_message, status_message};
pub use changes::taint_text;
pub use diagnosis::{aim, blocker, edit_without_command, missing, outcome, problem};
pub use effect::{sentence, sentence_parts};
pub use error::describe_error;
pub use lang::Lang;
pub use node_effect::{node_effect_word, zone_name};
pub use note::{describe_note, describe_notes, refusal_note};
pub(crate) use part::fill_text;
pub use part::{Part, join};
pub(crate) use phrase::Phrase;
pub use request::describe_request;
pub use rule::{RULES, rule};
pub use switch::switch;
pub use verdict::{assumption, fate, reason, reason_sentence, waits_for};
pub use workload::{Words, condition_message, sync_error};
pub use workload_effect::{workload_event, workload_key};
