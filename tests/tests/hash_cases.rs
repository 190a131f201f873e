//! The cases about hashes and revisions: collisions (52), twins (54), an explicit null timestamp (56), another hash function
//! (58).

use kubeloupe_core::hash::analyse::{CollisionSearch, SearchState, makers_of};
use kubeloupe_core::hash::{
    CONTROLLER_REVISION_HASH_LABEL, DeploymentCollision, Form, HASH_LABEL, Integers, NameHolder, Prepared,
    REVISION_HASH_LABEL, Template, deployment_collision, prepare, replica_set_name, revision_data,
    revision_hash,
};
use kubeloupe_core::versions::Switches;
use kubeloupe_core::workloads::history::{
    Answer, Calls, Chosen, Controller, HistoryCall, HistoryError, LabelledPod, Parent, Revision, choose,
    construct, list,
};
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::template::{TemplateObject, read_templates};
use std::path::Path;

fn case(name: &str) -> Vec<TemplateObject> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
    let bytes = std::fs::read(path).expect("the case is there");
    let source = Source { name, bytes: &bytes };
    read_templates(&[source], Limits::default()).expect("the case is readable")
}

fn stored(object: &TemplateObject, minor: u32) -> Prepared {
    let template = object.template.clone().unwrap().without_hash_label();
    prepare(&template, Form::Manifest, minor).unwrap()
}

/// The file's suffixes are made up, so the collision is prepared: the Deployment's template is given an annotation with
/// which it has the hash of the ReplicaSet that is there.
#[test]
fn case_52_a_collision_counts_once_and_leads_to_another_name() {
    let objects = case("52-template-hash-collision.yaml");
    let [deployment, _, replica_set] = &objects[..] else {
        panic!("three objects, found {}", objects.len());
    };
    let (wanted, changed) = (
        replica_set.template.clone().unwrap().without_hash_label(),
        deployment.template.clone().unwrap(),
    );
    let mut search = CollisionSearch::new(&wanted, &changed, Form::Manifest, 37).unwrap();
    let SearchState::Found(collision) = search.run(u32::MAX).unwrap() else {
        panic!("none found");
    };
    let ours = prepare(&collision.template, Form::Manifest, 37).unwrap();
    let theirs = stored(replica_set, 37);
    let name = |count| replica_set_name("cats", &ours.hash(count).encoded(), true);
    let taken = replica_set_name("cats", &theirs.hash(None).encoded(), true);
    assert_eq!(name(None), taken);
    // It is the Deployment's own, but of another template: that decides, not the hash.
    assert!(!ours.equals_ignoring_hash(&theirs));
    let outcome = deployment_collision(None, NameHolder::Other);
    assert_eq!(outcome, DeploymentCollision::Count(1));
    assert_ne!(name(Some(1)), taken);
}

fn parent(object: &TemplateObject, count: Option<i32>, current: &str, minor: u32) -> Parent {
    let template = stored(object, minor);
    let labels: std::collections::BTreeMap<String, String> = object
        .template
        .as_ref()
        .unwrap()
        .labels()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    Parent {
        reference: Controller {
            kind: object.kind.clone(),
            name: object.name.clone(),
            uid: "u".to_owned(),
        },
        selector: labels.clone(),
        annotations: Default::default(),
        template_labels: labels,
        data: revision_data(&template, Integers::Float64).into(),
        template_hash: template.hash(count).encoded(),
        collision_count: count,
        current_revision: current.to_owned(),
        history_limit: 10,
        is_deleting: false,
        switches: Switches::of_minor(minor),
    }
}

fn revision(set: &Parent, name: &str, created_s: i64, data: &str, rebuilt: Option<&str>) -> Revision {
    Revision {
        name: name.to_owned(),
        labels: set.selector.clone(),
        controller: Some(set.reference.clone()),
        created_s: Some(created_s),
        data: data.into(),
        rebuilt: rebuilt.map(Into::into),
        number: 1,
        ..Revision::default()
    }
}

/// Chooses, with an API server that takes everything. Returns the calls too.
fn chosen(set: &Parent, revisions: &[Revision], by_meaning: bool) -> (Chosen, Vec<HistoryCall>) {
    let (mut answers, mut made) = (Vec::new(), Vec::new());
    loop {
        let mut calls = Calls::new(&answers);
        let outcome = choose(set, &list(set, revisions), by_meaning, &mut calls);
        match (calls.wanted(), outcome) {
            (Some(call), Err(HistoryError::Pending)) => {
                answers.push(Answer::Done);
                made.push(call);
            }
            (None, Ok(chosen)) => return (chosen, made),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn case_54_of_twins_the_younger_is_taken_and_nothing_loops() {
    let objects = case("54-twin-revisions-same-number.yaml");
    let mut set = parent(&objects[0], Some(0), "db-7c9d", 37);
    let twins = [
        revision(&set, "db-7c9f", 500, &set.data, None),
        revision(&set, "db-7c9d", 100, &set.data, None),
    ];
    let (first, calls) = chosen(&set, &twins, true);
    assert_eq!(
        (first.update.name.as_str(), first.current.name.as_str()),
        ("db-7c9f", "db-7c9d")
    );
    assert_eq!(calls, []);
    // Once all pods are there the younger is the current one too, and stays it.
    set.current_revision = first.update.name;
    let (second, calls) = chosen(&set, &twins, true);
    assert_eq!(
        (second.update.name.as_str(), second.current.name.as_str()),
        ("db-7c9f", "db-7c9f")
    );
    assert_eq!(calls, []);
}

#[test]
fn case_56_a_null_timestamp_makes_a_new_revision_unless_meaning_counts() {
    let objects = case("56-null-timestamp-in-revision-data.yaml");
    let set = parent(&objects[0], None, "cache-84d9", 37);
    let old = revision_data(&stored(&objects[0], 33), Integers::Float64);
    assert!(old.contains("\"creationTimestamp\":null"));
    assert_ne!(*old, *set.data);
    let listed = [revision(&set, "cache-84d9", 100, &old, Some(&set.data))];
    let (by_bytes, calls) = chosen(&set, &listed, false);
    assert_eq!(by_bytes.update.number, 2);
    assert!(matches!(&calls[..], [HistoryCall::Create(made)] if made.name == by_bytes.update.name));
    let (by_meaning, calls) = chosen(&set, &listed, true);
    assert_eq!((by_meaning.update.name.as_str(), calls.len()), ("cache-84d9", 0));
}

/// HS-23: up to 1.33, hash labels that are different numbers make revisions with the same data different.
#[test]
fn labels_that_are_numbers_tell_old_controllers_revisions_apart() {
    let objects = case("54-twin-revisions-same-number.yaml");
    for (minor, label, made) in [
        // Only digits up to 5 are written as digits, so that a label is rarely a number.
        (33, "444", true),
        (33, "7c9d", false),
        (34, "444", false),
        (37, "444", false),
    ] {
        let mut set = parent(&objects[0], Some(0), "db-1", minor);
        let mut count = 0;
        let own = loop {
            let hash = revision_hash(&set.data, Some(count));
            if hash.parse::<i32>().is_ok() {
                break hash;
            }
            count += 1;
        };
        set.collision_count = Some(count);
        assert_ne!(own, label);
        let mut there = revision(&set, "db-1", 100, &set.data, None);
        there
            .labels
            .insert(REVISION_HASH_LABEL.to_owned(), label.to_owned());
        let (_, calls) = chosen(&set, &[there], false);
        let creates = matches!(&calls[..], [HistoryCall::Create(_)]);
        assert_eq!(creates, made, "1.{minor} {label}: {calls:?}");
    }
}

/// HS-26: up to 1.35 the uid alone says whose a revision is.
#[test]
fn from_1_36_kind_and_name_of_the_controller_count_too() {
    let objects = case("54-twin-revisions-same-number.yaml");
    for (minor, listed) in [(35, 1), (36, 0)] {
        let set = parent(&objects[0], None, "", minor);
        let mut there = revision(&set, "db-1", 100, &set.data, None);
        if let Some(controller) = &mut there.controller {
            controller.name = "renamed".to_owned();
        }
        assert_eq!(list(&set, &[there]).len(), listed, "1.{minor}");
    }
}

/// HS-14: up to 1.30 pods are relabelled once for each surplus revision.
#[test]
fn surplus_revisions_of_a_daemon_set_relabel_pods_once_since_1_31() {
    let objects = case("54-twin-revisions-same-number.yaml");
    for (minor, expected) in [(30, "pod delete pod delete"), (31, "pod delete delete")] {
        let mut set = parent(&objects[0], None, "", minor);
        set.reference.kind = "DaemonSet".to_owned();
        let labelled = |name: &str, number| {
            let mut one = revision(&set, name, 100, &set.data, None);
            one.labels
                .insert(CONTROLLER_REVISION_HASH_LABEL.to_owned(), name.to_owned());
            one.number = number;
            one
        };
        let revisions = [labelled("a", 1), labelled("b", 2), labelled("c", 3)];
        let pods = [LabelledPod {
            name: "p".to_owned(),
            hash: Some("a".to_owned()),
            has_target: true,
        }];
        let (mut answers, mut made) = (Vec::new(), Vec::new());
        let kept = loop {
            let mut calls = Calls::new(&answers);
            let outcome = construct(&set, &revisions, &pods, &mut calls);
            match (calls.wanted(), outcome) {
                (Some(HistoryCall::LabelPod { .. }), _) => made.push("pod"),
                (Some(HistoryCall::Delete(_)), _) => made.push("delete"),
                (None, Ok(history)) => break history.current.name,
                other => panic!("{other:?}"),
            }
            answers.push(Answer::Done);
        };
        assert_eq!(
            (made.join(" ").as_str(), kept.as_str()),
            (expected, "c"),
            "1.{minor}"
        );
    }
}

#[test]
fn case_58_a_label_of_another_hash_function_does_not_make_a_template_another() {
    let objects = case("58-controller-upgrade-changes-hash-function.yaml");
    let of = |kind: &str, name: &str| {
        let found = objects
            .iter()
            .find(|object| object.kind == kind && object.name == name);
        found.unwrap()
    };
    let (deployment, replica_set) = (of("Deployment", "demo"), of("ReplicaSet", "demo-olda1"));
    assert_eq!(replica_set.hash_label.as_deref(), Some("olda1"));
    for minor in 29..=37 {
        let with_label = prepare(replica_set.template.as_ref().unwrap(), Form::Manifest, minor).unwrap();
        assert!(stored(deployment, minor).equals_ignoring_hash(&with_label));
    }
    let template: &Template = replica_set.template.as_ref().unwrap();
    assert_eq!(makers_of(template, Form::Stored, "olda1", 20), Ok(Vec::new()));
    // A Rollout's ReplicaSets carry a label of its own.
    assert_eq!(of("ReplicaSet", "demo2-olda1").hash_label, None);
    assert_eq!(HASH_LABEL, "pod-template-hash");
}
