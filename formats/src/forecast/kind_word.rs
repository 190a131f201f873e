use super::short_names::SHORT_NAMES;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Kind, KindId, Name, Names};

/// The kinds that `word` names, as kubectl would take it: plural, singular, kind or short name, in any case, with the
/// group or version and group behind a dot. The ones that Kubernetes brings come first.
pub(super) fn kinds_named(cluster: &Cluster, short_names: &[(Name, KindId)], word: &str) -> Vec<KindId> {
    let word = word.to_ascii_lowercase();
    let (name, qualifier) = match word.split_once('.') {
        None => (word.as_str(), None),
        Some((name, qualifier)) => (name, Some(qualifier)),
    };
    let of_name = |id: &KindId| is_called(cluster, short_names, *id, name);
    let called: Vec<KindId> = cluster.kinds.ids().filter(of_name).collect();
    let Some(qualifier) = qualifier else { return called };
    let names = &cluster.names;
    let exact = |id: &KindId| is_qualified(cluster.kinds.get(*id), names, qualifier);
    let exactly: Vec<KindId> = called.iter().copied().filter(exact).collect();
    if !exactly.is_empty() {
        return exactly;
    }
    let begins = |id: &KindId| names.text(cluster.kinds.get(*id).group).starts_with(qualifier);
    called.into_iter().filter(begins).collect()
}

/// Every word that names a kind, to look for the one that was meant.
pub(super) fn kind_words<'a>(
    cluster: &'a Cluster,
    short_names: &'a [(Name, KindId)],
) -> impl Iterator<Item = &'a str> {
    let names = &cluster.names;
    let own = cluster.kinds.ids().flat_map(move |id| {
        let kind = cluster.kinds.get(id);
        [names.text(kind.resource), names.text(kind.kind)]
    });
    let built_in = SHORT_NAMES.iter().map(|(short, ..)| *short);
    own.chain(built_in)
        .chain(short_names.iter().map(|(short, _)| names.text(*short)))
}

fn is_called(cluster: &Cluster, short_names: &[(Name, KindId)], id: KindId, word: &str) -> bool {
    let names = &cluster.names;
    let kind = cluster.kinds.get(id);
    let (group, resource) = (names.text(kind.group), names.text(kind.resource));
    resource == word
        || names.text(kind.kind).to_ascii_lowercase() == word
        || short_names
            .iter()
            .any(|&(short, of)| of == id && names.text(short) == word)
        || SHORT_NAMES.contains(&(word, group, resource))
}

/// Whether `qualifier` is the kind's group, or one of its versions and the group.
fn is_qualified(kind: &Kind, names: &Names, qualifier: &str) -> bool {
    let group = names.text(kind.group);
    if qualifier == group {
        return true;
    }
    let Some((version, of_group)) = qualifier.split_once('.') else {
        return false;
    };
    let has = |api_version: &str| match api_version.split_once('/') {
        None => api_version == version,
        Some((_, own)) => own == version,
    };
    of_group == group && kind.versions.iter().any(|one| has(names.text(one.api_version)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_core::object::builtin_kinds;
    use std::sync::Arc;

    fn named(word: &str) -> Vec<String> {
        let mut cluster = Cluster {
            minor: 37,
            ..Cluster::default()
        };
        cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
        let text = |id| {
            let kind = cluster.kinds.get(id);
            format!(
                "{}.{}",
                cluster.names.text(kind.kind),
                cluster.names.text(kind.group)
            )
        };
        kinds_named(&cluster, &[], word).into_iter().map(text).collect()
    }

    #[test]
    fn a_kind_is_named_as_kubectl_takes_it() {
        for word in [
            "deploy",
            "deployments",
            "deployment",
            "Deployment",
            "DEPLOY",
            "deployment.apps",
            "deployments.v1.apps",
            "deploy.app",
        ] {
            assert_eq!(named(word), ["Deployment.apps"], "{word}");
        }
        assert_eq!(named("po"), ["Pod."]);
        assert_eq!(named("pods.v1."), ["Pod."]);
        assert_eq!(named("events"), ["Event.", "Event.events.k8s.io"]);
        assert_eq!(named("events.events.k8s.io"), ["Event.events.k8s.io"]);
    }

    #[test]
    fn another_group_or_version_names_nothing() {
        assert_eq!(named("deployments.v2.apps"), [""; 0]);
        assert_eq!(named("pods.apps"), [""; 0]);
        assert_eq!(named("deploymentz"), [""; 0]);
    }
}
