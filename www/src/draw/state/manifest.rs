use super::Document;
use super::minimal::minimal;
use kubeloupe_core::object::{Facts, Kind, KnownFrom, Name, Object, Scope};
use kubeloupe_core::{Map, Set};
use kubeloupe_formats::reference::ObjectRef;
use kubeloupe_formats::wire::metadata;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// The drawing as manifests for `kubectl apply`, owners before their dependents. What the API server sets is left out:
/// uids, versions, times. So owner references have none either, and nobody can apply them before they do; `about` says
/// so at the top, in lines of the reader's language.
pub fn manifest(document: &Document, about: &[&str]) -> String {
    let mut text = String::new();
    for line in about {
        comment(&mut text, line);
    }
    let order = owners_first(document);
    comment(&mut text, "");
    for (number, object) in order.iter().enumerate() {
        let reference = ObjectRef::of(&document.cluster, object);
        let mut line = format!("{:>3}. {reference}", number + 1);
        if !object.meta.owner_references.is_empty() {
            line.push_str(" (uid)");
        }
        comment(&mut text, &line);
    }
    for kind in drawn_kinds(document) {
        text.push_str("---\n");
        emit(&definition(document, kind), 0, &mut text);
    }
    for object in order {
        text.push_str("---\n");
        for reference in &object.meta.owner_references {
            comment(
                &mut text,
                &format!(
                    "uid: {}",
                    command(
                        document,
                        object,
                        reference.kind,
                        reference.api_version,
                        reference.name
                    )
                ),
            );
        }
        emit(&shown(document, object), 0, &mut text);
    }
    text
}

fn comment(text: &mut String, line: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "# {line}");
    while text.ends_with(" \n") {
        text.truncate(text.len() - 2);
        text.push('\n');
    }
}

/// Owners before their dependents, each object once, namespaces first; what owns itself in a circle comes as it is.
fn owners_first(document: &Document) -> Vec<&Arc<Object>> {
    let namespace = document.namespace_kind();
    let by_uid: Map<Name, usize> = (0..)
        .zip(&document.objects)
        .map(|(place, object)| (object.meta.uid, place))
        .collect();
    let mut order = Vec::with_capacity(document.objects.len());
    let mut seen: Set<usize> = Set::default();
    let rank = |object: &Arc<Object>| match object.facts {
        _ if Some(object.kind) == namespace => 0,
        Facts::Crd(_) => 1,
        _ => 2,
    };
    let mut roots: Vec<usize> = (0..document.objects.len()).collect();
    roots.sort_by_key(|&place| rank(&document.objects[place]));
    for root in roots {
        // What waits for its owners stands below them; a place is left when all of its owners were.
        let mut waiting = vec![(root, 0)];
        while let Some((place, next)) = waiting.pop() {
            if next == 0 && !seen.insert(place) {
                continue;
            }
            let object = &document.objects[place];
            match object.meta.owner_references.get(next) {
                None => order.push(object),
                Some(reference) => {
                    waiting.push((place, next + 1));
                    if let Some(&owner) = by_uid.get(&reference.uid).filter(|owner| !seen.contains(*owner)) {
                        waiting.push((owner, 0));
                    }
                }
            }
        }
    }
    order
}

/// The kinds of the objects that somebody has to define.
fn drawn_kinds(document: &Document) -> Vec<&Kind> {
    let used: Set<_> = document.objects.iter().map(|object| object.kind).collect();
    let kinds = &document.cluster.kinds;
    let drawn = |kind: &&Kind| matches!(kind.known_from, KnownFrom::Stated | KnownFrom::Objects);
    kinds
        .ids()
        .filter(|id| used.contains(id))
        .map(|id| kinds.get(id))
        .filter(drawn)
        .collect()
}

fn definition(document: &Document, kind: &Kind) -> Value {
    let text = |name: Name| document.cluster.names.text(name);
    let versions = kind.versions.iter().enumerate().map(|(number, version)| {
        let name = text(version.api_version);
        json!({
            "name": name.rsplit('/').next().unwrap_or(name),
            "served": version.served,
            "storage": number == 0,
            "schema": { "openAPIV3Schema": { "type": "object", "x-kubernetes-preserve-unknown-fields": true } },
        })
    });
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": format!("{}.{}", text(kind.resource), text(kind.group)) },
        "spec": {
            "group": text(kind.group),
            "names": { "kind": text(kind.kind), "plural": text(kind.resource) },
            "scope": if kind.scope == Scope::Namespaced { "Namespaced" } else { "Cluster" },
            "versions": versions.collect::<Vec<Value>>(),
        },
    })
}

/// How the uid of an owner is asked for.
fn command(document: &Document, object: &Object, kind: Name, api_version: Name, name: Name) -> String {
    let cluster = &document.cluster;
    let text = |name: Name| cluster.names.text(name);
    let known = cluster
        .kinds
        .known(api_version, kind)
        .map(|id| cluster.kinds.get(id));
    let resource = known.map_or_else(
        || text(kind).to_lowercase(),
        |kind| match text(kind.group) {
            "" => text(kind.resource).to_owned(),
            group => format!("{}.{group}", text(kind.resource)),
        },
    );
    let namespaced = known.is_none_or(Kind::is_namespaced) && object.meta.namespace != Name::EMPTY;
    let namespace = if namespaced {
        format!(" -n {}", text(object.meta.namespace))
    } else {
        String::new()
    };
    format!(
        "kubectl get {resource} {}{namespace} -o jsonpath='{{.metadata.uid}}'",
        text(name)
    )
}

fn shown(document: &Document, object: &Object) -> Value {
    let cluster = &document.cluster;
    let kind = cluster.kinds.get(object.kind);
    let mut meta = metadata(&cluster.names, &object.meta, |_| Value::Null);
    if let Some(members) = meta.as_object_mut() {
        for set in [
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
        ] {
            members.remove(set);
        }
        for reference in members
            .get_mut("ownerReferences")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
        {
            reference.remove("uid");
        }
    }
    let name = cluster.names.text(object.meta.name);
    let mut shown = json!({
        "apiVersion": cluster.names.text(kind.preferred()),
        "kind": cluster.names.text(kind.kind),
        "metadata": meta,
    });
    if let Some(Value::Object(more)) = minimal(
        cluster.names.text(kind.group),
        cluster.names.text(kind.kind),
        name,
    ) {
        for (key, value) in more {
            shown[key] = value;
        }
    }
    match &object.facts {
        Facts::Pod(pod) => {
            let node = cluster.names.text(pod.node);
            if !node.is_empty() {
                shown["spec"]["nodeName"] = node.into();
            }
            shown["spec"]["terminationGracePeriodSeconds"] = pod.termination_grace_period_s.into();
        }
        Facts::Crd(crd) => {
            if let Some(defines) = crd.defines {
                shown["spec"] = definition(document, cluster.kinds.get(defines))["spec"].take();
            }
        }
        Facts::IpAddress(address) => {
            shown["spec"] = json!({ "parentRef": {
                "resource": "services",
                "namespace": cluster.names.text(address.parent_namespace),
                "name": cluster.names.text(address.parent_name),
            } });
        }
        _ => {}
    }
    shown
}

/// Writes a value as YAML in blocks. Texts are written as JSON writes them wherever YAML could read something else.
fn emit(value: &Value, indent: usize, text: &mut String) {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, value) in in_order(members) {
                let _ = write!(text, "{pad}{}:", scalar(key));
                after(value, indent, text);
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            for element in elements {
                let mut block = String::new();
                emit(element, indent + 2, &mut block);
                let _ = write!(text, "{pad}- {}", block.trim_start());
            }
        }
        Value::String(word) => {
            let _ = writeln!(text, "{pad}{}", scalar(word));
        }
        other => {
            let _ = writeln!(text, "{pad}{other}");
        }
    }
}

fn after(value: &Value, indent: usize, text: &mut String) {
    let is_block = matches!(value, Value::Object(members) if !members.is_empty())
        || matches!(value, Value::Array(elements) if !elements.is_empty());
    if is_block {
        text.push('\n');
        let deeper = if value.is_array() { indent } else { indent + 2 };
        emit(value, deeper, text);
    } else {
        text.push(' ');
        emit(value, 0, text);
    }
}

/// As people write manifests: what a thing is, then its name, then the rest.
fn in_order(members: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    const FIRST: [&str; 5] = ["apiVersion", "kind", "metadata", "name", "namespace"];
    let mut ordered: Vec<(&String, &Value)> = members.iter().collect();
    ordered.sort_by_key(|(key, _)| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
    ordered
}

fn scalar(word: &str) -> String {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
    let plain = word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.bytes().all(letter)
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&word.to_ascii_lowercase().as_str());
    if plain {
        word.to_owned()
    } else {
        json!(word).to_string()
    }
}
