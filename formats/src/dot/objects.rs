use super::DotGraph;
use crate::dump::{Draft, Note};
use crate::error::Place;
use kubeloupe_core::object::{Name, Names, ObjectMeta, OwnerReference, Time};
use kubeloupe_core::sorted::SortedMap;

/// The observed nodes of a graph as objects, as far as it tells: identity, owners, that they are being deleted at `now`
/// (since 1970), and whether they wait for their dependents. Other finalizers, what blocks, and labels are not in it.
pub(crate) fn drafts(graph: &DotGraph, names: &mut Names, now: Option<i64>) -> Vec<Draft> {
    let mut owners: SortedMap<&str, Vec<&str>> = SortedMap::new();
    for edge in &graph.edges {
        owners.entry(&edge.dependent).or_default().push(&edge.owner);
    }
    let observed = graph.vertices.iter();
    let observed = observed.filter(|(_, vertex)| !vertex.is_virtual && !vertex.is_missing);
    observed
        .map(|(uid, vertex)| {
            let references = owners.get(uid.as_str()).into_iter().flatten().map(|owner| {
                let about = graph.vertices.get(*owner).cloned().unwrap_or_default();
                OwnerReference {
                    api_version: names.intern(&about.api_version),
                    kind: names.intern(&about.kind),
                    name: names.intern(&about.name),
                    uid: names.intern(owner),
                    controller: None,
                    block_owner_deletion: None,
                }
            });
            let owner_references = references.collect::<Vec<_>>().into();
            let finalizers = if vertex.deleting_dependents {
                vec![Name::FOREGROUND_DELETION].into()
            } else {
                Vec::new().into()
            };
            let meta = ObjectMeta {
                name: names.intern(&vertex.name),
                namespace: names.intern(&vertex.namespace),
                uid: names.intern(uid),
                deletion_timestamp: vertex.being_deleted.then(|| Time(now.unwrap_or_default())),
                finalizers,
                owner_references,
                ..ObjectMeta::default()
            };
            Draft {
                api_version: names.intern(&vertex.api_version),
                kind: names.intern(&vertex.kind),
                meta,
                ..Draft::default()
            }
        })
        .collect()
}

/// What has to be said about objects that come from a graph.
pub(crate) fn note(source: &str, graph: &DotGraph) -> Note {
    let unobserved = graph.vertices.values();
    let unobserved = unobserved.filter(|vertex| vertex.is_virtual || vertex.is_missing);
    Note::FromGraph {
        place: Place {
            source: source.to_owned(),
            ..Place::default()
        },
        objects: graph.vertices.len() - unobserved.clone().count(),
        unobserved: unobserved.count(),
        doubtful_edges: graph.edges.iter().filter(|edge| edge.is_doubtful).count(),
    }
}
