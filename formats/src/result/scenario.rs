use super::expectation::judge;
use super::in_order;
use super::{
    CallResult, EventResult, ExpectationResult, LeftOut, MetricsResult, NamespaceResult, NodeResult,
    ObjectResult, RefusalResult, StepResult, ZoneResult,
};
use crate::forecast::forecast_report;
use crate::json::to_json;
use crate::scenario::Scenario;
use crate::text::{Lang, describe_note};
use crate::versions::switches_set;
use crate::wire;
use kubeloupe_core::analyse::{Forecast, Observer};
use kubeloupe_core::sim::World;
use kubeloupe_core::sorted::SortedMap;
use serde::Serialize;
use serde_json::Value;

/// What a scenario comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScenarioResult {
    /// Version of the format.
    pub kubeloupe: &'static str,
    /// Minor version whose behaviour was simulated, such as `1.37`.
    pub kubernetes: String,
    /// The switches that stand otherwise than that version has them.
    #[serde(skip_serializing_if = "SortedMap::is_empty", serialize_with = "in_order")]
    pub switches: SortedMap<&'static str, bool>,
    /// What the scenario is about.
    pub title: String,
    /// Nothing would change any more.
    pub quiescent: bool,
    /// When the cluster came to rest, or the run was cut.
    pub time: String,
    /// How many steps that took.
    pub steps: u64,
    /// Digest of the final state.
    pub digest: String,
    /// Every object that is not untouched.
    pub objects: Vec<ObjectResult>,
    /// What is stored at the end.
    #[serde(rename = "final")]
    pub stored: Vec<Value>,
    /// Every request, in order.
    pub calls: Vec<CallResult>,
    /// The actions of the scenario that the API server refused.
    pub refused: Vec<RefusalResult>,
    /// Events that controllers recorded.
    pub events: Vec<EventResult>,
    /// Namespaces that were being deleted.
    pub namespaces: Vec<NamespaceResult>,
    /// What the controllers' metrics say at the end.
    pub metrics: MetricsResult,
    /// What happened to nodes, where their controllers run.
    pub nodes: Vec<NodeResult>,
    /// What happened to zones, where the node lifecycle controller runs.
    pub zones: Vec<ZoneResult>,
    /// What was expected, and what there is.
    pub expectations: Vec<ExpectationResult>,
    /// What was assumed, made up or left out.
    pub notes: Vec<String>,
    /// What was in the files and is not among the objects.
    #[serde(rename = "leftOut")]
    pub left_out: Vec<LeftOut>,
    /// Every step, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<StepResult>>,
}

impl ScenarioResult {
    /// Everything is as expected.
    pub fn is_ok(&self) -> bool {
        self.expectations.iter().all(|expectation| expectation.ok)
    }

    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The result of a run, without what was gathered on its way.
pub(crate) fn scenario_result(
    scenario: &Scenario,
    world: &World,
    observer: &Observer,
    forecast: &Forecast,
) -> ScenarioResult {
    let cluster = world.cluster();
    let expectations = scenario
        .expectations
        .iter()
        .map(|one| judge(cluster, observer, &forecast.verdicts, one))
        .collect();
    let report = forecast_report(cluster, forecast);
    ScenarioResult {
        kubeloupe: "v1",
        kubernetes: format!("1.{}", cluster.minor),
        switches: switches_set(cluster),
        title: scenario.title.clone(),
        quiescent: forecast.quiescent,
        time: report.time,
        steps: forecast.steps,
        digest: report.digest,
        objects: report.objects.into_iter().map(ObjectResult::from).collect(),
        stored: world
            .api()
            .objects()
            .map(|object| wire::written_metadata(cluster, scenario.epoch, object))
            .collect(),
        calls: Vec::new(),
        refused: Vec::new(),
        events: Vec::new(),
        namespaces: Vec::new(),
        metrics: MetricsResult::of(world),
        nodes: Vec::new(),
        zones: Vec::new(),
        expectations,
        notes: scenario
            .notes
            .iter()
            .map(|note| describe_note(note, cluster, Lang::En))
            .collect(),
        left_out: LeftOut::of_notes(&scenario.notes, cluster),
        trace: None,
    }
}
