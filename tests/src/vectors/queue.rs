//! Bench for a work queue alone (WQ-1 to WQ-4).
//!
//! Steps: `failAll` (this many items fail at once), `assert` with `due`: how many delayed adds are due at which time.

use super::{each_step, same, span};
use kubeloupe_core::object::Time;
use kubeloupe_core::queue::{QueueConfig, WorkQueue};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn run(vector: &Value) -> Result<(), String> {
    let mut queue: WorkQueue<u64> = WorkQueue::new(QueueConfig::CONTROLLER);
    each_step(vector, |verb, about| match verb {
        "failAll" => {
            for item in 0..about.as_u64().ok_or("a number of items")? {
                queue.add_rate_limited(item, Time::START);
            }
            Ok(())
        }
        "assert" => {
            let mut ours: BTreeMap<i64, u64> = BTreeMap::new();
            for delayed in queue.delayed() {
                *ours.entry(delayed.due.0).or_default() += 1;
            }
            let mut expected = BTreeMap::new();
            for (time, count) in about["due"].as_object().ok_or("due has to be an object")? {
                expected.insert(span(&Value::from(time.as_str()))?, count.as_u64().unwrap_or(0));
            }
            same("due", &ours, &expected)
        }
        other => Err(format!("unknown step {other}")),
    })
}
