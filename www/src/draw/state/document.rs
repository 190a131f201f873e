use crate::state::{Source, as_minor};
use kubeloupe_core::Set;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Object, ObjectKey, Time, builtin_kinds};
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dump::{Epoch, Note};
use std::sync::Arc;

/// A cluster at its start, as it is drawn or was found: everything that a session is made of.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// Strings, kinds, version.
    pub cluster: Cluster,
    /// The objects. Those that nobody changed stay as they were found.
    pub objects: Vec<Arc<Object>>,
    /// Kinds of which these are all objects there are.
    pub listed: Set<KindId>,
    /// How the cluster is.
    pub config: Config,
    /// What was assumed or left out when it was read.
    pub notes: Vec<Note>,
    /// Which moment is time 0.
    pub epoch: Epoch,
    /// Nodes whose kubelets had stopped renewing their leases.
    pub silent_nodes: Vec<Name>,
}

impl Document {
    /// A cluster of 1.`minor` in which there is nothing but the namespace `default`, which every cluster has.
    pub fn blank(title: String, minor: u32) -> Self {
        let mut cluster = Cluster {
            minor,
            ..Cluster::default()
        };
        let kinds = builtin_kinds(Arc::make_mut(&mut cluster.names), minor);
        cluster.kinds = Arc::new(kinds);
        let mut blank = Document {
            title,
            cluster,
            objects: Vec::new(),
            listed: Set::default(),
            config: Config {
                minor,
                ..Config::default()
            },
            notes: Vec::new(),
            epoch: Epoch::default(),
            silent_nodes: Vec::new(),
        };
        super::apply::make_namespace(&mut blank, "default").expect("a namespace can be called default");
        blank
    }

    /// The same in another minor, as far as it is in another one.
    #[must_use]
    pub fn in_minor(self, minor: u32) -> Self {
        if self.cluster.minor == minor || !self.listed.is_empty() {
            return self;
        }
        Document {
            cluster: as_minor(&self.cluster, minor),
            config: Config { minor, ..self.config },
            ..self
        }
    }

    /// Its objects arranged for looking at.
    pub fn source(&self) -> Source {
        Source {
            epoch: self.epoch,
            silent_nodes: self.silent_nodes.clone(),
            ..Source::new(
                self.title.clone(),
                &self.objects,
                &self.cluster,
                self.notes.clone(),
            )
        }
    }

    /// The place of an object.
    pub fn position(&self, key: &ObjectKey) -> Option<usize> {
        self.objects.iter().position(|object| object.key() == *key)
    }

    /// The object with this key.
    pub fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.objects.iter().find(|object| object.key() == *key)
    }

    /// The name of a text, made if it is new.
    pub(super) fn intern(&mut self, text: &str) -> Name {
        match self.cluster.names.find(text) {
            Some(name) => name,
            None => Arc::make_mut(&mut self.cluster.names).intern(text),
        }
    }

    /// The kind of namespaces.
    pub(super) fn namespace_kind(&self) -> Option<KindId> {
        self.cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE)
    }

    /// The namespaces among the objects.
    pub fn namespaces(&self) -> Vec<&Arc<Object>> {
        let kind = self.namespace_kind();
        let objects = self.objects.iter();
        objects.filter(|object| Some(object.kind) == kind).collect()
    }

    /// Gives an object what the API server gives: a uid and a version that nothing else has.
    pub(super) fn identify(&mut self, object: &mut Object) {
        let newest = self
            .objects
            .iter()
            .map(|object| object.meta.resource_version)
            .max();
        object.meta.resource_version = newest.unwrap_or(0).saturating_add(1);
        object.meta.creation_timestamp = Some(Time::START);
        let mut number = self.objects.len() + 1;
        object.meta.uid = loop {
            let uid = format!("d1a30000-0000-4000-8000-{number:012x}");
            if self.cluster.names.find(&uid).is_none() {
                break self.intern(&uid);
            }
            number += 1;
        };
    }
}
