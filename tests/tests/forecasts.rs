//! What a forecast says beside the fates: what changes nothing, how long it looked, and which of two objects is meant.

mod notation;

use kubeloupe_core::analyse::{Cascade, Fate, Forecast, WaitsFor};
use kubeloupe_core::sim::Config;
use kubeloupe_formats::Source;
use kubeloupe_formats::dump::Options;
use kubeloupe_formats::forecast::{Answer, Forecaster};
use kubeloupe_formats::text::Lang;
use notation::dump;
use std::collections::BTreeMap;

fn forecaster(objects: &str) -> Forecaster {
    let bytes = dump(objects);
    let source = Source {
        name: "input",
        bytes: &bytes,
    };
    Forecaster::read(&[source], Config::default(), &Options::default()).expect("the dump is sound")
}

fn fates(forecaster: &Forecaster, forecast: &Forecast) -> BTreeMap<String, Fate> {
    let names = &forecaster.cluster().names;
    let verdicts = forecast.verdicts.iter();
    verdicts
        .map(|verdict| (names.text(verdict.object.meta.name).to_owned(), verdict.fate))
        .collect()
}

/// Two objects with one uid are one node to the collector, but each has a fate of its own.
#[test]
fn objects_with_one_uid_keep_their_fates_apart() {
    let forecaster = forecaster(
        "v1 ConfigMap a/one#same
         v1 ConfigMap a/two#same
         v1 Secret a/three#same fin=example.com/hold
         v1 ConfigMap a/child#c own=v1|ConfigMap|one|same",
    );
    for (target, deleted, stuck) in [
        ("cm/a/one", "one", None),
        ("cm/a/two", "two", None),
        ("secret/a/three", "", Some("three")),
    ] {
        let key = forecaster.object(target, None).expect(target);
        let forecast = forecaster.forecast(&[key], Cascade::Background);
        let fates = fates(&forecaster, &forecast);
        for name in ["one", "two", "three"] {
            let wanted = if name == deleted {
                Some(Fate::Deleted)
            } else if Some(name) == stuck {
                Some(Fate::Stuck)
            } else {
                None
            };
            assert_eq!(fates.get(name).copied(), wanted, "{target}: {name}: {fates:?}");
        }
        // The dependent of the one is looked at whichever of them goes, and loses its owner with the one alone.
        let is_gone = fates.get("child") == Some(&Fate::Deleted);
        assert_eq!(is_gone, target == "cm/a/one", "{target}: {fates:?}");
    }
}

#[test]
fn a_deletion_that_is_under_way_already_is_said_to_change_nothing() {
    let forecaster = forecaster(
        "v1 ConfigMap a/held#h del=60/0 fin=example.com/hold
         v1 ConfigMap a/waits#w del=60/0 fin=foregroundDeletion
         v1 ConfigMap a/child#c del=60/0 fin=example.com/hold own=v1|ConfigMap|waits|w|b
         v1 ConfigMap a/free#f",
    );
    let unchanged = |target: &str, cascade: Cascade| {
        let key = forecaster.object(target, None).expect(target);
        forecaster.forecast(&[key], cascade).unchanged.contains(&key)
    };
    // API-16, row by row.
    for (target, cascade, wanted) in [
        ("cm/a/held", Cascade::Background, true),
        ("cm/a/held", Cascade::ApiDefault, true),
        ("cm/a/held", Cascade::Orphan, false),
        ("cm/a/waits", Cascade::Foreground, true),
        ("cm/a/waits", Cascade::ApiDefault, true),
        ("cm/a/waits", Cascade::Background, false),
        ("cm/a/free", Cascade::Background, false),
    ] {
        assert_eq!(unchanged(target, cascade), wanted, "{target} {cascade:?}");
    }
    let answer =
        Answer::new(&forecaster, &["cm/a/held".to_owned()], None, &Cascade::ALL).expect("it is there");
    let json = answer.report().to_json();
    assert!(json.contains(r#""unchanged":["ConfigMap a/held"]"#), "{json}");
    let table = answer.table(Lang::En);
    assert!(
        table.contains("is being deleted already: to delete it again (background, default) changes nothing"),
        "{table}"
    );
    assert!(answer.table(Lang::Zh).contains("不起作用"));
}

/// A grace period that is longer than a forecast looks ahead.
#[test]
fn what_does_not_end_in_time_is_said_to_last_longer_than_that() {
    let year_s = 365 * 86_400;
    let forecaster = forecaster(&format!("v1 Pod a/p#p node=n1 del=10/{year_s}"));
    let answer =
        Answer::new(&forecaster, &["pod/a/p".to_owned()], None, &[Cascade::Background]).expect("it is there");
    let forecast = &answer.forecasts()[0];
    let verdict = &forecast.verdicts[0];
    assert_eq!(verdict.fate, Fate::Deleting);
    assert_eq!(verdict.at.map(|at| at.0 / 1_000_000_000), Some(year_s - 10));
    let table = answer.table(Lang::En);
    assert!(
        table.contains("not within ") && !table.contains("never"),
        "{table}"
    );
}

#[test]
fn orphaning_that_is_refused_names_the_dependent() {
    let forecaster = forecaster(
        "v1 ConfigMap a/owner#o
         v1 ConfigMap a/one#x
         v1 ConfigMap a/two#y
         v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o own=v1|ConfigMap|one|x|c own=v1|ConfigMap|two|y|c",
    );
    let key = forecaster.object("cm/a/owner", None).expect("it is there");
    let forecast = forecaster.forecast(&[key], Cascade::Orphan);
    let verdict = forecast
        .verdicts
        .iter()
        .find(|verdict| verdict.object.key() == key)
        .expect("it is touched");
    assert_eq!(verdict.fate, Fate::Stuck);
    let refused = verdict
        .waits_for
        .iter()
        .any(|waits| matches!(waits, WaitsFor::Refusal(_)));
    assert!(refused, "{:?}", verdict.waits_for);
}

#[test]
fn a_pod_on_no_node_waits_for_nobodys_kubelet() {
    let forecaster = forecaster("v1 Pod a/p#p del=10/30\nv1 Pod a/q#q node=n1 del=10/30");
    let key = forecaster.object("pod/a/p", None).expect("it is there");
    let verdicts = forecaster.forecast(&[key], Cascade::Background).verdicts;
    let pod = verdicts
        .iter()
        .find(|verdict| verdict.object.key() == key)
        .expect("it is touched");
    assert!(!pod.waits_for.contains(&WaitsFor::Kubelet), "{:?}", pod.waits_for);
}

/// An owner reference without a uid is taken for the object of that name: whoever is told what follows is told that too.
#[test]
fn a_guessed_owner_is_an_assumption_of_the_verdict() {
    let text = br#"{"kind":"List","apiVersion":"v1","items":[
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"a","name":"owner","uid":"o"}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"a","name":"guessed","uid":"g","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner"}]}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"a","name":"sure","uid":"s","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":"o"}]}}
    ]}"#;
    let source = Source {
        name: "input",
        bytes: text,
    };
    let forecaster =
        Forecaster::read(&[source], Config::default(), &Options::default()).expect("the dump is sound");
    let answer = Answer::new(
        &forecaster,
        &["cm/a/owner".to_owned()],
        None,
        &[Cascade::Background],
    )
    .expect("the owner is there");
    let forecast = &answer.report().forecasts[0];
    let assumed = |name: &str| {
        let object = forecast.objects.iter().find(|object| object.reference == name);
        object.expect(name).assumes.join("\n")
    };
    let words = "the owner that a reference names without a uid is ConfigMap owner";
    assert!(
        assumed("ConfigMap a/guessed").contains(words),
        "{}",
        assumed("ConfigMap a/guessed")
    );
    assert!(!assumed("ConfigMap a/sure").contains("uid"));
}
