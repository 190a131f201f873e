//! The state behind the page, tried out on the sample clusters.

use super::*;
use crate::text::Language;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::Schedule;
use kubeloupe_formats::dump::PassedOver;
use kubeloupe_formats::text::describe_note;
use std::rc::Rc;

fn read(inputs: Inputs) -> Result<Read, String> {
    let mut reading = Reading::new(inputs, 37, Language::English);
    while !reading.advance(1 << 10)?.done {}
    reading.finish()
}

pub(super) fn opened(sample: Sample) -> Session {
    let mut session = read(Inputs::one(sample.name, sample.json.as_bytes()))
        .expect("the sample can be read")
        .into_session();
    while !session.warm_up(64) {}
    let mut run = session.forecast(&[], Cascade::Background);
    while !run.advance(64) {}
    session.set_baseline(&run);
    session.diagnose(&run);
    session
}

/// A sample, opened.
pub fn opened_sample(sample: Sample) -> Rc<Source> {
    opened(sample).source().clone()
}

pub(super) fn asked(session: &Session, sample: Sample) -> ThingId {
    let (kind, namespace, name) = sample.ask;
    session
        .source()
        .catalog
        .find(kind, namespace, name)
        .expect("the sample's question is about one of its objects")
}

fn answer(session: &Session, thing: ThingId, cascade: Cascade) -> Answer {
    let mut run = session.forecast(&[thing], cascade);
    while !run.advance(64) {}
    session.answer(&run)
}

fn digest(session: &Session) -> u128 {
    session.player().expect("something is watched").world().digest()
}

#[test]
fn the_counts_are_those_of_the_question_alone() {
    let session = opened(Sample::SHOP);
    let web = asked(&session, Sample::SHOP);
    let background = answer(&session, web, Cascade::Background);
    assert_eq!(background.counts.of(Mark::Deleted), 6);
    assert_eq!(background.counts.of(Mark::Orphaned), 0);
    assert_eq!(background.counts.anyway, 1);
    let orphan = answer(&session, web, Cascade::Orphan);
    assert_eq!(
        (orphan.counts.of(Mark::Deleted), orphan.counts.of(Mark::Orphaned)),
        (1, 3)
    );
}

#[test]
fn another_version_has_the_same_objects_under_other_rules() {
    let session = opened(Sample::SHOP);
    let older = session.under(32);
    let (catalog, other) = (&session.source().catalog, &older.source().catalog);
    assert_eq!(catalog.thing_count(), other.thing_count());
    for id in catalog.objects() {
        // What is chosen by its number stays chosen; only the apiVersion that is preferred may be another.
        assert_eq!(catalog.get(id).identity.uid, other.get(id).identity.uid);
        assert_eq!(catalog.get(id).owners.len(), other.get(id).owners.len());
    }
    assert_eq!(older.world().config().minor, 32);
    assert_eq!(older.source().cluster.minor, 32);
}

#[test]
fn rewinding_gives_the_same_state_under_every_schedule() {
    for sample in [Sample::SHOP, Sample::STUCK] {
        let mut session = opened(sample);
        let thing = asked(&session, sample);
        session
            .watch(&[thing], Cascade::Foreground)
            .expect("the request can be made");
        for schedule in [Schedule::Fair, Schedule::Random] {
            let play = |session: &mut Session, position: usize| {
                session
                    .play(|player, _| player.seek(position).expect("the step is there"))
                    .expect("something is watched");
            };
            session.play(|player, _| player.reschedule().expect("the step is there"));
            play(&mut session, 0);
            let start = digest(&session);
            session.play(
                |player, source| while !player.run_ahead(&source.catalog, schedule, 64).expect("it runs") {},
            );
            let length = session.player().map_or(0, Player::length);
            play(&mut session, length);
            let end = digest(&session);
            assert_ne!(start, end);
            play(&mut session, 0);
            assert_eq!(digest(&session), start);
            play(&mut session, length);
            assert_eq!(digest(&session), end);
        }
    }
}

#[test]
fn another_schedule_branches_only_off_what_was_shown() {
    let mut session = opened(Sample::SHOP);
    let web = asked(&session, Sample::SHOP);
    session
        .watch(&[web], Cascade::Foreground)
        .expect("the request can be made");
    let choose = |session: &mut Session, schedule: Schedule, shown: usize| {
        session.play(|player, source| {
            player.reschedule().expect("the step is there");
            while !player.run_ahead(&source.catalog, schedule, 64).expect("it runs") {}
            player.seek(shown).expect("the step is there");
            (player.branches().len(), player.length(), player.times().len())
        })
    };
    let fair = choose(&mut session, Schedule::Fair, 1).expect("something is watched");
    assert_eq!((fair.0, fair.2), (1, fair.1 + 1));
    // The way that was asked for stays; others that nobody has seen leave no branch behind.
    for (schedule, expected) in [
        (Schedule::Random, 2),
        (Schedule::Fair, 1),
        (Schedule::Random, 2),
        (Schedule::Fair, 1),
    ] {
        let (branches, length, times) = choose(&mut session, schedule, 1).expect("something is watched");
        assert_eq!((branches, times), (expected, length + 1), "{schedule:?}");
    }
    // Once its end was shown, a way stays, and is gone again.
    assert_eq!(choose(&mut session, Schedule::Fair, 1), Some(fair));
    session.play(|player, _| {
        player.seek(fair.1).expect("the end is there");
        player.seek(1).expect("the start is there");
    });
    let random = choose(&mut session, Schedule::Random, 1).map(|(branches, ..)| branches);
    assert_eq!(random, Some(2));
    assert_eq!(choose(&mut session, Schedule::Fair, 1), Some(fair));
    // The other way is found again when both were shown.
    let random = choose(&mut session, Schedule::Random, usize::MAX);
    session.play(|player, _| player.seek(1).expect("the start is there"));
    for schedule in [Schedule::Fair, Schedule::Random, Schedule::Fair] {
        let branches = choose(&mut session, schedule, 1).map(|(branches, ..)| branches);
        assert_eq!(branches, Some(2), "{schedule:?}");
    }
    assert!(random.is_some());
}

#[test]
fn a_history_tells_its_times_from_the_question_on() {
    let mut session = opened(Sample::SHOP);
    let web = asked(&session, Sample::SHOP);
    session
        .watch(&[web], Cascade::Foreground)
        .expect("the request can be made");
    session.play(|player, _| player.seek(0).expect("the start is there"));
    let frame = session.frame(1);
    assert_eq!((frame.time.0, frame.position), (0, 0));
    session.play(|player, source| {
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 64)
            .expect("it runs")
        {}
    });
    let log = session
        .player()
        .map(|player| player.log().of(web).to_vec())
        .unwrap_or_default();
    assert_eq!(
        log.first().map(|happened| (happened.at.0, happened.position)),
        Some((0, 1))
    );
}

#[test]
fn every_object_is_listed_once_in_every_arrangement() {
    let session = opened(Sample::SHOP);
    let Source { catalog, forest, .. } = &**session.source();
    let everything = |_: ThingId| true;
    for grouping in [Grouping::Owners, Grouping::Namespace, Grouping::Kind] {
        let outline = Outline::new(catalog, forest, grouping, &Opened::new(), Some(&everything));
        let mut things: Vec<ThingId> = outline
            .rows
            .iter()
            .filter_map(|row| match row.id {
                RowId::Thing(thing) => Some(thing),
                RowId::Namespace(_) | RowId::Kind(_) => None,
            })
            .collect();
        things.sort_unstable();
        things.dedup();
        assert_eq!(things.len(), catalog.object_count(), "{grouping:?}");
        assert_eq!(outline.matches, catalog.object_count());
    }
}

#[test]
fn a_filter_shows_matches_below_what_leads_to_them() {
    let session = opened(Sample::SHOP);
    let web = asked(&session, Sample::SHOP);
    let answer = Rc::new(answer(&session, web, Cascade::Foreground));
    let Source { catalog, forest, .. } = &**session.source();
    let rows = |text: &str| {
        let filter = Filter::parse(text);
        let accepts = |thing: ThingId| filter.accepts(catalog, Some(&answer), thing);
        let outline = Outline::new(catalog, forest, Grouping::Owners, &Opened::new(), Some(&accepts));
        (outline.matches, outline.rows.len())
    };
    // Three pods below a ReplicaSet, a Deployment and a namespace.
    assert_eq!(rows("kind:pod fate:deleted"), (3, 6));
    assert_eq!(rows("k:po ns:shop fate:del"), (3, 6));
    assert_eq!(rows("no-such-name"), (0, 0));
}

#[test]
fn folded_rows_hide_what_is_below_them() {
    let session = opened(Sample::SHOP);
    let Source { catalog, forest, .. } = &**session.source();
    let closed = Outline::new(catalog, forest, Grouping::Owners, &Opened::new(), None);
    assert!(
        closed
            .rows
            .iter()
            .all(|row| row.depth == 0 && row.open == Some(false))
    );
    assert_eq!(
        closed.rows.iter().map(|row| row.below as usize).sum::<usize>(),
        catalog.object_count()
    );
}

#[test]
fn a_broken_file_is_told_with_its_name() {
    let error = read(Inputs::one("broken.json", b"{".as_slice()))
        .err()
        .expect("it cannot be read");
    assert!(error.starts_with("broken.json cannot be opened."), "{error}");
}

#[test]
fn of_several_files_the_broken_ones_are_left_out_and_told() {
    let input = |name: &str, text: &'static str| Input {
        name: name.to_owned(),
        bytes: text.as_bytes().into(),
        found: true,
    };
    let good = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n"}}"#;
    let session = read(Inputs {
        files: vec![input("dump/a.json", good), input("dump/b.json", "{")],
        passed_over: vec![("dump/pods.log".to_owned(), PassedOver::Name)],
        epoch: None,
        kinds: serde_json::Value::Null,
    })
    .expect("one of them can be read")
    .into_session();
    let source = session.source();
    assert_eq!((source.name.as_str(), source.catalog.object_count()), ("dump", 1));
    let told: Vec<String> = source
        .notes
        .iter()
        .map(|note| describe_note(note, &source.cluster, Language::English.formats()))
        .collect();
    assert!(told.iter().any(|note| note.contains("dump/b.json")), "{told:?}");
    assert!(told.iter().any(|note| note.contains("dump/pods.log")), "{told:?}");
    let nothing = read(Inputs {
        files: vec![input("a.json", "{"), input("b.json", "[]")],
        passed_over: Vec::new(),
        epoch: None,
        kinds: serde_json::Value::Null,
    });
    let error = nothing.err().expect("nothing is left");
    assert!(error.contains("a.json +1") && error.contains("a.json"), "{error}");
}

#[test]
fn what_is_stuck_is_found_and_a_fix_frees_it() {
    let mut session = opened(Sample::STUCK);
    let diagnosed = session.diagnosed().expect("it was looked for").clone();
    assert!(diagnosed.is_anything_stuck());
    let catalog = &session.source().catalog;
    let held = catalog
        .find("ConfigMap", "team-x", "held")
        .expect("the sample has it");
    let &number = diagnosed.of(held).first().expect("it is stuck");
    let finding = &diagnosed.list()[number];
    assert!(finding.causes().count() > 0);
    let fix = finding.fixes.first().expect("there is a way").clone();
    session.apply(&fix).expect("it can be applied");
    session
        .play(|player, source| while !player.run_ahead(&source.catalog, Schedule::Fair, 64).unwrap() {})
        .expect("a history is watched");
    let end = session.player().expect("a history is watched").length();
    session
        .play(|player, _| player.seek(end))
        .expect("a history")
        .expect("the end is known");
    assert_eq!(session.live(held), Live::Gone);
    // Nothing else of a healthy cluster is called stuck.
    assert!(
        !opened(Sample::SHOP)
            .diagnosed()
            .expect("it was looked for")
            .is_anything_stuck()
    );
}

/// Goes the way of a link in a session of its own, and returns that.
fn followed(shared: &Shared) -> Session {
    let fragment = link(shared).expect("it fits into a link");
    let read_back = read_link(&fragment).expect("it is a link").expect("it is whole");
    assert_eq!(&read_back, shared);
    let mut session = read(Inputs::of_shared(&read_back))
        .expect("the link's objects can be read")
        .into_session();
    while !session.warm_up(64) {}
    let mut run = session.forecast(&[], Cascade::Background);
    while !run.advance(64) {}
    session.set_baseline(&run);
    session.diagnose(&run);
    let place = &read_back.place;
    let asked = session.asked_in(&read_back);
    session.watch(&asked, place.cascade).expect("it can be watched");
    for (at, step) in &place.chosen {
        let at = *at;
        session.play(|player, source| {
            while player.length() < at
                && !player
                    .run_ahead(&source.catalog, place.schedule, 1)
                    .expect("it goes on")
            {}
            player.seek(at).expect("the step is there");
        });
        session.choose(step).expect("the candidate is there");
    }
    let step = place.step.expect("something was watched");
    session.play(|player, source| {
        while !player
            .run_ahead(&source.catalog, place.schedule, 64)
            .expect("it goes on")
        {}
        player.seek(step).expect("the step is there");
    });
    session
}

#[test]
fn a_link_leads_to_the_same_step_even_on_a_branch() {
    let mut session = opened(Sample::SHOP);
    let thing = asked(&session, Sample::SHOP);
    session
        .watch(&[thing], Cascade::Foreground)
        .expect("it can be watched");
    session.play(|player, source| {
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 64)
            .expect("it goes on")
        {}
        player.seek(25).expect("there are so many");
        // A fault, which no schedule would choose, begins a branch.
        let fault = player.choices().pop().expect("there is always the restart");
        player.act(&source.catalog, &fault).expect("it is possible");
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 64)
            .expect("it goes on")
        {}
        player.seek(40).expect("there are so many");
    });
    let shared = session
        .shared(&[thing], Cascade::Foreground, Schedule::Fair)
        .expect("it fits into a link");
    assert_eq!((shared.place.step, shared.place.chosen.len()), (Some(40), 1));
    assert_eq!(digest(&followed(&shared)), digest(&session));
}

#[test]
fn a_link_tells_a_fix_of_a_stuck_cluster() {
    let mut session = opened(Sample::STUCK);
    let diagnosed = session.diagnosed().cloned().expect("it was diagnosed");
    let fix = diagnosed
        .list()
        .iter()
        .find_map(|finding| finding.fixes.first())
        .expect("something can be put right");
    session.apply(fix).expect("it can be applied");
    session.play(|player, source| {
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 64)
            .expect("it goes on")
        {}
        player.seek(usize::MAX).expect("it ends");
    });
    let shared = session
        .shared(&[], Cascade::Background, Schedule::Fair)
        .expect("it fits into a link");
    assert!(!shared.place.chosen.is_empty());
    assert_eq!(digest(&followed(&shared)), digest(&session));
}

#[test]
fn a_trace_ends_where_the_player_stands() {
    let mut session = opened(Sample::SHOP);
    let thing = asked(&session, Sample::SHOP);
    session
        .watch(&[thing], Cascade::Orphan)
        .expect("it can be watched");
    session.play(|player, source| {
        while !player
            .run_ahead(&source.catalog, Schedule::Fair, 64)
            .expect("it goes on")
        {}
        player.seek(9).expect("there are so many");
        let trace = player.trace(100);
        assert_eq!(trace.len(), 9);
        assert_eq!(trace.last().map(|step| step.step), Some(8));
        assert_eq!(
            trace.last().map(|step| step.at.clone()),
            Some(player.now().to_string())
        );
        assert_eq!(player.trace(3).len(), 3);
        assert!(trace.iter().all(|step| !step.effects.is_empty()));
    });
}

#[test]
fn a_picture_in_mermaid_has_every_thing_and_reference() {
    let session = opened(Sample::SHOP);
    let thing = asked(&session, Sample::SHOP);
    let answer = answer(&session, thing, Cascade::Foreground);
    let source = session.source();
    let picture = crate::graph::Picture::around(source, &[thing], 4);
    let words = Language::English.words();
    let text = mermaid(&source.catalog, &picture, Some(&answer), words.many);
    assert!(text.starts_with("flowchart BT\n"));
    assert_eq!(
        text.matches("==>").count() + text.matches("-->").count(),
        picture.edges.len()
    );
    assert!(text.contains("[\"✕ Deployment web\"]"), "{text}");
    assert!(text.contains("classDef deleted "), "{text}");
}

/// What a list of verdicts says, in an order of its own.
fn said(verdicts: &[kubeloupe_core::analyse::Verdict]) -> Vec<String> {
    let mut said: Vec<String> = verdicts
        .iter()
        .map(|verdict| {
            let kubeloupe_core::analyse::Verdict {
                object,
                fate,
                at,
                waits_for,
                assumes,
                anyway,
                ..
            } = verdict;
            format!(
                "{:?} {fate:?} {at:?} {waits_for:?} {assumes:?} {anyway}",
                object.meta
            )
        })
        .collect();
    said.sort();
    said
}

#[test]
fn the_page_says_what_the_command_line_says() {
    use kubeloupe_core::sim::Config;
    use kubeloupe_formats::diagnosis::Findings;
    use kubeloupe_formats::dump::{Options, read_dump};
    use kubeloupe_formats::forecast::{Forecaster, built_in};
    use kubeloupe_formats::{Source as File, text::Lang};
    let dumps = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/dumps/");
    for (name, questions) in [
        (
            "stuck-cluster/everything.json",
            ["Namespace  data", "Namespace  team-x"],
        ),
        (
            "shop-cluster/everything.json",
            ["Namespace  shop", "Deployment shop web"],
        ),
    ] {
        let bytes = std::fs::read(format!("{dumps}{name}")).expect("the dump is readable");
        let file = File { name, bytes: &bytes };
        let mut cluster = built_in(37);
        let dump = read_dump(&[file], &mut cluster, &Options::default()).expect("it can be read");
        let forecaster = Forecaster::of_dump(cluster, dump, Config::default());
        let mut session = read(Inputs::one(name, bytes.clone()))
            .expect("it can be read")
            .into_session();
        while !session.warm_up(64) {}
        let mut run = session.forecast(&[], Cascade::Background);
        while !run.advance(64) {}
        session.set_baseline(&run);
        session.diagnose(&run);
        let config = session.world().config();
        assert_eq!(config, forecaster.world().config(), "{name}");
        let told = Findings::new(&forecaster).text(Lang::En);
        let shown = session.diagnosed().expect("it was looked for");
        assert_eq!(shown.findings.text(Lang::En), told, "{name}");
        for question in questions {
            let words: Vec<&str> = question.split(' ').collect();
            let [kind, namespace, object] = words[..] else {
                panic!("{question}");
            };
            let thing = session
                .source()
                .catalog
                .find(kind, namespace, object)
                .expect(question);
            let target = format!(
                "{kind}/{}{object}",
                if namespace.is_empty() {
                    String::new()
                } else {
                    format!("{namespace}/")
                }
            );
            let key = forecaster.object(&target, None).expect(question);
            for cascade in [Cascade::Background, Cascade::Foreground] {
                let answer = answer(&session, thing, cascade);
                let forecast = forecaster.forecast(&[key], cascade);
                assert_eq!(
                    said(&answer.forecast.verdicts),
                    said(&forecast.verdicts),
                    "{name}: {question}"
                );
            }
        }
    }
}

#[test]
fn different_objects_with_one_uid_are_different_things() {
    let text = r#"{"kind":"List","apiVersion":"v1","items":[
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"a","name":"x","uid":"one"}},
        {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"x","uid":"one"}},
        {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"b","name":"y","uid":"one"}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"b","name":"z","uid":"two","ownerReferences":[
            {"apiVersion":"v1","kind":"Secret","name":"y","uid":"one"},{"apiVersion":"v1","kind":"Secret","name":"no","uid":"three"}]}}
    ]}"#;
    let session = read(Inputs::one("a.json", text.as_bytes()))
        .expect("it can be read")
        .into_session();
    let catalog = &session.source().catalog;
    assert_eq!((catalog.object_count(), catalog.thing_count()), (4, 5));
    for id in catalog.objects() {
        let entry = catalog.get(id);
        assert_eq!(catalog.by_identity(&entry.identity), Some(id));
        assert_eq!(
            entry
                .object
                .as_deref()
                .and_then(|object| catalog.of_object(object)),
            Some(id)
        );
    }
    let dependent = catalog.find("ConfigMap", "b", "z").expect("it is there");
    let owners: Vec<_> = catalog
        .get(dependent)
        .owners
        .iter()
        .map(|link| link.owner)
        .collect();
    assert_eq!(catalog.find("Secret", "b", "y"), Some(owners[0]));
    assert!(catalog.is_absent(owners[1]));
    assert_eq!(catalog.get(owners[0]).dependents, [dependent]);
}
