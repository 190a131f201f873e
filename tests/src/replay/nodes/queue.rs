//! Follows a recording of the rate-limited queue, or of the queue inside it (RQ-1 to RQ-6).

use super::compare::{same, same_limiter, text};
use kubeloupe_core::nodes::{Limiter, QueueEntry, RateLimitedQueue, Turn, UniqueQueue};
use kubeloupe_core::object::{Duration, Name, Names, Time};
use serde_json::{Value, json};

struct Replay {
    names: Names,
    queue: RateLimitedQueue,
    now: Time,
    /// By how much each read of the clock by the queue moves it.
    per_read: Duration,
}

/// Follows `recording` and compares everything that it shows. Returns the number of steps, or the first difference.
pub fn replay_node_queue(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    if recording["group"] == "unique" {
        return replay_unique(steps);
    }
    let limiter = match recording["limiter0"]["kind"].as_str() {
        Some("always") => Limiter::Always,
        Some("never") => Limiter::Never,
        Some("bucket") => Limiter::bucket(recording["limiter0"]["qps"].as_f64().ok_or("no qps")? as f32),
        other => return Err(format!("unknown limiter {other:?}")),
    };
    let mut replay = Replay {
        names: Names::default(),
        queue: RateLimitedQueue::new(limiter),
        // The spec's own vector starts a millisecond late.
        now: Time(if recording["id"] == "queue/v30" {
            1_000_000
        } else {
            0
        }),
        per_read: Duration(recording["clockStepPerRead"].as_i64().ok_or("no clock step")?),
    };
    for (number, step) in steps.iter().enumerate() {
        replay
            .step(step)
            .map_err(|difference| format!("step {number}, {}: {difference}", step["op"]))?;
    }
    Ok(steps.len())
}

impl Replay {
    fn step(&mut self, step: &Value) -> Result<(), String> {
        match text(&step["op"], "op")? {
            "advance" => self.now = self.now + Duration(step["ns"].as_i64().ok_or("no ns")?),
            "add" => {
                let value = self.name(&step["value"])?;
                let added = self.add(value);
                same("result", &json!(added), &step["result"])?;
            }
            "remove" => {
                let value = self.name(&step["value"])?;
                let removed = self.queue.remove(value);
                same("result", &json!(removed), &step["result"])?;
            }
            "clear" => self.queue.clear(),
            "swapLimiter" => {
                let qps = step["qps"].as_f64().ok_or("no qps")? as f32;
                self.queue.swap_limiter(qps, self.now);
                let reads = step["reads"].as_f64().ok_or("no reads")? as f32;
                if reads != self.queue.limiter().qps() {
                    return Err(format!(
                        "reads: ours {}, recorded {reads}",
                        self.queue.limiter().qps()
                    ));
                }
            }
            "try" => self.try_all(step)?,
            other => return Err(format!("unknown operation {other}")),
        }
        same("clock", &json!(self.now.0), &step["clock"])?;
        same_limiter(self.queue.limiter(), &step["limiter"], |last| {
            last.as_i64().map(Time).ok_or_else(|| "no time".to_owned())
        })?;
        same_queue(&self.names, self.queue.queue(), step)
    }

    fn add(&mut self, value: Name) -> bool {
        let added = self.queue.add(value, self.now);
        self.now = self.now + self.per_read;
        added
    }

    /// Try, in recordings of many ticks from the one that served something.
    fn try_all(&mut self, step: &Value) -> Result<(), String> {
        if let Some(tick) = step["tick"].as_i64() {
            self.now = Time(tick);
        }
        let mut calls = step["calls"].as_array().into_iter().flatten();
        loop {
            let now = self.now;
            let turn = self.queue.turn(now);
            if matches!(turn, Turn::NotDue | Turn::Due(_)) {
                self.now = self.now + self.per_read;
            }
            let Turn::Due(entry) = turn else { break };
            let Some(call) = calls.next() else {
                return Err(format!("a call too many, with {}", self.names.text(entry.value)));
            };
            same("value", &json!(self.names.text(entry.value)), &call["value"])?;
            same("at", &json!(self.now.0), &call["at"])?;
            for act in call["do"].as_array().into_iter().flatten() {
                match text(&act[0], "do")? {
                    "remove" => {
                        let value = self.name(&act[1])?;
                        self.queue.remove(value);
                    }
                    "add" => {
                        let value = self.name(&act[1])?;
                        self.add(value);
                    }
                    "advance" => self.now = self.now + Duration(act[1].as_i64().ok_or("no ns")?),
                    other => return Err(format!("unknown act {other}")),
                }
            }
            if call["ok"] == true {
                self.queue.succeeded(entry);
            } else {
                self.queue
                    .failed(entry, Duration(call["wait"].as_i64().ok_or("no wait")?), now);
            }
        }
        match calls.next() {
            None => Ok(()),
            Some(call) => Err(format!("a call too few, with {}", call["value"])),
        }
    }

    fn name(&mut self, value: &Value) -> Result<Name, String> {
        Ok(self.names.intern(text(value, "value")?))
    }
}

fn replay_unique(steps: &[Value]) -> Result<usize, String> {
    let mut names = Names::default();
    let mut queue = UniqueQueue::default();
    for (number, step) in steps.iter().enumerate() {
        let value = names.intern(step["value"].as_str().unwrap_or_default());
        let entry = QueueEntry {
            value,
            added_at: Time(step["addedAt"].as_i64().unwrap_or(0)),
            process_at: Time(step["processAt"].as_i64().unwrap_or(0)),
        };
        let shown = |got: Option<QueueEntry>| match got {
            None => json!({ "addedAt": 0, "processAt": 0, "result": false, "value": "" }),
            Some(entry) => json!({
                "addedAt": entry.added_at.0,
                "processAt": entry.process_at.0,
                "result": true,
                "value": names.text(entry.value),
            }),
        };
        let (member, result) = match text(&step["op"], "op")? {
            "add" => ("result", json!(queue.add(entry))),
            "replace" => ("result", json!(queue.replace(entry))),
            "remove" => ("result", json!(queue.remove(value))),
            "removeFromQueue" => ("result", json!(queue.remove_from_queue(value))),
            "get" => ("got", shown(queue.get())),
            "head" => ("got", shown(queue.head())),
            "clear" => {
                queue.clear();
                ("result", Value::Null)
            }
            other => return Err(format!("unknown operation {other}")),
        };
        let compared = if member == "got" && result["result"] == false {
            same("result", &json!(false), &step["got"]["result"])
        } else {
            same(member, &result, &step[member])
        };
        compared
            .and_then(|()| same_queue(&names, &queue, step))
            .map_err(|difference| format!("step {number}, {}: {difference}", step["op"]))?;
    }
    Ok(steps.len())
}

fn same_queue(names: &Names, queue: &UniqueQueue, step: &Value) -> Result<(), String> {
    let heap: Vec<Value> = queue
        .heap()
        .iter()
        .map(|entry| json!([names.text(entry.value), entry.process_at.0, entry.added_at.0]))
        .collect();
    same("heap", &Value::from(heap), &step["heap"])?;
    let mut alone: Vec<&str> = queue.set_only().map(|value| names.text(value)).collect();
    alone.sort_unstable();
    same("setOnly", &json!(alone), &step["setOnly"])
}
