use crate::apiserver::Cluster;
use crate::object::{DiscoveryFailure, KindId, Kinds, Name};
use crate::sim::Digester;
use alloc::sync::Arc;

/// The REST mapper of the controller manager: what discovery said when it was last reset (GC-71). A kind that came since
/// is not known to it, and one that went is still asked for.
#[derive(Clone, Debug)]
pub struct RestMapper {
    kinds: Arc<Kinds>,
    failure: Option<DiscoveryFailure>,
}

impl RestMapper {
    /// A mapper that knows what discovery says now.
    pub fn new(cluster: &Cluster) -> Self {
        RestMapper {
            kinds: cluster.kinds.clone(),
            failure: cluster.discovery_failure.clone(),
        }
    }

    /// The kind that `apiVersion` and `kind` name: one that was served, in a group version that could be asked.
    pub fn served(&self, api_version: Name, kind: Name) -> Option<KindId> {
        let failed = self.failure.as_ref();
        self.kinds
            .served(api_version, kind)
            .filter(|_| !failed.is_some_and(|failure| failure.concerns(api_version)))
    }

    /// The kinds as they were.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Whether discovery still says the same.
    pub fn is_current(&self, cluster: &Cluster) -> bool {
        self.kinds.revision() == cluster.kinds.revision() && self.failure == cluster.discovery_failure
    }

    /// Adds what it knows to a digest, unless that is what discovery says anyway.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        digester.number(u64::from(self.is_current(cluster)));
        if self.is_current(cluster) {
            return;
        }
        for kind in self.kinds.ids() {
            for version in &self.kinds.get(kind).versions {
                digester.name(&cluster.names, version.api_version);
                let failed = self.failure.as_ref();
                let failed = failed.is_some_and(|failure| failure.concerns(version.api_version));
                digester.number(u64::from(version.served) + 2 * u64::from(failed));
            }
        }
    }
}
