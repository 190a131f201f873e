use super::NodeContext;
use crate::apiserver::{Patch, PatchForm, Reason, Response, Verb};
use crate::gc::Identity;
use crate::object::{Facts, List, Name, NodeFacts, Object, ObjectKey, Taint, Time};
use crate::sim::{Effect, EventReason, EventRecord};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How often a taint is written when the writes conflict (K-13); the waits in between are jitter and not modelled.
const CONFLICT_TRIES: u32 = 5;

/// SwapNodeControllerTaint (NT-3): adds, then removes, each with a write of its own. True only if both succeed.
pub(super) fn swap(
    cx: &mut NodeContext<'_>,
    node: &Object,
    add: &[Name],
    drop: &[Name],
    effect: Name,
) -> bool {
    let now = cx.now;
    let stamp = |&key: &Name| Taint {
        key,
        value: Name::EMPTY,
        effect,
        time_added: Some(now),
    };
    let add: Vec<Taint> = add.iter().map(stamp).collect();
    let drop: Vec<(Name, Name)> = drop.iter().map(|&key| (key, effect)).collect();
    add_or_update(cx, node.meta.name, &add) && remove(cx, node, &drop)
}

/// AddOrUpdateTaintOnNode: an existing taint takes the new time in its place; only one that is the same to the
/// nanosecond needs no write.
fn add_or_update(cx: &mut NodeContext<'_>, node: Name, taints: &[Taint]) -> bool {
    if taints.is_empty() {
        return true;
    }
    write(cx, node, |stored| {
        let mut new: Vec<Taint> = stored.to_vec();
        let mut changes = false;
        for taint in taints {
            match new.iter_mut().find(|other| other.is(taint.key, taint.effect)) {
                Some(same) if same == taint => {}
                Some(other) => {
                    *other = *taint;
                    changes = true;
                }
                None => {
                    new.push(*taint);
                    changes = true;
                }
            }
        }
        changes.then_some(new)
    })
}

/// RemoveTaintOffNode: nothing is asked where the caller's copy of the node shows none of the taints.
pub(super) fn remove(cx: &mut NodeContext<'_>, node: &Object, taints: &[(Name, Name)]) -> bool {
    let shown = taints_of(node);
    if !taints
        .iter()
        .any(|&(key, effect)| shown.iter().any(|taint| taint.is(key, effect)))
    {
        return true;
    }
    write(cx, node.meta.name, |stored| {
        let goes = |taint: &Taint| taints.iter().any(|&(key, effect)| taint.is(key, effect));
        let kept: Vec<Taint> = stored.iter().copied().filter(|taint| !goes(taint)).collect();
        (kept.len() < stored.len()).then_some(kept)
    })
}

/// Reads the node, from the cache first and live after a conflict, and patches its taints.
fn write(cx: &mut NodeContext<'_>, node: Name, new: impl Fn(&[Taint]) -> Option<Vec<Taint>>) -> bool {
    let key = cx.node_key(node);
    for attempt in 0..CONFLICT_TRIES {
        let read = cx.send(key, Verb::Get, attempt == 0);
        let Some(stored) = read.as_object().cloned() else {
            return false;
        };
        let Some(mut taints) = new(taints_of(&stored)) else {
            return true;
        };
        for taint in &mut taints {
            taint.time_added = taint.time_added.map(Time::as_stored);
        }
        // A time that differs within the second leaves nothing to patch but the version.
        let changed = taints != taints_of(&stored);
        let patch = Patch {
            form: PatchForm::Strategic,
            resource_version: Some(stored.meta.resource_version),
            taints: changed.then(|| List::from(taints)),
            ..Patch::default()
        };
        let answer = cx.request(key, Verb::Patch(Box::new(patch)));
        if answer.reason() != Some(Reason::Conflict) {
            return answer.is_success();
        }
    }
    false
}

pub(super) fn facts_of(node: &Object) -> Option<&NodeFacts> {
    match &node.facts {
        Facts::Node(facts) => Some(facts),
        _ => None,
    }
}

pub(super) fn taints_of(node: &Object) -> &[Taint] {
    facts_of(node).map_or(&[], |facts| &facts.taints)
}

pub(super) fn has_taint(node: &Object, key: Name, effect: Name) -> bool {
    taints_of(node).iter().any(|taint| taint.is(key, effect))
}

/// Records an Event about an object.
pub(super) fn event(cx: &mut NodeContext<'_>, about: ObjectKey, uid: Name, reason: EventReason) {
    let kind = cx.cluster.kinds.get(about.kind);
    let regarding = Identity {
        api_version: kind.preferred(),
        kind: kind.kind,
        namespace: about.namespace,
        name: about.name,
        uid,
    };
    cx.fx
        .push(|| Effect::EventRecorded(EventRecord { regarding, reason }));
}

/// Whether the object is simply not there.
pub(super) fn not_found(answer: &Response) -> bool {
    answer.reason() == Some(Reason::NotFound)
}
