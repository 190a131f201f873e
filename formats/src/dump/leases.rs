use kubeloupe_core::object::{Name, Names, Object};

/// How long a kubelet may be silent before its node counts as lost: `--node-monitor-grace-period` (K-2).
const GRACE_NS: i64 = 50_000_000_000;

/// The leases of a dump. They are listed at one moment, so that what is younger than a node's lease shows how long its
/// kubelet has been silent.
#[derive(Default)]
pub(super) struct Leases {
    newest: Option<i64>,
    of_nodes: Vec<(Name, i64)>,
}

impl Leases {
    /// Adds a lease, last renewed at `renewed` (nanoseconds since 1970). That of a node has its name (K-15).
    pub(super) fn add(&mut self, names: &Names, lease: &Object, renewed: i64) {
        self.newest = self.newest.max(Some(renewed));
        if names.text(lease.meta.namespace) == "kube-node-lease" {
            self.of_nodes.push((lease.meta.name, renewed));
        }
    }

    /// The nodes whose kubelets stopped renewing their leases.
    pub(super) fn silent(&self) -> Vec<Name> {
        let newest = self.newest.unwrap_or_default();
        let is_silent = |renewed: i64| newest.saturating_sub(renewed) > GRACE_NS;
        let silent = self.of_nodes.iter().filter(|(_, renewed)| is_silent(*renewed));
        silent.map(|(node, _)| *node).collect()
    }
}
