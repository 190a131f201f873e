use super::Digester;
use crate::object::{LeaseFacts, Names, NodeFacts, PodDetail, Time};

fn time(time: Option<Time>) -> i64 {
    time.map_or(i64::MIN, |time| time.0)
}

impl Digester {
    /// Adds what is kept of a node.
    pub(super) fn node_facts(&mut self, names: &Names, node: &NodeFacts) {
        self.number(u64::from(node.unschedulable));
        self.number(node.taints.len() as u64);
        for taint in &node.taints {
            self.name(names, taint.key);
            self.name(names, taint.value);
            self.name(names, taint.effect);
            self.signed(time(taint.time_added));
        }
        self.number(node.conditions.len() as u64);
        for condition in &node.conditions {
            self.name(names, condition.kind);
            self.number(condition.status as u64);
            self.name(names, condition.reason);
            self.signed(time(condition.last_heartbeat));
            self.signed(time(condition.last_transition));
        }
    }

    /// Adds what is kept of a lease.
    pub(super) fn lease_facts(&mut self, lease: LeaseFacts) {
        self.signed(time(lease.renew_time));
    }

    /// Adds what only some controllers read of a pod.
    pub(super) fn pod_detail(&mut self, names: &Names, pod: &PodDetail) {
        self.number(pod.conditions.len() as u64);
        for condition in &pod.conditions {
            self.name(names, condition.kind);
            self.signed(condition.status as i64 | condition.observed_generation << 8);
            self.name(names, condition.reason);
            self.name(names, condition.message);
            self.signed(time(condition.last_transition));
        }
        self.number(pod.tolerations.len() as u64);
        for toleration in &pod.tolerations {
            self.name(names, toleration.key);
            self.number(toleration.operator as u64);
            self.name(names, toleration.value);
            self.name(names, toleration.effect);
            self.signed(toleration.seconds.unwrap_or(i64::MIN));
        }
        for number in [pod.deletion_cost, pod.restarts, pod.sidecar_restarts] {
            self.signed(i64::from(number));
        }
    }
}
