//! The cases of `tests/cases` as scenarios: each `*.scenario.yaml` is run, and what its `*.expect.json` says beside the
//! scenario's own expectations is compared: every object that is left, every one that is not, Events, and calls.
//!
//! Members of `*.expect.json`: `final` (`ref`, `finalizers`, `deleting`, `owners` as `Kind name`) and `absent` together
//! name every object; `events` are all Events; `calls` are among the calls, in order (an empty list: the controllers
//! made none); `namespaces` says of some what they are like in the end (`phase`, `specFinalizers`, `conditions` as
//! type to `status reason`); `refused` are all actions that were refused (`verb ref code reason rule`); `order: fair` says that the end depends on the order of steps, else it is the same for random ones;
//! `known_failure` must fail.
//!
//! Of nodes: `taints` are all taints that are left, by node; `ready` is what Ready says in the end, by node; `evictions`
//! are all NoExecute taints that were put, in order, as node, and between which seconds; `zones` is what the last
//! judgement of each zone says (`state`, `qps`, `notReady`, `size`); `passed` are states that a zone was in at some time;
//! `pods` says how many pods there are in the end on the nodes whose names begin so; `turns` is how often a node became Unknown, at least
//! and at most.

use kubeloupe_core::object::{Facts, Name};
use kubeloupe_core::sim::{Schedule, World};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::result::ScenarioResult;
use kubeloupe_formats::scenario::{RunOptions, Scenario, ScenarioRun, read_scenario, run_scenario};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many random orders each case is run in, too.
const RANDOM_ORDERS: u64 = 8;

#[test]
fn cases() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut scenarios: Vec<PathBuf> = std::fs::read_dir(&directory)
        .expect("the directory is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .filter(|path| path.to_string_lossy().ends_with(".scenario.yaml"))
        .collect();
    scenarios.sort();
    assert!(!scenarios.is_empty(), "there are no scenarios");
    let mut failures = Vec::new();
    for path in &scenarios {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if let Err(difference) = case(path) {
            failures.push(format!("{name}:\n  {difference}"));
        }
    }
    let (failed, all) = (failures.len(), scenarios.len());
    assert!(
        failures.is_empty(),
        "{failed} of {all} cases failed\n\n{}",
        failures.join("\n\n")
    );
}

fn case(path: &Path) -> Result<(), String> {
    let beside = path.to_string_lossy().replace(".scenario.yaml", ".expect.json");
    let expected = match std::fs::read_to_string(&beside) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| format!("{beside}: {error}"))?,
        Err(_) => Value::Null,
    };
    let result = run(path, &expected);
    match (expected["known_failure"].as_str(), result) {
        (None, result) => result,
        (Some(_), Err(_)) => Ok(()),
        (Some(why), Ok(())) => Err(format!("passes now: take off known_failure ({why})")),
    }
}

fn run(path: &Path, expected: &Value) -> Result<(), String> {
    let scenario = read(path)?;
    let mut fair = ScenarioRun::new(&scenario, RunOptions::default());
    while !fair.advance(u64::MAX) {}
    let result = fair.finish();
    compare(&scenario, &result, expected, true)?;
    compare_nodes(fair.world(), &result, expected)?;
    if expected["order"] == "fair" {
        return Ok(());
    }
    for seed in 1..=RANDOM_ORDERS {
        let options = RunOptions {
            schedule: Some(Schedule::Random),
            seed: Some(seed),
            ..RunOptions::default()
        };
        let result = run_scenario(&scenario, options);
        compare(&scenario, &result, expected, false)
            .map_err(|difference| format!("random, seed {seed}: {difference}"))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Scenario, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut load = |name: &str| std::fs::read(directory.join(name)).map_err(|error| error.to_string());
    let name = path.to_string_lossy();
    let source = Source {
        name: &name,
        bytes: &bytes,
    };
    read_scenario(source, &mut load, Limits::default()).map_err(|error| error.to_string())
}

/// `in_time` is false for random orders, in which times are others.
fn compare(
    scenario: &Scenario,
    result: &ScenarioResult,
    expected: &Value,
    in_time: bool,
) -> Result<(), String> {
    let mut wrong = Vec::new();
    if !result.quiescent {
        wrong.push(format!("no rest after {} steps", result.steps));
    }
    for (expectation, stated) in result.expectations.iter().zip(&scenario.expectations) {
        if !expectation.ok && (in_time || stated.at.is_none()) {
            let (reference, expected, actual) =
                (&expectation.reference, &expectation.expected, &expectation.actual);
            wrong.push(format!("{reference}: expected {expected}; actual {actual}"));
        }
    }
    if let Some(objects) = expected["final"].as_array() {
        compare_objects(scenario, result, objects, &texts(&expected["absent"]), &mut wrong);
    }
    for (reference, about) in expected["namespaces"].as_object().into_iter().flatten() {
        compare_namespace(result, reference, about, &mut wrong);
    }
    if let Some(refused) = expected["refused"].as_array() {
        let ours: Vec<String> = result
            .refused
            .iter()
            .map(|one| {
                let reason = one.reason.unwrap_or_default();
                format!(
                    "{} {} {} {reason} {}",
                    one.verb, one.reference, one.code, one.rule
                )
            })
            .collect();
        if refused.iter().filter_map(Value::as_str).ne(ours.iter()) {
            wrong.push(format!("refused: ours {ours:?}, expected {refused:?}"));
        }
    }
    if let (Some(events), true) = (expected["events"].as_array(), in_time) {
        let ours: Vec<String> = result
            .events
            .iter()
            .map(|event| format!("{} {} {}", event.event_type, event.reason, event.reference))
            .collect();
        let events: Vec<String> = events
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        if ours != events {
            wrong.push(format!("events: ours {:?}, expected {events:?}", result.events));
        }
    }
    if let Some(calls) = expected["calls"].as_array() {
        compare_calls(result, calls, &mut wrong);
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n  "))
    }
}

fn compare_nodes(world: &World, result: &ScenarioResult, expected: &Value) -> Result<(), String> {
    let names = &world.cluster().names;
    let mut nodes = BTreeMap::new();
    for object in world.api().objects() {
        if let Facts::Node(facts) = &object.facts {
            nodes.insert(names.text(object.meta.name), facts);
        }
    }
    let mut wrong = Vec::new();
    let mut same = |what: &str, ours: Value, expected: &Value| {
        if !expected.is_null() && ours != *expected {
            wrong.push(format!("{what}: ours {ours}, expected {expected}"));
        }
    };
    let taints = nodes.iter().filter(|(_, facts)| !facts.taints.is_empty());
    let taints = taints.map(|(&node, facts)| {
        let text = |taint: &kubeloupe_core::object::Taint| {
            format!("{}:{}", names.text(taint.key), names.text(taint.effect))
        };
        let mut texts: Vec<String> = facts.taints.iter().map(text).collect();
        texts.sort();
        (node, texts)
    });
    let taints: BTreeMap<_, _> = taints.collect();
    same("taints", json!(taints), &expected["taints"]);
    let ready = nodes.iter().map(|(&node, facts)| {
        let ready = facts.condition(Name::READY).map(|ready| ready.status.text());
        (node, ready)
    });
    let ready: BTreeMap<_, _> = ready.collect();
    same("ready", json!(ready), &expected["ready"]);
    let mut zones = BTreeMap::new();
    for zone in result.zones.iter().filter(|zone| zone.size.is_some()) {
        let last =
            json!({ "state": zone.state, "qps": zone.qps, "notReady": zone.not_ready, "size": zone.size });
        zones.insert(zone.zone.as_str(), last);
    }
    same("zones", json!(zones), &expected["zones"]);
    if let Some(evictions) = expected["evictions"].as_array() {
        let ours: Vec<(&str, f64)> = result
            .nodes
            .iter()
            .filter(|change| change.change == "taint")
            .filter(|change| {
                change
                    .taint
                    .as_deref()
                    .is_some_and(|taint| taint.ends_with(":NoExecute"))
            })
            .map(|change| (change.node.as_str(), seconds(&change.at)))
            .collect();
        let fits = |((node, at), wanted): (&(&str, f64), &Value)| {
            let bound = |place: usize| wanted[place].as_f64().unwrap_or(f64::NAN);
            wanted[0] == *node && bound(1) <= *at && *at <= bound(2)
        };
        if ours.len() != evictions.len() || !ours.iter().zip(evictions).all(fits) {
            wrong.push(format!("evictions: ours {ours:?}, expected {evictions:?}"));
        }
    }
    for (zone, states) in expected["passed"].as_object().into_iter().flatten() {
        for state in texts(states) {
            if !result
                .zones
                .iter()
                .any(|one| one.zone == *zone && one.state == Some(state.as_str()))
            {
                wrong.push(format!("zone {zone:?} was never {state}"));
            }
        }
    }
    for (prefix, count) in expected["pods"].as_object().into_iter().flatten() {
        let pods = world.api().objects().filter(|object| match &object.facts {
            Facts::Pod(pod) => names.text(pod.node).starts_with(prefix.as_str()),
            _ => false,
        });
        let pods = pods.count() as u64;
        if *count != pods {
            wrong.push(format!("{pods} pods on {prefix}, expected {count}"));
        }
    }
    for (node, bounds) in expected["turns"].as_object().into_iter().flatten() {
        let turns = result
            .nodes
            .iter()
            .filter(|change| change.node == *node && change.status == Some("Unknown"));
        let turns = turns.count() as u64;
        let bound = |place: usize| bounds[place].as_u64().unwrap_or(0);
        if !(bound(0)..=bound(1)).contains(&turns) {
            wrong.push(format!("{node} became Unknown {turns} times, expected {bounds}"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n  "))
    }
}

fn seconds(text: &str) -> f64 {
    let number = text.strip_suffix('s').unwrap_or(text);
    number.parse().unwrap_or(f64::NAN)
}

fn compare_namespace(result: &ScenarioResult, reference: &str, about: &Value, wrong: &mut Vec<String>) {
    let Some(ours) = result.namespaces.iter().find(|one| one.reference == reference) else {
        wrong.push(format!("{reference}: no pass was made over it"));
        return;
    };
    if about["phase"].as_str() != ours.phase {
        wrong.push(format!("{reference}: phase {:?}", ours.phase));
    }
    if texts(&about["specFinalizers"]) != ours.spec_finalizers {
        wrong.push(format!("{reference}: spec.finalizers {:?}", ours.spec_finalizers));
    }
    let conditions = ours.conditions.iter();
    let conditions: Vec<(&str, String)> = conditions
        .map(|one| (one.condition.as_str(), format!("{} {}", one.status, one.reason)))
        .collect();
    for (condition, expected) in about["conditions"].as_object().into_iter().flatten() {
        let found = conditions.iter().find(|(known, _)| known == condition);
        if found.map(|(_, state)| state.as_str()) != expected.as_str() {
            wrong.push(format!(
                "{reference}: {condition} is {found:?}, expected {expected}"
            ));
        }
    }
}

fn compare_objects(
    scenario: &Scenario,
    result: &ScenarioResult,
    expected: &[Value],
    absent: &[String],
    wrong: &mut Vec<String>,
) {
    let mut named: BTreeSet<String> = absent.iter().cloned().collect();
    for wanted in expected {
        let reference = wanted["ref"].as_str().unwrap_or_default();
        named.insert(reference.to_owned());
        let Some(stored) = result
            .stored
            .iter()
            .find(|object| reference_of(object) == reference)
        else {
            wrong.push(format!("{reference} is gone"));
            continue;
        };
        let metadata = &stored["metadata"];
        let ours = serde_json::json!({
            "ref": reference,
            "finalizers": texts(&metadata["finalizers"]),
            "deleting": !metadata["deletionTimestamp"].is_null(),
            "owners": metadata["ownerReferences"].as_array().into_iter().flatten().map(owner).collect::<Vec<_>>(),
        });
        for (member, value) in wanted.as_object().into_iter().flatten() {
            if ours[member] != *value {
                wrong.push(format!(
                    "{reference}: {member} {}, expected {value}",
                    ours[member]
                ));
            }
        }
    }
    for stored in &result.stored {
        let reference = reference_of(stored);
        if absent.contains(&reference) {
            wrong.push(format!("{reference} is still there"));
        } else if !named.contains(&reference) {
            wrong.push(format!("{reference} is there, and nothing is said of it"));
        }
    }
    for object in &scenario.objects {
        let reference = kubeloupe_formats::reference::ObjectRef::of(&scenario.cluster, object).to_string();
        if !named.contains(&reference) {
            wrong.push(format!("nothing is said of {reference}"));
        }
    }
}

fn compare_calls(result: &ScenarioResult, expected: &[Value], wrong: &mut Vec<String>) {
    let calls: Vec<Value> = result
        .calls
        .iter()
        .map(|call| serde_json::to_value(call).unwrap_or_default())
        .filter(|call| call["by"] != "client")
        .collect();
    if expected.is_empty() && !calls.is_empty() {
        wrong.push(format!("{} calls of controllers, expected none", calls.len()));
    }
    let mut left = calls.iter();
    for wanted in expected {
        let fits = |call: &&Value| {
            let members = wanted.as_object().into_iter().flatten();
            members.into_iter().all(|(member, value)| call[member] == *value)
        };
        if left.find(fits).is_none() {
            wrong.push(format!("no call {wanted} in its place"));
        }
    }
}

fn reference_of(object: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let metadata = &object["metadata"];
    let (kind, namespace, name) = (
        text(&object["kind"]),
        text(&metadata["namespace"]),
        text(&metadata["name"]),
    );
    if namespace.is_empty() {
        format!("{kind} {name}")
    } else {
        format!("{kind} {namespace}/{name}")
    }
}

fn owner(reference: &Value) -> String {
    format!(
        "{} {}",
        reference["kind"].as_str().unwrap_or_default(),
        reference["name"].as_str().unwrap_or_default()
    )
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}
