use crate::apiserver::Cluster;
use crate::object::{ConditionMessage, Facts, KindId, Name, Names, Object, ObjectKey, OwnerReference};

/// Hashes a state to 128 bits: the same for equal states on every machine, whatever order names were interned in.
#[derive(Clone, Debug)]
pub struct Digester {
    low: u64,
    high: u64,
}

impl Default for Digester {
    fn default() -> Self {
        Digester {
            low: 0xcbf2_9ce4_8422_2325,
            high: 0x6c62_272e_07bb_0142,
        }
    }
}

impl Digester {
    /// Adds a number.
    pub fn number(&mut self, value: u64) {
        self.low = (self.low ^ value)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23);
        self.high = (self.high.rotate_left(31) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Adds a signed number.
    pub fn signed(&mut self, value: i64) {
        self.number(value.cast_unsigned());
    }

    /// Adds a string.
    pub fn name(&mut self, names: &Names, name: Name) {
        self.number(names.hash_of(name));
    }

    /// Adds a text that is no name.
    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        text.bytes().for_each(|byte| self.number(u64::from(byte)));
    }

    /// Adds a kind, by its group and kind.
    pub fn kind(&mut self, cluster: &Cluster, kind: KindId) {
        let about = cluster.kinds.get(kind);
        self.name(&cluster.names, about.group);
        self.name(&cluster.names, about.kind);
    }

    /// Adds the place of an object.
    pub fn key(&mut self, cluster: &Cluster, key: &ObjectKey) {
        self.kind(cluster, key.kind);
        self.name(&cluster.names, key.namespace);
        self.name(&cluster.names, key.name);
    }

    /// Adds an object with all that is kept of it.
    pub fn object(&mut self, cluster: &Cluster, object: &Object) {
        let names = &cluster.names;
        let meta = &object.meta;
        self.key(cluster, &object.key());
        self.name(names, meta.uid);
        self.number(meta.resource_version);
        self.signed(meta.generation);
        self.signed(meta.deletion_timestamp.map_or(i64::MIN, |at| at.0));
        self.signed(meta.deletion_grace_period_s.unwrap_or(i64::MIN));
        self.number(meta.finalizers.len() as u64);
        for &finalizer in &meta.finalizers {
            self.name(names, finalizer);
        }
        self.number(meta.owner_references.len() as u64);
        for reference in &meta.owner_references {
            self.reference(names, reference);
        }
        self.number(meta.labels.len() as u64);
        for &(label, value) in &meta.labels {
            self.name(names, label);
            self.name(names, value);
        }
        self.facts(cluster, &object.facts);
    }

    /// Adds an owner reference.
    pub fn reference(&mut self, names: &Names, reference: &OwnerReference) {
        for name in [
            reference.api_version,
            reference.kind,
            reference.name,
            reference.uid,
        ] {
            self.name(names, name);
        }
        self.number(reference.controller.map_or(2, u64::from));
        self.number(reference.block_owner_deletion.map_or(2, u64::from));
    }

    fn facts(&mut self, cluster: &Cluster, facts: &Facts) {
        let names = &cluster.names;
        match facts {
            Facts::None => self.number(0),
            Facts::Pod(pod) => {
                self.number(1);
                self.name(names, pod.node);
                self.number(pod.phase as u64);
                self.signed(pod.termination_grace_period_s);
                if let Some(detail) = &pod.detail {
                    self.pod_detail(names, detail);
                }
            }
            Facts::Namespace(namespace) => {
                self.number(2);
                self.number(namespace.phase as u64);
                for &finalizer in &namespace.spec_finalizers {
                    self.name(names, finalizer);
                }
                for condition in &namespace.conditions {
                    self.name(names, condition.kind);
                    self.name(names, condition.status);
                    self.name(names, condition.reason);
                    self.message(names, &condition.message);
                }
            }
            Facts::Crd(crd) => {
                self.number(3);
                if let Some(kind) = crd.defines {
                    self.kind(cluster, kind);
                }
            }
            Facts::IpAddress(address) => {
                self.number(4);
                self.name(names, address.parent_namespace);
                self.name(names, address.parent_name);
            }
            Facts::Node(node) => {
                self.number(5);
                self.node_facts(names, node);
            }
            Facts::Lease(lease) => {
                self.number(6);
                self.lease_facts(*lease);
            }
            Facts::ReplicaSet(facts) => {
                self.number(7);
                self.replica_set(names, facts);
            }
            Facts::Deployment(facts) => {
                self.number(8);
                self.deployment(names, facts);
            }
            Facts::RevisedSet(facts) => {
                self.number(9);
                self.revised_set(names, facts);
            }
            Facts::Revision(facts) => {
                self.number(10);
                self.text(&facts.data);
                self.signed(facts.number);
            }
        }
    }

    /// Adds what distinguishes messages of the same reason: the counts, or the text.
    fn message(&mut self, names: &Names, message: &ConditionMessage) {
        match message {
            ConditionMessage::Fine => self.number(0),
            ConditionMessage::Discovery(_) => self.number(1),
            ConditionMessage::Content(failures) => {
                self.number(2);
                for failure in failures {
                    self.name(names, failure.group_version);
                    self.name(names, failure.resource);
                }
            }
            ConditionMessage::Remaining(counts) => {
                self.number(3);
                for count in counts {
                    self.name(names, count.group);
                    self.name(names, count.resource);
                    self.number(u64::from(count.count));
                }
            }
            ConditionMessage::Finalizers(counts) => {
                self.number(4);
                for count in counts {
                    self.name(names, count.finalizer);
                    self.number(u64::from(count.count));
                }
            }
            ConditionMessage::Text(text) => {
                self.number(5);
                self.name(names, *text);
            }
        }
    }

    /// The digest of what was added.
    pub fn finish(&self) -> u128 {
        (u128::from(self.high) << 64) | u128::from(self.low)
    }
}
