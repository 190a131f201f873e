use super::admission::Admission;
use super::kinds::add_kind;
use super::{
    Change, Document, Draft, Edit, KindDraft, LONGEST_TEXT, Limit, MOST_DRAWN, MOST_FINALIZERS, MOST_LABELS,
    MOST_OWNERS, Owner, OwnerDraft, Place, Refusal, StepName, Why,
};
use kubeloupe_core::apiserver::{OwnerPatch, Patch};
use kubeloupe_core::object::{Facts, List, Name, Object, ObjectKey, ObjectMeta, OwnerReference, PodPhase};
use kubeloupe_formats::reference::ObjectRef;
use std::sync::Arc;

/// A change that was made.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The drawing after it.
    pub document: Document,
    /// What it is called.
    pub name: StepName,
    /// The object that it was about, if that is there.
    pub focus: Option<ObjectKey>,
}

/// Makes a change, if the API server takes it: what is added or called otherwise is created, what changes is patched.
pub fn apply(document: &Document, edit: &Edit) -> Result<Applied, Refusal> {
    let mut document = document.clone();
    match edit {
        Edit::Add(draft) => add(document, draft),
        Edit::Duplicate(key) => duplicate(document, key),
        Edit::Remove(key) => {
            let place = document.position(key).ok_or(Why::Gone)?;
            let name = StepName::Remove(called(&document, key));
            document.objects.remove(place);
            Ok(Applied {
                document,
                name,
                focus: None,
            })
        }
        Edit::Change(key, change) => make(document, key, change),
    }
}

fn called(document: &Document, key: &ObjectKey) -> String {
    ObjectRef::of_key(&document.cluster, key).to_string()
}

/// Adds the namespace of this name, as the API server makes it.
pub(super) fn make_namespace(document: &mut Document, name: &str) -> Result<(), Refusal> {
    let kind = document.namespace_kind().ok_or(Why::Gone)?;
    let name = document.intern(name);
    let meta = ObjectMeta {
        name,
        ..ObjectMeta::default()
    };
    create(document, object(kind, meta)).map(drop)
}

fn object(kind: kubeloupe_core::object::KindId, meta: ObjectMeta) -> Object {
    Object {
        kind,
        meta,
        facts: Facts::None,
    }
}

/// Creates an object and adds what the API server makes of it. Returns its place.
fn create(document: &mut Document, sent: Object) -> Result<usize, Refusal> {
    if document.objects.len() >= MOST_DRAWN {
        return Err(Why::Limit(Limit::Objects).into());
    }
    let key = sent.key();
    let mut admission = Admission::new(document, &key, None);
    admission.create(sent)?;
    let mut made = admission.take(document, &key).ok_or(Why::Gone)?;
    document.identify(&mut made);
    document.objects.push(Arc::new(made));
    Ok(document.objects.len() - 1)
}

fn add(mut document: Document, draft: &Draft) -> Result<Applied, Refusal> {
    let kind = match &draft.kind {
        KindDraft::Known(kind) => *kind,
        KindDraft::Custom(custom) => add_kind(&mut document, custom)?,
    };
    let name = typed(&mut document, Place::Name, &draft.name)?;
    let namespace = typed(&mut document, Place::Namespace, &draft.namespace)?;
    let mut meta = ObjectMeta {
        name,
        namespace,
        ..ObjectMeta::default()
    };
    if let Some(owner) = draft.owner {
        meta.owner_references = [reference_to(&document, &owner, &[])?].into_iter().collect();
    }
    let sent = object(kind, meta);
    let place = match create(&mut document, sent.clone()) {
        Err(Refusal {
            why: Why::NoNamespace(namespace),
            ..
        }) if draft.makes_namespace => {
            make_namespace(&mut document, &namespace).map_err(|refusal| Refusal {
                place: Some(Place::Namespace),
                ..refusal
            })?;
            create(&mut document, sent)?
        }
        made => made?,
    };
    let node = typed(&mut document, Place::Name, &draft.node)?;
    let made = Arc::make_mut(&mut document.objects[place]);
    if let Facts::Pod(pod) = &mut made.facts
        && node != Name::EMPTY
    {
        pod.node = node;
        pod.phase = PodPhase::Running;
    }
    let key = made.key();
    Ok(Applied {
        name: StepName::Add(called(&document, &key)),
        focus: Some(key),
        document,
    })
}

/// A copy lives: it is not being deleted, and nobody has seen it yet.
fn duplicate(mut document: Document, key: &ObjectKey) -> Result<Applied, Refusal> {
    let original = document.get(key).ok_or(Why::Gone)?.clone();
    let mut copy = Object::clone(&original);
    copy.meta = ObjectMeta {
        name: original.meta.name,
        namespace: original.meta.namespace,
        finalizers: original.meta.finalizers.clone(),
        owner_references: original.meta.owner_references.clone(),
        labels: original.meta.labels.clone(),
        ..ObjectMeta::default()
    };
    let text = document.cluster.names.text(original.meta.name).to_owned();
    let stem = match text.rsplit_once('-') {
        Some((stem, number)) if !stem.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => text.as_str(),
    };
    // Each try has another name, and there are fewer objects than tries.
    let mut number = 2;
    copy.meta.name = loop {
        let name = document.intern(&format!("{stem}-{number}"));
        let key = ObjectKey { name, ..copy.key() };
        if document.get(&key).is_none() {
            break name;
        }
        number += 1;
    };
    let facts = copy.facts.clone();
    let place = create(&mut document, copy)?;
    let made = Arc::make_mut(&mut document.objects[place]);
    if !matches!(facts, Facts::Namespace(_) | Facts::Crd(_)) {
        made.facts = facts;
    }
    let focus = Some(made.key());
    Ok(Applied {
        name: StepName::Duplicate(called(&document, key)),
        focus,
        document,
    })
}

fn make(mut document: Document, key: &ObjectKey, change: &Change) -> Result<Applied, Refusal> {
    let place = document.position(key).ok_or(Why::Gone)?;
    let old = document.objects[place].clone();
    let name = match change {
        Change::Name(_) => StepName::Name,
        Change::Namespace(_) => StepName::Namespace,
        Change::Uid(_) => StepName::Uid,
        Change::Finalizers(_) => StepName::Finalizers,
        Change::Labels(_) => StepName::Labels,
        Change::AddOwner(_) | Change::WriteOwner(None, _) => StepName::AddOwner,
        Change::WriteOwner(Some(_), _) => StepName::WriteOwner,
        Change::Controller(..) => StepName::Controller,
        Change::Blocks(..) => StepName::Blocks,
        Change::RemoveOwner(_) => StepName::RemoveOwner,
    };
    let name = name(called(&document, key));
    let meta = &old.meta;
    match change {
        Change::Name(text) => {
            let renamed = typed(&mut document, Place::Name, text)?;
            move_to(&mut document, place, |meta| meta.name = renamed)?;
        }
        Change::Namespace(text) => {
            let moved = typed(&mut document, Place::Namespace, text)?;
            move_to(&mut document, place, |meta| meta.namespace = moved)?;
        }
        Change::Uid(text) => {
            let uid = new_uid(&mut document, text)?;
            move_to(&mut document, place, |meta| meta.uid = uid)?;
        }
        Change::Finalizers(list) => {
            limit(list.len(), MOST_FINALIZERS, Limit::Finalizers, Place::Finalizers)?;
            let finalizers = list
                .iter()
                .map(|text| typed(&mut document, Place::Finalizers, text))
                .collect::<Result<List<Name>, Refusal>>()?;
            patch(
                &mut document,
                place,
                Patch {
                    finalizers: Some(finalizers),
                    ..Patch::default()
                },
            )?;
        }
        Change::Labels(list) => {
            limit(list.len(), MOST_LABELS, Limit::Labels, Place::Labels)?;
            let mut labels: Vec<(Name, Option<Name>)> =
                meta.labels.iter().map(|&(key, _)| (key, None)).collect();
            for (key, value) in list {
                let key = typed(&mut document, Place::Labels, key)?;
                let value = typed(&mut document, Place::Labels, value)?;
                labels.retain(|(other, _)| *other != key);
                labels.push((key, Some(value)));
            }
            patch(
                &mut document,
                place,
                Patch {
                    labels,
                    ..Patch::default()
                },
            )?;
        }
        Change::AddOwner(_)
        | Change::WriteOwner(..)
        | Change::Controller(..)
        | Change::Blocks(..)
        | Change::RemoveOwner(_) => {
            let references = references_after(&mut document, &old, change)?;
            limit(references.len(), MOST_OWNERS, Limit::Owners, Place::Owners(None))?;
            patch(
                &mut document,
                place,
                Patch {
                    owner_references: Some(OwnerPatch::Replace(references.into())),
                    ..Patch::default()
                },
            )?;
        }
    }
    // An update that takes the last finalizer off an object that is being deleted lets it go.
    let focus = match change {
        Change::Name(_) | Change::Namespace(_) | Change::Uid(_) => Some(document.objects[place].key()),
        _ => document.get(key).map(|object| object.key()),
    };
    Ok(Applied {
        document,
        name,
        focus,
    })
}

/// The owner references of an object after a change of them.
fn references_after(
    document: &mut Document,
    old: &Object,
    change: &Change,
) -> Result<Vec<OwnerReference>, Refusal> {
    let mut references = old.meta.owner_references.to_vec();
    let known = references.len();
    let at = |number: usize| {
        if number < known {
            Ok(number)
        } else {
            Err(Refusal::from(Why::Gone))
        }
    };
    match change {
        Change::AddOwner(owner) => {
            let reference = reference_to(document, owner, &references)?;
            references.push(reference);
        }
        Change::WriteOwner(number, draft) => {
            let reference = typed_reference(document, draft, *number)?;
            match number {
                None => references.push(reference),
                Some(number) => references[at(*number)?] = reference,
            }
        }
        Change::Controller(number, on) => references[at(*number)?].controller = on.then_some(true),
        Change::Blocks(number, on) => references[at(*number)?].block_owner_deletion = on.then_some(true),
        Change::RemoveOwner(number) => drop(references.remove(at(*number)?)),
        Change::Name(_)
        | Change::Namespace(_)
        | Change::Uid(_)
        | Change::Finalizers(_)
        | Change::Labels(_) => {}
    }
    Ok(references)
}

/// A reference to an owner, as controllers make it: the first owner is the controller and waits for its dependents,
/// further ones are neither.
fn reference_to(
    document: &Document,
    owner: &Owner,
    others: &[OwnerReference],
) -> Result<OwnerReference, Refusal> {
    let reference = match owner {
        Owner::Object(key) => {
            let object = document.get(key).ok_or(Why::Gone)?;
            let kind = document.cluster.kinds.get(key.kind);
            OwnerReference {
                api_version: kind.preferred(),
                kind: kind.kind,
                name: key.name,
                uid: object.meta.uid,
                controller: None,
                block_owner_deletion: None,
            }
        }
        Owner::Absent(reference) => *reference,
    };
    owned_by(reference, others)
}

/// The reference with its flags, beside the others that an object has.
pub(super) fn owned_by(
    mut reference: OwnerReference,
    others: &[OwnerReference],
) -> Result<OwnerReference, Refusal> {
    if others.iter().any(|other| other.uid == reference.uid) {
        return Err(Refusal::at(Place::Owners(None), Why::OwnedAlready));
    }
    if others.iter().all(|other| other.controller != Some(true)) {
        reference.controller = Some(true);
        reference.block_owner_deletion = Some(true);
    }
    Ok(reference)
}

fn typed_reference(
    document: &mut Document,
    draft: &OwnerDraft,
    number: Option<usize>,
) -> Result<OwnerReference, Refusal> {
    let place = Place::Owners(number);
    Ok(OwnerReference {
        api_version: typed(document, place, &draft.api_version)?,
        kind: typed(document, place, &draft.kind)?,
        name: typed(document, place, &draft.name)?,
        uid: typed(document, place, &draft.uid)?,
        controller: draft.controller.then_some(true),
        block_owner_deletion: draft.blocks.then_some(true),
    })
}

/// Patches an object, or takes it away where the patch lets it go (API-17).
fn patch(document: &mut Document, place: usize, patch: Patch) -> Result<(), Refusal> {
    let old = document.objects[place].clone();
    let key = old.key();
    let mut admission = Admission::new(document, &key, None);
    admission.patch(&key, patch)?;
    match admission.take(document, &key) {
        None => drop(document.objects.remove(place)),
        Some(mut made) => {
            if made.meta.resource_version != old.meta.resource_version {
                let newest = document
                    .objects
                    .iter()
                    .map(|object| object.meta.resource_version)
                    .max();
                made.meta.resource_version = newest.unwrap_or(0).saturating_add(1);
            }
            document.objects[place] = Arc::new(made);
        }
    }
    Ok(())
}

/// Changes what an object cannot change once it is stored. The API server has to take it as it would be created, where
/// it was not before; everything else of it stays, and references that meant it go on meaning it.
fn move_to(document: &mut Document, place: usize, change: impl Fn(&mut ObjectMeta)) -> Result<(), Refusal> {
    let old = document.objects[place].clone();
    let mut new = Object::clone(&old);
    change(&mut new.meta);
    let key = new.key();
    let mut admission = Admission::new(document, &key, Some(&old.key()));
    admission.create(new.clone())?;
    let stored = admission.take(document, &key);
    if let Some(stored) = stored.filter(|stored| matches!(stored.facts, Facts::Namespace(_))) {
        // Its name is one of its labels.
        new.meta.labels = stored.meta.labels;
    }
    let (before, after) = (old.meta.clone(), new.meta.clone());
    document.objects[place] = Arc::new(new);
    let kind = document.cluster.kinds.get(old.kind).clone();
    let means_it = |reference: &OwnerReference| {
        reference.uid == before.uid && reference.name == before.name && reference.kind == kind.kind
    };
    for dependent in &mut document.objects {
        if dependent.meta.owner_references.iter().any(means_it) {
            let meta = &mut Arc::make_mut(dependent).meta;
            let references = meta.owner_references.iter().map(|reference| {
                if means_it(reference) {
                    OwnerReference {
                        name: after.name,
                        uid: after.uid,
                        ..*reference
                    }
                } else {
                    *reference
                }
            });
            meta.owner_references = references.collect();
        }
    }
    let namespaces = document.namespace_kind() == Some(old.kind) && before.name != after.name;
    if namespaces {
        // What is in a namespace goes with it.
        for inhabitant in &mut document.objects {
            if inhabitant.meta.namespace == before.name {
                Arc::make_mut(inhabitant).meta.namespace = after.name;
            }
        }
    }
    Ok(())
}

fn new_uid(document: &mut Document, text: &str) -> Result<Name, Refusal> {
    if text.is_empty() || text.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err(Refusal::at(Place::Uid, Why::NoUid));
    }
    let uid = typed(document, Place::Uid, text)?;
    match document.objects.iter().find(|object| object.meta.uid == uid) {
        None => Ok(uid),
        Some(other) => {
            let other = called(document, &other.key());
            Err(Refusal::at(Place::Uid, Why::UidTaken(other)))
        }
    }
}

/// The name of a text that somebody typed.
fn typed(document: &mut Document, place: Place, text: &str) -> Result<Name, Refusal> {
    limit(text.len(), LONGEST_TEXT, Limit::Text, place)?;
    Ok(document.intern(text))
}

fn limit(count: usize, most: usize, limit: Limit, place: Place) -> Result<(), Refusal> {
    if count > most {
        return Err(Refusal::at(place, Why::Limit(limit)));
    }
    Ok(())
}
