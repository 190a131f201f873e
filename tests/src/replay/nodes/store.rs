//! Follows a recording of the consistency store (CB-3, CB-4).

use super::compare::{same, text};
use kubeloupe_core::nodes::{ConsistencyStore, Owner};
use kubeloupe_core::object::{Name, Names};
use serde_json::{Map, Value, json};

/// Follows `recording` and compares everything that it shows. Returns the number of steps, or the first difference.
pub fn replay_consistency_store(recording: &Value) -> Result<usize, String> {
    let mut names = Names::default();
    let mut store = ConsistencyStore::default();
    let mut last_sync: Vec<(Name, String)> = Vec::new();
    for registered in recording["stores"].as_array().into_iter().flatten() {
        last_sync.push((names.intern(text(registered, "store")?), String::new()));
    }
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    for (number, step) in steps.iter().enumerate() {
        let mut name = |member: &str| names.intern(step[member].as_str().unwrap_or_default());
        let (uid, resource) = (name("uid"), name("resource"));
        let (namespace, own) = step["owner"]
            .as_str()
            .and_then(|owner| owner.split_once('/'))
            .unwrap_or_default();
        let owner = Owner {
            namespace: names.intern(namespace),
            name: names.intern(own),
        };
        let version = step["rv"].as_str().unwrap_or_default();
        let mut ready = Value::Null;
        match text(&step["op"], "op")? {
            "wroteAt" => store.wrote_at(owner, uid, resource, version),
            "clear" => store.clear(owner, uid),
            "ensureReady" => {
                let seen = |resource: Name| {
                    let found = last_sync.iter().find(|(known, _)| *known == resource);
                    found.map(|(_, version)| version.clone())
                };
                ready = json!(store.ensure_ready(owner, seen));
            }
            "lastSync" => {
                for (known, seen) in &mut last_sync {
                    if resource == Name::EMPTY || *known == resource {
                        *seen = version.to_owned();
                    }
                }
            }
            other => return Err(format!("unknown operation {other}")),
        }
        let differs = |difference: String| format!("step {number}, {}: {difference}", step["op"]);
        same("ready", &ready, &step["ready"]).map_err(differs)?;
        let shown = |owner: Owner| format!("{}/{}", names.text(owner.namespace), names.text(owner.name));
        let mut records = Map::new();
        for (owner, _, resource, version) in store.records() {
            let versions = records.entry(shown(owner)).or_insert_with(|| json!({}));
            versions[names.text(resource)] = json!(version);
        }
        let uids: Map<String, Value> = store
            .owners()
            .map(|(owner, uid)| (shown(owner), json!(names.text(uid))))
            .collect();
        same("records", &Value::Object(records), &step["records"]).map_err(differs)?;
        same("uids", &Value::Object(uids), &step["uids"]).map_err(differs)?;
    }
    Ok(steps.len())
}
