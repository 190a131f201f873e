//! One request of a recording against what the simulated API server answered.

use super::Symbols;
use kubeloupe_core::apiserver::{Change, Cluster, Response, WatchEvent};
use kubeloupe_core::object::Object;
use kubeloupe_formats::wire;
use serde_json::{Value, json};

/// Metadata as recordings show it: a deletionTimestamp is only set or not.
pub fn recorded_metadata(cluster: &Cluster, object: &Object) -> Value {
    wire::metadata(&cluster.names, &object.meta, |_| Value::Bool(true))
}

/// An object of `final`.
pub fn recorded_object(cluster: &Cluster, object: &Object) -> Value {
    let kind = cluster.names.text(cluster.kinds.get(object.kind).kind);
    json!({ "kind": kind, "metadata": recorded_metadata(cluster, object) })
}

/// A watch event as recordings show it.
pub fn recorded_event(cluster: &Cluster, event: &WatchEvent) -> Value {
    let change = match event.change {
        Change::Added => "ADDED",
        Change::Modified => "MODIFIED",
        Change::Deleted => "DELETED",
    };
    let mut shown = recorded_object(cluster, &event.object);
    shown["type"] = change.into();
    shown
}

/// Compares an answer, and the watch events that the request caused, with the recorded ones.
pub fn compare_exchange(
    symbols: &mut Symbols,
    cluster: &Cluster,
    recorded: &Value,
    response: &Response,
    events: &[WatchEvent],
) -> Result<(), String> {
    compare_refusal(recorded, response)?;
    let events: Vec<Value> = events
        .iter()
        .map(|event| recorded_event(cluster, event))
        .collect();
    compare_result(symbols, cluster, recorded, response, &events)?;
    let no_events = Value::Array(Vec::new());
    let recorded_events = recorded.get("watch").unwrap_or(&no_events);
    symbols.compare("watch", recorded_events, &Value::Array(events))
}

/// Code, reason, and the reasons and fields of the causes.
fn compare_refusal(recorded: &Value, response: &Response) -> Result<(), String> {
    let shown = response.as_status().map_or_else(|| json!({}), wire::status);
    let simulated = json!({
        "code": response.code,
        "reason": shown.get("reason"),
        "causes": shown.get("causes"),
    });
    let status = &recorded["status"];
    let causes = status["causes"].as_array().map(|causes| {
        causes
            .iter()
            .map(|cause| json!({ "reason": cause["reason"], "field": cause["field"] }))
            .collect::<Value>()
    });
    let recorded = json!({ "code": recorded["code"], "reason": status["reason"], "causes": causes });
    if recorded == simulated {
        Ok(())
    } else {
        Err(format!("answer\n  recorded {recorded}\n  simulated {simulated}"))
    }
}

/// `result` is left out when it equals the only event's metadata, and when the answer is no object.
fn compare_result(
    symbols: &mut Symbols,
    cluster: &Cluster,
    recorded: &Value,
    response: &Response,
    events: &[Value],
) -> Result<(), String> {
    let simulated = response
        .as_object()
        .map(|object| recorded_metadata(cluster, object));
    match (recorded.get("result"), simulated) {
        (None, None) => Ok(()),
        (Some(recorded), Some(simulated)) => symbols.compare("result", recorded, &simulated),
        (Some(recorded), None) => Err(format!("result: {recorded} recorded, none simulated")),
        (None, Some(simulated)) => match events {
            [event] if event["metadata"] == simulated => Ok(()),
            _ => Err(format!("result: none recorded, {simulated} simulated")),
        },
    }
}
