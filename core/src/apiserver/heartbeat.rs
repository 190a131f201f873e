use super::server::Context;
use super::{ApiServer, Cluster};
use crate::object::{
    ConditionStatus, Facts, KindId, LeaseFacts, List, Name, NodeCondition, NodeFacts, Object, ObjectKey,
    ObjectMeta, OwnerReference, Time,
};
use crate::sim::{Actor, Effects, Rule};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A kubelet's sign of life: what it does over and over, without a request of its own being told.
pub struct Heartbeat<'a> {
    /// Strings and kinds.
    pub cluster: &'a mut Cluster,
    /// Virtual time.
    pub now: Time,
    /// What the node's clock says.
    pub at: Time,
    /// What happens, where it is told.
    pub fx: &'a mut Effects,
}

impl ApiServer {
    /// Renews the lease of `node`, or makes it; its namespace is taken to exist (KL-1).
    pub fn renew_lease(&mut self, beat: &mut Heartbeat<'_>, kind: KindId, node: &Object) {
        let key = ObjectKey {
            kind,
            namespace: Name::NODE_LEASE_NAMESPACE,
            name: node.meta.name,
        };
        let renewed = Facts::Lease(LeaseFacts {
            renew_time: Some(Time(beat.at.0.div_euclid(1_000).saturating_mul(1_000))),
        });
        let lease = match self.get(&key) {
            Some(lease) => Object {
                facts: renewed,
                ..Object::clone(lease)
            },
            None => {
                let names = Arc::make_mut(&mut beat.cluster.names);
                let uid = self.next_uid(names);
                Object {
                    kind,
                    meta: ObjectMeta {
                        name: key.name,
                        namespace: key.namespace,
                        uid,
                        creation_timestamp: Some(beat.now.as_stored()),
                        owner_references: [OwnerReference {
                            api_version: Name::V1,
                            kind: Name::NODE,
                            name: node.meta.name,
                            uid: node.meta.uid,
                            ..OwnerReference::default()
                        }]
                        .into_iter()
                        .collect(),
                        ..ObjectMeta::default()
                    },
                    facts: renewed,
                }
            }
        };
        self.beat(beat, lease);
    }

    /// Posts the status of `node` (KL-3): the four conditions with a new heartbeat, and a new transition where they
    /// change.
    pub fn post_status(&mut self, beat: &mut Heartbeat<'_>, node: &Object, ready: ConditionStatus) {
        let stored = match &node.facts {
            Facts::Node(facts) => NodeFacts::clone(facts),
            _ => NodeFacts::default(),
        };
        let conditions = posted(&stored.conditions, ready, beat.at.as_stored());
        let object = Object {
            facts: Facts::Node(Arc::new(NodeFacts { conditions, ..stored })),
            ..node.clone()
        };
        self.beat(beat, object);
    }

    fn beat(&mut self, beat: &mut Heartbeat<'_>, object: Object) {
        let mut cx = Context {
            cluster: &mut *beat.cluster,
            now: beat.now,
            by: Actor::Kubelet,
            fx: &mut *beat.fx,
        };
        self.write(&mut cx, object, Rule("KL-1"));
    }
}

/// The conditions with those that every kubelet posts.
fn posted(stored: &List<NodeCondition>, ready: ConditionStatus, at: Time) -> List<NodeCondition> {
    let ready_reason = if ready == ConditionStatus::True {
        Name::KUBELET_READY
    } else {
        Name::KUBELET_NOT_READY
    };
    let fine = ConditionStatus::False;
    let own = [
        (Name::READY, ready, ready_reason),
        (Name::MEMORY_PRESSURE, fine, Name::KUBELET_HAS_SUFFICIENT_MEMORY),
        (Name::DISK_PRESSURE, fine, Name::KUBELET_HAS_NO_DISK_PRESSURE),
        (Name::PID_PRESSURE, fine, Name::KUBELET_HAS_SUFFICIENT_PID),
    ];
    let mut conditions: Vec<NodeCondition> = stored.to_vec();
    for (kind, status, reason) in own {
        let new = NodeCondition {
            kind,
            status,
            reason,
            last_heartbeat: Some(at),
            last_transition: Some(at),
        };
        match conditions.iter_mut().find(|condition| condition.kind == kind) {
            None => conditions.push(new),
            Some(condition) if condition.status == status => {
                condition.last_heartbeat = Some(at);
                condition.reason = reason;
            }
            Some(condition) => *condition = new,
        }
    }
    conditions.into()
}
