use super::{Catalog, Mark, ThingId};
use kubeloupe_core::Map;
use kubeloupe_core::analyse::ForecastRun;
use kubeloupe_core::analyse::diagnosis::{Coverage, Finding, Outcome};
use kubeloupe_formats::diagnosis::Findings;

/// What is wrong with what was opened, laid over the catalog.
#[derive(Clone, Debug)]
pub struct Diagnosed {
    /// The findings, with the words for them.
    pub findings: Findings,
    by_thing: Map<ThingId, Vec<usize>>,
}

impl Diagnosed {
    /// The findings of a run in which nothing was asked and that is over.
    pub fn new(catalog: &Catalog, run: &ForecastRun, coverage: Coverage) -> Self {
        let findings = Findings::of_run(run, coverage);
        let mut by_thing: Map<ThingId, Vec<usize>> = Map::default();
        for (number, finding) in findings.diagnosis().findings.iter().enumerate() {
            if let Some(thing) = catalog.by_key(&finding.object.key()) {
                by_thing.entry(thing).or_default().push(number);
            }
        }
        Diagnosed { findings, by_thing }
    }

    /// All findings, the gravest first.
    pub fn list(&self) -> &[Finding] {
        &self.findings.diagnosis().findings
    }

    /// The numbers of the findings about a thing.
    pub fn of(&self, thing: ThingId) -> &[usize] {
        self.by_thing.get(&thing).map_or(&[], Vec::as_slice)
    }

    /// Something is half deleted and stays so: that is what people come for.
    pub fn is_anything_stuck(&self) -> bool {
        self.list()
            .first()
            .is_some_and(|finding| finding.outcome == Outcome::Stuck)
    }
}

impl PartialEq for Diagnosed {
    /// A diagnosis is made once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The shape of an outcome.
pub fn mark_of(outcome: Outcome) -> Mark {
    match outcome {
        Outcome::Stuck | Outcome::Uncollectable => Mark::Stuck,
        Outcome::WillBeDeleted => Mark::Deleted,
        Outcome::Slow => Mark::Waiting,
        Outcome::LosesReference => Mark::Orphaned,
        Outcome::Stays => Mark::Kept,
        Outcome::CannotVerify => Mark::Untouched,
    }
}
