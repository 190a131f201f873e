use super::server::{Answer, Context};
use super::{ApiServer, Body, DeleteOptions, Policy, Reason, Response, Target, namespace, validation};
use crate::object::{DefaultPolicy, Duration, Facts, Kind, List, Name, Object, ObjectKey, ObjectMeta};
use crate::sim::Rule;
use crate::versions::Switch;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// API-21: the code of a DELETE that succeeds.
pub(super) fn code(options: &DeleteOptions, removed: bool) -> u16 {
    if !removed && options.orphan_dependents == Some(false) {
        202
    } else {
        200
    }
}

/// What API-12 comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Grace {
    /// The kind has no grace, or it is over.
    None,
    /// The grace period that runs is not shortened: nothing happens.
    Pending,
    /// The object has so many seconds.
    Graceful(i64),
}

impl DeleteOptions {
    /// Whether nothing is to be stored.
    pub fn is_dry_run(&self) -> bool {
        !self.dry_run.is_empty()
    }
}

impl ApiServer {
    /// DELETE of one object (API-13).
    pub(super) fn delete(
        &mut self,
        cx: &mut Context<'_>,
        key: ObjectKey,
        options: &DeleteOptions,
    ) -> Answer<Response> {
        validate(cx, options)?;
        let stored = self.stored(&key)?.clone();
        check_preconditions(&stored.meta, options)?;
        let special = match stored.facts {
            Facts::Crd(_) => self.delete_definition(cx, &stored, options),
            _ if namespace::is_namespace(cx.cluster, key.kind) => {
                self.delete_namespace(cx, &stored, options)?
            }
            _ => None,
        };
        match special {
            Some(response) => Ok(response),
            None => self.delete_generically(cx, &stored, options),
        }
    }

    /// DELETE of a collection (API-19): one DELETE per object, up to the first refusal.
    pub(super) fn delete_collection(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        options: &DeleteOptions,
    ) -> Answer<Response> {
        validate(cx, options)?;
        let listed = self.list(&cx.cluster.names, target.kind, target.namespace);
        let shared = !cx.cluster.has(Switch::ApiPrivateDeleteOptions);
        let mut options = options.clone();
        for object in &listed {
            match self.delete(cx, object.key(), &options) {
                Ok(answer) if shared => share_grace(&mut options, object, &answer),
                Err(refusal) if refusal.code != 404 => return Err(refusal),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(Response::list(listed))
    }

    fn delete_generically(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        options: &DeleteOptions,
    ) -> Answer<Response> {
        let kind = cx.cluster.kinds.get(stored.kind);
        let finalizers = collector_finalizers(kind, &stored.meta, options);
        let meta = &stored.meta;
        let has_grace = kind.graceful && !(meta.is_deleting() && meta.grace_is_over());
        if !has_grace && meta.finalizers.is_empty() && finalizers.is_none() {
            return self.remove_finally(cx, stored, options);
        }
        let dry_run = options.is_dry_run();
        let mut object = Object::clone(stored);
        let grace = begin(cx, &mut object, options);
        if grace == Grace::Pending {
            return Ok(Response::object(code(options, false), stored.clone()));
        }
        if let Some(finalizers) = finalizers {
            object.meta.finalizers = finalizers;
        }
        let held = !object.meta.finalizers.is_empty();
        let (rule, stays) = match grace {
            Grace::Graceful(seconds) => (Rule("API-12"), held || seconds > 0),
            _ => (Rule("API-14"), held),
        };
        if grace == Grace::None {
            if !held {
                return self.abandon(cx, stored, options);
            }
            mark_as_deleting(cx, &mut object.meta);
        }
        let shown = if dry_run || object == **stored {
            Arc::new(object)
        } else {
            self.write(cx, object, rule)
        };
        if stays || dry_run {
            return Ok(Response::object(code(options, !stays), shown));
        }
        if options.resource_version.is_some() && !cx.cluster.has(Switch::ApiPreconditionFollowsWrite) {
            // API-6: the object has the version of the write above, which the precondition does not name.
            return Err(Response::refused(Reason::Conflict));
        }
        self.remove_finally(cx, stored, options)
    }

    /// The last finalizers would be stripped and the object removed at once: that update is not written. Its version
    /// is then none, which no precondition fits (API-6), and a dry run shows an object with nothing in it (API-13).
    fn abandon(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        options: &DeleteOptions,
    ) -> Answer<Response> {
        if options.is_dry_run() {
            let nothing = Object {
                kind: stored.kind,
                meta: ObjectMeta::default(),
                facts: Facts::None,
            };
            return Ok(Response::object(200, Arc::new(nothing)));
        }
        if options.resource_version.is_some() {
            return Err(Response::refused(Reason::Conflict));
        }
        self.remove_finally(cx, stored, options)
    }

    /// API-13 step 6.
    fn remove_finally(
        &mut self,
        cx: &mut Context<'_>,
        stored: &Arc<Object>,
        options: &DeleteOptions,
    ) -> Answer<Response> {
        let removed = if options.is_dry_run() {
            stored.clone()
        } else {
            self.remove(cx, &stored.key(), Rule("API-13"))?
        };
        // Pods are returned as they were removed.
        if cx.cluster.kinds.get(stored.kind).graceful {
            return Ok(Response {
                code: 200,
                body: Body::Object(removed),
            });
        }
        Ok(Response::removed(stored.meta.uid))
    }
}

/// API-5.
fn validate(cx: &Context<'_>, options: &DeleteOptions) -> Answer<()> {
    if options.malformed {
        let reason = if cx.cluster.has(Switch::ApiBadDeleteOptions400) {
            Reason::BadRequest
        } else {
            Reason::InternalError
        };
        return Err(Response::refused(reason));
    }
    let causes = validation::delete_options(&cx.cluster.names, options);
    if causes.is_empty() {
        Ok(())
    } else {
        Err(Response::refused_because(Reason::Invalid, causes))
    }
}

/// API-6.
fn check_preconditions(meta: &ObjectMeta, options: &DeleteOptions) -> Answer<()> {
    let other_uid = options.uid.is_some_and(|uid| uid != meta.uid);
    let other_version = options
        .resource_version
        .is_some_and(|version| version != meta.resource_version);
    if other_uid || other_version {
        Err(Response::refused(Reason::Conflict))
    } else {
        Ok(())
    }
}

/// API-12: sets deletionTimestamp and grace of an object whose kind has a grace.
fn begin(cx: &Context<'_>, object: &mut Object, options: &DeleteOptions) -> Grace {
    let kind = cx.cluster.kinds.get(object.kind);
    let negative_is_one = cx.cluster.has(Switch::ApiNegativeGraceIsOne);
    let one_if_negative = |seconds: i64| {
        if seconds < 0 && negative_is_one {
            1
        } else {
            seconds
        }
    };
    let wanted = options.grace_period_s.map(one_if_negative);
    let meta = &mut object.meta;
    meta.deletion_grace_period_s = meta.deletion_grace_period_s.map(one_if_negative);
    if !kind.graceful {
        return Grace::None;
    }
    if let Some(deletion) = meta.deletion_timestamp {
        let running = match meta.deletion_grace_period_s {
            None | Some(0) => return Grace::None,
            Some(running) => running,
        };
        let Some(wanted) = wanted.filter(|&wanted| wanted < running) else {
            return Grace::Pending;
        };
        let earlier = deletion + Duration::from_secs(wanted.saturating_sub(running));
        let in_the_past = earlier < cx.now.as_stored() && cx.cluster.has(Switch::ApiGraceNeverIntoPast);
        meta.deletion_timestamp = Some(if in_the_past { cx.now.as_stored() } else { earlier });
        meta.deletion_grace_period_s = Some(if in_the_past && wanted > 0 { 1 } else { wanted });
        return Grace::Graceful(wanted);
    }
    let seconds = one_if_negative(pod_grace(object, wanted));
    let meta = &mut object.meta;
    meta.deletion_timestamp = Some((cx.now + Duration::from_secs(seconds)).as_stored());
    meta.deletion_grace_period_s = Some(seconds);
    count_generation(meta);
    Grace::Graceful(seconds)
}

/// The grace of a pod deleted for the first time: none if it is not scheduled, or finished (API-22).
fn pod_grace(object: &Object, wanted: Option<i64>) -> i64 {
    match &object.facts {
        Facts::Pod(facts) if facts.node != Name::EMPTY && !facts.phase.is_finished() => {
            wanted.unwrap_or(facts.termination_grace_period_s)
        }
        _ => 0,
    }
}

/// API-19 as it was up to 1.21: what the deletion of one pod makes of the options holds for the next ones.
fn share_grace(options: &mut DeleteOptions, before: &Object, answer: &Response) {
    let has_grace = matches!(before.facts, Facts::Pod(_));
    let runs = before.meta.is_deleting();
    // The grace of a pod that is terminating already fills in what was not given; one that is over changes nothing.
    if !has_grace || runs && (before.meta.grace_is_over() || options.grace_period_s.is_some()) {
        return;
    }
    if let Some(pod) = answer.as_object() {
        options.grace_period_s = pod.meta.deletion_grace_period_s;
    }
}

/// API-14.
fn mark_as_deleting(cx: &Context<'_>, meta: &mut ObjectMeta) {
    if meta.deletion_timestamp.is_none() {
        count_generation(meta);
    }
    if meta.deletion_timestamp.is_none_or(|time| time > cx.now) {
        meta.deletion_timestamp = Some(cx.now.as_stored());
    }
    meta.deletion_grace_period_s = Some(0);
}

fn count_generation(meta: &mut ObjectMeta) {
    if meta.generation > 0 {
        meta.generation = meta.generation.saturating_add(1);
    }
}

/// API-10: the finalizers after the choice of the collector's own, or `None` if the set stays the same.
fn collector_finalizers(kind: &Kind, meta: &ObjectMeta, options: &DeleteOptions) -> Option<List<Name>> {
    let ours = [Name::ORPHAN, Name::FOREGROUND_DELETION];
    let first = meta.finalizers.iter().find(|finalizer| ours.contains(finalizer));
    let wanted = match (
        kind.default_policy,
        options.orphan_dependents,
        options.policy,
        first,
    ) {
        (DefaultPolicy::Unsupported, ..) => None,
        (_, Some(orphan), ..) => orphan.then_some(Name::ORPHAN),
        (_, None, Some(Policy::Orphan), _) => Some(Name::ORPHAN),
        (_, None, Some(Policy::Foreground), _) => Some(Name::FOREGROUND_DELETION),
        (_, None, Some(Policy::Background | Policy::Unknown(_)), _) => None,
        (_, None, None, Some(&kept)) => Some(kept),
        (DefaultPolicy::OrphanDependents, None, None, None) => Some(Name::ORPHAN),
        (DefaultPolicy::DeleteDependents, None, None, None) => None,
    };
    let same_set = ours
        .iter()
        .all(|&finalizer| meta.has_finalizer(finalizer) == (wanted == Some(finalizer)));
    if same_set {
        return None;
    }
    let others = meta
        .finalizers
        .iter()
        .copied()
        .filter(|finalizer| !ours.contains(finalizer));
    Some(others.chain(wanted).collect::<Vec<Name>>().into())
}
