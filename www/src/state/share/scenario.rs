use crate::state::{Source, ThingId};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::Object;
use kubeloupe_formats::wire::{stated_kind, written};
use serde_json::{Map, Value, json};

/// What is open and what is asked, as a scenario file (design 4.1).
pub fn scenario(source: &Source, question: &[ThingId], cascade: Cascade) -> Value {
    let cluster = &source.cluster;
    let objects = source.catalog.opened();
    let objects = objects.filter_map(|id| source.catalog.get(id).object.as_deref());
    let deletions = question
        .iter()
        .filter_map(|&id| source.catalog.get(id).object.as_deref());
    let kinds = cluster.kinds.ids();
    let kinds: Vec<Value> = kinds
        .filter_map(|id| stated_kind(cluster, cluster.kinds.get(id)))
        .collect();
    json!({
        "kubeloupe": "v1",
        "title": source.name,
        "kubernetes": format!("1.{}", cluster.minor),
        "kinds": kinds,
        "objects": objects
            .map(|object| written(cluster, source.epoch, &source.silent_nodes, object))
            .collect::<Vec<Value>>(),
        "actions": deletions
            .map(|object| json!({ "at": "0s", "delete": deletion(source, object, cascade) }))
            .collect::<Vec<Value>>(),
    })
}

fn deletion(source: &Source, object: &Object, cascade: Cascade) -> Value {
    let cluster = &source.cluster;
    let mut shown = Map::new();
    let mut set = |key: &str, text: &str| {
        if !text.is_empty() {
            shown.insert(key.to_owned(), text.into());
        }
    };
    let kind = cluster.kinds.get(object.kind);
    set("apiVersion", cluster.names.text(kind.preferred()));
    set("kind", cluster.names.text(kind.kind));
    set("namespace", cluster.names.text(object.meta.namespace));
    set("name", cluster.names.text(object.meta.name));
    let policy = match cascade {
        Cascade::Background => "Background",
        Cascade::Foreground => "Foreground",
        Cascade::Orphan => "Orphan",
        Cascade::ApiDefault => "",
    };
    set("propagationPolicy", policy);
    Value::Object(shown)
}
