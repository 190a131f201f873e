//! Follows a recording of the namespace deleter, pass by pass, in which a client makes requests between the passes.

use super::exchange::{compare_exchange, recorded_event, recorded_metadata};
use super::namespace_order::take_over_order;
use super::{Symbols, minor_of};
use crate::oracle_cluster;
use kubeloupe_core::apiserver::{ApiServer, Change, Cluster, Request, Response, Verb, WatchEvent};
use kubeloupe_core::namespace::{NamespaceContext, NamespaceController};
use kubeloupe_core::object::{
    DiscoveryFailure, Duration, Facts, KindId, Name, NamespaceFacts, NamespacePhase, Object, ObjectKey, Time,
};
use kubeloupe_core::sim::{
    Actor, Config, Decision, Effect, Effects, NamespaceDecision, QueueName, Why, WorkerId,
};
use kubeloupe_formats::{condition, wire};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const WORKER: WorkerId = WorkerId {
    queue: QueueName::Namespace,
    number: 0,
};

/// The discovery error of every recording in which discovery fails: one of the whole, beside a complete list.
const BROKEN_DISCOVERY: &str = "unable to retrieve the complete list of server APIs: broken.example.com/v1: the server \
                                is currently unable to handle the request";

/// Follows `recording` and compares everything that it determines. Returns how many calls were compared, or the first
/// difference.
pub fn replay_namespace(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut replay = Replay::new(recording)?;
    let mut compared = 0;
    for (number, step) in steps.iter().enumerate() {
        let result = match step["do"].as_str() {
            Some("namespace") => replay.namespace(step),
            Some("client") => replay.client(&step["request"]).map(|()| compared += 1),
            Some("pass") => replay.pass(step).map(|calls| compared += calls),
            _ => Err("unknown step".to_owned()),
        };
        result.map_err(|difference| format!("step {number}, {}: {difference}", step["do"]))?;
    }
    Ok(compared)
}

struct Replay {
    cluster: Cluster,
    api: ApiServer,
    controller: NamespaceController,
    symbols: Symbols,
    /// The ADDED events of the two namespaces, which come with the first request about one.
    added: Vec<WatchEvent>,
    pods_first: bool,
    now: Time,
}

/// One call of a pass in the form of the recordings, and what its order is tied to: the resource, or nothing for calls
/// about the namespace itself.
struct Calls(Vec<Value>);

impl Replay {
    fn new(recording: &Value) -> Result<Self, String> {
        let server = match &recording["serverKubernetes"] {
            Value::Null => minor_of(recording)?,
            version => minor_of(&json!({ "kubernetes": version }))?,
        };
        let mut cluster = oracle_cluster(server);
        let resources: Option<Vec<KindId>> = recording["resources"]
            .as_array()
            .ok_or("no resources")?
            .iter()
            .map(|resource| {
                let word = resource.as_str()?;
                let fits = |names: &kubeloupe_core::object::Names, kind: &kubeloupe_core::object::Kind| {
                    names.text(kind.resource) == word
                };
                wire::resolve(&cluster, None, fits).map(|(kind, _)| kind)
            })
            .collect();
        let config = Config {
            minor: minor_of(recording)?,
            namespace_resources: Some(resources.ok_or("an unknown resource")?),
            ..Config::default()
        };
        let mut api = ApiServer::default();
        for name in ["a", "b"] {
            let create =
                json!({ "verb": "create", "kind": "Namespace", "body": { "metadata": { "name": name } } });
            send(&mut cluster, &mut api, Time::START, &create)?;
        }
        Ok(Replay {
            added: api.take_log(),
            controller: NamespaceController::new(&config),
            pods_first: config.minor >= 33,
            cluster,
            api,
            symbols: Symbols::default(),
            now: Time::START,
        })
    }

    fn stored(&self) -> Option<&Arc<Object>> {
        let kind = self.cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE)?;
        let name = self.cluster.names.find("a")?;
        self.api.get(&ObjectKey {
            kind,
            namespace: Name::EMPTY,
            name,
        })
    }

    /// The namespace as it is at the start.
    fn namespace(&mut self, step: &Value) -> Result<(), String> {
        let stored = self.stored().ok_or("no namespace")?.clone();
        let metadata = recorded_metadata(&self.cluster, &stored);
        self.symbols.compare("metadata", &step["metadata"], &metadata)?;
        self.symbols
            .compare("spec", &step["spec"], &self.shown(&stored)["spec"])
    }

    /// A namespace as recordings show it: conditions sorted by type, without times.
    fn shown(&self, namespace: &Object) -> Value {
        let Facts::Namespace(facts) = &namespace.facts else {
            return Value::Null;
        };
        let mut spec = json!({});
        if !facts.spec_finalizers.is_empty() {
            let finalizers = facts
                .spec_finalizers
                .iter()
                .map(|&one| self.cluster.names.text(one));
            spec["finalizers"] = finalizers.collect();
        }
        json!({
            "metadata": recorded_metadata(&self.cluster, namespace),
            "spec": spec,
            "status": self.status(facts.phase, &facts.conditions),
        })
    }

    fn status(&self, phase: NamespacePhase, conditions: &[kubeloupe_core::object::ConditionFact]) -> Value {
        let names = &self.cluster.names;
        let by_type: BTreeMap<&str, Value> = conditions
            .iter()
            .map(|one| {
                let shown = json!({
                    "type": names.text(one.kind),
                    "status": names.text(one.status),
                    "reason": names.text(one.reason),
                    "message": condition::message(names, "a", one),
                });
                (names.text(one.kind), shown)
            })
            .collect();
        let mut status = json!({ "phase": format!("{phase:?}") });
        if !by_type.is_empty() {
            status["conditions"] = by_type.into_values().collect();
        }
        status
    }

    /// A client's request.
    fn client(&mut self, recorded: &Value) -> Result<(), String> {
        let mut request = recorded.clone();
        if let Some(body) = recorded.get("body") {
            request["body"] = self.symbols.concrete(body);
        }
        let about_namespace = recorded["kind"] == "Namespace";
        let mut response = send(&mut self.cluster, &mut self.api, self.now, &request)?;
        let mut events = Vec::new();
        if about_namespace {
            events.append(&mut self.added);
        }
        events.extend(self.api.take_log());
        if about_namespace && recorded["verb"] == "delete" {
            take_over_order(&self.cluster, &mut self.api, recorded, &mut response, &mut events);
        }
        compare_exchange(&mut self.symbols, &self.cluster, recorded, &response, &events)
            .map_err(|difference| format!("{recorded}: {difference}"))
    }

    /// One run of the deleter. Returns how many calls it made.
    fn pass(&mut self, step: &Value) -> Result<usize, String> {
        let since = step["secondsSinceDeletion"].as_i64().ok_or("no time")?;
        let deleted_at = self.stored().and_then(|stored| stored.meta.deletion_timestamp);
        self.now = deleted_at.unwrap_or(self.now) + Duration::from_secs(since);
        let fails = step["discoveryFails"] == true;
        let error = Arc::make_mut(&mut self.cluster.names).intern(BROKEN_DISCOVERY);
        self.cluster.discovery_failure = fails.then_some(DiscoveryFailure::Whole(error));
        let mut fx = Effects::default();
        self.take(&mut fx)?;
        let (calls, events) = self.run(&mut fx);
        self.compare_outcome(step, fx.as_slice())?;
        let compared = self.compare_calls(&step["calls"], &calls)?;
        self.compare_events(&step["watch"], &events)?;
        let shown = self.stored().map_or(Value::Null, |stored| self.shown(stored));
        self.symbols.compare("namespace", &step["namespace"], &shown)?;
        Ok(compared)
    }

    /// Lets a worker take the namespace now: it was seen being deleted five seconds ago.
    fn take(&mut self, fx: &mut Effects) -> Result<(), String> {
        let kind = self
            .cluster
            .kinds
            .of_group(Name::EMPTY, Name::NAMESPACE)
            .ok_or("no kind")?;
        let name = self.cluster.names.find("a").ok_or("no name")?;
        let mut seen = Object {
            kind,
            meta: Default::default(),
            facts: Facts::Namespace(Arc::new(NamespaceFacts::default())),
        };
        seen.meta.name = name;
        seen.meta.deletion_timestamp = Some(self.now);
        let mut cx = NamespaceContext {
            cluster: &self.cluster,
            now: Time(self.now.0 - Duration::from_secs(5).0),
            fx: &mut Effects::off(),
        };
        self.controller
            .observe(Change::Modified, &Arc::new(seen), &mut cx);
        let mut cx = NamespaceContext {
            cluster: &self.cluster,
            now: self.now,
            fx,
        };
        self.controller.advance(&mut cx);
        self.controller.take(WORKER, &mut cx);
        Ok(())
    }

    /// Answers the worker's calls to the end of the pass.
    fn run(&mut self, fx: &mut Effects) -> (Vec<Value>, Vec<Value>) {
        let mut calls = Vec::new();
        while let Some(request) = self.controller.request(WORKER).cloned() {
            let by = Actor::NamespaceController;
            let response = self.api.handle(&mut self.cluster, self.now, by, &request, fx);
            calls.push(self.call(&request, &response));
            let mut cx = NamespaceContext {
                cluster: &self.cluster,
                now: self.now,
                fx,
            };
            self.controller.answer(WORKER, &response, &mut cx);
        }
        let log = self.api.take_log();
        let events = log
            .iter()
            .map(|event| recorded_event(&self.cluster, event))
            .collect();
        (calls, events)
    }

    fn call(&self, request: &Request, response: &Response) -> Value {
        let names = &self.cluster.names;
        let target = &request.target;
        let mut call = json!({
            "verb": wire::verb(&request.verb),
            "apiVersion": names.text(target.api_version),
            "resource": names.text(self.cluster.kinds.get(target.kind).resource),
            "code": response.code,
        });
        let mut set = |key: &str, value: Value| call[key] = value;
        for (key, name) in [("namespace", target.namespace), ("name", target.name)] {
            if name != Name::EMPTY {
                set(key, names.text(name).into());
            }
        }
        match &request.verb {
            Verb::UpdateNamespaceStatus(status) => {
                set("subresource", "status".into());
                set(
                    "body",
                    json!({ "status": self.status(status.phase, &status.conditions) }),
                );
            }
            Verb::Finalize(_) => {
                set("subresource", "finalize".into());
                set("body", json!({ "status": {} }));
            }
            verb => {
                if let Some(body) = wire::body(names, verb) {
                    set("body", body);
                }
            }
        }
        if let Some(reason) = response.reason() {
            set("reason", wire::reason(reason).into());
        }
        if let (Verb::Get, Some(object)) = (&request.verb, response.as_object()) {
            set("uid", names.text(object.meta.uid).into());
            set("resourceVersion", object.meta.resource_version.to_string().into());
        }
        call
    }

    /// Calls about the namespace itself are in order, around those about its content. Of these the calls about one
    /// resource are in order, and pods come first where they do.
    fn compare_calls(&mut self, recorded: &Value, calls: &[Value]) -> Result<usize, String> {
        let recorded = recorded.as_array().ok_or("no calls")?;
        let recorded = Calls(recorded.clone()).in_fixed_order(self.pods_first);
        let calls = Calls(calls.to_vec()).in_fixed_order(self.pods_first);
        let count = calls.0.len();
        self.symbols
            .compare("calls", &Value::Array(recorded.0), &Value::Array(calls.0))?;
        Ok(count)
    }

    /// The events of each object are in order; which object comes first is free.
    fn compare_events(&mut self, recorded: &Value, events: &[Value]) -> Result<(), String> {
        let recorded = recorded.as_array().map_or(&[][..], Vec::as_slice);
        let (recorded, events) = (by_object(recorded), by_object(events));
        self.symbols.compare("watch", &recorded, &events)
    }

    /// Whether the pass is done, asks for some seconds, or failed, and why.
    fn compare_outcome(&self, step: &Value, effects: &[Effect]) -> Result<(), String> {
        let names = &self.cluster.names;
        let mut simulated = json!({ "error": null, "estimateSeconds": null });
        for effect in effects {
            match effect {
                Effect::Decided {
                    decision: Decision::Namespace(NamespaceDecision::ContentRemains { estimate_s, .. }),
                    ..
                } => simulated["estimateSeconds"] = (*estimate_s).into(),
                Effect::Decided {
                    decision: Decision::Namespace(NamespaceDecision::DiscoveryIncomplete),
                    ..
                } => {
                    if let Some(DiscoveryFailure::Whole(error)) = self.cluster.discovery_failure {
                        simulated["error"] = names.text(error).into();
                    }
                }
                _ => {}
            }
        }
        let recorded = json!({
            "error": step["error"],
            "estimateSeconds": step["resourcesRemaining"]["estimateSeconds"],
        });
        if simulated != recorded {
            return Err(format!("outcome\n  recorded {recorded}\n  simulated {simulated}"));
        }
        let put_off = effects.iter().rev().find_map(|effect| match effect {
            Effect::Enqueued { why, due, .. } => Some((*why, *due)),
            _ => None,
        });
        let wanted = match (step["error"].is_null(), recorded["estimateSeconds"].as_i64()) {
            (false, _) => Some(Why::Failed),
            (true, Some(_)) => Some(Why::Remaining),
            (true, None) => None,
        };
        if put_off.map(|(why, _)| why) != wanted {
            return Err(format!("put off: {wanted:?} recorded, {put_off:?} simulated"));
        }
        match (put_off, recorded["estimateSeconds"].as_i64()) {
            (Some((Why::Remaining, due)), Some(estimate_s)) => {
                let wanted = self.now + Duration::from_secs(estimate_s / 2 + 1);
                if due == Some(wanted) {
                    Ok(())
                } else {
                    Err(format!("due {due:?} instead of {wanted}"))
                }
            }
            _ => Ok(()),
        }
    }
}

impl Calls {
    fn in_fixed_order(mut self, pods_first: bool) -> Self {
        let resource = |call: &Value| call["resource"].as_str().unwrap_or_default().to_owned();
        let is_content = |call: &Value| call["resource"] != "namespaces";
        let first = self.0.iter().position(is_content).unwrap_or(self.0.len());
        let length = self.0[first..].iter().take_while(|call| is_content(call)).count();
        let content = &mut self.0[first..first + length];
        // Where pods go first their calls stand at the start as recorded, so that one that does not is a difference.
        let pods = content
            .iter()
            .take_while(|call| pods_first && resource(call) == "pods")
            .count();
        content[pods..].sort_by_key(resource);
        self
    }
}

fn by_object(events: &[Value]) -> Value {
    let mut objects: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for event in events {
        let meta = &event["metadata"];
        let object = format!("{} {}/{}", event["kind"], meta["namespace"], meta["name"]);
        objects.entry(object).or_default().push(event.clone());
    }
    objects
        .into_iter()
        .map(|(object, events)| (object, Value::Array(events)))
        .collect()
}

fn send(cluster: &mut Cluster, api: &mut ApiServer, now: Time, request: &Value) -> Result<Response, String> {
    let request = wire::read_request(cluster, request).map_err(|error| error.to_string())?;
    Ok(api.handle(cluster, now, Actor::Client, &request, &mut Effects::off()))
}
