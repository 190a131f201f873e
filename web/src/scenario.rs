use crate::Sources;
use crate::failure::{no_option, refused};
use crate::versions::choice;
use kubeloupe_core::sim::Schedule;
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{self, RunOptions, Scenario, ScenarioRun, read_scenario_as};
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::versions::VersionChoice;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// How something is asked: in which language, of which version, and for scenarios with which schedule.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Question {
    pub(crate) lang: Lang,
    pub(crate) version: VersionChoice,
    pub(crate) schedule: Option<Schedule>,
    pub(crate) seed: Option<u64>,
}

#[wasm_bindgen]
impl Question {
    /// A question in the language `en` or `zh`. `kubernetes` is the version that is simulated (`1.37`); `switches`
    /// (`NAME=on`) and `gates` (`NAME=true`) change it.
    #[wasm_bindgen(constructor)]
    pub fn new(
        language: &str,
        kubernetes: Option<String>,
        switches: Option<Vec<String>>,
        gates: Option<Vec<String>>,
    ) -> Result<Self, JsValue> {
        let lang = Lang::of_tag(language);
        Ok(Question {
            lang,
            version: choice(kubernetes.as_deref(), switches, gates, lang)?,
            schedule: None,
            seed: None,
        })
    }

    /// Another schedule (`fair`, `random`, `manual`) and another seed than the scenario's.
    pub fn schedule(&mut self, schedule: Option<String>, seed: Option<u64>) -> Result<(), JsValue> {
        self.schedule = match schedule.as_deref() {
            None => None,
            Some("fair") => Some(Schedule::Fair),
            Some("random") => Some(Schedule::Random),
            Some("manual") => Some(Schedule::Manual),
            Some(other) => return Err(no_option("schedule", other, &["fair", "random", "manual"])),
        };
        self.seed = seed;
        Ok(())
    }
}

/// The files that a scenario names, as it names them: they are needed to run it.
#[wasm_bindgen(js_name = filesNeeded)]
pub fn files_needed(name: &str, scenario: &[u8], language: &str) -> Result<Vec<String>, JsValue> {
    let source = Source {
        name,
        bytes: scenario,
    };
    scenario::files_needed(source, Limits::default()).map_err(|error| refused(&error, Lang::of_tag(language)))
}

/// Reads a scenario. `files` are those that it needs, under the names by which it calls them.
pub(crate) fn read(
    name: &str,
    scenario: &[u8],
    files: &Sources,
    question: &Question,
) -> Result<Scenario, JsValue> {
    let mut load = |wanted: &str| {
        let file = files.files().iter().find(|file| file.name == wanted);
        file.map(|file| file.bytes.clone())
            .ok_or_else(|| "it was not given".to_owned())
    };
    let source = Source {
        name,
        bytes: scenario,
    };
    read_scenario_as(source, &mut load, Limits::default(), &question.version)
        .map_err(|error| refused(&error, question.lang))
}

/// A scenario that is run to its end, in slices.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RunHandle {
    run: ScenarioRun<'static>,
}

#[wasm_bindgen]
impl RunHandle {
    /// A run before its first step.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        scenario: &[u8],
        files: &Sources,
        question: &Question,
        trace: bool,
    ) -> Result<Self, JsValue> {
        let options = RunOptions {
            trace,
            schedule: question.schedule,
            seed: question.seed,
            limits: Limits::default(),
        };
        let scenario = read(name, scenario, files, question)?;
        Ok(RunHandle {
            run: ScenarioRun::owned(scenario, options),
        })
    }

    /// Takes up to `steps` steps. Returns whether the run is over.
    pub fn advance(&mut self, steps: u32) -> bool {
        self.run.advance(u64::from(steps))
    }

    /// How many steps were taken.
    pub fn steps(&self) -> f64 {
        self.run.steps() as f64
    }

    /// Virtual time.
    pub fn time(&self) -> String {
        self.run.world().now().to_string()
    }

    /// The result: one JSON document in one line.
    pub fn json(&self) -> String {
        self.run.finish().to_json()
    }
}
