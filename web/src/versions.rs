use crate::failure::refused;
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::versions::{VersionChoice, changes_json, changes_text, table_json, table_text};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Differences between versions of Kubernetes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct VersionTable {
    json: String,
    text: String,
}

#[wasm_bindgen]
impl VersionTable {
    /// For programs: one JSON document in one line.
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// For people.
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

/// Every switch: what it changes, and in which versions it is on.
#[wasm_bindgen(js_name = switchTable)]
pub fn switch_table(language: &str) -> VersionTable {
    let lang = Lang::of_tag(language);
    VersionTable {
        json: table_json(lang),
        text: table_text(lang),
    }
}

/// What is different in the version `to` (`1.37`) for whoever comes from `from`.
#[wasm_bindgen(js_name = versionChanges)]
pub fn version_changes(from: &str, to: &str, language: &str) -> Result<VersionTable, JsValue> {
    let lang = Lang::of_tag(language);
    let from = choice(Some(from), None, None, lang)?.minor();
    let to = choice(Some(to), None, None, lang)?.minor();
    Ok(VersionTable {
        json: changes_json(from, to, lang),
        text: changes_text(from, to, lang),
    })
}

/// What the options of a command say about the version.
pub(crate) fn choice(
    kubernetes: Option<&str>,
    switches: Option<Vec<String>>,
    gates: Option<Vec<String>>,
    lang: Lang,
) -> Result<VersionChoice, JsValue> {
    let (switches, gates) = (switches.unwrap_or_default(), gates.unwrap_or_default());
    VersionChoice::of_words(kubernetes, &switches, &gates).map_err(|error| refused(&error, lang))
}
