//! Controllers of workloads: expectations, slow start, claiming, ReplicaSets and Deployments (spec expectations-hash,
//! sections 1 to 3 and 4.5).

mod expectations;
mod slow_start;

pub use expectations::{
    EXPECTATIONS_TIMEOUT, Expectations, Expected, PodKey, TrackingExpectations, Verdict,
};
pub use slow_start::{SLOW_START_INITIAL_BATCH, SlowStart};
