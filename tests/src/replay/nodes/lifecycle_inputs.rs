//! Inputs of the node lifecycle controller's recordings.

use super::api::parse_taint;
use super::compare::{micros, text};
use super::lifecycle::Replay;
use kubeloupe_core::apiserver::Change;
use kubeloupe_core::object::{
    ConditionStatus, Facts, LeaseFacts, List, Name, NodeCondition, NodeFacts, ObjectKey, PodCondition,
    PodDetail, PodFacts, PodPhase, Time,
};
use serde_json::Value;
use std::sync::Arc;

impl Replay<'_> {
    pub(super) fn input(&mut self, input: &Value) -> Result<(), String> {
        match text(&input["in"], "in")? {
            "node-add" => {
                for node in input["add"].as_array().into_iter().flatten() {
                    self.add_node(node)?;
                }
            }
            "node-delete" => {
                for name in names(input) {
                    let key = self.node_key(name);
                    self.model.remove(key);
                }
            }
            "labels" => {
                let labels = self.labels(&input["labels"]);
                let (key, now) = (self.node_key(text(&input["node"], "node")?), self.model.now);
                self.model
                    .put(key, Name::EMPTY, now, |node| node.meta.labels = labels);
            }
            "unschedulable" => {
                let value = input["value"] == true;
                self.change_node(text(&input["node"], "node")?, |facts| facts.unschedulable = value);
            }
            "taints" => {
                let taints: Vec<_> = input["taints"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|taint| match taint {
                        Value::Array(row) => (
                            row[0].as_str().unwrap_or_default().to_owned(),
                            micros(&row[1]).ok(),
                        ),
                        taint => (taint.as_str().unwrap_or_default().to_owned(), None),
                    })
                    .collect();
                let taints: List<_> = taints
                    .iter()
                    .map(|(taint, added)| parse_taint(&mut self.model, taint, *added))
                    .collect();
                self.change_node(text(&input["node"], "node")?, |facts| facts.taints = taints);
            }
            "heartbeat" => {
                let ready = ConditionStatus::of_text(input["ready"].as_str().unwrap_or("True"));
                for name in names(input) {
                    self.heartbeat(name, ready);
                }
            }
            "conditions" => {
                let conditions = self.conditions(&input["cond"])?;
                self.change_node(text(&input["node"], "node")?, |facts| {
                    facts.conditions = conditions
                });
            }
            "renew" => {
                let now = self.model.now;
                for name in names(input) {
                    self.write_lease(name, |_| Some(now));
                }
            }
            "lease-touch" => {
                let clear = input["clearRenewTime"] == true;
                for name in names(input) {
                    self.write_lease(name, |renewed| renewed.filter(|_| !clear));
                }
            }
            "lease-delete" => {
                for name in names(input) {
                    let name = self.model.name(name);
                    let key = self.model.lease_key(name);
                    self.model.remove(key);
                    self.lease_log();
                }
            }
            "pod-add" => self.add_pod(input)?,
            "pod-bind" => {
                let node = self.model.name(text(&input["node"], "node")?);
                self.change_pod(input, |facts| facts.node = node)?;
            }
            "pod-ready" => {
                let ready = self.ready(&input["ready"]);
                self.change_pod(input, |facts| {
                    Arc::make_mut(facts.detail.get_or_insert_default()).conditions = ready;
                })?;
            }
            "pod-delete" => {
                let key = self.pod_key(input)?;
                self.model.remove(key);
            }
            "pod-requeue" => {
                let pod = self.model.pod(text(&input["pod"], "pod")?);
                self.controller.requeue_pod(pod);
            }
            "freeze" | "thaw" => {
                let frozen = input["in"] == "freeze";
                match text(&input["res"], "res")? {
                    "nodes" => self.frozen.nodes = frozen,
                    "leases" => self.frozen.leases = frozen,
                    "pods" => self.frozen.pods = frozen,
                    other => return Err(format!("unknown cache {other}")),
                }
            }
            "deliver" => {
                let count = input["count"]
                    .as_u64()
                    .and_then(|count| usize::try_from(count).ok());
                self.sync_leases(count.unwrap_or(1));
            }
            "last-sync" => self.model.caches.last_sync = text(&input["rv"], "rv")?.to_owned(),
            "last-sync-empty" => self.last_sync_empty = input["value"] == true,
            "fail" => self.model.fail(input)?,
            "pod-list-fail" | "node-lister-fail" => {
                let node = self.model.name(text(&input["node"], "node")?);
                let times = input["times"].as_u64().unwrap_or(1);
                let caches = &mut self.model.caches;
                let list = if input["in"] == "pod-list-fail" {
                    &mut caches.pod_lists
                } else {
                    &mut caches.node_reads
                };
                list.push((node, times));
            }
            "restart" => self.restart(),
            "expect" => self.expectations(input)?,
            other => return Err(format!("unknown input {other}")),
        }
        self.model.caches.last_sync_reads_empty = self.last_sync_empty;
        self.expected.inputs_changed(&self.model);
        Ok(())
    }

    fn restart(&mut self) {
        self.controller = self.config.controller();
        self.expected.restarted();
        let caches = &mut self.model.caches;
        caches.nodes.clear();
        caches.pods.clear();
        caches.leases.clear();
        caches.last_sync.clear();
        self.lease_events.clear();
        self.leases_relist = true;
    }

    /// Moves `count` lease events into the cache.
    pub(super) fn sync_leases(&mut self, count: usize) {
        if std::mem::take(&mut self.leases_relist) {
            let leases = self.model.stored(self.model.kinds.lease);
            if !leases.is_empty() || !self.last_lease.is_empty() {
                self.model.caches.last_sync = self.last_lease.clone();
            }
            self.model.caches.leases = leases.into_iter().map(|lease| (lease.meta.name, lease)).collect();
            self.lease_events.clear();
        }
        for _ in 0..count.min(self.lease_events.len()) {
            let Some((change, lease)) = self.lease_events.pop_front() else {
                break;
            };
            self.model.caches.last_sync = lease.meta.resource_version.to_string();
            if change == Change::Deleted {
                self.model.caches.leases.remove(&lease.meta.name);
            } else {
                self.model.caches.leases.insert(lease.meta.name, lease);
            }
        }
    }

    fn write_lease(&mut self, name: &str, renew: impl FnOnce(Option<Time>) -> Option<Time>) {
        let (name, uid) = (
            self.model.name(name),
            self.model.name(&format!("uid-lease-{name}")),
        );
        let (key, now) = (self.model.lease_key(name), self.model.now);
        self.model.put(key, uid, now, |lease| {
            let renewed = match lease.facts {
                Facts::Lease(facts) => facts.renew_time,
                _ => None,
            };
            lease.facts = Facts::Lease(LeaseFacts {
                renew_time: renew(renewed),
            });
            // A lease gets a new version even where nothing changes that is kept.
            lease.meta.generation += 1;
        });
        let Some(lease) = self.model.api.get(&key).cloned() else {
            return;
        };
        self.last_lease = lease.meta.resource_version.to_string();
        self.lease_events.push_back((Change::Modified, lease));
    }

    /// Takes over lease events that the API server itself logged.
    fn lease_log(&mut self) {
        for event in self.model.api.take_log() {
            if event.object.kind == self.model.kinds.lease {
                self.last_lease = event.object.meta.resource_version.to_string();
                self.lease_events.push_back((event.change, event.object));
            }
        }
    }

    fn node_key(&mut self, name: &str) -> ObjectKey {
        let name = self.model.name(name);
        self.model.node_key(name)
    }

    fn add_node(&mut self, node: &Value) -> Result<(), String> {
        let name = text(&node["name"], "name")?;
        let uid = node["uid"]
            .as_str()
            .map_or_else(|| format!("uid-{name}"), str::to_owned);
        let (uid, created) = (self.model.name(&uid), micros(&node["created"])?);
        let labels = self.labels(&node["labels"]);
        let mut facts = NodeFacts {
            unschedulable: node["unschedulable"] == true,
            ..NodeFacts::default()
        };
        if let Some(std) = node["std"].as_array() {
            let status = ConditionStatus::of_text(std[0].as_str().unwrap_or_default());
            let at = micros(&std[1])?;
            facts.conditions = self.standard(status, at, |_, _| at);
        } else if node["cond"].is_array() {
            facts.conditions = self.conditions(&node["cond"])?;
        }
        let taints: Vec<(String, Option<Time>)> = node["taints"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|taint| match taint {
                Value::Array(row) => (
                    row[0].as_str().unwrap_or_default().to_owned(),
                    micros(&row[1]).ok(),
                ),
                taint => (taint.as_str().unwrap_or_default().to_owned(), None),
            })
            .collect();
        facts.taints = taints
            .iter()
            .map(|(taint, added)| parse_taint(&mut self.model, taint, *added))
            .collect();
        let key = self.node_key(name);
        self.model.put(key, uid, created, |node| {
            node.meta.labels = labels;
            node.facts = Facts::Node(Arc::new(facts));
        });
        Ok(())
    }

    /// The four conditions that kubelets post; `transition` says since when, from type and status.
    fn standard(
        &mut self,
        ready: ConditionStatus,
        at: Time,
        transition: impl Fn(Name, ConditionStatus) -> Time,
    ) -> List<NodeCondition> {
        let reason = match ready {
            ConditionStatus::True => "KubeletReady",
            ConditionStatus::False => "KubeletNotReady",
            ConditionStatus::Unknown => "NodeStatusUnknown",
        };
        let rest = [
            (Name::MEMORY_PRESSURE, "KubeletHasSufficientMemory"),
            (Name::DISK_PRESSURE, "KubeletHasNoDiskPressure"),
            (Name::PID_PRESSURE, "KubeletHasSufficientPID"),
        ];
        let rest = rest.map(|(kind, reason)| match ready {
            ConditionStatus::Unknown => (kind, ConditionStatus::Unknown, "NodeStatusUnknown"),
            _ => (kind, ConditionStatus::False, reason),
        });
        std::iter::once((Name::READY, ready, reason))
            .chain(rest)
            .map(|(kind, status, reason)| NodeCondition {
                kind,
                status,
                reason: self.model.name(reason),
                last_heartbeat: Some(at.as_stored()),
                last_transition: Some(transition(kind, status)),
            })
            .collect()
    }

    fn heartbeat(&mut self, name: &str, ready: ConditionStatus) {
        let (key, now) = (self.node_key(name), self.model.now.as_stored());
        let Some(stored) = self.model.api.get(&key).cloned() else {
            return;
        };
        let old = match &stored.facts {
            Facts::Node(facts) => facts.conditions.clone(),
            _ => List::EMPTY,
        };
        let since = |kind: Name, status: ConditionStatus| {
            let old = old.iter().find(|old| old.kind == kind && old.status == status);
            old.and_then(|old| old.last_transition).unwrap_or(now)
        };
        let conditions = self.standard(ready, now, since);
        self.change_node(name, |facts| facts.conditions = conditions);
    }

    fn conditions(&mut self, rows: &Value) -> Result<List<NodeCondition>, String> {
        let mut conditions = Vec::new();
        for row in rows.as_array().into_iter().flatten() {
            conditions.push(NodeCondition {
                kind: self.model.name(text(&row[0], "type")?),
                status: ConditionStatus::of_text(text(&row[1], "status")?),
                reason: self.model.name(text(&row[2], "reason")?),
                last_heartbeat: Some(micros(&row[3])?.as_stored()),
                last_transition: Some(micros(&row[4])?.as_stored()),
            });
        }
        Ok(conditions.into())
    }

    fn labels(&mut self, labels: &Value) -> List<(Name, Name)> {
        let mut sorted: Vec<(String, String)> = labels
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_owned()))
            .collect();
        sorted.sort();
        sorted
            .iter()
            .map(|(key, value)| (self.model.name(key), self.model.name(value)))
            .collect()
    }

    fn change_node(&mut self, name: &str, change: impl FnOnce(&mut NodeFacts)) {
        let (key, now) = (self.node_key(name), self.model.now);
        if self.model.api.get(&key).is_none() {
            return;
        }
        self.model.put(key, Name::EMPTY, now, |node| {
            if let Facts::Node(facts) = &mut node.facts {
                change(Arc::make_mut(facts));
            }
        });
    }

    fn pod_key(&mut self, input: &Value) -> Result<ObjectKey, String> {
        let pod = self.model.pod(text(&input["pod"], "pod")?);
        Ok(self.model.pod_key(pod))
    }

    fn add_pod(&mut self, input: &Value) -> Result<(), String> {
        let key = self.pod_key(input)?;
        let uid = format!("pod-{}", self.model.cluster.names.text(key.name));
        let (uid, now) = (self.model.name(&uid), self.model.now);
        let facts = PodFacts {
            node: self.model.name(input["node"].as_str().unwrap_or_default()),
            phase: PodPhase::Running,
            termination_grace_period_s: 30,
            detail: Some(Arc::new(PodDetail {
                conditions: self.ready(&input["ready"]),
                ..PodDetail::default()
            })),
        };
        self.model.put(key, uid, now, |pod| pod.facts = Facts::Pod(facts));
        Ok(())
    }

    fn ready(&mut self, status: &Value) -> List<PodCondition> {
        let condition = status.as_str().map(|status| PodCondition {
            kind: Name::READY,
            status: ConditionStatus::of_text(status),
            reason: Name::EMPTY,
            message: Name::EMPTY,
            last_transition: Some(self.model.now.as_stored()),
            observed_generation: 0,
        });
        condition.into_iter().collect()
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
}

fn names(input: &Value) -> Vec<&str> {
    let names = input["nodes"].as_array().into_iter().flatten();
    names.filter_map(Value::as_str).collect()
}
