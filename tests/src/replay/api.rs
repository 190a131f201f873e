use super::exchange::{compare_exchange, recorded_object};
use super::namespace_order::take_over_order;
use super::{Symbols, minor_of};
use crate::oracle_cluster;
use kubeloupe_core::apiserver::{ApiServer, Change, Cluster, Response, WatchEvent};
use kubeloupe_core::object::{Name, Object, ObjectKey, Time};
use kubeloupe_core::sim::{Actor, Effects};
use kubeloupe_formats::wire;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Follows a recording of requests with no controller running. Returns how many there were, or the first difference.
pub fn replay_api(recording: &Value) -> Result<usize, String> {
    let requests = recording["requests"].as_array().ok_or("no requests")?;
    let mut replay = Replay {
        cluster: oracle_cluster(minor_of(recording)?),
        api: ApiServer::default(),
        symbols: Symbols::default(),
        watched: BTreeMap::new(),
    };
    let mut before = replay.make_namespaces()?;
    if recording["kind"] != "Namespace" {
        before.clear();
    }
    for (number, request) in requests.iter().enumerate() {
        let at = |difference| {
            let (verb, kind, name) = (&request["verb"], &request["kind"], &request["name"]);
            format!(
                "request {number}, {verb} {kind} {name} {}: {difference}",
                request["body"]
            )
        };
        replay.request(request, std::mem::take(&mut before)).map_err(at)?;
    }
    replay.compare_final(&recording["kind"], &recording["final"])?;
    replay.compare_watched()?;
    Ok(requests.len())
}

struct Replay {
    cluster: Cluster,
    api: ApiServer,
    symbols: Symbols,
    /// What a watcher knows that has seen every event.
    watched: BTreeMap<ObjectKey, Arc<Object>>,
}

impl Replay {
    /// The namespaces that exist from the start, with their events.
    fn make_namespaces(&mut self) -> Result<Vec<WatchEvent>, String> {
        for name in ["a", "b"] {
            let create = json!({
                "verb": "create",
                "kind": "Namespace",
                "body": { "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": name } },
            });
            self.send(&create)?;
        }
        let events = self.api.take_log();
        self.watch(&events);
        Ok(events)
    }

    fn send(&mut self, request: &Value) -> Result<Response, String> {
        let request = wire::read_request(&mut self.cluster, request).map_err(|error| error.to_string())?;
        let mut fx = Effects::off();
        Ok(self
            .api
            .handle(&mut self.cluster, Time::START, Actor::Client, &request, &mut fx))
    }

    /// Makes one request; `before` are events that no request caused and that come with it.
    fn request(&mut self, recorded: &Value, before: Vec<WatchEvent>) -> Result<(), String> {
        let request = self.symbols.request(recorded);
        let mut response = self.send(&request)?;
        let mut events = before;
        let first = events.len();
        events.extend(self.api.take_log());
        if recorded["kind"] == "Namespace" && recorded["verb"] == "delete" {
            take_over_order(&self.cluster, &mut self.api, recorded, &mut response, &mut events);
        }
        self.watch(&events[first..]);
        compare_exchange(&mut self.symbols, &self.cluster, recorded, &response, &events)
    }

    fn watch(&mut self, events: &[WatchEvent]) {
        for event in events {
            let key = event.object.key();
            match event.change {
                Change::Added | Change::Modified => self.watched.insert(key, event.object.clone()),
                Change::Deleted => self.watched.remove(&key),
            };
        }
    }

    /// The events must add up to what is stored.
    fn compare_watched(&self) -> Result<(), String> {
        let stored: BTreeMap<ObjectKey, Arc<Object>> = self
            .api
            .objects()
            .map(|object| (object.key(), object.clone()))
            .collect();
        if stored.len() == self.api.len() && stored == self.watched {
            Ok(())
        } else {
            Err("the events do not add up to what is stored".to_owned())
        }
    }

    fn compare_final(&mut self, kind: &Value, recorded: &Value) -> Result<(), String> {
        let word = kind.as_str().ok_or("no kind")?;
        let (kind, _) = wire::resolve(&self.cluster, None, |names, kind| names.text(kind.kind) == word)
            .ok_or_else(|| format!("{word}: unknown kind"))?;
        let stored = self.api.list(&self.cluster.names, kind, Name::EMPTY);
        let stored = stored
            .iter()
            .map(|object| recorded_object(&self.cluster, object))
            .collect();
        self.symbols.compare("final", &sorted(recorded), &stored)
    }
}

/// `final` lists the objects in no particular order.
fn sorted(recorded: &Value) -> Value {
    let mut objects: Vec<Value> = recorded.as_array().cloned().unwrap_or_default();
    let path = |object: &Value| {
        let text = |member: &str| object["metadata"][member].as_str().unwrap_or_default().to_owned();
        format!("{}/{}", text("namespace"), text("name"))
    };
    objects.sort_by_key(path);
    objects.into()
}
