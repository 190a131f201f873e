use super::Limit;
use kubeloupe_core::apiserver::Field;

/// Why a change is not made. Nothing of it is made then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Why.
    pub why: Why,
    /// What of the object it is about, where it is about one thing.
    pub place: Option<Place>,
}

/// The reason of a [`Refusal`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The API server refuses it.
    Api {
        /// The code of its answer.
        code: u16,
        /// Its message.
        message: String,
    },
    /// The API server refuses it because this namespace is not there. It could be made as well.
    NoNamespace(String),
    /// There would be more of something than there may be.
    Limit(Limit),
    /// There is no such object any more.
    Gone,
    /// The object has such a reference already.
    OwnedAlready,
    /// A line of labels has no `=`.
    NotLabel(String),
    /// Objects have a uid, and one without spaces.
    NoUid,
    /// Another object has the uid: the API server never gives one twice.
    UidTaken(String),
    /// An apiVersion of a custom kind is `group/version`.
    NotApiVersion(String),
    /// A kind is a word in capitals like `Database`.
    NotKind(String),
    /// A resource is a word in small letters like `databases`.
    NotResource(String),
    /// The group has a kind of this name already, or the kind is built in.
    KindKnown(String),
}

/// What of an object a refusal is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Its kind.
    Kind,
    /// The resource of its kind.
    Resource,
    /// The apiVersion of its kind.
    ApiVersion,
    /// Its name.
    Name,
    /// Its namespace.
    Namespace,
    /// Its uid.
    Uid,
    /// Its labels.
    Labels,
    /// Its finalizers.
    Finalizers,
    /// Its owner references, or this one of them.
    Owners(Option<usize>),
}

impl Refusal {
    /// A refusal about this of the object.
    pub fn at(place: Place, why: Why) -> Self {
        Refusal {
            why,
            place: Some(place),
        }
    }
}

impl From<Why> for Refusal {
    fn from(why: Why) -> Self {
        Refusal { why, place: None }
    }
}

/// What of an object a cause of the API server is about.
pub(super) fn place(field: Field) -> Option<Place> {
    let owner = |number: u32| Some(Place::Owners(usize::try_from(number).ok()));
    match field {
        Field::Name | Field::NameLength => Some(Place::Name),
        Field::LabelKey(_) | Field::LabelValue(_) => Some(Place::Labels),
        Field::Namespace => Some(Place::Namespace),
        Field::Uid => Some(Place::Uid),
        Field::Finalizers | Field::Finalizer(_) => Some(Place::Finalizers),
        Field::OwnerReferences
        | Field::AnyOwnerApiVersion
        | Field::AnyOwnerKind
        | Field::AnyOwnerName
        | Field::AnyOwnerUid => Some(Place::Owners(None)),
        Field::OwnerReference(number)
        | Field::OwnerApiVersion(number)
        | Field::OwnerKind(number)
        | Field::OwnerName(number)
        | Field::OwnerUid(number) => owner(number),
        Field::DeletionTimestamp | Field::PropagationPolicy | Field::DryRun => None,
    }
}
