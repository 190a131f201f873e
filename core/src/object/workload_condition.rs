use super::{ConditionStatus, Name, Time};
use crate::workloads::SyncError;
use alloc::sync::Arc;

/// One entry of `status.conditions` of a ReplicaSet or Deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkloadCondition {
    /// `type`.
    pub kind: Name,
    /// `status`.
    pub status: ConditionStatus,
    /// `reason`.
    pub reason: Name,
    /// `message`.
    pub message: Message,
    /// `lastUpdateTime`, in whole seconds; ReplicaSets have none.
    pub last_update: Option<Time>,
    /// `lastTransitionTime`, in whole seconds.
    pub last_transition: Option<Time>,
}

/// What a condition's message says. The words are not kept, but for a message that says something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Any other text.
    Text(Name),
    /// Why the last call was refused (RS-24).
    Error(Arc<SyncError>),
    /// Enough replicas are available (DP-11).
    MinimumAvailability,
    /// Too few replicas are available (DP-11).
    NoMinimumAvailability,
    /// The Deployment is paused (DP-2).
    Paused,
    /// The Deployment is no longer paused (DP-2).
    Resumed,
    /// The ReplicaSet of the template was there already (DP-3).
    Found(Name),
    /// The ReplicaSet of the template was created (DP-3).
    Created(Name),
    /// The ReplicaSet of the template could not be created (HS-10).
    FailedToCreate(Name, Arc<SyncError>),
    /// The rollout is complete (DP-12).
    Progressed(Subject),
    /// The rollout makes progress (DP-12).
    Progressing(Subject),
    /// The rollout made no progress within its deadline (DP-12).
    TimedOut(Subject),
}

/// What a progress message is about: the new ReplicaSet, where there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `ReplicaSet "x"`.
    ReplicaSet(Name),
    /// `Deployment "x"`.
    Deployment(Name),
}
