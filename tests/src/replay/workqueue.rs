//! Follows a recording of the controllers' work queue (WQ-1 to WQ-4).

use kubeloupe_core::object::{Duration, Time};
use kubeloupe_core::queue::{Added, QueueConfig, WorkQueue};
use serde_json::Value;

/// Items are short names; the index into the sorted list of those that the recording mentions stands for one.
struct Replay {
    items: Vec<String>,
    queue: WorkQueue<usize>,
    now: Time,
}

/// Follows `recording` and compares everything that it shows. Returns the number of steps, or the first difference.
pub fn replay_workqueue(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut items: Vec<String> = steps
        .iter()
        .filter_map(|step| step["do"]["item"].as_str())
        .map(str::to_owned)
        .collect();
    items.sort();
    items.dedup();
    let mut replay = Replay {
        items,
        queue: WorkQueue::new(QueueConfig::CONTROLLER),
        now: Time::START,
    };
    for (number, step) in steps.iter().enumerate() {
        replay
            .step(step)
            .map_err(|difference| format!("step {number}, {}: {difference}", step["do"]))?;
    }
    Ok(steps.len())
}

impl Replay {
    fn step(&mut self, step: &Value) -> Result<(), String> {
        let (what, out) = (&step["do"], &step["out"]);
        let item = || self.index(&what["item"]);
        let span = Duration(what["ns"].as_i64().unwrap_or(0));
        let listed_before = self.queue.len();
        match what["op"].as_str().unwrap_or_default() {
            "add" => {
                self.queue.add(item()?);
            }
            "addAfter" => {
                self.queue.add_after(item()?, span, self.now);
            }
            "addRateLimited" => {
                let limited = self.queue.add_rate_limited(item()?, self.now);
                same("delayNs", limited.delay.0, out["delayNs"].as_i64().unwrap_or(-1))?;
                if let Added::At(due) = limited.added
                    && due > self.now + limited.delay
                {
                    return Err("a delayed add got later".to_owned());
                }
            }
            "get" => {
                let got = self.queue.take().map(|item| self.items[item].as_str());
                same("got", got, out["got"].as_str())?;
            }
            "done" => {
                let item = item()?;
                self.queue.done(item);
            }
            "forget" => {
                let item = item()?;
                self.queue.forget(item);
            }
            "advance" => {
                self.now = self.now + span;
                while self.queue.add_due(self.now).is_some() {}
                self.take_over_ties(listed_before, out)?;
            }
            "shutDown" => self.queue.shut_down(),
            other => return Err(format!("unknown operation {other}")),
        }
        if let Some(failures) = out["requeues"].as_u64() {
            same(
                "requeues",
                u64::from(self.queue.failures(self.index(&what["item"])?)),
                failures,
            )?;
        }
        same("nowNs", self.now.0, out["nowNs"].as_i64().unwrap_or(-1))?;
        same(
            "len",
            self.queue.len() as u64,
            out["len"].as_u64().unwrap_or(u64::MAX),
        )?;
        same("list", self.names(self.queue.listed()), strings(&out["list"]))?;
        let dirty = (0..self.items.len()).filter(|&item| self.queue.is_dirty(item));
        same("dirty", self.names(dirty), strings(&out["dirty"]))?;
        let mut processing = self.queue.processing().to_vec();
        processing.sort_unstable();
        same("processing", self.names(processing), strings(&out["processing"]))
    }

    /// Items that became due at the same instant may be listed in any order among themselves: takes over the recorded
    /// one, unless anything else differs.
    fn take_over_ties(&mut self, listed_before: usize, out: &Value) -> Result<(), String> {
        let Some(ties) = out["ties"].as_array() else {
            return Ok(());
        };
        let mut groups = Vec::new();
        for tie in ties {
            groups.push(strings(tie));
        }
        let recorded = strings(&out["list"]);
        let ours = self.names(self.queue.listed());
        let shape = |list: &[String]| -> Vec<String> {
            let group = |item: &String| groups.iter().position(|group| group.contains(item));
            let label = |(place, item): (usize, &String)| match group(item) {
                Some(group) if place >= listed_before => format!("tie {group}"),
                _ => item.clone(),
            };
            list.iter().enumerate().map(label).collect()
        };
        same("list with ties", shape(&ours), shape(&recorded))?;
        let order: Result<Vec<usize>, String> = recorded
            .iter()
            .map(|item| self.index(&Value::from(item.as_str())))
            .collect();
        if self.queue.reorder(&order?) {
            Ok(())
        } else {
            Err("the list holds other items".to_owned())
        }
    }

    fn index(&self, item: &Value) -> Result<usize, String> {
        let name = item.as_str().ok_or("no item")?;
        self.items
            .iter()
            .position(|other| other == name)
            .ok_or_else(|| format!("unknown item {name}"))
    }

    fn names(&self, items: impl IntoIterator<Item = usize>) -> Vec<String> {
        items.into_iter().map(|item| self.items[item].clone()).collect()
    }
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, recorded: T) -> Result<(), String> {
    if ours == recorded {
        Ok(())
    } else {
        Err(format!("{what}: ours {ours:?}, recorded {recorded:?}"))
    }
}
