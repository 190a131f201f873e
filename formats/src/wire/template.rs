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

/// How a template is hashed: its `pod-template-hash` before any collision count, as the 32-bit state (HS-3).
pub trait TemplateReader {
    /// The state after the dump of this template, which has no label `pod-template-hash`. `None`: the API server would
    /// refuse to read it.
    fn hash_state(&mut self, template: &Value) -> Option<u32>;
}

impl<F: FnMut(&Value) -> Option<u32>> TemplateReader for F {
    fn hash_state(&mut self, template: &Value) -> Option<u32> {
        self(template)
    }
}

/// The state as the controllers of `1.minor` compute it; without a `form` it is told by the template itself.
pub fn hash_state(template: &Value, minor: u32, form: Option<Form>) -> Option<u32> {
    let template = Template::new(hash_value(template)).ok()?;
    let form = form.unwrap_or_else(|| form_of(&template));
    let prepared = prepare(&template, form, minor).ok()?;
    Some(prepared.dump_state().0)
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
    reader: &mut impl TemplateReader,
    template: &Value,
    way: &str,
) -> Result<PodTemplate, WireError> {
    let member = Member::new(template, way);
    let (meta, spec) = (member.get("metadata"), member.get("spec"));
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
        content: template_content(template),
        hash_state: reader
            .hash_state(&without_hash_label(template))
            .ok_or_else(|| member.wrong(WireProblem::Expected("a pod template")))?,
    })
}

/// A digest of a template without its labels and finalizers, which are compared by themselves. Members that are empty
/// count as absent (HS-6).
pub fn template_content(template: &Value) -> u128 {
    let mut rest = template.clone();
    if let Some(meta) = rest.get_mut("metadata").and_then(Value::as_object_mut) {
        for compared in ["labels", "finalizers", "creationTimestamp"] {
            meta.remove(compared);
        }
    }
    let text = serde_json::to_string(&without_empty(&rest)).unwrap_or_default();
    let (mut low, mut high) = (0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142_u64);
    for byte in text.bytes() {
        low = (low ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        high = (high.rotate_left(31) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (u128::from(high) << 64) | u128::from(low)
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

fn without_empty(value: &Value) -> Value {
    match value {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| match key.as_str() {
                    "limits" | "requests" => (key.clone(), by_value(value)),
                    _ => (key.clone(), without_empty(value)),
                })
                .filter(|(_, value)| !is_empty(value))
                .collect(),
        ),
        Value::Array(elements) => Value::Array(elements.iter().map(without_empty).collect()),
        other => other.clone(),
    }
}

/// Quantities by their value: `1Gi` and `1073741824` are equal (HS-6).
fn by_value(quantities: &Value) -> Value {
    match quantities {
        Value::Object(members) => {
            let canonical = |value: &Value| match value {
                Value::String(text) => canonical_quantity(text).map_or_else(|| value.clone(), Value::from),
                Value::Number(number) => {
                    canonical_quantity(&number.to_string()).map_or_else(|| value.clone(), Value::from)
                }
                other => other.clone(),
            };
            Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), canonical(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// A quantity as a whole number and a power of ten. `None` for what is none, or too large to tell.
fn canonical_quantity(text: &str) -> Option<String> {
    let end = text
        .find(|letter: char| !matches!(letter, '0'..='9' | '.' | '+' | '-'))
        .unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut mantissa: i128 = format!("{whole}{fraction}").parse().ok()?;
    let mut power = -i32::try_from(fraction.len()).ok()?;
    let binary = |exponent: u32| 1_i128.checked_shl(exponent);
    match suffix {
        "" => {}
        "n" => power -= 9,
        "u" => power -= 6,
        "m" => power -= 3,
        "k" => power += 3,
        "M" => power += 6,
        "G" => power += 9,
        "T" => power += 12,
        "P" => power += 15,
        "E" => power += 18,
        "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei" => {
            let steps = "KMGTPE".find(&suffix[..1])? + 1;
            mantissa = mantissa.checked_mul(binary(10 * u32::try_from(steps).ok()?)?)?;
        }
        exponent => power += exponent.strip_prefix(['e', 'E'])?.parse::<i32>().ok()?,
    }
    while mantissa != 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        power += 1;
    }
    Some(if mantissa == 0 {
        "0".to_owned()
    } else {
        format!("{mantissa}e{power}")
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
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
