use super::controller::{NamespaceContext, Settings};
use crate::apiserver::{Request, Target, Verb};
use crate::object::{KindId, Name, ServedVersion};
use alloc::collections::VecDeque;

/// One resource of a namespace, as discovery lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Resource {
    pub(super) kind: KindId,
    /// The preferred version of those that answer.
    pub(super) api_version: Name,
    /// Pods: they have a grace period, and they go first.
    pub(super) pods: bool,
}

impl Resource {
    /// A call about all objects of the resource in `namespace`, or about the one called `name`.
    pub(super) fn request(&self, namespace: Name, name: Name, verb: Verb) -> Request {
        Request {
            target: Target {
                kind: self.kind,
                api_version: self.api_version,
                namespace,
                name,
            },
            verb,
        }
    }
}

/// What discovery lists of what a pass deletes: every namespaced resource with the verb delete (NS-12), by group,
/// version and resource, which upstream is the order of a map. Pods go first since 1.33.
pub(super) fn discover(cx: &NamespaceContext<'_>, settings: &Settings) -> VecDeque<Resource> {
    let kinds = &cx.cluster.kinds;
    let pod = kinds.of_group(Name::EMPTY, Name::POD);
    let answers = |version: &&ServedVersion| {
        let failure = cx.cluster.discovery_failure.as_ref();
        version.served && !failure.is_some_and(|failure| failure.concerns(version.api_version))
    };
    let mut found = VecDeque::new();
    for kind in kinds.sorted(&cx.cluster.names) {
        let about = kinds.get(kind);
        let shown = match &settings.resources {
            Some(resources) => resources.contains(&kind),
            None => about.is_deletable(),
        };
        let Some(version) = about.versions.iter().find(answers) else {
            continue;
        };
        if !shown || !about.is_namespaced() {
            continue;
        }
        let resource = Resource {
            kind,
            api_version: version.api_version,
            pods: pod == Some(kind),
        };
        if resource.pods && settings.pods_first {
            found.push_front(resource);
        } else {
            found.push_back(resource);
        }
    }
    found
}
