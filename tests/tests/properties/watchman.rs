use kubeloupe_core::Set;
use kubeloupe_core::apiserver::{Request, Verb};
use kubeloupe_core::gc::{BrokenGraph, NodeId};
use kubeloupe_core::object::{Name, Object, ObjectKey, OwnerReference};
use kubeloupe_core::sim::{Action, Actor, Call, Effect, Item, Step, World};

/// Looks at every step for what must never happen.
#[derive(Default)]
pub(crate) struct Watchman {
    /// uids whose node was once taken out of the graph.
    removed: Set<Name>,
}

impl Watchman {
    /// Takes `action` in `world` and looks at it. `Ok(None)` when the world rejects it.
    pub(crate) fn apply(&mut self, world: &mut World, action: &Action) -> Result<Option<Step>, String> {
        let before = world.clone();
        let digest = world.digest();
        let step = match world.apply(action) {
            Ok(step) => step,
            Err(_) if world.digest() == digest => return Ok(None),
            Err(rejected) => return Err(format!("{rejected:?}, and yet the world is another one")),
        };
        for effect in &step.effects {
            match effect {
                Effect::NodeRemoved { node, .. } => {
                    self.removed.insert(node.uid);
                }
                Effect::Call(call) if call.by == Actor::GarbageCollector && !call.injected => {
                    look_at_call(&before, action, call)?;
                }
                _ => {}
            }
        }
        self.look_at_graph(world)?;
        Ok(Some(step))
    }

    /// GC-4. An owner that was removed and is named anew by another dependent does not get its old dependents back:
    /// that is so in the real collector too.
    fn look_at_graph(&self, world: &World) -> Result<(), String> {
        for broken in world.gc().check() {
            let is_known = match broken {
                BrokenGraph::MissingDependent { owner, .. } => self.removed.contains(&owner.uid),
                BrokenGraph::StrayDependent { .. }
                | BrokenGraph::DetachedDependent { .. }
                | BrokenGraph::Leaked { .. } => false,
            };
            if !is_known {
                return Err(format!("GC-4 is broken: {broken:?}"));
            }
        }
        Ok(())
    }
}

/// What an attempt to its end may have changed itself does not matter here: it deletes last.
fn look_at_call(before: &World, action: &Action, call: &Call) -> Result<(), String> {
    if !call.response.is_success() {
        return Ok(());
    }
    let is_whole_attempt = matches!(action, Action::Attempt(_));
    let target = &call.request.target;
    let Some(object) = before.api().get(&target.key()) else {
        return Ok(());
    };
    match &call.request.verb {
        Verb::Delete(options) => {
            // Between two calls of an attempt anything may happen; but without a version in the DELETE nobody notices.
            if !is_whole_attempt && options.resource_version.is_none() {
                return Ok(());
            }
            for reference in &object.meta.owner_references {
                if let Some(owner) = living_owner(before, object, reference)
                    && (is_whole_attempt || !owner.meta.is_deleting())
                {
                    return Err(format!(
                        "deleted in spite of a solid owner: {object:?} of {owner:?}"
                    ));
                }
            }
            Ok(())
        }
        Verb::Patch(patch) => match &patch.finalizers {
            Some(left) if is_whole_attempt && !left.contains(&Name::FOREGROUND_DELETION) => {
                look_at_release(before, action, &call.request, object)
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// The owner that a reference finds by a look-up as the collector makes it, if that owner is solid (GC-40).
fn living_owner<'w>(world: &'w World, object: &Object, reference: &OwnerReference) -> Option<&'w Object> {
    let kinds = &world.cluster().kinds;
    let kind = kinds.served(reference.api_version, reference.kind)?;
    let namespace = if kinds.get(kind).is_namespaced() {
        object.meta.namespace
    } else {
        Name::EMPTY
    };
    let key = ObjectKey {
        kind,
        namespace,
        name: reference.name,
    };
    let owner = world.api().get(&key)?;
    let waits = owner.meta.is_deleting() && owner.meta.has_finalizer(Name::FOREGROUND_DELETION);
    (owner.meta.uid == reference.uid && !waits).then_some(&**owner)
}

/// A waiting owner is let go only when the graph knows no blocking dependent of it (GC-50).
fn look_at_release(
    before: &World,
    action: &Action,
    request: &Request,
    object: &Object,
) -> Result<(), String> {
    if !object.meta.has_finalizer(Name::FOREGROUND_DELETION) {
        return Ok(());
    }
    let Action::Attempt(worker) = action else {
        return Ok(());
    };
    let Some(Item::Node { node, .. }) = before.gc().head(worker.queue) else {
        return Ok(());
    };
    let graph = before.gc().graph();
    let blocks = |dependent: &NodeId| {
        let owners = graph[*dependent].owners().iter();
        owners
            .filter(|owner| owner.uid == object.meta.uid)
            .any(OwnerReference::blocks)
    };
    match graph.dependents(node).find(blocks) {
        Some(dependent) => Err(format!(
            "{request:?} lets an owner go that {:?} still blocks",
            graph[dependent].identity()
        )),
        None => Ok(()),
    }
}
