//! Forecast and explanation: what becomes of every object, and why.

mod verdict;

pub use verdict::{Assumption, Because, Cascade, Fate, Forecast, Question, Reason, Verdict, WaitsFor};
