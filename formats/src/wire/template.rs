use super::member::Member;
use super::metadata::{read_labels, read_names};
use super::tolerations::read_tolerations;
use super::{WireError, WireProblem};
use crate::template::go_float;
use kubeloupe_core::hash::{self, Form, Template, form_of, prepare};
use kubeloupe_core::object::{Name, Names, PodDetail, PodFacts, PodPhase, PodTemplate};
use kubeloupe_core::sorted::sort_by;
use serde_json::Value;
use std::sync::Arc;

/// Grace of a pod that says nothing of it.
const DEFAULT_GRACE_S: i64 = 30;

/// The annotation with which a pod says how dear its deletion is.
pub(super) const POD_DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

/// What is kept of a template that is too much to keep: how it is hashed, and how it compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hashed {
    /// Its `pod-template-hash` before any collision count, as the 32-bit state (HS-3).
    pub state: u32,
    /// A digest of its content, equal for templates that are equal by meaning (HS-6).
    pub content: u128,
}

/// Hashes templates.
pub trait TemplateHasher {
    /// What is kept of this template, which has no label `pod-template-hash`. `None`: the API server would refuse to read
    /// it.
    fn hash(&mut self, template: &Value) -> Option<Hashed>;
}

impl<F: FnMut(&Value) -> Option<Hashed>> TemplateHasher for F {
    fn hash(&mut self, template: &Value) -> Option<Hashed> {
        self(template)
    }
}

/// Hashes a template as the controllers of `1.minor` do; without a `form` it is told by the template itself.
pub fn hash_template(template: &Value, minor: u32, form: Option<Form>) -> Option<Hashed> {
    let template = Template::new(hash_value(template)).ok()?;
    let form = form.unwrap_or_else(|| form_of(&template));
    let prepared = prepare(&template, form, minor).ok()?;
    Some(Hashed {
        state: prepared.dump_state().0,
        content: prepared.content_digest(),
    })
}

/// The core's form of a JSON value.
pub fn hash_value(value: &Value) -> hash::Value {
    match value {
        Value::Null => hash::Value::Null,
        Value::Bool(value) => hash::Value::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(int) => hash::Value::Int(int),
            None if number.is_u64() => hash::Value::Number(number.to_string().into()),
            None => hash::Value::Number(go_float(number.as_f64().unwrap_or_default()).into()),
        },
        Value::String(text) => hash::Value::text(text),
        Value::Array(elements) => hash::Value::List(elements.iter().map(hash_value).collect()),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.as_str().into(), hash_value(value)));
            hash::Value::from(members.collect::<Vec<_>>())
        }
    }
}

/// What is kept of `spec.template`.
pub fn read_template(
    names: &mut Names,
    reader: &mut impl TemplateHasher,
    template: &Value,
    way: &str,
) -> Result<PodTemplate, WireError> {
    let member = Member::new(template, way);
    let (meta, spec) = (member.get("metadata"), member.get("spec"));
    let hashed = reader
        .hash(&without_hash_label(template))
        .ok_or_else(|| member.wrong(WireProblem::Expected("a pod template")))?;
    let annotation = meta.get("annotations").get(POD_DELETION_COST);
    let deletion_cost = annotation.text()?.map_or(0, deletion_cost);
    let tolerations = read_tolerations(names, &spec.get("tolerations"))?;
    Ok(PodTemplate {
        labels: read_labels(names, &meta.get("labels"))?,
        finalizers: read_names(names, &meta.get("finalizers"))?,
        pod: PodFacts {
            node: spec.get("nodeName").name(names)?,
            phase: PodPhase::Pending,
            termination_grace_period_s: spec
                .get("terminationGracePeriodSeconds")
                .integer()?
                .unwrap_or(DEFAULT_GRACE_S),
            detail: (deletion_cost != 0 || !tolerations.is_empty()).then(|| {
                Arc::new(PodDetail {
                    deletion_cost,
                    tolerations,
                    ..PodDetail::default()
                })
            }),
        },
        content: hashed.content,
        hash_state: hashed.state,
    })
}

fn without_hash_label(template: &Value) -> Value {
    let mut template = template.clone();
    let labels = template
        .get_mut("metadata")
        .and_then(|meta| meta.get_mut("labels"));
    if let Some(labels) = labels.and_then(Value::as_object_mut) {
        labels.remove("pod-template-hash");
    }
    template
}

/// The annotation's value as a 32-bit number. It has to begin with `-` or a digit from 1 to 9, or be `0`; everything
/// else counts as 0.
pub(super) fn deletion_cost(text: &str) -> i32 {
    let first = text.bytes().next().unwrap_or_default();
    let begins_well = text == "0" || first == b'-' || (b'1'..=b'9').contains(&first);
    if begins_well { text.parse().unwrap_or(0) } else { 0 }
}

/// Annotations for which `keep` is true, sorted by the text of their keys.
pub(super) fn read_annotations(
    names: &mut Names,
    annotations: &Member<'_>,
    keep: impl Fn(&str) -> bool,
) -> Result<Vec<(Name, Name)>, WireError> {
    let mut read = Vec::new();
    for (key, value) in annotations.members()? {
        if keep(key) {
            let value = value.name(names)?;
            read.push((names.intern(key), value));
        }
    }
    sort_by(&mut read, |left, right| names.compare(left.0, right.0));
    Ok(read)
}
