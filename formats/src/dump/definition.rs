use super::draft::DraftDefinition;
use kubeloupe_core::object::{
    DefaultPolicy, Kind, KindId, Kinds, KnownFrom, Name, Names, Scope, ServedVersion,
};
use kubeloupe_core::sorted::sort_by;
use std::cmp::Ordering;

/// A kind that is not built in.
pub(crate) struct CustomKind {
    pub(crate) group: Name,
    pub(crate) kind: Name,
    pub(crate) resource: Name,
    pub(crate) scope: Scope,
    pub(crate) versions: Vec<ServedVersion>,
    pub(crate) known_from: KnownFrom,
}

impl CustomKind {
    /// As the API server treats custom resources.
    pub(crate) fn into_kind(self) -> Kind {
        Kind {
            group: self.group,
            kind: self.kind,
            resource: self.resource,
            versions: self.versions,
            scope: self.scope,
            known_from: self.known_from,
            custom: true,
            default_policy: DefaultPolicy::DeleteDependents,
            graceful: false,
            has_generation: true,
            monitored: true,
        }
    }
}

/// Adds the kind that a CustomResourceDefinition defines; `None` where its spec does not say enough, or claims a kind
/// that is built in.
pub(crate) fn define(definition: &DraftDefinition, names: &mut Names, kinds: &mut Kinds) -> Option<KindId> {
    let DraftDefinition {
        group,
        kind,
        plural,
        namespaced,
        ..
    } = *definition;
    if group == Name::EMPTY || kind == Name::EMPTY || definition.versions.is_empty() {
        return None;
    }
    if let Some(known) = kinds.of_group(group, kind)
        && kinds.get(known).known_from == KnownFrom::BuiltIn
    {
        return None;
    }
    let mut sorted = definition.versions.clone();
    sort_by(&mut sorted, |left, right| {
        compare_versions(names.text(left.0), names.text(right.0))
    });
    let versions = sorted
        .into_iter()
        .map(|(version, served)| ServedVersion {
            api_version: api_version(names, group, version),
            served,
        })
        .collect();
    let resource = if plural == Name::EMPTY {
        plural_of(names, kind)
    } else {
        plural
    };
    let scope = if namespaced {
        Scope::Namespaced
    } else {
        Scope::Cluster
    };
    let custom = CustomKind {
        group,
        kind,
        resource,
        scope,
        versions,
        known_from: KnownFrom::Crd,
    };
    Some(kinds.add(custom.into_kind()))
}

/// `group/version`.
pub(crate) fn api_version(names: &mut Names, group: Name, version: Name) -> Name {
    if group == Name::EMPTY {
        return version;
    }
    let text = format!("{}/{}", names.text(group), names.text(version));
    names.intern(&text)
}

/// The group in an apiVersion; empty for the core group.
pub(crate) fn group_of(names: &mut Names, api_version: Name) -> Name {
    match names.text(api_version).split_once('/') {
        Some((group, _)) => {
            let group = group.to_owned();
            names.intern(&group)
        }
        None => Name::EMPTY,
    }
}

/// The plural that resources of this kind usually have.
pub(crate) fn plural_of(names: &mut Names, kind: Name) -> Name {
    let singular = names.text(kind).to_ascii_lowercase();
    let plural =
        if singular.ends_with(['s', 'x', 'z']) || singular.ends_with("ch") || singular.ends_with("sh") {
            format!("{singular}es")
        } else if let Some(stem) = singular.strip_suffix('y')
            && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
        {
            format!("{stem}ies")
        } else {
            format!("{singular}s")
        };
    names.intern(&plural)
}

/// The order in which discovery prefers versions: stable before beta before alpha, newer before older; what is no such
/// version comes last, by its text.
pub(crate) fn compare_versions(left: &str, right: &str) -> Ordering {
    match (rank(left), rank(right)) {
        (Some(left), Some(right)) => right.cmp(&left),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left.cmp(right),
    }
}

/// Stability, major and minor of `v2beta3`.
fn rank(version: &str) -> Option<(u8, u64, u64)> {
    let rest = version.strip_prefix('v')?;
    let digits = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    let major = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    if rest.is_empty() {
        return Some((2, major, 0));
    }
    let (stability, minor) = match rest.strip_prefix("beta") {
        Some(minor) => (1, minor),
        None => (0, rest.strip_prefix("alpha")?),
    };
    if minor.starts_with('+') {
        return None;
    }
    Some((stability, major, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_sorted_as_discovery_does() {
        let mut versions = [
            "foo1",
            "v1alpha1",
            "v10",
            "v2",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "foo10",
            "v1",
        ];
        versions.sort_by(|left, right| compare_versions(left, right));
        assert_eq!(
            versions,
            [
                "v10",
                "v2",
                "v1",
                "v11beta2",
                "v10beta3",
                "v3beta1",
                "v12alpha1",
                "v11alpha2",
                "v1alpha1",
                "foo1",
                "foo10"
            ]
        );
    }

    #[test]
    fn plurals_are_the_usual_ones() {
        let names = &mut Names::default();
        for (kind, plural) in [
            ("Database", "databases"),
            ("NetworkPolicy", "networkpolicies"),
            ("Gateway", "gateways"),
            ("Ingress", "ingresses"),
            ("Switch", "switches"),
        ] {
            let kind = names.intern(kind);
            let found = plural_of(names, kind);
            assert_eq!(names.text(found), plural);
        }
    }
}
