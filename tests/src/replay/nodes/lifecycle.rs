//! Follows a recording of the node lifecycle controller, pass by pass (spec nodes, sections 1 to 5).

use super::api::Model;
use super::compare::{micros, same, shown};
use super::lifecycle_outputs::Expected;
use kubeloupe_core::apiserver::Change;
use kubeloupe_core::nodes::{NodeFlags, NodeLifecycle, NodeSwitches, Rate, SkipReason, ZoneOrder};
use kubeloupe_core::object::{Duration, Name, Object, Time};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

pub(super) struct Replay<'r> {
    pub(super) model: Model,
    pub(super) controller: NodeLifecycle,
    pub(super) config: Config,
    /// Runs that are still to come.
    runs: std::iter::Peekable<std::vec::IntoIter<&'r Value>>,
    pub(super) expected: Expected,
    pub(super) frozen: Frozen,
    pub(super) lease_events: VecDeque<(Change, Arc<Object>)>,
    /// The lease cache was emptied and gets a list when it is thawed.
    pub(super) leases_relist: bool,
    /// Version of the last lease event there was.
    pub(super) last_lease: String,
    pub(super) last_sync_empty: bool,
    pass: usize,
    compared: usize,
    /// Only what `expect` says is compared.
    sparse: bool,
}

pub(super) struct Config {
    flags: NodeFlags,
    switches: NodeSwitches,
    zone_order: ZoneOrder,
    order: String,
    eval_step: Duration,
    ticks_in_pass: Vec<(usize, usize)>,
    pub(super) health_recorded: bool,
    pub(super) calls: String,
}

#[derive(Default)]
pub(super) struct Frozen {
    pub(super) nodes: bool,
    pub(super) leases: bool,
    pub(super) pods: bool,
}

/// What is to be done when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Due {
    /// Inputs of one instant: from and to in the list of steps.
    Inputs(usize, usize),
    Tick,
    Pass,
}

/// Follows `recording` and compares everything that it shows. Returns the number of runs, or the first difference.
pub fn replay_node_steps(recording: &Value) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let config = Config::read(&recording["config"])?;
    let runs: Vec<&Value> = steps.iter().filter(|step| step["run"].is_string()).collect();
    let mut replay = Replay {
        model: Model::new(),
        controller: config.controller(),
        expected: Expected::default(),
        config,
        runs: runs.into_iter().peekable(),
        frozen: Frozen::default(),
        lease_events: VecDeque::new(),
        leases_relist: false,
        last_lease: String::new(),
        last_sync_empty: false,
        pass: 0,
        compared: 0,
        sparse: steps.iter().any(|step| step["in"] == "expect"),
    };
    for (at, due) in schedule(recording, steps)? {
        replay.model.now = replay.model.now.max(at);
        match due {
            Due::Inputs(from, to) => {
                for input in &steps[from..to] {
                    if input["in"].is_string() {
                        replay
                            .input(input)
                            .map_err(|difference| format!("{input}: {difference}"))?;
                    }
                }
                replay.settle()?;
            }
            Due::Tick => {
                let before = replay.model.api.last_version();
                replay.tick()?;
                if replay.model.api.last_version() != before {
                    replay.settle()?;
                }
            }
            Due::Pass => replay.pass()?,
        }
        if replay.controller.crash().is_some() {
            break;
        }
    }
    match replay.runs.next() {
        Some(run) => Err(format!("not run: {run}")),
        None => Ok(replay.compared),
    }
}

/// Inputs, ticks and passes in their order.
fn schedule(recording: &Value, steps: &[Value]) -> Result<Vec<(Time, Due)>, String> {
    let until = micros(&recording["until"])?;
    let mut schedule = Vec::new();
    let mut from = 0;
    while from < steps.len() {
        let at = &steps[from]["t"];
        let same_instant = |step: &Value| step["in"].is_string() && step["t"] == *at;
        let mut to = from + 1;
        if steps[from]["in"].is_string() {
            while to < steps.len() && same_instant(&steps[to]) {
                to += 1;
            }
            schedule.push((micros(at)?, Due::Inputs(from, to)));
        }
        from = to;
    }
    let times = |list: &str, first: &str, every: &str| -> Result<Vec<Time>, String> {
        if let Some(times) = recording[list].as_array() {
            return times.iter().map(micros).collect();
        }
        let (first, every) = (
            micros(&recording["config"][first])?,
            micros(&recording["config"][every])?,
        );
        if every <= Time::START {
            return Ok(Vec::new());
        }
        let times = (0..).map(|number| Time(first.0 + number * every.0));
        Ok(times.take_while(|time| *time <= until).collect())
    };
    let ticks = times("tickTimes", "tickFirst", "tickEvery")?;
    schedule.extend(ticks.into_iter().map(|time| (time, Due::Tick)));
    let passes = times("passTimes", "passFirst", "passEvery")?;
    schedule.extend(passes.into_iter().map(|time| (time, Due::Pass)));
    schedule.sort();
    Ok(schedule)
}

impl Config {
    fn read(config: &Value) -> Result<Self, String> {
        let period =
            |member: &str| -> Result<Duration, String> { Ok(micros(&config[member])? - Time::START) };
        let rate = |member: &str| Rate::new(config[member].as_f64().unwrap_or(f64::NAN) as f32);
        let threshold = config["largeClusterSizeThreshold"]
            .as_i64()
            .ok_or("no threshold")?;
        let ticks = config["tickInPass"].as_array().into_iter().flatten();
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap_or(0);
        Ok(Config {
            flags: NodeFlags {
                monitor_period: Duration::from_secs(5),
                monitor_grace_period: period("nodeMonitorGracePeriod")?,
                startup_grace_period: period("nodeStartupGracePeriod")?,
                eviction_rate: rate("nodeEvictionRate"),
                secondary_eviction_rate: rate("secondaryNodeEvictionRate"),
                large_cluster_size_threshold: i32::try_from(threshold).map_err(|_| "no i32")?,
                unhealthy_zone_threshold: rate("unhealthyZoneThreshold"),
            },
            switches: NodeSwitches {
                lease_circuit_breaker: config["breaker"] == true,
                ..NodeSwitches::of_minor(37)
            },
            zone_order: match config["zoneOrder"].as_str() {
                Some("absentLast") => ZoneOrder::AbsentLast,
                Some("sorted") => ZoneOrder::Sorted,
                Some("reverse") => ZoneOrder::Reverse,
                _ => ZoneOrder::AbsentFirst,
            },
            order: config["nodeOrder"].as_str().unwrap_or("name").to_owned(),
            eval_step: period("evalStep")?,
            ticks_in_pass: ticks.map(|tick| (number(&tick[0]), number(&tick[1]))).collect(),
            health_recorded: config["healthRecorded"] == true,
            calls: config["callsRecorded"].as_str().unwrap_or("full").to_owned(),
        })
    }

    pub(super) fn controller(&self) -> NodeLifecycle {
        NodeLifecycle::new(self.flags, self.switches, self.zone_order).strict()
    }
}

impl Replay<'_> {
    /// Brings the caches up to date and works on what changed, until nothing changes.
    fn settle(&mut self) -> Result<(), String> {
        loop {
            self.sync();
            self.controller.sort_node_queue(&self.model.cluster.names);
            let (nodes, pods) = (self.controller.node_queue().len(), self.controller.pods_waiting());
            if nodes + pods == 0 {
                return Ok(());
            }
            for _ in 0..nodes {
                self.node_run()?;
            }
            for _ in 0..pods {
                self.pod_run()?;
            }
        }
    }

    pub(super) fn sync(&mut self) {
        let controller = &mut self.controller;
        if !self.frozen.nodes {
            self.model
                .sync_nodes(|cluster, change, _, node| controller.observe_node(cluster, change, node));
        }
        if !self.frozen.pods {
            self.model
                .sync_pods(|_, change, old, pod| controller.observe_pod(change, old, pod));
        }
        if !self.frozen.leases {
            self.sync_leases(usize::MAX);
        }
    }

    fn node_run(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let Some((node, fine)) = self.model.run(|cx| self.controller.work_on_next_node(cx)) else {
            return Ok(());
        };
        let mut run = json!({ "run": "node", "node": self.model.cluster.names.text(node) });
        if !fine {
            run["error"] = json!(true);
        }
        let shown = !self.model.calls.is_empty() || !fine;
        self.finish(run, start, shown)
    }

    fn pod_run(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let Some(pod) = self.model.run(|cx| self.controller.work_on_next_pod(cx)) else {
            return Ok(());
        };
        let names = &self.model.cluster.names;
        let text = format!("{}/{}", names.text(pod.namespace), names.text(pod.name));
        let mut run = json!({ "run": "pod", "pod": text });
        let failures = self.controller.pod_failures(pod);
        if failures > 0 {
            run["requeues"] = json!(failures);
        }
        self.finish(run, start, true)
    }

    fn tick(&mut self) -> Result<(), String> {
        let start = self.model.now;
        self.model.run(|cx| self.controller.taint_tick(cx));
        // Only ticks with an effect are recorded; whether this one had any shows in the comparison.
        let recorded = self
            .runs
            .peek()
            .is_some_and(|run| run["run"] == "tick" && run["t"] == shown(start));
        self.finish(json!({ "run": "tick" }), start, recorded)
    }

    fn pass(&mut self) -> Result<(), String> {
        let start = self.model.now;
        let order = self.order();
        self.model
            .run(|cx| self.controller.begin_pass(cx, order.as_deref()));
        let mut index = 0;
        while !self.crashed() && self.model.run(|cx| self.controller.evaluate_next(cx)) {
            if self.crashed() {
                break;
            }
            self.model.now = self.model.now + self.config.eval_step;
            if self.config.ticks_in_pass.contains(&(self.pass, index)) {
                let controller = &mut self.controller;
                self.model
                    .sync_nodes(|cluster, change, _, node| controller.observe_node(cluster, change, node));
                self.model.run(|cx| self.controller.taint_tick(cx));
            }
            index += 1;
        }
        let mut run = json!({ "run": "pass" });
        if !self.crashed() {
            self.model.run(|cx| self.controller.end_pass(cx));
        }
        self.pass += 1;
        if self.crashed() {
            let recorded = self.runs.peek().map_or(Value::Null, |run| run["panic"].clone());
            if recorded.is_null() {
                return Err(format!("pass at {start}: {:?}", self.controller.crash()));
            }
            run["panic"] = recorded;
        }
        let skipped = self.controller.skipped();
        if !skipped.is_empty() {
            let names = &self.model.cluster.names;
            let shown = skipped.iter().map(|&(node, why)| {
                let why = match why {
                    SkipReason::Stale => "stale",
                    SkipReason::Lookup => "lookup",
                    SkipReason::RetriesExhausted => "retriesExhausted",
                    SkipReason::Other => "other",
                };
                format!("{} {why}", names.text(node))
            });
            run["skipped"] = json!(shown.collect::<Vec<_>>());
        }
        run["end"] = shown(self.model.now);
        self.finish(run, start, true)?;
        if self.crashed() { Ok(()) } else { self.settle() }
    }

    fn crashed(&self) -> bool {
        self.controller.crash().is_some()
    }

    /// The order of the node list, where it is not that of the names.
    fn order(&mut self) -> Option<Vec<Name>> {
        match self.config.order.as_str() {
            "reverse" => Some(self.controller.listed().iter().rev().copied().collect()),
            "shuffle" => {
                let run = self.runs.peek()?;
                let order = run["order"].as_array()?;
                let names = &self.model.cluster.names;
                Some(
                    order
                        .iter()
                        .filter_map(|name| names.find(name.as_str()?))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// Compares a run that began at `start` with the next one recorded, or with none where it is not `recorded`.
    fn finish(&mut self, mut run: Value, start: Time, recorded: bool) -> Result<(), String> {
        if self.sparse {
            return Ok(());
        }
        run["t"] = shown(start);
        let context = format!("{} at {start}", run["run"]);
        let recorded = if recorded {
            self.compared += 1;
            self.runs.next().unwrap_or(&Value::Null)
        } else {
            &Value::Null
        };
        let differs = |difference: String| format!("{context}: {difference}");
        for member in [
            "run", "t", "end", "node", "pod", "error", "requeues", "skipped", "panic",
        ] {
            if recorded.is_null() {
                break;
            }
            same(member, &run[member], &recorded[member]).map_err(differs)?;
        }
        self.outputs(recorded).map_err(differs)
    }
}
