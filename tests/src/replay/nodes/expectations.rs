//! Vectors in the form of a recording's inputs, with what is expected at some instants instead of everything that shows.

use super::compare::same;
use super::lifecycle::Replay;
use super::lifecycle_outputs::stored_nodes;
use kubeloupe_core::nodes::{Limiter, ZoneState};
use kubeloupe_core::sim::{Effect, EventReason};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Replay<'_> {
    /// Compares the members that an `expect` has. Calls and Events are those since the last one.
    pub(super) fn expectations(&mut self, expect: &Value) -> Result<(), String> {
        let calls = counted(std::mem::take(&mut self.model.calls).iter().map(|call| {
            let word = |member: &str| call[member].as_str().unwrap_or_default();
            let subresource = if word("sub").is_empty() { "" } else { "/" };
            format!("{} {}{subresource}{}", word("verb"), word("res"), word("sub"))
        }));
        let events = counted(
            self.model
                .fx
                .take()
                .into_iter()
                .filter_map(|effect| match effect {
                    Effect::EventRecorded(record) => Some(event_word(record.reason).to_owned()),
                    _ => None,
                }),
        );
        for (member, expected) in expect.as_object().into_iter().flatten() {
            let ours = match member.as_str() {
                "in" | "t" => continue,
                "calls" => {
                    let wanted = expected.as_object().into_iter().flatten();
                    let ours = wanted.map(|(call, _)| (call.clone(), json!(calls.get(call).unwrap_or(&0))));
                    Value::Object(ours.collect())
                }
                "events" => json!(events),
                "ready" | "taints" | "conditions" => self.of_nodes(member, expected),
                _ => self.of_zones(member),
            };
            same(member, &ours, expected)?;
        }
        Ok(())
    }

    /// What is asked of the nodes that are named.
    fn of_nodes(&self, member: &str, named: &Value) -> Value {
        let nodes = stored_nodes(&self.model);
        let mut ours = Map::new();
        for (name, _) in named.as_object().into_iter().flatten() {
            let node = nodes.get(name).cloned().unwrap_or_default();
            let conditions = node["cond"].as_array().cloned().unwrap_or_default();
            let value = match member {
                "conditions" => node["cond"].clone(),
                "ready" => {
                    let ready = conditions.iter().find(|condition| condition[0] == "Ready");
                    ready.map_or(Value::Null, |ready| ready[1].clone())
                }
                _ => node["taints"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|taint| taint[0].clone())
                    .collect(),
            };
            ours.insert(name.clone(), value);
        }
        Value::Object(ours)
    }

    /// What is asked of all zones, by their keys without the NUL.
    fn of_zones(&self, member: &str) -> Value {
        let names = &self.model.cluster.names;
        let mut ours = Map::new();
        for zone in self.controller.zones() {
            let queue = zone.queue.as_ref();
            let value = match member {
                "zones" => zone
                    .state
                    .map_or(Value::Null, |state| json!(ZoneState::text(state))),
                "qps" => match queue.map(|queue| queue.limiter()) {
                    Some(Limiter::Bucket { qps, .. }) => {
                        serde_json::from_str(&qps.to_string()).unwrap_or_default()
                    }
                    _ => json!("never"),
                },
                "evictions" => json!(zone.metrics.evictions),
                "queued" => queue.map_or(Value::Null, |queue| {
                    let entries = queue.queue().in_order();
                    entries
                        .iter()
                        .map(|entry| json!(names.text(entry.value)))
                        .collect()
                }),
                other => json!(format!("{other} is nothing to expect")),
            };
            ours.insert(zone.key.text(names).replace('\0', ""), value);
        }
        Value::Object(ours)
    }
}

fn counted(words: impl Iterator<Item = String>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

fn event_word(reason: EventReason) -> &'static str {
    match reason {
        EventReason::RegisteredNode => "RegisteredNode",
        EventReason::RemovingNode => "RemovingNode",
        EventReason::NodeNotReady => "NodeNotReady",
        EventReason::PodNodeNotReady => "PodNodeNotReady",
        EventReason::MarkingForDeletion
        | EventReason::CancellingDeletion
        | EventReason::OwnerRefInvalidNamespace { .. } => "other",
    }
}
