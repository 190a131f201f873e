use crate::apiserver::{Cluster, Request, Response, Target, Verb};
use crate::object::{KindId, Name, Object, ObjectKey, Time};
use crate::sim::{Effects, Rule};
use alloc::string::String;
use alloc::sync::Arc;

use super::NodeEffect;
use crate::sim::Effect;

/// What the nodes' controllers see of their informers' stores.
pub trait NodeStores {
    /// A node as the cache has it.
    fn node(&self, name: Name) -> Option<&Arc<Object>>;
    /// A node's lease as the cache has it.
    fn lease(&self, name: Name) -> Option<&Arc<Object>>;
    /// A pod as the cache has it.
    fn pod(&self, namespace: Name, name: Name) -> Option<&Arc<Object>>;
    /// The last version that the lease cache has seen; empty where that is not known (CB-4).
    fn lease_last_sync(&self) -> String;
    /// Whether the next read of this node from the cache fails (a fault).
    fn node_read_fails(&mut self, name: Name) -> bool;
    /// Whether the next listing of this node's pods from the cache fails (a fault).
    fn pod_list_fails(&mut self, node: Name) -> bool;
}

/// How the nodes' controllers make requests.
pub trait NodeClient {
    /// Makes a request and gets the answer. `cached` marks a read that the API server may answer from its cache.
    fn ask(&mut self, request: Request, cached: bool, fx: &mut Effects) -> Response;
}

/// The kinds that the nodes' controllers work with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeKinds {
    /// Node.
    pub node: KindId,
    /// Lease of coordination.k8s.io.
    pub lease: KindId,
    /// Pod.
    pub pod: KindId,
}

/// A controller's surroundings while it runs.
pub struct NodeContext<'a> {
    /// Strings and kinds.
    pub cluster: &'a Cluster,
    /// The kinds.
    pub kinds: NodeKinds,
    /// The controller's clock.
    pub now: Time,
    /// Its caches.
    pub stores: &'a mut dyn NodeStores,
    /// Its way to the API server.
    pub client: &'a mut dyn NodeClient,
    /// What happens.
    pub fx: &'a mut Effects,
}

impl NodeKinds {
    /// The kinds of this cluster; `None` where it lacks one.
    pub fn of(cluster: &Cluster) -> Option<Self> {
        Some(NodeKinds {
            node: cluster.kinds.of_group(Name::EMPTY, Name::NODE)?,
            lease: cluster.kinds.of_group(Name::COORDINATION_GROUP, Name::LEASE)?,
            pod: cluster.kinds.of_group(Name::EMPTY, Name::POD)?,
        })
    }
}

impl NodeContext<'_> {
    pub(super) fn request(&mut self, key: ObjectKey, verb: Verb) -> Response {
        self.send(key, verb, false)
    }

    pub(super) fn send(&mut self, key: ObjectKey, verb: Verb, cached: bool) -> Response {
        let target = Target::object(key, self.cluster.kinds.get(key.kind).preferred());
        self.client.ask(Request { target, verb }, cached, self.fx)
    }

    pub(super) fn node_key(&self, name: Name) -> ObjectKey {
        ObjectKey {
            kind: self.kinds.node,
            namespace: Name::EMPTY,
            name,
        }
    }

    pub(super) fn lease_key(&self, name: Name) -> ObjectKey {
        ObjectKey {
            kind: self.kinds.lease,
            namespace: Name::NODE_LEASE_NAMESPACE,
            name,
        }
    }

    pub(super) fn tell(&mut self, rule: &'static str, effect: impl FnOnce() -> NodeEffect) {
        self.fx.push(|| Effect::Nodes {
            effect: effect(),
            rule: Rule(rule),
        });
    }
}
