use crate::forecast::identity_reference;
use crate::json::to_json;
use crate::wire;
use kubeloupe_core::apiserver::{Cluster, DeleteOptions, Verb};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Time};
use kubeloupe_core::sim::{Actor, Call};
use serde::Serialize;

/// One request with its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallResult {
    /// When.
    pub at: String,
    /// Who asked.
    pub by: &'static str,
    /// What for.
    pub verb: &'static str,
    /// The object, or the resource and its namespace.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Propagation policy of a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Preconditions: of a deletion its own, of a patch what its body pins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preconditions: Option<Preconditions>,
    /// HTTP status code.
    pub code: u16,
    /// The reason of a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// What must hold for a request to be carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preconditions {
    /// uid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// resourceVersion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_version: Option<String>,
}

impl CallResult {
    /// A call that was answered at `at`.
    pub fn of(cluster: &Cluster, call: &Call, at: Time) -> Self {
        let verb = &call.request.verb;
        let options = match verb {
            Verb::Delete(options) | Verb::DeleteCollection(options) => Some(options),
            _ => None,
        };
        let pinned = match verb {
            Verb::Patch(patch) => (patch.uid, patch.resource_version),
            _ => options.map_or((None, None), |options| (options.uid, options.resource_version)),
        };
        CallResult {
            at: at.to_string(),
            by: actor(call.by),
            verb: wire::verb(verb),
            reference: reference(cluster, call),
            policy: options.and_then(|options| policy(cluster, options)),
            preconditions: preconditions(cluster, pinned),
            code: call.response.code,
            reason: call.response.reason().map(wire::reason),
        }
    }

    /// One JSON document.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

fn policy(cluster: &Cluster, options: &DeleteOptions) -> Option<String> {
    options
        .policy
        .map(|policy| wire::policy(&cluster.names, policy).to_owned())
}

fn preconditions(cluster: &Cluster, pinned: (Option<Name>, Option<u64>)) -> Option<Preconditions> {
    let (uid, resource_version) = pinned;
    (uid.is_some() || resource_version.is_some()).then(|| Preconditions {
        uid: uid.map(|uid| cluster.names.text(uid).to_owned()),
        resource_version: resource_version.map(|version| version.to_string()),
    })
}

fn reference(cluster: &Cluster, call: &Call) -> String {
    let target = &call.request.target;
    let kind = cluster.kinds.get(target.kind);
    let name = match &call.request.verb {
        // The API server completes a name that was left to it.
        Verb::Create(create) if create.object.meta.name == Name::EMPTY => call
            .response
            .as_object()
            .map_or(Name::EMPTY, |object| object.meta.name),
        Verb::Create(create) => create.object.meta.name,
        _ => target.name,
    };
    if name == Name::EMPTY {
        let resource = cluster.names.text(kind.resource);
        return match target.namespace {
            Name::EMPTY => resource.to_owned(),
            namespace => format!("{resource} {}", cluster.names.text(namespace)),
        };
    }
    let identity = Identity {
        api_version: target.api_version,
        kind: kind.kind,
        namespace: target.namespace,
        name,
        uid: Name::EMPTY,
    };
    identity_reference(cluster, &identity)
}

/// The word for who asks.
pub(super) fn actor(actor: Actor) -> &'static str {
    match actor {
        Actor::Client => "client",
        Actor::GarbageCollector => "garbagecollector",
        Actor::NamespaceController => "namespace",
        Actor::Kubelet => "kubelet",
        Actor::FinalizerController => "finalizer",
        Actor::CrdCleanup => "crdcleanup",
        Actor::ApiServer => "apiserver",
        Actor::NodeLifecycle => "nodelifecycle",
        Actor::TaintEviction => "tainteviction",
        Actor::ReplicaSetController => "replicaset",
        Actor::DeploymentController => "deployment",
        Actor::StatefulSetController => "statefulset",
        Actor::DaemonSetController => "daemonset",
    }
}
