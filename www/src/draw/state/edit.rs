use crate::state::{Source, ThingId};
use kubeloupe_core::object::{KindId, ObjectKey, OwnerReference};

/// One change of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Another object.
    Add(Box<Draft>),
    /// A copy of this object under a name of its own.
    Duplicate(ObjectKey),
    /// The object is taken out of the drawing. Nothing is deleted by anybody: it was never there.
    Remove(ObjectKey),
    /// Something of this object.
    Change(ObjectKey, Change),
}

/// What is changed of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is called otherwise; references that meant it go on meaning it.
    Name(String),
    /// It is in another namespace.
    Namespace(String),
    /// It has another uid; references that meant it go on meaning it.
    Uid(String),
    /// Its finalizers are these.
    Finalizers(Vec<String>),
    /// Its labels are these.
    Labels(Vec<(String, String)>),
    /// It gets an owner.
    AddOwner(Owner),
    /// A reference says this, or another one does (`None`), as it was typed.
    WriteOwner(Option<usize>, OwnerDraft),
    /// `controller` of a reference.
    Controller(usize, bool),
    /// `blockOwnerDeletion` of a reference.
    Blocks(usize, bool),
    /// A reference is taken away.
    RemoveOwner(usize),
}

/// Who becomes an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// An object of the drawing.
    Object(ObjectKey),
    /// One that only references know of, as they call it.
    Absent(OwnerReference),
}

/// A thing of what is open as an owner.
pub fn owner_of(source: &Source, thing: ThingId) -> Owner {
    let entry = source.catalog.get(thing);
    match &entry.object {
        Some(object) => Owner::Object(object.key()),
        None => Owner::Absent(OwnerReference {
            api_version: entry.identity.api_version,
            kind: entry.identity.kind,
            name: entry.identity.name,
            uid: entry.identity.uid,
            ..OwnerReference::default()
        }),
    }
}

/// A reference as it is typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnerDraft {
    /// `apiVersion`.
    pub api_version: String,
    /// `kind`.
    pub kind: String,
    /// `name`.
    pub name: String,
    /// `uid`.
    pub uid: String,
    /// `controller`.
    pub controller: bool,
    /// `blockOwnerDeletion`.
    pub blocks: bool,
}

/// An object that is to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Its kind.
    pub kind: KindDraft,
    /// `namespace`, which cluster-scoped kinds have none of.
    pub namespace: String,
    /// `name`.
    pub name: String,
    /// The node that it runs on, if it is a pod.
    pub node: String,
    /// Its owner.
    pub owner: Option<Owner>,
    /// The namespace is made as well, if it is not there.
    pub makes_namespace: bool,
}

/// The kind of an object that is to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KindDraft {
    /// One that the cluster knows.
    Known(KindId),
    /// One that it does not know yet.
    Custom(CustomDraft),
}

/// A kind as it is typed: what its CustomResourceDefinition would say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CustomDraft {
    /// `group/version`.
    pub api_version: String,
    /// The kind.
    pub kind: String,
    /// The resource, in the plural.
    pub resource: String,
    /// Objects of it are in namespaces.
    pub namespaced: bool,
}
