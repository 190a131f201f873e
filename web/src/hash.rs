use crate::Sources;
use crate::failure::{no_option, refused};
use kubeloupe_core::hash::analyse::MAX_COUNT;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::template::{HashQuestion, HashReport, describe_hash_error, minors_of, read_templates};
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::{Problem, Source};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The hashes of templates, and what explains them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HashAnswer {
    report: HashReport,
}

#[wasm_bindgen]
impl HashAnswer {
    /// For programs: one JSON document in one line.
    pub fn json(&self) -> String {
        self.report.to_json()
    }

    /// For people, in the language `en` or `zh`.
    pub fn text(&self, language: &str) -> String {
        self.report.text(Lang::of_tag(language))
    }

    /// What else people should know. Empty when there is nothing.
    pub fn remarks(&self, language: &str) -> String {
        self.report.remarks(Lang::of_tag(language)).join("\n")
    }

    /// Whether some template could not be hashed.
    #[wasm_bindgen(js_name = hasErrors)]
    pub fn has_errors(&self) -> bool {
        self.report.has_errors()
    }

    /// Whether every template could be hashed, and every ReplicaSet's label is explained by some version.
    #[wasm_bindgen(js_name = isExplained)]
    pub fn is_explained(&self) -> bool {
        self.report.is_explained()
    }
}

/// The template hash of every object in `sources` that has a pod template: in the version `kubernetes` (`1.37`, or
/// `all`), with `collision_count` or that of the object's status. ReplicaSets are told which version made their label.
/// `explained` adds what each field contributes, and what tells two templates or two versions apart.
#[wasm_bindgen(js_name = hashTemplates)]
pub fn hash_templates(
    sources: &Sources,
    kubernetes: Option<String>,
    collision_count: Option<i32>,
    explained: bool,
    language: &str,
) -> Result<HashAnswer, JsValue> {
    let lang = Lang::of_tag(language);
    let minors = minors_of(kubernetes.as_deref()).ok_or_else(|| {
        let known = ["1.8 … 1.37", "all"];
        no_option("kubernetes", &kubernetes.unwrap_or_default(), &known)
    })?;
    let question = HashQuestion {
        minors,
        collision_count,
        explain: explained,
        most: MAX_COUNT.max(collision_count.unwrap_or(0)),
    };
    let mut objects = Vec::new();
    let mut left_out = Vec::new();
    for file in sources.files() {
        let source = Source {
            name: &file.name,
            bytes: &file.bytes,
        };
        match read_templates(&[source], Limits::default()) {
            Ok(found) => objects.extend(found),
            // A folder may hold anything, unless this module cannot read it for a reason of its own.
            Err(error) if file.found && error.problem != Problem::YamlNotBuiltIn => left_out.push(error),
            Err(error) => return Err(refused(&error, lang)),
        }
    }
    if objects.is_empty()
        && let Some(error) = left_out.first()
    {
        return Err(refused(error, lang));
    }
    Ok(HashAnswer {
        report: HashReport::new(&objects, &question, |error| describe_hash_error(error, lang)),
    })
}
