use super::{Cause, CauseReason, Cluster, DeleteOptions, Field, Policy};
use crate::object::{KindId, Name, Names, Object, ObjectMeta, OwnerReference};
use crate::versions::Switch;
use alloc::vec::Vec;

/// What is wrong with `DeleteOptions` (API-5, API-8).
pub(super) fn delete_options(names: &Names, options: &DeleteOptions) -> Vec<Cause> {
    let mut causes = Vec::new();
    if options.orphan_dependents.is_some() && options.policy.is_some() {
        causes.push(invalid(Field::PropagationPolicy));
    }
    if matches!(options.policy, Some(Policy::Unknown(_))) {
        causes.push(cause(
            CauseReason::FieldValueNotSupported,
            Field::PropagationPolicy,
        ));
    }
    if options.dry_run.iter().any(|&word| names.text(word) != "All") {
        causes.push(cause(CauseReason::FieldValueNotSupported, Field::DryRun));
    }
    causes
}

/// What is wrong with an object to be created (API-8).
pub(super) fn created(cluster: &Cluster, object: &Object) -> Vec<Cause> {
    let mut causes = Vec::new();
    if object.meta.name == Name::EMPTY {
        causes.push(cause(CauseReason::FieldValueRequired, Field::Name));
    } else {
        name(cluster, object.kind, object.meta.name, &mut causes);
    }
    labels(&cluster.names, &object.meta.labels, &[], &mut causes);
    metadata(cluster, object.kind, &object.meta, &mut causes);
    causes
}

/// What is wrong with an update of `old` to `new` (API-4, API-8).
pub(super) fn updated(cluster: &Cluster, old: &Object, new: &Object) -> Vec<Cause> {
    let mut causes = Vec::new();
    labels(&cluster.names, &new.meta.labels, &old.meta.labels, &mut causes);
    metadata(cluster, new.kind, &new.meta, &mut causes);
    if cluster.kinds.get(new.kind).custom {
        // Custom resources are validated by three layers, two of which know nothing of finalizers' names.
        for _ in 0..2 {
            owner_references(cluster, &new.meta.owner_references, &mut causes);
            changes(&old.meta, &new.meta, &mut causes);
        }
    } else {
        changes(&old.meta, &new.meta, &mut causes);
    }
    causes
}

fn metadata(cluster: &Cluster, kind: KindId, meta: &ObjectMeta, causes: &mut Vec<Cause>) {
    owner_references(cluster, &meta.owner_references, causes);
    finalizers(cluster, kind, &meta.finalizers, causes);
}

/// What the names of a kind's objects have to be (`ValidateObjectMeta` with the function of the kind's strategy).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameForm {
    /// A DNS subdomain: what almost every kind takes.
    Subdomain,
    /// A DNS label: namespaces.
    Label,
    /// Anything that can stand in a path: the kinds of RBAC.
    PathSegment,
    /// What the name has to be follows from the rest of the object, which is not kept, or from the version.
    Unchecked,
}

impl NameForm {
    /// That of a kind.
    pub fn of(names: &Names, kind: &crate::object::Kind) -> Self {
        match (names.text(kind.group), names.text(kind.kind)) {
            ("", "Namespace") => NameForm::Label,
            ("", "Service") | ("networking.k8s.io", "IPAddress") => NameForm::Unchecked,
            ("rbac.authorization.k8s.io", _) => NameForm::PathSegment,
            _ => NameForm::Subdomain,
        }
    }

    /// Whether a name is no longer than such names may be.
    pub fn fits(self, name: &str) -> bool {
        match self {
            NameForm::Subdomain => name.len() <= 253,
            NameForm::Label => name.len() <= 63,
            NameForm::PathSegment | NameForm::Unchecked => true,
        }
    }

    /// Whether a name is made of what such names are made of.
    pub fn accepts(self, name: &str) -> bool {
        match self {
            NameForm::Subdomain => is_dotted(name),
            NameForm::Label => is_lower(name),
            NameForm::PathSegment => !matches!(name, "." | "..") && !name.contains(['/', '%']),
            NameForm::Unchecked => true,
        }
    }
}

/// A name that its kind does not take, by its length and by its letters.
fn name(cluster: &Cluster, kind: KindId, name: Name, causes: &mut Vec<Cause>) {
    let (names, text) = (&cluster.names, cluster.names.text(name));
    let form = NameForm::of(names, cluster.kinds.get(kind));
    if !form.fits(text) {
        causes.push(invalid(Field::NameLength));
    }
    if !form.accepts(text) {
        causes.push(invalid(Field::Name));
    }
}

/// Labels that were not there before: what is stored was taken once. A label has a cause for everything that is wrong
/// with its key and its value.
fn labels(names: &Names, labels: &[(Name, Name)], stored: &[(Name, Name)], causes: &mut Vec<Cause>) {
    for label in labels.iter().filter(|label| !stored.contains(label)) {
        let (key, value) = (names.text(label.0), names.text(label.1));
        let of_value = usize::from(value.len() > 63) + usize::from(!value.is_empty() && !is_part(value));
        causes.extend((0..key_faults(key)).map(|_| invalid(Field::LabelKey(label.0))));
        causes.extend((0..of_value).map(|_| invalid(Field::LabelValue(label.1))));
    }
}

/// How much is wrong with a label's key: its prefix by length and by letters, and so its name; or that there are more parts.
fn key_faults(key: &str) -> usize {
    let of_name = |name: &str| usize::from(name.is_empty() || name.len() > 63) + usize::from(!is_part(name));
    match key.split_once('/') {
        None => of_name(key),
        Some((_, rest)) if rest.contains('/') => 1,
        Some(("", name)) => 1 + of_name(name),
        Some((prefix, name)) => {
            usize::from(prefix.len() > 253) + usize::from(!is_dotted(prefix)) + of_name(name)
        }
    }
}

/// API-1, in the order of API-8: entry by entry.
fn owner_references(cluster: &Cluster, references: &[OwnerReference], causes: &mut Vec<Cause>) {
    use CauseReason::{FieldValueInvalid, FieldValueRequired};
    let names = &cluster.names;
    let indexed = cluster.has(Switch::ApiOwnerReferenceIndexedCauses);
    let missing = if indexed {
        FieldValueRequired
    } else {
        FieldValueInvalid
    };
    let at = |number: usize, field: fn(u32) -> Field, whole: Field| match u32::try_from(number) {
        Ok(number) if indexed => field(number),
        _ => whole,
    };
    let mut controlled = false;
    for (number, reference) in references.iter().enumerate() {
        let api_version = at(number, Field::OwnerApiVersion, Field::AnyOwnerApiVersion);
        if reference.api_version == Name::EMPTY {
            causes.push(cause(missing, api_version));
        } else if !is_api_version(names.text(reference.api_version)) {
            causes.push(invalid(api_version));
        }
        for (member, field) in [
            (reference.kind, at(number, Field::OwnerKind, Field::AnyOwnerKind)),
            (reference.name, at(number, Field::OwnerName, Field::AnyOwnerName)),
            (reference.uid, at(number, Field::OwnerUid, Field::AnyOwnerUid)),
        ] {
            if member == Name::EMPTY {
                causes.push(cause(missing, field));
            }
        }
        if reference.api_version == Name::V1 && reference.kind == Name::EVENT {
            causes.push(invalid(at(number, Field::OwnerReference, Field::OwnerReferences)));
        }
        if reference.controller == Some(true) {
            if controlled {
                causes.push(invalid(Field::OwnerReferences));
            }
            controlled = true;
        }
    }
}

/// API-3.
fn finalizers(cluster: &Cluster, kind: KindId, finalizers: &[Name], causes: &mut Vec<Cause>) {
    let custom = cluster.kinds.get(kind).custom;
    for (number, &finalizer) in (0..).zip(finalizers) {
        let text = cluster.names.text(finalizer);
        let standard = [Name::ORPHAN, Name::FOREGROUND_DELETION, Name::KUBERNETES].contains(&finalizer);
        if !is_qualified_name(text) || !(custom || standard || text.contains('/')) {
            causes.push(invalid(Field::Finalizer(number)));
        }
    }
    if finalizers.contains(&Name::ORPHAN) && finalizers.contains(&Name::FOREGROUND_DELETION) {
        causes.push(invalid(Field::Finalizers));
    }
}

/// API-4 and API-18: what an update may not change.
fn changes(old: &ObjectMeta, new: &ObjectMeta, causes: &mut Vec<Cause>) {
    if old.is_deleting()
        && new
            .finalizers
            .iter()
            .any(|&finalizer| !old.has_finalizer(finalizer))
    {
        causes.push(cause(CauseReason::FieldValueForbidden, Field::Finalizers));
    }
    if new.uid != old.uid {
        causes.push(invalid(Field::Uid));
    }
    if new.deletion_timestamp != old.deletion_timestamp {
        causes.push(invalid(Field::DeletionTimestamp));
    }
}

/// `version`, or `group/version` with both parts.
fn is_api_version(text: &str) -> bool {
    match text.split_once('/') {
        None => !text.is_empty(),
        Some((group, version)) => !group.is_empty() && !version.is_empty() && !version.contains('/'),
    }
}

/// A name of at most 63 letters, digits, `-`, `_` and `.`, after an optional DNS subdomain and a slash.
fn is_qualified_name(text: &str) -> bool {
    match text.split_once('/') {
        None => is_name_part(text),
        Some((prefix, name)) => is_subdomain(prefix) && is_name_part(name),
    }
}

fn is_name_part(text: &str) -> bool {
    text.len() <= 63 && is_part(text)
}

fn is_part(text: &str) -> bool {
    is_framed(text, u8::is_ascii_alphanumeric, |byte| {
        matches!(byte, b'-' | b'_' | b'.')
    })
}

fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && is_dotted(text)
}

fn is_dotted(text: &str) -> bool {
    text.split('.').all(is_lower)
}

fn is_lower(text: &str) -> bool {
    let lower = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    is_framed(text, lower, |byte| byte == b'-')
}

/// Not empty, of `outer` and `inner` bytes, with `outer` ones at both ends.
fn is_framed(text: &str, outer: impl Fn(&u8) -> bool, inner: impl Fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(&outer)
        && bytes.last().is_some_and(&outer)
        && bytes.iter().all(|byte| outer(byte) || inner(*byte))
}

fn cause(reason: CauseReason, field: Field) -> Cause {
    Cause { reason, field }
}

fn invalid(field: Field) -> Cause {
    cause(CauseReason::FieldValueInvalid, field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_versions() {
        for good in ["v1", "apps/v1", "example.com/v1beta1"] {
            assert!(is_api_version(good), "{good}");
        }
        for bad in ["", "apps/", "/v1", "a/b/c", "/"] {
            assert!(!is_api_version(bad), "{bad}");
        }
    }

    #[test]
    fn names_of_kinds() {
        use NameForm::{Label, PathSegment, Subdomain, Unchecked};
        for (form, good, bad) in [
            (Subdomain, "a.b-c.9", "A"),
            (Subdomain, "0", "a..b"),
            (Subdomain, "x", "-x"),
            (Label, "a-b", "a.b"),
            (PathSegment, "system:node", "a/b"),
            (PathSegment, "...", ".."),
        ] {
            assert!(form.accepts(good) && form.fits(good), "{good}");
            assert!(!form.accepts(bad), "{bad}");
        }
        assert!(Unchecked.accepts("A/b"));
        let long = "a".repeat(254);
        assert_eq!(
            [Subdomain.fits(&long[..253]), Subdomain.fits(&long)],
            [true, false]
        );
        assert_eq!([Label.fits(&long[..63]), Label.fits(&long[..64])], [true, false]);
        assert_eq!(
            ["app", "x.y/z", "", "/", "a/b/c"].map(key_faults),
            [0, 0, 2, 3, 1]
        );
    }

    #[test]
    fn qualified_names() {
        for good in [
            "orphan",
            "cleanup",
            "a",
            "example.com/x",
            "a-b.c/d_e.F-9",
            "x.y.z/9",
        ] {
            assert!(is_qualified_name(good), "{good}");
        }
        for bad in [
            "",
            "/",
            "a/",
            "/a",
            "a/b/c",
            "-a",
            "a-",
            "a b",
            "Example.com/x",
            "a..b/c",
            "-a.b/c",
            "ä",
        ] {
            assert!(!is_qualified_name(bad), "{bad}");
        }
        let long = "a".repeat(64);
        assert!(!is_qualified_name(&long));
        assert!(is_qualified_name(&long[..63]));
    }
}
