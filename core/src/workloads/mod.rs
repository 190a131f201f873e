//! Controllers of workloads: expectations, slow start, claiming, ReplicaSets, Deployments and histories of revisions (spec expectations-hash,
//! sections 1 to 3 and 4.5).

mod cache;
mod claim;
mod consistency;
pub mod deployment;
mod effect;
mod error;
mod expectations;
pub mod history;
mod key;
mod payload;
mod ranking;
pub mod replica_set;
mod script;
mod slow_start;
#[expect(clippy::module_inception, reason = "the room's noun")]
mod workloads;

pub use cache::{Collection, WorkloadCache};
pub use claim::{Claim, Claimed, Claimer, controller_of, controller_reference, release_patch};
pub use consistency::{ConsistencyStore, Written};
pub use effect::{WorkloadEffect, WorkloadEvent, WorkloadWhat};
pub use error::{ApiError, CannotAdopt, Stale, SyncError};
pub use expectations::{EXPECTATIONS_TIMEOUT, Expectations, Expected, PodKey, TrackingExpectations, Verdict};
pub use key::{key_of, split_key};
pub use payload::Payload;
pub use ranking::{RankedPod, Ranking, bucket, is_active, is_terminating, ranks, ready_since, sort};
pub use script::{Answered, Pending, Run, Script, Stop};
pub use slow_start::{SLOW_START_INITIAL_BATCH, SlowStart};
pub use workloads::{QUEUES, WorkloadContext, Workloads};
