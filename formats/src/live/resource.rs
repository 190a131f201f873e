use super::discovery::GroupVersion;
use crate::dump::{CustomKind, group_of};
use kubeloupe_core::object::{KindId, Kinds, KnownFrom, Names, Scope, ServedVersion};

/// A resource with the group version by which it is asked for: the one that discovery prefers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Resource {
    pub(super) group_version: String,
    pub(super) resource: String,
    pub(super) kind: String,
    pub(super) namespaced: bool,
    /// Every group version that serves it, the preferred one first.
    pub(super) served: Vec<String>,
    /// It can be listed and deleted.
    pub(super) listed: bool,
    /// The collector watches it: it can be listed, watched and deleted.
    pub(super) monitored: bool,
}

impl Resource {
    /// What people call it: `pods`, `databases.db.example.com`.
    pub(super) fn title(&self) -> String {
        match self.group_version.split_once('/') {
            Some((group, _)) => format!("{}.{group}", self.resource),
            None => self.resource.clone(),
        }
    }

    /// Events of both groups: the collector ignores them (GC-70), and there may be more of them than of anything else.
    pub(super) fn is_events(&self) -> bool {
        self.resource == "events"
            && matches!(self.group_version.split('/').next(), Some("v1" | "events.k8s.io"))
    }
}

/// The resources of all group versions, each once.
pub(super) fn resources(group_versions: &[GroupVersion]) -> Vec<Resource> {
    let mut resources: Vec<Resource> = Vec::new();
    for group_version in group_versions {
        let group = group_version.group();
        for served in &group_version.resources {
            let same = |known: &&mut Resource| {
                known.resource == served.resource
                    && known.kind == served.kind
                    && known
                        .served
                        .first()
                        .is_some_and(|first| group_of_text(first) == group)
            };
            let name = group_version.name.clone();
            match resources.iter_mut().find(same) {
                // A later version may be the only one that can be listed.
                Some(known) if known.listed || !served.listed => known.served.push(name),
                Some(known) => {
                    known.group_version.clone_from(&name);
                    known.listed = true;
                    known.monitored |= served.monitored;
                    known.served.push(name);
                }
                None => resources.push(Resource {
                    group_version: name.clone(),
                    resource: served.resource.clone(),
                    kind: served.kind.clone(),
                    namespaced: served.namespaced,
                    served: vec![name],
                    listed: served.listed,
                    monitored: served.monitored,
                }),
            }
        }
    }
    resources
}

fn group_of_text(group_version: &str) -> &str {
    group_version.split_once('/').map_or("", |(group, _)| group)
}

/// Puts what discovery says into the table of kinds. A kind that is built in keeps its ways; its scope, its plural and
/// which of its versions are served are the server's. Returns the kind of each resource.
pub(super) fn state(
    resources: &[Resource],
    complete_groups: impl Fn(&str) -> bool,
    names: &mut Names,
    kinds: &mut Kinds,
) -> Vec<KindId> {
    // What is built in and not discovered is not served here, unless its group was silent.
    for id in kinds.ids() {
        let group = names.text(kinds.get(id).group).to_owned();
        if complete_groups(&group) {
            for version in &mut kinds.get_mut(id).versions {
                version.served = false;
            }
        }
    }
    let state_one = |resource: &Resource| {
        let preferred = names.intern(&resource.group_version);
        let (group, kind) = (group_of(names, preferred), names.intern(&resource.kind));
        let mut versions: Vec<ServedVersion> = resource
            .served
            .iter()
            .map(|text| ServedVersion {
                api_version: names.intern(text),
                served: true,
            })
            .collect();
        let scope = if resource.namespaced {
            Scope::Namespaced
        } else {
            Scope::Cluster
        };
        let plural = names.intern(&resource.resource);
        let Some(known) = kinds.of_group(group, kind) else {
            let custom = CustomKind {
                group,
                kind,
                resource: plural,
                scope,
                versions,
                known_from: KnownFrom::Stated,
            };
            let mut kind = custom.into_kind();
            kind.monitored = resource.monitored;
            return kinds.add(kind);
        };
        let mut extended = kinds.get(known).clone();
        let unserved = extended
            .versions
            .iter()
            .filter(|old| versions.iter().all(|new| new.api_version != old.api_version));
        versions.extend(unserved.copied().collect::<Vec<_>>());
        extended.versions = versions;
        extended.scope = scope;
        extended.resource = plural;
        extended.monitored &= resource.monitored;
        kinds.add(extended)
    };
    resources.iter().map(state_one).collect()
}
