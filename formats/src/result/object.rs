use crate::forecast::{ObjectReport, WhyReport};
use serde::Serialize;

/// The fate of one object with its reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectResult {
    /// `Kind namespace/name`, with `#uid` where that is ambiguous.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its uid.
    pub uid: String,
    /// Its fate.
    pub fate: &'static str,
    /// When that was settled; `null` for what never moves.
    pub at: Option<String>,
    /// What happened to it, then why its owner went, and so on.
    pub why: Vec<ReasonResult>,
    /// What it waits for at the end.
    pub waits_for: Vec<String>,
    /// What is taken for granted.
    pub assumes: Vec<String>,
}

/// One link of the chain of reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReasonResult {
    /// Whose reason it is: an owner further up, or nothing for the object itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Rule of the specification.
    pub rule: &'static str,
    /// What happened, in words.
    pub because: &'static str,
    /// The other objects that it is about.
    pub refs: Vec<String>,
    /// When.
    pub at: String,
}

impl From<ObjectReport> for ObjectResult {
    fn from(report: ObjectReport) -> Self {
        let ObjectReport {
            reference,
            uid,
            fate,
            at,
            why,
            waits_for,
            assumes,
            ..
        } = report;
        let why = why.into_iter().map(ReasonResult::from).collect();
        ObjectResult {
            reference,
            uid,
            fate,
            at,
            why,
            waits_for,
            assumes,
        }
    }
}

impl From<WhyReport> for ReasonResult {
    fn from(report: WhyReport) -> Self {
        let WhyReport {
            of,
            rule,
            because,
            refs,
            at,
        } = report;
        ReasonResult {
            of,
            rule,
            because,
            refs,
            at,
        }
    }
}
