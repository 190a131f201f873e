//! The recordings' model cluster: the simulated API server, informer caches that are fed by hand, and the calls that a
//! controller makes.

use super::compare::text;
use kubeloupe_core::Map;
use kubeloupe_core::apiserver::{
    ApiServer, Change, Cluster, DeleteOptions, Patch, Reason, Request, Response, Target, Verb,
};
use kubeloupe_core::nodes::{NodeClient, NodeContext, NodeKinds, NodeStores, PodId};
use kubeloupe_core::object::{
    Facts, KindId, Name, Names, Object, ObjectKey, ObjectMeta, PodCondition, Taint, Time, builtin_kinds,
};
use kubeloupe_core::sim::{Actor, Effects};
use serde_json::{Map as Json, Value, json};
use std::sync::Arc;

/// Virtual time 0 of the recordings.
const EPOCH_S: i64 = 1_767_225_600;

/// The cluster with the caches of one controller.
pub(super) struct Model {
    pub(super) cluster: Cluster,
    pub(super) kinds: NodeKinds,
    pub(super) api: ApiServer,
    pub(super) caches: Caches,
    pub(super) faults: Vec<Fault>,
    pub(super) calls: Vec<Value>,
    pub(super) now: Time,
    pub(super) fx: Effects,
}

/// What the informers hold.
#[derive(Default)]
pub(super) struct Caches {
    pub(super) nodes: Map<Name, Arc<Object>>,
    pub(super) leases: Map<Name, Arc<Object>>,
    pub(super) pods: Map<PodId, Arc<Object>>,
    pub(super) last_sync: String,
    /// The last version reads empty, whatever it is.
    pub(super) last_sync_reads_empty: bool,
    /// Reads of a node that are to fail, with how often.
    pub(super) node_reads: Vec<(Name, u64)>,
    pub(super) pod_lists: Vec<(Name, u64)>,
}

/// A call that is to fail.
pub(super) struct Fault {
    verb: String,
    resource: String,
    subresource: String,
    name: String,
    skip: u64,
    times: u64,
    reason: Reason,
}

struct Client<'a> {
    cluster: &'a mut Cluster,
    api: &'a mut ApiServer,
    faults: &'a mut Vec<Fault>,
    calls: &'a mut Vec<Value>,
    now: Time,
}

impl Model {
    pub(super) fn new() -> Self {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, 37);
        let cluster = Cluster {
            names: Arc::new(names),
            kinds: Arc::new(kinds),
            minor: 37,
            ..Cluster::default()
        };
        let mut api = ApiServer::default();
        api.namespaces_assumed = true;
        Model {
            kinds: NodeKinds::of(&cluster).expect("nodes, leases and pods are built in"),
            cluster,
            api,
            caches: Caches::default(),
            faults: Vec::new(),
            calls: Vec::new(),
            now: Time::START,
            fx: Effects::default(),
        }
    }

    /// Lets a controller run: `run` gets its surroundings.
    pub(super) fn run<T>(&mut self, run: impl FnOnce(&mut NodeContext<'_>) -> T) -> T {
        let cluster = self.cluster.clone();
        let mut client = Client {
            cluster: &mut self.cluster,
            api: &mut self.api,
            faults: &mut self.faults,
            calls: &mut self.calls,
            now: self.now,
        };
        run(&mut NodeContext {
            cluster: &cluster,
            kinds: self.kinds,
            now: self.now,
            stores: &mut self.caches,
            client: &mut client,
            fx: &mut self.fx,
        })
    }

    pub(super) fn name(&mut self, text: &str) -> Name {
        match self.cluster.names.find(text) {
            Some(name) => name,
            None => Arc::make_mut(&mut self.cluster.names).intern(text),
        }
    }

    pub(super) fn key(&self, kind: KindId, namespace: Name, name: Name) -> ObjectKey {
        ObjectKey {
            kind,
            namespace,
            name,
        }
    }

    pub(super) fn node_key(&self, name: Name) -> ObjectKey {
        self.key(self.kinds.node, Name::EMPTY, name)
    }

    pub(super) fn lease_key(&self, name: Name) -> ObjectKey {
        self.key(self.kinds.lease, Name::NODE_LEASE_NAMESPACE, name)
    }

    pub(super) fn pod(&mut self, text: &str) -> PodId {
        let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
        PodId {
            namespace: self.name(namespace),
            name: self.name(name),
        }
    }

    pub(super) fn pod_key(&self, pod: PodId) -> ObjectKey {
        self.key(self.kinds.pod, pod.namespace, pod.name)
    }

    /// Stores an object with the next version, as somebody else's write does.
    pub(super) fn put(&mut self, key: ObjectKey, uid: Name, created: Time, change: impl FnOnce(&mut Object)) {
        let mut object = match self.api.get(&key) {
            Some(stored) => Object::clone(stored),
            // Only an addition names a uid; a change of what is gone changes nothing.
            None if uid == Name::EMPTY => return,
            None => Object {
                kind: key.kind,
                meta: ObjectMeta {
                    name: key.name,
                    namespace: key.namespace,
                    uid,
                    creation_timestamp: Some(created.as_stored()),
                    ..ObjectMeta::default()
                },
                facts: Facts::None,
            },
        };
        let before = object.clone();
        change(&mut object);
        if object == before && object.meta.resource_version > 0 {
            return;
        }
        object.meta.resource_version = self.api.last_version() + 1;
        self.api.insert(Arc::new(object));
    }

    /// Removes an object, as somebody else's request does.
    pub(super) fn remove(&mut self, key: ObjectKey) {
        let options = DeleteOptions {
            grace_period_s: Some(0),
            ..DeleteOptions::default()
        };
        let request = Request {
            target: Target::object(key, self.cluster.kinds.get(key.kind).preferred()),
            verb: Verb::Delete(options),
        };
        let mut unseen = Effects::off();
        self.api
            .handle(&mut self.cluster, self.now, Actor::Client, &request, &mut unseen);
    }

    pub(super) fn fail(&mut self, input: &Value) -> Result<(), String> {
        let word = |member: &str| text(&input[member], member).map(str::to_owned);
        let reason = match input["code"].as_u64() {
            Some(403) => Reason::Forbidden,
            Some(404) => Reason::NotFound,
            Some(409) => Reason::Conflict,
            Some(429) => Reason::TooManyRequests,
            Some(500) => Reason::InternalError,
            Some(504) => Reason::Timeout,
            other => return Err(format!("unknown code {other:?}")),
        };
        self.faults.push(Fault {
            verb: word("verb")?,
            resource: word("res")?,
            subresource: word("sub")?,
            name: word("name")?,
            skip: input["skip"].as_u64().unwrap_or(0),
            times: input["times"].as_u64().unwrap_or(1),
            reason,
        });
        Ok(())
    }

    /// The stored objects of a kind, by their names.
    pub(super) fn stored(&self, kind: KindId) -> Vec<Arc<Object>> {
        self.api.list(&self.cluster.names, kind, Name::EMPTY)
    }

    /// Brings the cache of nodes up to date. Each change is shown to `see` with the old object; another object behind
    /// the same name counts as a deletion and a creation.
    pub(super) fn sync_nodes(
        &mut self,
        mut see: impl FnMut(&Cluster, Change, Option<&Object>, &Object),
    ) -> bool {
        let stored = self.stored(self.kinds.node);
        let keyed = stored
            .into_iter()
            .map(|object| (object.meta.name, object))
            .collect();
        sync(&mut self.caches.nodes, keyed, &self.cluster, &mut see)
    }

    /// The same with the cache of pods.
    pub(super) fn sync_pods(
        &mut self,
        mut see: impl FnMut(&Cluster, Change, Option<&Object>, &Object),
    ) -> bool {
        let stored = self.stored(self.kinds.pod);
        let keyed = stored
            .into_iter()
            .map(|object| (PodId::of(&object), object))
            .collect();
        sync(&mut self.caches.pods, keyed, &self.cluster, &mut see)
    }
}

fn sync<K: Copy + Ord + std::hash::Hash>(
    cache: &mut Map<K, Arc<Object>>,
    stored: Vec<(K, Arc<Object>)>,
    cluster: &Cluster,
    see: &mut impl FnMut(&Cluster, Change, Option<&Object>, &Object),
) -> bool {
    let mut changed = false;
    let mut gone: Vec<K> = cache.keys().copied().collect();
    gone.retain(|key| stored.iter().all(|(other, _)| other != key));
    gone.sort_unstable();
    for key in gone {
        if let Some(old) = cache.remove(&key) {
            see(cluster, Change::Deleted, Some(&old), &old);
            changed = true;
        }
    }
    for (key, new) in stored {
        let mut old = cache.insert(key, new.clone());
        if old.as_ref().is_some_and(|old| *old == new) {
            continue;
        }
        changed = true;
        if let Some(other) = old.take_if(|old| old.meta.uid != new.meta.uid) {
            see(cluster, Change::Deleted, Some(&other), &other);
        }
        let change = if old.is_some() {
            Change::Modified
        } else {
            Change::Added
        };
        see(cluster, change, old.as_deref(), &new);
    }
    changed
}

impl NodeStores for Caches {
    fn node(&self, name: Name) -> Option<&Arc<Object>> {
        self.nodes.get(&name)
    }

    fn lease(&self, name: Name) -> Option<&Arc<Object>> {
        self.leases.get(&name)
    }

    fn pod(&self, namespace: Name, name: Name) -> Option<&Arc<Object>> {
        self.pods.get(&PodId { namespace, name })
    }

    fn lease_last_sync(&self) -> String {
        if self.last_sync_reads_empty {
            return String::new();
        }
        self.last_sync.clone()
    }

    fn node_read_fails(&mut self, name: Name) -> bool {
        take_one(&mut self.node_reads, name)
    }

    fn pod_list_fails(&mut self, node: Name) -> bool {
        take_one(&mut self.pod_lists, node)
    }
}

fn take_one(faults: &mut Vec<(Name, u64)>, name: Name) -> bool {
    let Some(place) = faults.iter().position(|&(other, _)| other == name) else {
        return false;
    };
    faults[place].1 -= 1;
    if faults[place].1 == 0 {
        faults.remove(place);
    }
    true
}

impl NodeClient for Client<'_> {
    fn ask(&mut self, request: Request, cached: bool, fx: &mut Effects) -> Response {
        let names = &self.cluster.names;
        let target = request.target;
        let resource = names.text(self.cluster.kinds.get(target.kind).resource);
        let name = match names.text(target.namespace) {
            "" | "kube-node-lease" => names.text(target.name).to_owned(),
            namespace => format!("{namespace}/{}", names.text(target.name)),
        };
        let (verb, status) = match &request.verb {
            Verb::Get => ("get", false),
            Verb::Patch(patch) => ("patch", patch.status),
            Verb::Update(_) => ("update", false),
            Verb::UpdateStatus(_) => ("update", true),
            Verb::Delete(_) => ("delete", false),
            _ => ("other", false),
        };
        let mut call = json!({ "verb": verb, "res": resource, "name": name });
        if status {
            call["sub"] = json!("status");
        }
        if cached {
            call["cached"] = json!(true);
        }
        if let Verb::Patch(patch) = &request.verb {
            call["body"] = patch_body(names, patch, self.api.get(&target.key()).map(|stored| &**stored));
        }
        let fault = self.faults.iter_mut().position(|fault| {
            let fits = fault.verb == verb
                && fault.resource == resource
                && (fault.subresource == "status") == status
                && (fault.name.is_empty() || fault.name == name);
            if fits && fault.skip > 0 {
                fault.skip -= 1;
                return false;
            }
            fits
        });
        let response = match fault {
            Some(place) => {
                let reason = self.faults[place].reason;
                self.faults[place].times -= 1;
                if self.faults[place].times == 0 {
                    self.faults.remove(place);
                }
                Response::refused(reason)
            }
            None => self
                .api
                .handle(self.cluster, self.now, Actor::NodeLifecycle, &request, fx),
        };
        if !response.is_success() {
            call["code"] = json!(response.code);
        } else if let (Verb::Get, "leases", Some(lease)) =
            (&request.verb, resource_of(&call), response.as_object())
        {
            call["rv"] = json!(lease.meta.resource_version.to_string());
        }
        self.calls.push(call);
        response
    }
}

fn resource_of(call: &Value) -> &str {
    call["res"].as_str().unwrap_or_default()
}

/// The body of a patch as recordings show it.
fn patch_body(names: &Names, patch: &Patch, stored: Option<&Object>) -> Value {
    let (mut body, mut meta) = (Json::new(), Json::new());
    if let Some(uid) = patch.uid {
        meta.insert("uid".to_owned(), json!(names.text(uid)));
    }
    if let Some(version) = patch.resource_version {
        meta.insert("resourceVersion".to_owned(), json!(version.to_string()));
    }
    if !patch.labels.is_empty() {
        let labels = patch.labels.iter().map(|&(label, value)| {
            let value = value.map_or(Value::Null, |value| json!(names.text(value)));
            (names.text(label).to_owned(), value)
        });
        meta.insert("labels".to_owned(), Value::Object(labels.collect()));
    }
    if !meta.is_empty() {
        body.insert("metadata".to_owned(), Value::Object(meta));
    }
    if let Some(taints) = &patch.taints {
        let taints: Vec<Value> = taints.iter().map(|taint| taint_body(names, taint)).collect();
        let taints = if taints.is_empty() {
            Value::Null
        } else {
            Value::from(taints)
        };
        body.insert("spec".to_owned(), json!({ "taints": taints }));
    }
    if let Some(condition) = &patch.pod_condition {
        body.insert("status".to_owned(), conditions_body(names, condition, stored));
    }
    Value::Object(body)
}

fn taint_body(names: &Names, taint: &Taint) -> Value {
    let mut body = json!({ "effect": names.text(taint.effect), "key": names.text(taint.key) });
    if taint.value != Name::EMPTY {
        body["value"] = json!(names.text(taint.value));
    }
    if let Some(time) = taint.time_added {
        body["timeAdded"] = json!(rfc3339(time));
    }
    body
}

/// A strategic merge patch of the conditions: members that stay are left out, and the order is told where there are
/// conditions already.
fn conditions_body(names: &Names, condition: &PodCondition, stored: Option<&Object>) -> Value {
    let stored = match stored.map(|stored| &stored.facts) {
        Some(Facts::Pod(facts)) => facts.detail.as_deref(),
        _ => None,
    };
    let mut body = condition_body(names, condition);
    let kinds: Vec<Name> = stored.map_or(Vec::new(), |stored| {
        stored.conditions.iter().map(|condition| condition.kind).collect()
    });
    if kinds.is_empty() {
        return json!({ "conditions": [body] });
    }
    if let Some(old) = stored.and_then(|stored| stored.condition(condition.kind)) {
        let old_body = condition_body(names, old);
        let moved = old.last_transition != condition.last_transition;
        if let (Value::Object(members), Value::Object(old)) = (&mut body, old_body) {
            members.retain(|member, value| {
                member == "type" || member == "lastTransitionTime" && moved || old[member] != *value
            });
        }
    }
    let new = (!kinds.contains(&condition.kind)).then_some(condition.kind);
    let order: Vec<Value> = kinds
        .into_iter()
        .chain(new)
        .map(|kind| json!({ "type": names.text(kind) }))
        .collect();
    json!({ "$setElementOrder/conditions": order, "conditions": [body] })
}

fn condition_body(names: &Names, condition: &PodCondition) -> Value {
    json!({
        "lastProbeTime": null,
        "lastTransitionTime": "NOW",
        "message": names.text(condition.message),
        "reason": names.text(condition.reason),
        "status": condition.status.text(),
        "type": names.text(condition.kind),
    })
}

/// A time of the recordings, which all lie in January 2026 or shortly after.
fn rfc3339(time: Time) -> String {
    let seconds = EPOCH_S + time.0.div_euclid(1_000_000_000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days to a civil date, by the usual shift of the year's start to March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// A taint as recordings write it: `key[=value]:Effect`.
pub(super) fn parse_taint(model: &mut Model, text: &str, time_added: Option<Time>) -> Taint {
    let (pair, effect) = text.rsplit_once(':').unwrap_or((text, ""));
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    Taint {
        key: model.name(key),
        value: model.name(value),
        effect: model.name(effect),
        time_added,
    }
}

pub(super) fn show_taint(names: &Names, taint: &Taint) -> String {
    let (key, value, effect) = (
        names.text(taint.key),
        names.text(taint.value),
        names.text(taint.effect),
    );
    match value {
        "" => format!("{key}:{effect}"),
        value => format!("{key}={value}:{effect}"),
    }
}
