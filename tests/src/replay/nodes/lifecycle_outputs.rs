//! Outputs of the node lifecycle controller's recordings: each member shows what changed since the last record that had
//! it, so the whole expected state is kept and compared after every run.

use super::api::{Model, show_taint};
use super::compare::{same, same_limiter, shown, shown_or_null};
use super::lifecycle::Replay;
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Facts, Name, Object, Time};
use kubeloupe_core::sim::{Effect, EventReason};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

type Json = Map<String, Value>;

/// What was recorded last of everything.
#[derive(Default)]
pub(super) struct Expected {
    zones: Json,
    queues: Json,
    metrics: Json,
    health: Json,
    retry: Value,
    store: Value,
    /// There was a restart: what was recorded before it may be missing.
    restarted: bool,
    /// There was no pass since the restart.
    awaits_pass: bool,
    /// The nodes as they are stored, after the last input or run.
    nodes: BTreeMap<String, Value>,
}

impl Expected {
    pub(super) fn inputs_changed(&mut self, model: &Model) {
        self.nodes = stored_nodes(model);
    }

    /// A new controller has nothing until its first pass; what that pass finds as it was is not recorded again.
    pub(super) fn restarted(&mut self) {
        self.restarted = true;
        self.awaits_pass = true;
    }
}

impl Replay<'_> {
    /// Compares everything that shows with what is recorded of this run.
    pub(super) fn outputs(&mut self, recorded: &Value) -> Result<(), String> {
        let silent = self.model.calls.is_empty() && recorded.is_null();
        self.compare_calls(recorded)?;
        self.compare_events(recorded)?;
        if silent {
            // Nothing was asked, so only the queues can have changed.
            return if self.expected.awaits_pass {
                Ok(())
            } else {
                self.compare_zones()
            };
        }
        let nodes = stored_nodes(&self.model);
        let changed = changes(&self.expected.nodes, &nodes);
        self.expected.nodes = nodes;
        let none = json!({});
        let of = |member: &str| recorded.get(member).unwrap_or(&none).clone();
        same("changed", &Value::Object(changed), &of("changed"))?;
        for member in ["zones", "queues", "metrics", "health"] {
            let kept = match member {
                "zones" => &mut self.expected.zones,
                "queues" => &mut self.expected.queues,
                "metrics" => &mut self.expected.metrics,
                _ => &mut self.expected.health,
            };
            if let Value::Object(entries) = of(member) {
                kept.extend(entries);
            }
        }
        for (member, kept) in [
            ("retry", &mut self.expected.retry),
            ("store", &mut self.expected.store),
        ] {
            if let Some(value) = recorded.get(member) {
                *kept = value.clone();
            }
        }
        if recorded["run"] == "pass" {
            self.expected.awaits_pass = false;
        }
        if self.expected.awaits_pass {
            return Ok(());
        }
        self.compare_zones()?;
        self.compare_metrics()?;
        self.compare_rest()
    }

    fn compare_calls(&mut self, recorded: &Value) -> Result<(), String> {
        let mut calls = std::mem::take(&mut self.model.calls);
        if self.config.calls == "counts" {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for call in &calls {
                let word = |member: &str| call[member].as_str().unwrap_or_default();
                let mut key = format!("{} {}", word("verb"), word("res"));
                if !word("sub").is_empty() {
                    key = format!("{key}/{}", word("sub"));
                }
                if let Some(code) = call["code"].as_u64() {
                    key = format!("{key} {code}");
                }
                *counts.entry(key).or_default() += 1;
            }
            return same(
                "apiCount",
                &json!(counts),
                recorded.get("apiCount").unwrap_or(&json!({})),
            );
        }
        if self.config.calls == "noBodies" {
            for call in &mut calls {
                call.as_object_mut().map(|call| call.remove("body"));
            }
        }
        same(
            "api",
            &Value::from(calls),
            recorded.get("api").unwrap_or(&json!([])),
        )
    }

    fn compare_events(&mut self, recorded: &Value) -> Result<(), String> {
        let names = &self.model.cluster.names;
        let mut events = Vec::new();
        for effect in self.model.fx.take() {
            let Effect::EventRecorded(record) = effect else {
                continue;
            };
            let name = match names.text(record.regarding.namespace) {
                "" => names.text(record.regarding.name).to_owned(),
                namespace => format!("{namespace}/{}", names.text(record.regarding.name)),
            };
            let (event_type, reason) = match record.reason {
                EventReason::RegisteredNode => ("Normal", "RegisteredNode"),
                EventReason::RemovingNode => ("Normal", "RemovingNode"),
                EventReason::NodeNotReady => ("Normal", "NodeNotReady"),
                EventReason::PodNodeNotReady => ("Warning", "NodeNotReady"),
                other => return Err(format!("{other:?}")),
            };
            events.push(json!({
                "kind": names.text(record.regarding.kind),
                "name": name,
                "uid": names.text(record.regarding.uid),
                "type": event_type,
                "reason": reason,
            }));
        }
        if self.config.calls == "counts" {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for event in &events {
                let word = |member: &str| event[member].as_str().unwrap_or_default();
                *counts
                    .entry(format!("{} {}", word("kind"), word("reason")))
                    .or_default() += 1;
            }
            return same(
                "eventCount",
                &json!(counts),
                recorded.get("eventCount").unwrap_or(&json!({})),
            );
        }
        let mut theirs: Vec<Value> = recorded["events"].as_array().cloned().unwrap_or_default();
        for event in &mut theirs {
            // The words of the messages are free.
            event.as_object_mut().map(|event| event.remove("message"));
        }
        let by_text = |event: &Value| event.to_string();
        events.sort_by_key(by_text);
        theirs.sort_by_key(by_text);
        same("events", &Value::from(events), &Value::from(theirs))
    }

    fn compare_zones(&self) -> Result<(), String> {
        let names = &self.model.cluster.names;
        let mut shown_keys = Vec::new();
        for zone in self.controller.zones() {
            let key = zone.key.text(names);
            if zone.state.is_none() && zone.queue.is_none() {
                continue;
            }
            let recorded = self.expected.zones.get(&key);
            let recorded = recorded.ok_or_else(|| format!("zone {key:?} is not recorded"))?;
            let state = zone
                .state
                .map_or(Value::Null, |state| json!(ZoneState::text(state)));
            same(&format!("state of {key:?}"), &state, &recorded["state"])?;
            if let Some(queue) = &zone.queue {
                let limiter = same_limiter(queue.limiter(), &recorded["limiter"], super::compare::micros);
                limiter.map_err(|difference| format!("limiter of {key:?}: {difference}"))?;
                let heap: Vec<Value> = queue
                    .queue()
                    .heap()
                    .iter()
                    .map(|entry| {
                        let mut row = vec![json!(names.text(entry.value)), shown(entry.process_at)];
                        if entry.added_at != entry.process_at {
                            row.push(shown(entry.added_at));
                        }
                        Value::from(row)
                    })
                    .collect();
                let mut alone: Vec<&str> = queue.queue().set_only().map(|name| names.text(name)).collect();
                alone.sort_unstable();
                let ours = json!({ "heap": heap, "setOnly": alone });
                let none = json!({ "heap": [], "setOnly": [] });
                same(
                    &format!("queue of {key:?}"),
                    &ours,
                    self.expected.queues.get(&key).unwrap_or(&none),
                )?;
            }
            shown_keys.push(key);
        }
        match self.expected.zones.keys().find(|key| !shown_keys.contains(key)) {
            Some(key) if !self.expected.restarted => Err(format!("zone {key:?} is missing")),
            _ => Ok(()),
        }
    }

    fn compare_metrics(&self) -> Result<(), String> {
        let names = &self.model.cluster.names;
        for zone in self.controller.zones() {
            let key = zone.key.text(names);
            let metrics = &zone.metrics;
            let none = json!([0, 0, 0, 0]);
            let recorded = self.expected.metrics.get(&key).unwrap_or(&none);
            let whole = [
                (0, u64::from(metrics.size)),
                (2, u64::from(metrics.unhealthy)),
                (3, metrics.evictions),
            ];
            for (place, ours) in whole {
                if recorded[place].as_f64() != Some(ours as f64) {
                    return Err(format!(
                        "metrics of {key:?}: ours {metrics:?}, recorded {recorded}"
                    ));
                }
            }
            let health = recorded[1].as_f64().unwrap_or(f64::NAN);
            if (metrics.health() - health).abs() > 1e-9 {
                return Err(format!(
                    "health of {key:?}: ours {}, recorded {health}",
                    metrics.health()
                ));
            }
        }
        Ok(())
    }

    fn compare_rest(&self) -> Result<(), String> {
        let names = &self.model.cluster.names;
        let mut retry: Vec<&str> = self
            .controller
            .nodes_to_retry()
            .map(|name| names.text(name))
            .collect();
        retry.sort_unstable();
        let recorded = if self.expected.retry.is_null() {
            json!([])
        } else {
            self.expected.retry.clone()
        };
        same("retry", &json!(retry), &recorded)?;
        let store = self.controller.consistency().records().next();
        let store = store.map_or(Value::Null, |(_, _, _, version)| json!(version));
        same("store", &store, &self.expected.store)?;
        if !self.config.health_recorded {
            return Ok(());
        }
        let entries = self.controller.health_entries().map(|(name, health)| {
            let shown = health.map_or(Value::Null, |health| {
                json!([
                    shown(health.probe),
                    shown(health.ready_transition),
                    health.lease.map(|lease| lease.resource_version.to_string()),
                    health.ready.map(|ready| ready.status.text()),
                ])
            });
            (names.text(name).to_owned(), shown)
        });
        let ours: Json = entries.collect();
        let mut recorded = self.expected.health.clone();
        if self.expected.restarted {
            recorded.retain(|name, _| ours.contains_key(name));
        }
        same("health", &Value::Object(ours), &Value::Object(recorded))
    }
}

/// Conditions, taints and labels of the stored nodes.
pub(super) fn stored_nodes(model: &Model) -> BTreeMap<String, Value> {
    let names = &model.cluster.names;
    let nodes = model.api.of_kind(model.kinds.node);
    nodes
        .map(|node| (names.text(node.meta.name).to_owned(), show_node(model, node)))
        .collect()
}

fn show_node(model: &Model, node: &Object) -> Value {
    let names = &model.cluster.names;
    let text = |name: Name| names.text(name).to_owned();
    let time = |time: Option<Time>| shown_or_null(time);
    let Facts::Node(facts) = &node.facts else {
        return json!({});
    };
    let conditions: Vec<Value> = facts
        .conditions
        .iter()
        .map(|one| {
            json!([
                text(one.kind),
                one.status.text(),
                text(one.reason),
                time(one.last_heartbeat),
                time(one.last_transition)
            ])
        })
        .collect();
    let taints = facts.taints.iter();
    let taints: Vec<Value> = taints
        .map(|taint| json!([show_taint(names, taint), time(taint.time_added)]))
        .collect();
    let labels = node.meta.labels.iter();
    let labels: Json = labels
        .map(|&(key, value)| (text(key), json!(text(value))))
        .collect();
    json!({ "cond": conditions, "taints": taints, "labels": labels, "uid": text(node.meta.uid) })
}

/// The members of nodes that changed.
fn changes(before: &BTreeMap<String, Value>, after: &BTreeMap<String, Value>) -> Json {
    let mut changed = Json::new();
    for (name, new) in after {
        let old = before.get(name);
        let mut members = Json::new();
        for member in ["cond", "taints", "labels"] {
            if old.is_none_or(|old| old[member] != new[member]) {
                members.insert(member.to_owned(), new[member].clone());
            }
        }
        if !members.is_empty() {
            changed.insert(name.clone(), Value::Object(members));
        }
    }
    changed
}
