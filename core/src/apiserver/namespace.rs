use super::server::{Answer, Context};
use super::{
    ApiServer, Cluster, DeleteOptions, Finalize, NamespaceStatus, Policy, Reason, Response, Target, labels,
};
use crate::object::{Facts, KindId, List, Name, NamespaceFacts, NamespacePhase, Object, ObjectKey};
use crate::sim::Rule;
use crate::versions::Switch;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Namespaces that cannot be deleted (NS-4).
const IMMORTAL: [&str; 3] = ["default", "kube-public", "kube-system"];

/// Whether this is the kind of namespaces.
pub(super) fn is_namespace(cluster: &Cluster, kind: KindId) -> bool {
    let kind = cluster.kinds.get(kind);
    kind.group == Name::EMPTY && kind.kind == Name::NAMESPACE
}

/// NS-3: a namespace stays as long as `spec.finalizers` is not empty.
pub(super) fn keeps_content(object: &Object) -> bool {
    matches!(&object.facts, Facts::Namespace(facts) if !facts.spec_finalizers.is_empty())
}

/// What a new namespace gets: its name as a label, the token of the namespace controller, phase Active.
pub(super) fn prepare(cluster: &mut Cluster, object: &mut Object) {
    label(cluster, object);
    let sent = facts(object);
    let mut spec_finalizers: Vec<Name> = sent.spec_finalizers.to_vec();
    if !spec_finalizers.contains(&Name::KUBERNETES) {
        spec_finalizers.push(Name::KUBERNETES);
    }
    object.facts = Facts::Namespace(Arc::new(NamespaceFacts {
        spec_finalizers: spec_finalizers.into(),
        phase: NamespacePhase::Active,
        conditions: List::EMPTY,
    }));
}

/// Gives a namespace its name as a label, which nobody can take off.
pub(super) fn label(cluster: &mut Cluster, object: &mut Object) {
    let key = super::intern(cluster, "kubernetes.io/metadata.name");
    let meta = &mut object.meta;
    if !meta.labels.contains(&(key, meta.name)) {
        meta.labels = labels::with(&cluster.names, &meta.labels, [(key, Some(meta.name))]);
    }
}

fn facts(object: &Object) -> Arc<NamespaceFacts> {
    match &object.facts {
        Facts::Namespace(facts) => facts.clone(),
        _ => Arc::default(),
    }
}

impl ApiServer {
    /// The stored namespace with this name.
    pub(super) fn namespace(&self, cluster: &Cluster, name: Name) -> Option<&Arc<Object>> {
        let kind = cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE)?;
        self.get(&ObjectKey {
            kind,
            namespace: Name::EMPTY,
            name,
        })
    }

    /// DELETE of a namespace, whose options and preconditions hold; `None` leaves it to the generic protocol (NS-2).
    pub(super) fn delete_namespace(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        options: &DeleteOptions,
    ) -> Answer<Option<Response>> {
        let code = super::delete::code(options, false);
        if stored.meta.is_deleting() {
            return Ok(keeps_content(stored).then(|| Response::object(code, stored.clone())));
        }
        if IMMORTAL.contains(&cx.cluster.names.text(stored.meta.name)) {
            return Err(Response::refused(Reason::Forbidden));
        }
        let mut object = Object::clone(stored);
        object.meta.deletion_timestamp = Some(cx.now.as_stored());
        object.meta.finalizers = finalizers(&object.meta.finalizers, options);
        let facts = facts(stored);
        object.facts = Facts::Namespace(Arc::new(NamespaceFacts {
            phase: NamespacePhase::Terminating,
            ..NamespaceFacts::clone(&facts)
        }));
        let shown = if options.is_dry_run() {
            Arc::new(object)
        } else {
            self.write(cx, object, Rule("NS-1"))
        };
        Ok(Some(Response::object(code, shown)))
    }

    /// PUT of a namespace's status: phase and conditions.
    pub(super) fn update_namespace_status(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        status: &NamespaceStatus,
    ) -> Answer<Response> {
        let stored = self.namespace_to_put(cx, target, status.resource_version)?;
        let mut object = Object::clone(&stored);
        object.facts = Facts::Namespace(Arc::new(NamespaceFacts {
            spec_finalizers: facts(&stored).spec_finalizers.clone(),
            phase: status.phase,
            conditions: status.conditions.clone(),
        }));
        self.update(cx, &stored, object, false, false, Rule("NS-15"))
    }

    /// PUT of a namespace's `finalize`: with `spec.finalizers` empty and no finalizer left, the namespace goes (NS-3).
    pub(super) fn finalize_namespace(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        finalize: &Finalize,
    ) -> Answer<Response> {
        let stored = self.namespace_to_put(cx, target, finalize.resource_version)?;
        let mut object = Object::clone(&stored);
        object.facts = Facts::Namespace(Arc::new(NamespaceFacts {
            spec_finalizers: finalize.spec_finalizers.clone(),
            ..NamespaceFacts::clone(&facts(&stored))
        }));
        self.update(cx, &stored, object, false, false, Rule("NS-11"))
    }

    fn namespace_to_put(&self, cx: &Context<'_>, target: &Target, version: u64) -> Answer<Arc<Object>> {
        let Some(stored) = self.get(&target.key()) else {
            // The bodies carry the uid that was read before.
            let not_found = cx.cluster.has(Switch::ApiPutMissingWithUidNotFound);
            return Err(Response::refused(if not_found {
                Reason::NotFound
            } else {
                Reason::Conflict
            }));
        };
        if stored.meta.resource_version != version {
            return Err(Response::refused(Reason::Conflict));
        }
        Ok(stored.clone())
    }
}

/// NS-1: the collector's finalizers of the namespace object itself. `orphanDependents: false` means Foreground here.
fn finalizers(stored: &List<Name>, options: &DeleteOptions) -> List<Name> {
    let wanted = |finalizer: Name, orphan_dependents: bool, policy: Policy| {
        if let Some(orphan) = options.orphan_dependents {
            orphan == orphan_dependents
        } else if let Some(given) = options.policy {
            given == policy
        } else {
            stored.contains(&finalizer)
        }
    };
    let mut list: Vec<Name> = stored.to_vec();
    for (finalizer, wanted) in [
        (Name::ORPHAN, wanted(Name::ORPHAN, true, Policy::Orphan)),
        (
            Name::FOREGROUND_DELETION,
            wanted(Name::FOREGROUND_DELETION, false, Policy::Foreground),
        ),
    ] {
        if !wanted {
            list.retain(|&other| other != finalizer);
        } else if !list.contains(&finalizer) {
            // Go's order is that of a map; section 14 suggests the old order with the new one at the end.
            list.push(finalizer);
        }
    }
    list.into()
}
