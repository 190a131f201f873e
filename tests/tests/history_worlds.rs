//! Histories of StatefulSets and DaemonSets in a whole cluster: cases 54 and 56, changes of the template, orphans, taken
//! names, and what becomes of revisions when their set is deleted.

use kubeloupe_core::object::Facts;
use kubeloupe_core::sim::World;
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

/// What is left in the end.
#[derive(Debug, PartialEq)]
struct End {
    /// `currentRevision`, `updateRevision` and `collisionCount` of the only set.
    status: Option<(String, String, Option<i32>)>,
    /// Number, name and controller's name of each revision, sorted.
    revisions: Vec<(i64, String, String)>,
}

impl End {
    fn numbers(&self) -> Vec<i64> {
        self.revisions.iter().map(|(number, ..)| *number).collect()
    }
}

fn end_of(world: &World) -> End {
    let text = |name| world.cluster().names.text(name).to_owned();
    let mut end = End {
        status: None,
        revisions: Vec::new(),
    };
    for object in world.api().objects() {
        match &object.facts {
            Facts::RevisedSet(facts) => {
                let status = facts.status;
                end.status = Some((
                    text(status.current_revision),
                    text(status.update_revision),
                    status.collision_count,
                ));
            }
            Facts::Revision(facts) => {
                let owner = object.meta.owner_references.first();
                let owner = owner.map_or(String::new(), |owner| text(owner.name));
                end.revisions.push((facts.number, text(object.meta.name), owner));
            }
            _ => {}
        }
    }
    end.revisions.sort();
    end
}

fn run(text: &str) -> (End, ScenarioResult) {
    let scenario = read(text);
    let options = RunOptions {
        trace: true,
        ..RunOptions::default()
    };
    let mut run = ScenarioRun::new(&scenario, options);
    while !run.advance(100) {}
    (end_of(run.world()), run.finish())
}

fn case(name: &str) -> (End, ScenarioResult) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cases")
        .join(format!("{name}.scenario.yaml"));
    run(&std::fs::read_to_string(path).expect("the case is readable"))
}

/// `verb ref code` of what the controllers of histories asked for.
fn calls(result: &ScenarioResult) -> Vec<String> {
    let by_them = result
        .calls
        .iter()
        .filter(|call| ["statefulset", "daemonset"].contains(&call.by));
    by_them
        .map(|call| format!("{} {} {}", call.verb, call.reference, call.code))
        .collect()
}

fn texts(result: &ScenarioResult) -> String {
    let steps = result.trace.iter().flatten();
    let effects = steps.flat_map(|step| &step.effects);
    effects.map(|effect| format!("{}\n", effect.text)).collect()
}

/// A set as one line of YAML.
fn set(kind: &str, image: &str, limit: u32) -> String {
    format!(
        "{{ apiVersion: apps/v1, kind: {kind}, metadata: {{ name: db, namespace: default }}, spec: {{ \
         revisionHistoryLimit: {limit}, selector: {{ matchLabels: {{ app: db }} }}, template: {{ metadata: {{ labels: \
         {{ app: db }} }}, spec: {{ containers: [{{ name: c, image: \"{image}\" }}] }} }} }} }}"
    )
}

fn scenario(kind: &str, actions: &[(&str, &str, String)]) -> String {
    let controller = kind.to_lowercase();
    let mut text =
        format!("kubeloupe: v1\ncontrollers: [garbagecollector, namespace, {controller}]\nactions:\n");
    for (at, verb, body) in actions {
        text.push_str(&format!("  - {{ at: {at}, {verb}: {body} }}\n"));
    }
    text + "until: quiescent\n"
}

#[test]
fn case_54_of_twins_the_younger_is_gone_to_and_nothing_loops() {
    let (end, result) = case("54-twin-revisions-same-number.a");
    let status = ("db-7c9d".to_owned(), "db-7c9f".to_owned(), Some(0));
    assert_eq!(end.status, Some(status));
    assert_eq!(end.numbers(), [1, 1]);
    assert_eq!(calls(&result), ["put StatefulSet data/db 200"]);
}

#[test]
fn case_56_bytes_make_another_revision_and_meaning_does_not() {
    let (end, _) = case("56-null-timestamp-in-revision-data.a");
    assert_eq!(end.numbers(), [1, 2]);
    let (current, update, count) = end.status.clone().expect("there is a set");
    assert_eq!((current.as_str(), count), ("cache-84d9", Some(0)));
    assert_eq!(update, end.revisions[1].1);
    assert_ne!(update, "cache-84d9");
    let (end, result) = case("56-null-timestamp-in-revision-data.b");
    assert_eq!(end.numbers(), [1]);
    let (_, update, _) = end.status.expect("there is a set");
    assert_eq!(update, "cache-84d9");
    assert!(!calls(&result).iter().any(|call| call.starts_with("create")));
}

#[test]
fn a_history_keeps_as_many_old_revisions_as_its_limit() {
    for kind in ["StatefulSet", "DaemonSet"] {
        let (end, result) = run(&scenario(
            kind,
            &[
                ("0s", "create", set(kind, "db:1", 1)),
                ("10s", "update", set(kind, "db:2", 1)),
                ("20s", "update", set(kind, "db:3", 1)),
            ],
        ));
        assert_eq!(end.numbers(), [2, 3], "{kind} {:?}", calls(&result));
        assert!(end.revisions.iter().all(|(_, _, owner)| owner == "db"));
        let made = calls(&result);
        let count = |verb: &str| made.iter().filter(|call| call.starts_with(verb)).count();
        assert_eq!((count("create"), count("delete")), (3, 1), "{made:?}");
        if kind == "StatefulSet" {
            let newest = end.revisions[1].1.clone();
            assert_eq!(end.status, Some((newest.clone(), newest, Some(0))));
        }
        let told = texts(&result);
        assert!(told.contains("number 3."), "{told}");
    }
}

#[test]
fn a_template_that_comes_back_gets_its_old_revision_with_a_new_number() {
    for kind in ["StatefulSet", "DaemonSet"] {
        let (end, result) = run(&scenario(
            kind,
            &[
                ("0s", "create", set(kind, "db:1", 10)),
                ("10s", "update", set(kind, "db:2", 10)),
                ("20s", "update", set(kind, "db:1", 10)),
            ],
        ));
        assert_eq!(end.numbers(), [2, 3], "{kind}");
        let made = calls(&result);
        let creates = made.iter().filter(|call| call.starts_with("create")).count();
        assert_eq!(creates, 2, "{kind} {made:?}");
        assert!(
            made.iter()
                .any(|call| call.starts_with("put ControllerRevision ")),
            "{made:?}"
        );
    }
}

#[test]
fn revisions_go_with_their_set() {
    for kind in ["StatefulSet", "DaemonSet"] {
        let (end, result) = run(&scenario(
            kind,
            &[
                ("0s", "create", set(kind, "db:1", 10)),
                ("10s", "update", set(kind, "db:2", 10)),
                (
                    "20s",
                    "delete",
                    format!("{{ kind: {kind}, namespace: default, name: db }}"),
                ),
            ],
        ));
        assert_eq!(end.revisions, [], "{kind}");
        assert_eq!(end.status, None);
        let collected = result
            .calls
            .iter()
            .filter(|call| call.by == "garbagecollector" && call.verb == "delete" && call.code == 200);
        assert_eq!(collected.count(), 2, "{kind}");
    }
}

/// A revision with this name, which nobody controls.
fn orphan(name: &str, labels: &str) -> String {
    format!(
        "{{ apiVersion: apps/v1, kind: ControllerRevision, metadata: {{ name: {name}, namespace: default, labels: \
         {labels} }}, revision: 7, data: {{ spec: {{}} }} }}"
    )
}

#[test]
fn an_orphan_that_is_selected_is_adopted_and_counts() {
    for kind in ["StatefulSet", "DaemonSet"] {
        let (end, result) = run(&scenario(
            kind,
            &[
                ("0s", "create", orphan("old", "{ app: db }")),
                ("1s", "create", orphan("other", "{ app: web }")),
                ("2s", "create", set(kind, "db:1", 10)),
            ],
        ));
        let made = calls(&result);
        let first = [
            format!("get {kind} default/db 200"),
            "patch ControllerRevision default/old 200".to_owned(),
        ];
        assert_eq!(made[..2], first, "{made:?}");
        let owners: Vec<(i64, &str)> = end
            .revisions
            .iter()
            .map(|(number, _, owner)| (*number, owner.as_str()))
            .collect();
        assert_eq!(owners, [(7, "db"), (7, ""), (8, "db")], "{kind}");
    }
}

/// HS-15, HS-22: a StatefulSet tries the next name at once; a DaemonSet writes the count and fails, and tries it in its
/// next sync; one that comes before its informer has the count finds that out, and counts nothing.
#[test]
fn a_taken_name_is_counted() {
    for kind in ["StatefulSet", "DaemonSet"] {
        let (end, _) = run(&scenario(kind, &[("0s", "create", set(kind, "db:1", 10))]));
        let name = end.revisions[0].1.clone();
        let (end, result) = run(&scenario(
            kind,
            &[
                ("0s", "create", orphan(&name, "{ app: web }")),
                ("1s", "create", set(kind, "db:1", 10)),
            ],
        ));
        let (_, _, count) = end.status.clone().expect("there is a set");
        assert_eq!(count, Some(1), "{kind}");
        let made = calls(&result);
        let refused = made.iter().filter(|call| call.ends_with(" 409")).count();
        let created = made
            .iter()
            .filter(|call| call.starts_with("create") && call.ends_with(" 201"));
        let syncs = if kind == "DaemonSet" { 2 } else { 1 };
        assert_eq!((refused, created.count()), (syncs, 1), "{kind} {made:?}");
        assert_eq!(end.numbers(), [1, 7], "{kind}");
        let told = texts(&result);
        for text in ["already exists", "stale collision count"] {
            assert_eq!(told.contains(text), kind == "DaemonSet", "{told}");
        }
    }
}
