use crate::Sources;
use crate::failure::refused;
use crate::versions::choice;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::diagnosis::Findings;
use kubeloupe_formats::dump::Note;
use kubeloupe_formats::forecast::{Forecaster, built_in};
use kubeloupe_formats::text::{Lang, describe_notes};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What is wrong with a cluster.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DiagnosisReport {
    findings: Findings,
    notes: Vec<Note>,
}

#[wasm_bindgen]
impl DiagnosisReport {
    /// For programs: one JSON document in one line, its sentences in the language `en` or `zh`.
    pub fn json(&self, language: &str) -> String {
        self.findings.report(Lang::of_tag(language)).to_json()
    }

    /// For people.
    pub fn text(&self, language: &str) -> String {
        self.findings.text(Lang::of_tag(language))
    }

    /// For a ticket.
    pub fn markdown(&self, language: &str) -> String {
        self.findings.markdown(Lang::of_tag(language))
    }

    /// Whether anything is wrong, rather than unknown.
    #[wasm_bindgen(js_name = isAnythingWrong)]
    pub fn is_anything_wrong(&self) -> bool {
        self.findings.is_anything_wrong()
    }

    /// What else people should know: what the reader assumed, made up, or left out, a line each. Empty when there is
    /// nothing.
    pub fn remarks(&self, language: &str) -> String {
        let lang = Lang::of_tag(language);
        describe_notes(&self.notes, self.findings.cluster(), lang).join("\n")
    }
}

/// Looks in `dumps` for what is stuck, what will be deleted, and which owner references are wrong. `kubernetes` is the
/// version that is simulated (`1.37`); `switches` (`NAME=on`) and `gates` (`NAME=true`) change it.
#[wasm_bindgen]
pub fn diagnose(
    dumps: &Sources,
    language: &str,
    kubernetes: Option<String>,
    switches: Option<Vec<String>>,
    gates: Option<Vec<String>>,
) -> Result<DiagnosisReport, JsValue> {
    let lang = Lang::of_tag(language);
    let version = choice(kubernetes.as_deref(), switches, gates, lang)?;
    let mut config = Config::default();
    version
        .configure(&mut config)
        .map_err(|error| refused(&error, lang))?;
    let (cluster, dump) = dumps.reader(built_in(config.minor)).finish();
    let dump = dump.map_err(|error| refused(&error, lang))?;
    let forecaster = Forecaster::of_dump(cluster, dump, config);
    let mut notes = forecaster.notes().to_vec();
    notes.extend(version.in_vain());
    Ok(DiagnosisReport {
        findings: Findings::new(&forecaster),
        notes,
    })
}
