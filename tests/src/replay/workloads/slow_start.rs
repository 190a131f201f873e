//! Slow start (RS-18), by itself and under manageReplicas (RS-15).

use super::memory_api::Fault;
use super::replica_set::Simulation;
use super::same;
use kubeloupe_core::workloads::SlowStart;
use serde_json::{Value, json};

/// Follows a recording of slow start. Returns how many calls there were, or the first difference.
pub fn replay_slow_start(recording: &Value) -> Result<usize, String> {
    if recording["fn"] == "slowStart" {
        alone(recording)
    } else {
        managed(recording)
    }
}

fn number(recording: &Value, member: &str) -> u32 {
    recording[member]
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .unwrap_or(0)
}

fn fails(fault: &Value, call: u64) -> bool {
    let listed = fault["failCalls"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|number| number == call);
    listed || fault["failFrom"].as_u64().is_some_and(|from| call >= from)
}

fn alone(recording: &Value) -> Result<usize, String> {
    let fault = &recording["fault"];
    let mut batches = SlowStart::new(number(recording, "count"), number(recording, "initial"));
    let (mut sizes, mut calls, mut failed) = (Vec::new(), 0_u64, false);
    while batches.batch() > 0 {
        let size = batches.batch();
        sizes.push(size);
        let failures = (0..size).filter(|_| {
            calls += 1;
            fails(fault, calls)
        });
        let failures = u32::try_from(failures.count()).unwrap_or(u32::MAX);
        failed |= failures > 0;
        batches.batch_done(failures);
    }
    let ours = json!({
        "batches": sizes, "calls": calls, "failed": failed, "successes": batches.successes(),
    });
    let recorded = json!({
        "batches": recording["batches"], "calls": recording["calls"], "failed": recording["failed"],
        "successes": recording["successes"],
    });
    same("slow start", &ours, &recorded)?;
    Ok(usize::try_from(calls).unwrap_or(usize::MAX))
}

fn managed(recording: &Value) -> Result<usize, String> {
    let set = json!({
        "metadata": { "name": "web", "namespace": "ns", "uid": "uid-web", "resourceVersion": "10", "generation": 1 },
        "spec": {
            "replicas": recording["count"],
            "selector": { "matchLabels": { "app": "a" } },
            "template": { "metadata": { "labels": { "app": "a" } } },
        },
    });
    let fault = &recording["fault"];
    let error = fault["error"].as_str().unwrap_or_default();
    let mut faults = Vec::new();
    if let Some(from) = fault["failFrom"].as_u64() {
        faults.push(Fault::new("create", "pods", error, from, None));
    }
    let listed: Vec<u64> = fault["failCalls"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    if !listed.is_empty() {
        faults.push(Fault::listed("create", "pods", error, listed));
    }
    let described = json!({ "cache": { "replicasets": [set] }, "burst": 500 });
    let mut simulation = Simulation::new(&described)?;
    simulation.api.faults = faults;
    let end = simulation.sync("ns/web");
    let ours = json!({
        "batches": simulation.batches,
        "calls": simulation.api.count("create", "pods"),
        "failed": end.is_some(),
        "error": end,
        "expectations": simulation.counters("ns/web"),
    });
    let recorded = json!({
        "batches": recording["batches"], "calls": recording["calls"], "failed": recording["failed"],
        "error": recording["error"], "expectations": recording["expectations"],
    });
    same("manageReplicas", &ours, &recorded)?;
    Ok(recording["calls"]
        .as_u64()
        .and_then(|calls| calls.try_into().ok())
        .unwrap_or(0))
}
