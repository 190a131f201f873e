//! What is wrong with a cluster: a diagnosis as a report for programs, as text for people, and as Markdown for a ticket.

mod command;
mod finalizer;
mod markdown;
mod report;
mod row;
mod said;
mod text;
mod words;

pub use finalizer::{KnownFinalizer, known_finalizer, known_finalizers};
pub use report::{EditReport, FinalizerReport, FindingReport, FixReport, LinkReport, OwnerReport, Report};

use crate::forecast::Forecaster;
use crate::text::Lang;
use kubeloupe_core::Set;
use kubeloupe_core::analyse::diagnosis::{Coverage, Diagnosis, Edit, Finding};
use kubeloupe_core::analyse::{Cascade, ForecastLimits, ForecastRun, Question};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::sim::World;

/// A diagnosis with the words for it.
#[derive(Clone, Debug)]
pub struct Findings {
    cluster: Cluster,
    diagnosis: Diagnosis,
}

impl Findings {
    /// Looks for what is wrong in a dump.
    pub fn new(forecaster: &Forecaster) -> Self {
        Self::of_run(&forecaster.undisturbed(), Coverage::Dump)
    }

    /// The same for a world, as it is now.
    pub fn of_world(world: &World) -> Self {
        let nothing = Question {
            delete: Vec::new(),
            cascade: Cascade::ApiDefault,
        };
        let mut run = ForecastRun::new(world, nothing, Set::default(), ForecastLimits::default());
        while !run.advance(u64::MAX) {}
        Self::of_run(&run, Coverage::Cluster)
    }

    /// The same from a run in which nothing was asked and that is over.
    pub fn of_run(run: &ForecastRun, coverage: Coverage) -> Self {
        Findings {
            cluster: run.found(),
            diagnosis: run.diagnosis(coverage),
        }
    }

    /// Strings, kinds, version.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The diagnosis.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }

    /// Whether anything is wrong, rather than unknown.
    pub fn is_anything_wrong(&self) -> bool {
        self.diagnosis.findings.iter().any(Finding::is_wrong)
    }

    /// For programs; the sentences in it are in `lang`.
    pub fn report(&self, lang: Lang) -> Report {
        report::report(&self.cluster, &self.diagnosis, lang)
    }

    /// For people. Findings that say the same of many objects are told once, with a count.
    pub fn text(&self, lang: Lang) -> String {
        text::text(&self.cluster, &self.diagnosis, lang)
    }

    /// For a ticket.
    pub fn markdown(&self, lang: Lang) -> String {
        markdown::markdown(&self.cluster, &self.diagnosis, lang)
    }

    /// The command that makes an edit, or what to do where none does.
    pub fn command(&self, edit: &Edit, lang: Lang) -> String {
        report::what_to_do(&self.cluster, edit, lang)
    }
}
