use crate::Sources;
use crate::failure::{no_option, refused};
use crate::versions::choice;
use kubeloupe_core::sim::Schedule;
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{self, RunOptions, read_scenario_as};
use kubeloupe_formats::text::Lang;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a scenario comes to.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ScenarioResult {
    result: kubeloupe_formats::result::ScenarioResult,
}

#[wasm_bindgen]
impl ScenarioResult {
    /// One JSON document in one line.
    pub fn json(&self) -> String {
        self.result.to_json()
    }

    /// Whether every expectation holds.
    pub fn ok(&self) -> bool {
        self.result.is_ok()
    }
}

/// The files that a scenario names, as it names them: they are needed to run it.
#[wasm_bindgen(js_name = filesNeeded)]
pub fn files_needed(name: &str, scenario: &[u8], language: &str) -> Result<Vec<String>, JsValue> {
    scenario::files_needed(
        Source {
            name,
            bytes: scenario,
        },
        Limits::default(),
    )
    .map_err(|error| refused(&error, Lang::of_tag(language)))
}

/// Runs a scenario to its end. `files` are those that it needs, under the names by which it calls them. `schedule`
/// (`fair`, `random`) and `seed` take the place of the scenario's own, and so does the version `kubernetes` with its
/// `switches` (`NAME=on`) and `gates` (`NAME=true`).
#[wasm_bindgen(js_name = runScenario)]
#[expect(
    clippy::too_many_arguments,
    reason = "JavaScript names none of them; the package wraps them"
)]
pub fn run_scenario(
    name: &str,
    scenario: &[u8],
    files: &Sources,
    schedule: Option<String>,
    seed: Option<u64>,
    trace: bool,
    language: &str,
    kubernetes: Option<String>,
    switches: Option<Vec<String>>,
    gates: Option<Vec<String>>,
) -> Result<ScenarioResult, JsValue> {
    let schedule = match schedule.as_deref() {
        None => None,
        Some("fair") => Some(Schedule::Fair),
        Some("random") => Some(Schedule::Random),
        Some(other) => return Err(no_option("schedule", other, &["fair", "random"])),
    };
    let lang = Lang::of_tag(language);
    let version = choice(kubernetes.as_deref(), switches, gates, lang)?;
    let limits = Limits::default();
    let mut load = |wanted: &str| {
        let file = files.files().iter().find(|file| file.name == wanted);
        file.map(|file| file.bytes.clone())
            .ok_or_else(|| "it was not given".to_owned())
    };
    let scenario = read_scenario_as(
        Source {
            name,
            bytes: scenario,
        },
        &mut load,
        limits,
        &version,
    )
    .map_err(|error| refused(&error, lang))?;
    let result = scenario::run_scenario(
        &scenario,
        RunOptions {
            trace,
            schedule,
            seed,
            limits,
        },
    );
    Ok(ScenarioResult { result })
}
