//! Follows a recording of the garbage collector, stepped by hand against a real API server.

use super::{Symbols, compare_exchange, recorded_event, recorded_object};
use crate::oracle_cluster;
use kubeloupe_core::apiserver::{Body, PatchForm, Reason, Request, Response, Verb, WatchEvent};
use kubeloupe_core::gc::{GraphChangeKind, Identity, NodeId};
use kubeloupe_core::object::{Duration, Name, Object};
use kubeloupe_core::sim::{
    Action, Call, Config, Effect, EventReason, EventRecord, InformerId, Injected, Item, QueueName, Watcher,
    Why, WorkerId, World,
};
use kubeloupe_core::versions::{Overrides, Switch};
use kubeloupe_formats::wire;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Follows `recording` in a world whose only controller is the collector, with one worker for each queue. Returns the
/// number of steps, or the first difference.
pub fn replay_steps(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut replay = Replay::new(recording)?;
    for (number, step) in steps.iter().enumerate() {
        replay
            .step(step)
            .map_err(|difference| format!("step {number}, {} {}: {difference}", step["do"], step["item"]))?;
    }
    replay.compare_end(recording)?;
    Ok(steps.len())
}

struct Replay {
    world: World,
    symbols: Symbols,
    /// What the recording shows of the graph, by symbol.
    graph: BTreeMap<String, Value>,
    absent_owners: Vec<String>,
}

/// What one action did, sorted out.
#[derive(Default)]
struct Happened {
    calls: Vec<Call>,
    watch: Vec<WatchEvent>,
    events: Vec<EventRecord>,
    /// Groups of items that one action added together and whose order is free.
    free: Vec<BTreeSet<NodeId>>,
    outcome: Option<&'static str>,
}

impl Replay {
    fn new(recording: &Value) -> Result<Self, String> {
        let minor = super::minor_of(recording)?;
        let server = match recording.get("serverKubernetes") {
            Some(version) => super::minor_of(&json!({ "kubernetes": version }))?,
            None => minor,
        };
        // The recorded watches are held back, and let one event pass when it is to be delivered: an informer never has
        // more than one to take in, however many are on their way.
        let mut overrides = Overrides::default();
        overrides.set(Switch::InformerStrictOrder, true);
        overrides.set(Switch::InformerBatches, false);
        let config = Config {
            minor,
            overrides,
            namespace_controller: false,
            kubelet: false,
            concurrent_gc_syncs: 1,
            absent_owner_cache_size: recording["absentOwnerCacheSize"].as_u64().unwrap_or(500) as u32,
            overall_rate_limit: false,
            kube_api_qps_milli: 0,
            watch_latency: Duration::ZERO,
            api_latency: Duration::ZERO,
            ..Config::default()
        };
        let mut world = World::new(config, oracle_cluster(server), 1);
        world.cluster_mut().minor = server;
        let mut replay = Replay {
            world,
            symbols: Symbols::default(),
            graph: BTreeMap::new(),
            absent_owners: Vec::new(),
        };
        for name in ["a", "b"] {
            let metadata = json!({ "name": name });
            let body = json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": metadata });
            replay.request(&json!({ "verb": "create", "kind": "Namespace", "body": body }))?;
        }
        Ok(replay)
    }

    fn step(&mut self, step: &Value) -> Result<(), String> {
        let happened = match text(&step["do"]) {
            "client" => self.client(&step["request"])?,
            "deliver" => self.deliver(step)?,
            "drop" => self.drop_next(step)?,
            "graph" => self.apply(&Action::Graph)?,
            "attemptToDelete" => self.attempt(QueueName::AttemptToDelete, step)?,
            "attemptToOrphan" => self.attempt(QueueName::AttemptToOrphan, step)?,
            "advance" => {
                let happened = self.apply(&Action::Advance)?;
                same("time", milliseconds(self.world.now().0), step["toMs"].clone())?;
                happened
            }
            other => return Err(format!("unknown step {other}")),
        };
        self.compare_queues(step, &happened)?;
        self.compare_graph(step)?;
        self.compare_absent_owners(step)?;
        let mut events: Vec<Value> = happened.events.iter().map(|event| self.event(event)).collect();
        let mut recorded = step["events"].as_array().cloned().unwrap_or_default();
        for list in [&mut events, &mut recorded] {
            list.sort_by_key(Value::to_string);
        }
        same("events", events, recorded)
    }

    fn apply(&mut self, action: &Action) -> Result<Happened, String> {
        let step = self
            .world
            .apply(action)
            .map_err(|rejected| format!("rejected: {rejected:?}"))?;
        let mut happened = Happened::default();
        let at = self.world.now();
        let mut group = None;
        for effect in step.effects {
            let mut in_group = None;
            match effect {
                Effect::Call(call) => happened.calls.push(*call),
                Effect::Written { change, after, .. } => {
                    happened.watch.push(WatchEvent {
                        change,
                        object: after,
                        at,
                    });
                }
                Effect::EventRecorded(event) => happened.events.push(event),
                Effect::Forgotten { .. } => happened.outcome = Some("forget"),
                Effect::Enqueued {
                    failures: Some(_), ..
                } => happened.outcome = Some("requeue"),
                Effect::Enqueued {
                    item: Item::Node { node, .. },
                    why: why @ (Why::OwnerRemoved | Why::OwnerWaits),
                    rule,
                    ..
                } => {
                    if group != Some((why, rule)) {
                        happened.free.push(BTreeSet::new());
                    }
                    if let Some(last) = happened.free.last_mut() {
                        last.insert(node);
                    }
                    in_group = Some((why, rule));
                }
                _ => {}
            }
            group = in_group;
        }
        Ok(happened)
    }

    fn request(&mut self, recorded: &Value) -> Result<Happened, String> {
        let mut asked = recorded.clone();
        if let Some(members) = asked.as_object_mut() {
            // What the answer showed is not known yet.
            members.retain(|member, _| !["watch", "result", "status"].contains(&member.as_str()));
        }
        let concrete = self.symbols.concrete(&asked);
        let request =
            wire::read_request(self.world.cluster_mut(), &concrete).map_err(|error| error.to_string())?;
        self.apply(&Action::Client(Box::new(request)))
    }

    fn client(&mut self, recorded: &Value) -> Result<Happened, String> {
        let mut happened = self.request(recorded)?;
        let call = happened.calls.pop().ok_or("no call")?;
        let watch = std::mem::take(&mut happened.watch);
        compare_exchange(
            &mut self.symbols,
            self.world.cluster(),
            recorded,
            &call.response,
            &watch,
        )?;
        Ok(happened)
    }

    fn deliver(&mut self, step: &Value) -> Result<Happened, String> {
        let (informer, event) = self.next_event(&step["kind"])?;
        let event = event.map(|event| {
            let object = self.object(&event.object);
            json!({ "object": object, "type": recorded_event(self.world.cluster(), event)["type"] })
        });
        same("event", event.unwrap_or_default(), step["event"].clone())?;
        self.apply(&Action::Deliver(informer))
    }

    /// An event that is lost is recorded by its type alone.
    fn drop_next(&mut self, step: &Value) -> Result<Happened, String> {
        let (informer, event) = self.next_event(&step["kind"])?;
        let change = event.map(|event| recorded_event(self.world.cluster(), event)["type"].clone());
        same("event", change.unwrap_or_default(), step["event"].clone())?;
        self.apply(&Action::Drop(informer))
    }

    /// The collector's monitor of a kind, and what it gets next.
    fn next_event(&self, kind: &Value) -> Result<(InformerId, Option<&WatchEvent>), String> {
        let word = text(kind);
        let cluster = self.world.cluster();
        let (kind, _) = wire::resolve(cluster, None, |names, kind| names.text(kind.kind) == word)
            .ok_or_else(|| format!("unknown kind {word}"))?;
        let informer = InformerId {
            watcher: Watcher::GarbageCollector,
            kind,
        };
        let next = self
            .world
            .informers()
            .get(informer)
            .and_then(|informer| informer.pending().next());
        Ok((informer, next.map(|(_, event)| event)))
    }

    /// One attempt, call by call: others may interrupt it, some answers are faults, and an attempt to orphan patches
    /// the dependents in the recorded order.
    fn attempt(&mut self, queue: QueueName, step: &Value) -> Result<Happened, String> {
        let worker = WorkerId { queue, number: 0 };
        let head = self.world.gc().head(queue);
        let head = head.map_or(Value::Null, |item| self.item(&item).into());
        same("item", head, step["item"].clone())?;
        let mut happened = self.apply(&Action::Take(worker))?;
        if queue == QueueName::AttemptToOrphan {
            self.take_over_patch_order(worker, step)?;
        }
        let recorded = step["calls"].as_array().map_or(&[][..], Vec::as_slice);
        let interrupts = step["interrupts"].as_array().map_or(&[][..], Vec::as_slice);
        let mut made = Vec::new();
        while let Some(request) = self.world.gc().request(worker).cloned() {
            for interrupt in interrupts.iter().filter(|one| one["beforeCall"] == made.len()) {
                self.client(&interrupt["request"])?;
            }
            let answer = self.injected(&request, made.len(), queue, recorded);
            let mut more = self.apply(&Action::Call { worker, answer })?;
            made.append(&mut more.calls);
            happened.watch.append(&mut more.watch);
            happened.events.append(&mut more.events);
            happened.free.append(&mut more.free);
            happened.outcome = more.outcome.or(happened.outcome);
        }
        self.compare_calls(queue, recorded, &made)?;
        self.compare_watch(step, &happened.watch)?;
        same("outcome", happened.outcome, step["outcome"].as_str())?;
        Ok(happened)
    }

    /// The fault that was put in place of this call's answer. Patches of one attempt to orphan are listed by name, so
    /// there the call is found by its path.
    fn injected(
        &self,
        request: &Request,
        number: usize,
        queue: QueueName,
        recorded: &[Value],
    ) -> Option<Injected> {
        let recorded = match queue {
            QueueName::AttemptToOrphan => {
                let ours = self.path(request);
                recorded
                    .iter()
                    .find(|call| path_of(call) == ours && call["injected"] == true)
            }
            _ => recorded.get(number),
        }?;
        let reason = match text(&recorded["reason"]) {
            _ if recorded["injected"] != true => return None,
            "Conflict" => Reason::Conflict,
            "NotFound" => Reason::NotFound,
            "Timeout" => Reason::Timeout,
            _ => Reason::InternalError,
        };
        Some(Injected { reason })
    }

    /// The patches of one attempt to orphan run in parallel: which came first shows in `watch`, for each kind.
    fn take_over_patch_order(&mut self, worker: WorkerId, step: &Value) -> Result<(), String> {
        let cluster = self.world.cluster().clone();
        let names = &cluster.names;
        let watch = step["watch"].as_array().map_or(&[][..], Vec::as_slice);
        let place = |dependent: &Identity| {
            watch.iter().position(|event| {
                let metadata = &event["metadata"];
                text(&event["kind"]) == names.text(dependent.kind)
                    && text(&metadata["namespace"]) == names.text(dependent.namespace)
                    && text(&metadata["name"]) == names.text(dependent.name)
            })
        };
        let mapper = self.world.discovering().mapper().clone();
        let mut order = self.world.gc().orphaning(worker).to_vec();
        if order.is_empty() {
            return Ok(());
        }
        order.sort_by_key(|dependent| place(dependent).unwrap_or(usize::MAX));
        if self.world.gc_mut().reorder_orphaning(worker, &order, &mapper) {
            Ok(())
        } else {
            Err("the dependents could not be ordered".to_owned())
        }
    }

    fn compare_calls(&mut self, queue: QueueName, recorded: &[Value], made: &[Call]) -> Result<(), String> {
        let mut recorded = recorded.to_vec();
        let mut made: Vec<Value> = made.iter().map(|call| self.call(call)).collect();
        if queue == QueueName::AttemptToOrphan {
            for calls in [&mut recorded, &mut made] {
                let patches = calls.len() - finalizer_calls(calls);
                calls[..patches].sort_by_key(path_of);
            }
        }
        self.symbols
            .compare("calls", &Value::Array(recorded), &Value::Array(made))
    }

    /// A call as recordings show it.
    fn call(&self, call: &Call) -> Value {
        let names = &self.world.cluster().names;
        let target = call.request.target;
        let kind = self.world.cluster().kinds.get(target.kind);
        let mut shown = Map::new();
        let mut set = |key: &str, value: Value| drop(shown.insert(key.to_owned(), value));
        set("verb", wire::verb(&call.request.verb).into());
        set("apiVersion", names.text(target.api_version).into());
        set("resource", names.text(kind.resource).into());
        if target.namespace != Name::EMPTY {
            set("namespace", names.text(target.namespace).into());
        }
        set("name", names.text(target.name).into());
        if let Some(body) = wire::body(names, &call.request.verb) {
            set("body", body);
        }
        if let Verb::Patch(patch) = &call.request.verb {
            set(
                "patchType",
                match patch.form {
                    PatchForm::Merge => "merge".into(),
                    PatchForm::Strategic => "strategic".into(),
                },
            );
        }
        set("code", call.response.code.into());
        if let Some(reason) = refusal(&call.response) {
            set("reason", reason.into());
        }
        if call.injected {
            set("injected", true.into());
        }
        if let (Verb::Get, Body::Object(object)) = (&call.request.verb, &call.response.body) {
            set("uid", names.text(object.meta.uid).into());
            set("resourceVersion", object.meta.resource_version.to_string().into());
        }
        Value::Object(shown)
    }

    fn path(&self, request: &Request) -> [String; 4] {
        let cluster = self.world.cluster();
        let target = request.target;
        let resource = cluster.kinds.get(target.kind).resource;
        [target.api_version, resource, target.namespace, target.name]
            .map(|name| cluster.names.text(name).to_owned())
    }

    /// Events of one kind come in order; that between kinds is not recorded.
    fn compare_watch(&mut self, step: &Value, events: &[WatchEvent]) -> Result<(), String> {
        let shown = events
            .iter()
            .map(|event| recorded_event(self.world.cluster(), event));
        let mut shown: Vec<Value> = shown.collect();
        let mut recorded = step["watch"].as_array().cloned().unwrap_or_default();
        for list in [&mut shown, &mut recorded] {
            list.sort_by_key(|event| text(&event["kind"]).to_owned());
        }
        self.symbols
            .compare("watch", &Value::Array(recorded), &Value::Array(shown))
    }

    fn compare_queues(&mut self, step: &Value, happened: &Happened) -> Result<(), String> {
        let changes = self.world.gc().graph_changes().map(|change| {
            let kind = match change.kind() {
                GraphChangeKind::Add => "add",
                GraphChangeKind::Update => "update",
                GraphChangeKind::Delete => "delete",
                GraphChangeKind::VirtualDelete => "virtual delete",
            };
            format!("{kind} {}", self.uid(change.identity(self.world.cluster()).uid))
        });
        same("graphChanges", changes.collect(), strings(&step["graphChanges"]))?;
        for (queue, listed, delayed) in [
            (QueueName::AttemptToDelete, "attemptToDelete", "delayedDelete"),
            (QueueName::AttemptToOrphan, "attemptToOrphan", "delayedOrphan"),
        ] {
            self.take_over_order(queue, &strings(&step[listed]), &happened.free)?;
            same(listed, self.listed(queue), strings(&step[listed]))?;
            let ours = self.delayed(queue);
            let mut recorded = step[delayed].as_array().cloned().unwrap_or_default();
            // Recorded in the order in which they were put off, which decides between items due at the same time.
            recorded.sort_by_key(|item| item["dueMs"].as_i64());
            same(delayed, ours, recorded)?;
        }
        Ok(())
    }

    /// Where one action added several dependents of one node, their order is that of a Go map: takes over the recorded
    /// one, unless anything else differs.
    fn take_over_order(
        &mut self,
        queue: QueueName,
        recorded: &[String],
        free: &[BTreeSet<NodeId>],
    ) -> Result<(), String> {
        let Some(ours) = self.world.gc().queue(queue) else {
            return Ok(());
        };
        let ours: Vec<NodeId> = ours.listed().collect();
        let group = |node: &NodeId| free.iter().position(|group| group.contains(node));
        let mut left: Vec<NodeId> = ours.clone();
        let mut order = Vec::new();
        for (place, name) in recorded.iter().enumerate() {
            let expected = ours.get(place).and_then(group);
            let found = left
                .iter()
                .position(|node| self.node(*node) == *name && group(node) == expected);
            let Some(found) = found else {
                return same("list", self.listed(queue), recorded.to_vec());
            };
            order.push(left.remove(found));
        }
        if order != ours && !self.world.gc_mut().reorder(queue, &order) {
            return same("list", self.listed(queue), recorded.to_vec());
        }
        Ok(())
    }

    fn listed(&self, queue: QueueName) -> Vec<String> {
        let queue = self.world.gc().queue(queue);
        queue
            .into_iter()
            .flat_map(|queue| queue.listed())
            .map(|node| self.node(node))
            .collect()
    }

    fn delayed(&self, queue: QueueName) -> Vec<Value> {
        let queue = self.world.gc().queue(queue);
        let shown = queue
            .into_iter()
            .flat_map(|queue| queue.delayed())
            .map(|delayed| {
                json!({
                    "item": self.node(delayed.item),
                    "dueMs": milliseconds(delayed.due.0),
                    "failures": delayed.failures,
                })
            });
        shown.collect()
    }

    /// The recording shows the nodes that changed, and `null` for those that went.
    fn compare_graph(&mut self, step: &Value) -> Result<(), String> {
        let graph = self.world.gc().graph();
        if let Some(broken) = self.world.gc().check().first() {
            return Err(format!("broken graph: {broken:?}"));
        }
        let names = &self.world.cluster().names;
        let mut now = BTreeMap::new();
        for (id, node) in graph.nodes() {
            let mut shown = json!({ "id": node.identity().describe(names) });
            let flags = [
                (node.is_virtual(), 'V'),
                (node.is_being_deleted(), 'B'),
                (node.is_deleting_dependents(), 'F'),
            ];
            let flags: String = flags
                .iter()
                .filter(|(is_set, _)| *is_set)
                .map(|(_, letter)| letter)
                .collect();
            if !flags.is_empty() {
                shown["flags"] = flags.into();
            }
            let owners = node.owners().iter().map(|reference| {
                let uid = self.uid(reference.uid);
                if reference.blocks() {
                    format!("{uid}*")
                } else {
                    uid
                }
            });
            let owners: Vec<String> = owners.collect();
            if !owners.is_empty() {
                shown["owners"] = owners.into();
            }
            let mut dependents: Vec<String> = graph.dependents(id).map(|node| self.node(node)).collect();
            dependents.sort();
            if !dependents.is_empty() {
                shown["dependents"] = dependents.into();
            }
            now.insert(self.uid(node.identity().uid), shown);
        }
        let mut changed = Map::new();
        for (uid, shown) in &now {
            if self.graph.get(uid) != Some(shown) {
                changed.insert(uid.clone(), shown.clone());
            }
        }
        for uid in self.graph.keys().filter(|uid| !now.contains_key(*uid)) {
            changed.insert(uid.clone(), Value::Null);
        }
        let mut recorded = step["graph"].as_object().cloned().unwrap_or_default();
        for node in recorded.values_mut() {
            if let Some(dependents) = node.get_mut("dependents").and_then(Value::as_array_mut) {
                dependents.sort_by_key(Value::to_string);
            }
        }
        self.graph = now;
        same("graph", Value::Object(changed), Value::Object(recorded))
    }

    fn compare_absent_owners(&mut self, step: &Value) -> Result<(), String> {
        let names = &self.world.cluster().names;
        let owners = self.world.gc().absent_owners().owners();
        let now: Vec<String> = owners
            .map(|owner| format!("{}#{}", owner.describe(names), self.uid(owner.uid)))
            .collect();
        let changed = (now != self.absent_owners).then(|| now.clone());
        self.absent_owners = now;
        let recorded = step.get("absentOwnerCache").map(strings);
        same("absentOwnerCache", changed, recorded)
    }

    fn compare_end(&mut self, recording: &Value) -> Result<(), String> {
        let gc = self.world.gc();
        let queues = [QueueName::AttemptToDelete, QueueName::AttemptToOrphan];
        let quiet = gc.graph_changes_len() == 0
            && gc.delayed_items().next().is_none()
            && queues.iter().all(|queue| !gc.can_take(*queue));
        same("quiet", Value::Bool(quiet), recording["quiet"].clone())?;
        let cluster = self.world.cluster();
        let sorted = |mut list: Vec<Value>| {
            list.sort_by_key(|object| {
                let metadata = &object["metadata"];
                [&object["kind"], &metadata["namespace"], &metadata["name"]]
                    .map(|member| text(member).to_owned())
            });
            Value::Array(list)
        };
        let stored = self
            .world
            .api()
            .objects()
            .map(|object| recorded_object(cluster, object));
        let stored = stored.filter(|object| object["kind"] != "Namespace").collect();
        let recorded = recording["final"].as_array().cloned().unwrap_or_default();
        self.symbols.compare("final", &sorted(recorded), &sorted(stored))
    }

    fn event(&self, event: &EventRecord) -> Value {
        let names = &self.world.cluster().names;
        let regarding = event.regarding;
        let EventReason::OwnerRefInvalidNamespace { owner } = event.reason else {
            return json!("no event of the collector");
        };
        let (api_version, kind) = (names.text(owner.api_version), names.text(owner.kind));
        let (namespace, name) = (names.text(owner.namespace), names.text(owner.name));
        let identity = format!(
            "[{api_version}/{kind}, namespace: {namespace}, name: {name}, uid: {}]",
            self.uid(owner.uid)
        );
        json!({
            "type": "Warning",
            "reason": "OwnerRefInvalidNamespace",
            "message": format!("ownerRef {identity} does not exist in namespace {namespace:?}"),
            "regarding": format!(
                "{} {}/{}#{}",
                names.text(regarding.kind),
                names.text(regarding.namespace),
                names.text(regarding.name),
                self.uid(regarding.uid),
            ),
        })
    }

    /// `Kind namespace/name#uid`.
    fn object(&self, object: &Object) -> String {
        let cluster = self.world.cluster();
        let names = &cluster.names;
        let meta = &object.meta;
        let kind = names.text(cluster.kinds.get(object.kind).kind);
        let slash = if meta.namespace == Name::EMPTY { "" } else { "/" };
        let (namespace, name) = (names.text(meta.namespace), names.text(meta.name));
        format!("{kind} {namespace}{slash}{name}#{}", self.uid(meta.uid))
    }

    fn item(&self, item: &Item) -> String {
        match item {
            Item::Node { node, .. } => self.node(*node),
            other => format!("{other:?}"),
        }
    }

    /// A node by its uid, with `!` when it is not the graph's own.
    fn node(&self, node: NodeId) -> String {
        let graph = self.world.gc().graph();
        let mark = if graph.contains(node) { "" } else { "!" };
        format!("{}{mark}", self.uid(graph[node].identity().uid))
    }

    fn uid(&self, uid: Name) -> String {
        let text = self.world.cluster().names.text(uid);
        self.symbols.symbol_of_uid(text).unwrap_or(text).to_owned()
    }
}

fn refusal(response: &Response) -> Option<&'static str> {
    response.reason().map(wire::reason)
}

/// How many calls at the end are those that take the finalizer off the owner.
fn finalizer_calls(calls: &[Value]) -> usize {
    let is_removal =
        |call: &&Value| call["verb"] == "get" || call["body"]["metadata"].get("finalizers").is_some();
    calls.iter().rev().take_while(is_removal).count()
}

fn path_of(call: &Value) -> [String; 4] {
    ["apiVersion", "resource", "namespace", "name"].map(|member| text(&call[member]).to_owned())
}

fn milliseconds(nanoseconds: i64) -> Value {
    if nanoseconds % 1_000_000 == 0 {
        Value::from(nanoseconds / 1_000_000)
    } else {
        Value::from(nanoseconds as f64 / 1e6)
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .map(|item| text(item).to_owned())
        .collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, simulated: T, recorded: T) -> Result<(), String> {
    if simulated == recorded {
        Ok(())
    } else {
        Err(format!(
            "{what}\n  recorded {recorded:?}\n  simulated {simulated:?}"
        ))
    }
}
