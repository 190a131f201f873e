//! What storing a template does to it besides defaulting: quantities become canonical, and what protobuf cannot tell
//! from nothing becomes nothing (DF-12, DF-24 … DF-26).

use super::decode::member_type;
use super::leaf::{Leaf, leaf};
use super::schema::{self, Kind, Type, type_at};
use super::{Quantity, Value};

/// Annotations of init containers from before there was a field, which are dropped from templates (DF-26).
const LEGACY_ANNOTATIONS: [&str; 4] = [
    "pod.alpha.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.beta.kubernetes.io/init-containers",
];

/// Makes the texts of quantities canonical; in resource lists after rounding up to thousandths (QT-8, QT-11).
pub(super) fn canonical_quantities(template: &mut Value, minor: u32) {
    each_quantity(type_at(schema::ROOT), template, minor, false);
}

fn each_quantity(of: &Type, value: &mut Value, minor: u32, listed: bool) {
    if leaf(of) == Some(Leaf::Quantity) {
        // What was decoded is readable; one that was never set is 0.
        let parsed = value.as_text().and_then(|text| Quantity::parse(text).ok());
        let mut quantity = parsed.unwrap_or_default();
        if listed {
            quantity.round_up_to_milli();
        }
        *value = Value::text(&quantity.canonical());
        return;
    }
    match (of.kind, value) {
        (Kind::Pointer(target), value) => each_quantity(type_at(target), value, minor, listed),
        (Kind::Struct(..), Value::Map(members)) => {
            for (name, value) in members.iter_mut() {
                if let Some(of) = member_type(of, name, minor) {
                    each_quantity(of, value, minor, listed);
                }
            }
        }
        (Kind::Slice(element), Value::List(elements)) => {
            for value in elements {
                each_quantity(type_at(element), value, minor, listed);
            }
        }
        (Kind::Map(_, element), Value::Map(members)) => {
            let listed = of.printed == "v1.ResourceList";
            for (_, value) in members.iter_mut() {
                each_quantity(type_at(element), value, minor, listed);
            }
        }
        _ => {}
    }
}

/// Makes empty lists and mappings nil (DF-25).
pub(super) fn drop_empty(template: &mut Value, minor: u32) {
    walk_empty(type_at(schema::ROOT), template, minor);
}

/// Whether the value is an empty list or mapping, which goes.
fn walk_empty(of: &Type, value: &mut Value, minor: u32) -> bool {
    if leaf(of).is_some() {
        return false;
    }
    match (of.kind, value) {
        (Kind::Pointer(target), value) => {
            walk_empty(type_at(target), value, minor);
            false
        }
        (Kind::Struct(..), Value::Map(members)) => {
            members.retain(|name, value| {
                member_type(of, name, minor).is_some_and(|of| !walk_empty(of, value, minor))
            });
            false
        }
        (Kind::Slice(element), Value::List(elements)) => {
            for value in elements.iter_mut() {
                walk_empty(type_at(element), value, minor);
            }
            elements.is_empty()
        }
        (Kind::Map(_, element), Value::Map(members)) => {
            for (_, value) in members.iter_mut() {
                walk_empty(type_at(element), value, minor);
            }
            members.is_empty()
        }
        _ => false,
    }
}

/// Sets both names of the service account, and drops annotations that have become fields.
pub(super) fn convert(template: &mut Value) {
    if let Some(Value::Map(spec)) = template.get_mut("spec") {
        let name = spec
            .get("serviceAccountName")
            .or_else(|| spec.get("serviceAccount"));
        if let Some(name) = name.cloned() {
            spec.set("serviceAccountName", name.clone());
            spec.set("serviceAccount", name);
        }
    }
    if let Some(Value::Map(annotations)) = annotations(template) {
        annotations.retain(|name, _| !LEGACY_ANNOTATIONS.contains(&name));
    }
}

fn annotations(template: &mut Value) -> Option<&mut Value> {
    template.get_mut("metadata")?.get_mut("annotations")
}

/// The label that the Deployment controller adds is no part of the template that it hashes (HS-7, DF-29).
pub(super) fn drop_hash_label(template: &mut Value) {
    let labels = template
        .get_mut("metadata")
        .and_then(|metadata| metadata.get_mut("labels"));
    if let Some(Value::Map(labels)) = labels {
        labels.remove("pod-template-hash");
    }
}
