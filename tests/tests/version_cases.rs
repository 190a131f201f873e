//! What each switch comes to: `tests/versions/SWITCH.scenario.yaml` is run with the switch off and on, first as the
//! versions have it and then set by hand in the newest version, and `SWITCH.expect.json` says what is different.
//!
//! Members of `off` and `on`: `kubernetes` (the last version without, the first with it); `fates` by reference
//! (`untouched` also for what is not in the result); `at` by reference; `final` (metadata by reference, as far as named);
//! `codes` of the client's requests; `before: delete`: the file's actions come just before the collector's first DELETE.

use kubeloupe_core::analyse::Observer;
use kubeloupe_core::apiserver::Verb;
use kubeloupe_core::sim::{Action, Effect, Effects, Schedule, World};
use kubeloupe_core::versions::{Part, Priority, Switch};
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, Scenario, read_scenario_as, run_scenario};
use kubeloupe_formats::versions::VersionChoice;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("versions")
}

#[test]
fn every_switch_that_changes_outcomes_is_shown_to_do_so() {
    let mut failures = Vec::new();
    for &switch in Switch::ALL {
        // Nodes and workloads have their own recordings and tests by version.
        let elsewhere = matches!(switch.part(), Part::Nodes | Part::TaintEviction | Part::Workloads);
        let wanted = switch.priority() == Priority::Outcome && switch.is_simulated() && !elsewhere;
        let scenario = folder().join(format!("{}.scenario.yaml", switch.name()));
        if !wanted && !scenario.exists() {
            continue;
        }
        if let Err(difference) = case(switch) {
            failures.push(format!("{}: {difference}", switch.name()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_case_is_about_a_switch() {
    for entry in fs::read_dir(folder()).expect("the folder of cases") {
        let name = entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let switch = name.split('.').next().unwrap_or_default();
        assert!(Switch::named(switch).is_some(), "{name}");
    }
}

fn case(switch: Switch) -> Result<(), String> {
    let name = switch.name();
    let text = read(&format!("{name}.scenario.yaml"))?;
    let expected: Value =
        serde_json::from_str(&read(&format!("{name}.expect.json"))?).map_err(|error| error.to_string())?;
    if without_version(&expected["off"]) == without_version(&expected["on"]) {
        return Err("off and on are expected to be the same".to_owned());
    }
    for (on, expected) in [(false, &expected["off"]), (true, &expected["on"])] {
        let version = expected["kubernetes"].as_str().ok_or("kubernetes is missing")?;
        let by_version =
            VersionChoice::of_words(Some(version), &[], &[]).map_err(|error| error.to_string())?;
        if switch.is_on_in(by_version.minor()) != on {
            return Err(format!("{version} does not have it {on}"));
        }
        let by_hand = VersionChoice {
            switches: vec![(switch, on)],
            ..VersionChoice::default()
        };
        for choice in [by_version, by_hand] {
            let scenario = scenario(&text, &choice)?;
            let result = if expected["before"] == "delete" {
                interrupted(&scenario)
            } else {
                serde_json::to_value(run_scenario(&scenario, RunOptions::default()))
                    .map_err(|error| error.to_string())?
            };
            compare(&result, expected).map_err(|difference| {
                format!("1.{} with {:?}: {difference}", choice.minor(), choice.switches)
            })?;
        }
    }
    Ok(())
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(folder().join(name)).map_err(|error| format!("{name}: {error}"))
}

fn without_version(expected: &Value) -> Value {
    let mut rest = expected.clone();
    if let Some(members) = rest.as_object_mut() {
        members.remove("kubernetes");
    }
    rest
}

fn scenario(text: &str, choice: &VersionChoice) -> Result<Scenario, String> {
    let source = Source {
        name: "case.yaml",
        bytes: text.as_bytes(),
    };
    let mut no_files = |name: &str| Err(format!("no file {name}"));
    read_scenario_as(source, &mut no_files, Limits::default(), choice).map_err(|error| error.to_string())
}

fn compare(result: &Value, expected: &Value) -> Result<(), String> {
    let objects = result["objects"].as_array().ok_or("no objects")?;
    let object = |reference: &str| objects.iter().find(|one| one["ref"] == reference);
    for (reference, fate) in members(&expected["fates"]) {
        let found = object(reference).map_or(json!("untouched"), |one| one["fate"].clone());
        same(&format!("fate of {reference}"), &found, fate)?;
    }
    for (reference, at) in members(&expected["at"]) {
        let found = object(reference).map_or(Value::Null, |one| one["at"].clone());
        same(&format!("time of {reference}"), &found, at)?;
    }
    for (reference, metadata) in members(&expected["final"]) {
        let stored = result["final"].as_array().into_iter().flatten();
        let stored = stored.map(|one| (text_of(one), &one["metadata"]));
        let (_, found) = stored
            .into_iter()
            .find(|(text, _)| text == reference)
            .ok_or_else(|| format!("{reference} is not stored"))?;
        for (member, value) in members(metadata) {
            same(&format!("{member} of {reference}"), &found[member], value)?;
        }
    }
    if let Some(codes) = expected["codes"].as_array() {
        let calls = result["calls"].as_array().into_iter().flatten();
        let found: Vec<&Value> = calls
            .filter(|call| call["by"] == "client")
            .map(|call| &call["code"])
            .collect();
        same("codes", &json!(found), &json!(codes))?;
    }
    Ok(())
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn same(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected}, found {found}"))
    }
}

fn text_of(object: &Value) -> String {
    let word = |member: &str| object["metadata"][member].as_str().unwrap_or_default();
    let kind = object["kind"].as_str().unwrap_or_default();
    match word("namespace") {
        "" => format!("{kind} {}", word("name")),
        namespace => format!("{kind} {namespace}/{}", word("name")),
    }
}

/// Runs the scenario's world to its rest, call by call; the scenario's actions come just before the first DELETE of the
/// collector.
fn interrupted(scenario: &Scenario) -> Value {
    let mut world = World::new(scenario.config.clone(), scenario.cluster.clone(), scenario.seed);
    if scenario.namespaces_assumed {
        world.assume_namespaces();
    }
    world.load(scenario.objects.iter().cloned());
    let mut observer = Observer::new(&world);
    let mut acted = false;
    for _ in 0..1000 {
        let Some(next) = world.next(Schedule::Fair) else {
            break;
        };
        let deletes = match next {
            Action::Call { worker, .. } => world
                .gc()
                .request(worker)
                .is_some_and(|request| matches!(request.verb, Verb::Delete(_))),
            _ => false,
        };
        let actions: Vec<Action> = match next {
            _ if deletes && !acted => {
                acted = true;
                scenario
                    .actions
                    .iter()
                    .map(|timed| timed.action.clone())
                    .collect()
            }
            Action::Attempt(worker) => vec![Action::Take(worker)],
            other => vec![other],
        };
        for action in actions {
            let mut fx = Effects::default();
            world.apply_with(&action, &mut fx).expect("the step is possible");
            let effects: Vec<Effect> = fx.take();
            observer.record(&world, &effects);
        }
    }
    assert!(acted && world.is_at_rest());
    let names = &world.cluster().names;
    let objects: Vec<Value> = observer
        .verdicts(&world, true, None)
        .iter()
        .map(|verdict| {
            let meta = &verdict.object.meta;
            let kind = world.cluster().kinds.get(verdict.object.kind).kind;
            let reference = format!(
                "{} {}/{}",
                names.text(kind),
                names.text(meta.namespace),
                names.text(meta.name)
            );
            let fate = format!("{:?}", verdict.fate).to_lowercase();
            Value::Object(Map::from_iter([
                ("ref".to_owned(), reference.into()),
                ("fate".to_owned(), fate.into()),
            ]))
        })
        .collect();
    json!({ "objects": objects })
}
