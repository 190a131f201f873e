//! Forecast and explanation: what becomes of every object, and why.

pub mod diagnosis;
mod fates;
mod island;
mod ledger;
mod observer;
mod outside;
mod run;
mod subject;
mod verdict;

pub use observer::Observer;
pub use outside::{owners_outside, unconfirmed_pods};
pub use run::{Baseline, ForecastLimits, ForecastRun, baseline, delete_request, forecast, warm_up};
pub use verdict::{
    Assumption, Because, Cascade, Fate, Forecast, Question, Reason, Refusal, Verdict, WaitsFor,
};
