//! What people are told: complete in both languages, and in the API server's own words where it speaks.

use kubeloupe_core::apiserver::{ApiServer, Body, Cluster};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, Actor, Effect, Effects, Schedule, World};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::read_scenario;
use kubeloupe_formats::text::{Lang, join, rule, sentence, sentence_parts, status_message};
use kubeloupe_formats::wire;
use kubeloupe_tests::oracle_cluster;
use kubeloupe_tests::replay::read_recordings;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn refusals_are_worded_as_the_api_server_words_them() {
    let recordings = read_recordings(&path("recordings/api.jsonl.gz")).expect("readable");
    let (mut same, mut other) = (0, Vec::new());
    for recording in &recordings {
        let (mut cluster, mut api) = (oracle_cluster(37), ApiServer::default());
        for name in ["a", "b"] {
            let namespace =
                json!({"verb": "create", "kind": "Namespace", "body": {"metadata": {"name": name}}});
            ask(&mut api, &mut cluster, &namespace);
        }
        for request in recording["requests"].as_array().into_iter().flatten() {
            let Some((status, message)) = ask(&mut api, &mut cluster, request) else {
                continue;
            };
            let recorded = &request["status"];
            // The uids and versions of a recording are symbols here, so that some requests fare differently.
            let alike = |key: &str| words(&status[key]) == words(&recorded[key]);
            let Some(recorded) = recorded["message"]
                .as_str()
                .filter(|_| alike("reason") && alike("causes"))
            else {
                continue;
            };
            if message == without_what_only_storage_shows(recorded) {
                same += 1;
            } else {
                other.push(format!(
                    "{}\n  recorded {recorded}\n  told     {message}\n",
                    recording["id"]
                ));
            }
        }
    }
    assert!(
        other.is_empty(),
        "{same} are the same, {} not:\n{}",
        other.len(),
        other.concat()
    );
    assert!(same > 900, "{same}");
}

/// What a status says, without messages.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(causes) => causes
            .iter()
            .map(|cause| format!("{} {}", cause["reason"], cause["field"]))
            .collect(),
        Value::Null => Vec::new(),
        word => vec![word.to_string()],
    }
}

/// Asks, and returns a refusal with its message.
fn ask(api: &mut ApiServer, cluster: &mut Cluster, request: &Value) -> Option<(Value, String)> {
    let request = wire::read_request(cluster, request).ok()?;
    let response = api.handle(cluster, Time::START, Actor::Client, &request, &mut Effects::off());
    match &response.body {
        Body::Status(status) if !response.is_success() => {
            Some((wire::status(status), status_message(cluster, &request, status)))
        }
        _ => None,
    }
}

/// Which finalizers are new is told by comparing with what is stored, which a request does not show; of a
/// deletionTimestamp set by hand only that it is there is kept.
fn without_what_only_storage_shows(message: &str) -> String {
    let message = message.replace("\"2020-01-01T00:00:00Z\": ", "");
    let mut rest = message.as_str();
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once(", found new finalizers []string{") {
        kept.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Every effect of running some scenarios that have a bit of everything.
fn effects() -> Vec<(Effect, Cluster)> {
    let mut effects = Vec::new();
    for text in [
        include_str!("texts/namespace.yaml"),
        include_str!("texts/graph.yaml"),
        include_str!("texts/definition.yaml"),
    ] {
        let source = Source {
            name: "scenario",
            bytes: text.as_bytes(),
        };
        let mut loader = |_: &str| Err(String::new());
        let scenario =
            read_scenario(source, &mut loader, Limits::default()).unwrap_or_else(|error| panic!("{error}"));
        let mut world = World::new(scenario.config.clone(), scenario.cluster.clone(), 1);
        world.assume_namespaces();
        world.load(scenario.objects.iter().cloned());
        let mut actions = scenario.actions.iter().map(|timed| timed.action.clone());
        loop {
            let action: Option<Action> = match world.next_of_start() {
                Some(action) => Some(action),
                None => actions.next().or_else(|| world.next(Schedule::Fair)),
            };
            let Some(action) = action else { break };
            let step = world.apply(&action).expect("an enabled action");
            effects.extend(
                step.effects
                    .into_iter()
                    .map(|effect| (effect, world.cluster().clone())),
            );
        }
    }
    effects
}

#[test]
fn every_effect_is_a_sentence_in_both_languages() {
    let effects = effects();
    let mut kinds = BTreeSet::new();
    for (effect, cluster) in &effects {
        let debug = format!("{effect:?}");
        kinds.insert(debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned());
        let [en, zh] = Lang::ALL.map(|lang| sentence(effect, &cluster.names, &cluster.kinds, lang));
        for text in [&en, &zh] {
            assert!(
                !text.contains(['{', '}']) && !text.contains("  ") && !text.contains("Name("),
                "{text}"
            );
        }
        assert!(en.ends_with(['.', '"']) && en.is_ascii(), "{en}");
        assert!(zh.chars().any(|letter| letter > '\u{2e80}'), "{zh}");
        let parts = sentence_parts(effect, &cluster.names, &cluster.kinds, Lang::En);
        assert_eq!(join(&parts), en);
    }
    for kind in [
        "Written",
        "Call",
        "Delivered",
        "Enqueued",
        "Dequeued",
        "Forgotten",
        "NodeAdded",
        "VirtualAdded",
    ] {
        assert!(kinds.contains(kind), "{kind} among {kinds:?}");
    }
    for kind in [
        "NodeObserved",
        "NodeRemoved",
        "CacheAdded",
        "Classified",
        "Decided",
        "EventRecorded",
        "ClockMoved",
    ] {
        assert!(kinds.contains(kind), "{kind} among {kinds:?}");
    }
}

#[test]
fn every_rule_that_is_followed_is_explained() {
    for (effect, _) in effects() {
        let debug = format!("{effect:?}");
        for part in debug.split("Rule(\"").skip(1) {
            let id = part.split('"').next().unwrap_or_default();
            for lang in Lang::ALL {
                assert!(rule(id, lang).is_some(), "{id}");
            }
        }
    }
}
