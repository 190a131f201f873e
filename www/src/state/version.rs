use kubeloupe_core::Set;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KnownFrom, Name, ServedVersion, builtin_kinds};
use std::sync::Arc;

/// The same cluster as another minor would have it: its strings and kinds keep their numbers; the built-in kinds are
/// served in that minor's versions, and in those that somebody has switched on.
pub fn as_minor(cluster: &Cluster, minor: u32) -> Cluster {
    let mut names = (*cluster.names).clone();
    let mut kinds = (*cluster.kinds).clone();
    let was = builtin_kinds(&mut names, cluster.minor);
    let is = builtin_kinds(&mut names, minor);
    for id in kinds.ids() {
        let mut kind = kinds.get(id).clone();
        if kind.known_from != KnownFrom::BuiltIn {
            continue;
        }
        let usual: Set<Name> = was
            .of_group(kind.group, kind.kind)
            .map(|id| served(&was.get(id).versions).collect())
            .unwrap_or_default();
        let switched_on: Vec<Name> = served(&kind.versions)
            .filter(|version| !usual.contains(version))
            .collect();
        match is.of_group(kind.group, kind.kind) {
            Some(now) => {
                let now = is.get(now);
                kind.versions.clone_from(&now.versions);
                kind.has_generation = now.has_generation;
            }
            None => kind
                .versions
                .iter_mut()
                .for_each(|version| version.served = false),
        }
        for api_version in switched_on {
            match kind
                .versions
                .iter_mut()
                .find(|version| version.api_version == api_version)
            {
                Some(version) => version.served = true,
                None => kind.versions.push(ServedVersion {
                    api_version,
                    served: true,
                }),
            }
        }
        kinds.add(kind);
    }
    for id in is.ids() {
        let kind = is.get(id);
        if kinds.of_group(kind.group, kind.kind).is_none() {
            kinds.add(kind.clone());
        }
    }
    Cluster {
        names: Arc::new(names),
        kinds: Arc::new(kinds),
        minor,
        ..cluster.clone()
    }
}

fn served(versions: &[ServedVersion]) -> impl Iterator<Item = Name> {
    versions
        .iter()
        .filter(|version| version.served)
        .map(|version| version.api_version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_core::object::Names;

    fn cluster(minor: u32) -> Cluster {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, minor);
        Cluster {
            names: Arc::new(names),
            kinds: Arc::new(kinds),
            minor,
            ..Cluster::default()
        }
    }

    /// `group kind version served` of every version of every kind that is there, sorted.
    fn table(cluster: &Cluster) -> Vec<String> {
        let text = |name| cluster.names.text(name);
        let mut table: Vec<String> = cluster
            .kinds
            .ids()
            .map(|id| cluster.kinds.get(id))
            .filter(|kind| kind.is_served())
            .flat_map(|kind| {
                kind.versions.iter().map(move |version| {
                    format!(
                        "{} {} {}",
                        text(version.api_version),
                        text(kind.kind),
                        version.served
                    )
                })
            })
            .collect();
        table.sort();
        table
    }

    #[test]
    fn a_cluster_is_what_it_would_have_been_read_as() {
        for (from, to) in [(37, 29), (29, 37), (33, 34), (37, 37)] {
            let served = |cluster: &Cluster| {
                table(cluster)
                    .into_iter()
                    .filter(|row| row.ends_with("true"))
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                served(&as_minor(&cluster(from), to)),
                served(&cluster(to)),
                "{from} to {to}"
            );
        }
    }

    #[test]
    fn a_version_that_somebody_switched_on_stays_on() {
        let mut before = cluster(37);
        let (id, version) = before
            .kinds
            .ids()
            .find_map(|id| {
                let off = before
                    .kinds
                    .get(id)
                    .versions
                    .iter()
                    .find(|version| !version.served)?;
                Some((id, off.api_version))
            })
            .expect("some alpha version is off");
        let kinds = Arc::make_mut(&mut before.kinds);
        kinds
            .get_mut(id)
            .versions
            .iter_mut()
            .for_each(|one| one.served |= one.api_version == version);
        let after = as_minor(&before, 36);
        assert!(served(&after.kinds.get(id).versions).any(|one| one == version));
    }
}
