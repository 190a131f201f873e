use super::controller_of;
use crate::apiserver::Cluster;
use crate::object::{LabelSelector, List, Name, Object};
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
    /// StatefulSets.
    pub stateful_sets: Collection,
    /// DaemonSets.
    pub daemon_sets: Collection,
    /// ControllerRevisions.
    pub revisions: Collection,
}

/// One informer's store with the indices that the controllers use.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    objects: SortedMap<(Name, Name), Arc<Object>>,
    /// Objects by the uid of their controller.
    controlled: SortedMap<Name, SortedSet<(Name, Name)>>,
    /// Objects without a controller.
    orphans: SortedSet<(Name, Name)>,
    /// Names of objects by namespace, label and its value.
    labelled: SortedMap<(Name, Name, Name), SortedSet<Name>>,
    /// The version of the object last stored or removed, or of the last bookmark or relist (RS-30).
    seen: u64,
}

impl Collection {
    /// Stores an object, and returns what was there.
    pub fn insert(&mut self, object: Arc<Object>) -> Option<Arc<Object>> {
        let key = (object.meta.namespace, object.meta.name);
        self.seen = object.meta.resource_version;
        let controller = controller_of(&object).map(|reference| reference.uid);
        let labels = object.meta.labels.clone();
        let before = self.objects.insert(key, object);
        let old_labels = before.as_ref().map(|before| &before.meta.labels);
        if old_labels != Some(&labels) {
            old_labels.into_iter().for_each(|old| self.unlabel(key, old));
            for &(label, value) in &labels {
                self.labelled
                    .entry((key.0, label, value))
                    .or_default()
                    .insert(key.1);
            }
        }
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
        self.unlabel(key, &removed.meta.labels);
        Some(removed)
    }

    fn unlabel(&mut self, key: (Name, Name), labels: &List<(Name, Name)>) {
        for &(label, value) in labels {
            let place = (key.0, label, value);
            if let Some(names) = self.labelled.get_mut(&place) {
                names.remove(&key.1);
                if names.is_empty() {
                    self.labelled.remove(&place);
                }
            }
        }
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

    /// The objects of a namespace that `selector` matches. Only those with the rarest of the labels that it names are
    /// looked at.
    pub fn selected<'c>(
        &'c self,
        namespace: Name,
        selector: &'c LabelSelector,
    ) -> impl Iterator<Item = &'c Arc<Object>> {
        let labels = selector.labels.iter();
        let rarest = labels
            .map(|&(label, value)| self.labelled.get(&(namespace, label, value)))
            .min_by_key(|names| names.map_or(0, SortedSet::len));
        let named = rarest.into_iter().flatten().flatten();
        let named = named.filter_map(move |&name| self.objects.get(&(namespace, name)));
        let any = rarest.is_none().then(|| self.in_namespace(namespace));
        named
            .chain(any.into_iter().flatten())
            .filter(|object| selector.matches(&object.meta.labels))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Facts, KindId, ObjectMeta};

    fn object(name: u32, labels: &[(Name, Name)], version: u64) -> Arc<Object> {
        Arc::new(Object {
            kind: KindId(0),
            meta: ObjectMeta {
                name: test_name(name),
                namespace: Name::NAMESPACE,
                resource_version: version,
                labels: labels.iter().copied().collect(),
                ..ObjectMeta::default()
            },
            facts: Facts::None,
        })
    }

    fn test_name(number: u32) -> Name {
        let mut names = crate::object::Names::default();
        (0..=number)
            .map(|number| names.intern(&alloc::format!("name-{number}")))
            .last()
            .unwrap_or_default()
    }

    #[test]
    fn selected_objects_follow_their_labels() {
        let [app, web, api, tier] = [1, 2, 3, 4].map(test_name);
        let mut pods = Collection::default();
        pods.insert(object(10, &[(app, web)], 1));
        pods.insert(object(11, &[(app, web), (tier, web)], 2));
        pods.insert(object(12, &[(app, api)], 3));
        let names = |pods: &Collection, labels: &[(Name, Name)]| {
            let selector = LabelSelector {
                labels: labels.iter().copied().collect(),
                ..LabelSelector::default()
            };
            let selected = pods.selected(Name::NAMESPACE, &selector);
            selected.map(|pod| pod.meta.name).collect::<alloc::vec::Vec<_>>()
        };
        assert_eq!(names(&pods, &[(app, web)]), [test_name(10), test_name(11)]);
        assert_eq!(names(&pods, &[(app, web), (tier, web)]), [test_name(11)]);
        assert_eq!(names(&pods, &[(tier, api)]), []);
        assert_eq!(names(&pods, &[]).len(), 3);
        // A label that changes, and an object that goes.
        pods.insert(object(10, &[(app, api)], 4));
        assert_eq!(names(&pods, &[(app, web)]), [test_name(11)]);
        pods.remove(Name::NAMESPACE, test_name(11), 5);
        assert_eq!(names(&pods, &[(app, web)]), []);
        assert_eq!(names(&pods, &[(app, api)]), [test_name(10), test_name(12)]);
    }
}
