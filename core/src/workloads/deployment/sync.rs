use super::budget::{Budget, budget};
use super::controller::DeploymentConfig;
use super::{annotations, conditions};
use crate::apiserver::Verb;
use crate::object::{
    ConditionStatus, DeploymentFacts, DeploymentSpec, Duration, Facts, List, Message, Name, Object,
    ReplicaSetFacts, StrategyKind,
};
use crate::sorted::sort_by;
use crate::workloads::{Claimer, Script, Stop, SyncError, controller_of, controller_reference, split_key};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// What the caches held when a sync began.
#[derive(Clone, Debug)]
pub struct View {
    /// The key, `namespace/name`.
    pub key: Name,
    /// The Deployment, if the cache has it.
    pub deployment: Option<Arc<Object>>,
    /// Its ReplicaSets and the ownerless ones of the namespace.
    pub sets: Vec<Arc<Object>>,
    /// The ReplicaSet that has the name of the new one (HS-9), whoever owns it.
    pub namesake: Option<Arc<Object>>,
    /// Pods of those ReplicaSets, where the strategy is Recreate (DP-9).
    pub pods: Vec<Arc<Object>>,
}

/// What a sync does. The controller carries these out in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A name was computed for the new ReplicaSet (HS-7, HS-8).
    Names {
        /// The name.
        name: Name,
        /// The collision count that went into it.
        collision_count: Option<i32>,
    },
    /// The name is taken by another ReplicaSet (HS-9): the count goes up.
    Collides {
        /// The name.
        name: Name,
        /// The count from now on.
        collision_count: i32,
    },
    /// An Event about the Deployment.
    Records(DeploymentEvent),
    /// The key comes back after this time (DP-14).
    EnqueuesAfter(Duration),
    /// The key comes back with the limiter's delay (DP-14).
    EnqueuesRateLimited,
    /// The sync is over.
    Ends(Option<SyncError>),
}

/// An Event that the controller records about a Deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeploymentEvent {
    /// Normal `ScalingReplicaSet`.
    Scaled {
        /// The ReplicaSet.
        set: Name,
        /// Its size before.
        from: i32,
        /// Its size now.
        to: i32,
    },
    /// Warning `ReplicaSetCreateError`.
    CreateFailed(Name, Arc<SyncError>),
    /// Warning `SelectingAll` (DP-1).
    SelectingAll,
    /// Normal `DeploymentRollback` (DP-17).
    RolledBack(i64),
    /// Warning `DeploymentRollbackTemplateUnchanged` (DP-17).
    RollbackUnchanged,
    /// Warning `DeploymentRollbackRevisionNotFound`: there is no last revision (DP-17).
    NoLastRevision,
    /// Warning `DeploymentRollbackRevisionNotFound`: there is no such revision (DP-17).
    NoSuchRevision,
}

/// A sync under way: the one copy of the Deployment that it works on, and the ReplicaSets as claimed (DP-1).
pub(super) struct Work<'s, 'a> {
    pub(super) script: &'s mut Script<'a, Deed>,
    pub(super) config: &'s DeploymentConfig,
    pub(super) view: &'s View,
    /// The copy: what is set in its status and annotations stays there, its resourceVersion is the cached one.
    pub(super) object: Object,
    pub(super) facts: DeploymentFacts,
    /// Claimed ReplicaSets, oldest first.
    pub(super) sets: Vec<Arc<Object>>,
}

/// `syncDeployment` (DP-1). Its end is a [`Deed::Ends`], unless it waits for answers.
pub(super) fn sync(script: &mut Script<'_, Deed>, config: &DeploymentConfig, view: &View) {
    let end = match steps(script, config, view) {
        Ok(()) => None,
        Err(Stop::Failed(error)) => Some(error),
        Err(Stop::Pending) => return,
    };
    script.does(Deed::Ends(end));
}

fn steps(script: &mut Script<'_, Deed>, config: &DeploymentConfig, view: &View) -> Result<(), Stop> {
    if split_key(script.cluster, view.key).is_none() {
        return Err(SyncError::KeyFormat(view.key).into());
    }
    let Some(deployment) = &view.deployment else {
        return Ok(());
    };
    let Facts::Deployment(facts) = &deployment.facts else {
        return Ok(());
    };
    let mut work = Work {
        script,
        config,
        view,
        object: Object::clone(deployment),
        facts: DeploymentFacts::clone(facts),
        sets: Vec::new(),
    };
    if facts.spec.selector.is_empty() {
        return work.selects_all();
    }
    if let Some(expression) = facts.spec.selector.invalid() {
        return Err(SyncError::Selector {
            kind: deployment.kind,
            namespace: deployment.meta.namespace,
            name: deployment.meta.name,
            expression: expression.clone(),
        }
        .into());
    }
    work.claim(deployment)?;
    if deployment.meta.is_deleting() {
        let (new, old) = work.find(false)?;
        return work.write_status(&old, new.as_ref());
    }
    work.check_paused()?;
    if facts.spec.paused {
        return work.scale_and_status();
    }
    if work.rollback_to().is_some() {
        return work.rollback();
    }
    if work.is_scaling()? {
        return work.scale_and_status();
    }
    match facts.spec.strategy.kind {
        StrategyKind::RollingUpdate => work.rolling(),
        StrategyKind::Recreate => work.recreate(),
        StrategyKind::Other(word) => Err(SyncError::Strategy(word).into()),
    }
}

impl Work<'_, '_> {
    pub(super) fn spec(&self) -> &DeploymentSpec {
        &self.facts.spec
    }

    pub(super) fn budget(&self) -> Budget {
        budget(&self.script.cluster.names, self.spec())
    }

    /// DP-1 (2).
    fn selects_all(&mut self) -> Result<(), Stop> {
        self.script.does(Deed::Records(DeploymentEvent::SelectingAll));
        if self.facts.status.observed_generation < self.object.meta.generation {
            self.facts.status.observed_generation = self.object.meta.generation;
            match self.put_status() {
                Err(Stop::Pending) => return Err(Stop::Pending),
                Ok(()) | Err(Stop::Failed(_)) => {}
            }
        }
        Ok(())
    }

    /// DP-1 (3).
    fn claim(&mut self, deployment: &Arc<Object>) -> Result<(), Stop> {
        let selector = self.facts.spec.selector.clone();
        let claimer = Claimer {
            controller: deployment,
            selector: Some(&selector),
            reference: controller_reference(self.script.cluster, deployment),
            finalizers: List::EMPTY,
            rechecks: true,
        };
        let sets = self.view.sets.iter().cloned();
        let claimed = claimer.claim(self.script, sets, |_| true, |_| None)?;
        if !claimed.errors.is_empty() {
            return Err(SyncError::Claim(claimed.errors).into());
        }
        self.sets = claimed.owned;
        let names = &self.script.cluster.names;
        sort_by(&mut self.sets, |left, right| older(names, left, right));
        Ok(())
    }

    /// DP-2.
    fn check_paused(&mut self) -> Result<(), Stop> {
        if self.deadline().is_none() {
            return Ok(());
        }
        let kind = self.script.name("Progressing");
        let (paused, resumed, exceeded) = (
            self.script.name("DeploymentPaused"),
            self.script.name("DeploymentResumed"),
            self.script.name("ProgressDeadlineExceeded"),
        );
        let known = conditions::get(&self.facts.status.conditions, kind).map(|condition| condition.reason);
        let said_paused = known == Some(paused);
        if known == Some(exceeded) || said_paused == self.spec().paused {
            return Ok(());
        }
        let (reason, message) = if said_paused {
            (resumed, Message::Resumed)
        } else {
            (paused, Message::Paused)
        };
        let now = self.script.now();
        conditions::set(
            &mut self.facts.status.conditions,
            conditions::new(kind, ConditionStatus::Unknown, reason, message, now),
        );
        self.put_status()
    }

    /// DP-1 (7): an active ReplicaSet was made for another size.
    fn is_scaling(&mut self) -> Result<bool, Stop> {
        let (new, old) = self.find(false)?;
        let desired = self.spec().replicas;
        let cluster = &*self.script.cluster;
        let differs = |set: &Arc<Object>| {
            let facts = set_facts(set);
            let noted = facts.and_then(|facts| {
                annotations::count(cluster, &facts.annotations, annotations::DESIRED_REPLICAS)
            });
            size(set) > 0 && noted.is_some_and(|noted| noted != desired)
        };
        Ok(old.iter().chain(&new).any(differs))
    }

    /// DP-5.
    fn scale_and_status(&mut self) -> Result<(), Stop> {
        let (new, old) = self.find(false)?;
        self.scale(new.as_ref(), &old)?;
        if self.spec().paused && self.rollback_to().is_none() {
            self.clean_up(&old)?;
        }
        self.write_status(&old, new.as_ref())
    }

    /// Writes the status, with the annotations, of the copy. The copy keeps its resourceVersion (HS-10a).
    pub(super) fn put_status(&mut self) -> Result<(), Stop> {
        let object = self.as_object();
        let (kind, meta) = (object.kind, &object.meta);
        let (namespace, name) = (meta.namespace, meta.name);
        self.script
            .ask(kind, namespace, name, || Verb::UpdateStatus(Box::new(object)))??;
        Ok(())
    }

    /// The copy as an object.
    pub(super) fn as_object(&self) -> Object {
        Object {
            facts: Facts::Deployment(Arc::new(self.facts.clone())),
            ..self.object.clone()
        }
    }

    /// `progressDeadlineSeconds`, unless it is absent or stands for "none".
    pub(super) fn deadline(&self) -> Option<Duration> {
        let seconds = self
            .spec()
            .progress_deadline_seconds
            .filter(|&seconds| seconds != i32::MAX);
        seconds.map(|seconds| Duration::from_secs(i64::from(seconds)))
    }
}

/// By age, oldest first, then by name.
pub(super) fn older(names: &crate::object::Names, left: &Object, right: &Object) -> Ordering {
    let created = |object: &Object| object.meta.creation_timestamp;
    created(left)
        .cmp(&created(right))
        .then_with(|| names.compare(left.meta.name, right.meta.name))
}

/// What is read of a ReplicaSet.
pub(super) fn set_facts(set: &Object) -> Option<&ReplicaSetFacts> {
    match &set.facts {
        Facts::ReplicaSet(facts) => Some(facts),
        _ => None,
    }
}

/// `spec.replicas` of a ReplicaSet.
pub(super) fn size(set: &Object) -> i32 {
    set_facts(set).map_or(0, |facts| facts.spec.replicas)
}

/// `spec.replicas` of several.
pub(super) fn sizes<'s>(sets: impl IntoIterator<Item = &'s Arc<Object>>) -> i32 {
    sets.into_iter().fold(0, |sum, set| sum.wrapping_add(size(set)))
}

/// `status.availableReplicas`.
pub(super) fn available(set: &Object) -> i32 {
    set_facts(set).map_or(0, |facts| facts.status.available_replicas)
}

/// Whether the uid of the controller is this.
pub(super) fn is_controlled_by(set: &Object, uid: Name) -> bool {
    controller_of(set).is_some_and(|owner| owner.uid == uid)
}
