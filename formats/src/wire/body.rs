use super::metadata::{metadata, owner_reference, texts};
use super::words::policy;
use kubeloupe_core::apiserver::{DeleteOptions, OwnerDirective, OwnerPatch, Patch, Verb};
use kubeloupe_core::object::{Name, Names, PodPhase};
use serde_json::{Map, Value, json};

/// The body of a request as recordings show it: only what the client sets. `None` for a request without one, and for
/// the subresources of namespaces, whose bodies the namespace controller's own texts go into.
pub fn body(names: &Names, verb: &Verb) -> Option<Value> {
    match verb {
        Verb::Get | Verb::List | Verb::UpdateNamespaceStatus(_) | Verb::Finalize(_) => None,
        // Only what is kept of such a body could be shown.
        Verb::Update(_) | Verb::UpdateStatus(_) => None,
        Verb::Create(create) => {
            Some(json!({ "metadata": metadata(names, &create.object.meta, |_| Value::Bool(true)) }))
        }
        Verb::Patch(patch) => Some(patch_body(names, patch)),
        Verb::Delete(options) | Verb::DeleteCollection(options) => Some(options_body(names, options)),
    }
}

fn options_body(names: &Names, options: &DeleteOptions) -> Value {
    if options.malformed {
        return Value::String(String::new());
    }
    let mut body = Map::new();
    let mut preconditions = Map::new();
    if let Some(seconds) = options.grace_period_s {
        body.insert("gracePeriodSeconds".to_owned(), seconds.into());
    }
    if let Some(orphan) = options.orphan_dependents {
        body.insert("orphanDependents".to_owned(), orphan.into());
    }
    if let Some(given) = options.policy {
        body.insert("propagationPolicy".to_owned(), policy(names, given).into());
    }
    if let Some(uid) = options.uid {
        preconditions.insert("uid".to_owned(), names.text(uid).into());
    }
    if let Some(version) = options.resource_version {
        preconditions.insert("resourceVersion".to_owned(), version.to_string().into());
    }
    if !preconditions.is_empty() {
        body.insert("preconditions".to_owned(), Value::Object(preconditions));
    }
    if !options.dry_run.is_empty() {
        body.insert("dryRun".to_owned(), texts(names, &options.dry_run));
    }
    Value::Object(body)
}

fn patch_body(names: &Names, patch: &Patch) -> Value {
    let mut meta = Map::new();
    let mut set = |key: &str, value: Value| drop(meta.insert(key.to_owned(), value));
    if let Some(uid) = patch.uid {
        set("uid", names.text(uid).into());
    }
    if let Some(version) = patch.resource_version {
        set("resourceVersion", version.to_string().into());
    }
    if let Some(finalizers) = &patch.finalizers {
        // GC-52: an empty list is sent as null.
        set(
            "finalizers",
            if finalizers.is_empty() {
                Value::Null
            } else {
                texts(names, finalizers)
            },
        );
    }
    match &patch.owner_references {
        None => {}
        Some(OwnerPatch::Replace(references)) if references.is_empty() => set("ownerReferences", Value::Null),
        Some(OwnerPatch::Replace(references)) => {
            set(
                "ownerReferences",
                references
                    .iter()
                    .map(|entry| owner_reference(names, entry))
                    .collect(),
            );
        }
        // GC-59: with nothing to set the list is left out.
        Some(OwnerPatch::Merge(directives)) if directives.is_empty() => {}
        Some(OwnerPatch::Merge(directives)) => {
            set(
                "ownerReferences",
                directives.iter().map(|entry| directive(names, entry)).collect(),
            );
        }
    }
    if !patch.labels.is_empty() {
        let label = |&(key, value): &(Name, Option<Name>)| {
            (
                names.text(key).to_owned(),
                value.map_or(Value::Null, |value| names.text(value).into()),
            )
        };
        set("labels", Value::Object(patch.labels.iter().map(label).collect()));
    }
    if patch.deletion_timestamp.is_some() {
        set("deletionTimestamp", true.into());
    }
    let mut body = Map::new();
    if !meta.is_empty() {
        body.insert("metadata".to_owned(), Value::Object(meta));
    }
    if let Some(phase) = patch.pod_phase {
        body.insert("status".to_owned(), json!({ "phase": phase_word(phase) }));
    }
    Value::Object(body)
}

fn directive(names: &Names, directive: &OwnerDirective) -> Value {
    match directive {
        OwnerDirective::Delete(uid) => json!({ "$patch": "delete", "uid": names.text(*uid) }),
        OwnerDirective::Set(reference) => owner_reference(names, reference),
    }
}

fn phase_word(phase: PodPhase) -> &'static str {
    match phase {
        PodPhase::Pending => "Pending",
        PodPhase::Running => "Running",
        PodPhase::Succeeded => "Succeeded",
        PodPhase::Failed => "Failed",
        PodPhase::Unknown => "Unknown",
    }
}
