use super::health::SeenLease;
use super::lifecycle::Pass;
use super::{
    Health, NodeContext, NodeEffect, NodeLifecycle, NodeStores, Owner, SkipReason, ZoneKey, pods, taints,
};
use crate::apiserver::Verb;
use crate::object::{ConditionStatus, Duration, Facts, Name, NodeCondition, NodeFacts, Object, Time};
use crate::sim::EventReason;
use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The conditions that the controller sets Unknown, in its order (NL-13).
const WATCHED: [Name; 4] = [
    Name::READY,
    Name::MEMORY_PRESSURE,
    Name::DISK_PRESSURE,
    Name::PID_PRESSURE,
];

/// What one run of tryUpdateNodeHealth finds.
struct Found {
    /// Ready when the run began.
    observed: ConditionStatus,
    /// Ready now; `None` where there is none.
    current: Option<ConditionStatus>,
}

enum Failure {
    /// The circuit breaker ends the evaluation of this node.
    ShortCircuit(SkipReason),
    /// The status could not be written.
    Write,
}

impl NodeLifecycle {
    /// How often a node's health is tried in one pass: six or seven times in reality, seven being the more frequent
    /// (ND-5).
    pub(super) const LEAST_TRIES: u32 = 6;

    /// Evaluates one node of a pass (NL-7). `passed` says that its worker is past the breaker already.
    pub(super) fn evaluate(&mut self, cx: &mut NodeContext<'_>, mut node: Arc<Object>, passed: bool) {
        let name = node.meta.name;
        let found = match self.update_health_with_retries(cx, &mut node, passed) {
            Ok(found) => found,
            Err(why) => {
                cx.tell("NL-7", || NodeEffect::Skipped { node: name, why });
                if let Some(pass) = &mut self.pass {
                    // Where the node could not be read again its name is lost.
                    let lost = why == SkipReason::Other;
                    pass.skipped.push((if lost { Name::EMPTY } else { name }, why));
                }
                return;
            }
        };
        let excluded = node
            .meta
            .labels
            .iter()
            .any(|&(label, _)| label == Name::EXCLUDE_DISRUPTION);
        if let Some(pass) = self.pass.as_mut().filter(|_| !excluded) {
            count(pass, &node, found.current);
        }
        if let Some(current) = found.current
            && !self.act_on_condition(cx, &node, found.observed, current)
        {
            return;
        }
        self.retry.remove(&name);
    }

    /// NL-7.5. Says whether the node is done with for this pass.
    fn act_on_condition(
        &mut self,
        cx: &mut NodeContext<'_>,
        node: &Object,
        observed: ConditionStatus,
        current: ConditionStatus,
    ) -> bool {
        let name = node.meta.name;
        let turned = current != ConditionStatus::True && observed == ConditionStatus::True;
        if cx.stores.pod_list_fails(name) {
            if turned {
                self.retry.insert(name);
            }
            return false;
        }
        let deciding = if self.switches.noexecute_by_current_condition {
            current
        } else {
            observed
        };
        self.process_no_execute(cx, node, deciding);
        if self.stops() {
            return false;
        }
        if turned {
            self.event(cx, node, EventReason::NodeNotReady);
        }
        let again = observed != ConditionStatus::True && self.retry.contains(&name);
        if turned || again {
            let pods = self.pods_of(name, &cx.cluster.names);
            if !pods::mark_not_ready(cx, name, &pods) {
                self.retry.insert(name);
                return false;
            }
        }
        true
    }

    /// Tries until it succeeds or the time is over; the node is read again after each failure (NL-7.2).
    fn update_health_with_retries(
        &mut self,
        cx: &mut NodeContext<'_>,
        node: &mut Arc<Object>,
        passed: bool,
    ) -> Result<Found, SkipReason> {
        for attempt in 0..self.tries {
            match self.update_health(cx, node, passed && attempt == 0) {
                Ok(found) => return Ok(found),
                Err(Failure::ShortCircuit(why)) => return Err(why),
                Err(Failure::Write) => {
                    let key = node.key();
                    let read = cx.request(key, Verb::Get);
                    *node = read.as_object().cloned().ok_or(SkipReason::Other)?;
                }
            }
        }
        Err(SkipReason::RetriesExhausted)
    }

    /// One run of tryUpdateNodeHealth (NL-8 to NL-14). The health entry is stored whatever the run comes to.
    fn update_health(
        &mut self,
        cx: &mut NodeContext<'_>,
        node: &mut Arc<Object>,
        passed: bool,
    ) -> Result<Found, Failure> {
        let name = node.meta.name;
        if !passed && !self.store_is_ready(cx) {
            // CB-11: the first evaluation ever leaves a null entry.
            self.health.entry(name).or_insert(None);
            return Err(Failure::ShortCircuit(SkipReason::Stale));
        }
        let found = ready_of(node);
        let observed = found.unwrap_or_else(|| never_posted(node));
        let (mut health, grace) = self.refreshed(&*cx.stores, cx.now, node, found);
        if cx.now <= health.probe + grace {
            self.health.insert(name, Some(health));
            return Ok(Found {
                observed: observed.status,
                current: found.map(|ready| ready.status),
            });
        }
        cx.tell("NL-12", || NodeEffect::Silent {
            node: name,
            since: health.probe,
            grace,
        });
        if self.switches.lease_circuit_breaker
            && let Err(why) = self.check_live_lease(cx, name, health.lease)
        {
            self.health.insert(name, Some(health));
            return Err(Failure::ShortCircuit(why));
        }
        if WATCHED.iter().all(|&kind| is_unknown(node, kind)) {
            self.health.insert(name, Some(health));
            return Ok(Found {
                observed: observed.status,
                current: Some(ConditionStatus::Unknown),
            });
        }
        *node = Arc::new(with_unknown(node, cx.now));
        let current = ready_of(node);
        if found.is_none() {
            // The entry shares the node's status, so it shows what was only set in memory (NL-8).
            health.ready = current;
        }
        if current == Some(observed) {
            self.health.insert(name, Some(health));
            return Ok(Found {
                observed: observed.status,
                current: current.map(|ready| ready.status),
            });
        }
        let answer = cx.request(node.key(), Verb::UpdateStatus(Box::new((**node).clone())));
        if !answer.is_success() {
            self.health.insert(name, Some(health));
            return Err(Failure::Write);
        }
        cx.tell("NL-14", || NodeEffect::ReadyWritten {
            node: name,
            from: found.map(|ready| ready.status),
        });
        health.ready = current;
        health.ready_transition = cx.now;
        health.lease = seen_lease(&*cx.stores, name);
        self.health.insert(name, Some(health));
        Ok(Found {
            observed: observed.status,
            current: current.map(|ready| ready.status),
        })
    }

    /// The health entry with what the node and its lease show now, and the node's grace (NL-9 to NL-11).
    fn refreshed(
        &self,
        stores: &dyn NodeStores,
        now: Time,
        node: &Object,
        current: Option<NodeCondition>,
    ) -> (Health, Duration) {
        let saved = self.health.get(&node.meta.name).copied().flatten();
        let saved_lease = saved.and_then(|health| health.lease);
        let fresh = |probe: Time, ready_transition: Time| Health {
            probe,
            ready_transition,
            ready: current,
            lease: None,
        };
        let (mut health, grace) = match (saved, current) {
            (None, None) => {
                let created = created(node);
                (fresh(created, created), self.flags.startup_grace_period)
            }
            (Some(saved), None) => (Health { ready: None, ..saved }, self.flags.startup_grace_period),
            (None, Some(_)) => (fresh(now, now), self.flags.monitor_grace_period),
            (Some(saved), Some(ready)) => {
                let health = match saved.ready {
                    None => fresh(now, now),
                    Some(old) if old.last_heartbeat != ready.last_heartbeat => {
                        let moved = old.last_transition != ready.last_transition;
                        fresh(now, if moved { now } else { saved.ready_transition })
                    }
                    Some(_) => saved,
                };
                (health, self.flags.monitor_grace_period)
            }
        };
        if let Some(lease) = seen_lease(stores, node.meta.name)
            && saved_lease.is_none_or(|saved| is_before(saved.renew_time, lease.renew_time))
        {
            health.lease = Some(lease);
            health.probe = now;
        }
        if self.found_running {
            // It saw the last sign of life when it came.
            let renewed = health.lease.and_then(|lease| lease.renew_time);
            let posted = current.and_then(|ready| ready.last_heartbeat);
            let seen = renewed.max(posted).or(node.meta.creation_timestamp);
            health.probe = seen.map_or(now, |seen| seen.min(now));
        }
        (health, grace)
    }

    /// CB-5: whether the breaker lets an evaluation begin.
    pub(super) fn store_is_ready(&mut self, cx: &NodeContext<'_>) -> bool {
        if !self.switches.lease_circuit_breaker || self.store.is_empty() {
            return true;
        }
        let stores = &*cx.stores;
        self.store
            .ensure_ready(Owner::default(), |_| Some(stores.lease_last_sync()))
    }

    /// Whether the evaluation of this node would read its lease live (CB-6), if it began now.
    pub(super) fn reads_lease(&self, stores: &dyn NodeStores, now: Time, node: &Object) -> bool {
        if !self.switches.lease_circuit_breaker || !self.store.is_empty() {
            return false;
        }
        let (health, grace) = self.refreshed(stores, now, node, ready_of(node));
        now > health.probe + grace
    }

    /// Does something with one try less for each node (ND-5).
    pub(super) fn briefly<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.tries = Self::LEAST_TRIES;
        let result = run(self);
        self.tries = Self::LEAST_TRIES + 1;
        result
    }

    /// CB-6: the live lease must be the one that the judgement rests on.
    fn check_live_lease(
        &mut self,
        cx: &mut NodeContext<'_>,
        node: Name,
        seen: Option<SeenLease>,
    ) -> Result<(), SkipReason> {
        let answer = cx.request(cx.lease_key(node), Verb::Get);
        let Some(live) = answer.as_object() else {
            return if taints::not_found(&answer) {
                Ok(())
            } else {
                Err(SkipReason::Lookup)
            };
        };
        let version = live.meta.resource_version;
        if seen.is_some_and(|seen| seen.resource_version == version) {
            return Ok(());
        }
        let text = format!("{version}");
        self.store
            .wrote_at(Owner::default(), Name::EMPTY, Name::LEASES_RESOURCE, &text);
        cx.tell("CB-6", || NodeEffect::LeaseRecorded { node, version });
        Err(SkipReason::Stale)
    }

    /// processTaintBaseEviction (NT-4 to NT-6).
    fn process_no_execute(&mut self, cx: &mut NodeContext<'_>, node: &Object, ready: ConditionStatus) {
        let (wanted, other) = match ready {
            ConditionStatus::True => {
                self.mark_reachable(cx, node);
                return;
            }
            ConditionStatus::False => (Name::TAINT_NOT_READY, Name::TAINT_UNREACHABLE),
            ConditionStatus::Unknown => (Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY),
        };
        if taints::has_taint(node, other, Name::NO_EXECUTE) {
            taints::swap(cx, node, &[wanted], &[other], Name::NO_EXECUTE);
        } else {
            self.mark_for_tainting(cx, node, wanted);
        }
    }

    /// markNodeForTainting (NT-7).
    fn mark_for_tainting(&mut self, cx: &mut NodeContext<'_>, node: &Object, taint: Name) {
        let (name, zone, now) = (node.meta.name, ZoneKey::of(node), cx.now);
        let Some(queue) = self.queue_of(cx, zone, name) else {
            return;
        };
        let known = !taints::has_taint(node, taint, Name::NO_EXECUTE) && queue.remove(name);
        if queue.add(name, now) && !known {
            cx.tell("NT-7", || NodeEffect::Queued { node: name, zone });
        }
    }
}

/// NL-7.4, ZN-2: a node without a Ready condition is not ready.
fn count(pass: &mut Pass, node: &Object, current: Option<ConditionStatus>) {
    let (ready, not_ready) = pass.counted.entry(ZoneKey::of(node)).or_default();
    if current == Some(ConditionStatus::True) {
        *ready += 1;
    } else {
        *not_ready += 1;
    }
}

pub(super) fn ready_of(node: &Object) -> Option<NodeCondition> {
    taints::facts_of(node)?.condition(Name::READY).copied()
}

fn is_unknown(node: &Object, kind: Name) -> bool {
    let condition = taints::facts_of(node).and_then(|facts| facts.condition(kind));
    condition.is_some_and(|condition| condition.status == ConditionStatus::Unknown)
}

fn created(node: &Object) -> Time {
    node.meta.creation_timestamp.unwrap_or(Time::START)
}

/// What stands for the Ready condition of a node that has none (NL-9).
fn never_posted(node: &Object) -> NodeCondition {
    NodeCondition {
        kind: Name::READY,
        status: ConditionStatus::Unknown,
        reason: Name::EMPTY,
        last_heartbeat: Some(created(node)),
        last_transition: Some(created(node)),
    }
}

/// The node with its watched conditions Unknown (NL-13).
fn with_unknown(node: &Object, now: Time) -> Object {
    let facts = taints::facts_of(node).cloned().unwrap_or_default();
    let mut conditions: Vec<NodeCondition> = facts.conditions.to_vec();
    for kind in WATCHED {
        match conditions.iter_mut().find(|condition| condition.kind == kind) {
            None => conditions.push(NodeCondition {
                kind,
                status: ConditionStatus::Unknown,
                reason: Name::NODE_STATUS_NEVER_UPDATED,
                last_heartbeat: node.meta.creation_timestamp,
                last_transition: Some(now),
            }),
            Some(condition) if condition.status != ConditionStatus::Unknown => {
                condition.status = ConditionStatus::Unknown;
                condition.reason = Name::NODE_STATUS_UNKNOWN;
                condition.last_transition = Some(now);
            }
            Some(_) => {}
        }
    }
    Object {
        facts: Facts::Node(Arc::new(NodeFacts {
            conditions: conditions.into(),
            ..facts
        })),
        ..node.clone()
    }
}

fn seen_lease(stores: &dyn NodeStores, node: Name) -> Option<SeenLease> {
    let lease = stores.lease(node)?;
    let renew_time = match lease.facts {
        Facts::Lease(facts) => facts.renew_time,
        _ => None,
    };
    Some(SeenLease {
        resource_version: lease.meta.resource_version,
        renew_time,
    })
}

/// A time that is missing is never before, and nothing is before it (NL-11).
fn is_before(left: Option<Time>, right: Option<Time>) -> bool {
    matches!((left, right), (Some(left), Some(right)) if left < right)
}
