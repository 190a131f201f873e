use super::object::TemplateObject;
use crate::json::to_json;
use kubeloupe_core::hash::analyse::{
    Difference, Explained, Maker, Origin, Sides, compare, explain, makers_of,
};
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use kubeloupe_core::hash::{
    Certainty, Form, HashError, Integers, Prepared, controller_revision_name, names_are_cut, prepare,
    replica_set_name, revision_data, revision_hash, unknown_fields,
};
use serde::Serialize;

/// What is asked about templates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashQuestion {
    /// The minor versions, the newest first.
    pub minors: Vec<u32>,
    /// The collisionCount; without one that of each object's status.
    pub collision_count: Option<i32>,
    /// Which field contributes what, and what tells two templates or two versions apart.
    pub explain: bool,
    /// The largest collisionCount with which labels of ReplicaSets are explained.
    pub most: i32,
}

/// What is told about templates. Keys never change their meaning; new ones may come.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HashReport {
    pub(super) kubeloupe: &'static str,
    pub(super) templates: Vec<TemplateReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comparison: Option<Comparison>,
}

/// About one object.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TemplateReport {
    #[serde(rename = "ref")]
    pub(super) reference: String,
    pub(super) source: String,
    pub(super) form: &'static str,
    pub(super) collision_count: Option<i32>,
    #[serde(skip)]
    pub(super) error: Option<HashError>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "error")]
    pub(super) error_text: Option<String>,
    pub(super) hashes: Vec<HashRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<LabelReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dump: Option<Dump>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) versions_differ: Vec<Comparison>,
}

/// One hash.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HashRow {
    pub(super) kubernetes: String,
    #[serde(skip)]
    pub(super) minor: u32,
    pub(super) hash: String,
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) sum: u32,
    pub(super) certain: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) depends_on_zone: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unknown_fields: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) dropped_fields: Vec<String>,
}

/// Who made a ReplicaSet's label.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LabelReport {
    pub(super) label: String,
    pub(super) tried_counts: i32,
    pub(super) made_by: Vec<MakerRow>,
}

/// A version and a collisionCount.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MakerRow {
    pub(super) kubernetes: String,
    pub(super) collision_count: Option<i32>,
    #[serde(skip)]
    pub(super) minor: u32,
}

/// The dumped text, and which field contributes what.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Dump {
    pub(super) kubernetes: String,
    pub(super) text: String,
    pub(super) parts: Vec<PartRow>,
}

/// A piece of a dump.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PartRow {
    pub(super) field: String,
    pub(super) go: String,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) origin: &'static str,
    #[serde(skip)]
    pub(super) is_leaf: bool,
}

/// Two dumps side by side.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Comparison {
    pub(super) first: String,
    pub(super) second: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same_hash: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equal_for_api: Option<bool>,
    pub(super) differences: Vec<DifferenceRow>,
}

/// A field that makes two dumps differ.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DifferenceRow {
    pub(super) field: String,
    pub(super) go: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<String>,
}

impl HashReport {
    /// Answers `question` about `objects`. `describe` puts errors into words, for the JSON.
    pub fn new(
        objects: &[TemplateObject],
        question: &HashQuestion,
        describe: impl Fn(&HashError) -> String,
    ) -> HashReport {
        let templates: Vec<TemplateReport> = objects
            .iter()
            .map(|object| {
                let mut report = TemplateReport::new(object, question);
                if let Err(error) = report.fill(object, question) {
                    report.error_text = Some(describe(&error));
                    report.error = Some(error);
                }
                report
            })
            .collect();
        let comparison = match objects {
            [first, second] if question.explain => compare_templates(first, second, question).ok(),
            _ => None,
        };
        HashReport {
            kubeloupe: "v1",
            templates,
            comparison,
        }
    }

    /// Whether every template could be hashed, and every label of a ReplicaSet is explained.
    pub fn is_explained(&self) -> bool {
        self.templates.iter().all(|template| {
            template.error.is_none()
                && template
                    .label
                    .as_ref()
                    .is_none_or(|label| !label.made_by.is_empty())
        })
    }

    /// Whether some template could not be hashed.
    pub fn has_errors(&self) -> bool {
        self.templates.iter().any(|template| template.error.is_some())
    }

    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

pub(super) fn version(minor: u32) -> String {
    format!("1.{minor}")
}

impl TemplateReport {
    fn new(object: &TemplateObject, question: &HashQuestion) -> TemplateReport {
        TemplateReport {
            reference: object.reference(),
            source: object.source.clone(),
            form: match object.form {
                Form::Manifest => "manifest",
                Form::Stored | Form::Decoded => "stored",
            },
            collision_count: question.collision_count.or(object.collision_count),
            error: None,
            error_text: None,
            hashes: Vec::new(),
            label: None,
            dump: None,
            versions_differ: Vec::new(),
        }
    }

    fn fill(&mut self, object: &TemplateObject, question: &HashQuestion) -> Result<(), HashError> {
        let template = object.template.clone()?.without_hash_label();
        let misspelt = unknown_fields(&template)?;
        if !misspelt.is_empty() {
            return Err(HashError::UnknownFields(misspelt));
        }
        let mut explained: Vec<(u32, Explained)> = Vec::new();
        for &minor in &question.minors {
            let prepared = prepare(&template, object.form, minor)?;
            self.hashes.push(row(object, &prepared, self.collision_count));
            if question.explain {
                explained.push((minor, explain(&prepared, &template)?));
            }
        }
        for pair in explained.windows(2) {
            let [(newer, second), (older, first)] = pair else {
                continue;
            };
            let differences = compare(first, second);
            if !differences.is_empty() {
                self.versions_differ.push(Comparison {
                    first: version(*older),
                    second: version(*newer),
                    same_hash: None,
                    equal_for_api: None,
                    differences: differences.into_iter().map(difference).collect(),
                });
            }
        }
        if let Some((minor, explained)) = explained.into_iter().next() {
            self.dump = Some(dump(minor, explained));
        }
        if let Some(label) = &object.hash_label {
            let makers = makers_of(&template, Form::Stored, label, question.most)?;
            self.label = Some(LabelReport {
                label: label.clone(),
                tried_counts: question.most,
                made_by: makers.into_iter().map(maker).collect(),
            });
        }
        Ok(())
    }
}

fn row(object: &TemplateObject, prepared: &Prepared, count: Option<i32>) -> HashRow {
    let hash = prepared.hash(count);
    let encoded = hash.encoded();
    let name = match object.kind.as_str() {
        "Deployment" => Some(replica_set_name(
            &object.name,
            &encoded,
            names_are_cut(prepared.minor),
        )),
        "DaemonSet" => Some(format!("{}-{encoded}", object.name)),
        // Named by its revision's data; one without a count starts with 0 (HS-17, HS-18, HS-22).
        "StatefulSet" => {
            let data = revision_data(prepared, Integers::Float64);
            let hash = revision_hash(&data, Some(count.unwrap_or(0)));
            Some(controller_revision_name(&object.name, &hash))
        }
        _ => None,
    };
    HashRow {
        kubernetes: version(prepared.minor),
        minor: prepared.minor,
        label: hash.label(prepared.minor),
        hash: encoded,
        name: name.filter(|_| !object.name.is_empty()),
        sum: hash.sum,
        certain: prepared.certainty() == Certainty::Certain,
        depends_on_zone: prepared.depends_on_zone(),
        unknown_fields: prepared.unknown.clone(),
        dropped_fields: prepared.gated.clone(),
    }
}

fn maker(maker: Maker) -> MakerRow {
    MakerRow {
        kubernetes: version(maker.minor),
        collision_count: maker.collision_count,
        minor: maker.minor,
    }
}

fn dump(minor: u32, explained: Explained) -> Dump {
    Dump {
        kubernetes: version(minor),
        parts: explained
            .parts
            .into_iter()
            .map(|part| PartRow {
                field: part.field,
                go: part.go,
                start: part.start,
                end: part.end,
                origin: match part.origin {
                    Origin::Given => "given",
                    Origin::Rewritten => "rewritten",
                    Origin::Default => "default",
                    Origin::Zero => "zero",
                },
                is_leaf: part.is_leaf,
            })
            .collect(),
        text: explained.text,
    }
}

fn difference(difference: Difference) -> DifferenceRow {
    let (first, second) = match difference.dumped {
        Sides::First(text) => (Some(text), None),
        Sides::Second(text) => (None, Some(text)),
        Sides::Both(first, second) => (Some(first), Some(second)),
    };
    DifferenceRow {
        field: difference.field,
        go: difference.go,
        first,
        second,
    }
}

/// Two templates in the newest of the versions asked about.
fn compare_templates(
    first: &TemplateObject,
    second: &TemplateObject,
    question: &HashQuestion,
) -> Result<Comparison, HashError> {
    let minor = question.minors.first().copied().unwrap_or(NEWEST_MINOR);
    let ready = |object: &TemplateObject| -> Result<(Prepared, Explained), HashError> {
        let template = object.template.clone()?.without_hash_label();
        let prepared = prepare(&template, object.form, minor)?;
        let explained = explain(&prepared, &template)?;
        Ok((prepared, explained))
    };
    let (ours, theirs) = (ready(first)?, ready(second)?);
    Ok(Comparison {
        first: first.reference(),
        second: second.reference(),
        same_hash: Some(ours.0.hash(None) == theirs.0.hash(None)),
        equal_for_api: Some(ours.0.equals_ignoring_hash(&theirs.0)),
        differences: compare(&ours.1, &theirs.1).into_iter().map(difference).collect(),
    })
}

/// The minor versions that a text names: `all`, or one as in `1.37`; without a text the newest.
pub fn minors_of(text: Option<&str>) -> Option<Vec<u32>> {
    match text {
        None => Some(vec![NEWEST_MINOR]),
        Some("all") => Some((OLDEST_MINOR..=NEWEST_MINOR).rev().collect()),
        Some(text) => {
            let minor = text.strip_prefix("1.")?.parse().ok()?;
            (OLDEST_MINOR..=NEWEST_MINOR)
                .contains(&minor)
                .then(|| vec![minor])
        }
    }
}
