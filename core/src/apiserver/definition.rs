use super::server::{Answer, Context};
use super::store::Link;
use super::{ApiServer, DeleteOptions, Reason, Response};
use crate::object::{Facts, KindId, Name, Object};
use crate::sim::Rule;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl ApiServer {
    /// The first DELETE of a CustomResourceDefinition, whose options and preconditions hold: it only gets a
    /// deletionTimestamp and the finalizer that keeps it until its instances are gone. The policy is not looked at,
    /// and there is no grace. `None` leaves a later DELETE to the generic protocol.
    pub(super) fn delete_definition(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        options: &DeleteOptions,
    ) -> Option<Response> {
        if stored.meta.is_deleting() {
            return None;
        }
        let mut object = Object::clone(stored);
        object.meta.deletion_timestamp = Some(cx.now.as_stored());
        if !object.meta.has_finalizer(Name::CUSTOM_RESOURCE_CLEANUP) {
            let mut finalizers: Vec<Name> = object.meta.finalizers.to_vec();
            finalizers.push(Name::CUSTOM_RESOURCE_CLEANUP);
            object.meta.finalizers = finalizers.into();
        }
        let shown = if options.is_dry_run() {
            Arc::new(object)
        } else {
            self.write(cx, object, Rule("API-13"))
        };
        Some(Response::object(super::delete::code(options, false), shown))
    }

    /// No instance is created while the definition of its kind is being deleted.
    pub(super) fn refuse_instance_of_dying_definition(&self, kind: KindId) -> Answer<()> {
        let definitions = self.store.linked(Link::DefinitionOf(kind)).iter();
        if definitions
            .filter_map(|key| self.get(key))
            .any(|definition| definition.meta.is_deleting())
        {
            return Err(Response::refused(Reason::MethodNotAllowed));
        }
        Ok(())
    }

    /// A new definition has its kind served.
    pub(super) fn after_creation(&self, cx: &mut Context<'_>, created: &Object) {
        if let Facts::Crd(facts) = created.facts
            && let Some(kind) = facts.defines
            && !cx.cluster.kinds.get(kind).is_served()
        {
            serve(cx, kind, true);
        }
    }

    /// What goes with a removed object in the API server itself: the kind of a definition, the addresses of a Service.
    pub(super) fn after_removal(&mut self, cx: &mut Context<'_>, removed: &Object) {
        if let Facts::Crd(facts) = removed.facts
            && let Some(kind) = facts.defines
        {
            serve(cx, kind, false);
        }
        self.release_addresses(cx, removed);
    }
}

fn serve(cx: &mut Context<'_>, kind: KindId, served: bool) {
    for version in &mut Arc::make_mut(&mut cx.cluster.kinds).get_mut(kind).versions {
        version.served = served;
    }
}
