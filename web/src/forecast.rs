use crate::Sources;
use crate::failure::{no_option, no_target, refused};
use crate::versions::choice;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::forecast::{Answer, Forecaster, built_in, parse_cascade};
use kubeloupe_formats::text::{Lang, describe_notes};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a deletion does.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ForecastReport {
    answer: Answer,
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

    /// For a ticket: Markdown, in the language `en` or `zh`.
    pub fn markdown(&self, language: &str) -> String {
        self.answer.markdown(Lang::of_tag(language))
    }

    /// What else people should know: what the reader assumed, made up, or left out, a line each. Empty when there is
    /// nothing.
    pub fn remarks(&self, language: &str) -> String {
        let lang = Lang::of_tag(language);
        describe_notes(self.answer.notes(), self.answer.cluster(), lang).join("\n")
    }
}

/// Asks what the deletion of `targets` (`KIND[.GROUP]/[NAMESPACE/]NAME`), in this order, does to the objects in
/// `dumps`: with the policy `cascade` (`background`, `foreground`, `orphan`, `default`), or each of them. `kubernetes` is
/// the version that is simulated (`1.37`); `switches` (`NAME=on`) and `gates` (`NAME=true`) change it.
#[wasm_bindgen]
#[expect(
    clippy::too_many_arguments,
    reason = "JavaScript names none of them; the package wraps them"
)]
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
    let (cluster, dump) = dumps.reader(built_in(config.minor)).finish();
    let dump = dump.map_err(|error| refused(&error, lang))?;
    let forecaster = Forecaster::of_dump(cluster, dump, config);
    let answer = Answer::new(&forecaster, &targets, namespace.as_deref(), &cascades)
        .map_err(|error| no_target(&error, lang))?;
    Ok(ForecastReport {
        answer: answer.with_notes(version.in_vain()),
    })
}
