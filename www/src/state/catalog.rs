use super::natural;
use kubeloupe_core::Map;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{KindId, Kinds, Name, Names, Object, ObjectKey, OwnerReference};
use std::sync::Arc;

/// The number of a thing in a [`Catalog`]: an object of the source, or an owner that only references name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThingId(pub u32);

/// One thing and its neighbours.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The object as it was read; `None` for an owner that is not in the source.
    pub object: Option<Arc<Object>>,
    /// What it is called.
    pub identity: Identity,
    /// Its owners, in the order of its references.
    pub owners: Vec<Link>,
    /// Who names it as an owner.
    pub dependents: Vec<ThingId>,
}

/// One owner reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The owner that has the reference's uid.
    pub owner: ThingId,
    /// The reference itself.
    pub reference: OwnerReference,
}

/// Every thing of a source with its neighbours. Made once; the world changes, this does not.
#[derive(Clone, Debug)]
pub struct Catalog {
    entries: Vec<Entry>,
    objects: usize,
    /// Where the objects begin that came into being after the source was read.
    later: usize,
    /// The first thing with a uid.
    by_uid: Map<Name, ThingId>,
    /// The further ones, where different objects have one uid.
    twins: Map<Name, Vec<ThingId>>,
    by_key: Map<ObjectKey, ThingId>,
    names: Arc<Names>,
    kinds: Arc<Kinds>,
}

impl Catalog {
    /// Numbers the objects in their order, then the owners that are missing among them.
    pub fn new(objects: &[Arc<Object>], names: Arc<Names>, kinds: Arc<Kinds>) -> Self {
        let mut entries: Vec<Entry> = Vec::with_capacity(objects.len());
        let mut by_uid: Map<Name, ThingId> = Map::default();
        let mut twins: Map<Name, Vec<ThingId>> = Map::default();
        let mut by_key = Map::default();
        for object in objects {
            let id = ThingId(number(entries.len()));
            let kind = kinds.get(object.kind);
            by_key.insert(object.key(), id);
            if *by_uid.entry(object.meta.uid).or_insert(id) != id {
                twins.entry(object.meta.uid).or_default().push(id);
            }
            entries.push(Entry {
                object: Some(object.clone()),
                identity: Identity::of(object, kind.preferred(), kind.kind),
                owners: Vec::new(),
                dependents: Vec::new(),
            });
        }
        let count = entries.len();
        for dependent in 0..count {
            let Some(object) = entries[dependent].object.clone() else {
                continue;
            };
            let dependent_id = ThingId(number(dependent));
            for &reference in &object.meta.owner_references {
                let first = *by_uid.entry(reference.uid).or_insert_with(|| {
                    entries.push(absent(&reference, object.meta.namespace));
                    ThingId(number(entries.len() - 1))
                });
                let named = Identity::of_reference(&reference, object.meta.namespace);
                let owner = best(&entries, first, twins.get(&reference.uid), &named);
                entries[dependent].owners.push(Link { owner, reference });
                let dependents = &mut entries[owner.0 as usize].dependents;
                if dependents.last() != Some(&dependent_id) {
                    dependents.push(dependent_id);
                }
            }
        }
        Catalog {
            later: entries.len(),
            entries,
            objects: count,
            by_uid,
            twins,
            by_key,
            names,
            kinds,
        }
    }

    /// One thing.
    pub fn get(&self, id: ThingId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    /// All objects of the source.
    pub fn objects(&self) -> impl DoubleEndedIterator<Item = ThingId> + use<> {
        let later = number(self.later)..number(self.entries.len());
        (0..number(self.objects)).chain(later).map(ThingId)
    }

    /// The same with objects that came into being while the source was watched: every thing keeps its number.
    #[must_use]
    pub fn grown(&self, created: &[Arc<Object>], names: Arc<Names>) -> Self {
        let mut grown = self.clone();
        grown.names = names;
        for object in created {
            let kind = grown.kinds.get(object.kind);
            let identity = Identity::of(object, kind.preferred(), kind.kind);
            let known = grown.by_identity(&identity);
            // On another branch the same version may have made the same object.
            if known.is_some_and(|known| grown.get(known).identity == identity && !grown.is_absent(known)) {
                continue;
            }
            let id = ThingId(number(grown.entries.len()));
            if *grown.by_uid.entry(object.meta.uid).or_insert(id) != id {
                grown.twins.entry(object.meta.uid).or_default().push(id);
            }
            grown.by_key.entry(object.key()).or_insert(id);
            let mut owners = Vec::new();
            for &reference in &object.meta.owner_references {
                if let Some(owner) = grown.owner(&reference, object.meta.namespace) {
                    owners.push(Link { owner, reference });
                    grown.entries[owner.0 as usize].dependents.push(id);
                }
            }
            grown.entries.push(Entry {
                object: Some(object.clone()),
                identity,
                owners,
                dependents: Vec::new(),
            });
        }
        grown
    }

    /// The owners that only references name. They have their numbers between the objects that were read and those that
    /// came into being later.
    pub fn absent(&self) -> impl DoubleEndedIterator<Item = ThingId> + use<> {
        (number(self.objects)..number(self.later)).map(ThingId)
    }

    /// The objects of the source as it was read.
    pub fn opened(&self) -> impl DoubleEndedIterator<Item = ThingId> + ExactSizeIterator + use<> {
        (0..number(self.objects)).map(ThingId)
    }

    /// How many objects the source has.
    pub fn object_count(&self) -> usize {
        self.objects + self.entries.len() - self.later
    }

    /// How many things there are, missing owners among them.
    pub fn thing_count(&self) -> usize {
        self.entries.len()
    }

    /// The thing that this object is, or is a later state of.
    pub fn of_object(&self, object: &Object) -> Option<ThingId> {
        let kind = self.kinds.get(object.kind);
        self.by_identity(&Identity::of(object, kind.preferred(), kind.kind))
    }

    /// The thing with the uid of a reference of something in `namespace`; of several the one that it names.
    pub fn owner(&self, reference: &OwnerReference, namespace: Name) -> Option<ThingId> {
        self.by_identity(&Identity::of_reference(reference, namespace))
    }

    /// The object that the source has under this key.
    pub fn by_key(&self, key: &ObjectKey) -> Option<ThingId> {
        self.by_key.get(key).copied()
    }

    /// The thing that an effect or a verdict speaks of.
    pub fn by_identity(&self, identity: &Identity) -> Option<ThingId> {
        let first = *self.by_uid.get(&identity.uid)?;
        Some(best(
            &self.entries,
            first,
            self.twins.get(&identity.uid),
            identity,
        ))
    }

    /// The thing that a thing of the catalog before a change is now: what has its place, or else its uid. The strings
    /// of the two have the same numbers, as far as the earlier one has them.
    pub fn carried(&self, before: &Catalog, id: ThingId) -> Option<ThingId> {
        let entry = before.entries.get(id.0 as usize)?;
        let same_place = entry
            .object
            .as_ref()
            .and_then(|object| self.by_key(&object.key()));
        same_place.or_else(|| self.by_uid.get(&entry.identity.uid).copied())
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// The strings of the source.
    pub fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// The kinds of the source.
    pub fn kinds(&self) -> &Arc<Kinds> {
        &self.kinds
    }

    /// The kind's name of a thing.
    pub fn kind_of(&self, id: ThingId) -> &str {
        self.text(self.get(id).identity.kind)
    }

    /// The thing's own name.
    pub fn name_of(&self, id: ThingId) -> &str {
        self.text(self.get(id).identity.name)
    }

    /// The thing's namespace, empty where it has none.
    pub fn namespace_of(&self, id: ThingId) -> &str {
        self.text(self.get(id).identity.namespace)
    }

    /// Whether the thing is an owner that the source does not have.
    pub fn is_absent(&self, id: ThingId) -> bool {
        self.get(id).object.is_none()
    }

    /// The first object of this kind, namespace and name.
    pub fn find(&self, kind: &str, namespace: &str, name: &str) -> Option<ThingId> {
        let (kind, namespace, name) = (
            self.names.find(kind)?,
            self.names.find(namespace)?,
            self.names.find(name)?,
        );
        self.objects().find(|&id| {
            let identity = &self.get(id).identity;
            identity.kind == kind && identity.namespace == namespace && identity.name == name
        })
    }

    /// Whether DELETE of this kind has a grace period.
    pub fn is_graceful(&self, kind: KindId) -> bool {
        self.kinds.get(kind).graceful
    }

    /// Orders two things as lists show them: by kind, then by name, numbers by their value.
    pub fn compare(&self, left: ThingId, right: ThingId) -> std::cmp::Ordering {
        let (one, other) = (&self.get(left).identity, &self.get(right).identity);
        self.names
            .compare(one.kind, other.kind)
            .then_with(|| natural(self.text(one.name), self.text(other.name)))
            .then_with(|| left.cmp(&right))
    }
}

/// Of the things with one uid the one that `named` fits best; the first of those that fit equally well.
fn best(entries: &[Entry], first: ThingId, twins: Option<&Vec<ThingId>>, named: &Identity) -> ThingId {
    let Some(twins) = twins else { return first };
    let fit = |id: ThingId| {
        let one = &entries[id.0 as usize].identity;
        u8::from(one.kind == named.kind)
            + u8::from(one.name == named.name)
            + u8::from(one.namespace == named.namespace)
    };
    let alike = twins.iter().take(TWINS_LOOKED_AT).copied();
    alike.fold(first, |best, one| if fit(one) > fit(best) { one } else { best })
}

/// How many things with one uid are looked at; in a real cluster there is one.
const TWINS_LOOKED_AT: usize = 64;

fn absent(reference: &OwnerReference, namespace: Name) -> Entry {
    Entry {
        object: None,
        identity: Identity::of_reference(reference, namespace),
        owners: Vec::new(),
        dependents: Vec::new(),
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("the limit of objects is below four billion")
}
