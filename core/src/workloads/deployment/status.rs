use super::conditions;
use super::sync::{Deed, Work, available, set_facts, sizes};
use crate::object::{
    ConditionStatus, DeploymentSpec, DeploymentStatus, Duration, List, Message, Object, ReplicaSetStatus,
    Subject, WorkloadCondition,
};
use crate::workloads::Stop;
use alloc::sync::Arc;

/// DP-13.
pub(super) fn is_complete(spec: &DeploymentSpec, generation: i64, status: &DeploymentStatus) -> bool {
    let all = [
        status.updated_replicas,
        status.replicas,
        status.available_replicas,
    ];
    all.iter().all(|&count| count == spec.replicas) && status.observed_generation >= generation
}

impl Work<'_, '_> {
    /// DP-11 alone: written only if it differs.
    pub(super) fn write_status(
        &mut self,
        old: &[Arc<Object>],
        new: Option<&Arc<Object>>,
    ) -> Result<(), Stop> {
        let status = self.status(old, new);
        if status == self.facts.status {
            return Ok(());
        }
        self.facts.status = status;
        self.put_status()
    }

    /// DP-12.
    pub(super) fn write_rollout_status(
        &mut self,
        old: &[Arc<Object>],
        new: Option<&Arc<Object>>,
    ) -> Result<(), Stop> {
        let mut status = self.status(old, new);
        self.judge_progress(&mut status, new);
        let failure = self.script.name("ReplicaFailure");
        let of = |set: &Arc<Object>| {
            set_facts(set).and_then(|facts| conditions::get(&facts.status.conditions, failure).cloned())
        };
        match new.and_then(of).or_else(|| old.iter().find_map(of)) {
            Some(condition) => conditions::set(
                &mut status.conditions,
                WorkloadCondition {
                    last_update: condition.last_transition,
                    ..condition
                },
            ),
            None => conditions::remove(&mut status.conditions, failure),
        }
        if status == self.facts.status {
            self.enqueue_if_stuck(&status);
            return Ok(());
        }
        self.facts.status = status;
        self.put_status()
    }

    fn judge_progress(&mut self, status: &mut DeploymentStatus, new: Option<&Arc<Object>>) {
        let kind = self.script.name("Progressing");
        let Some(deadline) = self.deadline() else {
            conditions::remove(&mut status.conditions, kind);
            return;
        };
        let (available, updated, exceeded) = (
            self.script.name("NewReplicaSetAvailable"),
            self.script.name("ReplicaSetUpdated"),
            self.script.name("ProgressDeadlineExceeded"),
        );
        let known = conditions::get(&self.facts.status.conditions, kind).cloned();
        let said_available = known.as_ref().is_some_and(|known| known.reason == available);
        if status.replicas == status.updated_replicas && said_available {
            return;
        }
        let now = self.script.now();
        let subject = match new {
            Some(new) => Subject::ReplicaSet(new.meta.name),
            None => Subject::Deployment(self.object.meta.name),
        };
        if is_complete(self.spec(), self.object.meta.generation, status) {
            let message = Message::Progressed(subject);
            let condition = conditions::new(kind, ConditionStatus::True, available, message, now);
            conditions::set(&mut status.conditions, condition);
        } else if progresses(&self.facts.status, status) {
            let message = Message::Progressing(subject);
            let mut condition = conditions::new(kind, ConditionStatus::True, updated, message, now);
            if let Some(known) = known.filter(|known| known.status == ConditionStatus::True) {
                condition.last_transition = known.last_transition;
            }
            conditions::remove(&mut status.conditions, kind);
            conditions::set(&mut status.conditions, condition);
        } else if let Some(current) = conditions::get(&status.conditions, kind) {
            let late = current.last_update.is_none_or(|at| at + deadline < now);
            if current.reason == exceeded || current.reason != available && late {
                let message = Message::TimedOut(subject);
                let condition = conditions::new(kind, ConditionStatus::False, exceeded, message, now);
                conditions::set(&mut status.conditions, condition);
            }
        }
    }

    /// DP-14.
    fn enqueue_if_stuck(&mut self, status: &DeploymentStatus) {
        let (kind, exceeded) = (
            self.script.name("Progressing"),
            self.script.name("ProgressDeadlineExceeded"),
        );
        let Some(deadline) = self.deadline() else { return };
        let Some(known) = conditions::get(&self.facts.status.conditions, kind) else {
            return;
        };
        if is_complete(self.spec(), self.object.meta.generation, status) || known.reason == exceeded {
            return;
        }
        let second = Duration::from_secs(1);
        let rest = known
            .last_update
            .map_or(Duration::ZERO, |at| at + deadline - self.script.now());
        self.script.does(if rest < second {
            Deed::EnqueuesRateLimited
        } else {
            Deed::EnqueuesAfter(Duration(rest.0.saturating_add(second.0)))
        });
    }

    /// DP-11.
    fn status(&mut self, old: &[Arc<Object>], new: Option<&Arc<Object>>) -> DeploymentStatus {
        let sum = |count: fn(&ReplicaSetStatus) -> i32| {
            let of = |set: &Arc<Object>| set_facts(set).map_or(0, |facts| count(&facts.status));
            old.iter().chain(new).map(of).fold(0, i32::wrapping_add)
        };
        let available_replicas = old
            .iter()
            .chain(new)
            .map(|set| available(set))
            .fold(0, i32::wrapping_add);
        let wanted = sizes(old.iter().chain(new));
        let mut status = DeploymentStatus {
            observed_generation: self.object.meta.generation,
            replicas: sum(|status| status.replicas),
            updated_replicas: new
                .and_then(|new| set_facts(new))
                .map_or(0, |facts| facts.status.replicas),
            ready_replicas: sum(|status| status.ready_replicas),
            available_replicas,
            unavailable_replicas: wanted.wrapping_sub(available_replicas).max(0),
            terminating_replicas: self
                .config
                .terminating_replicas
                .then(|| terminating(old, new))
                .flatten(),
            collision_count: self.facts.status.collision_count,
            conditions: self.facts.status.conditions.clone(),
        };
        let enough = available_replicas >= self.spec().replicas.wrapping_sub(self.budget().unavailable);
        let (reason, holds, message) = if enough {
            (
                "MinimumReplicasAvailable",
                ConditionStatus::True,
                Message::MinimumAvailability,
            )
        } else {
            (
                "MinimumReplicasUnavailable",
                ConditionStatus::False,
                Message::NoMinimumAvailability,
            )
        };
        let (kind, reason, now) = (
            self.script.name("Available"),
            self.script.name(reason),
            self.script.now(),
        );
        let mut list: List<WorkloadCondition> = core::mem::take(&mut status.conditions);
        conditions::set(&mut list, conditions::new(kind, holds, reason, message, now));
        status.conditions = list;
        status
    }
}

/// The sum of what the ReplicaSets report; unknown if one that was synced does not report it.
fn terminating(old: &[Arc<Object>], new: Option<&Arc<Object>>) -> Option<i32> {
    let mut sum = 0_i32;
    for set in old.iter().chain(new) {
        let Some(facts) = set_facts(set) else { continue };
        match facts.status.terminating_replicas {
            Some(count) => sum = sum.wrapping_add(count),
            None if facts.status.observed_generation == 0 => {}
            None => return None,
        }
    }
    Some(sum)
}

/// Whether anything got better since the stored status (DP-12).
fn progresses(stored: &DeploymentStatus, new: &DeploymentStatus) -> bool {
    let left = |status: &DeploymentStatus| status.replicas.wrapping_sub(status.updated_replicas);
    new.updated_replicas > stored.updated_replicas
        || left(new) < left(stored)
        || new.ready_replicas > stored.ready_replicas
        || new.available_replicas > stored.available_replicas
}
