use super::ReplicaSetConfig;
use super::manage::manage_replicas;
use super::status::{next_availability, update_status};
use crate::Map;
use crate::object::{Duration, Facts, KindId, LabelSelector, Name, Object, ReplicaSetFacts};
use crate::workloads::{
    Claimer, PodKey, Script, Stale, Stop, SyncError, Verdict, controller_of, controller_reference, is_active,
    is_terminating, split_key,
};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What the caches held when a sync began, and what the gates said.
#[derive(Clone, Debug)]
pub struct View {
    /// The key, `namespace/name`.
    pub key: Name,
    /// What the consistency store misses (RS-30); then nothing else is looked at.
    pub stale: Option<Stale>,
    /// The ReplicaSet, if the cache has it.
    pub set: Option<Arc<Object>>,
    /// The gate's verdict, read before any pod (RS-11 step 4).
    pub verdict: Verdict,
    /// The set's pods and the ownerless ones of the namespace.
    pub pods: Vec<Arc<Object>>,
    /// How many active related pods are on which node (RS-22); `None` where the set has no controller (RS-21).
    pub related: Option<Map<Name, u32>>,
}

/// What a sync does. The controller carries these out in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The gate was read (RS-11 step 4).
    Gate(Verdict),
    /// An error is reported, not returned.
    Reports(SyncError),
    /// The pods were claimed.
    Counts {
        /// Active pods that are the set's.
        active: u32,
        /// `spec.replicas`.
        desired: i32,
        /// Pods that are being deleted.
        terminating: u32,
    },
    /// So many creations are expected from now on (RS-15).
    ExpectsCreations(u32),
    /// These deletions are expected from now on (RS-17).
    ExpectsDeletions(Vec<PodKey>),
    /// A batch of creations starts (RS-18).
    StartsBatch {
        /// Its number, from 1.
        number: u32,
        /// How many calls it makes.
        size: u32,
    },
    /// Creations that were not made, or failed, are no longer expected (RS-15).
    Skips(u32),
    /// A deletion that failed is no longer expected (RS-17).
    DeletionFailed(PodKey),
    /// An Event about the set.
    Records(PodEvent),
    /// The consistency store remembers a version (RS-31).
    Wrote {
        /// Of which kind.
        kind: KindId,
        /// Under which owner's uid.
        uid: Name,
        /// Which version.
        version: u64,
    },
    /// The set is gone: its expectations and its record go too (RS-11 step 3).
    Forgets,
    /// The key comes back after this time (RS-11 step 14).
    EnqueuesAfter(Duration),
    /// The sync is over.
    Ends(Option<SyncError>),
}

/// An Event that the controller records about a ReplicaSet (RS-19a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PodEvent {
    /// Normal `SuccessfulCreate`.
    Created(Name),
    /// Normal `SuccessfulDelete`.
    Deleted(Name),
    /// Warning `FailedCreate`.
    CreateFailed(Arc<SyncError>),
    /// Warning `FailedDelete`.
    DeleteFailed(Arc<SyncError>),
}

/// `syncReplicaSet` (RS-11). Its end is a [`Deed::Ends`], unless it waits for answers.
pub(super) fn sync(script: &mut Script<'_, Deed>, config: &ReplicaSetConfig, view: &View) {
    let end = match steps(script, config, view) {
        Ok(()) => None,
        Err(Stop::Failed(error)) => Some(error),
        Err(Stop::Pending) => return,
    };
    script.does(Deed::Ends(end));
}

fn steps(script: &mut Script<'_, Deed>, config: &ReplicaSetConfig, view: &View) -> Result<(), Stop> {
    if split_key(script.cluster, view.key).is_none() {
        return Err(SyncError::KeyFormat(view.key).into());
    }
    if let Some(stale) = view.stale {
        return Err(SyncError::Stale(stale).into());
    }
    let Some(set) = &view.set else {
        script.does(Deed::Forgets);
        return Ok(());
    };
    script.does(Deed::Gate(view.verdict));
    let Some(facts) = facts(set) else { return Ok(()) };
    if let Some(expression) = facts.spec.selector.as_deref().and_then(LabelSelector::invalid) {
        script.does(Deed::Reports(SyncError::Selector {
            kind: set.kind,
            namespace: set.meta.namespace,
            name: set.meta.name,
            expression: expression.clone(),
        }));
        return Ok(());
    }
    let selector = facts.spec.selector.as_deref();
    let active = claim(script, config, set, selector, &view.pods)?;
    let terminating = config.terminating_replicas.then(|| {
        let selected = |pod: &Object| selector.is_some_and(|selector| selector.matches(&pod.meta.labels));
        let ours = |pod: &Object| controller_of(pod).is_some_and(|owner| owner.uid == set.meta.uid);
        let counted = |pod: &&Arc<Object>| is_terminating(pod) && ours(pod) && selected(pod);
        view.pods.iter().filter(counted).count()
    });
    script.does(Deed::Counts {
        active: u32::try_from(active.len()).unwrap_or(u32::MAX),
        desired: facts.spec.replicas,
        terminating: u32::try_from(terminating.unwrap_or(0)).unwrap_or(u32::MAX),
    });
    let mut managed = Ok(());
    if view.verdict.is_satisfied() && !set.meta.is_deleting() {
        managed = match manage_replicas(script, config, view, set, facts, &active) {
            Err(Stop::Pending) => return Err(Stop::Pending),
            Err(Stop::Failed(error)) => Err(error),
            Ok(()) => Ok(()),
        };
    }
    let now = script.now();
    let updated = update_status(
        script,
        config,
        set,
        facts,
        &active,
        terminating,
        managed.as_ref().err(),
    )?;
    script.does(Deed::Wrote {
        kind: set.kind,
        uid: set.meta.uid,
        version: updated.meta.resource_version,
    });
    managed?;
    let exact = config.exact_availability;
    let updated = self::facts(&updated).unwrap_or(facts);
    let (spec, status) = (&updated.spec, &updated.status);
    if spec.min_ready_seconds > 0 {
        let whole = Duration::from_secs(i64::from(spec.min_ready_seconds));
        if exact && status.ready_replicas != status.available_replicas {
            let rest = next_availability(config, &active, spec.min_ready_seconds, now);
            script.does(Deed::EnqueuesAfter(rest.unwrap_or(whole)));
        } else if !exact
            && status.ready_replicas == spec.replicas
            && status.available_replicas != spec.replicas
        {
            script.does(Deed::EnqueuesAfter(whole));
        }
    }
    Ok(())
}

/// RS-11 step 7: active pods alone are claimed (CR-8).
fn claim(
    script: &mut Script<'_, Deed>,
    config: &ReplicaSetConfig,
    set: &Arc<Object>,
    selector: Option<&LabelSelector>,
    pods: &[Arc<Object>],
) -> Result<Vec<Arc<Object>>, Stop> {
    let claimer = Claimer {
        controller: set,
        selector,
        reference: controller_reference(script.cluster, set),
        finalizers: crate::object::List::EMPTY,
        rechecks: true,
    };
    let active = pods.iter().filter(|pod| is_active(pod)).cloned();
    let (kind, uid) = (config.pods, set.meta.uid);
    let claimed = claimer.claim(
        script,
        active,
        |_| true,
        |pod| {
            let version = pod.meta.resource_version;
            Some(Deed::Wrote { kind, uid, version })
        },
    )?;
    if claimed.errors.is_empty() {
        Ok(claimed.owned)
    } else {
        Err(SyncError::Claim(claimed.errors).into())
    }
}

/// What is read of a ReplicaSet.
pub(super) fn facts(set: &Object) -> Option<&ReplicaSetFacts> {
    match &set.facts {
        Facts::ReplicaSet(facts) => Some(facts),
        _ => None,
    }
}
