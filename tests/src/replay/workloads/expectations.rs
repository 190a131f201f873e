//! The expectations store (EX-1 to EX-12).

use super::{op, same, strings};
use kubeloupe_core::object::{Duration, Name, Names, Time};
use kubeloupe_core::workloads::{Expectations, PodKey, TrackingExpectations};
use serde_json::{Map, Value, json};

/// Follows a recording of the expectations store, with or without the tracking wrapper. Returns how many operations
/// there were, or the first difference.
pub fn replay_expectations(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut replay = Replay {
        names: Names::default(),
        store: if recording["tracked"] == true {
            Store::Tracking(TrackingExpectations::default())
        } else {
            Store::Plain(Expectations::default())
        },
        keys: strings(&recording["controllers"]),
        now: Time::START,
    };
    for (number, step) in steps.iter().enumerate() {
        let at = |difference| format!("step {number}, {}: {difference}", step["do"]);
        replay.step(step).map_err(at)?;
    }
    Ok(steps.len())
}

enum Store {
    Plain(Expectations),
    Tracking(TrackingExpectations),
}

struct Replay {
    names: Names,
    store: Store,
    keys: Vec<String>,
    now: Time,
}

impl Replay {
    fn step(&mut self, step: &Value) -> Result<(), String> {
        let what = &step["do"];
        let number = |member: &str| what[member].as_i64().unwrap_or(0);
        let key = self.names.intern(what["key"].as_str().unwrap_or_default());
        let mut pod = |text: &str| {
            let (namespace, name) = text.split_once('/').unwrap_or(("", text));
            PodKey {
                namespace: self.names.intern(namespace),
                name: self.names.intern(name),
            }
        };
        let now = self.now;
        let plain = match &mut self.store {
            Store::Plain(plain) => plain,
            Store::Tracking(tracking) => match op(what) {
                "expectDeletions" => {
                    let pods: Vec<PodKey> = strings(&what["keys"]).iter().map(|key| pod(key)).collect();
                    tracking.expect_deletions(key, pods, now);
                    return self.compare(step);
                }
                "deletionObserved" => {
                    tracking.deletion_observed(key, pod(what["pod"].as_str().unwrap_or_default()));
                    return self.compare(step);
                }
                "delete" => {
                    tracking.delete(key);
                    return self.compare(step);
                }
                _ => tracking.counters_mut(),
            },
        };
        match op(what) {
            "expectCreations" => plain.expect_creations(key, number("n"), now),
            "expectDeletions" => plain.expect_deletions(key, number("n"), now),
            "set" => plain.set(key, number("add"), number("del"), now),
            "raise" => drop(plain.raise(key, number("add"), number("del"))),
            "lower" => drop(plain.lower(key, number("add"), number("del"))),
            "creationObserved" => drop(plain.creation_observed(key)),
            "deletionObserved" => drop(plain.deletion_observed(key)),
            "delete" => drop(plain.delete(key)),
            "advance" => self.now = now + Duration(number("ns")),
            other => return Err(format!("unknown operation {other}")),
        }
        self.compare(step)
    }

    /// The state of the step's key, after `advance` that of all keys.
    fn compare(&mut self, step: &Value) -> Result<(), String> {
        let shown = if op(&step["do"]) == "advance" {
            self.keys.clone()
        } else {
            vec![step["do"]["key"].as_str().unwrap_or_default().to_owned()]
        };
        let states: Map<String, Value> = shown
            .into_iter()
            .map(|key| (key.clone(), self.state(&key)))
            .collect();
        same("after", &Value::Object(states), &step["after"])
    }

    fn state(&mut self, key: &str) -> Value {
        let key = self.names.intern(key);
        let (plain, keys) = match &self.store {
            Store::Plain(plain) => (plain, None),
            Store::Tracking(tracking) => (tracking.counters(), Some(tracking.tracked(key))),
        };
        let record = plain.get(key).map(
            |record| json!({ "add": record.add, "del": record.del, "ageNs": (self.now - record.set_at).0 }),
        );
        let mut state = json!({ "record": record, "satisfied": plain.verdict(key, self.now).is_satisfied() });
        if let Some(keys) = keys {
            state["keys"] = keys.map_or(Value::Null, |keys| pod_keys(&self.names, keys.iter().copied()));
        }
        state
    }
}

/// Keys of pods, sorted by their texts.
pub(super) fn pod_keys(names: &Names, keys: impl Iterator<Item = PodKey>) -> Value {
    let text = |name: Name| names.text(name);
    let mut texts: Vec<String> = keys
        .map(|key| format!("{}/{}", text(key.namespace), text(key.name)))
        .collect();
    texts.sort();
    texts.into()
}
