//! The in-memory API against which the syncs were recorded: far simpler than the real one, so it is written down here
//! once more.

use super::book::{Book, EPOCH};
use kubeloupe_core::apiserver::{
    Cause, CauseReason, Field, OwnerDirective, OwnerPatch, Patch, Reason, Request, Response, Status, Verb,
};
use kubeloupe_core::object::{
    DeploymentFacts, Facts, KindId, List, Name, Object, ObjectKey, OwnerReference, ReplicaSetFacts, Time,
};
use kubeloupe_formats::wire;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One rule of `faults`.
pub(super) struct Fault {
    verb: String,
    resource: String,
    subresource: Option<String>,
    name: Option<String>,
    from: u64,
    to: Option<u64>,
    error: String,
    calls: u64,
    /// Only calls with these numbers fail, where any are given.
    listed: Vec<u64>,
}

impl Fault {
    pub(super) fn new(verb: &str, resource: &str, error: &str, from: u64, to: Option<u64>) -> Fault {
        Fault {
            verb: verb.to_owned(),
            resource: resource.to_owned(),
            subresource: None,
            name: None,
            from,
            to,
            error: error.to_owned(),
            calls: 0,
            listed: Vec::new(),
        }
    }

    /// A rule that fails the calls with these numbers.
    pub(super) fn listed(verb: &str, resource: &str, error: &str, listed: Vec<u64>) -> Fault {
        Fault {
            listed,
            ..Fault::new(verb, resource, error, 1, None)
        }
    }

    fn read(recorded: &Value) -> Fault {
        let text = |member: &str| recorded[member].as_str().map(str::to_owned);
        Fault {
            subresource: text("subresource"),
            name: text("name"),
            ..Fault::new(
                recorded["verb"].as_str().unwrap_or_default(),
                recorded["resource"].as_str().unwrap_or_default(),
                recorded["error"].as_str().unwrap_or_default(),
                recorded["from"].as_u64().unwrap_or(1),
                recorded["to"].as_u64(),
            )
        }
    }

    fn fires(&mut self, verb: &str, resource: &str, subresource: Option<&str>, name: &str) -> bool {
        let fits = self.verb == verb
            && self.resource == resource
            && self.subresource.as_deref() == subresource
            && self.name.as_deref().is_none_or(|wanted| wanted == name);
        if !fits {
            return false;
        }
        self.calls += 1;
        (self.listed.is_empty() || self.listed.contains(&self.calls))
            && self.calls >= self.from
            && self.to.is_none_or(|to| self.calls <= to)
    }
}

/// The in-memory API, with everything that was asked of it.
pub(super) struct MemoryApi {
    pub(super) objects: BTreeMap<ObjectKey, Arc<Object>>,
    pub(super) faults: Vec<Fault>,
    pub(super) calls: Vec<Value>,
    counts: BTreeMap<(String, String), u64>,
    pub(super) version: u64,
    created: u64,
    named: u64,
}

impl MemoryApi {
    pub(super) fn new(faults: &Value) -> MemoryApi {
        let faults = faults.as_array().into_iter().flatten().map(Fault::read);
        MemoryApi {
            objects: BTreeMap::new(),
            faults: faults.collect(),
            calls: Vec::new(),
            counts: BTreeMap::new(),
            version: 1000,
            created: 0,
            named: 0,
        }
    }

    pub(super) fn put(&mut self, object: Arc<Object>) {
        self.objects.insert(object.key(), object);
    }

    pub(super) fn count(&self, verb: &str, resource: &str) -> u64 {
        self.counts
            .get(&(verb.to_owned(), resource.to_owned()))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn next_version(&mut self) -> u64 {
        self.version += 1;
        self.version
    }

    /// Answers a request, and remembers both. `template_of` finds the controller of a created pod.
    pub(super) fn handle(
        &mut self,
        book: &mut Book,
        now: Time,
        request: &Request,
        template_of: impl Fn(&Object) -> Option<Arc<Object>>,
    ) -> Response {
        let target = &request.target;
        let resource = book.text(book.cluster.kinds.get(target.kind).resource).to_owned();
        let (verb, subresource) = match &request.verb {
            Verb::Get => ("get", None),
            Verb::Create(_) => ("create", None),
            Verb::Patch(_) => ("patch", None),
            Verb::Update(_) => ("update", None),
            Verb::UpdateStatus(_) => ("update", Some("status")),
            Verb::Delete(_) => ("delete", None),
            other => panic!("never sent by these controllers: {other:?}"),
        };
        *self
            .counts
            .entry((verb.to_owned(), resource.clone()))
            .or_default() += 1;
        let name = match &request.verb {
            Verb::Create(create) => create.object.meta.name,
            _ => target.name,
        };
        let fault = self.faults.iter_mut().find_map(|fault| {
            let name = book.cluster.names.text(name);
            fault
                .fires(verb, &resource, subresource, name)
                .then(|| fault.error.clone())
        });
        let response = match fault {
            Some(error) => fault_error(book, &error, target.kind, name),
            None => self.answer(book, now, request),
        };
        let mut call = json!({ "verb": verb, "resource": resource, "code": response.code });
        if let Some(subresource) = subresource {
            call["subresource"] = subresource.into();
        }
        if name != Name::EMPTY {
            call["name"] = book.text(name).into();
        }
        let namespace = match &request.verb {
            Verb::Create(_)
            | Verb::Get
            | Verb::Patch(_)
            | Verb::Delete(_)
            | Verb::Update(_)
            | Verb::UpdateStatus(_) => book.text(target.namespace),
            _ => "ns",
        };
        if namespace != "ns" {
            call["namespace"] = namespace.into();
        }
        match &request.verb {
            Verb::Patch(patch) => {
                call["patch"] = patch_text(book, patch).into();
                call["patchType"] = "strategic".into();
            }
            Verb::Create(create) => {
                call["body"] = self.created_body(book, &create.object, create.generate_name, template_of);
            }
            Verb::Update(object) => call["body"] = updated_body(book, object),
            Verb::UpdateStatus(object) => call["body"] = status_body(book, object),
            _ => {}
        }
        match response.as_object() {
            Some(object) if verb == "create" && resource == "pods" => {
                call["lastResourceVersion"] = book.version_text(object.meta.resource_version).into();
            }
            Some(object) if verb != "delete" => {
                call["result"] =
                    json!({ "resourceVersion": book.version_text(object.meta.resource_version) });
                if matches!(verb, "create" | "get") {
                    call["result"]["uid"] = book.text(object.meta.uid).into();
                }
            }
            _ => {}
        }
        if let Some(status) = response.as_status()
            && !response.is_success()
        {
            call["error"] = book.text(status.message).into();
        }
        self.calls.push(call);
        response
    }

    fn answer(&mut self, book: &mut Book, now: Time, request: &Request) -> Response {
        let target = &request.target;
        let key = target.key();
        if let Verb::Create(create) = &request.verb {
            let mut object = create.object.clone();
            object.meta.namespace = target.namespace;
            let name = object.meta.name;
            if name == Name::EMPTY {
                self.named += 1;
                let prefix = book.text(create.generate_name).to_owned();
                object.meta.name = book.intern(&format!("{prefix}{:05}", self.named));
            }
            if self.objects.contains_key(&object.key()) {
                return fault_error(book, "AlreadyExists", target.kind, name);
            }
            object.meta.generation = 1;
            self.created += 1;
            object.meta.uid = book.intern(&format!("new-{:04}", self.created));
            object.meta.creation_timestamp = Some(now.as_stored());
            object.meta.resource_version = self.next_version();
            let object = Arc::new(object);
            self.put(object.clone());
            return Response::object(201, object);
        }
        let Some(stored) = self.objects.get(&key).cloned() else {
            return fault_error(book, "NotFound", target.kind, target.name);
        };
        let mut object = Object::clone(&stored);
        match &request.verb {
            Verb::Get => return Response::object(200, stored),
            Verb::Delete(_) => {
                if target.kind == book.pods {
                    object.meta.deletion_timestamp = Some(now.as_stored());
                    object.meta.resource_version = self.next_version();
                    self.put(Arc::new(object));
                } else {
                    self.objects.remove(&key);
                }
                return Response::object(200, stored);
            }
            Verb::Patch(patch) => {
                if patch.uid.is_some_and(|uid| uid != stored.meta.uid) {
                    return fault_error(book, "Invalid", target.kind, target.name);
                }
                if let Some(OwnerPatch::Merge(directives)) = &patch.owner_references {
                    let mut references: Vec<OwnerReference> = object.meta.owner_references.to_vec();
                    for directive in directives {
                        match directive {
                            OwnerDirective::Delete(uid) => {
                                references.retain(|reference| reference.uid != *uid)
                            }
                            OwnerDirective::Set(reference) => references.push(*reference),
                        }
                    }
                    object.meta.owner_references = references.into();
                }
            }
            Verb::Update(sent) | Verb::UpdateStatus(sent) => {
                let stale = sent.meta.resource_version != stored.meta.resource_version;
                if stale || sent.meta.uid != stored.meta.uid {
                    return fault_error(book, "Conflict", target.kind, target.name);
                }
                let whole = matches!(request.verb, Verb::Update(_));
                if whole {
                    object.meta.labels = sent.meta.labels.clone();
                    object.meta.owner_references = sent.meta.owner_references.clone();
                }
                match (&stored.facts, &sent.facts) {
                    (Facts::ReplicaSet(old), Facts::ReplicaSet(new)) => {
                        let mut facts = ReplicaSetFacts::clone(new);
                        if whole {
                            facts.status = old.status.clone();
                            object.meta.generation += i64::from(old.spec != facts.spec);
                        } else {
                            facts.spec = old.spec.clone();
                        }
                        object.facts = Facts::ReplicaSet(Arc::new(facts));
                    }
                    (Facts::Deployment(old), Facts::Deployment(new)) => {
                        let mut facts = DeploymentFacts::clone(new);
                        if whole {
                            facts.status = old.status.clone();
                            object.meta.generation += i64::from(old.spec != facts.spec);
                        } else {
                            facts.spec = old.spec.clone();
                        }
                        object.facts = Facts::Deployment(Arc::new(facts));
                    }
                    _ => {}
                }
            }
            other => panic!("never sent by these controllers: {other:?}"),
        }
        object.meta.resource_version = self.next_version();
        let object = Arc::new(object);
        self.put(object.clone());
        Response::object(200, object)
    }

    fn created_body(
        &self,
        book: &Book,
        object: &Object,
        generate_name: Name,
        template_of: impl Fn(&Object) -> Option<Arc<Object>>,
    ) -> Value {
        let mut meta = Map::new();
        let mut set = |key: &str, value: Value| drop(meta.insert(key.to_owned(), value));
        if generate_name != Name::EMPTY {
            set("generateName", book.text(generate_name).into());
        }
        if object.meta.name != Name::EMPTY {
            set("name", book.text(object.meta.name).into());
            set("namespace", book.text(object.meta.namespace).into());
        }
        if !object.meta.labels.is_empty() {
            set("labels", book.pairs(&object.meta.labels));
        }
        if !object.meta.finalizers.is_empty() {
            set("finalizers", names(book, &object.meta.finalizers));
        }
        if !object.meta.owner_references.is_empty() {
            let references = object.meta.owner_references.iter();
            let shown = references.map(|reference| wire::owner_reference(&book.cluster.names, reference));
            set("ownerReferences", shown.collect());
        }
        let mut body = json!({});
        match &object.facts {
            Facts::ReplicaSet(facts) => {
                if !facts.annotations.is_empty() {
                    set("annotations", book.pairs(&facts.annotations));
                }
                body["spec"] = set_spec(book, facts, true);
            }
            _ => {
                let controller = template_of(object);
                if let Some(Facts::ReplicaSet(facts)) = controller.as_deref().map(|set| &set.facts) {
                    let template = book.template(&facts.spec.template);
                    if let Some(annotations) = template["metadata"].get("annotations") {
                        set("annotations", annotations.clone());
                    }
                    body["spec"] = template["spec"].clone();
                }
            }
        }
        body["metadata"] = Value::Object(meta);
        body
    }
}

fn names(book: &Book, list: &[Name]) -> Value {
    list.iter().map(|&name| Value::from(book.text(name))).collect()
}

/// The members that say of which object, and in which version, an update is.
fn body_meta(book: &Book, object: &Object, annotations: &List<(Name, Name)>) -> Value {
    let mut meta = json!({ "uid": book.text(object.meta.uid) });
    if object.meta.resource_version != 0 {
        meta["resourceVersion"] = book.version_text(object.meta.resource_version).into();
    }
    if !annotations.is_empty() {
        meta["annotations"] = book.pairs(annotations);
    }
    meta
}

fn set_spec(book: &Book, facts: &ReplicaSetFacts, whole: bool) -> Value {
    let mut spec = json!({ "replicas": facts.spec.replicas });
    if facts.spec.min_ready_seconds != 0 {
        spec["minReadySeconds"] = facts.spec.min_ready_seconds.into();
    }
    if whole {
        if let Some(selector) = &facts.spec.selector {
            spec["selector"] = wire::selector(&book.cluster.names, selector);
        }
        spec["template"] = book.template(&facts.spec.template);
    }
    spec
}

fn updated_body(book: &Book, object: &Object) -> Value {
    let (annotations, spec) = match &object.facts {
        Facts::ReplicaSet(facts) => (&facts.annotations, set_spec(book, facts, false)),
        Facts::Deployment(facts) => {
            let mut spec = json!({
                "replicas": facts.spec.replicas,
                "template": book.template(&facts.spec.template),
            });
            if facts.spec.min_ready_seconds != 0 {
                spec["minReadySeconds"] = facts.spec.min_ready_seconds.into();
            }
            (&facts.annotations, spec)
        }
        _ => (&List::EMPTY, Value::Null),
    };
    let mut meta = body_meta(book, object, annotations);
    if !object.meta.labels.is_empty() {
        meta["labels"] = book.pairs(&object.meta.labels);
    }
    if !object.meta.owner_references.is_empty() {
        let references = object.meta.owner_references.iter();
        meta["ownerReferences"] = references
            .map(|reference| wire::owner_reference(&book.cluster.names, reference))
            .collect();
    }
    json!({ "metadata": meta, "spec": spec })
}

fn status_body(book: &Book, object: &Object) -> Value {
    let mut status = Map::new();
    let mut set = |key: &str, value: i64| {
        if value != 0 {
            status.insert(key.to_owned(), value.into());
        }
    };
    let (annotations, conditions) = match &object.facts {
        Facts::ReplicaSet(facts) => {
            let shown = &facts.status;
            set("fullyLabeledReplicas", shown.fully_labeled_replicas.into());
            set("readyReplicas", shown.ready_replicas.into());
            set("availableReplicas", shown.available_replicas.into());
            set("observedGeneration", shown.observed_generation);
            status.insert("replicas".to_owned(), shown.replicas.into());
            if let Some(terminating) = shown.terminating_replicas {
                status.insert("terminatingReplicas".to_owned(), terminating.into());
            }
            (&facts.annotations, &shown.conditions)
        }
        Facts::Deployment(facts) => {
            let shown = &facts.status;
            set("replicas", shown.replicas.into());
            set("updatedReplicas", shown.updated_replicas.into());
            set("readyReplicas", shown.ready_replicas.into());
            set("availableReplicas", shown.available_replicas.into());
            set("unavailableReplicas", shown.unavailable_replicas.into());
            set("observedGeneration", shown.observed_generation);
            for (key, value) in [
                ("terminatingReplicas", shown.terminating_replicas),
                ("collisionCount", shown.collision_count),
            ] {
                if let Some(value) = value {
                    status.insert(key.to_owned(), value.into());
                }
            }
            (&facts.annotations, &shown.conditions)
        }
        _ => return Value::Null,
    };
    if !conditions.is_empty() {
        status.insert(
            "conditions".to_owned(),
            wire::conditions(&book.cluster, EPOCH, conditions),
        );
    }
    json!({ "metadata": body_meta(book, object, annotations), "status": status })
}

/// The answer with which a rule fails a call, in the words of the recordings.
pub(super) fn fault_error(book: &mut Book, error: &str, kind: KindId, name: Name) -> Response {
    let about = book.cluster.kinds.get(kind);
    let resource = match book.text(about.group) {
        "" => book.text(about.resource).to_owned(),
        group => format!("{}.{group}", book.text(about.resource)),
    };
    let own = book.text(name).to_owned();
    // Calls about pods run at once, so all of them fail with one text.
    let shown = if resource == "pods" { "any" } else { &own };
    let mut causes = Vec::new();
    let (reason, text) = match error {
        "NotFound" => (Some(Reason::NotFound), format!("{resource} {own:?} not found")),
        "AlreadyExists" => (
            Some(Reason::AlreadyExists),
            format!("{resource} {own:?} already exists"),
        ),
        "Conflict" => (
            Some(Reason::Conflict),
            format!("Operation cannot be fulfilled on {resource} {shown:?}: the object has been modified"),
        ),
        "Invalid" => (Some(Reason::Invalid), format!("{resource} {shown:?} is invalid")),
        "Forbidden" => (
            Some(Reason::Forbidden),
            format!("{resource} {shown:?} is forbidden: exceeded quota"),
        ),
        "InternalError" => (
            Some(Reason::InternalError),
            "Internal error occurred: boom".to_owned(),
        ),
        "Timeout" => (Some(Reason::Timeout), "Timeout: timed out".to_owned()),
        "TooManyRequests" => (Some(Reason::TooManyRequests), "slow down".to_owned()),
        "NamespaceTerminating" => {
            causes.push(Cause {
                reason: CauseReason::NamespaceTerminating,
                field: Field::Namespace,
            });
            let object = if own.is_empty() {
                resource
            } else {
                format!("{resource} {own:?}")
            };
            (
                Some(Reason::Forbidden),
                format!(
                    "{object} is forbidden: unable to create new content in namespace ns because it is being terminated"
                ),
            )
        }
        other => (None, other.to_owned()),
    };
    let status = Status {
        code: reason.map_or(0, Reason::code),
        reason,
        causes,
        message: book.intern(&text),
        ..Status::default()
    };
    Response {
        code: status.code,
        body: kubeloupe_core::apiserver::Body::Status(Box::new(status)),
    }
}

/// The bytes of a patch of owner references, as the real controllers send it.
pub(super) fn patch_text(book: &Book, patch: &Patch) -> String {
    let text = |name: Name| escaped(book.text(name));
    let uid = patch.uid.map_or(String::new(), text);
    let list = |finalizers: &[Name]| {
        let quoted: Vec<String> = finalizers.iter().map(|&finalizer| text(finalizer)).collect();
        format!("[{}]", quoted.join(","))
    };
    match &patch.owner_references {
        Some(OwnerPatch::Merge(directives)) if matches!(directives[..], [OwnerDirective::Set(_)]) => {
            let OwnerDirective::Set(reference) = directives[0] else {
                unreachable!()
            };
            let mut members = vec![format!(
                "\"ownerReferences\":[{{\"apiVersion\":{},\"kind\":{},\"name\":{},\"uid\":{},\"controller\":true,\"blockOwnerDeletion\":true}}]",
                text(reference.api_version),
                text(reference.kind),
                text(reference.name),
                text(reference.uid)
            )];
            members.push(format!("\"uid\":{uid}"));
            if let Some(finalizers) = &patch.finalizers {
                members.push(format!("\"finalizers\":{}", list(finalizers)));
            }
            format!("{{\"metadata\":{{{}}}}}", members.join(","))
        }
        references => {
            let owners = match references {
                Some(OwnerPatch::Merge(directives)) => {
                    let deletions: Vec<String> = directives
                        .iter()
                        .filter_map(|directive| match directive {
                            OwnerDirective::Delete(owner) => {
                                Some(format!("{{\"$patch\":\"delete\",\"uid\":{}}}", text(*owner)))
                            }
                            OwnerDirective::Set(_) => None,
                        })
                        .collect();
                    format!("[{}]", deletions.join(","))
                }
                _ => "null".to_owned(),
            };
            let finalizers = if patch.removed_finalizers.is_empty() {
                String::new()
            } else {
                format!(
                    ",\"$deleteFromPrimitiveList/finalizers\":{}",
                    list(&patch.removed_finalizers)
                )
            };
            format!("{{\"metadata\":{{\"uid\":{uid},\"ownerReferences\":{owners}{finalizers}}}}}")
        }
    }
}

/// A JSON text as Go writes it: HTML's characters are escaped.
fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}
