//! A dump and a question, to an answer: what `kubectl delete` would do, as a report for programs and a table for
//! people.

mod answer;
mod columns;
mod forecaster;
mod kind_word;
mod mark;
mod report;
mod short_names;
mod table;
mod target;

pub use answer::{Answer, Asking, forecast_markdown, parse_cascade};
pub(crate) use columns::harmless;
pub use forecaster::{Forecaster, Preparation, built_in};
pub use report::{ForecastReport, ObjectReport, Report, WhyReport, forecast_report};
pub(crate) use report::{fate_word, identity_reference, reference, why_report};
pub use target::{TargetError, describe_target_error};
