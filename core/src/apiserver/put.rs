use super::server::{Answer, Context};
use super::{ApiServer, Reason, Response, Target, node_facts, references, validation};
use crate::object::{DeploymentFacts, Facts, Name, Object, ReplicaSetFacts, RevisedSetFacts};
use crate::sim::Rule;
use crate::versions::Switch;
use alloc::sync::Arc;

/// Kinds, with their groups, of which a PUT creates an object that is not there; of all others it is answered with 404.
const CREATED_BY_PUT: [(&str, &str); 9] = [
    ("", "Endpoints"),
    ("", "Event"),
    ("", "LimitRange"),
    ("", "Service"),
    ("coordination.k8s.io", "Lease"),
    ("rbac.authorization.k8s.io", "ClusterRole"),
    ("rbac.authorization.k8s.io", "ClusterRoleBinding"),
    ("rbac.authorization.k8s.io", "Role"),
    ("rbac.authorization.k8s.io", "RoleBinding"),
];

impl ApiServer {
    /// PUT of a whole object, or of its `status` (API-18): a version or uid other than the stored one is a conflict.
    pub(super) fn put(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        sent: &Object,
        status: bool,
    ) -> Answer<Response> {
        let Some(stored) = self.get(&target.key()).cloned() else {
            let kind = cx.cluster.kinds.get(target.kind);
            let names = &cx.cluster.names;
            let kind = (names.text(kind.group), names.text(kind.kind));
            if !status && sent.meta.uid == Name::EMPTY && CREATED_BY_PUT.contains(&kind) {
                return self.create_by_put(cx, target, sent);
            }
            let conflict =
                !cx.cluster.has(Switch::ApiPutMissingWithUidNotFound) && sent.meta.uid != Name::EMPTY;
            return Err(Response::refused(if conflict {
                Reason::Conflict
            } else {
                Reason::NotFound
            }));
        };
        let version = sent.meta.resource_version;
        let other_version = version != 0 && version != stored.meta.resource_version;
        let other_uid = sent.meta.uid != Name::EMPTY && sent.meta.uid != stored.meta.uid;
        if other_version || other_uid {
            return Err(Response::refused(Reason::Conflict));
        }
        let mut object = Object::clone(&stored);
        if status {
            object.facts = with_status(&stored.facts, &sent.facts);
        } else {
            object.meta.labels = sent.meta.labels.clone();
            object.meta.finalizers = sent.meta.finalizers.clone();
            object.meta.owner_references =
                references::without_repetitions(cx.cluster, &sent.meta.owner_references);
            object.facts = with_spec(&stored.facts, &sent.facts);
            object.meta.generation += i64::from(raises_generation(&stored.facts, &object.facts));
        }
        let causes = validation::updated(cx.cluster, &stored, &object);
        if !causes.is_empty() {
            return Err(Response::refused_because(Reason::Invalid, causes));
        }
        self.update(cx, &stored, object, false, false, Rule("API-18"))
    }
}

/// The stored facts with the status that was sent. The status of a Deployment comes with its annotations (DP-3).
fn with_status(stored: &Facts, sent: &Facts) -> Facts {
    match (stored, sent) {
        (Facts::ReplicaSet(stored), Facts::ReplicaSet(sent)) => {
            Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
                spec: stored.spec.clone(),
                ..ReplicaSetFacts::clone(sent)
            }))
        }
        (Facts::Deployment(stored), Facts::Deployment(sent)) => {
            Facts::Deployment(Arc::new(DeploymentFacts {
                spec: stored.spec.clone(),
                ..DeploymentFacts::clone(sent)
            }))
        }
        (Facts::RevisedSet(stored), Facts::RevisedSet(sent)) => {
            Facts::RevisedSet(Arc::new(RevisedSetFacts {
                spec: stored.spec.clone(),
                status: sent.status,
            }))
        }
        (Facts::Pod(stored), Facts::Pod(sent)) => {
            let mut pod = stored.clone();
            pod.phase = sent.phase;
            if pod.node == Name::EMPTY {
                // Binding and first status in one.
                pod.node = sent.node;
            }
            pod.detail.clone_from(&sent.detail);
            Facts::Pod(pod)
        }
        (Facts::Node(stored), Facts::Node(sent)) => node_facts::with_status(stored, sent),
        _ => stored.clone(),
    }
}

/// What was sent, with the stored status.
fn with_spec(stored: &Facts, sent: &Facts) -> Facts {
    match (stored, sent) {
        (Facts::ReplicaSet(stored), Facts::ReplicaSet(sent)) => {
            Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
                status: stored.status.clone(),
                ..ReplicaSetFacts::clone(sent)
            }))
        }
        (Facts::Deployment(stored), Facts::Deployment(sent)) => {
            Facts::Deployment(Arc::new(DeploymentFacts {
                status: stored.status.clone(),
                ..DeploymentFacts::clone(sent)
            }))
        }
        (Facts::RevisedSet(stored), Facts::RevisedSet(sent)) => {
            Facts::RevisedSet(Arc::new(RevisedSetFacts {
                spec: sent.spec.clone(),
                status: stored.status,
            }))
        }
        (Facts::Revision(_), Facts::Revision(_)) => sent.clone(),
        (Facts::Node(stored), Facts::Node(sent)) => node_facts::with_spec(stored, sent),
        _ => stored.clone(),
    }
}

/// Whether an update counts as a new generation: another spec, for a Deployment also other annotations.
fn raises_generation(stored: &Facts, new: &Facts) -> bool {
    match (stored, new) {
        (Facts::ReplicaSet(stored), Facts::ReplicaSet(new)) => stored.spec != new.spec,
        (Facts::RevisedSet(stored), Facts::RevisedSet(new)) => stored.spec != new.spec,
        (Facts::Deployment(stored), Facts::Deployment(new)) => {
            stored.spec != new.spec || stored.annotations != new.annotations
        }
        _ => false,
    }
}
