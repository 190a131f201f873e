//! A dump and a question, to an answer: what `kubectl delete` would do, as a report for programs and for people.

mod forecaster;
mod kind_word;
mod short_names;
mod target;

pub use forecaster::Forecaster;
pub use target::{TargetError, describe_target_error};
