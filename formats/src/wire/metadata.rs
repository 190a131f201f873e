use super::member::Member;
use super::{WireError, WireProblem};
use kubeloupe_core::object::{List, Name, Names, ObjectMeta, OwnerReference, Time};
use kubeloupe_core::sorted::sort_by;
use serde_json::{Map, Value};

/// Metadata as the server shows it: absent members are left out, creationTimestamp and managedFields always. `time`
/// writes deletionTimestamp.
pub fn metadata(names: &Names, meta: &ObjectMeta, time: impl Fn(Time) -> Value) -> Value {
    let mut shown = Map::new();
    let mut set = |key: &str, value: Value| drop(shown.insert(key.to_owned(), value));
    for (key, name) in [
        ("name", meta.name),
        ("namespace", meta.namespace),
        ("uid", meta.uid),
    ] {
        if name != Name::EMPTY {
            set(key, names.text(name).into());
        }
    }
    if meta.resource_version != 0 {
        set("resourceVersion", meta.resource_version.to_string().into());
    }
    if meta.generation != 0 {
        set("generation", meta.generation.into());
    }
    if let Some(deletion) = meta.deletion_timestamp {
        set("deletionTimestamp", time(deletion));
    }
    if let Some(seconds) = meta.deletion_grace_period_s {
        set("deletionGracePeriodSeconds", seconds.into());
    }
    if !meta.finalizers.is_empty() {
        set("finalizers", texts(names, &meta.finalizers));
    }
    if !meta.owner_references.is_empty() {
        let references = meta.owner_references.iter();
        set(
            "ownerReferences",
            references
                .map(|reference| owner_reference(names, reference))
                .collect(),
        );
    }
    if !meta.labels.is_empty() {
        let labels = meta.labels.iter();
        let labels = labels.map(|&(key, value)| (names.text(key).to_owned(), names.text(value).into()));
        set("labels", Value::Object(labels.collect()));
    }
    Value::Object(shown)
}

/// A list of names.
pub(super) fn texts(names: &Names, list: &[Name]) -> Value {
    list.iter().map(|&name| names.text(name)).collect()
}

/// An owner reference with the members that it has.
pub fn owner_reference(names: &Names, reference: &OwnerReference) -> Value {
    let mut shown = Map::new();
    for (key, name) in [
        ("apiVersion", reference.api_version),
        ("kind", reference.kind),
        ("name", reference.name),
        ("uid", reference.uid),
    ] {
        if name != Name::EMPTY {
            shown.insert(key.to_owned(), names.text(name).into());
        }
    }
    for (key, flag) in [
        ("controller", reference.controller),
        ("blockOwnerDeletion", reference.block_owner_deletion),
    ] {
        if let Some(flag) = flag {
            shown.insert(key.to_owned(), flag.into());
        }
    }
    Value::Object(shown)
}

pub(super) fn read_owner_reference(
    names: &mut Names,
    entry: &Member<'_>,
) -> Result<OwnerReference, WireError> {
    if !entry.value.is_object() {
        return Err(entry.wrong(WireProblem::Expected("a mapping")));
    }
    Ok(OwnerReference {
        api_version: entry.get("apiVersion").name(names)?,
        kind: entry.get("kind").name(names)?,
        name: entry.get("name").name(names)?,
        uid: entry.get("uid").name(names)?,
        controller: entry.get("controller").boolean()?,
        block_owner_deletion: entry.get("blockOwnerDeletion").boolean()?,
    })
}

pub(super) fn read_names(names: &mut Names, list: &Member<'_>) -> Result<List<Name>, WireError> {
    list.elements()?.map(|element| element.name(names)).collect()
}

/// Labels, sorted by the text of their keys.
pub(super) fn read_labels(names: &mut Names, labels: &Member<'_>) -> Result<List<(Name, Name)>, WireError> {
    let mut read = Vec::new();
    for (key, value) in labels.members()? {
        let value = value.name(names)?;
        read.push((names.intern(key), value));
    }
    sort_by(&mut read, |left, right| names.compare(left.0, right.0));
    Ok(read.into())
}

/// What a client may say of a new object's metadata; the server makes the rest.
pub(super) fn read_metadata(names: &mut Names, meta: &Member<'_>) -> Result<ObjectMeta, WireError> {
    let references = meta.get("ownerReferences").elements()?;
    Ok(ObjectMeta {
        name: meta.get("name").name(names)?,
        namespace: meta.get("namespace").name(names)?,
        finalizers: read_names(names, &meta.get("finalizers"))?,
        owner_references: references
            .map(|entry| read_owner_reference(names, &entry))
            .collect::<Result<List<_>, _>>()?,
        labels: read_labels(names, &meta.get("labels"))?,
        ..ObjectMeta::default()
    })
}
