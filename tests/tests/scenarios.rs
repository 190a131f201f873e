//! Scenario files are read strictly, and run to the results that they promise.

use kubeloupe_core::apiserver::{Policy, Verb};
use kubeloupe_core::object::{Duration, Time};
use kubeloupe_core::sim::{Action, Schedule};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::result::ScenarioResult;
use kubeloupe_formats::scenario::{RunOptions, Scenario, Until, read_scenario, run_scenario};
use kubeloupe_formats::{Expected, LoadError, Problem, Vocabulary};
use std::path::Path;

fn try_read(text: &str) -> Result<Scenario, LoadError> {
    let mut loader = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        std::fs::read(path).map_err(|error| error.to_string())
    };
    read_scenario(
        Source {
            name: "scenario",
            bytes: text.as_bytes(),
        },
        &mut loader,
        Limits::default(),
    )
}

fn read(text: &str) -> Scenario {
    try_read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> LoadError {
    match try_read(text) {
        Ok(_) => panic!("read: {text}"),
        Err(error) => error,
    }
}

fn run(text: &str) -> ScenarioResult {
    run_scenario(&read(text), RunOptions::default())
}

/// Runs a scenario, all of whose expectations have to hold.
fn check(text: &str) -> ScenarioResult {
    let result = run(text);
    let failed: Vec<_> = result
        .expectations
        .iter()
        .filter(|expectation| !expectation.ok)
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(result.is_ok() && result.quiescent);
    result
}

const DEPLOYMENT: &str = r#"
kubeloupe: v1
title: Foreground deletion waits for blocking dependents
kubernetes: "1.37"
objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: shop, uid: d}
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: web-1
    namespace: shop
    uid: r
    ownerReferences:
    - {apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true, blockOwnerDeletion: true}
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-1-a
    namespace: shop
    uid: p
    ownerReferences:
    - {apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true, blockOwnerDeletion: true}
  spec: {nodeName: n1, terminationGracePeriodSeconds: 30}
  status: {phase: Running}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: other, namespace: shop}
"#;

#[test]
fn a_foreground_deletion_waits_for_the_pods_grace() {
    let result = check(&format!(
        "{DEPLOYMENT}
actions:
- at: 1s
  delete: {{kind: Deployment, namespace: shop, name: web, propagationPolicy: Foreground}}
expect:
  objects:
  - {{ref: Deployment shop/web, fate: deleted, at: '>= 31s'}}
  - {{ref: ReplicaSet shop/web-1, fate: deleted, at: '>= 31s'}}
  - {{ref: Pod shop/web-1-a#p, fate: deleted, at: '<= 32s'}}
  - {{ref: ConfigMap shop/other, fate: untouched}}
"
    ));
    assert_eq!(result.kubernetes, "1.37");
    assert!(
        result
            .calls
            .iter()
            .any(|call| call.by == "client" && call.code == 200)
    );
    assert!(result.calls.iter().any(|call| call.by == "kubelet"));
    assert_eq!(result.stored.len(), 1);
}

#[test]
fn without_a_kubelet_the_pod_stays() {
    check(&format!(
        "{DEPLOYMENT}
controllers: [garbagecollector]
actions:
- at: 0s
  delete: {{kind: Deployment, namespace: shop, name: web, propagationPolicy: Foreground}}
expect:
  objects:
  - {{ref: Deployment shop/web, fate: stuck, waitsFor: ReplicaSet shop/web-1}}
  - {{ref: ReplicaSet shop/web-1, fate: stuck, waitsFor: [Pod shop/web-1-a]}}
  - {{ref: Pod shop/web-1-a, fate: stuck, waitsFor: kubelet}}
"
    ));
}

#[test]
fn orphaned_dependents_live_on() {
    check(&format!(
        "{DEPLOYMENT}
actions:
- {{at: 0s, delete: {{kind: Deployment, namespace: shop, name: web, propagationPolicy: Orphan}}}}
expect:
  objects:
  - {{ref: Deployment shop/web, fate: deleted}}
  - {{ref: ReplicaSet shop/web-1, fate: orphaned}}
"
    ));
}

#[test]
fn finalizers_are_removed_by_whom_the_file_names() {
    let text = r#"{"kubeloupe": "v1", "finalizers": {"example.com/x": {"after": "2s"}},
        "objects": [{"apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": "a", "namespace": "s", "finalizers": ["example.com/x"]}},
          {"apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": "b", "namespace": "s", "finalizers": ["example.com/y"]}}],
        "actions": [{"at": 1, "delete": {"kind": "ConfigMap", "namespace": "s", "name": "a"}},
          {"at": "1s", "delete": {"kind": "ConfigMap", "namespace": "s", "name": "b"}}],
        "expect": {"objects": [{"ref": "ConfigMap s/a", "fate": "deleted", "at": "<= 4s"},
          {"ref": "ConfigMap s/b", "fate": "stuck", "waitsFor": "finalizer example.com/y"}]}}"#;
    check(text);
}

#[test]
fn a_patch_and_a_creation_are_requests_like_any() {
    let result = check(
        r#"{"kubeloupe": "v1",
        "objects": [{"apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": "a", "namespace": "s", "uid": "a", "finalizers": ["example.com/x"]}}],
        "actions": [
          {"at": "0s", "delete": {"kind": "ConfigMap", "namespace": "s", "name": "a"}},
          {"at": "1s", "create": {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "k", "namespace": "s",
            "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "uid": "a"}]},
            "stringData": {"password": "hunter2"}}},
          {"at": "2s", "patch": {"kind": "ConfigMap", "namespace": "s", "name": "a", "metadata": {"finalizers": []}}}],
        "expect": {"objects": [
          {"ref": "ConfigMap s/a", "fate": "deleted"}, {"ref": "Secret s/k", "fate": "deleted"}]}}"#,
    );
    assert!(!result.to_json().contains("hunter2"));
}

#[test]
fn an_owner_elsewhere_is_reported_by_an_event() {
    let result = check(
        "kubeloupe: v1
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: owner, namespace: a, uid: u1}}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: child, namespace: b, uid: u2, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: u1}]}
expect: {objects: [{ref: ConfigMap b/child, fate: deleted}]}
",
    );
    let event = &result.events[0];
    assert_eq!(
        (event.event_type, event.reason, event.reference.as_str()),
        ("Warning", "OwnerRefInvalidNamespace", "ConfigMap b/child")
    );
    assert_eq!(
        event.message,
        "ownerRef [v1/ConfigMap, namespace: b, name: owner, uid: u1] does not exist in namespace \"b\""
    );
}

#[test]
fn files_and_kinds_are_part_of_the_cluster() {
    let scenario = read(
        "kubeloupe: v1
kinds:
- {apiVersion: db.example.com/v1, kind: Database, resource: databases, namespaced: true}
- {apiVersion: db.example.com/v1beta1, kind: Database}
files: [cases/18-overwritten-vs-appended-owner.yaml]
actions: [{at: 0s, delete: {kind: Canary, namespace: shop, name: b}}]
",
    );
    assert_eq!(scenario.objects.len(), 4);
    let names = &scenario.cluster.names;
    let database = scenario.cluster.kinds.known(
        names.find("db.example.com/v1beta1").unwrap(),
        names.find("Database").unwrap(),
    );
    assert_eq!(scenario.cluster.kinds.get(database.unwrap()).versions.len(), 2);
}

#[test]
fn every_member_of_the_format_is_read() {
    let scenario = read(
        r#"
kubeloupe: v1
title: everything
kubernetes: "1.33"
switches: {gc_start_gate_timeout: false}
featureGates: {OrderedNamespaceDeletion: false}
seed: 7
schedule: random
controllers: [garbagecollector, namespace, nodelifecycle, daemonset, kubelet]
flags: {concurrent-gc-syncs: 5, node-monitor-grace-period: 45s, node-eviction-rate: 0.1}
latency: {watch: 30ms, api: 7ms}
objects: [{apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1, labels: {topology.kubernetes.io/region: region1, topology.kubernetes.io/zone: zone-a}}}]
actions:
- {at: 1m, delete: {kind: Node, name: n1, propagationPolicy: Foreground, gracePeriodSeconds: 3,
    preconditions: {uid: u, resourceVersion: "5"}, dryRun: [All]}}
- {at: 2s, fault: {zoneOutage: {zone: "region1:zone-a"}}}
- {at: 3s, fault: {restartControllers: {}}}
- {at: 4s, fault: {discoveryFails: {groupVersions: [metrics.k8s.io/v1beta1]}}}
- {at: 5s, fault: {discoveryRecovers: {}}}
until: 2m
maxSteps: 500
expect: {objects: []}
"#,
    );
    assert_eq!(
        (scenario.title.as_str(), scenario.config.minor, scenario.seed),
        ("everything", 33, 7)
    );
    assert_eq!(scenario.config.overrides.differences(33).count(), 2);
    assert_eq!(scenario.schedule, Schedule::Random);
    assert_eq!(scenario.config.concurrent_gc_syncs, 5);
    assert_eq!(scenario.config.watch_latency, Duration::from_millis(30));
    assert_eq!(scenario.config.api_latency, Duration::from_millis(7));
    assert_eq!(
        (scenario.until, scenario.max_steps),
        (Until::Time(Time::from_secs(120)), 500)
    );
    let times: Vec<i64> = scenario
        .actions
        .iter()
        .map(|timed| timed.at.0 / 1_000_000_000)
        .collect();
    assert_eq!(times, [2, 3, 4, 5, 60]);
    assert!(scenario.config.nodes.lifecycle && !scenario.config.nodes.taint_eviction);
    let flags = scenario.config.nodes.flags;
    assert_eq!(flags.monitor_grace_period, Duration::from_secs(45));
    assert_eq!(flags.eviction_rate.get(), 0.1);
    let Action::Client(request) = &scenario.actions[4].action else {
        panic!("no request")
    };
    let Verb::Delete(options) = &request.verb else {
        panic!("no deletion")
    };
    assert_eq!(
        (options.policy, options.grace_period_s, options.resource_version),
        (Some(Policy::Foreground), Some(3), Some(5))
    );
    assert_eq!(scenario.notes.len(), 1, "{:?}", scenario.notes);
    let notes = run_scenario(&scenario, RunOptions::default()).notes;
    assert!(
        notes[0].contains("daemonset") && notes[0].contains("makes no pods"),
        "{notes:?}"
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let head = "kubeloupe: v1\n";
    for (text, field, problem) in [
        ("title: x\n".to_owned(), "", Problem::MissingField("kubeloupe")),
        (
            "kubeloupe: v2\n".to_owned(),
            "kubeloupe",
            Problem::Unreadable {
                expected: Expected::FormatVersion,
                text: "v2".to_owned(),
            },
        ),
        (format!("{head}---\n{head}"), "", Problem::SecondDocument),
        (
            format!("{head}actions: [{{at: 1s}}]\n"),
            "actions[0]",
            Problem::OneVerb,
        ),
        (
            format!("{head}actions: [{{at: 1s, delete: {{kind: Pod, namespace: a}}}}]\n"),
            "actions[0].delete",
            Problem::MissingField("name"),
        ),
        (
            format!("{head}actions: [{{at: 1s, delete: {{kind: Pod, name: a}}}}]\n"),
            "actions[0].delete",
            Problem::NamespaceMissing {
                kind: "Pod".to_owned(),
            },
        ),
        (
            format!("{head}actions: [{{at: 1s, delete: {{kind: Node, namespace: b, name: a}}}}]\n"),
            "actions[0].delete",
            Problem::NamespaceNotAllowed {
                kind: "Node".to_owned(),
            },
        ),
        (
            format!("{head}actions: [{{at: 1s, delete: {{kind: Ghost, name: a}}}}]\n"),
            "actions[0].delete",
            Problem::UnknownKind {
                api_version: String::new(),
                kind: "Ghost".to_owned(),
            },
        ),
        (
            format!("{head}actions: [{{at: 1s, create: {{kind: Pod}}}}]\n"),
            "actions[0].create",
            Problem::NotAnObject,
        ),
        (
            format!("{head}expect: {{objects: [{{ref: Pod}}]}}\n"),
            "expect.objects[0].ref",
            Problem::Unreadable {
                expected: Expected::Reference,
                text: "Pod".to_owned(),
            },
        ),
        (
            format!("{head}expect: {{objects: [{{ref: Pod a/b, at: soon}}]}}\n"),
            "expect.objects[0].at",
            Problem::Unreadable {
                expected: Expected::Comparison,
                text: "soon".to_owned(),
            },
        ),
        (
            format!("{head}latency: {{watch: fast}}\n"),
            "latency.watch",
            Problem::Unreadable {
                expected: Expected::Duration,
                text: "fast".to_owned(),
            },
        ),
        (
            format!("{head}kubernetes: \"1.12\"\n"),
            "kubernetes",
            Problem::MinorNotKnown {
                minor: 12,
                nearest: 16,
            },
        ),
        (
            format!("{head}maxSteps: 100000000000\n"),
            "maxSteps",
            Problem::OutOfRange {
                least: 0,
                most: Limit::Steps.default_value(),
                found: "100000000000".to_owned(),
            },
        ),
    ] {
        let found = error(&text);
        assert_eq!(
            (found.field.as_str(), &found.problem),
            (field, &problem),
            "{text}"
        );
    }
    assert!(
        error(&format!("{head}kubernetes: 1.37\n"))
            .to_string()
            .contains("quotes")
    );
    let found = error(&format!("{head}files: [nowhere.yaml]\n"));
    assert!(matches!(found.problem, Problem::File { .. }) && found.field == "files[0]");
    let found = error(&format!(
        "{head}objects: [{{apiVersion: v1, kind: ConfigMap, metadata: {{name: a, namespace: b}}}}]\n\
         actions: [{{patch: {{kind: ConfigMap, namespace: b, name: a, metadata: {{finalizers: x}}}}}}]\n"
    ));
    assert_eq!(found.field, "actions[0].patch.metadata.finalizers");
}

#[test]
fn unknown_members_and_words_come_with_a_proposal() {
    let head = "kubeloupe: v1\n";
    for (text, name, proposed) in [
        (format!("{head}kuberntes: '1.37'\n"), "kuberntes", "kubernetes"),
        (
            format!("{head}actions: [{{at: 1s, delete: {{kind: Pod, propogationPolicy: Orphan}}}}]\n"),
            "propogationPolicy",
            "propagationPolicy",
        ),
        (
            format!("{head}expect: {{objects: [{{ref: Pod a/b, waitFor: kubelet}}]}}\n"),
            "waitFor",
            "waitsFor",
        ),
    ] {
        let found = error(&text);
        let Problem::UnknownField {
            name: unknown,
            nearest,
            ..
        } = &found.problem
        else {
            panic!("{found:?}")
        };
        assert_eq!((unknown.as_str(), *nearest), (name, Some(proposed)));
        assert!(
            found.to_string().contains(&format!("Did you mean `{proposed}`?")),
            "{found}"
        );
    }
    for (text, vocabulary, proposed) in [
        (
            format!("{head}controllers: [garbagecolector]\n"),
            Vocabulary::Controller,
            Some("garbagecollector"),
        ),
        (
            format!("{head}flags: {{concurrent-gc-sync: 3}}\n"),
            Vocabulary::Flag,
            Some("concurrent-gc-syncs"),
        ),
        (format!("{head}schedule: quick\n"), Vocabulary::Schedule, None),
        (
            format!("{head}expect: {{objects: [{{ref: Pod a/b, fate: removed}}]}}\n"),
            Vocabulary::Fate,
            None,
        ),
        (
            format!("{head}actions: [{{delete: {{kind: Pod, propagationPolicy: foreground}}}}]\n"),
            Vocabulary::Policy,
            Some("Foreground"),
        ),
        (
            format!("{head}actions: [{{fault: {{zoneOutrage: {{}}}}}}]\n"),
            Vocabulary::Fault,
            Some("zoneOutage"),
        ),
    ] {
        let found = error(&text);
        let Problem::UnknownWord {
            vocabulary: of,
            nearest,
            ..
        } = &found.problem
        else {
            panic!("{found:?}")
        };
        assert_eq!((*of, *nearest), (vocabulary, proposed), "{found}");
        if nearest.is_none() {
            assert!(found.to_string().contains("There are: "), "{found}");
        }
    }
}

#[test]
fn expectations_that_fail_say_what_there_is() {
    let result = run(&format!(
        "{DEPLOYMENT}
expect:
  objects:
  - {{ref: Deployment shop/web, fate: deleted}}
  - {{ref: Deployment shop/none, fate: deleted}}
"
    ));
    let told: Vec<(bool, &str, &str)> = result
        .expectations
        .iter()
        .map(|one| (one.ok, one.expected.as_str(), one.actual.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (false, "deleted", "untouched"),
            (false, "deleted", "no such object")
        ]
    );
    assert!(!result.is_ok());
}

#[test]
fn the_same_scenario_gives_the_same_result() {
    let text = format!(
        "{DEPLOYMENT}
schedule: random
actions: [{{at: 0s, delete: {{kind: Deployment, namespace: shop, name: web, propagationPolicy: Background}}}}]
"
    );
    let (first, second) = (run(&text), run(&text));
    assert_eq!(first.to_json(), second.to_json());
    let scenario = read(&text);
    let fair = run_scenario(
        &scenario,
        RunOptions {
            schedule: Some(Schedule::Fair),
            trace: true,
            ..RunOptions::default()
        },
    );
    let trace = fair.trace.expect("it was asked for");
    assert_eq!(trace.len() as u64, fair.steps);
    assert!(
        trace
            .iter()
            .flat_map(|step| &step.effects)
            .all(|effect| !effect.text.is_empty())
    );
}

#[test]
fn numbers_beyond_their_bounds_are_refused_with_the_bounds_and_the_line() {
    for (member, field, message) in [
        (
            "flags:\n  concurrent-gc-syncs: 0",
            "flags.concurrent-gc-syncs",
            "from 1 to 10000, but is 0",
        ),
        (
            "flags:\n  concurrent-namespace-syncs: 1000000000",
            "flags.concurrent-namespace-syncs",
            "from 1 to 10000, but is 1000000000",
        ),
        ("maxSteps:\n  -1", "maxSteps", "from 0 to 100000000, but is -1"),
        ("maxSteps:\n  2.5", "maxSteps", "from 0 to 100000000, but is 2.5"),
        ("seed:\n  -1", "seed", "from 0 to 18446744073709551615, but is -1"),
        (
            "seed:\n  18446744073709551616",
            "seed",
            "from 0 to 18446744073709551615, but is 1844674407370955",
        ),
    ] {
        let found = error(&format!("kubeloupe: v1\n{member}\n"));
        assert_eq!((found.field.as_str(), found.place.line), (field, 3), "{found}");
        assert!(found.to_string().contains(message), "{found}");
    }
    assert_eq!(
        read("kubeloupe: v1\nseed: 18446744073709551615\nmaxSteps: 0\n").seed,
        u64::MAX
    );
    assert_eq!(read("kubeloupe: v1\nseed:\n").seed, 1);
}

#[test]
fn a_member_that_does_not_exist_is_named_once() {
    for (text, message) in [
        (
            "kubeloupe: v1\nkuberntes: x\n",
            "this has a member `kuberntes` that does not exist",
        ),
        (
            "kubeloupe: v1\nlatency: {wach: 1s}\n",
            "latency has a member `wach` that does not exist",
        ),
        (
            "kubeloupe: v1\nflags: {wach: 1s}\n",
            "flags names the flag `wach`, which does not exist",
        ),
        (
            "kubeloupe: v1\nactions: [{at: 1s, fault: {outage: {}}}]\n",
            "actions[0].fault names the fault `outage`, which does not exist",
        ),
        (
            "kubeloupe: v1\nexpect: {objects: [{ref: Pod a/b, fate: fate}]}\n",
            "expect.objects[0].fate names the fate `fate`, which does not exist",
        ),
    ] {
        let found = error(text);
        assert!(found.to_string().contains(message), "{found}");
    }
}

#[test]
fn a_result_lists_no_more_than_its_limit_and_says_so() {
    let scenario = read(&format!(
        "{DEPLOYMENT}
actions: [{{at: 0s, delete: {{kind: Deployment, namespace: shop, name: web, propagationPolicy: Background}}}}]
"
    ));
    let whole = run_scenario(&scenario, RunOptions::default());
    assert!(whole.calls.len() > 2);
    let options = RunOptions {
        trace: true,
        limits: Limits::default().with(Limit::Recorded, 2),
        ..RunOptions::default()
    };
    let cut = run_scenario(&scenario, options);
    assert_eq!(cut.calls, whole.calls[..2]);
    assert_eq!(cut.trace.map(|trace| trace.len()), Some(2));
    assert_eq!((cut.steps, &cut.digest), (whole.steps, &whole.digest));
    let left_out = format!(
        "requests ({}), Events (0), traced steps ({}), and changes of nodes and zones (0)",
        whole.calls.len() - 2,
        whole.steps - 2
    );
    let (said, before) = cut.notes.split_last().expect("something is said");
    assert!(said.contains(&left_out), "{said}");
    assert_eq!(before, whole.notes);
}

#[test]
fn a_run_may_be_cut_by_time_and_by_steps() {
    let deleted = format!(
        "{DEPLOYMENT}
actions: [{{at: 0s, delete: {{kind: Pod, namespace: shop, name: web-1-a}}}}]
"
    );
    let result = run(&format!(
        "{deleted}until: 5s\nexpect: {{objects: [{{ref: Pod shop/web-1-a, fate: deleting}}]}}\n"
    ));
    assert!(!result.quiescent && result.is_ok(), "{:?}", result.expectations);
    assert_eq!(result.time, "5s");
    let result = run(&format!("{deleted}maxSteps: 1\n"));
    assert!(!result.quiescent);
    assert_eq!(result.steps, 1);
    let result = run(&format!("{deleted}until: 1h\n"));
    assert!(result.quiescent);
}

#[test]
fn a_definition_created_later_serves_its_kind_from_then_on() {
    check(
        r#"
kubeloupe: v1
actions:
- at: 1s
  create: {apiVersion: gadgets.example.com/v1, kind: Gadget, metadata: {name: early, namespace: s}}
- at: 2s
  create:
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: {name: gadgets.gadgets.example.com}
    spec: {group: gadgets.example.com, scope: Namespaced, names: {kind: Gadget, plural: gadgets}, versions: [{name: v1, served: true}]}
- at: 3s
  create: {apiVersion: gadgets.example.com/v1, kind: Gadget, metadata: {name: late, namespace: s}}
expect:
  objects:
  - {ref: Gadget s/late, fate: created}
"#,
    );
}

/// A ReplicaSet with this many dependents, deleted after a second.
fn many(dependents: u32, flags: &str) -> String {
    let mut text = format!(
        "kubeloupe: v1\n{flags}objects:\n- {{apiVersion: apps/v1, kind: ReplicaSet, metadata: {{name: r, namespace: ns, uid: r}}}}\n"
    );
    for number in 0..dependents {
        text.push_str(&format!(
            "- {{apiVersion: v1, kind: ConfigMap, metadata: {{name: c{number}, namespace: ns, uid: c{number}, ownerReferences: \
             [{{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: r}}]}}}}\n"
        ));
    }
    text.push_str("actions:\n- {at: 1s, delete: {kind: ReplicaSet, namespace: ns, name: r, propagationPolicy: Background}}\n");
    text
}

#[test]
fn the_client_of_the_collector_makes_forty_calls_a_second() {
    let result = run(&many(1_000, ""));
    assert!(result.quiescent && result.stored.is_empty());
    // A GET and a DELETE each; the owner is known to be absent. 30 of the 2,000 calls go at once.
    assert_eq!(result.calls.len(), 2_001);
    assert_eq!(result.metrics.client.delayed_calls, 1_970);
    let seconds: f64 = result.time.trim_end_matches('s').parse().expect("a time");
    assert!(
        (50.2..50.4).contains(&seconds),
        "1 s, and 1,970 / 40 s: {seconds}"
    );

    let faster = run(&many(1_000, "flags: {kube-api-qps: 100, kube-api-burst: 200}\n"));
    let seconds: f64 = faster.time.trim_end_matches('s').parse().expect("a time");
    assert!(
        (10.0..10.2).contains(&seconds),
        "1 s, and 1,800 / 200 s: {seconds}"
    );

    let unlimited = run(&many(1_000, "flags: {kube-api-qps: -1}\n"));
    assert_eq!(unlimited.metrics.client.delayed_calls, 0);
    let seconds: f64 = unlimited.time.trim_end_matches('s').parse().expect("a time");
    assert!(seconds < 2.0, "the workers' own time alone: {seconds}");
    assert_eq!(unlimited.stored, result.stored);
}

#[test]
fn a_burst_is_not_throttled() {
    let result = run(&many(15, ""));
    assert_eq!((result.calls.len(), result.metrics.client.delayed_calls), (31, 0));
    let trace = RunOptions {
        trace: true,
        ..RunOptions::default()
    };
    let traced = run_scenario(&read(&many(16, "")), trace);
    let said: Vec<String> = traced
        .trace
        .into_iter()
        .flatten()
        .flat_map(|step| step.effects)
        .filter(|effect| effect.effect_type == "throttled")
        .map(|effect| effect.text)
        .collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("waits 0.025s"), "{said:?}");
}

#[test]
fn rates_that_are_none_are_refused() {
    for rate in ["0", "often", "1e9", "[]", "null"] {
        let text = format!("kubeloupe: v1\nflags: {{kube-api-qps: {rate}}}\n");
        let error = error(&text);
        assert_eq!(error.field, "flags.kube-api-qps", "{rate}");
    }
    assert_eq!(
        read("kubeloupe: v1\nflags: {kube-api-qps: 0.5}\n")
            .config
            .kube_api_qps_milli,
        500
    );
    assert_eq!(
        read("kubeloupe: v1\nflags: {kube-api-qps: -1}\n")
            .config
            .kube_api_qps_milli,
        0
    );
    assert_eq!(
        read("kubeloupe: v1\nflags: {kube-api-burst: 7}\n")
            .config
            .kube_api_burst,
        7
    );
}

#[test]
fn a_monitor_that_recovers_learns_what_it_missed() {
    let result = check(
        r#"
kubeloupe: v1
objects:
- {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r, namespace: ns, uid: r}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: ns, uid: c, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: r}]}}
actions:
- {at: 1s, fault: {monitorFails: {kind: ReplicaSet}}}
- {at: 2s, delete: {kind: ReplicaSet, namespace: ns, name: r, propagationPolicy: Background}}
- {at: 20s, fault: {monitorRecovers: {kind: ReplicaSet}}}
expect:
  objects:
  - {ref: ReplicaSet ns/r, fate: deleted, at: "== 2s"}
  - {ref: ConfigMap ns/c, fate: deleted, at: ">= 20s"}
"#,
    );
    assert_eq!(result.metrics.resources_sync_errors, 0, "it was synced before");
    let error = error("kubeloupe: v1\nactions: [{fault: {monitorFails: {kind: Nope}}}]\n");
    assert!(matches!(error.problem, Problem::UnknownKind { .. }), "{error}");
    assert_eq!(error.field, "actions[0].fault");
}

#[test]
fn refused_actions_are_told() {
    let result = run(r#"
kubeloupe: v1
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: ns, uid: c}}
actions:
- {at: 3s, delete: {kind: ConfigMap, namespace: ns, name: absent}}
- {at: 4s, patch: {kind: ConfigMap, namespace: ns, name: c, metadata: {name: other}}}
- {at: 5s, patch: {kind: ConfigMap, namespace: ns, name: c, metadata: {name: c, namespace: ns}}}
- {at: 6s, patch: {kind: ConfigMap, namespace: ns, name: c, metadata: {namespace: m}}}
- {at: 7s, delete: {kind: ConfigMap, namespace: ns, name: c, preconditions: {uid: other}}}
"#);
    let told: Vec<String> = result
        .refused
        .iter()
        .map(|one| {
            format!(
                "{} {} {} {}: {}",
                one.at,
                one.code,
                one.reason.unwrap_or("-"),
                one.rule,
                one.message
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "3s 404 NotFound API-13: configmaps \"absent\" not found",
            "4s 400 BadRequest API-18: the name of the object (other) does not match the name on the URL (c)",
            "6s 400 BadRequest API-18: the namespace of the object (m) does not match the namespace on the request (ns)",
            "7s 409 Conflict API-6: Operation cannot be fulfilled on configmaps \"c\": Precondition failed: UID in \
             precondition: other, UID in object meta: c",
        ]
        .map(|line| line.split(", UID in object meta").next().unwrap_or(line).to_owned())
    );
    assert_eq!(result.notes.len(), 4, "{:?}", result.notes);
    assert!(result.notes[1].contains("400 BadRequest") && result.notes[1].contains("API-18"));
    // Nothing was ever written, but things were asked for.
    assert_eq!(result.time, "7s");
    assert_eq!(result.stored.len(), 1);
}

#[test]
fn a_cluster_scoped_object_loses_the_namespace_that_it_is_created_with() {
    let result = run(r#"
kubeloupe: v1
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: ns, uid: c}}
actions:
- at: 1s
  create: {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r, namespace: ns}}
"#);
    assert!(result.refused.is_empty(), "{:?}", result.refused);
    let role = result
        .objects
        .iter()
        .find(|object| object.reference == "ClusterRole r");
    assert_eq!(role.map(|role| role.fate), Some("created"));
}

/// Zone `a` of three loses its four nodes at 30 s and gets them back at 400 s.
fn zone_outage() -> String {
    let mut text = "kubeloupe: v1
controllers: [garbagecollector, namespace, kubelet, nodelifecycle, tainteviction]
actions:
- {at: 30s, fault: {zoneOutage: {zone: a}}}
- {at: 400s, fault: {zoneRecovers: {zone: a}}}
until: quiescent
objects:
"
    .to_owned();
    for zone in ["a", "b", "c"] {
        for number in 0..4 {
            let node = format!("{zone}{number}");
            text.push_str(&format!(
                "- {{apiVersion: v1, kind: Node, metadata: {{name: {node}, uid: u{node}, labels: {{topology.kubernetes.io/zone: {zone}}}}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: p{node}, namespace: d, uid: p{node}}}, spec: {{nodeName: {node}, tolerations: [{{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60}}]}}, status: {{phase: Running, conditions: [{{type: Ready, status: \"True\"}}]}}}}
"
            ));
        }
    }
    text
}

#[test]
fn a_zone_that_dies_bit_by_bit_is_partial_first_and_then_evicted_at_the_full_rate() {
    let result = run(&zone_outage());
    assert!(result.quiescent);
    let zones: Vec<(&str, Option<&str>, f64)> = result
        .zones
        .iter()
        .filter(|zone| zone.zone == "::a" && zone.state != Some("Initial"))
        .map(|zone| (zone.at.as_str(), zone.state, zone.qps))
        .collect();
    // E-ZN-b: three of four in one pass, so never; the fourth in the next, so the full rate from an empty bucket.
    assert_eq!(
        zones[..3],
        [
            ("0s", Some("Normal"), 0.1),
            ("75.015s", Some("PartialDisruption"), 0.0),
            ("80.016s", Some("FullDisruption"), 0.1),
        ]
    );
    // Nothing is forgotten while the zone comes back.
    assert!(zones.iter().all(|(_, state, _)| state.is_some()), "{zones:?}");
    assert_eq!(zones.last().map(|zone| zone.1), Some(Some("Normal")));
    let tainted: Vec<(&str, &str)> = result
        .nodes
        .iter()
        .filter(|node| node.change == "taint")
        .filter(|node| node.taint.as_deref() == Some("node.kubernetes.io/unreachable:NoExecute"))
        .map(|node| (node.at.as_str(), node.node.as_str()))
        .collect();
    assert_eq!(
        tainted,
        [
            ("90.1s", "a0"),
            ("100.1s", "a1"),
            ("110.1s", "a2"),
            ("120.1s", "a3")
        ]
    );
    let evicted: Vec<(&str, &str)> = result
        .events
        .iter()
        .filter(|event| event.reason == "TaintManagerEviction")
        .map(|event| (event.at.as_str(), event.reference.as_str()))
        .collect();
    assert_eq!(
        evicted,
        [
            ("150.12s", "Pod d/pa0"),
            ("160.12s", "Pod d/pa1"),
            ("170.12s", "Pod d/pa2"),
            ("180.12s", "Pod d/pa3"),
        ]
    );
    let untainted = result.nodes.iter().filter(|node| node.change == "untaint");
    assert_eq!(untainted.count(), 8);
}
