use super::{Ask, finalizer_controller::without};
use crate::apiserver::{Body, Cluster, DeleteOptions, Request, Target, Verb};
use crate::object::{Facts, KindId, Name, Object, ObjectKey};
use crate::sorted::SortedSet;

/// The kind that a definition being deleted still has to be cleaned of.
pub(super) fn to_clean(object: &Object) -> Option<KindId> {
    object
        .meta
        .has_finalizer(Name::CUSTOM_RESOURCE_CLEANUP)
        .then(|| defined_kind(object))
        .flatten()
}

/// The kind that this object defines, if it is a definition.
pub(super) fn defined_kind(object: &Object) -> Option<KindId> {
    match &object.facts {
        Facts::Crd(facts) => facts.defines,
        _ => None,
    }
}

/// Deletes the instances of a definition; when none is left, its finalizer goes.
pub(super) fn clean(cluster: &Cluster, key: ObjectKey, ask: Ask<'_>) {
    let target = Target::object(key, cluster.kinds.get(key.kind).preferred());
    let response = ask(Request {
        target,
        verb: Verb::Get,
    });
    let Some(definition) = response.as_object() else {
        return;
    };
    let Some(kind) = to_clean(definition) else { return };
    let instances = Target {
        kind,
        api_version: cluster.kinds.get(kind).preferred(),
        namespace: Name::EMPTY,
        name: Name::EMPTY,
    };
    for namespace in namespaces_of(instances, ask) {
        let target = Target {
            namespace,
            ..instances
        };
        ask(Request {
            target,
            verb: Verb::DeleteCollection(DeleteOptions::default()),
        });
    }
    if namespaces_of(instances, ask).is_empty() {
        ask(Request {
            target,
            verb: without(&definition.meta, Name::CUSTOM_RESOURCE_CLEANUP),
        });
    }
}

fn namespaces_of(instances: Target, ask: Ask<'_>) -> SortedSet<Name> {
    match ask(Request {
        target: instances,
        verb: Verb::List,
    })
    .body
    {
        Body::List(objects) => objects.iter().map(|object| object.meta.namespace).collect(),
        Body::Object(_) | Body::Status(_) => SortedSet::new(),
    }
}
