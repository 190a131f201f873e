use super::server::{Answer, Context};
use super::{
    ApiServer, Patch, PatchForm, Reason, Response, Target, labels, namespace, node_facts, references,
    validation,
};
use crate::object::{Facts, List, Name, Object};
use crate::sim::Rule;
use crate::versions::Switch;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl ApiServer {
    /// PATCH of an object or its status.
    pub(super) fn patch(&mut self, cx: &mut Context<'_>, target: &Target, patch: &Patch) -> Answer<Response> {
        if patch.form == PatchForm::Strategic && cx.cluster.kinds.get(target.kind).custom {
            // API-18: refused before the object is looked for.
            return Err(Response::refused(Reason::UnsupportedMediaType));
        }
        self.namespace_takes_updates(cx, target.namespace)?;
        let stored = self.stored(&target.key())?.clone();
        // What the patch makes of the object has to fit the path, which is looked at before anything else of it.
        let elsewhere = patch
            .namespace
            .is_some_and(|namespace| namespace != Name::EMPTY && namespace != target.namespace);
        if patch.name.is_some_and(|name| name != target.name) || elsewhere && target.namespace != Name::EMPTY
        {
            return Err(Response::refused(Reason::BadRequest));
        }
        if patch
            .resource_version
            .is_some_and(|version| version != stored.meta.resource_version)
        {
            return Err(Response::refused(Reason::Conflict));
        }
        let patched = patched(cx, &stored, patch);
        let causes = validation::updated(cx.cluster, &stored, &patched);
        if !causes.is_empty() {
            return Err(Response::refused_because(Reason::Invalid, causes));
        }
        self.update(cx, &stored, patched, patch.touches, patch.dry_run, Rule("API-18"))
    }

    /// Writes a validated update of `stored`, or removes the object where the update lets it go (API-17).
    pub(super) fn update(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        new: Object,
        touches: bool,
        dry_run: bool,
        rule: Rule,
    ) -> Answer<Response> {
        let lets_go =
            new.meta.finalizers.is_empty() && stored.meta.is_deleting() && stored.meta.grace_is_over();
        let vetoed = namespace::keeps_content(&new);
        let new = Arc::new(new);
        if lets_go && !vetoed {
            if !dry_run {
                let rule = if namespace::is_namespace(cx.cluster, new.kind) {
                    Rule("NS-3")
                } else {
                    Rule("API-17")
                };
                self.remove(cx, &stored.key(), rule)?;
            }
            // The caller gets what it sent, with the version last stored.
            return Ok(Response::object(200, new));
        }
        if new == *stored && !touches || dry_run {
            return Ok(Response::object(200, new));
        }
        Ok(Response::object(
            200,
            self.write(cx, Arc::unwrap_or_clone(new), rule),
        ))
    }

    /// NS-4 as it was up to 1.36.
    fn namespace_takes_updates(&self, cx: &Context<'_>, namespace: Name) -> Answer<()> {
        let passes = cx.cluster.has(Switch::ApiUpdateInMissingNamespace);
        let needed = !passes && namespace != Name::EMPTY && !self.namespaces_assumed;
        if needed && self.namespace(cx.cluster, namespace).is_none() {
            return Err(Response::refused(Reason::NotFound));
        }
        Ok(())
    }
}

/// The object that the patch makes of `stored`.
fn patched(cx: &mut Context<'_>, stored: &Object, patch: &Patch) -> Object {
    let mut object = stored.clone();
    let meta = &mut object.meta;
    if let Some(uid) = patch.uid.filter(|&uid| uid != Name::EMPTY) {
        meta.uid = uid;
    }
    if let Some(finalizers) = &patch.finalizers {
        meta.finalizers = match patch.form {
            PatchForm::Merge => finalizers.clone(),
            PatchForm::Strategic => joined(&meta.finalizers, finalizers),
        };
    }
    if !patch.removed_finalizers.is_empty() {
        let kept = |finalizer: &&Name| !patch.removed_finalizers.contains(finalizer);
        meta.finalizers = meta.finalizers.iter().filter(kept).copied().collect();
    }
    // A pod's status does not take owner references.
    if let Some(references) = patch.owner_references.as_ref().filter(|_| !patch.status) {
        meta.owner_references = references::patched(&meta.owner_references, references);
    }
    meta.owner_references = references::without_repetitions(cx.cluster, &meta.owner_references);
    if !patch.labels.is_empty() {
        meta.labels = labels::with(&cx.cluster.names, &meta.labels, patch.labels.iter().copied());
    }
    // API-4: once it is set, the time in the body is replaced by the stored one.
    meta.deletion_timestamp = meta.deletion_timestamp.or(patch.deletion_timestamp);
    if let (Some(phase), true, Facts::Pod(facts)) = (patch.pod_phase, patch.status, &mut object.facts) {
        facts.phase = phase;
    }
    node_facts::patch(&mut object.facts, patch);
    if namespace::is_namespace(cx.cluster, object.kind) {
        namespace::label(cx.cluster, &mut object);
    }
    object
}

/// A strategic merge of finalizers: what is listed joins what is there; an emptied list empties it.
fn joined(stored: &List<Name>, listed: &List<Name>) -> List<Name> {
    let mut all: Vec<Name> = Vec::new();
    if !listed.is_empty() {
        for &finalizer in stored.iter().chain(listed) {
            if !all.contains(&finalizer) {
                all.push(finalizer);
            }
        }
    }
    all.into()
}
