use crate::Sources;
use crate::failure::{no_option, no_target, refused};
use crate::versions::choice;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dump::{Note, Options};
use kubeloupe_formats::forecast::{Answer, Forecaster, parse_cascade, sift};
use kubeloupe_formats::text::{Lang, describe_error, describe_note};
use kubeloupe_formats::{LoadError, Source};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a deletion does.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ForecastReport {
    answer: Answer,
    notes: Vec<Note>,
    left_out: Vec<LoadError>,
}

#[wasm_bindgen]
impl ForecastReport {
    /// For programs: one JSON document in one line.
    pub fn json(&self) -> String {
        self.answer.report().to_json()
    }

    /// For people, in the language `en` or `zh`.
    pub fn text(&self, language: &str) -> String {
        self.answer.table(Lang::of_tag(language))
    }

    /// What else people should know: what the reader assumed, made up, or left out. Empty when there is nothing.
    pub fn remarks(&self, language: &str) -> String {
        let lang = Lang::of_tag(language);
        let notes = self
            .notes
            .iter()
            .map(|note| describe_note(note, self.answer.cluster(), lang));
        let left_out = self.left_out.iter().map(|error| describe_error(error, lang));
        notes.chain(left_out).collect::<Vec<_>>().join("\n")
    }
}

/// Asks what the deletion of `targets` (`KIND[.GROUP]/[NAMESPACE/]NAME`), in this order, does to the objects in
/// `dumps`: with the policy `cascade` (`background`, `foreground`, `orphan`, `default`), or each of them. `kubernetes` is
/// the version that is simulated (`1.37`); `switches` (`NAME=on`) and `gates` (`NAME=true`) change it.
#[wasm_bindgen]
pub fn forecast(
    dumps: &Sources,
    targets: Vec<String>,
    namespace: Option<String>,
    cascade: Option<String>,
    language: &str,
    kubernetes: Option<String>,
    switches: Option<Vec<String>>,
    gates: Option<Vec<String>>,
) -> Result<ForecastReport, JsValue> {
    let lang = Lang::of_tag(language);
    let cascades = parse_cascade(cascade.as_deref()).ok_or_else(|| {
        no_option(
            "cascade",
            &cascade.unwrap_or_default(),
            &["background", "foreground", "orphan", "default"],
        )
    })?;
    let version = choice(kubernetes.as_deref(), switches, gates, lang)?;
    let mut config = Config::default();
    version
        .configure(&mut config)
        .map_err(|error| refused(&error, lang))?;
    let options = Options::default();
    let given = dumps.files().iter().filter(|file| !file.found);
    let found: Vec<Source<'_>> = dumps
        .files()
        .iter()
        .filter(|file| file.found)
        .map(|file| file.source())
        .collect();
    let (kept, left_out) = sift(&found, &options).map_err(|error| refused(&error, lang))?;
    let sources: Vec<Source<'_>> = given.map(|file| file.source()).chain(kept).collect();
    let forecaster = Forecaster::read(&sources, config, &options).map_err(|error| refused(&error, lang))?;
    let answer = Answer::new(&forecaster, &targets, namespace.as_deref(), &cascades)
        .map_err(|error| no_target(&error, lang))?;
    Ok(ForecastReport {
        answer,
        notes: [version.in_vain(), forecaster.notes().to_vec()].concat(),
        left_out,
    })
}
