use super::deployment::DeploymentEvent;
use super::replica_set::PodEvent;
use super::{Expected, PodKey, SyncError, Verdict};
use crate::object::Name;
use crate::sim::{Actor, QueueName, Rule};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One thing that a controller of workloads did or found, about the object with a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkloadEffect {
    /// Which controller.
    pub by: Actor,
    /// Its queue, which tells the kind of the object.
    pub queue: QueueName,
    /// The object, `namespace/name`; empty where it is about none in particular.
    pub key: Name,
    /// What.
    pub what: WorkloadWhat,
    /// The rule.
    pub rule: Rule,
}

/// What a controller of workloads did or found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkloadWhat {
    /// The gate was read at the start of a sync (EX-7).
    Gate {
        /// What it said.
        verdict: Verdict,
        /// The counters then.
        expected: Option<Expected>,
    },
    /// The pods were counted (RS-14).
    Pods {
        /// Active ones that are the set's.
        active: u32,
        /// Wanted ones.
        desired: i32,
        /// Ones that are being deleted.
        terminating: u32,
    },
    /// So many creations are expected from now on.
    ExpectsCreations(u32),
    /// These deletions are expected from now on.
    ExpectsDeletions(Vec<PodKey>),
    /// A creation was observed.
    CreationObserved {
        /// The counters after it.
        left: Option<Expected>,
    },
    /// A deletion was observed.
    DeletionObserved {
        /// Of which pod.
        pod: PodKey,
        /// It was expected.
        tracked: bool,
        /// The counters after it.
        left: Option<Expected>,
    },
    /// Expectations were deleted, with their owner.
    ExpectationsDeleted,
    /// A batch of creations starts (RS-18).
    Batch {
        /// Its number, from 1.
        number: u32,
        /// How many calls it makes at once.
        size: u32,
    },
    /// Creations that were not made, or failed, are no longer expected (RS-15).
    Skipped {
        /// How many.
        number: u32,
        /// The counters after it.
        left: Option<Expected>,
    },
    /// A deletion that failed is no longer expected (RS-17).
    DeletionFailed {
        /// Of which pod.
        pod: PodKey,
        /// The counters after it.
        left: Option<Expected>,
    },
    /// A name was computed for the new ReplicaSet (HS-7, HS-8).
    Named {
        /// The name.
        name: Name,
        /// The collision count that went into it.
        collision_count: Option<i32>,
    },
    /// The name is taken by another ReplicaSet (HS-9).
    Collided {
        /// The name.
        name: Name,
        /// The count from now on.
        collision_count: i32,
    },
    /// The revision that a set's pods go to was found or made (HS-14, HS-24).
    RevisionChosen {
        /// Its name.
        name: Name,
        /// Its number.
        number: i64,
    },
    /// An Event was recorded.
    Event(WorkloadEvent),
    /// An error was reported, and the sync went on.
    Reported(Arc<SyncError>),
    /// The sync failed.
    Failed(Arc<SyncError>),
}

/// An Event of a controller of workloads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkloadEvent {
    /// About a ReplicaSet.
    Pod(PodEvent),
    /// About a Deployment.
    Deployment(DeploymentEvent),
}
