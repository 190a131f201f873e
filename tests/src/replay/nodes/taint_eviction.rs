//! Follows a recording of the taint eviction controller (spec nodes, section 6).

use super::api::{Model, parse_taint, show_taint};
use super::compare::{micros, same, shown, shown_or_null, text};
use kubeloupe_core::nodes::{NodeSwitches, PodId, TaintEviction, min_toleration_time};
use kubeloupe_core::object::{
    ConditionStatus, Facts, Name, NodeFacts, PodCondition, PodDetail, PodFacts, PodPhase, Taint, Time,
    Toleration, TolerationOperator,
};
use kubeloupe_core::sim::{Effect, EventReason};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What the controller itself writes into the condition.
const MESSAGE: &str = "Taint manager: deleting due to NoExecute taint";

/// The recording of which one input came late.
const LATE_INPUT: &str = "taint-eviction/change/same-instant";

struct Replay<'r> {
    model: Model,
    controller: TaintEviction,
    /// Runs that are still to come.
    runs: std::iter::Peekable<std::vec::IntoIter<&'r Value>>,
    timers: Value,
    tainted: Value,
    pods_first: bool,
    deletions_last: bool,
    items_held: bool,
    deletions_held: bool,
    pods_frozen: bool,
    compared: usize,
}

/// Follows `recording` and compares everything that it shows. Returns the number of runs, or the first difference.
pub fn replay_taint_eviction(recording: &Value) -> Result<usize, String> {
    if let Some(shards) = recording["shards"].as_object() {
        for (node, shard) in shards {
            same(node, &json!(TaintEviction::worker_of(node)), shard)?;
        }
        return Ok(shards.len());
    }
    if !recording["cases"].is_null() {
        return replay_min_times(&recording["cases"]);
    }
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let runs: Vec<&Value> = steps.iter().filter(|step| step["run"].is_string()).collect();
    let mut replay = Replay {
        model: Model::new(),
        controller: TaintEviction::new(NodeSwitches::of_minor(37)),
        runs: runs.into_iter().peekable(),
        timers: json!({}),
        tainted: json!({}),
        pods_first: recording["order"] == "podsFirst",
        deletions_last: recording["deletions"] == "afterAll",
        items_held: false,
        deletions_held: false,
        pods_frozen: false,
        compared: 0,
    };
    let until = micros(&recording["until"])?;
    for group in steps.chunk_by(|one, next| {
        one["run"].is_string() == next["run"].is_string() && (one["run"].is_string() || one["t"] == next["t"])
    }) {
        if group[0]["run"].is_string() {
            continue;
        }
        let at = micros(&group[0]["t"])?;
        replay.fire_until(at, false)?;
        replay.model.now = replay.model.now.max(at);
        for (number, input) in group.iter().enumerate() {
            if number + 1 == group.len() && recording["id"] == LATE_INPUT {
                // There the last input reached the caches only after the pod's item.
                replay.settle()?;
            }
            replay
                .input(input)
                .map_err(|difference| format!("{input}: {difference}"))?;
        }
        replay.settle()?;
    }
    replay.fire_until(until, true)?;
    if let Some(run) = replay.runs.next() {
        return Err(format!("not run: {run}"));
    }
    let pods = replay.model.stored(replay.model.kinds.pod);
    let mut left: Vec<String> = pods.iter().map(|pod| replay.pod_text(PodId::of(pod))).collect();
    left.sort();
    same("podsLeft", &json!(left), &recording["podsLeft"])?;
    Ok(replay.compared)
}

/// Cases of `tolerationSeconds` with the nanoseconds that come out; -1 stands for ever.
fn replay_min_times(cases: &Value) -> Result<usize, String> {
    let cases: Vec<(Value, Value)> = match cases {
        Value::Object(cases) => cases
            .iter()
            .map(|(seconds, ns)| (serde_json::from_str(seconds).unwrap_or_default(), ns.clone()))
            .collect(),
        cases => {
            let parts = |case: &Value| match case {
                Value::Object(members) => members.values().cloned().collect(),
                case => case.as_array().cloned().unwrap_or_default(),
            };
            let cases = cases.as_array().into_iter().flatten().map(parts);
            cases
                .map(|parts: Vec<Value>| {
                    let list = parts.iter().find(|part| part.is_array()).cloned();
                    let number = parts.iter().find(|part| part.is_number()).cloned();
                    (list.unwrap_or_default(), number.unwrap_or_default())
                })
                .collect()
        }
    };
    for (seconds, recorded) in &cases {
        let list: Vec<Option<i64>> = seconds
            .as_array()
            .into_iter()
            .flatten()
            .map(Value::as_i64)
            .collect();
        let time = min_toleration_time(&list).0.max(-1);
        same(&seconds.to_string(), &json!(time), recorded)?;
    }
    Ok(cases.len())
}

impl Replay<'_> {
    fn fire_until(&mut self, until: Time, inclusive: bool) -> Result<(), String> {
        while let Some(due) = self.controller.next_due() {
            if due > until || due == until && !inclusive {
                break;
            }
            self.model.now = self.model.now.max(due);
            let start = self.model.now;
            let fired = self.model.run(|cx| self.controller.fire_next(cx));
            if let Some((_, spent)) = fired {
                self.model.now = start + spent;
            }
            self.compare(json!({ "run": "timer" }), start)?;
            self.settle()?;
        }
        Ok(())
    }

    /// Brings the caches up to date and works on all items, until nothing changes.
    fn settle(&mut self) -> Result<(), String> {
        loop {
            self.sync();
            if self.items_held {
                return Ok(());
            }
            self.controller.sort_items(&self.model.cluster.names);
            let (nodes, pods) = (
                self.controller.node_items().len(),
                self.controller.pod_items().len(),
            );
            if nodes + pods == 0 {
                return Ok(());
            }
            let parts = if self.pods_first {
                [false, true]
            } else {
                [true, false]
            };
            for is_node in parts {
                for _ in 0..if is_node { nodes } else { pods } {
                    if is_node {
                        self.node_item()?;
                    } else {
                        self.pod_item()?;
                    }
                }
            }
            if self.deletions_last && !self.deletions_held {
                self.deletions()?;
            }
        }
    }

    fn node_item(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let worked = self.model.run(|cx| self.controller.work_on_next_node(cx));
        let Some(node) = worked else { return Ok(()) };
        let run = json!({ "run": "node", "node": self.model.cluster.names.text(node) });
        self.after_item(run, start)
    }

    fn pod_item(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let worked = self.model.run(|cx| self.controller.work_on_next_pod(cx));
        let Some((pod, node)) = worked else { return Ok(()) };
        let node = self.model.cluster.names.text(node);
        let run = json!({ "run": "pod", "pod": self.pod_text(pod), "node": node });
        self.after_item(run, start)
    }

    fn after_item(&mut self, run: Value, start: Time) -> Result<(), String> {
        if !self.deletions_last && !self.deletions_held {
            self.run_started();
        }
        self.compare(run, start)
    }

    fn run_started(&mut self) -> usize {
        let mut count = 0;
        while let Some((_, spent)) = self.model.run(|cx| self.controller.run_started(cx)) {
            self.model.now = self.model.now + spent;
            count += 1;
        }
        count
    }

    /// A run of nothing but started deletions.
    fn deletions(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let count = self.run_started();
        if count == 0 {
            return Ok(());
        }
        self.compare(json!({ "run": "deletions", "count": count }), start)
    }

    fn sync(&mut self) {
        let controller = &mut self.controller;
        self.model
            .sync_nodes(|_, change, old, node| controller.observe_node(change, old, node));
        if !self.pods_frozen {
            self.model
                .sync_pods(|_, change, old, pod| controller.observe_pod(change, old, pod));
        }
    }

    fn input(&mut self, input: &Value) -> Result<(), String> {
        let now = self.model.now;
        match text(&input["in"], "in")? {
            "node-add" | "node-taints" => {
                let name = text(&input["node"], "node")?;
                let added = match &input["timeAdded"] {
                    Value::Null => None,
                    time => Some(micros(time)?),
                };
                let taints: Vec<Taint> = input["taints"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .map(|taint| parse_taint(&mut self.model, taint, added))
                    .collect();
                let (node, uid) = (self.model.name(name), self.model.name(&format!("uid-{name}")));
                let key = self.model.node_key(node);
                self.model.put(key, uid, now, |node| {
                    node.facts = Facts::Node(Arc::new(NodeFacts {
                        taints: taints.into(),
                        ..NodeFacts::default()
                    }));
                });
            }
            "node-touch" => {
                let key = self.node_key(input)?;
                self.touch(key);
            }
            "node-delete" => {
                let key = self.node_key(input)?;
                self.model.remove(key);
            }
            "pod-add" => self.pod_add(input)?,
            "pod-bind" => {
                let node = self.model.name(text(&input["node"], "node")?);
                self.change_pod(input, |facts| facts.node = node)?;
            }
            "pod-tolerations" => {
                let tolerations = self.tolerations(&input["tolerations"])?;
                self.change_pod(input, |facts| {
                    Arc::make_mut(facts.detail.get_or_insert_default()).tolerations = tolerations.into();
                })?;
            }
            "pod-touch" => {
                let key = self.pod_key(input)?;
                self.touch(key);
            }
            "pod-terminate" => {
                let key = self.pod_key(input)?;
                self.model.put(key, Name::EMPTY, now, |pod| {
                    pod.meta.deletion_timestamp = Some(now.as_stored());
                    pod.meta.deletion_grace_period_s = Some(30);
                });
            }
            "pod-gone" => {
                let key = self.pod_key(input)?;
                self.model.remove(key);
            }
            "restart" => {
                self.controller = TaintEviction::new(NodeSwitches::of_minor(37));
                self.model.caches.nodes.clear();
                self.model.caches.pods.clear();
            }
            "fail" => self.model.fail(input)?,
            "hold-items" => self.items_held = input["value"] == true,
            "freeze-pods" => self.pods_frozen = input["value"] == true,
            "hold-deletions" => {
                self.deletions_held = input["value"] == true;
                if !self.deletions_held {
                    self.deletions()?;
                }
            }
            other => return Err(format!("unknown input {other}")),
        }
        Ok(())
    }

    fn pod_add(&mut self, input: &Value) -> Result<(), String> {
        let pod = self.model.pod(text(&input["pod"], "pod")?);
        let own = self.model.cluster.names.text(pod.name).to_owned();
        let uid = self.model.name(&format!("uid-{own}"));
        let tolerations = self.tolerations(&input["tolerations"])?;
        let mut conditions = Vec::new();
        if let Some(status) = input["disruptionTarget"]
            .as_str()
            .filter(|status| !status.is_empty())
        {
            // A condition that holds is the controller's own, unless the recording says otherwise.
            let usual = if status == "True" {
                ("DeletionByTaintManager", MESSAGE)
            } else {
                ("", "")
            };
            conditions.push(PodCondition {
                kind: Name::DISRUPTION_TARGET,
                status: ConditionStatus::of_text(status),
                reason: self
                    .model
                    .name(input["disruptionReason"].as_str().unwrap_or(usual.0)),
                message: self
                    .model
                    .name(input["disruptionMessage"].as_str().unwrap_or(usual.1)),
                last_transition: Some(self.model.now.as_stored()),
                observed_generation: 0,
            });
        }
        let facts = PodFacts {
            node: self.model.name(text(&input["node"], "node")?),
            phase: match input["phase"].as_str() {
                Some("Succeeded") => PodPhase::Succeeded,
                Some("Failed") => PodPhase::Failed,
                Some("Running") => PodPhase::Running,
                _ => PodPhase::Pending,
            },
            termination_grace_period_s: if input["graceful"] == true { 30 } else { 0 },
            detail: Some(Arc::new(PodDetail {
                conditions: conditions.into(),
                tolerations: tolerations.into(),
                ..PodDetail::default()
            })),
        };
        let (key, now) = (self.model.pod_key(pod), self.model.now);
        self.model.put(key, uid, now, |pod| pod.facts = Facts::Pod(facts));
        Ok(())
    }

    fn change_pod(&mut self, input: &Value, change: impl FnOnce(&mut PodFacts)) -> Result<(), String> {
        let (key, now) = (self.pod_key(input)?, self.model.now);
        self.model.put(key, Name::EMPTY, now, |pod| {
            if let Facts::Pod(facts) = &mut pod.facts {
                change(facts);
            }
        });
        Ok(())
    }

    /// Changes a member that no controller here reads.
    fn touch(&mut self, key: kubeloupe_core::object::ObjectKey) {
        let now = self.model.now;
        self.model
            .put(key, Name::EMPTY, now, |object| object.meta.generation += 1);
    }

    fn tolerations(&mut self, list: &Value) -> Result<Vec<Toleration>, String> {
        let mut tolerations = Vec::new();
        for entry in list.as_array().into_iter().flatten() {
            let mut name = |member: &str| self.model.name(entry[member].as_str().unwrap_or_default());
            tolerations.push(Toleration {
                key: name("key"),
                value: name("value"),
                effect: name("effect"),
                operator: TolerationOperator::of_text(entry["operator"].as_str().unwrap_or_default()),
                seconds: entry["tolerationSeconds"].as_i64(),
            });
        }
        Ok(tolerations)
    }

    fn node_key(&mut self, input: &Value) -> Result<kubeloupe_core::object::ObjectKey, String> {
        let name = self.model.name(text(&input["node"], "node")?);
        Ok(self.model.node_key(name))
    }

    fn pod_key(&mut self, input: &Value) -> Result<kubeloupe_core::object::ObjectKey, String> {
        let pod = self.model.pod(text(&input["pod"], "pod")?);
        Ok(self.model.pod_key(pod))
    }

    /// Compares a run that began at `start` with the next one recorded.
    fn compare(&mut self, mut run: Value, start: Time) -> Result<(), String> {
        run["t"] = shown(start);
        if self.model.now != start {
            run["end"] = shown(self.model.now);
        }
        let calls = std::mem::take(&mut self.model.calls);
        if !calls.is_empty() {
            run["api"] = Value::from(calls);
        }
        let events = self.events();
        if !events.is_empty() {
            run["events"] = Value::from(events);
        }
        let (timers, tainted) = (self.show_timers(), self.show_tainted());
        if timers != self.timers {
            run["timers"] = timers.clone();
            self.timers = timers;
        }
        if tainted != self.tainted {
            run["tainted"] = tainted.clone();
            self.tainted = tainted;
        }
        let recorded = self.runs.next().unwrap_or(&Value::Null);
        self.compared += 1;
        same(&format!("run {}", self.compared), &run, recorded)
    }

    fn events(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        for effect in self.model.fx.take() {
            let Effect::EventRecorded(record) = effect else {
                continue;
            };
            let pod = self.pod_text(PodId {
                namespace: record.regarding.namespace,
                name: record.regarding.name,
            });
            let message = match record.reason {
                EventReason::MarkingForDeletion => format!("Marking for deletion Pod {pod}"),
                EventReason::CancellingDeletion => format!("Cancelling deletion of Pod {pod}"),
                other => format!("{other:?}"),
            };
            events.push(json!([
                "Normal",
                "TaintManagerEviction",
                format!("Pod {pod}"),
                message
            ]));
        }
        events
    }

    fn show_timers(&self) -> Value {
        let timers = self.controller.timers().map(|timer| {
            let shown = match timer.waiting {
                Some((created, fires)) => json!([shown(created), shown(fires)]),
                None => json!("running"),
            };
            (self.pod_text(timer.pod), shown)
        });
        Value::Object(timers.collect::<Map<_, _>>())
    }

    fn show_tainted(&self) -> Value {
        let names = &self.model.cluster.names;
        let tainted = self.controller.tainted().map(|(node, taints)| {
            let taints: Vec<Value> = taints
                .iter()
                .map(|taint| json!([show_taint(names, taint), shown_or_null(taint.time_added)]))
                .collect();
            (names.text(node).to_owned(), Value::from(taints))
        });
        Value::Object(tainted.collect::<Map<_, _>>())
    }

    fn pod_text(&self, pod: PodId) -> String {
        let names = &self.model.cluster.names;
        format!("{}/{}", names.text(pod.namespace), names.text(pod.name))
    }
}
