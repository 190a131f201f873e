use super::report::{Report, cascade_word, report};
use super::table::{markdown, table};
use super::{Forecaster, TargetError};
use crate::dump::Note;
use crate::text::Lang;
use kubeloupe_core::analyse::{Cascade, Forecast, ForecastRun};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Object, ObjectKey};
use std::sync::Arc;

/// What a deletion does, under one policy or several.
#[derive(Clone, Debug)]
pub struct Answer {
    cluster: Cluster,
    delete: Vec<Arc<Object>>,
    forecasts: Vec<Forecast>,
    notes: Vec<Note>,
}

impl Answer {
    /// Asks what the deletion of `targets`, in this order, does under each of the policies. How targets are written
    /// tells [`Forecaster::object`].
    pub fn new(
        forecaster: &Forecaster,
        targets: &[String],
        namespace: Option<&str>,
        cascades: &[Cascade],
    ) -> Result<Self, TargetError> {
        let mut asking = Asking::new(forecaster, targets, namespace, cascades)?;
        while !asking.advance(forecaster, u64::MAX) {}
        Ok(asking.finish(forecaster))
    }

    /// Strings, kinds, version.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The forecasts, in the order of the policies.
    pub fn forecasts(&self) -> &[Forecast] {
        &self.forecasts
    }

    /// The same with more to say, before what the reader has to say.
    #[must_use]
    pub fn with_notes(mut self, notes: Vec<Note>) -> Self {
        self.notes.splice(0..0, notes);
        self
    }

    /// What the reader assumed, made up or left out.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// For programs.
    pub fn report(&self) -> Report {
        report(&self.cluster, &self.delete, &self.forecasts, &self.notes)
    }

    /// For people.
    pub fn table(&self, lang: Lang) -> String {
        table(&self.cluster, &self.delete, &self.forecasts, lang)
    }

    /// For a ticket.
    pub fn markdown(&self, lang: Lang) -> String {
        forecast_markdown(&self.cluster, &self.delete, &self.forecasts, lang)
    }
}

/// A question under way, in slices.
#[derive(Clone, Debug)]
pub struct Asking {
    keys: Vec<ObjectKey>,
    /// The policies that are still to be tried.
    cascades: Vec<Cascade>,
    run: Option<ForecastRun>,
    forecasts: Vec<Forecast>,
}

impl Asking {
    /// Begins to ask what [`Answer::new`] asks.
    pub fn new(
        forecaster: &Forecaster,
        targets: &[String],
        namespace: Option<&str>,
        cascades: &[Cascade],
    ) -> Result<Self, TargetError> {
        let keys = targets.iter().map(|target| forecaster.object(target, namespace));
        Ok(Asking {
            keys: keys.collect::<Result<Vec<ObjectKey>, TargetError>>()?,
            cascades: cascades.iter().rev().copied().collect(),
            run: None,
            forecasts: Vec::new(),
        })
    }

    /// Takes up to `steps` steps. Returns whether every policy is answered.
    pub fn advance(&mut self, forecaster: &Forecaster, steps: u64) -> bool {
        if let Some(run) = &mut self.run {
            if run.advance(steps) {
                self.forecasts.push(forecaster.finish(run));
                self.run = None;
            }
        } else if let Some(cascade) = self.cascades.pop() {
            self.run = Some(forecaster.ask(&self.keys, cascade));
        }
        self.run.is_none() && self.cascades.is_empty()
    }

    /// How many steps were taken, with all policies.
    pub fn steps(&self) -> u64 {
        let done: u64 = self.forecasts.iter().map(|forecast| forecast.steps).sum();
        done + self.run.as_ref().map_or(0, ForecastRun::steps)
    }

    /// The answer, of the policies that were tried.
    pub fn finish(self, forecaster: &Forecaster) -> Answer {
        let stored = |key: &ObjectKey| forecaster.world().api().get(key).cloned();
        Answer {
            delete: self.keys.iter().filter_map(stored).collect(),
            forecasts: self.forecasts,
            cluster: forecaster.cluster().clone(),
            notes: forecaster.notes().to_vec(),
        }
    }
}

/// What forecasts of one deletion say, in Markdown.
pub fn forecast_markdown(
    cluster: &Cluster,
    delete: &[Arc<Object>],
    forecasts: &[Forecast],
    lang: Lang,
) -> String {
    markdown(cluster, delete, forecasts, lang)
}

/// The policies that a word on the command line means: all without one, none that is unknown.
pub fn parse_cascade(word: Option<&str>) -> Option<Vec<Cascade>> {
    match word {
        None => Some(Cascade::ALL.to_vec()),
        Some(word) => {
            let found = Cascade::ALL
                .into_iter()
                .find(|cascade| cascade_word(*cascade) == word)?;
            Some(vec![found])
        }
    }
}
