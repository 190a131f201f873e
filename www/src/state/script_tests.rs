//! Scenarios as the page plays them.

use super::{
    Chosen, Grouping, Inputs, Lesson, Live, Opened, Outline, RowId, Script, Session, Shared, SharedPlace,
    Source, ThingId, Told, Written, link, read_link,
};
use crate::draw::Deed;
use crate::graph::{Making, Node, Subject};
use crate::text::Language;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, Schedule};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::files_needed;
use std::path::{Path, PathBuf};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");

/// A Deployment's ReplicaSet is deleted, and made anew by its controller; later it is all deleted with its owner.
const RECREATED: &str = r#"
kubeloupe: v1
title: made anew
controllers: [garbagecollector, namespace, deployment, replicaset]
objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web, namespace: shop, uid: u-web, labels: { app: web } }
  spec:
    replicas: 2
    selector: { matchLabels: { app: web } }
    template:
      metadata: { labels: { app: web } }
      spec: { containers: [{ name: web, image: nginx }] }
actions:
- at: 5s
  delete: { kind: Pod, namespace: shop, name: late }
- at: 20s
  delete: { kind: Deployment, apiVersion: apps/v1, namespace: shop, name: web, propagationPolicy: Background }
expect:
  objects:
  - { ref: Deployment shop/web, fate: deleted }
"#;

fn inputs_of(path: &Path) -> Inputs {
    let read =
        |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let bytes = read(path);
    let source = kubeloupe_formats::input::Source {
        name: &name,
        bytes: &bytes,
    };
    let needed = files_needed(source, Limits::default()).expect("cases can be read");
    let mut inputs = Inputs::one(name, bytes);
    for file in needed {
        let bytes = read(&path.with_file_name(&file));
        inputs.files.extend(Inputs::one(file, bytes).files);
    }
    inputs
}

/// The session of a scenario that stands where nothing was done yet, and what it comes to.
fn staged(inputs: &Inputs) -> Option<(Session, String)> {
    let Some(Written::Script(script)) = inputs.scenario() else {
        return None;
    };
    let mut rehearsal = script.rehearse(Language::English).expect("it is readable");
    while !rehearsal.advance(1000) {}
    let mut session = rehearsal.finish().into_session();
    while !session.warm_up(1000) {}
    assert!(session.play_script());
    let told = session.told().expect("it is played");
    let digest = told.answer.forecast.digest.to_string();
    Some((session, digest))
}

/// Plays it to its end.
fn played(session: &mut Session) -> Told {
    let schedule = session.schedule();
    session
        .play(|player, source| {
            while !player
                .run_ahead(&source.catalog, schedule, 1000)
                .expect("it is within the limits")
            {}
            let end = player.length();
            player.seek(end).expect("the end is known");
        })
        .expect("it is played");
    session.told().expect("it is played")
}

/// Lists and pictures show each object once, those that come into being later and owners that are missing among them.
fn everything_is_seen_once(session: &Session, name: &str) {
    let Source { catalog, forest, .. } = &**session.source();
    let all: Vec<ThingId> = catalog.objects().collect();
    let mut opened: Opened = all.iter().copied().map(RowId::Thing).collect();
    for &thing in &all {
        let identity = &catalog.get(thing).identity;
        opened.insert(RowId::Namespace(identity.namespace));
        opened.insert(RowId::Kind(identity.kind));
    }
    let sorted = |things: &mut dyn Iterator<Item = ThingId>| {
        let mut things: Vec<ThingId> = things.collect();
        things.sort_unstable();
        things
    };
    for grouping in [Grouping::Owners, Grouping::Namespace, Grouping::Kind] {
        let outline = Outline::new(catalog, forest, grouping, &opened, Some(&|_| true));
        let listed = sorted(&mut outline.rows.iter().filter_map(|row| match row.id {
            RowId::Thing(thing) => Some(thing),
            _ => None,
        }));
        assert_eq!(listed, all, "{name} by {grouping:?}");
        let mut making = Making::new(session.source(), &Subject::All(grouping), None);
        making.open_all();
        let picture = making.finish();
        let drawn = sorted(&mut picture.nodes.iter().filter_map(|node| match node {
            Node::Thing(thing) => Some(*thing),
            Node::Group(_) => None,
        }));
        assert!(
            drawn.windows(2).all(|pair| pair[0] != pair[1]),
            "{name} by {grouping:?}"
        );
        assert!(
            all.iter().all(|thing| drawn.contains(thing)),
            "{name} by {grouping:?}"
        );
    }
}

#[test]
fn every_case_plays_as_it_runs() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(CASES)
        .expect("the cases are there")
        .map(|entry| entry.expect("the cases are there").path())
        .filter(|path| path.to_string_lossy().ends_with(".scenario.yaml"))
        .collect();
    paths.sort();
    let mut count = 0;
    for path in paths {
        let name = path.display().to_string();
        let (mut session, digest) = staged(&inputs_of(&path)).unwrap_or_else(|| panic!("{name}"));
        everything_is_seen_once(&session, &name);
        let told = played(&mut session);
        assert_eq!(session.world().digest().to_string(), digest, "{name}");
        assert_eq!(told.acted.len(), told.actions().len(), "{name}");
        assert!(told.acted.is_sorted(), "{name}");
        count += 1;
    }
    assert!(count > 50, "{count} cases");
}

#[test]
fn every_lesson_comes_to_what_it_says_in_either_language() {
    for lesson in Lesson::ALL {
        for language in [Language::English, Language::Chinese] {
            let script = lesson.script(language);
            assert!(script.text.contains(lesson.title(language)), "{}", lesson.slug);
            let inputs = Inputs::one("lesson", script.text.as_bytes().to_vec());
            let (mut session, _) = staged(&inputs).expect("it is played");
            let told = played(&mut session);
            assert!(!told.expectations.is_empty(), "{}", lesson.slug);
            assert_eq!(told.as_expected(), told.expectations.len(), "{}", lesson.slug);
        }
    }
}

fn recreated() -> Session {
    let inputs = Inputs::one("s.yaml", RECREATED.as_bytes());
    staged(&inputs).expect("it is a scenario").0
}

fn pods(session: &Session) -> Vec<ThingId> {
    let catalog = &session.source().catalog;
    catalog
        .objects()
        .filter(|&thing| catalog.kind_of(thing) == "Pod")
        .collect()
}

#[test]
fn what_comes_into_being_has_its_place_from_the_start() {
    let mut session = recreated();
    let made = pods(&session);
    assert_eq!(made.len(), 2);
    assert!(made.iter().all(|&pod| session.live(pod) == Live::NotYet));
    let told = played(&mut session);
    assert!(made.iter().all(|&pod| session.live(pod) == Live::Gone));
    assert_eq!((told.as_expected(), told.expectations.len()), (1, 1));
    // In between they are there.
    let before = told.acted[1] - 1;
    session.play(|player, _| player.seek(before).expect("it is known"));
    assert!(made.iter().all(|&pod| session.live(pod) == Live::Here));
    // Whoever leaves it has the objects of the file again.
    session.leave();
    assert!(pods(&session).is_empty());
}

#[test]
fn on_a_branch_the_scenario_goes_on_with_what_is_left_to_do() {
    let mut session = recreated();
    let told = played(&mut session);
    let between = told.acted[0] + 1;
    session.play(|player, source| {
        player.seek(between).expect("it is known");
        let restart = player.choices().pop().expect("controllers can be restarted");
        player.act(&source.catalog, &restart).expect("it can be done");
    });
    let branched = session.told().expect("it is played");
    assert_eq!(branched.acted.len(), 1);
    let told = played(&mut session);
    assert_eq!(told.acted.len(), 2);
    let ends = session.player().expect("it is played").now();
    assert!(ends >= Time::from_secs(20), "{ends:?}");
}

#[test]
fn in_manual_order_what_the_scenario_does_is_one_of_the_choices() {
    let mut session = recreated();
    played(&mut session);
    session.play(|player, source| {
        player.seek(0).expect("the start is known");
        let first = player.choices()[0].clone();
        assert!(
            matches!(first, Action::Fault(_)),
            "time passes until 5 s: {first:?}"
        );
        player.act(&source.catalog, &first).expect("it can be done");
        let second = player.choices()[0].clone();
        assert!(matches!(second, Action::Client(_)), "{second:?}");
        player.act(&source.catalog, &second).expect("it can be done");
        assert_eq!(player.acted(), [2]);
        assert_eq!(player.world().next(Schedule::Manual), None);
    });
}

#[test]
fn a_link_carries_the_scenario_and_the_way_to_the_step() {
    let mut session = recreated();
    let told = played(&mut session);
    let between = told.acted[0] + 1;
    session.play(|player, source| {
        player.seek(between).expect("it is known");
        let restart = player.choices().pop().expect("controllers can be restarted");
        player.act(&source.catalog, &restart).expect("it can be done");
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 1000)
            .expect("it is within the limits")
        {}
        let end = player.length();
        player.seek(end).expect("it is known");
    });
    let digest = session.world().digest().to_string();
    let shared = session
        .shared(&[], Cascade::ApiDefault, Schedule::Fair)
        .expect("it can be told");
    assert_eq!(shared.place.chosen.len(), 1, "only what no schedule chose");
    let carried = read_link(&link(&shared).expect("it is short"));
    let Some(Ok(Shared {
        script: Some(script),
        place,
        ..
    })) = carried
    else {
        panic!("{carried:?}")
    };
    let mut other = of_script(&script);
    followed(&mut other, &place);
    assert_eq!(other.world().digest().to_string(), digest);
}

const PAIR: &str = r#"
kubeloupe: v1
objects:
- { apiVersion: v1, kind: ConfigMap, metadata: { name: one, namespace: a, uid: u-1 } }
- apiVersion: v1
  kind: Secret
  metadata: { name: two, namespace: a, uid: u-2, ownerReferences: [{ apiVersion: v1, kind: ConfigMap, name: one, uid: u-1 }] }
"#;

fn pair(rest: &str) -> Session {
    let inputs = Inputs::one("pair.yaml", format!("{PAIR}{rest}").into_bytes());
    staged(&inputs).expect("it is a scenario").0
}

#[test]
fn a_scenario_takes_no_more_steps_than_it_may() {
    let mut session =
        pair("maxSteps: 12\nactions:\n- { at: 1s, delete: { kind: ConfigMap, namespace: a, name: one } }\n");
    let steps = session.told().expect("it is played").answer.forecast.steps;
    assert_eq!(steps, 12);
    played(&mut session);
    let (length, complete) = session
        .play(|player, _| (player.length(), player.is_complete()))
        .expect("played");
    assert!(length <= 12 && complete, "{length}");
    let whole = pair("actions:\n- { at: 1s, delete: { kind: ConfigMap, namespace: a, name: one } }\n");
    assert!(whole.told().expect("it is played").answer.forecast.steps > 12);
}

#[test]
fn what_is_done_after_the_stated_end_has_its_consequences() {
    let mut session = pair("until: 60s\n");
    let told = played(&mut session);
    assert!(told.actions().is_empty());
    let end = session.player().expect("it is played").now();
    assert_eq!(end, Time::from_secs(60));
    let one = session
        .source()
        .catalog
        .find("ConfigMap", "a", "one")
        .expect("it is there");
    let two = session
        .source()
        .catalog
        .find("Secret", "a", "two")
        .expect("it is there");
    let object = session
        .source()
        .catalog
        .get(one)
        .object
        .clone()
        .expect("it is there");
    let deed = Deed::Delete(object.key(), Cascade::Background);
    session
        .request(&deed)
        .expect("it can be asked")
        .expect("it is within the limits");
    played(&mut session);
    assert_eq!((session.live(one), session.live(two)), (Live::Gone, Live::Gone));
}

#[test]
fn only_what_the_page_writes_itself_is_taken_for_a_question() {
    let of = |delete: &str| {
        format!(
            r#"{{ "kubeloupe": "v1", "objects": [{{ "apiVersion": "v1", "kind": "Pod", "metadata": {{ "name": "a", "namespace": "n" }} }}], "actions": [{{ "at": "0s", "delete": {delete} }}] }}"#
        )
    };
    let plays = |delete: &str| {
        let inputs = Inputs::one("s", of(delete).into_bytes());
        matches!(inputs.scenario(), Some(Written::Script(_)))
    };
    assert!(!plays(
        r#"{ "apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "a" }"#
    ));
    for more in [
        r#"{ "apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "a", "dryRun": ["All"] }"#,
        r#"{ "kind": "Pod", "namespace": "n", "name": "a" }"#,
        r#"{ "apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "b" }"#,
        r#"{ "apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "a", "propagationPolicy": "Sideways" }"#,
    ] {
        assert!(plays(more), "{more}");
    }
}

#[test]
fn a_scenario_is_known_in_every_spelling() {
    for text in [
        "\u{feff}kubeloupe: v1\n",
        "\"kubeloupe\": v1\n",
        "kubeloupe : v1\n",
        "{kubeloupe: v1, objects: []}",
        r#"{ "kubeloupe": "v2" }"#,
    ] {
        let inputs = Inputs::one("s", text.as_bytes().to_vec());
        assert!(matches!(inputs.scenario(), Some(Written::Script(_))), "{text}");
    }
    let inputs = Inputs::one(
        "s",
        b"apiVersion: v1\nkind: ConfigMap\ndata:\n  kubeloupe: v1\n".to_vec(),
    );
    assert_eq!(inputs.scenario(), None);
}

#[test]
fn an_exported_scenario_names_the_version_that_was_chosen() {
    for text in [
        "# mine\nkubeloupe: v1\nkubernetes: \"1.37\"\n".to_owned(),
        format!("{PAIR}title: t\n"),
        r#"{ "kubeloupe": "v1", "kubernetes": "1.37" }"#.to_owned(),
    ] {
        let inputs = Inputs::one("s", text.into_bytes());
        let Some(Written::Script(mut script)) = inputs.scenario() else {
            panic!("it is played")
        };
        assert_eq!(script.written(), script.text.to_string());
        script.minor = Some(30);
        let again = Inputs::one("s", script.written().into_bytes());
        let Some(Written::Script(again)) = again.scenario() else {
            panic!("it is played")
        };
        let rehearsal = again.rehearse(Language::English).expect("it is readable");
        assert_eq!(rehearsal.finish().scenario.cluster.minor, 30);
    }
}

/// The session of a scenario that a link carried.
fn of_script(script: &Script) -> Session {
    let inputs = Inputs::one("s.yaml", script.text.as_bytes().to_vec());
    staged(&inputs).expect("it is a scenario").0
}

/// Goes the way that a link tells, in another session of the same scenario.
fn followed(other: &mut Session, place: &SharedPlace) {
    for (at, step) in &place.chosen {
        other.play(|player, source| {
            while player.length() < *at
                && !player
                    .run_ahead(&source.catalog, place.schedule, 1)
                    .expect("it is within the limits")
            {}
            player.seek(*at).expect("it is known");
        });
        other.choose(step).expect("it can be done");
    }
    played(other);
    let shown = place.step.expect("a step was shown");
    other.play(|player, _| player.seek(shown).expect("it is known"));
}

#[test]
fn a_link_tells_what_was_done_by_hand() {
    let held = "- { apiVersion: v1, kind: Secret, metadata: { name: held, namespace: a, uid: u-3, finalizers: [example.com/hold, example.com/more] } }\n";
    let actions = "actions:\n- { at: 30s, delete: { kind: ConfigMap, namespace: a, name: one, propagationPolicy: Orphan } }\n";
    let mut session = pair(&format!("{held}{actions}"));
    played(&mut session);
    let object = |kind: &str, name: &str| {
        let catalog = &session.source().catalog;
        let thing = catalog.find(kind, "a", name).expect("it is there");
        catalog.get(thing).object.clone().expect("it is there")
    };
    let (one, held) = (object("ConfigMap", "one"), object("Secret", "held"));
    let finalizer = held.meta.finalizers[1];
    session.play(|player, _| player.seek(0).expect("the start is known"));
    let ask = |session: &mut Session, deed: &Deed| {
        let made = session.request(deed).expect("it can be asked");
        made.expect("it is within the limits");
    };
    ask(&mut session, &Deed::RemoveFinalizer(held.key(), finalizer));
    ask(&mut session, &Deed::Delete(one.key(), Cascade::Background));
    ask(&mut session, &Deed::Delete(held.key(), Cascade::ApiDefault));
    played(&mut session);
    ask(&mut session, &Deed::Recreate(Box::new((*one).clone())));
    played(&mut session);
    let digest = session.world().digest().to_string();
    let things = session.source().catalog.thing_count();
    let shared = session
        .shared(&[], Cascade::ApiDefault, Schedule::Fair)
        .expect("it can be told");
    let is_request = |step: &(usize, Chosen)| matches!(step.1, Chosen::Request(_));
    assert_eq!(
        shared.place.chosen.iter().filter(|step| is_request(step)).count(),
        4
    );
    let Some(Ok(carried)) = read_link(&link(&shared).expect("it is short")) else {
        panic!("it is a link")
    };
    let mut other = of_script(&carried.script.expect("a scenario is carried"));
    followed(&mut other, &carried.place);
    assert_eq!(other.world().digest().to_string(), digest);
    assert_eq!(other.source().catalog.thing_count(), things);
}
