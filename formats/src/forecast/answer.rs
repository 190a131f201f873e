use super::report::{Report, cascade_word, report};
use super::table::{markdown, table};
use super::{Forecaster, TargetError};
use crate::dump::Note;
use crate::text::Lang;
use kubeloupe_core::analyse::{Cascade, Forecast};
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
        let keys = targets
            .iter()
            .map(|target| forecaster.object(target, namespace))
            .collect::<Result<Vec<ObjectKey>, TargetError>>()?;
        let stored = |key: &ObjectKey| forecaster.world().api().get(key).cloned();
        Ok(Answer {
            delete: keys.iter().filter_map(stored).collect(),
            forecasts: cascades
                .iter()
                .map(|&cascade| forecaster.forecast(&keys, cascade))
                .collect(),
            cluster: forecaster.cluster().clone(),
            notes: forecaster.notes().to_vec(),
        })
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
