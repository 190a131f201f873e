use super::Coverage;
use crate::apiserver::Cluster;
use crate::gc::Identity;
use crate::object::{Facts, KindId, Name, Object, ObjectKey, OwnerReference};
use crate::{Map, Set};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Objects at one moment, to be looked up by what leads to them.
pub(super) struct Index<'a> {
    pub(super) cluster: &'a Cluster,
    pub(super) coverage: Coverage,
    outside: &'a Set<Name>,
    pub(super) objects: Vec<&'a Arc<Object>>,
    by_key: Map<ObjectKey, u32>,
    by_uid: Map<Name, u32>,
    /// The next object with the same uid; `NONE` where there is none, as nearly always.
    same_uid: Vec<u32>,
    /// By uid, the objects with a blocking reference to it.
    blocking: Map<Name, Vec<u32>>,
    /// The content of the namespaces that are being deleted.
    content: Map<Name, Vec<u32>>,
    /// The objects of kinds whose definitions are being deleted.
    instances: Map<KindId, Vec<u32>>,
    /// Whether there is any definition.
    pub(super) holds_definitions: bool,
}

const NONE: u32 = u32::MAX;

impl<'a> Index<'a> {
    /// `objects` without those whose uids are `outside`, which only stand for owners that a dump does not hold.
    pub(super) fn new(
        cluster: &'a Cluster,
        objects: impl Iterator<Item = &'a Arc<Object>>,
        outside: &'a Set<Name>,
        coverage: Coverage,
    ) -> Self {
        let inside = |object: &&Arc<Object>| !outside.contains(&object.meta.uid);
        let objects: Vec<&Arc<Object>> = objects.filter(inside).collect();
        let mut index = Index {
            cluster,
            coverage,
            outside,
            by_key: Map::default(),
            by_uid: Map::default(),
            same_uid: alloc::vec![NONE; objects.len()],
            blocking: Map::default(),
            content: Map::default(),
            instances: Map::default(),
            holds_definitions: objects.iter().any(|object| matches!(object.facts, Facts::Crd(_))),
            objects,
        };
        index.fill();
        index
    }

    fn fill(&mut self) {
        let namespace = self.cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE);
        for object in self.objects.iter().filter(|object| object.meta.is_deleting()) {
            if Some(object.kind) == namespace {
                self.content.insert(object.meta.name, Vec::new());
            }
            if let Facts::Crd(facts) = object.facts
                && let Some(kind) = facts.defines
            {
                self.instances.insert(kind, Vec::new());
            }
        }
        // The last of those with one uid is entered first, so that the first one heads the list.
        for (place, object) in self.objects.iter().enumerate().rev() {
            let place = place as u32;
            if let Some(later) = self.by_uid.insert(object.meta.uid, place) {
                self.same_uid[place as usize] = later;
            }
        }
        for (place, object) in self.objects.iter().enumerate() {
            let place = place as u32;
            self.by_key.insert(object.key(), place);
            if let Some(content) = self.content.get_mut(&object.meta.namespace) {
                content.push(place);
            }
            if let Some(instances) = self.instances.get_mut(&object.kind) {
                instances.push(place);
            }
            // What the collector does not watch holds nobody.
            let watched = self.cluster.kinds.get(object.kind).monitored;
            let references = object.meta.owner_references.iter();
            for reference in references.filter(|reference| watched && reference.blocks()) {
                let blocking = self.blocking.entry(reference.uid).or_default();
                if blocking.last() != Some(&place) {
                    blocking.push(place);
                }
            }
        }
    }

    pub(super) fn at(&self, place: u32) -> &'a Arc<Object> {
        self.objects[place as usize]
    }

    pub(super) fn place(&self, key: &ObjectKey) -> Option<u32> {
        self.by_key.get(key).copied()
    }

    pub(super) fn get(&self, key: &ObjectKey) -> Option<&'a Arc<Object>> {
        self.place(key).map(|place| self.at(place))
    }

    /// The objects with this uid: one, but in a dump that was tampered with.
    pub(super) fn with_uid(&self, uid: Name) -> impl Iterator<Item = &'a Arc<Object>> {
        let mut next = self.by_uid.get(&uid).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let place = (next != NONE).then_some(next)?;
            next = self.same_uid[place as usize];
            Some(self.at(place))
        })
    }

    /// Whether an owner with this uid is only taken as existing, since the dump holds nothing of its kind.
    pub(super) fn is_outside(&self, uid: Name) -> bool {
        self.outside.contains(&uid)
    }

    pub(super) fn blocking(&self, uid: Name) -> &[u32] {
        self.blocking.get(&uid).map_or(&[], Vec::as_slice)
    }

    pub(super) fn content(&self, namespace: Name) -> &[u32] {
        self.content.get(&namespace).map_or(&[], Vec::as_slice)
    }

    pub(super) fn instances(&self, kind: KindId) -> &[u32] {
        self.instances.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Where the owner that `reference` of an object in `namespace` names would be; `None` where its kind is not served,
    /// or it would have to have a namespace.
    pub(super) fn key_of(&self, reference: &OwnerReference, namespace: Name) -> Option<ObjectKey> {
        let kind = self.cluster.kinds.served(reference.api_version, reference.kind)?;
        let namespaced = self.cluster.kinds.get(kind).is_namespaced();
        if namespaced && namespace == Name::EMPTY {
            return None;
        }
        Some(ObjectKey {
            kind,
            namespace: if namespaced { namespace } else { Name::EMPTY },
            name: reference.name,
        })
    }

    /// The living owner that `reference` leads to.
    pub(super) fn owner(&self, reference: &OwnerReference, namespace: Name) -> Option<u32> {
        let place = self.place(&self.key_of(reference, namespace)?)?;
        (self.at(place).meta.uid == reference.uid).then_some(place)
    }

    pub(super) fn identity(&self, object: &Object) -> Identity {
        let kind = self.cluster.kinds.get(object.kind);
        Identity::of(object, kind.preferred(), kind.kind)
    }
}
