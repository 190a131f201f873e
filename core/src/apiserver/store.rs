use crate::Map;
use crate::object::{Facts, KindId, Name, Names, Object, ObjectKey};
use crate::sorted::sort_by;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The stored objects. Every operation costs the same however many objects there are, but for listing, which costs
/// what it lists; a removed object's place is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    slots: Vec<Slot>,
    free: Vec<u32>,
    by_key: Map<ObjectKey, u32>,
    /// The slots of one kind and namespace.
    collections: Vec<Vec<u32>>,
    collection_of: Map<(KindId, Name), u32>,
    /// The collections of a kind, by its number.
    of_kind: Vec<Vec<u32>>,
    links: Map<Link, Vec<ObjectKey>>,
}

#[derive(Clone, Debug)]
struct Slot {
    object: Option<Arc<Object>>,
    collection: u32,
    /// Where this slot stands in its collection.
    place: u32,
}

/// What an object belongs to, where the API server itself has to find it by that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Link {
    /// The definition of this kind.
    DefinitionOf(KindId),
    /// An address of this Service.
    AddressOf { namespace: Name, name: Name },
}

fn link_of(object: &Object) -> Option<Link> {
    match object.facts {
        Facts::Crd(facts) => facts.defines.map(Link::DefinitionOf),
        Facts::IpAddress(facts) => Some(Link::AddressOf {
            namespace: facts.parent_namespace,
            name: facts.parent_name,
        }),
        Facts::None
        | Facts::Pod(_)
        | Facts::Namespace(_)
        | Facts::Node(_)
        | Facts::Lease(_)
        | Facts::ReplicaSet(_)
        | Facts::Deployment(_)
        | Facts::RevisedSet(_)
        | Facts::Revision(_) => None,
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("objects fit u32")
}

impl Store {
    /// Stores `object` under its key and returns what was there.
    pub(super) fn insert(&mut self, object: Arc<Object>) -> Option<Arc<Object>> {
        let key = object.key();
        let before = match self.by_key.get(&key) {
            Some(&slot) => self.slots[slot as usize].object.replace(object.clone()),
            None => {
                self.occupy(key, object.clone());
                None
            }
        };
        let (new, old) = (link_of(&object), before.as_deref().and_then(link_of));
        if new != old {
            self.unlink(old, &key);
            if let Some(link) = new {
                self.links.entry(link).or_default().push(key);
            }
        }
        before
    }

    /// Takes the object with this key out.
    pub(super) fn remove(&mut self, key: &ObjectKey) -> Option<Arc<Object>> {
        let slot = self.by_key.remove(key)?;
        let removed = self.slots[slot as usize].object.take()?;
        let Slot {
            collection, place, ..
        } = self.slots[slot as usize];
        let place = place as usize;
        let collection = &mut self.collections[collection as usize];
        collection.swap_remove(place);
        if let Some(&moved) = collection.get(place) {
            self.slots[moved as usize].place = index(place);
        }
        self.free.push(slot);
        self.unlink(link_of(&removed), key);
        Some(removed)
    }

    /// Forgets so many objects, or how many there are; nothing can be found afterwards.
    pub(super) fn unload(&mut self, most: usize) -> usize {
        let before = self.slots.len();
        self.slots.truncate(before.saturating_sub(most));
        self.by_key = Map::default();
        before - self.slots.len()
    }

    /// The object with this key.
    pub(super) fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.slots[*self.by_key.get(key)? as usize].object.as_ref()
    }

    /// How many objects there are.
    pub(super) fn len(&self) -> usize {
        self.by_key.len()
    }

    /// All objects, in an order that depends only on the history of writes.
    pub(super) fn objects(&self) -> impl Iterator<Item = &Arc<Object>> {
        self.slots.iter().filter_map(|slot| slot.object.as_ref())
    }

    /// The objects of one kind, in an order that depends only on the history of writes.
    pub(super) fn of_kind(&self, kind: KindId) -> impl Iterator<Item = &Arc<Object>> {
        let collections = self.of_kind.get(kind.0 as usize).into_iter().flatten();
        collections.flat_map(|&collection| self.of_collection(collection))
    }

    /// The objects of one kind in one namespace (or in all, where that is empty), sorted as etcd sorts its keys.
    pub(super) fn list(&self, names: &Names, kind: KindId, namespace: Name) -> Vec<Arc<Object>> {
        let mut listed: Vec<Arc<Object>> = if namespace == Name::EMPTY {
            self.of_kind(kind).cloned().collect()
        } else {
            let collection = self.collection_of.get(&(kind, namespace)).into_iter();
            collection
                .flat_map(|&collection| self.of_collection(collection))
                .cloned()
                .collect()
        };
        sort_by(&mut listed, |left, right| {
            path(names, left).cmp(path(names, right))
        });
        listed
    }

    /// The objects that belong to `link`, in the order in which they came.
    pub(super) fn linked(&self, link: Link) -> &[ObjectKey] {
        self.links.get(&link).map_or(&[], Vec::as_slice)
    }

    fn occupy(&mut self, key: ObjectKey, object: Arc<Object>) {
        let collection = self.collection(key.kind, key.namespace);
        let members = &mut self.collections[collection as usize];
        let slot = Slot {
            object: Some(object),
            collection,
            place: index(members.len()),
        };
        let number = match self.free.pop() {
            Some(free) => {
                self.slots[free as usize] = slot;
                free
            }
            None => {
                self.slots.push(slot);
                index(self.slots.len() - 1)
            }
        };
        members.push(number);
        self.by_key.insert(key, number);
    }

    fn collection(&mut self, kind: KindId, namespace: Name) -> u32 {
        let new = index(self.collections.len());
        let collection = *self.collection_of.entry((kind, namespace)).or_insert(new);
        if collection == new {
            self.collections.push(Vec::new());
            let kind = kind.0 as usize;
            if self.of_kind.len() <= kind {
                self.of_kind.resize(kind + 1, Vec::new());
            }
            self.of_kind[kind].push(new);
        }
        collection
    }

    fn of_collection(&self, collection: u32) -> impl Iterator<Item = &Arc<Object>> {
        let slots = self.collections[collection as usize].iter();
        slots.filter_map(|&slot| self.slots[slot as usize].object.as_ref())
    }

    fn unlink(&mut self, link: Option<Link>, key: &ObjectKey) {
        let Some(link) = link else { return };
        if let Some(keys) = self.links.get_mut(&link) {
            keys.retain(|linked| linked != key);
            if keys.is_empty() {
                self.links.remove(&link);
            }
        }
    }
}

/// The bytes by which etcd sorts objects of one kind: `namespace/name`, so that namespace `a-b` comes before `a`.
fn path<'a>(names: &'a Names, object: &Object) -> impl Iterator<Item = u8> + use<'a> {
    let namespace = names.text(object.meta.namespace).bytes();
    namespace
        .chain(core::iter::once(b'/'))
        .chain(names.text(object.meta.name).bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{IpAddressFacts, ObjectMeta};
    use alloc::string::String;

    fn object(names: &mut Names, kind: u32, namespace: &str, name: &str) -> Arc<Object> {
        let meta = ObjectMeta {
            name: names.intern(name),
            namespace: names.intern(namespace),
            ..ObjectMeta::default()
        };
        Arc::new(Object {
            kind: KindId(kind),
            meta,
            facts: Facts::None,
        })
    }

    fn paths(names: &Names, store: &Store, kind: u32, namespace: &str) -> Vec<String> {
        let namespace = names.find(namespace).expect("interned");
        let listed = store.list(names, KindId(kind), namespace);
        listed
            .iter()
            .map(|object| String::from_utf8(path(names, object).collect()).expect("text"))
            .collect()
    }

    #[test]
    fn lists_are_sorted_as_etcd_sorts_its_keys() {
        let mut names = Names::default();
        let mut store = Store::default();
        for (namespace, name) in [("a", "z"), ("b", "x"), ("a-b", "x"), ("a", "y")] {
            store.insert(object(&mut names, 0, namespace, name));
        }
        store.insert(object(&mut names, 1, "a", "other-kind"));
        assert_eq!(paths(&names, &store, 0, ""), ["a-b/x", "a/y", "a/z", "b/x"]);
        assert_eq!(paths(&names, &store, 0, "a"), ["a/y", "a/z"]);
    }

    #[test]
    fn places_of_removed_objects_are_used_again() {
        let mut names = Names::default();
        let mut store = Store::default();
        for round in 0..3 {
            for name in ["a", "b", "c"] {
                assert!(
                    store.insert(object(&mut names, 0, "n", name)).is_none(),
                    "round {round}"
                );
            }
            assert_eq!(store.len(), 3);
            for name in ["a", "c", "b"] {
                let key = object(&mut names, 0, "n", name).key();
                assert!(store.remove(&key).is_some());
                assert!(store.get(&key).is_none());
                assert!(store.remove(&key).is_none());
            }
            assert_eq!(store.objects().count(), 0);
            assert_eq!(store.of_kind(KindId(0)).count(), 0);
        }
        assert_eq!(store.slots.len(), 3);
    }

    #[test]
    fn links_follow_the_object() {
        let mut names = Names::default();
        let mut store = Store::default();
        let of = |name| Link::AddressOf {
            namespace: Name::EMPTY,
            name,
        };
        let (first, second) = (names.intern("first"), names.intern("second"));
        let mut address = Object::clone(&object(&mut names, 0, "", "10.0.0.1"));
        for parent_name in [first, second] {
            address.facts = Facts::IpAddress(IpAddressFacts {
                parent_namespace: Name::EMPTY,
                parent_name,
            });
            store.insert(Arc::new(address.clone()));
        }
        assert_eq!(store.linked(of(first)), []);
        assert_eq!(store.linked(of(second)), [address.key()]);
        store.remove(&address.key());
        assert_eq!(store.linked(of(second)), []);
    }
}
