use kubeloupe_core::apiserver::{PatchForm, Request, Verb};
use kubeloupe_core::sim::{Action, World};
use kubeloupe_formats::dump::Epoch;
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::read_action;
use kubeloupe_formats::wire::{body, written};
use serde_json::{Value, json};

/// A request that somebody made, as scenario files write it; `None` where reading it would not give the same.
pub fn deed(world: &World, epoch: Epoch, action: &Action) -> Option<Value> {
    let Action::Client(request) = action else {
        return None;
    };
    let value = worded(world, epoch, request)?;
    // The words of a request that is already there are no new ones, but reading may need some.
    let mut copy = world.clone();
    (read_deed(&mut copy, epoch, &value).as_ref() == Some(action)).then_some(value)
}

/// The request that these words are, in this world.
pub fn read_deed(world: &mut World, epoch: Epoch, value: &Value) -> Option<Action> {
    let text = value.to_string();
    let source = Source {
        name: "link",
        bytes: text.as_bytes(),
    };
    read_action(source, world, epoch, Limits::default()).ok()
}

fn worded(world: &World, epoch: Epoch, request: &Request) -> Option<Value> {
    let cluster = world.cluster();
    let text = |name| cluster.names.text(name);
    let kind = cluster.kinds.get(request.target.kind);
    let mut said = json!({
        "apiVersion": text(request.target.api_version),
        "kind": text(kind.kind),
        "name": text(request.target.name),
    });
    if kind.is_namespaced() {
        said["namespace"] = text(request.target.namespace).into();
    }
    match &request.verb {
        Verb::Delete(options) if !options.malformed => {
            let options = body(&cluster.names, &request.verb)?;
            for (key, value) in options.as_object()? {
                said[key.as_str()] = value.clone();
            }
            Some(json!({ "delete": said }))
        }
        Verb::Patch(patch) => {
            said["metadata"] = body(&cluster.names, &request.verb)?["metadata"].clone();
            if patch.form == PatchForm::Strategic {
                said["type"] = "strategic".into();
            }
            Some(json!({ "patch": said }))
        }
        Verb::Create(create) => Some(json!({ "create": written(cluster, epoch, &[], &create.object) })),
        _ => None,
    }
}
