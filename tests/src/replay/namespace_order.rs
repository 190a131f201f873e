//! The one order that the server itself leaves to chance: that of a namespace's finalizers after its DELETE.

use kubeloupe_core::apiserver::{ApiServer, Body, Cluster, Response, WatchEvent};
use kubeloupe_core::object::{List, Name, Object};
use serde_json::Value;
use std::sync::Arc;

/// Takes the recorded order over into the answer, the events, and what is stored.
pub fn take_over_order(
    cluster: &Cluster,
    api: &mut ApiServer,
    recorded: &Value,
    response: &mut Response,
    events: &mut [WatchEvent],
) {
    let recorded_events = recorded["watch"].as_array().map_or(&[][..], Vec::as_slice);
    for (recorded, event) in recorded_events.iter().zip(events.iter_mut()) {
        if let Some(ordered) = ordered(cluster, &recorded["metadata"], &event.object) {
            if api
                .get(&ordered.key())
                .is_some_and(|stored| *stored == event.object)
            {
                api.insert(ordered.clone());
            }
            event.object = ordered;
        }
    }
    // The result is left out where it is the only event's.
    let result = recorded
        .get("result")
        .or(recorded_events.last().map(|event| &event["metadata"]));
    if let (Some(result), Body::Object(object)) = (result, &mut response.body)
        && let Some(ordered) = ordered(cluster, result, object)
    {
        *object = ordered;
    }
}

/// The object with the recorded order, if it has the recorded finalizers in another one.
fn ordered(cluster: &Cluster, metadata: &Value, object: &Object) -> Option<Arc<Object>> {
    let recorded = metadata["finalizers"].as_array()?.iter();
    let recorded: Vec<Name> = recorded
        .map(|finalizer| cluster.names.find(finalizer.as_str()?))
        .collect::<Option<_>>()?;
    let sorted = |list: &[Name]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    let same = sorted(&recorded) == sorted(&object.meta.finalizers);
    (same && recorded[..] != object.meta.finalizers[..]).then(|| {
        let mut object = object.clone();
        object.meta.finalizers = List::from(recorded);
        Arc::new(object)
    })
}
