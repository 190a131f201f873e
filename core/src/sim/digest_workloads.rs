use super::Digester;
use crate::object::{
    DeploymentFacts, IntOrPercent, LabelSelector, List, Message, Name, Names, PodTemplate, ReplicaSetFacts,
    RevisedSetFacts, StrategyKind, Time, WorkloadCondition,
};

fn time(time: Option<Time>) -> i64 {
    time.map_or(i64::MIN, |time| time.0)
}

impl Digester {
    /// Adds what is kept of a ReplicaSet.
    pub(super) fn replica_set(&mut self, names: &Names, facts: &ReplicaSetFacts) {
        let (spec, status) = (&facts.spec, &facts.status);
        self.number(u64::from(spec.selector.is_some()));
        if let Some(selector) = &spec.selector {
            self.selector(names, selector);
        }
        self.template(names, &spec.template);
        self.pairs(names, &facts.annotations);
        for number in [
            spec.replicas,
            spec.min_ready_seconds,
            status.replicas,
            status.fully_labeled_replicas,
            status.ready_replicas,
            status.available_replicas,
            status.terminating_replicas.unwrap_or(-1),
        ] {
            self.signed(i64::from(number));
        }
        self.signed(status.observed_generation);
        self.workload_conditions(names, &status.conditions);
    }

    /// Adds what is kept of a Deployment.
    pub(super) fn deployment(&mut self, names: &Names, facts: &DeploymentFacts) {
        let (spec, status) = (&facts.spec, &facts.status);
        self.selector(names, &spec.selector);
        self.template(names, &spec.template);
        self.pairs(names, &facts.annotations);
        match spec.strategy.kind {
            StrategyKind::RollingUpdate => self.number(0),
            StrategyKind::Recreate => self.number(1),
            StrategyKind::Other(word) => self.name(names, word),
        }
        for value in [spec.strategy.max_surge, spec.strategy.max_unavailable] {
            match value {
                None => self.number(0),
                Some(IntOrPercent::Int(number)) => self.signed(i64::from(number)),
                Some(IntOrPercent::Text(text)) => self.name(names, text),
            }
        }
        self.number(u64::from(spec.paused));
        for number in [
            spec.replicas,
            spec.min_ready_seconds,
            spec.revision_history_limit.unwrap_or(-1),
            spec.progress_deadline_seconds.unwrap_or(-1),
            status.replicas,
            status.updated_replicas,
            status.ready_replicas,
            status.available_replicas,
            status.unavailable_replicas,
            status.terminating_replicas.unwrap_or(-1),
            status.collision_count.unwrap_or(-1),
        ] {
            self.signed(i64::from(number));
        }
        self.signed(status.observed_generation);
        self.workload_conditions(names, &status.conditions);
    }

    /// Adds what is kept of a StatefulSet or DaemonSet.
    pub(super) fn revised_set(&mut self, names: &Names, facts: &RevisedSetFacts) {
        let (spec, status) = (&facts.spec, &facts.status);
        self.selector(names, &spec.selector);
        self.pairs(names, &spec.template_labels);
        self.text(&spec.data);
        self.number(u64::from(spec.hash_state));
        self.signed(i64::from(spec.replicas));
        self.signed(i64::from(spec.history_limit));
        self.number(u64::from(spec.on_delete));
        self.signed(status.observed_generation);
        self.name(names, status.current_revision);
        self.name(names, status.update_revision);
        self.signed(i64::from(status.collision_count.unwrap_or(-1)));
    }

    fn pairs(&mut self, names: &Names, pairs: &List<(Name, Name)>) {
        self.number(pairs.len() as u64);
        for &(key, value) in pairs {
            self.name(names, key);
            self.name(names, value);
        }
    }

    fn selector(&mut self, names: &Names, selector: &LabelSelector) {
        self.pairs(names, &selector.labels);
        self.number(selector.expressions.len() as u64);
        for expression in &selector.expressions {
            self.name(names, expression.key);
            self.number(expression.operator.text(names).bytes().map(u64::from).sum());
            self.number(expression.values.len() as u64);
            for &value in &expression.values {
                self.name(names, value);
            }
        }
    }

    fn template(&mut self, names: &Names, template: &PodTemplate) {
        self.pairs(names, &template.labels);
        for &finalizer in &template.finalizers {
            self.name(names, finalizer);
        }
        self.number(template.content as u64);
        self.number((template.content >> 64) as u64);
        self.number(u64::from(template.hash_state));
    }

    fn workload_conditions(&mut self, names: &Names, conditions: &List<WorkloadCondition>) {
        self.number(conditions.len() as u64);
        for condition in conditions {
            self.name(names, condition.kind);
            self.number(condition.status as u64);
            self.name(names, condition.reason);
            self.signed(time(condition.last_update));
            self.signed(time(condition.last_transition));
            match &condition.message {
                Message::Text(text) => self.name(names, *text),
                Message::Found(name) | Message::Created(name) | Message::FailedToCreate(name, _) => {
                    self.name(names, *name);
                }
                _ => self.number(0),
            }
        }
    }
}
