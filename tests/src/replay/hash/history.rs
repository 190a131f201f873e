//! The history of StatefulSets and DaemonSets, call by call, against the in-memory API of the recordings.

use super::{count_of, same, template_of};
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{Form, Integers, Prepared, Template, prepare, revision_data};
use kubeloupe_core::versions::Switches;
use kubeloupe_core::workloads::history::{
    Answer, Calls, CannotAdopt, Controller, HistoryCall, HistoryError, LabelledPod, LiveParent, Parent,
    Refusal, Revision, adopt_orphans, choose, clean_up, construct, list, next_status, truncate,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Follows a recording; returns how many calls there were, or the first difference.
pub fn replay_history(recording: &Value) -> Result<usize, String> {
    let rounds = recording["out"].as_array().ok_or("no rounds")?;
    let mut world = World::new(recording);
    let mut calls = 0;
    for (number, round) in rounds.iter().enumerate() {
        let at = |difference| format!("round {number}: {difference}");
        calls += world.round(recording, round).map_err(at)?;
        world.refresh();
    }
    Ok(calls)
}

/// The in-memory API, the caches, and the calls made.
struct World {
    kind: String,
    set: Value,
    cached: Vec<Value>,
    live: Vec<Value>,
    live_set: Value,
    pods: Vec<Value>,
    faults: Vec<(Value, u64)>,
    calls: Vec<Value>,
    version: u64,
    created: u64,
}

fn list_of(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

impl World {
    fn new(recording: &Value) -> World {
        let cached = list_of(&recording["revisions"]);
        let live = match recording.get("liveRevisions") {
            Some(live) => list_of(live),
            None => cached.clone(),
        };
        World {
            kind: recording["controller"].as_str().unwrap_or_default().to_owned(),
            set: recording["set"].clone(),
            cached,
            live,
            live_set: recording.get("liveSet").unwrap_or(&recording["set"]).clone(),
            pods: list_of(&recording["pods"]),
            faults: list_of(&recording["faults"])
                .into_iter()
                .map(|fault| (fault, 0))
                .collect(),
            calls: Vec::new(),
            version: 1000,
            created: 0,
        }
    }

    /// Between rounds the cache is replaced by what the API has; a StatefulSet itself stays.
    fn refresh(&mut self) {
        self.cached = self.live.clone();
        if self.kind == "DaemonSet" {
            self.set = self.live_set.clone();
        }
        self.calls.clear();
    }

    fn round(&mut self, recording: &Value, round: &Value) -> Result<usize, String> {
        let template = self.template()?;
        let parent = self.parent(&template);
        same(
            "data of the set",
            &*parent.data,
            recording["rawOfSet"].as_str().unwrap_or_default(),
        )?;
        if self.kind == "StatefulSet" {
            self.stateful_set(recording, round, &parent)
        } else {
            if self.calls.is_empty() && recording["set"] == self.set {
                same(
                    "hash",
                    parent.template_hash.as_str(),
                    recording["hashOfSet"].as_str().unwrap_or_default(),
                )?;
            }
            self.daemon_set(round, &parent)
        }
    }

    fn stateful_set(&mut self, recording: &Value, round: &Value, parent: &Parent) -> Result<usize, String> {
        let listed = list(parent, &self.revisions());
        let by_meaning = recording["gates"]["StatefulSetSemanticRevisionComparison"] != false;
        let pods = self.labelled_pods();
        let through = recording.get("through").is_some();
        let chosen = self.run(|calls| {
            if through {
                adopt_orphans(parent, &listed, calls)?;
            }
            choose(parent, &listed, by_meaning, calls)
        });
        let error = chosen.as_ref().err().map(|error| self.error_text(error));
        let chosen = chosen.ok();
        if through {
            if let Some(chosen) = &chosen {
                self.write_stateful_set_status(chosen.collision_count, next_status(chosen));
            }
        } else {
            let named = |revision: &Revision| json!({ "name": revision.name, "revision": revision.number });
            let member = |name: &str| round.get(name).cloned().unwrap_or(Value::Null);
            let current = chosen
                .as_ref()
                .map_or(Value::Null, |chosen| named(&chosen.current));
            let update = chosen
                .as_ref()
                .map_or(Value::Null, |chosen| named(&chosen.update));
            same("current", current, member("current"))?;
            same("update", update, member("update"))?;
            if let Some(chosen) = &chosen {
                same(
                    "count",
                    Some(chosen.collision_count),
                    count_of(&round["collisionCount"]),
                )?;
            }
        }
        let mut truncated = None;
        // A sync that could not adopt ends before.
        if !through || chosen.is_some() {
            let outcome = self.run(|calls| truncate(parent, &listed, chosen.as_ref(), &pods, calls));
            truncated = outcome.err().map(|error| self.error_text(&error));
        }
        same("error", error.as_deref(), round["error"].as_str())?;
        same(
            "error of truncating",
            truncated.as_deref(),
            round["truncateError"].as_str(),
        )?;
        compare_calls(&self.calls, &round["calls"], None)
    }

    fn daemon_set(&mut self, round: &Value, parent: &Parent) -> Result<usize, String> {
        let cached = self.revisions();
        let pods = self.labelled_pods();
        let history = self.run(|calls| construct(parent, &cached, &pods, calls));
        let error = history.as_ref().err().map(|error| self.error_text(error));
        same("error", error.as_deref(), round["error"].as_str())?;
        let compared = compare_calls(&self.calls, &round["calls"], Some("controllerrevisions"))?;
        let live_count = self.live_set["status"].get("collisionCount").cloned();
        same("live count", live_count.as_ref(), round.get("liveCollisionCount"))?;
        let Ok(history) = history else {
            same("current", &Value::Null, &round["current"])?;
            return Ok(compared);
        };
        let current = json!({ "name": history.current.name, "revision": history.current.number });
        same("current", &current, &round["current"])?;
        let hash = history.current.labels.get("controller-revision-hash");
        same(
            "hash label",
            hash.map(String::as_str),
            round["currentHashLabel"].as_str(),
        )?;
        let mut old: Vec<&str> = history
            .old
            .iter()
            .map(|revision| revision.name.as_str())
            .collect();
        old.sort_unstable();
        same("old", json!(old), round["old"].clone())?;
        self.calls.clear();
        let outcome = self.run(|calls| clean_up(parent, &history.old, &pods, calls));
        let error = outcome.err().map(|error| self.error_text(&error));
        same(
            "error of cleaning up",
            error.as_deref(),
            round["cleanupError"].as_str(),
        )?;
        Ok(compared + compare_calls(&self.calls, &round["cleanupCalls"], None)?)
    }

    /// Runs a part of a sync, answering its calls.
    fn run<T>(
        &mut self,
        part: impl Fn(&mut Calls<'_>) -> Result<T, HistoryError>,
    ) -> Result<T, HistoryError> {
        // Errors name calls by their number in this part.
        self.calls
            .iter_mut()
            .for_each(|call| call["before"] = true.into());
        let mut answers = Vec::new();
        loop {
            let mut calls = Calls::new(&answers);
            let outcome = part(&mut calls);
            match calls.wanted() {
                Some(call) => answers.push(self.answer(&call)),
                None => return outcome,
            }
        }
    }

    fn error_text(&self, error: &HistoryError) -> String {
        let of_call = |number: usize| {
            let mut part = self.calls.iter().filter(|call| call.get("before").is_none());
            part.nth(number).map_or(String::new(), |call| {
                call["error"].as_str().unwrap_or_default().to_owned()
            })
        };
        let (kind, meta) = (&self.kind, &self.set["metadata"]);
        let name = meta["name"].as_str().unwrap_or_default();
        match error {
            HistoryError::Pending => "pending".to_owned(),
            HistoryError::Refused { call, .. } => of_call(*call),
            HistoryError::NameMissing => "resource name may not be empty".to_owned(),
            HistoryError::Claim(errors) => errors
                .iter()
                .map(|error| self.error_text(error))
                .collect::<Vec<_>>()
                .join(", "),
            HistoryError::StaleCount => format!(
                "found a stale collision count (<address>, expected <address>) of DaemonSet \"{name}\" while processing; will retry until it is updated"
            ),
            HistoryError::CannotAdopt(cause) => {
                let cause = match cause {
                    CannotAdopt::JustDeleted(_) => {
                        let at = self.live_set["metadata"]["deletionTimestamp"]
                            .as_str()
                            .unwrap_or_default();
                        let at = at.replace('T', " ").replace('Z', " +0000 UTC");
                        format!("ns/{name} has just been deleted at {at}")
                    }
                    CannotAdopt::Gone { got, wanted } => format!(
                        "can't recheck DeletionTimestamp: original {kind} ns/{name} is gone: got uid {got}, wanted {wanted}"
                    ),
                    CannotAdopt::Get(call) => format!("can't recheck DeletionTimestamp: {}", of_call(*call)),
                };
                format!("can't adopt ControllerRevisions: {cause}")
            }
        }
    }

    /// The set's template. Pointers to empty structs are not seen in the recordings.
    fn template(&self) -> Result<Prepared, String> {
        let mut template = self.set["spec"]["template"].clone();
        let spec = &mut template["spec"];
        if spec.get("securityContext").is_none() {
            spec["securityContext"] = json!({});
        }
        let template = template_of(&template).map_err(|error| format!("{error:?}"))?;
        prepare(&template, Form::Stored, NEWEST_MINOR).map_err(|error| format!("{error:?}"))
    }

    fn integers(&self) -> Integers {
        if self.kind == "StatefulSet" {
            Integers::Float64
        } else {
            Integers::Exact
        }
    }

    fn parent(&self, template: &Prepared) -> Parent {
        let (meta, spec, status) = (&self.set["metadata"], &self.set["spec"], &self.set["status"]);
        let count = count_of(&status["collisionCount"]);
        Parent {
            reference: Controller {
                kind: self.kind.clone(),
                name: text(&meta["name"]),
                uid: text(&meta["uid"]),
            },
            selector: texts(&spec["selector"]["matchLabels"]),
            annotations: texts(&meta["annotations"]),
            template_labels: texts(&spec["template"]["metadata"]["labels"]),
            data: revision_data(template, self.integers()).into(),
            template_hash: template.hash(count).encoded(),
            collision_count: count,
            current_revision: text(&status["currentRevision"]),
            history_limit: count_of(&spec["revisionHistoryLimit"]).unwrap_or(10),
            is_deleting: meta.get("deletionTimestamp").is_some(),
            switches: Switches::of_minor(NEWEST_MINOR),
        }
    }

    fn revisions(&self) -> Vec<Revision> {
        self.cached
            .iter()
            .map(|revision| self.revision(revision))
            .collect()
    }

    fn revision(&self, recorded: &Value) -> Revision {
        let meta = &recorded["metadata"];
        let owners = list_of(&meta["ownerReferences"]);
        let controller = owners.iter().find(|owner| owner["controller"] == true);
        let data: Arc<str> = recorded["raw"].as_str().unwrap_or_default().into();
        Revision {
            name: text(&meta["name"]),
            uid: text(&meta["uid"]),
            labels: texts(&meta["labels"]),
            annotations: texts(&meta["annotations"]),
            controller: controller.map(|owner| Controller {
                kind: text(&owner["kind"]),
                name: text(&owner["name"]),
                uid: text(&owner["uid"]),
            }),
            created_s: time(&meta["creationTimestamp"]),
            is_deleting: meta.get("deletionTimestamp").is_some(),
            rebuilt: self.rebuilt(&data),
            data,
            number: recorded["revision"].as_i64().unwrap_or(0),
        }
    }

    fn rebuilt(&self, data: &str) -> Option<Arc<str>> {
        let patch: Value = serde_json::from_str(data).ok()?;
        let mut template = patch["spec"]["template"].as_object()?.clone();
        if template.remove("$patch")? != "replace" {
            return None;
        }
        let template: Template = template_of(&Value::Object(template)).ok()?;
        let prepared = prepare(&template, Form::Manifest, NEWEST_MINOR).ok()?;
        Some(revision_data(&prepared, self.integers()).into())
    }

    /// The pods that the set controls and selects.
    fn labelled_pods(&self) -> Vec<LabelledPod> {
        let selector = texts(&self.set["spec"]["selector"]["matchLabels"]);
        let uid = &self.set["metadata"]["uid"];
        let is_its = |pod: &&Value| {
            let labels = texts(&pod["metadata"]["labels"]);
            let owners = list_of(&pod["metadata"]["ownerReferences"]);
            owners.iter().any(|owner| owner["uid"] == *uid)
                && selector.iter().all(|(key, value)| labels.get(key) == Some(value))
        };
        let pods = self.pods.iter().filter(is_its);
        pods.map(|pod| LabelledPod {
            name: text(&pod["metadata"]["name"]),
            hash: texts(&pod["metadata"]["labels"]).remove("controller-revision-hash"),
            has_target: !text(&pod["spec"]["nodeName"]).is_empty(),
        })
        .collect()
    }

    fn next_version(&mut self) -> String {
        self.version += 1;
        self.version.to_string()
    }

    /// Answers a call as the in-memory API does, and writes it down.
    fn answer(&mut self, call: &HistoryCall) -> Answer {
        let sets = format!("{}s", self.kind.to_lowercase());
        let set_name = text(&self.set["metadata"]["name"]);
        let (verb, resource, subresource, name) = match call {
            HistoryCall::GetParent => ("get", sets.as_str(), None, &set_name),
            HistoryCall::WriteCount(_) | HistoryCall::WriteStatus { .. } => {
                ("update", sets.as_str(), Some("status"), &set_name)
            }
            HistoryCall::Adopt { name, .. } | HistoryCall::Release { name, .. } => {
                ("patch", "controllerrevisions", None, name)
            }
            HistoryCall::Create(revision) => ("create", "controllerrevisions", None, &revision.name),
            HistoryCall::Get(name) => ("get", "controllerrevisions", None, name),
            HistoryCall::Update(revision) => ("update", "controllerrevisions", None, &revision.name),
            HistoryCall::Delete(name) => ("delete", "controllerrevisions", None, name),
            HistoryCall::LabelPod { name, .. } => ("patch", "pods", None, name),
        };
        let mut written = json!({ "verb": verb, "resource": resource, "name": name });
        if let Some(subresource) = subresource {
            written["subresource"] = subresource.into();
        }
        match call {
            HistoryCall::Adopt { uid, .. } => {
                let (kind, set_uid) = (&self.kind, text(&self.set["metadata"]["uid"]));
                written["patch"] = format!(
                    r#"{{"metadata":{{"ownerReferences":[{{"apiVersion":"apps/v1","kind":"{kind}","name":"{set_name}","uid":"{set_uid}","controller":true,"blockOwnerDeletion":true}}],"uid":"{uid}"}}}}"#
                )
                .into();
                written["patchType"] = "strategic".into();
            }
            HistoryCall::Release { uid, .. } => {
                let set_uid = text(&self.set["metadata"]["uid"]);
                written["patch"] = format!(
                    r#"{{"metadata":{{"uid":"{uid}","ownerReferences":[{{"$patch":"delete","uid":"{set_uid}"}}]}}}}"#
                )
                .into();
                written["patchType"] = "strategic".into();
            }
            HistoryCall::LabelPod { hash, .. } => {
                written["patch"] =
                    format!(r#"{{"metadata":{{"labels":{{"controller-revision-hash":"{hash}"}}}}}}"#).into();
                written["patchType"] = "merge".into();
            }
            HistoryCall::Create(revision) => written["body"] = self.created_body(revision),
            HistoryCall::Update(revision) => written["body"] = self.updated_body(revision),
            HistoryCall::WriteCount(count) => {
                let mut status = self.live_set["status"].clone();
                status["collisionCount"] = (*count).into();
                let meta = &self.live_set["metadata"];
                let meta = json!({ "resourceVersion": meta["resourceVersion"], "uid": meta["uid"] });
                written["body"] = json!({ "metadata": meta, "status": status });
            }
            _ => {}
        }
        let fault = self.fault(verb, resource, subresource, name);
        let outcome = match fault {
            Some(error) => Err(error),
            None => self.apply(call, &written),
        };
        let answer = match outcome {
            Ok((code, result, answer)) => {
                written["code"] = code.into();
                if let Some(result) = result {
                    written["result"] = result;
                }
                answer
            }
            Err(error) => {
                let (code, message, refusal) = refusal(&error, resource, name);
                written["code"] = code.into();
                written["error"] = message.into();
                Answer::Refused(refusal)
            }
        };
        self.calls.push(written);
        answer
    }

    fn fault(&mut self, verb: &str, resource: &str, subresource: Option<&str>, name: &str) -> Option<String> {
        for (fault, count) in &mut self.faults {
            let fits = fault["verb"] == verb
                && fault["resource"] == resource
                && fault["subresource"].as_str() == subresource
                && fault["name"].as_str().is_none_or(|wanted| wanted == name);
            if !fits {
                continue;
            }
            *count += 1;
            let from = fault["from"].as_u64().unwrap_or(1);
            let to = fault["to"].as_u64().unwrap_or(u64::MAX);
            if (from..=to).contains(count) {
                return fault["error"].as_str().map(str::to_owned);
            }
        }
        None
    }

    /// What the API does with a call: code, what is recorded of the result, and the answer.
    fn apply(&mut self, call: &HistoryCall, written: &Value) -> Result<(u16, Option<Value>, Answer), String> {
        let place = |live: &[Value], name: &str| {
            live.iter()
                .position(|revision| revision["metadata"]["name"] == name)
                .ok_or_else(|| "NotFound".to_owned())
        };
        let read = |meta: &Value| json!({ "resourceVersion": meta["resourceVersion"], "uid": meta["uid"] });
        match call {
            HistoryCall::GetParent => {
                let meta = &self.live_set["metadata"];
                let live = LiveParent {
                    uid: text(&meta["uid"]),
                    deleted_s: time(&meta["deletionTimestamp"]),
                    collision_count: count_of(&self.live_set["status"]["collisionCount"]),
                };
                Ok((200, Some(read(meta)), Answer::Parent(live)))
            }
            HistoryCall::WriteCount(count) => {
                let version = self.next_version();
                self.live_set["status"]["collisionCount"] = (*count).into();
                self.live_set["metadata"]["resourceVersion"] = version.clone().into();
                Ok((200, Some(json!({ "resourceVersion": version })), Answer::Done))
            }
            HistoryCall::Get(name) => {
                let place = place(&self.live, name)?;
                let revision = &self.live[place];
                let answer = Answer::Revision(self.revision(revision));
                Ok((200, Some(read(&revision["metadata"])), answer))
            }
            HistoryCall::Create(revision) => {
                if place(&self.live, &revision.name).is_ok() {
                    return Err("AlreadyExists".to_owned());
                }
                let version = self.next_version();
                self.created += 1;
                let mut object = written["body"].clone();
                let uid = format!("new-{:04}", self.created);
                object["metadata"]["uid"] = uid.clone().into();
                object["metadata"]["resourceVersion"] = version.clone().into();
                object["metadata"]["namespace"] = "ns".into();
                object["metadata"]["creationTimestamp"] = "2000-01-01T00:00:00Z".into();
                let answer = Answer::Revision(self.revision(&object));
                self.live.push(object);
                Ok((
                    201,
                    Some(json!({ "resourceVersion": version, "uid": uid })),
                    answer,
                ))
            }
            HistoryCall::Update(revision) => {
                let place = place(&self.live, &revision.name)?;
                let mut object = written["body"].clone();
                if object["metadata"]["resourceVersion"] != self.live[place]["metadata"]["resourceVersion"] {
                    return Err("Conflict".to_owned());
                }
                let version = self.next_version();
                object["metadata"]["resourceVersion"] = version.clone().into();
                let answer = Answer::Revision(self.revision(&object));
                self.live[place] = object;
                Ok((200, Some(json!({ "resourceVersion": version })), answer))
            }
            HistoryCall::Adopt { name, uid } | HistoryCall::Release { name, uid } => {
                let place = place(&self.live, name)?;
                if self.live[place]["metadata"]["uid"] != *uid {
                    return Err("Invalid".to_owned());
                }
                let version = self.next_version();
                let patch: Value = serde_json::from_str(written["patch"].as_str().unwrap_or_default())
                    .map_err(|error| error.to_string())?;
                let meta = &mut self.live[place]["metadata"];
                if matches!(call, HistoryCall::Adopt { .. }) {
                    meta["ownerReferences"] = patch["metadata"]["ownerReferences"].clone();
                } else if let Some(meta) = meta.as_object_mut() {
                    meta.remove("ownerReferences");
                }
                meta["resourceVersion"] = version.clone().into();
                Ok((200, Some(json!({ "resourceVersion": version })), Answer::Done))
            }
            HistoryCall::Delete(name) => {
                let place = place(&self.live, name)?;
                self.live.remove(place);
                Ok((200, None, Answer::Done))
            }
            HistoryCall::WriteStatus {
                current,
                update,
                count,
            } => {
                self.write_stateful_set_status(*count, (current, update));
                Ok((200, None, Answer::Done))
            }
            HistoryCall::LabelPod { name, hash } => {
                let version = self.next_version();
                let pod = self.pods.iter_mut().find(|pod| pod["metadata"]["name"] == *name);
                if let Some(pod) = pod {
                    pod["metadata"]["labels"]["controller-revision-hash"] = hash.clone().into();
                    pod["metadata"]["resourceVersion"] = version.clone().into();
                }
                Ok((200, Some(json!({ "resourceVersion": version })), Answer::Done))
            }
        }
    }

    fn created_body(&self, revision: &Revision) -> Value {
        let mut meta = json!({ "name": revision.name, "ownerReferences": [{
            "apiVersion": "apps/v1", "blockOwnerDeletion": true, "controller": true,
            "kind": self.kind, "name": self.set["metadata"]["name"], "uid": self.set["metadata"]["uid"] }] });
        if self.kind == "DaemonSet" {
            meta["namespace"] = "ns".into();
        }
        if !revision.labels.is_empty() {
            meta["labels"] = json!(revision.labels);
        }
        if !revision.annotations.is_empty() {
            meta["annotations"] = json!(revision.annotations);
        }
        json!({ "metadata": meta, "raw": &*revision.data, "revision": revision.number })
    }

    /// The cached object with what the controller changes in it.
    fn updated_body(&self, revision: &Revision) -> Value {
        // What an update answered is newer than the cache.
        let is_it = |object: &&Value| object["metadata"]["name"] == revision.name.as_str();
        let answered = self.calls.iter().any(|call| {
            call["verb"] == "update" && call["name"] == revision.name.as_str() && call["code"] == 200
        });
        let objects = if answered { &self.live } else { &self.cached };
        let mut body = objects.iter().find(is_it).cloned().unwrap_or_default();
        body["metadata"]["labels"] = json!(revision.labels);
        body["revision"] = revision.number.into();
        body
    }

    fn write_stateful_set_status(&mut self, count: i32, (current, update): (&str, &str)) {
        let mut status = self.set["status"].clone();
        status["collisionCount"] = count.into();
        status["currentRevision"] = current.into();
        status["updateRevision"] = update.into();
        status["observedGeneration"] = self.set["metadata"]["generation"].clone();
        if status == self.set["status"] {
            return;
        }
        let version = self.next_version();
        let meta = &self.set["metadata"];
        self.calls.push(json!({
            "verb": "update", "resource": "statefulsets", "subresource": "status", "name": meta["name"], "code": 200,
            "body": { "metadata": { "resourceVersion": meta["resourceVersion"], "uid": meta["uid"] }, "status": status },
            "result": { "resourceVersion": version },
        }));
    }
}

fn refusal(error: &str, resource: &str, name: &str) -> (u16, String, Refusal) {
    let qualified = if resource == "pods" {
        resource.to_owned()
    } else {
        format!("{resource}.apps")
    };
    let shown = if resource == "pods" { "any" } else { name };
    match error {
        "NotFound" => (
            404,
            format!("{qualified} \"{name}\" not found"),
            Refusal::NotFound,
        ),
        "AlreadyExists" => (
            409,
            format!("{qualified} \"{name}\" already exists"),
            Refusal::AlreadyExists,
        ),
        "Conflict" => (
            409,
            format!("Operation cannot be fulfilled on {qualified} \"{shown}\": the object has been modified"),
            Refusal::Conflict,
        ),
        "Invalid" => (
            422,
            format!("{qualified} \"{name}\" is invalid"),
            Refusal::Invalid,
        ),
        "Forbidden" => (
            403,
            format!("{qualified} \"{name}\" is forbidden: exceeded quota"),
            Refusal::Other,
        ),
        "NamespaceTerminating" => (
            403,
            format!(
                "{qualified} \"{name}\" is forbidden: unable to create new content in namespace ns because it is being terminated"
            ),
            Refusal::Other,
        ),
        _ => (500, "Internal error occurred: boom".to_owned(), Refusal::Other),
    }
}

/// Compares calls in order; of those that are free in their order, deletes of `free` resources and patches, by name.
fn compare_calls(ours: &[Value], recorded: &Value, free: Option<&str>) -> Result<usize, String> {
    let mut ours: Vec<Value> = ours.to_vec();
    for call in &mut ours {
        if let Some(call) = call.as_object_mut() {
            call.remove("before");
        }
    }
    let recorded = list_of(recorded);
    if let Some(resource) = free {
        let verbs: Vec<Value> = ours.iter().map(|call| call["verb"].clone()).collect();
        let mut from = 0;
        while from < ours.len() {
            let run = verbs[from..]
                .iter()
                .take_while(|verb| **verb == verbs[from])
                .count();
            if ours[from]["resource"] == resource && (verbs[from] == "delete" || verbs[from] == "patch") {
                ours[from..from + run].sort_by_key(|call| text(&call["name"]));
            }
            from += run;
        }
    }
    for (number, (ours, recorded)) in ours.iter().zip(&recorded).enumerate() {
        same(&format!("call {number}"), ours, recorded)?;
    }
    same("calls", ours.len(), recorded.len())?;
    Ok(ours.len())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> BTreeMap<String, String> {
    let members = value.as_object().into_iter().flat_map(Map::iter);
    members.map(|(key, value)| (key.clone(), text(value))).collect()
}

/// A number that grows with the time: all that the history looks at is which is older.
fn time(value: &Value) -> Option<i64> {
    let digits: String = value.as_str()?.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}
