use crate::Sources;
use crate::failure::no_hash;
use crate::failure::{no_option, refused};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::hash::analyse::MAX_COUNT;
use kubeloupe_core::hash::{safe_decode, safe_encode};
use kubeloupe_formats::dump::Note;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::template::{
    CollisionReport, HashQuestion, HashReport, TemplateObject, describe_hash_error, minors_of, read_templates,
};
use kubeloupe_formats::text::{Lang, describe_notes};
use kubeloupe_formats::{Problem, Source};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The hashes of templates, and what explains them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HashAnswer {
    report: HashReport,
    /// What was left out of folders.
    notes: Vec<Note>,
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
        let lang = Lang::of_tag(language);
        let mut remarks = describe_notes(&self.notes, &Cluster::default(), lang);
        remarks.extend(self.report.remarks(lang));
        remarks.join("\n")
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
    let (objects, mut notes) = templates(sources, lang)?;
    notes.extend(sources.passed_over());
    Ok(HashAnswer {
        report: HashReport::new(&objects, &question, |error| describe_hash_error(error, lang)),
        notes,
    })
}

/// Every object with a template, and notes about files of folders that are left out. That a file in a folder holds no
/// template is no news.
fn templates(sources: &Sources, lang: Lang) -> Result<(Vec<TemplateObject>, Vec<Note>), JsValue> {
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
    let broken = left_out
        .into_iter()
        .filter(|error| error.problem != Problem::NoTemplate);
    Ok((objects, broken.map(Note::FileSkipped).collect()))
}

/// A template that collides with another one.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CollisionAnswer {
    report: CollisionReport,
}

#[wasm_bindgen]
impl CollisionAnswer {
    /// For programs: one JSON document in one line.
    pub fn json(&self) -> String {
        self.report.to_json()
    }

    /// For people, in the language `en` or `zh`.
    pub fn text(&self, language: &str) -> String {
        self.report.text(Lang::of_tag(language))
    }
}

/// Looks for a template with `image` in its first container that has the hash of the first template in `sources`, in the
/// version `kubernetes` (`1.37`). It takes some hundred thousand tries.
#[wasm_bindgen(js_name = findCollision)]
pub fn find_collision(
    sources: &Sources,
    image: &str,
    kubernetes: Option<String>,
    language: &str,
) -> Result<CollisionAnswer, JsValue> {
    let lang = Lang::of_tag(language);
    let minors = minors_of(kubernetes.as_deref()).unwrap_or_default();
    let &[minor] = &minors[..] else {
        return Err(no_option(
            "kubernetes",
            &kubernetes.unwrap_or_default(),
            &["1.8 … 1.37"],
        ));
    };
    let (objects, _) = templates(sources, lang)?;
    let found = match objects.first() {
        Some(object) => CollisionReport::find(object, image, minor),
        None => Ok(None),
    };
    match found {
        Ok(Some(report)) => Ok(CollisionAnswer { report }),
        Ok(None) => Err(no_hash("nothing collides")),
        Err(error) => Err(no_hash(&describe_hash_error(&error, lang))),
    }
}

/// How a 32-bit sum is written as a hash (SafeEncode).
#[wasm_bindgen(js_name = encodeSum)]
pub fn encode_sum(sum: u32) -> String {
    safe_encode(&sum.to_string())
}

/// The 32-bit sum that a hash is written of; nothing for what is no hash.
#[wasm_bindgen(js_name = decodeHash)]
pub fn decode_hash(hash: &str) -> Option<u32> {
    safe_decode(hash)
}
