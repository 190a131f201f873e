//! Controllers of workloads in a whole cluster: cases 45, 47 and 48, rollouts, and what expectations are for.

use kubeloupe_core::object::{Facts, Time};
use kubeloupe_core::sim::{Effect, Schedule};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::result::ScenarioResult;
use kubeloupe_formats::scenario::{RunOptions, Scenario, ScenarioRun, read_scenario};
use std::path::Path;

fn read(text: &str) -> Scenario {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut loader = |name: &str| std::fs::read(cases.join(name)).map_err(|error| format!("{name}: {error}"));
    let source = Source {
        name: "scenario",
        bytes: text.as_bytes(),
    };
    read_scenario(source, &mut loader, Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn case(name: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cases")
        .join(format!("{name}.scenario.yaml"));
    read(&std::fs::read_to_string(path).expect("the case is readable"))
}

/// Runs a scenario, and says how many pods there were at most at any time.
fn run_and_count(scenario: &Scenario, options: RunOptions) -> (ScenarioResult, usize) {
    let mut run = ScenarioRun::new(scenario, options);
    let mut most = 0;
    while !run.advance(1) {
        let world = run.world();
        let pods = world
            .api()
            .objects()
            .filter(|object| matches!(object.facts, Facts::Pod(_)));
        most = most.max(pods.count());
    }
    (run.finish(), most)
}

fn pods(result: &ScenarioResult) -> usize {
    result
        .stored
        .iter()
        .filter(|object| object["kind"] == "Pod")
        .count()
}

fn calls<'r>(
    result: &'r ScenarioResult,
    by: &'r str,
    verb: &'r str,
    kind: &'r str,
) -> impl Iterator<Item = (&'r str, u16)> {
    let fits = move |call: &&kubeloupe_formats::result::CallResult| {
        // A creation that failed has no name: only the resource is told.
        let about = call.reference.to_lowercase();
        call.by == by && call.verb == verb && about.starts_with(&kind.to_lowercase())
    };
    result
        .calls
        .iter()
        .filter(fits)
        .map(|call| (call.at.as_str(), call.code))
}

fn texts(result: &ScenarioResult) -> String {
    let steps = result.trace.iter().flatten();
    let effects = steps.flat_map(|step| &step.effects);
    effects.map(|effect| format!("{}\n", effect.text)).collect()
}

fn traced() -> RunOptions {
    RunOptions {
        trace: true,
        ..RunOptions::default()
    }
}

#[test]
fn expired_expectations_double_the_pods_until_the_informer_catches_up() {
    let (result, most) = run_and_count(&case("45-expectations-expire-while-informer-lags.a"), traced());
    assert!(result.quiescent);
    assert_eq!((most, pods(&result)), (6, 3));
    let told = texts(&result);
    assert!(told.contains("older than five minutes"), "{told}");
    assert!(
        told.contains("ReplicaSet prod/web expects 3 creations from now on."),
        "{told}"
    );
    assert!(
        told.contains("ReplicaSet prod/web expects 3 deletions from now on"),
        "{told}"
    );
}

#[test]
fn a_newer_controller_knows_that_its_cache_is_old() {
    let (result, most) = run_and_count(&case("45-expectations-expire-while-informer-lags.b"), traced());
    assert!(result.quiescent);
    assert_eq!((most, pods(&result)), (3, 3));
    assert!(texts(&result).contains("is not as new as written version"));
}

#[test]
fn expiry_alone_brings_no_sync() {
    let (result, most) = run_and_count(&case("45-expectations-expire-while-informer-lags.c"), traced());
    assert!(result.quiescent);
    assert_eq!((most, pods(&result)), (3, 3));
    assert!(!texts(&result).contains("older than five minutes"));
}

#[test]
fn a_namesake_does_not_inherit_expectations() {
    let (result, _) = run_and_count(&case("47-recreate-same-name-keeps-expectations.a"), traced());
    assert!(result.quiescent);
    let created: Vec<(&str, u16)> = calls(&result, "replicaset", "create", "Pod").collect();
    assert_eq!(created.len(), 2, "{created:?}");
    assert!(created.iter().all(|(_, code)| *code == 201));
    assert!(
        created[1].0.starts_with("2."),
        "the second pod came at {}",
        created[1].0
    );
    assert_eq!(pods(&result), 1);
}

#[test]
fn a_quota_costs_seven_calls_instead_of_five_hundred() {
    let (result, most) = run_and_count(&case("48-slow-start-against-quota.a"), traced());
    assert!(result.quiescent);
    assert_eq!((most, pods(&result)), (5, 5));
    let created: Vec<(&str, u16)> = calls(&result, "replicaset", "create", "Pod").collect();
    let first = created.iter().filter(|(at, _)| *at == created[0].0);
    assert_eq!(first.clone().count(), 7);
    assert_eq!(first.filter(|(_, code)| *code == 403).count(), 2);
    let retries = &created[7..];
    assert!(!retries.is_empty() && retries.iter().all(|(_, code)| *code == 403));
    let told = texts(&result);
    for batch in [
        "batch 1 creates 1 pods",
        "batch 2 creates 2 pods",
        "batch 3 creates 4 pods",
    ] {
        assert!(told.contains(batch), "{told}");
    }
    assert!(!told.contains("batch 4"), "{told}");
    assert!(told.contains("495 creations were not made or failed"), "{told}");
    assert!(result.events.iter().any(|event| event.reason == "FailedCreate"));
}

/// A ReplicaSet whose status is written before its pods are seen is looked at once more: only expectations keep it from
/// making its pods again.
fn lagging(fault: &str) -> Scenario {
    read(&format!(
        r#"
kubeloupe: v1
title: What expectations are for
kubernetes: "1.35"
controllers: [garbagecollector, namespace, kubelet, replicaset]
actions:
  - {{ at: 0s, fault: {{ lagEvents: {{ kind: Pod, by: 1s }} }} }}
  {fault}
  - at: 1s
    create:
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: {{ name: web, namespace: shop }}
      spec:
        replicas: 3
        selector: {{ matchLabels: {{ app: web }} }}
        template:
          metadata: {{ labels: {{ app: web }} }}
          spec: {{ containers: [{{ name: c, image: "example.com/web:1" }}] }}
until: quiescent
"#
    ))
}

#[test]
fn without_expectations_pods_are_made_twice() {
    let (with, most_with) = run_and_count(&lagging(""), traced());
    let ignoring = lagging("- { at: 0s, fault: { ignoreExpectations: {} } }");
    let (without, most_without) = run_and_count(&ignoring, traced());
    assert!(with.quiescent && without.quiescent);
    assert_eq!((most_with, pods(&with)), (3, 3));
    assert_eq!(pods(&without), 3, "in the end there are as many as wanted");
    assert!(most_without > 3, "{most_without} at most");
    assert_eq!(calls(&with, "replicaset", "create", "Pod").count(), 3);
    assert!(texts(&with).contains("has to wait: still expected are creations 3, deletions 0"));
}

const ROLLOUT: &str = r#"
kubeloupe: v1
title: A rollout
controllers: [garbagecollector, namespace, kubelet, replicaset, deployment]
latency: { podStart: 3s }
actions:
  - at: 1s
    create: &web
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web, namespace: shop }
      spec:
        replicas: 4
        progressDeadlineSeconds: 600
        revisionHistoryLimit: 10
        strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 25% } }
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: "example.com/web:1" }] }
  - at: 60s
    update:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web, namespace: shop }
      spec:
        replicas: 4
        progressDeadlineSeconds: 600
        revisionHistoryLimit: 10
        strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 25% } }
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: "example.com/web:2" }] }
until: quiescent
"#;

#[test]
fn a_rollout_never_has_too_many_nor_too_few_pods() {
    let scenario = read(&ROLLOUT.replace(" &web", ""));
    let mut run = ScenarioRun::new(&scenario, traced());
    let (mut most, mut fewest) = (0, usize::MAX);
    while !run.advance(1) {
        let world = run.world();
        let ready = |detail: &kubeloupe_core::object::PodDetail| !detail.conditions.is_empty();
        let active = world.api().objects().filter(|object| match &object.facts {
            Facts::Pod(_) => !object.meta.is_deleting(),
            _ => false,
        });
        let (mut all, mut available) = (0, 0);
        for pod in active {
            all += 1;
            if let Facts::Pod(facts) = &pod.facts {
                available += usize::from(facts.detail.as_deref().is_some_and(ready));
            }
        }
        most = most.max(all);
        if world.now() > Time::from_secs(60) {
            fewest = fewest.min(available);
        }
    }
    let result = run.finish();
    assert!(result.quiescent);
    assert_eq!(most, 5, "maxSurge 25% of 4 is 1");
    assert_eq!(fewest, 3, "maxUnavailable 25% of 4 is 1");
    assert_eq!(pods(&result), 4);
    let sets: Vec<&serde_json::Value> = result
        .stored
        .iter()
        .filter(|object| object["kind"] == "ReplicaSet")
        .collect();
    assert_eq!(sets.len(), 2);
    let scaled: Vec<&str> = result
        .events
        .iter()
        .filter(|event| event.reason == "ScalingReplicaSet")
        .map(|event| event.message.as_str())
        .collect();
    assert!(scaled[0].ends_with("from 0 to 4"), "{scaled:?}");
    assert!(
        scaled.last().is_some_and(|last| last.ends_with("to 0")),
        "{scaled:?}"
    );
}

#[test]
fn random_orders_end_with_the_wanted_pods() {
    let scenario = read(&ROLLOUT.replace(" &web", ""));
    for seed in 1..=4 {
        let options = RunOptions {
            schedule: Some(Schedule::Random),
            seed: Some(seed),
            ..RunOptions::default()
        };
        let (result, _) = run_and_count(&scenario, options);
        assert!(
            result.quiescent,
            "seed {seed}: no rest after {} steps",
            result.steps
        );
        assert_eq!(pods(&result), 4, "seed {seed}");
    }
}

#[test]
fn lost_deletions_are_found_by_a_relist() {
    let scenario = read(
        r#"
kubeloupe: v1
title: A lost deletion
controllers: [garbagecollector, namespace, kubelet, replicaset]
objects:
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: { name: web, namespace: shop, uid: "5eed0000-0000-4000-8000-000000000101" }
    spec:
      replicas: 2
      selector: { matchLabels: { app: web } }
      template:
        metadata: { labels: { app: web } }
        spec: { containers: [{ name: c, image: "example.com/web:1" }] }
  - apiVersion: v1
    kind: Pod
    metadata:
      name: web-a
      namespace: shop
      uid: "5eed0000-0000-4000-8000-000000000102"
      labels: { app: web }
      ownerReferences:
        - { apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: "5eed0000-0000-4000-8000-000000000101", controller: true }
    status: { phase: Pending }
actions:
  - { at: 10s, fault: { loseEvents: { kind: Pod, count: 2 } } }
  - { at: 10s, delete: { kind: Pod, namespace: shop, name: web-a, gracePeriodSeconds: 0 } }
  - { at: 40s, fault: { relist: { kind: Pod } } }
until: quiescent
"#,
    );
    let (result, _) = run_and_count(&scenario, traced());
    assert!(result.quiescent);
    assert_eq!(pods(&result), 2);
    let created: Vec<(&str, u16)> = calls(&result, "replicaset", "create", "Pod").collect();
    assert_eq!(created.len(), 2, "{created:?}");
    assert!(
        created[1].0.starts_with("40"),
        "the missing pod was made at {}",
        created[1].0
    );
}

#[test]
fn the_same_actions_give_the_same_bytes() {
    let scenario = read(&ROLLOUT.replace(" &web", ""));
    let (first, _) = run_and_count(&scenario, RunOptions::default());
    let (second, _) = run_and_count(&scenario, RunOptions::default());
    assert_eq!(first.digest, second.digest);
    let other = scenario.clone();
    let mut run = ScenarioRun::new(&other, RunOptions::default());
    while !run.advance(1) {
        let world = run.world();
        // A clone stands for the same state.
        assert_eq!(world.clone().digest(), world.digest());
        if world.steps() > 60 {
            break;
        }
    }
}

#[test]
fn effects_are_told_in_both_languages() {
    use kubeloupe_formats::text::{Lang, sentence};
    let scenario = read(&ROLLOUT.replace(" &web", ""));
    let mut world = kubeloupe_core::sim::World::new(scenario.config.clone(), scenario.cluster.clone(), 1);
    world.assume_namespaces();
    world.load(scenario.objects.iter().cloned());
    assert!(world.apply(&scenario.actions[0].action).is_ok());
    let mut told = 0;
    for _ in 0..400 {
        let Some(action) = world.next(Schedule::Fair) else {
            break;
        };
        let step = world.apply(&action).expect("the schedule's step is possible");
        for effect in &step.effects {
            if let Effect::Workload(_) = effect {
                let cluster = world.cluster();
                let [en, zh] = Lang::ALL.map(|lang| sentence(effect, &cluster.names, &cluster.kinds, lang));
                assert!(
                    !en.is_empty() && !zh.is_empty() && !en.contains('{') && !zh.contains('{'),
                    "{en} {zh}"
                );
                told += 1;
            }
        }
    }
    assert!(told > 20, "{told} effects");
}

/// The end of a case: the Deployment's collisionCount, and its ReplicaSets by name with their sizes.
fn ended(name: &str) -> (Option<i32>, Vec<(String, i32)>, ScenarioResult) {
    let scenario = case(name);
    let mut run = ScenarioRun::new(&scenario, RunOptions::default());
    while !run.advance(100) {}
    let world = run.world();
    let (mut count, mut sets) = (None, Vec::new());
    for object in world.api().objects() {
        match &object.facts {
            Facts::Deployment(facts) => count = facts.status.collision_count,
            Facts::ReplicaSet(facts) => {
                let name = world.cluster().names.text(object.meta.name).to_owned();
                sets.push((name, facts.spec.replicas));
            }
            _ => {}
        }
    }
    sets.sort();
    (count, sets, run.finish())
}

#[test]
fn case_52_a_taken_hash_is_counted_once_and_leads_to_another_name() {
    let named = |rows: &[(&str, i32)]| -> Vec<(String, i32)> {
        rows.iter()
            .map(|(name, size)| ((*name).to_owned(), *size))
            .collect()
    };
    let (count, sets, result) = ended("52-template-hash-collision.a");
    assert_eq!(count, Some(1));
    let expected = [("cats-5b8c", 0), ("cats-5c4cd6459", 1), ("cats-6d57d6f658", 0)];
    assert_eq!(sets, named(&expected));
    assert!(calls(&result, "deployment", "create", "replicaset").any(|(_, code)| code == 409));
    // Somebody else's ReplicaSet holds the name: it is left alone.
    let (count, sets, _) = ended("52-template-hash-collision.b");
    assert_eq!(count, Some(1));
    let expected = [("cats-5b8c", 0), ("cats-5c4cd6459", 1), ("cats-6d57d6f658", 1)];
    assert_eq!(sets, named(&expected));
}

#[test]
fn case_58_a_label_of_another_version_starts_no_rollout() {
    let (count, sets, result) = ended("58-controller-upgrade-changes-hash-function.a");
    assert_eq!(count, None);
    let expected = [("demo-olda1".to_owned(), 2), ("demo2-olda1".to_owned(), 2)];
    assert_eq!(sets, expected);
    assert_eq!(calls(&result, "deployment", "create", "replicaset").count(), 0);
}
