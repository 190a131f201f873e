use super::refusal::place;
use super::{Document, Refusal, Why};
use kubeloupe_core::apiserver::{Create, Patch, Reason, Request, Response, Target, Verb};
use kubeloupe_core::object::{Facts, Name, Object, ObjectKey};
use kubeloupe_core::sim::{Action, Config, Effect, World};
use kubeloupe_formats::text::status_message;
use std::sync::Arc;

/// An API server that holds as much of a document as one request can concern: the object, its namespace, and the
/// definitions of kinds. Whatever it makes of the request is what a cluster would.
pub(super) struct Admission {
    world: World,
}

impl Admission {
    /// An API server with the document's objects but for `without`, which are taken as not there. A document that has
    /// no namespaces at all came without them, so that all are taken to exist.
    pub(super) fn new(document: &Document, key: &ObjectKey, without: Option<&ObjectKey>) -> Self {
        let config = Config {
            minor: document.cluster.minor,
            overrides: document.cluster.overrides,
            garbage_collector: false,
            namespace_controller: false,
            kubelet: false,
            ..Config::default()
        };
        let mut world = World::new(config, document.cluster.clone(), 1);
        let namespace = document.namespace_kind();
        let concerned = |object: &&Arc<Object>| {
            let is_namespace = Some(object.kind) == namespace && object.meta.name == key.namespace;
            let is_it = object.key() == *key && Some(key) != without;
            is_it || is_namespace || matches!(object.facts, Facts::Crd(_))
        };
        world.load(document.objects.iter().filter(concerned).cloned());
        if document.namespaces().is_empty() {
            world.assume_namespaces();
        }
        Admission { world }
    }

    /// Creates an object, at the path that its kind and its namespace make.
    pub(super) fn create(&mut self, object: Object) -> Result<(), Refusal> {
        let target = Target {
            name: Name::EMPTY,
            ..self.target(&object.key())
        };
        self.ask(target, Verb::Create(Box::new(Create::new(object))))
    }

    /// Patches the object with this key.
    pub(super) fn patch(&mut self, key: &ObjectKey, patch: Patch) -> Result<(), Refusal> {
        self.ask(self.target(key), Verb::Patch(Box::new(patch)))
    }

    fn target(&self, key: &ObjectKey) -> Target {
        let kind = self.world.cluster().kinds.get(key.kind);
        Target::object(*key, kind.preferred())
    }

    fn ask(&mut self, target: Target, verb: Verb) -> Result<(), Refusal> {
        let request = Request { target, verb };
        let step = self.world.apply(&Action::Client(Box::new(request)));
        let effects = step.map(|step| step.effects).unwrap_or_default();
        let call = effects.into_iter().find_map(|effect| match effect {
            Effect::Call(call) => Some(call),
            _ => None,
        });
        let Some(call) = call else {
            return Err(Why::Gone.into());
        };
        match answered(&self.world, &call.request, &call.response) {
            None => Ok(()),
            Some(refusal) => Err(refusal),
        }
    }

    /// The object with this key as it is stored now, and the strings that it was stored with.
    pub(super) fn take(self, document: &mut Document, key: &ObjectKey) -> Option<Object> {
        document.cluster.names = self.world.cluster().names.clone();
        self.world.api().get(key).map(|object| Object::clone(object))
    }
}

/// The refusal that an answer is, if it is one.
pub(super) fn answered(world: &World, request: &Request, response: &Response) -> Option<Refusal> {
    let status = response.as_status().filter(|_| !response.is_success())?;
    let names = &world.cluster().names;
    if matches!(request.verb, Verb::Create(_)) && status.reason == Some(Reason::NotFound) {
        let namespace = names.text(request.target.namespace).to_owned();
        return Some(Refusal::at(super::Place::Namespace, Why::NoNamespace(namespace)));
    }
    let field = status.causes.first().and_then(|cause| place(cause.field));
    let taken = (status.reason == Some(Reason::AlreadyExists)).then_some(super::Place::Name);
    Some(Refusal {
        why: Why::Api {
            code: response.code,
            message: status_message(world.cluster(), request, status),
        },
        place: field.or(taken),
    })
}
