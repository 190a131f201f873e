//! The ReplicaSet controller: handlers, syncs, its worker (RS-1 to RS-32).

use super::book::{Book, EPOCH};
use super::expectations::pod_keys;
use super::memory_api::MemoryApi;
use super::{op, same, strings};
use kubeloupe_core::object::{Duration, KindId, Object, Time};
use kubeloupe_core::queue::QueueConfig;
use kubeloupe_core::workloads::replica_set::{Deed, PodEvent, ReplicaSetConfig, ReplicaSetController, Told};
use kubeloupe_core::workloads::{Payload, PodKey, SyncError, WorkloadCache};
use kubeloupe_formats::text::sync_error;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Follows a recording of the ReplicaSet controller. Returns how many calls there were, or the first difference.
pub fn replay_replica_sets(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut simulation = Simulation::new(recording)?;
    let mut calls = 0;
    for (number, step) in steps.iter().enumerate() {
        let at = |difference| format!("step {number}, {}: {difference}", short(&step["in"]));
        calls += simulation.step(step).map_err(at)?;
    }
    Ok(calls)
}

fn short(step: &Value) -> String {
    let text = step.to_string();
    text.chars().take(160).collect()
}

/// The controller with its caches and the API behind it.
pub(super) struct Simulation {
    book: Book,
    pub(super) api: MemoryApi,
    cache: WorkloadCache,
    controller: ReplicaSetController,
    now: Time,
    told: Vec<Told>,
    /// Sizes of the batches of creations.
    pub(super) batches: Vec<u32>,
}

impl Simulation {
    pub(super) fn new(recording: &Value) -> Result<Simulation, String> {
        let mut book = Book::new(recording);
        let gate = |name: &str| recording["gates"][name] != false;
        let config = ReplicaSetConfig {
            pods: book.pods,
            replica_sets: book.replica_sets,
            ready: book.intern("Ready"),
            burst: recording["burst"]
                .as_u64()
                .and_then(|burst| burst.try_into().ok())
                .unwrap_or(500),
            expectations: true,
            consistency: gate("StaleControllerConsistencyReplicaSet"),
            terminating_replicas: gate("DeploymentReplicaSetTerminatingReplicas"),
            deletion_cost: true,
            sidecar_restarts: true,
            exact_availability: true,
            available_at_boundary: true,
            owner_index: true,
        };
        let mut simulation = Simulation {
            api: MemoryApi::new(&recording["faults"]),
            cache: WorkloadCache::default(),
            controller: ReplicaSetController::new(config, QueueConfig::CONTROLLER),
            now: Time::START,
            told: Vec::new(),
            batches: Vec::new(),
            book,
        };
        let (pods, sets) = (simulation.book.pods, simulation.book.replica_sets);
        for (list, kind) in [("pods", pods), ("replicasets", sets)] {
            for recorded in recording["cache"][list].as_array().into_iter().flatten() {
                let object = simulation.book.object(kind, recorded)?;
                simulation.store(object);
            }
        }
        if let Some(live) = recording["live"].as_array() {
            for recorded in live {
                let kind = if recorded["spec"].get("template").is_some() {
                    sets
                } else {
                    pods
                };
                let object = simulation.book.object(kind, recorded)?;
                simulation.api.put(object);
            }
        } else {
            for object in simulation
                .cache
                .pods
                .iter()
                .chain(simulation.cache.replica_sets.iter())
            {
                simulation.api.put(object.clone());
            }
        }
        simulation.cache.pods.saw(100);
        simulation.cache.replica_sets.saw(100);
        Ok(simulation)
    }

    fn store(&mut self, object: Arc<Object>) {
        if object.kind == self.book.pods {
            self.cache.pods.insert(object);
        } else {
            self.cache.replica_sets.insert(object);
        }
    }

    fn remove(&mut self, object: &Object) {
        let meta = &object.meta;
        let store = if object.kind == self.book.pods {
            &mut self.cache.pods
        } else {
            &mut self.cache.replica_sets
        };
        store.remove(meta.namespace, meta.name, meta.resource_version);
    }

    /// Runs a sync to its end, without the queue. Returns its error.
    pub(super) fn sync(&mut self, key: &str) -> Option<String> {
        let key = self.book.intern(key);
        let told = self
            .controller
            .start(&mut self.book.cluster, &self.cache, 0, key, self.now);
        let end = self.run(told);
        self.controller.abandon(0);
        end.map(|error| self.error_text(&error))
    }

    /// Answers calls until the sync ends.
    fn run(&mut self, told: Vec<Told>) -> Option<SyncError> {
        let mut told = told;
        loop {
            for thing in told {
                match thing {
                    Told::Did(_, Deed::Ends(end)) => return end,
                    Told::Did(_, Deed::StartsBatch { size, .. }) => self.batches.push(size),
                    other => self.told.push(other),
                }
            }
            let request = self
                .controller
                .request(0)
                .cloned()
                .expect("a sync that goes on makes calls");
            let sets: Vec<Arc<Object>> = self.cache.replica_sets.iter().cloned().collect();
            let owner = |pod: &Object| {
                let uid = pod.meta.owner_references.first()?.uid;
                sets.iter().find(|set| set.meta.uid == uid).cloned()
            };
            let response = self.api.handle(&mut self.book, self.now, &request, owner);
            told = self
                .controller
                .respond(&mut self.book.cluster, 0, response, self.now);
        }
    }

    fn step(&mut self, step: &Value) -> Result<usize, String> {
        let (what, out) = (&step["in"], &step["out"]);
        self.told.clear();
        self.api.calls.clear();
        let before = self.expectations();
        let mut end: Option<SyncError> = None;
        let mut idle = false;
        match op(what) {
            "sync" => {
                let key = self.book.intern(what["key"].as_str().unwrap_or_default());
                let told = self
                    .controller
                    .start(&mut self.book.cluster, &self.cache, 0, key, self.now);
                end = self.run(told);
                self.controller.abandon(0);
            }
            "work" => match self
                .controller
                .take(&mut self.book.cluster, &self.cache, 0, self.now)
            {
                None => idle = true,
                Some((key, told)) => {
                    end = self.run(told);
                    let settled = self.controller.settle(0, key, end.clone(), self.now);
                    self.told.extend(settled);
                }
            },
            "advance" => {
                self.now = self.now + Duration(what["ns"].as_i64().unwrap_or(0));
                while self.controller.queue_mut().add_due(self.now).is_some() {}
            }
            "expectCreations" => {
                let key = self.book.intern(what["key"].as_str().unwrap_or_default());
                let number = what["n"].as_i64().unwrap_or(0);
                self.controller
                    .expectations_mut()
                    .counters_mut()
                    .expect_creations(key, number, self.now);
            }
            "expectDeletions" => {
                let key = self.book.intern(what["key"].as_str().unwrap_or_default());
                let keys: Vec<PodKey> = strings(&what["keys"])
                    .iter()
                    .map(|text| self.pod_key(text))
                    .collect();
                self.controller
                    .expectations_mut()
                    .expect_deletions(key, keys, self.now);
            }
            "bookmark" => {
                let version = self.book.version(&what["rv"]);
                match what["store"].as_str() {
                    Some("pods") => self.cache.pods.saw(version),
                    _ => self.cache.replica_sets.saw(version),
                }
            }
            "liveDeleteRS" => {
                let web = self.book.intern("web");
                let sets = self.book.replica_sets;
                self.api
                    .objects
                    .retain(|key, _| key.kind != sets || key.name != web);
            }
            "cacheFromApi" => self.cache_from_api(),
            event => self.event(event, what)?,
        }
        self.compare(step, &before, end, idle)?;
        Ok(out["calls"].as_array().map_or(0, Vec::len))
    }

    fn cache_from_api(&mut self) {
        let mut cache = WorkloadCache::default();
        std::mem::swap(&mut self.cache, &mut cache);
        for object in self.api.objects.values().cloned().collect::<Vec<_>>() {
            self.store(object);
        }
        self.cache.pods.saw(self.api.version);
        self.cache.replica_sets.saw(self.api.version);
    }

    fn event(&mut self, event: &str, what: &Value) -> Result<(), String> {
        let (kind, member, old_member) = if event.ends_with("Pod") {
            (self.book.pods, "pod", "oldPod")
        } else {
            (self.book.replica_sets, "rs", "oldRS")
        };
        let object = self.object(kind, &what[member])?;
        let old = self.object(kind, &what[old_member])?;
        let payload = match (what["wrap"].as_str(), object) {
            (Some("tombstone"), Some(object)) => Payload::Tombstone(object),
            (Some("tombstone of another kind"), _) => Payload::ForeignTombstone,
            (Some(_), _) => Payload::Foreign,
            (None, Some(object)) => Payload::Object(object),
            (None, None) => return Err("no object".to_owned()),
        };
        let is_deletion = event.starts_with("delete");
        if what["cacheUnchanged"] != true
            && let Some(object) = self.object(kind, &what[member])?
        {
            if is_deletion {
                self.remove(&object);
            } else {
                self.store(object);
            }
        }
        let (cluster, cache) = (&mut self.book.cluster, &self.cache);
        let controller = &mut self.controller;
        let told = match (event, &payload, old) {
            ("addPod", Payload::Object(pod), _) => controller.pod_added(cluster, cache, pod),
            ("updatePod", Payload::Object(pod), Some(old)) => {
                controller.pod_updated(cluster, cache, &old, pod, self.now)
            }
            ("deletePod", payload, _) => controller.pod_deleted(cluster, cache, payload),
            ("addRS", Payload::Object(set), _) => controller.set_added(cluster, set),
            ("updateRS", Payload::Object(set), Some(old)) => controller.set_updated(cluster, &old, set),
            ("deleteRS", payload, _) => controller.set_deleted(cluster, payload),
            (other, ..) => return Err(format!("unknown operation {other}")),
        };
        self.told.extend(told);
        Ok(())
    }

    fn object(&mut self, kind: KindId, recorded: &Value) -> Result<Option<Arc<Object>>, String> {
        if recorded.is_null() {
            return Ok(None);
        }
        self.book.object(kind, recorded).map(Some)
    }

    fn pod_key(&mut self, text: &str) -> PodKey {
        let (namespace, name) = text.split_once('/').unwrap_or(("", text));
        PodKey {
            namespace: self.book.intern(namespace),
            name: self.book.intern(name),
        }
    }

    fn error_text(&self, error: &SyncError) -> String {
        sync_error(&self.book.cluster, EPOCH, error)
    }

    /// Counters of a key; `null` without a record.
    pub(super) fn counters(&mut self, key: &str) -> Value {
        let key = self.book.intern(key);
        let record = self.controller.expectations().counters().get(key);
        record.map_or(
            Value::Null,
            |record| json!({ "add": record.add, "del": record.del }),
        )
    }

    fn expectations(&self) -> Value {
        let store = self.controller.expectations();
        let records = store.counters().records().map(|(key, record)| {
            let mut shown = json!({
                "add": record.add,
                "del": record.del,
                "ageNs": (self.now - record.set_at).0,
                "satisfied": store.counters().verdict(key, self.now).is_satisfied(),
            });
            if let Some(tracked) = store.tracked(key) {
                shown["keys"] = pod_keys(&self.book.cluster.names, tracked.iter().copied());
            }
            (self.book.text(key).to_owned(), shown)
        });
        Value::Object(records.collect())
    }

    fn compare(
        &mut self,
        step: &Value,
        before: &Value,
        end: Option<SyncError>,
        idle: bool,
    ) -> Result<(), String> {
        let out = &step["out"];
        let none = json!([]);
        let calls = grouped(std::mem::take(&mut self.api.calls));
        same("calls", &calls, out.get("calls").unwrap_or(&none))?;
        same("expectations", &self.expectations(), &out["expectations"])?;
        if let Some(recorded) = out.get("expectationsBefore") {
            same("expectationsBefore", before, recorded)?;
        }
        same(
            "queueLen",
            &self.controller.queue().len().into(),
            &out["queueLen"],
        )?;
        same("idle", &idle.into(), out.get("idle").unwrap_or(&false.into()))?;
        let mut operations = Vec::new();
        let mut events: Vec<Value> = Vec::new();
        let mut reported = Vec::new();
        if op(&step["in"]) == "work" && !idle {
            let key = self.told.iter().rev().find_map(|told| match told {
                Told::Forgot(key) | Told::AddedRateLimited { key, .. } => Some(*key),
                _ => None,
            });
            operations.push(json!({ "op": "get", "key": key.map(|key| self.book.text(key)) }));
        }
        for told in &self.told {
            match told {
                Told::Added(key) => operations.push(json!({ "op": "add", "key": self.book.text(*key) })),
                Told::AddedAfter(key, delay) | Told::Did(key, Deed::EnqueuesAfter(delay)) => {
                    let mut operation =
                        json!({ "op": "addAfter", "key": self.book.text(*key), "ns": delay.0 });
                    if delay.0 == 0 {
                        operation.as_object_mut().expect("an object").remove("ns");
                    }
                    operations.push(operation);
                }
                Told::AddedRateLimited { key, .. } => {
                    operations.push(json!({ "op": "addRateLimited", "key": self.book.text(*key) }));
                    operations.push(json!({ "op": "done", "key": self.book.text(*key) }));
                }
                Told::Forgot(key) => {
                    operations.push(json!({ "op": "forget", "key": self.book.text(*key) }));
                    operations.push(json!({ "op": "done", "key": self.book.text(*key) }));
                }
                Told::Did(_, Deed::Reports(error)) | Told::Reported(error) => {
                    reported.push(self.error_text(error));
                }
                Told::Failed(key, error) => {
                    let error = if out.get("errorAnyOf").is_some() {
                        "<one of errorAnyOf>".to_owned()
                    } else {
                        self.error_text(error)
                    };
                    reported.push(format!("sync \"{}\" failed with {error}", self.book.text(*key)));
                }
                Told::Did(_, Deed::Records(event)) => events.push(self.event_json(event)),
                _ => {}
            }
        }
        same("queue", &operations.into(), out.get("queue").unwrap_or(&none))?;
        same(
            "events",
            &counted(events),
            &sorted(out.get("events").unwrap_or(&none)),
        )?;
        compare_reported(&reported, &strings(out.get("reported").unwrap_or(&none)))?;
        self.compare_end(step, end)
    }

    fn compare_end(&self, step: &Value, end: Option<SyncError>) -> Result<(), String> {
        let out = &step["out"];
        let ours = end.as_ref().map(|error| self.error_text(error));
        if let Some(any) = out["errorAnyOf"].as_array() {
            let hit = ours
                .as_ref()
                .is_some_and(|ours| any.iter().any(|text| text == ours));
            return if hit {
                Ok(())
            } else {
                Err(format!("error {ours:?} is none of {any:?}"))
            };
        }
        if op(&step["in"]) != "sync" {
            return Ok(());
        }
        if let Some(list) = out["error"]["aggregate"].as_array() {
            let Some(SyncError::Claim(errors)) = &end else {
                return Err(format!("error: ours {ours:?}, recorded {list:?}"));
            };
            let texts: Vec<String> = errors.iter().map(|error| self.error_text(error)).collect();
            return same(
                "error",
                &counted_texts(texts),
                &sorted(&out["error"]["aggregate"]),
            );
        }
        same("error", &ours.into(), out.get("error").unwrap_or(&Value::Null))
    }

    fn event_json(&self, event: &PodEvent) -> Value {
        let (kind, reason, message) = match event {
            PodEvent::Created(_) => ("Normal", "SuccessfulCreate", "Created pod: <name>".to_owned()),
            PodEvent::Deleted(name) => (
                "Normal",
                "SuccessfulDelete",
                format!("Deleted pod: {}", self.book.text(*name)),
            ),
            PodEvent::CreateFailed(error) => (
                "Warning",
                "FailedCreate",
                format!("Error creating: {}", self.error_text(error)),
            ),
            PodEvent::DeleteFailed(error) => (
                "Warning",
                "FailedDelete",
                format!("Error deleting: {}", self.error_text(error)),
            ),
        };
        json!({ "type": kind, "reason": reason, "message": message })
    }
}

/// Texts that the real code writes with addresses or whole objects are compared by how they begin.
pub(super) fn compare_reported(ours: &[String], recorded: &[String]) -> Result<(), String> {
    const CUT: [&str; 4] = [
        "ReplicaSet has no controller",
        "couldn't get object from tombstone",
        "tombstone contained object that is not a",
        "user error!",
    ];
    let cut = |texts: &[String]| -> Vec<String> {
        let mut cut: Vec<String> = texts
            .iter()
            .map(|text| match CUT.iter().find(|begin| text.starts_with(**begin)) {
                Some(&"tombstone contained object that is not a") => {
                    text.split(" cache.").next().unwrap_or(text).to_owned()
                }
                Some(&"user error!") | None => text.chars().take(160).collect(),
                Some(begin) => (*begin).to_owned(),
            })
            .collect();
        cut.sort();
        cut
    };
    same("reported", &cut(ours).into(), &cut(recorded).into())
}

/// Equal things counted in `times`, sorted.
pub(super) fn counted(list: Vec<Value>) -> Value {
    let mut counts: Map<String, Value> = Map::new();
    for thing in list {
        let entry = counts
            .entry(thing.to_string())
            .or_insert_with(|| json!({ "thing": thing, "times": 0 }));
        entry["times"] = (entry["times"].as_u64().unwrap_or(0) + 1).into();
    }
    let things = counts.into_iter().map(|(_, entry)| {
        let mut thing = entry["thing"].clone();
        if entry["times"] != 1 {
            thing["times"] = entry["times"].clone();
        }
        thing
    });
    sorted(&things.collect())
}

fn counted_texts(mut texts: Vec<String>) -> Value {
    texts.sort();
    texts.into()
}

/// A list sorted by its texts.
pub(super) fn sorted(list: &Value) -> Value {
    let mut elements = list.as_array().cloned().unwrap_or_default();
    elements.sort_by_key(Value::to_string);
    elements.into()
}

/// Calls as the recordings show them: creations of pods that are equal are counted, deletions sorted, claims in the
/// order GETs, then patches by name.
fn grouped(calls: Vec<Value>) -> Value {
    let mut shown: Vec<Value> = Vec::new();
    let mut deletions: Vec<Value> = Vec::new();
    let flush = |deletions: &mut Vec<Value>, shown: &mut Vec<Value>| {
        deletions.sort_by_key(|call| call["name"].as_str().unwrap_or_default().to_owned());
        shown.append(deletions);
    };
    let is_claim = |call: &Value| call["verb"] == "patch" || call["verb"] == "get";
    let claims = calls.iter().take_while(|call| is_claim(call)).count();
    let mut calls = calls;
    let rest = calls.split_off(claims);
    calls.sort_by_key(|call| {
        let is_patch = call["verb"] == "patch";
        (is_patch, call["name"].as_str().unwrap_or_default().to_owned())
    });
    for mut call in calls.into_iter().chain(rest) {
        if call["verb"] == "delete" {
            deletions.push(call);
            continue;
        }
        flush(&mut deletions, &mut shown);
        if call["verb"] == "create" && call["resource"] == "pods" {
            let alike = |last: &Value| {
                ["verb", "resource", "code", "error", "body"]
                    .iter()
                    .all(|member| last[member] == call[member])
            };
            if let Some(last) = shown.last_mut()
                && alike(last)
            {
                last["times"] = (last["times"].as_u64().unwrap_or(0) + 1).into();
                if let Some(version) = call.get("lastResourceVersion") {
                    last["lastResourceVersion"] = version.clone();
                }
                continue;
            }
            call["times"] = 1.into();
        }
        shown.push(call);
    }
    flush(&mut deletions, &mut shown);
    shown.into()
}
