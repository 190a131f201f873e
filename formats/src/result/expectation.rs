use crate::forecast::fate_word;
use crate::scenario::Expectation;
use crate::text::{Lang, waits_for};
use kubeloupe_core::analyse::{Fate, Observer, Verdict};
use kubeloupe_core::apiserver::Cluster;
use serde::Serialize;

/// One expectation, and what there is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExpectationResult {
    /// It is as expected.
    pub ok: bool,
    /// The object.
    #[serde(rename = "ref")]
    pub reference: String,
    /// What was expected.
    pub expected: String,
    /// What there is.
    pub actual: String,
}

/// Compares what is expected with the verdicts. Where several objects have the name (one gone, its namesake made), one
/// of them has to be as expected.
pub(super) fn judge(
    cluster: &Cluster,
    observer: &Observer,
    verdicts: &[Verdict],
    expectation: &Expectation,
) -> ExpectationResult {
    let named: Vec<&Verdict> = verdicts
        .iter()
        .filter(|verdict| expectation.object.names(cluster, &verdict.object))
        .collect();
    let untouched = || {
        observer
            .start()
            .iter()
            .any(|object| expectation.object.names(cluster, object))
    };
    let (ok, actual) = match named.iter().find(|verdict| holds(cluster, verdict, expectation)) {
        Some(verdict) => (true, describe(cluster, verdict)),
        None if !named.is_empty() => {
            let all: Vec<String> = named.iter().map(|verdict| describe(cluster, verdict)).collect();
            (false, all.join("; "))
        }
        None if untouched() => {
            let ok = matches!(expectation.fate, None | Some(Fate::Untouched))
                && expectation.at.is_none()
                && expectation.waits_for.is_empty();
            (ok, fate_word(Fate::Untouched).to_owned())
        }
        None => (false, "no such object".to_owned()),
    };
    ExpectationResult {
        ok,
        reference: expectation.object.to_string(),
        expected: wanted(expectation),
        actual,
    }
}

fn holds(cluster: &Cluster, verdict: &Verdict, expectation: &Expectation) -> bool {
    let fate = expectation.fate.is_none_or(|fate| fate == verdict.fate);
    let at = expectation
        .at
        .is_none_or(|wanted| verdict.at.is_some_and(|at| wanted.holds(at)));
    let waits = expectation.waits_for.iter().all(|wanted| {
        verdict
            .waits_for
            .iter()
            .any(|waits| wanted.is(waits, &cluster.names))
    });
    fate && at && waits
}

fn wanted(expectation: &Expectation) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(expectation.fate.map(|fate| fate_word(fate).to_owned()));
    parts.extend(expectation.at.map(|at| format!("at {at}")));
    parts.extend(
        expectation
            .waits_for
            .iter()
            .map(|waits| format!("waits for {waits}")),
    );
    parts.join(", ")
}

fn describe(cluster: &Cluster, verdict: &Verdict) -> String {
    let mut parts = vec![fate_word(verdict.fate).to_owned()];
    parts.extend(verdict.at.map(|at| format!("at {at}")));
    let waits = verdict.waits_for.iter();
    parts.extend(waits.map(|waits| format!("waits for {}", waits_for(waits, &cluster.names, Lang::En))));
    parts.join(", ")
}
