//! Claiming (CR-1 to CR-9).

use super::book::{Book, EPOCH};
use super::memory_api::{fault_error, patch_text};
use super::{same, strings};
use kubeloupe_core::apiserver::{Response, Verb};
use kubeloupe_core::object::{LabelSelector, List, Name, Object, OwnerReference, Time};
use kubeloupe_core::workloads::{Answered, Claimer, Script, release_patch};
use kubeloupe_formats::text::sync_error;
use serde_json::{Value, json};
use std::sync::Arc;

/// Follows a recording of a claim. Returns how many calls there were, or the first difference.
pub fn replay_claim(recording: &Value) -> Result<usize, String> {
    let mut book = Book::new(recording);
    let names = |book: &mut Book, list: &Value| -> List<Name> {
        strings(list).iter().map(|text| book.intern(text)).collect()
    };
    let finalizers = names(&mut book, &recording["finalizers"]);
    if recording["manager"] == "patch-only" {
        let owners = names(&mut book, &recording["owners"]);
        let uid = book.intern(recording["dependent"].as_str().unwrap_or_default());
        let text = patch_text(&book, &release_patch(uid, &owners, finalizers));
        same("patch", &text.into(), &recording["out"]["patch"])?;
        return Ok(1);
    }
    let (controller, reference) = controller(&mut book, &recording["controller"])?;
    let resource = recording["manager"].as_str().unwrap_or_default().to_owned();
    let kind = book.kind(&resource);
    let mut objects = Vec::new();
    for recorded in recording["objects"].as_array().into_iter().flatten() {
        let mut object = Object::clone(&*book.object(kind, &json!({ "metadata": recorded }))?);
        if recorded["deleting"] == true {
            object.meta.deletion_timestamp = Some(Time::START);
        }
        objects.push(Arc::new(object));
    }
    let mut labels = Vec::new();
    for (key, value) in recording["selector"].as_object().into_iter().flatten() {
        labels.push((book.intern(key), book.intern(value.as_str().unwrap_or_default())));
    }
    let selector = LabelSelector {
        labels: labels.into(),
        expressions: List::EMPTY,
    };
    let claimer = Claimer {
        controller: &controller,
        selector: Some(&selector),
        reference,
        finalizers,
        rechecks: recording["live"] != "none",
    };
    let passes = |object: &Object| {
        let position = objects.iter().position(|other| other.meta.uid == object.meta.uid);
        position.is_none_or(|position| recording["objects"][position]["filterAccepts"] != false)
    };
    let (mut answers, mut calls, mut rechecks) = (Vec::new(), Vec::new(), 0);
    let claimed = loop {
        let mut script: Script<'_, ()> = Script::new(&mut book.cluster, Time::START, &answers);
        let result = claimer.claim(&mut script, objects.iter().cloned(), passes, |_| None);
        let wanted = script.finish().wanted;
        if let Ok(claimed) = result {
            break claimed;
        }
        let mut responses = Vec::new();
        for request in wanted {
            let response = if let Verb::Patch(patch) = &request.verb {
                let position = objects.iter().position(|object| {
                    (object.meta.namespace, object.meta.name)
                        == (request.target.namespace, request.target.name)
                });
                let object = &objects[position.ok_or("a patch of an unknown object")?];
                let error = recording["objects"][position.unwrap_or(0)]["patchError"].as_str();
                let response = match error {
                    None => Response::object(200, object.clone()),
                    Some(error) => fault_error(&mut book, error, kind, request.target.name),
                };
                calls.push(json!({
                    "code": response.code,
                    "name": book.text(request.target.name),
                    "namespace": book.text(request.target.namespace),
                    "patch": patch_text(&book, patch),
                    "resource": resource,
                    "verb": "patch",
                }));
                response
            } else {
                rechecks += 1;
                live(&mut book, &recording["live"], &controller)
            };
            responses.push(response);
        }
        answers.push(Answered {
            responses,
            at: Time::START,
        });
    };
    let out = &recording["out"];
    let none = json!([]);
    same("calls", &calls.into(), out.get("calls").unwrap_or(&none))?;
    let owned: Vec<&str> = claimed
        .owned
        .iter()
        .map(|object| book.text(object.meta.name))
        .collect();
    same("claimed", &owned.into(), &out["claimed"])?;
    same("rechecks", &rechecks.into(), &out["rechecks"])?;
    let word = format!(
        "original {} {}/",
        recording["controller"]["kind"].as_str().unwrap_or_default(),
        book.text(controller.meta.namespace)
    );
    let errors: Vec<String> = claimed
        .errors
        .iter()
        // The recorded getter, unlike the controllers', does not say whose name it is.
        .map(|error| sync_error(&book.cluster, EPOCH, error).replace(&word, "original "))
        .collect();
    same("errors", &errors.into(), &out["errors"])?;
    Ok(out["calls"].as_array().map_or(0, Vec::len))
}

fn controller(book: &mut Book, recorded: &Value) -> Result<(Arc<Object>, OwnerReference), String> {
    let word = recorded["kind"].as_str().unwrap_or_default();
    let ids: Vec<_> = book.cluster.kinds.ids().collect();
    let kind = ids
        .into_iter()
        .find(|&id| book.text(book.cluster.kinds.get(id).kind) == word);
    let kind = kind.ok_or("an unknown kind")?;
    let mut object = Object::clone(&*book.object(kind, &json!({ "metadata": recorded, "spec": {} }))?);
    if recorded["deleting"] == true {
        object.meta.deletion_timestamp = Some(Time::START);
    }
    let reference = OwnerReference {
        api_version: book.intern(recorded["apiVersion"].as_str().unwrap_or_default()),
        kind: book.cluster.kinds.get(kind).kind,
        name: object.meta.name,
        uid: object.meta.uid,
        controller: Some(true),
        block_owner_deletion: Some(true),
    };
    Ok((Arc::new(object), reference))
}

/// What the recheck finds.
fn live(book: &mut Book, live: &Value, controller: &Arc<Object>) -> Response {
    let mut object = Object::clone(controller);
    match live.as_str() {
        Some("same") => {}
        Some("deleting") => object.meta.deletion_timestamp = Some(Time::START),
        Some("otheruid") => object.meta.uid = book.intern("uid-new"),
        other => {
            // The recorded getter was always that of a ReplicaSet.
            let kind = book.replica_sets;
            return fault_error(book, other.unwrap_or_default(), kind, controller.meta.name);
        }
    }
    Response::object(200, Arc::new(object))
}
