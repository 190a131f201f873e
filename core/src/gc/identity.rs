use crate::apiserver::Cluster;
use crate::object::{Name, Names, Object, OwnerReference};
use crate::queue::QueueKey;
use crate::sim::Digester;

/// One node object of the graph. A node that was replaced by a clone, or removed, keeps its number and never gets it
/// back, as a pointer would in Go (WQ-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl QueueKey for NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the collector calls an object by: coordinates and namespace (GC-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Identity {
    /// apiVersion.
    pub api_version: Name,
    /// Kind.
    pub kind: Name,
    /// Namespace; for virtual nodes that of the dependent, right or wrong.
    pub namespace: Name,
    /// Name.
    pub name: Name,
    /// uid.
    pub uid: Name,
}

impl Identity {
    /// The identity of an observed object: apiVersion and kind are the monitor's.
    pub fn of(object: &Object, api_version: Name, kind: Name) -> Self {
        let meta = &object.meta;
        Identity {
            api_version,
            kind,
            namespace: meta.namespace,
            name: meta.name,
            uid: meta.uid,
        }
    }

    /// The identity that a reference in an object of `namespace` claims.
    pub fn of_reference(reference: &OwnerReference, namespace: Name) -> Self {
        Identity {
            api_version: reference.api_version,
            kind: reference.kind,
            namespace,
            name: reference.name,
            uid: reference.uid,
        }
    }

    /// Whether the four coordinates (everything but the namespace) are equal.
    pub fn same_coordinates(&self, other: &Identity) -> bool {
        self.uid == other.uid
            && self.name == other.name
            && self.kind == other.kind
            && self.api_version == other.api_version
    }

    pub(super) fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        for name in [self.api_version, self.kind, self.namespace, self.name, self.uid] {
            digester.name(&cluster.names, name);
        }
    }

    /// `apiVersion Kind namespace/name`, as recordings write it.
    pub fn describe(&self, names: &Names) -> alloc::string::String {
        let (api_version, kind, name) = (
            names.text(self.api_version),
            names.text(self.kind),
            names.text(self.name),
        );
        if self.namespace == Name::EMPTY {
            alloc::format!("{api_version} {kind} {name}")
        } else {
            alloc::format!("{api_version} {kind} {}/{name}", names.text(self.namespace))
        }
    }
}
