//! Drawing, tried out without a page.

use super::limits::MOST_PLACES;
use super::*;
use crate::state::{Sample, Session, ThingId, scenario};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Facts, KindId, KnownFrom, Name, Object, ObjectKey, builtin_kinds};
use kubeloupe_formats::Source as File;
use kubeloupe_formats::dump::{Options, read_dump};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::read_scenario;
use std::sync::Arc;

fn blank() -> Document {
    Document::blank("drawn".to_owned(), 37)
}

fn kind(document: &Document, word: &str) -> KindId {
    kind_choices(&document.cluster, word)
        .into_iter()
        .find(|choice| choice.kind == word)
        .unwrap_or_else(|| panic!("{word} is known"))
        .id
}

fn draft(document: &Document, word: &str, namespace: &str, name: &str) -> Draft {
    Draft {
        kind: KindDraft::Known(kind(document, word)),
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        node: String::new(),
        owner: None,
        makes_namespace: false,
    }
}

fn add(document: &mut Document, word: &str, name: &str, owner: Option<ObjectKey>) -> ObjectKey {
    let draft = Draft {
        owner: owner.map(Owner::Object),
        ..draft(document, word, "default", name)
    };
    make(document, &Edit::Add(Box::new(draft))).expect("something was added")
}

fn make(document: &mut Document, edit: &Edit) -> Option<ObjectKey> {
    let applied = apply(document, edit).unwrap_or_else(|refusal| panic!("{edit:?}: {refusal:?}"));
    *document = applied.document;
    applied.focus
}

fn change(document: &mut Document, key: ObjectKey, change: Change) -> ObjectKey {
    make(document, &Edit::Change(key, change)).expect("it is still there")
}

fn refused(document: &Document, edit: &Edit) -> Refusal {
    apply(document, edit).expect_err("the API server does not take it")
}

fn message(refusal: &Refusal) -> &str {
    match &refusal.why {
        Why::Api { message, .. } => message,
        other => panic!("{other:?}"),
    }
}

fn text(document: &Document, name: Name) -> &str {
    document.cluster.names.text(name)
}

/// Deployment web, ReplicaSet web-1, Pod web-1-a below each other, and ConfigMap a that nothing owns.
fn chain() -> (Document, [ObjectKey; 4]) {
    let mut document = blank();
    let web = add(&mut document, "Deployment", "web", None);
    let set = add(&mut document, "ReplicaSet", "web-1", Some(web));
    let pod = add(&mut document, "Pod", "web-1-a", Some(set));
    let map = add(&mut document, "ConfigMap", "a", None);
    (document, [web, set, pod, map])
}

#[test]
fn what_is_drawn_is_what_the_api_server_would_have_made_of_it() {
    let (document, [web, set, pod, _]) = chain();
    let stored = document.get(&pod).expect("it was added");
    let reference = stored.meta.owner_references[0];
    let owner = document.get(&set).expect("it was added");
    assert_eq!((reference.uid, reference.name), (owner.meta.uid, set.name));
    assert_eq!(text(&document, reference.api_version), "apps/v1");
    assert_eq!(
        (reference.controller, reference.block_owner_deletion),
        (Some(true), Some(true))
    );
    assert!(matches!(stored.facts, Facts::Pod(_)));
    // uids and versions are their own.
    let mut uids: Vec<Name> = document.objects.iter().map(|object| object.meta.uid).collect();
    let mut versions: Vec<u64> = document
        .objects
        .iter()
        .map(|object| object.meta.resource_version)
        .collect();
    uids.sort_unstable();
    uids.dedup();
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(
        (uids.len(), versions.len()),
        (document.objects.len(), document.objects.len())
    );
    // The namespace got what every namespace gets.
    let namespace = document.namespaces()[0];
    assert!(
        matches!(&namespace.facts, Facts::Namespace(facts) if facts.spec_finalizers[..] == [Name::KUBERNETES])
    );
    assert_eq!(document.get(&web).expect("it was added").meta.generation, 1);
}

#[test]
fn what_the_api_server_refuses_changes_nothing() {
    let (document, [web, set, pod, map]) = chain();
    let before = format!("{:?}", document.objects);

    let taken = refused(
        &document,
        &Edit::Add(Box::new(draft(&document, "ConfigMap", "default", "a"))),
    );
    assert_eq!(message(&taken), "configmaps \"a\" already exists");
    assert_eq!(taken.place, Some(Place::Name));

    let nameless = refused(
        &document,
        &Edit::Add(Box::new(draft(&document, "ConfigMap", "default", ""))),
    );
    assert_eq!(
        message(&nameless),
        "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is required"
    );
    assert_eq!(nameless.place, Some(Place::Name));

    let scoped = refused(
        &document,
        &Edit::Add(Box::new(draft(&document, "Node", "default", "n1"))),
    );
    assert_eq!(
        message(&scoped),
        "the server could not find the requested resource"
    );

    // A second controller.
    let mut other = document.clone();
    make(
        &mut other,
        &Edit::Change(pod, Change::AddOwner(Owner::Object(map))),
    );
    let second = refused(&other, &Edit::Change(pod, Change::Controller(1, true)));
    assert!(
        message(&second).ends_with("Only one reference can have Controller set to true. Found \"true\" in references for ReplicaSet/web-1 and ConfigMap/a"),
        "{second:?}"
    );
    assert_eq!(second.place, Some(Place::Owners(None)));

    // A reference without a uid, of which the message tells the entry.
    let reference = OwnerDraft {
        api_version: "v1".to_owned(),
        kind: "ConfigMap".to_owned(),
        name: "a".to_owned(),
        ..OwnerDraft::default()
    };
    let no_uid = refused(&document, &Edit::Change(set, Change::WriteOwner(None, reference)));
    assert_eq!(
        message(&no_uid),
        "ReplicaSet.apps \"web-1\" is invalid: metadata.ownerReferences[1].uid: Required value: must not be empty"
    );
    assert_eq!(no_uid.place, Some(Place::Owners(Some(1))));

    let finalizer = refused(
        &document,
        &Edit::Change(map, Change::Finalizers(vec!["cleanup".to_owned()])),
    );
    assert!(
        message(&finalizer).contains("name is neither a standard finalizer name"),
        "{finalizer:?}"
    );
    assert_eq!(finalizer.place, Some(Place::Finalizers));

    let renamed = refused(&document, &Edit::Change(map, Change::Name(String::new())));
    assert_eq!(renamed.place, Some(Place::Name));
    let twice = refused(
        &document,
        &Edit::Change(pod, Change::AddOwner(Owner::Object(set))),
    );
    assert_eq!(twice.why, Why::OwnedAlready);
    for (uid, place) in [("", Place::Uid), ("a b", Place::Uid)] {
        let refusal = refused(&document, &Edit::Change(web, Change::Uid(uid.to_owned())));
        assert_eq!((refusal.why, refusal.place), (Why::NoUid, Some(place)));
    }
    let uid = text(&document, document.get(&map).expect("it is there").meta.uid).to_owned();
    let shared = refused(&document, &Edit::Change(web, Change::Uid(uid)));
    assert_eq!(shared.why, Why::UidTaken("ConfigMap default/a".to_owned()));

    assert_eq!(format!("{:?}", document.objects), before);
}

#[test]
fn a_namespace_is_offered_to_be_made() {
    let document = blank();
    let elsewhere = draft(&document, "ConfigMap", "shop", "a");
    let refusal = refused(&document, &Edit::Add(Box::new(elsewhere.clone())));
    assert_eq!(
        refusal,
        Refusal::at(Place::Namespace, Why::NoNamespace("shop".to_owned()))
    );
    let both = Draft {
        makes_namespace: true,
        ..elsewhere.clone()
    };
    let applied = apply(&document, &Edit::Add(Box::new(both))).expect("both are made");
    assert_eq!(applied.name, StepName::Add("ConfigMap shop/a".to_owned()));
    let names: Vec<&str> = applied
        .document
        .objects
        .iter()
        .map(|object| text(&applied.document, object.meta.name))
        .collect();
    assert_eq!(names, ["default", "shop", "a"]);
    // A dump that came without its namespaces says nothing about which there are.
    let mut without = document.clone();
    without.objects.clear();
    assert!(apply(&without, &Edit::Add(Box::new(elsewhere))).is_ok());
}

#[test]
fn references_go_on_meaning_what_is_called_otherwise() {
    let (mut document, [web, set, pod, _]) = chain();
    let web = change(&mut document, web, Change::Name("shop".to_owned()));
    let reference = document.get(&set).expect("it is there").meta.owner_references[0];
    assert_eq!(text(&document, reference.name), "shop");
    let uid = "11111111-2222-4333-8444-555555555555";
    change(&mut document, web, Change::Uid(uid.to_owned()));
    let reference = document.get(&set).expect("it is there").meta.owner_references[0];
    assert_eq!(text(&document, reference.uid), uid);
    // A reference across namespaces is taken: the API server does not look at it.
    let other = draft(&document, "Namespace", "", "other");
    make(&mut document, &Edit::Add(Box::new(other)));
    let moved = change(&mut document, set, Change::Namespace("other".to_owned()));
    assert_eq!(text(&document, moved.namespace), "other");
    let kept = document.get(&pod).expect("it is there").meta.owner_references[0];
    assert_eq!(kept.name, moved.name);
    // What is in a namespace goes with it.
    let other = document
        .namespaces()
        .into_iter()
        .find(|one| text(&document, one.meta.name) == "other")
        .map(|one| one.key());
    let renamed = change(
        &mut document,
        other.expect("it is there"),
        Change::Name("new".to_owned()),
    );
    assert!(
        document
            .get(&ObjectKey {
                namespace: renamed.name,
                ..moved
            })
            .is_some()
    );
    let labels = &document.get(&renamed).expect("it is there").meta.labels;
    assert!(
        labels.iter().any(|(_, value)| *value == renamed.name),
        "{labels:?}"
    );
}

#[test]
fn labels_finalizers_and_flags_are_what_was_written() {
    let (mut document, [_, set, pod, map]) = chain();
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    change(
        &mut document,
        map,
        Change::Labels(vec![pair("b", "2"), pair("a", "1")]),
    );
    change(&mut document, map, Change::Labels(vec![pair("a", "3")]));
    let labels: Vec<_> = document
        .get(&map)
        .expect("it is there")
        .meta
        .labels
        .iter()
        .map(|&(key, value)| (text(&document, key), text(&document, value)))
        .collect();
    assert_eq!(labels, [("a", "3")]);
    change(
        &mut document,
        map,
        Change::Finalizers(vec!["example.com/x".to_owned()]),
    );
    assert_eq!(document.get(&map).expect("it is there").meta.finalizers.len(), 1);
    change(&mut document, pod, Change::Blocks(0, false));
    change(&mut document, pod, Change::Controller(0, false));
    let reference = document.get(&pod).expect("it is there").meta.owner_references[0];
    assert_eq!(
        (reference.controller, reference.block_owner_deletion),
        (None, None)
    );
    change(&mut document, pod, Change::RemoveOwner(0));
    assert!(
        document
            .get(&pod)
            .expect("it is there")
            .meta
            .owner_references
            .is_empty()
    );
    let gone = refused(&document, &Edit::Change(pod, Change::RemoveOwner(0)));
    assert_eq!(gone.why, Why::Gone);
    make(&mut document, &Edit::Remove(set));
    assert_eq!(refused(&document, &Edit::Remove(set)).why, Why::Gone);
}

#[test]
fn a_copy_has_a_name_and_a_uid_of_its_own() {
    let (mut document, [.., pod, _]) = chain();
    let first = make(&mut document, &Edit::Duplicate(pod)).expect("there is a copy");
    let second = make(&mut document, &Edit::Duplicate(first)).expect("there is another");
    assert_eq!(
        [text(&document, first.name), text(&document, second.name)],
        ["web-1-a-2", "web-1-a-3"]
    );
    let (original, copy) = (
        document.get(&pod).expect("there"),
        document.get(&second).expect("there"),
    );
    assert_ne!(original.meta.uid, copy.meta.uid);
    assert_eq!(original.meta.owner_references, copy.meta.owner_references);
    assert_eq!(original.facts, copy.facts);
}

#[test]
fn a_kind_of_ones_own_is_checked_and_known_from_then_on() {
    let mut document = blank();
    let custom = |api_version: &str, kind: &str, resource: &str| CustomDraft {
        api_version: api_version.to_owned(),
        kind: kind.to_owned(),
        resource: resource.to_owned(),
        namespaced: true,
    };
    let adding = |custom: CustomDraft| {
        Edit::Add(Box::new(Draft {
            kind: KindDraft::Custom(custom),
            namespace: "default".to_owned(),
            name: "orders".to_owned(),
            node: String::new(),
            owner: None,
            makes_namespace: false,
        }))
    };
    for (wrong, place) in [
        (custom("v1", "Database", "databases"), Place::ApiVersion),
        (custom("example/v1", "Database", "databases"), Place::ApiVersion),
        (custom("example.com/", "Database", "databases"), Place::ApiVersion),
        (custom("example.com/v1", "database", "databases"), Place::Kind),
        (custom("example.com/v1", "", "databases"), Place::Kind),
        (
            custom("example.com/v1", "Database", "Data bases"),
            Place::Resource,
        ),
        (custom("apps/v1", "Deployment", "deployments"), Place::ApiVersion),
        (custom("networking.k8s.io/v1", "Ingress", "others"), Place::Kind),
    ] {
        assert_eq!(
            refused(&document, &adding(wrong.clone())).place,
            Some(place),
            "{wrong:?}"
        );
    }
    let key = make(
        &mut document,
        &adding(custom("example.com/v1", "Database", "databases")),
    )
    .expect("it is made");
    let known = document.cluster.kinds.get(key.kind);
    assert_eq!((known.known_from, known.custom), (KnownFrom::Stated, true));
    assert_eq!(kind_choices(&document.cluster, "databa")[0].kind, "Database");
    assert_eq!(
        refused(&document, &adding(custom("example.com/v1", "Other", "databases"))).place,
        Some(Place::Kind)
    );
}

#[test]
fn everything_has_a_limit() {
    let (document, [web, .., map]) = chain();
    let long = "x".repeat(LONGEST_TEXT + 1);
    let many = |count: usize| {
        (0..count)
            .map(|number| format!("example.com/f{number}"))
            .collect::<Vec<_>>()
    };
    let limit = |edit: Edit| match refused(&document, &edit).why {
        Why::Limit(limit) => limit,
        other => panic!("{other:?}"),
    };
    assert_eq!(limit(Edit::Change(map, Change::Name(long.clone()))), Limit::Text);
    assert_eq!(
        limit(Edit::Add(Box::new(draft(&document, "ConfigMap", &long, "a")))),
        Limit::Text
    );
    assert_eq!(
        limit(Edit::Change(map, Change::Finalizers(many(MOST_FINALIZERS + 1)))),
        Limit::Finalizers
    );
    assert!(
        apply(
            &document,
            &Edit::Change(map, Change::Finalizers(many(MOST_FINALIZERS)))
        )
        .is_ok()
    );
    let labels = |count: usize| many(count).into_iter().map(|key| (key, String::new())).collect();
    assert_eq!(
        limit(Edit::Change(map, Change::Labels(labels(MOST_LABELS + 1)))),
        Limit::Labels
    );
    assert!(apply(&document, &Edit::Change(map, Change::Labels(labels(MOST_LABELS)))).is_ok());

    let owner = |number: usize| OwnerDraft {
        api_version: "v1".to_owned(),
        kind: "ConfigMap".to_owned(),
        name: format!("o{number}"),
        uid: format!("u{number}"),
        ..OwnerDraft::default()
    };
    let mut owned = document.clone();
    for number in 0..MOST_OWNERS {
        change(&mut owned, map, Change::WriteOwner(None, owner(number)));
    }
    let one_more = refused(
        &owned,
        &Edit::Change(map, Change::WriteOwner(None, owner(MOST_OWNERS))),
    );
    assert_eq!(one_more.why, Why::Limit(Limit::Owners));

    let mut full = document.clone();
    let any = full.get(&web).expect("it is there").clone();
    full.objects.resize(MOST_DRAWN, any);
    let one_more = refused(
        &full,
        &Edit::Add(Box::new(draft(&full, "ConfigMap", "default", "z"))),
    );
    assert_eq!(one_more.why, Why::Limit(Limit::Objects));
    for limit in [
        Limit::Objects,
        Limit::Text,
        Limit::Labels,
        Limit::Finalizers,
        Limit::Owners,
    ] {
        for language in [crate::text::Language::English, crate::text::Language::Chinese] {
            let said = crate::draw::Say::of(language).refusal(&Why::Limit(limit).into());
            assert!(said.contains(&limit.most().to_string()), "{said}");
        }
    }
}

#[test]
fn steps_are_undone_and_done_again_within_bounds() {
    let mut drawing = Drawing::default();
    let mut document = blank();
    let mut states = vec![document.objects.clone()];
    for number in 0..MOST_DEPTH + 5 {
        let edit = Edit::Add(Box::new(draft(
            &document,
            "ConfigMap",
            "default",
            &format!("c{number}"),
        )));
        let Applied {
            document: next, name, ..
        } = apply(&document, &edit).expect("it is added");
        drawing.push(name, document, &next.cluster.names);
        document = next;
        states.push(document.objects.clone());
    }
    let newest = StepName::Add(format!("ConfigMap default/c{}", MOST_DEPTH + 4));
    let traces = drawing.traces(true);
    assert_eq!((traces.undo, traces.redo), (Some(newest.clone()), None));
    assert!(traces.unsaved && traces.at_risk && traces.kept);
    let mut undone = 0;
    while let Some(step) = drawing.undo(document.clone()) {
        document = Document::clone(&step.document);
        undone += 1;
        assert_eq!(document.objects, states[states.len() - 1 - undone]);
    }
    assert_eq!(undone, MOST_DEPTH);
    while let Some(step) = drawing.redo(document.clone()) {
        document = Document::clone(&step.document);
        undone -= 1;
    }
    assert_eq!(
        (undone, &document.objects),
        (0, states.last().expect("there are some"))
    );
    assert_eq!(drawing.traces(false).undo, Some(newest));
    // Every object can still be called by its name.
    for object in &document.objects {
        assert!(!text(&document, object.meta.uid).is_empty());
    }
    // Another step forgets what was undone.
    let step = drawing.undo(document.clone()).expect("there is one");
    let names = document.cluster.names.clone();
    drawing.push(
        StepName::Add("x".to_owned()),
        Document::clone(&step.document),
        &names,
    );
    assert_eq!(drawing.traces(false).redo, None);
}

#[test]
fn documents_that_are_large_are_kept_for_fewer_steps() {
    let (mut document, [web, ..]) = chain();
    let any = document.get(&web).expect("it is there").clone();
    document.objects.resize(MOST_PLACES / 10, any);
    let mut drawing = Drawing::default();
    let names = document.cluster.names.clone();
    for _ in 0..20 {
        drawing.push(StepName::Add(String::new()), document.clone(), &names);
    }
    let mut depth = 0;
    while drawing.undo(blank()).is_some() {
        depth += 1;
    }
    assert_eq!(depth, 10);
}

#[test]
fn what_was_saved_is_no_loss_and_another_file_keeps_what_was_not() {
    let (document, _) = chain();
    let names = document.cluster.names.clone();
    let mut drawing = Drawing::default();
    drawing.push(StepName::Add("a".to_owned()), document.clone(), &names);
    drawing.saved();
    assert!(!drawing.is_unsaved() && !drawing.traces(true).at_risk);
    drawing.push(StepName::Add("b".to_owned()), document.clone(), &names);
    drawing.push(StepName::Open("other".to_owned()), document.clone(), &names);
    let traces = drawing.traces(true);
    assert!(!traces.unsaved && traces.at_risk && !traces.kept);
    assert_eq!(traces.undo, Some(StepName::Open("other".to_owned())));
    drawing.undo(blank()).expect("the drawing is still there");
    assert!(drawing.is_unsaved());
    drawing.clear();
    assert_eq!(drawing.traces(true), Traces::default());
}

/// Everything of an object that a manifest carries.
fn written(cluster: &Cluster, object: &Object) -> String {
    let text = |name: Name| cluster.names.text(name);
    let kind = cluster.kinds.get(object.kind);
    let meta = &object.meta;
    let owners: Vec<String> = meta
        .owner_references
        .iter()
        .map(|one| {
            format!(
                "{} {} {} {:?} {:?}",
                text(one.api_version),
                text(one.kind),
                text(one.name),
                one.controller,
                one.block_owner_deletion
            )
        })
        .collect();
    let finalizers: Vec<&str> = meta.finalizers.iter().map(|&name| text(name)).collect();
    let labels: Vec<String> = meta
        .labels
        .iter()
        .map(|&(key, value)| format!("{}={}", text(key), text(value)))
        .collect();
    let node = match &object.facts {
        Facts::Pod(pod) => text(pod.node),
        _ => "",
    };
    format!(
        "{} {} {}/{} {owners:?} {finalizers:?} {labels:?} {node} {:?}",
        text(kind.group),
        text(kind.kind),
        text(meta.namespace),
        text(meta.name),
        kind.scope
    )
}

fn all_written(cluster: &Cluster, objects: &[Arc<Object>]) -> Vec<String> {
    let mut all: Vec<String> = objects.iter().map(|object| written(cluster, object)).collect();
    all.sort();
    all
}

/// A cluster with something of everything that can be drawn.
fn rich() -> Document {
    let (mut document, [web, set, pod, map]) = chain();
    change(
        &mut document,
        map,
        Change::Finalizers(vec!["example.com/hold".to_owned(), "orphan".to_owned()]),
    );
    change(
        &mut document,
        web,
        Change::Labels(vec![
            ("app".to_owned(), "true".to_owned()),
            ("example.com/n".to_owned(), "1.0".to_owned()),
        ]),
    );
    change(&mut document, pod, Change::AddOwner(Owner::Object(map)));
    change(&mut document, set, Change::Blocks(0, false));
    let custom = CustomDraft {
        api_version: "db.example.com/v1beta1".to_owned(),
        kind: "Datum".to_owned(),
        resource: "data".to_owned(),
        namespaced: false,
    };
    let datum = Draft {
        kind: KindDraft::Custom(custom),
        namespace: String::new(),
        name: "orders".to_owned(),
        node: String::new(),
        owner: None,
        makes_namespace: false,
    };
    make(&mut document, &Edit::Add(Box::new(datum)));
    let placed = Draft {
        node: "node-1".to_owned(),
        makes_namespace: true,
        ..draft(&document, "Pod", "shop", "on-a-node")
    };
    make(&mut document, &Edit::Add(Box::new(placed)));
    document
}

#[test]
fn a_saved_scenario_is_the_same_cluster() {
    let document = rich();
    let saved = scenario(&document.source(), &[], Cascade::Background).to_string();
    let file = File {
        name: "drawn.json",
        bytes: saved.as_bytes(),
    };
    let read =
        read_scenario(file, &mut |name| Err(name.to_owned()), Limits::default()).expect("it is a scenario");
    assert_eq!(read.notes.len(), 0, "{:?}", read.notes);
    assert_eq!(
        all_written(&read.cluster, &read.objects),
        all_written(&document.cluster, &document.objects)
    );
    let identity = |cluster: &Cluster, object: &Object| {
        let meta = &object.meta;
        let text = |name: Name| cluster.names.text(name).to_owned();
        let owners: Vec<String> = meta.owner_references.iter().map(|one| text(one.uid)).collect();
        (
            text(meta.uid),
            meta.resource_version,
            meta.creation_timestamp,
            owners,
            cluster.kinds.get(object.kind).known_from,
        )
    };
    for (one, other) in read.objects.iter().zip(&document.objects) {
        assert_eq!(identity(&read.cluster, one), identity(&document.cluster, other));
    }
    // So is what a tab keeps.
    let source = document.source();
    let kept = kept_text(&source, || scenario(&source, &[], Cascade::Orphan)).expect("it is small");
    let shared = read_kept(&kept).expect("it was written so");
    assert_eq!(shared.epoch, Some(document.epoch));
    assert_eq!(
        shared.scenario["objects"],
        serde_json::from_str::<serde_json::Value>(&saved).expect("JSON")["objects"]
    );
    assert_eq!(read_kept("{}"), None);
    assert_eq!(read_kept("no JSON"), None);
    let large = serde_json::Value::String("x".repeat(MOST_KEPT_BYTES));
    assert_eq!(kept_text(&source, || large), None);
}

#[test]
fn manifests_are_read_back_as_the_same_cluster() {
    let document = rich();
    let text = manifest(&document, &["One line.", ""]);
    assert!(text.starts_with("# One line.\n#\n"), "{text}");
    for word in [
        "resourceVersion",
        "creationTimestamp",
        "generation:",
        "\n    uid:",
        "null",
    ] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(
        text.contains("# uid: kubectl get deployments.apps web -n default -o jsonpath='{.metadata.uid}'\n"),
        "{text}"
    );
    assert!(text.contains("app: \"true\""), "{text}");
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(place("\n    kind: Datum") < place("\nkind: Datum"));
    assert!(place("\nkind: Deployment") < place("\nkind: ReplicaSet"));
    assert!(place("\nkind: ReplicaSet") < place("\n  name: web-1-a"));
    assert!(place("\nkind: Namespace") < place("\nkind: Deployment"));

    let mut cluster = Cluster {
        minor: 37,
        ..Cluster::default()
    };
    cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
    let file = File {
        name: "drawn.yaml",
        bytes: text.as_bytes(),
    };
    let dump = read_dump(&[file], &mut cluster, &Options::default()).expect("it is YAML");
    let objects: Vec<Arc<Object>> = dump.objects.into_iter().map(Arc::new).collect();
    let (definitions, objects): (Vec<_>, Vec<_>) = objects
        .into_iter()
        .partition(|object| matches!(object.facts, Facts::Crd(_)));
    assert_eq!(definitions.len(), 1);
    assert_eq!(
        all_written(&cluster, &objects),
        all_written(&document.cluster, &document.objects)
    );
    // References mean the same objects, by whatever uids they have now.
    for object in &objects {
        for reference in &object.meta.owner_references {
            let owner = objects.iter().find(|other| other.meta.uid == reference.uid);
            assert_eq!(owner.map(|owner| owner.meta.name), Some(reference.name));
        }
    }
}

#[test]
fn circles_of_owners_can_be_written() {
    let mut document = blank();
    let one = add(&mut document, "ConfigMap", "one", None);
    let two = add(&mut document, "ConfigMap", "two", Some(one));
    change(&mut document, one, Change::AddOwner(Owner::Object(two)));
    change(&mut document, one, Change::AddOwner(Owner::Object(one)));
    let text = manifest(&document, &[]);
    assert_eq!(text.matches("\nkind: ConfigMap").count(), 2, "{text}");
}

fn opened(sample: Sample) -> Session {
    let mut reading = crate::state::Reading::new(
        crate::state::Inputs::one(sample.name, sample.json.as_bytes()),
        37,
        crate::text::Language::English,
    );
    while !reading.advance(1 << 16).expect("it can be read").done {}
    reading.finish().expect("it can be read").into_session()
}

fn warm(mut session: Session) -> Session {
    while !session.warm_up(64) {}
    session
}

#[test]
fn what_was_found_stays_as_it_was_found() {
    let session = opened(Sample::STUCK);
    let before = session.document();
    let again = Session::of_document(before.clone());
    assert_eq!(warm(session).world().digest(), warm(again).world().digest());

    let mut document = before.clone();
    let map = add_to(&mut document, "ConfigMap", "drawn");
    assert_eq!(document.objects[..before.objects.len()], before.objects[..]);
    make(&mut document, &Edit::Remove(map));
    assert_eq!(document.objects, before.objects);
    assert!(before.objects.iter().any(|object| object.meta.is_deleting()));
    // Nothing is added to a namespace that is being deleted (NS-4).
    let terminating = before
        .namespaces()
        .into_iter()
        .find(|one| one.meta.is_deleting())
        .expect("the sample has one");
    let name = text(&before, terminating.meta.name).to_owned();
    let refusal = refused(
        &before,
        &Edit::Add(Box::new(draft(&before, "ConfigMap", &name, "late"))),
    );
    assert!(
        message(&refusal).contains("because it is being terminated"),
        "{refusal:?}"
    );
    // A finalizer cannot be added to what is being deleted (API-4), and the last one lets it go (API-17).
    let held = before
        .objects
        .iter()
        .find(|object| {
            object.meta.is_deleting()
                && object.meta.finalizers.len() == 1
                && object.meta.grace_is_over()
                && matches!(object.facts, Facts::None)
        })
        .expect("the sample has one")
        .key();
    let more = Change::Finalizers(vec!["example.com/a".to_owned(), "example.com/b".to_owned()]);
    assert!(message(&refused(&before, &Edit::Change(held, more))).contains("no new finalizers can be added"));
    let applied = apply(&before, &Edit::Change(held, Change::Finalizers(Vec::new()))).expect("it is taken");
    assert_eq!((applied.focus, applied.document.get(&held)), (None, None));
}

fn add_to(document: &mut Document, word: &str, name: &str) -> ObjectKey {
    let namespace = document
        .namespaces()
        .into_iter()
        .find(|one| !one.meta.is_deleting())
        .expect("one lives");
    let namespace = text(document, namespace.meta.name).to_owned();
    let draft = draft(document, word, &namespace, name);
    make(document, &Edit::Add(Box::new(draft))).expect("it is added")
}

#[test]
fn things_are_carried_over_a_change() {
    let (mut document, [web, set, _, map]) = chain();
    let before = document.source();
    let thing = |key: &ObjectKey| before.catalog.by_key(key).expect("it is there");
    let (web_thing, set_thing, map_thing) = (thing(&web), thing(&set), thing(&map));
    make(&mut document, &Edit::Remove(web));
    let renamed = change(&mut document, map, Change::Name("b".to_owned()));
    let after = document.source();
    let carried = |thing: ThingId| after.catalog.carried(&before.catalog, thing);
    assert_eq!(carried(set_thing), after.catalog.by_key(&set));
    assert_eq!(carried(map_thing), after.catalog.by_key(&renamed));
    // The owner that was taken out is still what the reference names.
    let absent = carried(web_thing).expect("a reference names it");
    assert!(after.catalog.is_absent(absent));
    assert_eq!(after.catalog.carried(&before.catalog, ThingId(999)), None);
}

#[test]
fn requests_go_to_the_running_cluster_and_what_they_create_is_seen() {
    let (mut document, [web, .., map]) = chain();
    change(
        &mut document,
        map,
        Change::Finalizers(vec!["example.com/hold".to_owned()]),
    );
    let mut session = warm(Session::of_document(document));
    let ask = |session: &mut Session, deed: &Deed| {
        let position = session
            .request(deed)
            .expect("it is taken")
            .expect("there is room");
        session.play(|player, _| player.seek(position).expect("the step is there"));
    };
    let run = |session: &mut Session| {
        session.play(|player, source| {
            while !player
                .run_ahead(&source.catalog, kubeloupe_core::sim::Schedule::Fair, 64)
                .expect("it runs")
            {}
            player.seek(usize::MAX).expect("the step is there");
        });
    };
    let source = session.source().clone();
    let thing = source.catalog.by_key(&map).expect("it is there");
    // Nothing happens to a history by what is refused, and none begins.
    let again = Deed::Recreate(Box::new(Object::clone(
        source.catalog.get(thing).object.as_ref().expect("an object"),
    )));
    let refusal = session.request(&again).expect_err("its name is taken");
    assert_eq!(message(&refusal), "configmaps \"a\" already exists");
    assert!(session.player().is_none());

    ask(&mut session, &Deed::Delete(map, Cascade::Background));
    run(&mut session);
    assert_eq!(session.live(thing), crate::state::Live::Held);
    let finalizer = session
        .world()
        .cluster()
        .names
        .find("example.com/hold")
        .expect("it was written");
    ask(&mut session, &Deed::RemoveFinalizer(map, finalizer));
    assert_eq!(session.live(thing), crate::state::Live::Gone);
    let position = session.player().expect("watched").position();
    ask(&mut session, &again);
    // The new one is another thing, which is not there before it was made.
    let grown = session.source().clone();
    assert_eq!(grown.catalog.object_count(), source.catalog.object_count() + 1);
    let new = grown.catalog.objects().last().expect("there is one");
    assert_eq!(
        (session.live(thing), session.live(new)),
        (crate::state::Live::Gone, crate::state::Live::Here)
    );
    assert_eq!(grown.catalog.name_of(new), "a");
    session.play(|player, _| player.seek(position).expect("the step is there"));
    assert_eq!(session.live(new), crate::state::Live::NotYet);
    // It is no part of what was opened.
    assert_eq!(session.document().objects.len(), source.catalog.object_count());
    let absent = session.request(&Deed::AddOwner(web, Owner::Object(map)));
    assert_eq!(absent.expect_err("it is gone at this step").why, Why::Gone);
    session.leave();
    assert_eq!(
        session.source().catalog.object_count(),
        source.catalog.object_count()
    );
}
