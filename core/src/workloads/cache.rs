use super::controller_of;
use crate::apiserver::Cluster;
use crate::object::{Name, Object};
use crate::sim::Digester;
use crate::sorted::{SortedMap, SortedSet};
use alloc::sync::Arc;

/// What the shared informers of the workload controllers hold.
#[derive(Clone, Debug, Default)]
pub struct WorkloadCache {
    /// Pods.
    pub pods: Collection,
    /// ReplicaSets.
    pub replica_sets: Collection,
    /// Deployments.
    pub deployments: Collection,
}

/// One informer's store with the indices that the controllers use.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    objects: SortedMap<(Name, Name), Arc<Object>>,
    /// Objects by the uid of their controller.
    controlled: SortedMap<Name, SortedSet<(Name, Name)>>,
    /// Objects without a controller.
    orphans: SortedSet<(Name, Name)>,
    /// The version of the object last stored or removed, or of the last bookmark or relist (RS-30).
    seen: u64,
}

impl Collection {
    /// Stores an object, and returns what was there.
    pub fn insert(&mut self, object: Arc<Object>) -> Option<Arc<Object>> {
        let key = (object.meta.namespace, object.meta.name);
        self.seen = object.meta.resource_version;
        let controller = controller_of(&object).map(|reference| reference.uid);
        let before = self.objects.insert(key, object);
        let was = before
            .as_deref()
            .map(|before| controller_of(before).map(|reference| reference.uid));
        if was != Some(controller) {
            if let Some(was) = was {
                self.unindex(key, was);
            }
            match controller {
                Some(uid) => {
                    self.controlled.entry(uid).or_default().insert(key);
                }
                None => {
                    self.orphans.insert(key);
                }
            }
        }
        before
    }

    /// Removes an object; `version` is that of the event.
    pub fn remove(&mut self, namespace: Name, name: Name, version: u64) -> Option<Arc<Object>> {
        self.seen = version;
        let key = (namespace, name);
        let removed = self.objects.remove(&key)?;
        self.unindex(key, controller_of(&removed).map(|reference| reference.uid));
        Some(removed)
    }

    fn unindex(&mut self, key: (Name, Name), controller: Option<Name>) {
        match controller {
            None => {
                self.orphans.remove(&key);
            }
            Some(uid) => {
                if let Some(keys) = self.controlled.get_mut(&uid) {
                    keys.remove(&key);
                    if keys.is_empty() {
                        self.controlled.remove(&uid);
                    }
                }
            }
        }
    }

    /// The object with this name.
    pub fn get(&self, namespace: Name, name: Name) -> Option<&Arc<Object>> {
        self.objects.get(&(namespace, name))
    }

    /// All objects.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<Object>> {
        self.objects.values()
    }

    /// The objects of a namespace.
    pub fn in_namespace(&self, namespace: Name) -> impl Iterator<Item = &Arc<Object>> {
        let from = self.objects.range_from(&(namespace, Name::EMPTY));
        from.take_while(move |((other, _), _)| *other == namespace)
            .map(|(_, object)| object)
    }

    /// The objects whose controller has this uid, in all namespaces.
    pub fn controlled_by(&self, uid: Name) -> impl Iterator<Item = &Arc<Object>> {
        let keys = self.controlled.get(&uid).into_iter().flatten();
        keys.filter_map(|key| self.objects.get(key))
    }

    /// The objects of a namespace that have no controller.
    pub fn orphans(&self, namespace: Name) -> impl Iterator<Item = &Arc<Object>> {
        let from = self.orphans.range_from(&(namespace, Name::EMPTY));
        from.take_while(move |(other, _)| *other == namespace)
            .filter_map(|key| self.objects.get(key))
    }

    /// The version that the store last saw (RS-30).
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// A bookmark or a relist: the store has seen everything up to this version.
    pub fn saw(&mut self, version: u64) {
        self.seen = version;
    }

    /// Adds everything to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        digester.number(self.seen);
        let mut sum: u128 = 0;
        for object in self.iter() {
            let mut own = Digester::default();
            own.object(cluster, object);
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
    }
}
