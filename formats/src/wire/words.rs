use kubeloupe_core::apiserver::{CauseReason, Field, Policy, Reason, Verb};
use kubeloupe_core::object::Names;
use std::borrow::Cow;

/// `status.reason`.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NotFound => "NotFound",
        Reason::AlreadyExists => "AlreadyExists",
        Reason::Conflict => "Conflict",
        Reason::Invalid => "Invalid",
        Reason::Forbidden => "Forbidden",
        Reason::BadRequest => "BadRequest",
        Reason::UnsupportedMediaType => "UnsupportedMediaType",
        Reason::MethodNotAllowed => "MethodNotAllowed",
        Reason::TooManyRequests => "TooManyRequests",
        Reason::InternalError => "InternalError",
        Reason::Timeout => "Timeout",
    }
}

/// `reason` of a cause.
pub fn cause_reason(reason: CauseReason) -> &'static str {
    match reason {
        CauseReason::FieldValueRequired => "FieldValueRequired",
        CauseReason::FieldValueInvalid => "FieldValueInvalid",
        CauseReason::FieldValueNotSupported => "FieldValueNotSupported",
        CauseReason::FieldValueForbidden => "FieldValueForbidden",
        CauseReason::NamespaceTerminating => "NamespaceTerminating",
    }
}

/// `field` of a cause.
pub fn field(field: Field) -> Cow<'static, str> {
    let owner = |number: u32, member: &str| format!("metadata.ownerReferences[{number}]{member}").into();
    match field {
        Field::Name | Field::NameLength => "metadata.name".into(),
        Field::LabelKey(_) | Field::LabelValue(_) => "metadata.labels".into(),
        Field::Namespace => "metadata.namespace".into(),
        Field::Uid => "metadata.uid".into(),
        Field::DeletionTimestamp => "metadata.deletionTimestamp".into(),
        Field::Finalizers => "metadata.finalizers".into(),
        Field::Finalizer(number) => format!("metadata.finalizers[{number}]").into(),
        Field::OwnerReferences => "metadata.ownerReferences".into(),
        Field::OwnerReference(number) => owner(number, ""),
        Field::OwnerApiVersion(number) => owner(number, ".apiVersion"),
        Field::OwnerKind(number) => owner(number, ".kind"),
        Field::OwnerName(number) => owner(number, ".name"),
        Field::OwnerUid(number) => owner(number, ".uid"),
        Field::AnyOwnerApiVersion => "metadata.ownerReferences.apiVersion".into(),
        Field::AnyOwnerKind => "metadata.ownerReferences.kind".into(),
        Field::AnyOwnerName => "metadata.ownerReferences.name".into(),
        Field::AnyOwnerUid => "metadata.ownerReferences.uid".into(),
        Field::PropagationPolicy => "propagationPolicy".into(),
        Field::DryRun => "dryRun".into(),
    }
}

/// `propagationPolicy`, also one that is none.
pub fn policy(names: &Names, policy: Policy) -> &str {
    match policy {
        Policy::Foreground => "Foreground",
        Policy::Background => "Background",
        Policy::Orphan => "Orphan",
        Policy::Unknown(word) => names.text(word),
    }
}

/// The verb as recordings call it.
pub fn verb(verb: &Verb) -> &'static str {
    match verb {
        Verb::Get => "get",
        Verb::List => "list",
        Verb::Create(_) => "create",
        Verb::Patch(_) => "patch",
        Verb::Update(_) | Verb::UpdateStatus(_) | Verb::UpdateNamespaceStatus(_) | Verb::Finalize(_) => "put",
        Verb::Delete(_) => "delete",
        Verb::DeleteCollection(_) => "deletecollection",
    }
}
