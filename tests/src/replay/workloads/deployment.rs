//! The Deployment controller: handlers, syncs, its worker (DP-1 to DP-17, HS-5 to HS-10).

use super::book::{Book, EPOCH};
use super::memory_api::MemoryApi;
use super::replica_set::{compare_reported, counted, sorted};
use super::{op, same, strings};
use kubeloupe_core::object::{Duration, Facts, KindId, Object, ReplicaSetFacts, Time};
use kubeloupe_core::queue::QueueConfig;
use kubeloupe_core::workloads::Payload;
use kubeloupe_core::workloads::deployment::{
    Deed, DeploymentConfig, DeploymentController, DeploymentEvent, Told,
};
use kubeloupe_core::workloads::{SyncError, WorkloadCache};
use kubeloupe_formats::text::sync_error;
use serde_json::{Value, json};
use std::sync::Arc;

/// Follows a recording of the Deployment controller. Returns how many calls there were, or the first difference.
pub fn replay_deployments(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut simulation = Simulation::new(recording)?;
    let mut calls = 0;
    for (number, step) in steps.iter().enumerate() {
        let at = |difference| format!("step {number}, {}: {difference}", op(&step["in"]));
        calls += simulation.step(step).map_err(at)?;
    }
    Ok(calls)
}

struct Simulation {
    book: Book,
    api: MemoryApi,
    cache: WorkloadCache,
    controller: DeploymentController,
    /// Namespace and name of the Deployment.
    key: String,
    now: Time,
    told: Vec<Told>,
}

impl Simulation {
    fn new(recording: &Value) -> Result<Simulation, String> {
        let book = Book::new(recording);
        let gate = |name: &str| recording["gates"][name] != false;
        let config = DeploymentConfig {
            deployments: book.deployments,
            replica_sets: book.replica_sets,
            pods: book.pods,
            cut_names: true,
            terminating_replicas: gate("DeploymentReplicaSetTerminatingReplicas"),
            pod_deletion_enqueues: true,
        };
        let mut simulation = Simulation {
            api: MemoryApi::new(&recording["faults"]),
            cache: WorkloadCache::default(),
            controller: DeploymentController::new(config, QueueConfig::CONTROLLER),
            key: String::new(),
            now: Time::START,
            told: Vec::new(),
            book,
        };
        let cache = &recording["cache"];
        let meta = &cache["deployment"]["metadata"];
        simulation.key = format!(
            "{}/{}",
            meta["namespace"].as_str().unwrap_or_default(),
            meta["name"].as_str().unwrap_or_default()
        );
        let (pods, sets, deployments) = (
            simulation.book.pods,
            simulation.book.replica_sets,
            simulation.book.deployments,
        );
        let one = json!([cache["deployment"]]);
        for (list, kind) in [
            (&cache["pods"], pods),
            (&cache["replicasets"], sets),
            (&one, deployments),
        ] {
            for recorded in list.as_array().into_iter().flatten() {
                let object = simulation.book.object(kind, recorded)?;
                simulation.store(object.clone());
                if recording["live"].is_null() {
                    simulation.api.put(object);
                }
            }
        }
        for recorded in cache["otherDeployments"].as_array().into_iter().flatten() {
            let object = simulation.book.object(deployments, recorded)?;
            simulation.store(object);
        }
        for recorded in recording["live"].as_array().into_iter().flatten() {
            let is_deployment = recorded["spec"].get("strategy").is_some();
            let has_template = recorded["spec"].get("template").is_some();
            let kind = match (is_deployment, has_template) {
                (true, _) => deployments,
                (_, true) => sets,
                _ => pods,
            };
            let object = simulation.book.object(kind, recorded)?;
            simulation.api.put(object);
        }
        Ok(simulation)
    }

    fn store(&mut self, object: Arc<Object>) {
        let store = if object.kind == self.book.pods {
            &mut self.cache.pods
        } else if object.kind == self.book.replica_sets {
            &mut self.cache.replica_sets
        } else {
            &mut self.cache.deployments
        };
        store.insert(object);
    }

    fn remove(&mut self, object: &Object) {
        let meta = &object.meta;
        let store = if object.kind == self.book.pods {
            &mut self.cache.pods
        } else if object.kind == self.book.replica_sets {
            &mut self.cache.replica_sets
        } else {
            &mut self.cache.deployments
        };
        store.remove(meta.namespace, meta.name, meta.resource_version);
    }

    fn run(&mut self, told: Vec<Told>) -> Option<SyncError> {
        let mut told = told;
        loop {
            for thing in told {
                match thing {
                    Told::Did(_, Deed::Ends(end)) => return end,
                    other => self.told.push(other),
                }
            }
            let request = self
                .controller
                .request(0)
                .cloned()
                .expect("a sync that goes on makes calls");
            let response = self.api.handle(&mut self.book, self.now, &request, |_| None);
            told = self
                .controller
                .respond(&mut self.book.cluster, 0, response, self.now);
        }
    }

    fn step(&mut self, step: &Value) -> Result<usize, String> {
        let (what, out) = (&step["in"], &step["out"]);
        self.told.clear();
        self.api.calls.clear();
        let key = what["key"].as_str().unwrap_or(&self.key).to_owned();
        let mut end = None;
        let mut idle = false;
        match op(what) {
            "sync" => {
                let key = self.book.intern(&key);
                let told = self
                    .controller
                    .start(&mut self.book.cluster, &self.cache, 0, key, self.now);
                end = self.run(told);
                self.controller.abandon(0);
            }
            "enqueue" => {
                let key = self.book.intern(&key);
                self.controller.queue_mut().add(key);
                self.told.push(Told::Added(key));
            }
            "work" => match self
                .controller
                .take(&mut self.book.cluster, &self.cache, 0, self.now)
            {
                None => idle = true,
                Some((key, told)) => {
                    let error = self.run(told);
                    let settled = self.controller.settle(0, key, error, self.now);
                    self.told.extend(settled);
                }
            },
            "advance" => {
                self.now = self.now + Duration(what["ns"].as_i64().unwrap_or(0));
                while self.controller.queue_mut().add_due(self.now).is_some() {}
            }
            "rsStatus" => return self.set_status(&what["set"]).map(|()| 0),
            "cacheFromApi" => {
                self.cache_from_api();
                return Ok(0);
            }
            event => self.event(event, what)?,
        }
        self.compare(step, end, idle)?;
        Ok(out["calls"].as_array().map_or(0, Vec::len))
    }

    /// ReplicaSet controller and kubelets, in one.
    fn set_status(&mut self, set: &Value) -> Result<(), String> {
        for (name, status) in set.as_object().into_iter().flatten() {
            let name = self.book.intern(name);
            let kind = self.book.replica_sets;
            let found = self
                .api
                .objects
                .values()
                .find(|object| object.kind == kind && object.meta.name == name);
            let mut object = Object::clone(found.ok_or("a status of an unknown ReplicaSet")?);
            let read = self.book.object(kind, &json!({ "spec": {}, "status": status }))?;
            let (Facts::ReplicaSet(known), Facts::ReplicaSet(read)) = (&object.facts, &read.facts) else {
                return Err("no ReplicaSet".to_owned());
            };
            object.facts = Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
                status: read.status.clone(),
                ..ReplicaSetFacts::clone(known)
            }));
            object.meta.resource_version = self.api.next_version();
            self.api.put(Arc::new(object));
        }
        Ok(())
    }

    fn cache_from_api(&mut self) {
        // Deployments that are only in the cache stay there.
        let own: Vec<Arc<Object>> = self.cache.deployments.iter().cloned().collect();
        self.cache = WorkloadCache::default();
        for other in own {
            if !self.api.objects.contains_key(&other.key()) {
                self.store(other);
            }
        }
        for object in self.api.objects.values().cloned().collect::<Vec<_>>() {
            self.store(object);
        }
    }

    fn event(&mut self, event: &str, what: &Value) -> Result<(), String> {
        let (kind, member, old_member) = match event {
            "deletePod" => (self.book.pods, "pod", ""),
            "addRS" | "updateRS" | "deleteRS" => (self.book.replica_sets, "rs", "oldRS"),
            _ => (self.book.deployments, "deployment", "oldDeployment"),
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
        if what["cacheUnchanged"] != true
            && let Some(object) = self.object(kind, &what[member])?
        {
            if event.starts_with("delete") {
                self.remove(&object);
            } else {
                self.store(object);
            }
        }
        let (cluster, cache, controller) = (&mut self.book.cluster, &self.cache, &mut self.controller);
        let told = match (event, &payload, old) {
            ("addDeployment", Payload::Object(deployment), _)
            | ("updateDeployment", Payload::Object(deployment), Some(_)) => {
                controller.deployment_changed(cluster, deployment)
            }
            ("deleteDeployment", payload, _) => controller.deployment_deleted(cluster, payload),
            ("addRS", Payload::Object(set), _) => controller.set_added(cluster, cache, set),
            ("updateRS", Payload::Object(set), Some(old)) => {
                controller.set_updated(cluster, cache, &old, set)
            }
            ("deleteRS", payload, _) => controller.set_deleted(cluster, cache, payload),
            ("deletePod", payload, _) => controller.pod_deleted(cluster, cache, payload),
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

    fn error_text(&self, error: &SyncError) -> String {
        sync_error(&self.book.cluster, EPOCH, error)
    }

    fn compare(&mut self, step: &Value, end: Option<SyncError>, idle: bool) -> Result<(), String> {
        let out = &step["out"];
        let none = json!([]);
        let calls: Value = std::mem::take(&mut self.api.calls).into();
        same("calls", &calls, out.get("calls").unwrap_or(&none))?;
        same(
            "queueLen",
            &self.controller.queue().len().into(),
            &out["queueLen"],
        )?;
        same("idle", &idle.into(), out.get("idle").unwrap_or(&false.into()))?;
        let mut operations = Vec::new();
        let mut events = Vec::new();
        let mut reported = Vec::new();
        if op(&step["in"]) == "work" && !idle {
            let key = self.told.iter().rev().find_map(|told| match told {
                Told::Forgot(key) | Told::AddedRateLimited { key, .. } => Some(*key),
                _ => None,
            });
            operations.push(json!({ "op": "get", "key": key.map(|key| self.book.text(key)) }));
        }
        for told in &self.told {
            let text = |key| self.book.text(key);
            match told {
                Told::Added(key) => operations.push(json!({ "op": "add", "key": text(*key) })),
                Told::Did(key, Deed::EnqueuesAfter(delay)) => {
                    operations.push(json!({ "op": "addAfter", "key": text(*key), "ns": delay.0 }));
                }
                Told::Did(key, Deed::EnqueuesRateLimited) => {
                    operations.push(json!({ "op": "addRateLimited", "key": text(*key) }));
                }
                Told::AddedRateLimited { key, .. } => {
                    operations.push(json!({ "op": "addRateLimited", "key": text(*key) }));
                    operations.push(json!({ "op": "done", "key": text(*key) }));
                }
                Told::Forgot(key) => {
                    operations.push(json!({ "op": "forget", "key": text(*key) }));
                    operations.push(json!({ "op": "done", "key": text(*key) }));
                }
                Told::Reported(error) => reported.push(self.error_text(error)),
                Told::Did(_, Deed::Records(event)) => events.push(self.event_json(event)),
                Told::Failed(..) | Told::Did(..) => {}
            }
        }
        same("queue", &operations.into(), out.get("queue").unwrap_or(&none))?;
        same(
            "events",
            &counted(events),
            &sorted(out.get("events").unwrap_or(&none)),
        )?;
        compare_reported(&reported, &strings(out.get("reported").unwrap_or(&none)))?;
        if matches!(op(&step["in"]), "sync" | "enqueue" | "work") {
            same(
                "liveCollisionCount",
                &self.live_collisions(),
                out.get("liveCollisionCount").unwrap_or(&Value::Null),
            )?;
        }
        if op(&step["in"]) == "sync" {
            return self.compare_end(&out["error"], end);
        }
        Ok(())
    }

    fn compare_end(&self, recorded: &Value, end: Option<SyncError>) -> Result<(), String> {
        if recorded["aggregate"].is_array() {
            let Some(SyncError::Claim(errors)) = &end else {
                return Err(format!("error: ours {end:?}, recorded {recorded}"));
            };
            let mut texts: Vec<String> = errors.iter().map(|error| self.error_text(error)).collect();
            texts.sort();
            return same("error", &texts.into(), &sorted(&recorded["aggregate"]));
        }
        let ours = end.as_ref().map(|error| self.error_text(error));
        same("error", &ours.into(), recorded)
    }

    fn live_collisions(&self) -> Value {
        let (namespace, name) = self.key.split_once('/').unwrap_or_default();
        let is_it = |object: &&Arc<Object>| {
            object.kind == self.book.deployments
                && self.book.text(object.meta.name) == name
                && self.book.text(object.meta.namespace) == namespace
        };
        match self.api.objects.values().find(is_it).map(|object| &object.facts) {
            Some(Facts::Deployment(facts)) => facts.status.collision_count.into(),
            _ => Value::Null,
        }
    }

    fn event_json(&self, event: &DeploymentEvent) -> Value {
        let name = self.key.split_once('/').map_or("", |(_, name)| name);
        let (kind, reason, message) = match event {
            DeploymentEvent::Scaled { set, from, to } => (
                "Normal",
                "ScalingReplicaSet",
                format!(
                    "Scaled {} replica set {} from {from} to {to}",
                    if from < to { "up" } else { "down" },
                    self.book.text(*set)
                ),
            ),
            DeploymentEvent::CreateFailed(set, error) => (
                "Warning",
                "ReplicaSetCreateError",
                format!(
                    "Failed to create new replica set \"{}\": {}",
                    self.book.text(*set),
                    self.error_text(error)
                ),
            ),
            DeploymentEvent::SelectingAll => (
                "Warning",
                "SelectingAll",
                "This deployment is selecting all pods. A non-empty selector is required.".to_owned(),
            ),
            DeploymentEvent::RolledBack(revision) => (
                "Normal",
                "DeploymentRollback",
                format!("Rolled back deployment \"{name}\" to revision {revision}"),
            ),
            DeploymentEvent::RollbackUnchanged => (
                "Warning",
                "DeploymentRollbackTemplateUnchanged",
                format!("The rollback revision contains the same template as current deployment \"{name}\""),
            ),
            DeploymentEvent::NoLastRevision => (
                "Warning",
                "DeploymentRollbackRevisionNotFound",
                "Unable to find last revision.".to_owned(),
            ),
            DeploymentEvent::NoSuchRevision => (
                "Warning",
                "DeploymentRollbackRevisionNotFound",
                "Unable to find the revision to rollback to.".to_owned(),
            ),
        };
        json!({ "type": kind, "reason": reason, "message": message })
    }
}
