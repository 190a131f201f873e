//! Recordings of the workload controllers (ids `oracle/workloads`): expectations, slow start, ranking, claiming, syncs.

mod book;
mod claim;
mod deployment;
mod expectations;
mod memory_api;
mod ranking;
mod replica_set;
mod slow_start;

pub use claim::replay_claim;
pub use deployment::replay_deployments;
pub use expectations::replay_expectations;
pub use ranking::replay_ranking;
pub use replica_set::replay_replica_sets;
pub use slow_start::replay_slow_start;

use serde_json::Value;

/// The first difference between two values, which are to be equal.
fn same(what: &str, ours: &Value, recorded: &Value) -> Result<(), String> {
    if ours == recorded {
        Ok(())
    } else {
        Err(format!("{what}: ours {ours}, recorded {recorded}"))
    }
}

/// A member's texts.
fn strings(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// An operation of a step.
fn op(step: &Value) -> &str {
    step["op"].as_str().unwrap_or_default()
}

/// Which formats there are, told by their content.
pub(super) mod fits {
    use super::{Value, op};

    pub(crate) fn expectations(recording: &Value) -> bool {
        recording["tracked"].is_boolean()
    }
    pub(crate) fn slow_start(recording: &Value) -> bool {
        recording["batches"].is_array()
    }
    pub(crate) fn ranking(recording: &Value) -> bool {
        recording["pairs"].is_array()
    }
    pub(crate) fn claim(recording: &Value) -> bool {
        recording["manager"].is_string()
    }
    pub(crate) fn deployments(recording: &Value) -> bool {
        recording["cache"]["deployment"].is_object()
    }
    pub(crate) fn replica_sets(recording: &Value) -> bool {
        recording["burst"].is_u64() && !op(&recording["steps"][0]["in"]).is_empty()
    }
}
