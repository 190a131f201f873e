use crate::hashed::Index;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::hash::Hasher;
use fnv::FnvHasher;

/// An interned string: equal names are equal numbers. The order of names is that of interning, not that of their text;
/// [`Names::compare`] compares texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Name(u32);

impl Name {
    /// Its number: names are numbered from 0 without gaps, so that a plain list can be indexed by them.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The strings of one world, each once. It only grows.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
    hashes: Vec<u64>,
    table: Index,
}

macro_rules! well_known {
    ($($(#[$doc:meta])* $id:ident = $index:literal $text:literal;)*) => {
        impl Name {
            $($(#[$doc])* pub const $id: Name = Name($index);)*
        }
        const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

well_known! {
    /// The empty string: no namespace, no group, a member left out.
    EMPTY = 0 "";
    /// The finalizer with which the collector orphans dependents (C-1).
    ORPHAN = 1 "orphan";
    /// The finalizer with which the collector waits for blocking dependents (C-1).
    FOREGROUND_DELETION = 2 "foregroundDeletion";
    /// The third standard finalizer without a prefix (C-1), and the token in a namespace's `spec.finalizers` (NS-11).
    KUBERNETES = 3 "kubernetes";
    /// The apiVersion and version of the core group.
    V1 = 4 "v1";
    /// Kind of pods.
    POD = 5 "Pod";
    /// Kind of namespaces.
    NAMESPACE = 6 "Namespace";
    /// Kind of events, which may never own anything (API-1).
    EVENT = 7 "Event";
    /// The finalizer of a CustomResourceDefinition whose instances are still there.
    CUSTOM_RESOURCE_CLEANUP = 8 "customresourcecleanup.apiextensions.k8s.io";
    /// Status of a condition that holds.
    TRUE = 9 "True";
    /// Status of a condition that does not hold.
    FALSE = 10 "False";
    /// Condition of a namespace: discovery is incomplete (NS-15).
    NAMESPACE_DELETION_DISCOVERY_FAILURE = 11 "NamespaceDeletionDiscoveryFailure";
    /// Condition of a namespace: a group version cannot be parsed (NS-15).
    NAMESPACE_DELETION_GROUP_VERSION_PARSING_FAILURE = 12 "NamespaceDeletionGroupVersionParsingFailure";
    /// Condition of a namespace: content could not be deleted (NS-15).
    NAMESPACE_DELETION_CONTENT_FAILURE = 13 "NamespaceDeletionContentFailure";
    /// Condition of a namespace: content is left (NS-15).
    NAMESPACE_CONTENT_REMAINING = 14 "NamespaceContentRemaining";
    /// Condition of a namespace: content with finalizers is left (NS-15).
    NAMESPACE_FINALIZERS_REMAINING = 15 "NamespaceFinalizersRemaining";
    /// Reason of NamespaceDeletionDiscoveryFailure.
    DISCOVERY_FAILED = 16 "DiscoveryFailed";
    /// Reason of NamespaceDeletionDiscoveryFailure, when False.
    RESOURCES_DISCOVERED = 17 "ResourcesDiscovered";
    /// Reason of NamespaceDeletionGroupVersionParsingFailure, when False.
    PARSED_GROUP_VERSIONS = 18 "ParsedGroupVersions";
    /// Reason of NamespaceDeletionContentFailure.
    CONTENT_DELETION_FAILED = 19 "ContentDeletionFailed";
    /// Reason of NamespaceDeletionContentFailure, when False.
    CONTENT_DELETED = 20 "ContentDeleted";
    /// Reason of NamespaceContentRemaining.
    SOME_RESOURCES_REMAIN = 21 "SomeResourcesRemain";
    /// Reason of NamespaceContentRemaining, when False.
    CONTENT_REMOVED = 22 "ContentRemoved";
    /// Reason of NamespaceFinalizersRemaining.
    SOME_FINALIZERS_REMAIN = 23 "SomeFinalizersRemain";
    /// Reason of NamespaceFinalizersRemaining, when False.
    CONTENT_HAS_NO_FINALIZERS = 24 "ContentHasNoFinalizers";
    /// Kind of nodes.
    NODE = 25 "Node";
    /// Kind of leases.
    LEASE = 26 "Lease";
    /// Group of leases.
    COORDINATION_GROUP = 27 "coordination.k8s.io";
    /// Where the nodes' leases are (K-15).
    NODE_LEASE_NAMESPACE = 28 "kube-node-lease";
    /// The resource of leases, as the circuit breaker writes it.
    LEASES_RESOURCE = 29 "leases.coordination.k8s.io";
    /// Condition of nodes and pods.
    READY = 30 "Ready";
    /// Condition of nodes.
    MEMORY_PRESSURE = 31 "MemoryPressure";
    /// Condition of nodes.
    DISK_PRESSURE = 32 "DiskPressure";
    /// Condition of nodes.
    PID_PRESSURE = 33 "PIDPressure";
    /// Condition of nodes.
    NETWORK_UNAVAILABLE = 34 "NetworkUnavailable";
    /// Reason of a condition that no kubelet ever posted (NL-13).
    NODE_STATUS_NEVER_UPDATED = 35 "NodeStatusNeverUpdated";
    /// Reason of a condition that the kubelet stopped posting (NL-13).
    NODE_STATUS_UNKNOWN = 36 "NodeStatusUnknown";
    /// Effect of a taint: new pods keep away.
    NO_SCHEDULE = 37 "NoSchedule";
    /// Effect of a taint: pods that do not tolerate it go.
    NO_EXECUTE = 38 "NoExecute";
    /// Taint: Ready is False.
    TAINT_NOT_READY = 39 "node.kubernetes.io/not-ready";
    /// Taint: Ready is Unknown.
    TAINT_UNREACHABLE = 40 "node.kubernetes.io/unreachable";
    /// Taint: memory is short.
    TAINT_MEMORY_PRESSURE = 41 "node.kubernetes.io/memory-pressure";
    /// Taint: disk is short.
    TAINT_DISK_PRESSURE = 42 "node.kubernetes.io/disk-pressure";
    /// Taint: process ids are short.
    TAINT_PID_PRESSURE = 43 "node.kubernetes.io/pid-pressure";
    /// Taint: no network.
    TAINT_NETWORK_UNAVAILABLE = 44 "node.kubernetes.io/network-unavailable";
    /// Taint: the node is cordoned.
    TAINT_UNSCHEDULABLE = 45 "node.kubernetes.io/unschedulable";
    /// Label: the zone of a node.
    ZONE_LABEL = 46 "topology.kubernetes.io/zone";
    /// Label: the region of a node.
    REGION_LABEL = 47 "topology.kubernetes.io/region";
    /// Label: the zone of a node, as it was written first.
    BETA_ZONE_LABEL = 48 "failure-domain.beta.kubernetes.io/zone";
    /// Label: the region of a node, as it was written first.
    BETA_REGION_LABEL = 49 "failure-domain.beta.kubernetes.io/region";
    /// Label: the node does not count in its zone (K-16).
    EXCLUDE_DISRUPTION = 50 "node.kubernetes.io/exclude-disruption";
    /// Label: the operating system of a node.
    OS_LABEL = 51 "kubernetes.io/os";
    /// Label: the processor of a node.
    ARCH_LABEL = 52 "kubernetes.io/arch";
    /// Label: the operating system of a node, as it was written first.
    BETA_OS_LABEL = 53 "beta.kubernetes.io/os";
    /// Label: the processor of a node, as it was written first.
    BETA_ARCH_LABEL = 54 "beta.kubernetes.io/arch";
    /// Condition of a pod that is about to be evicted (TE-7).
    DISRUPTION_TARGET = 55 "DisruptionTarget";
    /// Its reason when taint eviction deletes the pod.
    DELETION_BY_TAINT_MANAGER = 56 "DeletionByTaintManager";
    /// Its message then.
    DELETION_BY_TAINT_MANAGER_MESSAGE = 57 "Taint manager: deleting due to NoExecute taint";
    /// Reason of Ready that kubelets post.
    KUBELET_READY = 58 "KubeletReady";
    /// Reason of Ready, when False.
    KUBELET_NOT_READY = 59 "KubeletNotReady";
    /// Reason of MemoryPressure, when False.
    KUBELET_HAS_SUFFICIENT_MEMORY = 60 "KubeletHasSufficientMemory";
    /// Reason of DiskPressure, when False.
    KUBELET_HAS_NO_DISK_PRESSURE = 61 "KubeletHasNoDiskPressure";
    /// Reason of PIDPressure, when False.
    KUBELET_HAS_SUFFICIENT_PID = 62 "KubeletHasSufficientPID";
}

fn hash(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// A hash of half the length. The last letters of a text have changed but the lower bits of its FNV hash.
fn folded(hash: u64) -> u32 {
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Names {
            text: String::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            table: Index::new(),
        };
        for text in WELL_KNOWN {
            names.intern(text);
        }
        names
    }
}

impl Names {
    /// The name of `text`, made if it is new.
    pub fn intern(&mut self, text: &str) -> Name {
        let hash = hash(text);
        if let Some((_, found)) = self
            .table
            .find(folded(hash), |index| self.at(index as u32) == text)
        {
            return Name(found as u32);
        }
        let index = u32::try_from(self.ends.len()).expect("fewer than four billion names");
        self.text.push_str(text);
        self.ends
            .push(u32::try_from(self.text.len()).expect("less than 4 GiB of names"));
        self.hashes.push(hash);
        self.table.add(folded(hash), index as usize);
        Name(index)
    }

    /// The name of `text` if something has it.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.table
            .find(folded(hash(text)), |index| self.at(index as u32) == text)
            .map(|(_, index)| Name(index as u32))
    }

    /// The text of `name`.
    pub fn text(&self, name: Name) -> &str {
        self.at(name.0)
    }

    /// The FNV-1a hash of the name's text, which does not depend on the order of interning (used by digests).
    pub fn hash_of(&self, name: Name) -> u64 {
        self.hashes[name.0 as usize]
    }

    /// Compares two names by their text.
    pub fn compare(&self, left: Name, right: Name) -> Ordering {
        if left == right {
            Ordering::Equal
        } else {
            self.text(left).cmp(self.text(right))
        }
    }

    /// Every name with its text, in the order of interning.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &str)> {
        (0..)
            .take(self.ends.len())
            .map(|index| (Name(index), self.at(index)))
    }

    /// How many different strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no strings; never true, since the well-known ones are always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn at(&self, index: u32) -> &str {
        let index = index as usize;
        let start = if index == 0 {
            0
        } else {
            self.ends[index - 1] as usize
        };
        &self.text[start..self.ends[index] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use alloc::format;

    #[test]
    fn names_that_differ_in_their_last_letters_stand_apart() {
        let mut names = Names::default();
        for number in 0..10_000 {
            names.intern(&format!("web-7d4b9c-{number}"));
        }
        assert!(names.table.ways() < 20_000, "{}", names.table.ways());
    }
}
