//! Every deletion that was tried on a real cluster: the forecast from a dump of it gives every object the fate that it
//! had there, and touches no other object.

use kubeloupe_core::analyse::{Cascade, Fate, Forecast, ForecastRun, Verdict};
use kubeloupe_core::object::Object;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::Source;
use kubeloupe_formats::dump::Options;
use kubeloupe_formats::forecast::{Forecaster, TargetError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const OUTCOMES: &str = include_str!("../dumps/shop-cluster/outcomes.json");

/// How many deletions are recorded, without the run in which nothing is deleted.
const DELETIONS: usize = 31;

/// The fate of one object as recorded: `deleted`, `stuck finalizers=…`, `orphaned owners=…`.
type Fates = BTreeMap<String, String>;

#[derive(Clone)]
struct Recorded {
    /// What was deleted, as the forecast is asked for it; `None` for nothing.
    target: Option<String>,
    cascade: Cascade,
    fates: Fates,
}

fn recorded() -> BTreeMap<String, Recorded> {
    let outcomes: BTreeMap<String, Value> = serde_json::from_str(OUTCOMES).expect("the record is JSON");
    outcomes
        .into_iter()
        .map(|(key, entries)| {
            let (target, cascade) = question(&key);
            let entries = entries.as_array().expect("a list of fates");
            let fates = entries.iter().map(recorded_fate).collect();
            (
                key,
                Recorded {
                    target,
                    cascade,
                    fates,
                },
            )
        })
        .collect()
}

/// `KIND/NAME -n NAMESPACE POLICY`, `raw KIND/NAME`, or `none`.
fn question(key: &str) -> (Option<String>, Cascade) {
    let words: Vec<&str> = key.split(' ').collect();
    let (target, namespace, cascade) = match words.as_slice() {
        ["none"] => return (None, Cascade::Background),
        ["raw", target] => (*target, None, Cascade::ApiDefault),
        [target, "-n", namespace, policy] => (*target, Some(*namespace), policy_of(policy)),
        [target, policy] => (*target, None, policy_of(policy)),
        _ => panic!("no deletion: {key}"),
    };
    let (kind, name) = target.split_once('/').expect("KIND/NAME");
    let name = if name == "OLD" { "web-c77b46694" } else { name };
    let target = namespace.map_or_else(
        || format!("{kind}/{name}"),
        |namespace| format!("{kind}/{namespace}/{name}"),
    );
    (Some(target), cascade)
}

fn policy_of(word: &str) -> Cascade {
    match word {
        "background" => Cascade::Background,
        "foreground" => Cascade::Foreground,
        "orphan" => Cascade::Orphan,
        _ => panic!("no policy: {word}"),
    }
}

fn recorded_fate(entry: &Value) -> (String, String) {
    let text = |member: &str| entry[member].as_str().expect("a text").to_owned();
    let list = |member: &str| {
        let items = entry[member].as_array().into_iter().flatten();
        sorted(items.map(|item| item.as_str().expect("a text").to_owned()))
    };
    let fate = match text("fate").as_str() {
        "stuck" => format!("stuck finalizers={}", list("finalizers")),
        "orphaned" => format!("orphaned owners={}", list("ownerUids")),
        fate => fate.to_owned(),
    };
    (format!("{}#{}", text("ref"), text("uid")), fate)
}

fn sorted(texts: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.join(",")
}

fn forecaster(file: &str) -> Forecaster {
    let path = format!("{}/dumps/shop-cluster/{file}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).expect("the dump is there");
    let source = Source {
        name: file,
        bytes: &bytes,
    };
    Forecaster::read(&[source], Config::default(), &Options::default()).expect("the dump is readable")
}

fn reference(forecaster: &Forecaster, object: &Object) -> String {
    let cluster = forecaster.cluster();
    let text = |name| cluster.names.text(name);
    let kind = text(cluster.kinds.get(object.kind).kind);
    let (namespace, name, uid) = (
        text(object.meta.namespace),
        text(object.meta.name),
        text(object.meta.uid),
    );
    match namespace {
        "" => format!("{kind} {name}#{uid}"),
        _ => format!("{kind} {namespace}/{name}#{uid}"),
    }
}

/// The fates of the forecast in the words of the record. What is kept, uncollectable or created has nothing to record.
fn forecast_fates(forecaster: &Forecaster, run: &ForecastRun, forecast: &Forecast) -> Fates {
    let mut fates = Fates::new();
    for verdict in &forecast.verdicts {
        if let Some(fate) = in_words(run, verdict) {
            fates.insert(reference(forecaster, &verdict.object), fate);
        }
    }
    fates
}

fn in_words(run: &ForecastRun, verdict: &Verdict) -> Option<String> {
    let now = || {
        run.world()
            .api()
            .get(&verdict.object.key())
            .expect("an object that is there at the end")
    };
    let names = &run.world().cluster().names;
    match verdict.fate {
        Fate::Deleted => Some("deleted".to_owned()),
        Fate::Stuck => {
            let finalizers = now()
                .meta
                .finalizers
                .iter()
                .map(|&one| names.text(one).to_owned());
            Some(format!("stuck finalizers={}", sorted(finalizers)))
        }
        Fate::Orphaned => {
            let owners = now()
                .meta
                .owner_references
                .iter()
                .map(|one| names.text(one.uid).to_owned());
            Some(format!("orphaned owners={}", sorted(owners)))
        }
        Fate::Changed => Some("changed".to_owned()),
        Fate::Deleting => Some("deleting".to_owned()),
        Fate::Created => Some("created".to_owned()),
        Fate::Kept | Fate::Uncollectable | Fate::Untouched => None,
    }
}

/// The differences between what happened and what was forecast, a line each.
fn differences(happened: &Fates, forecast: &Fates) -> String {
    let mut lines = String::new();
    for (object, fate) in happened {
        if forecast.get(object) != Some(fate) {
            let instead = forecast.get(object).map_or("untouched", String::as_str);
            writeln!(lines, "  {object}: really {fate}, forecast {instead}").expect("memory takes it");
        }
    }
    for (object, fate) in forecast {
        if !happened.contains_key(object) {
            writeln!(lines, "  {object}: really untouched, forecast {fate}").expect("memory takes it");
        }
    }
    lines
}

fn forecast_of(forecaster: &Forecaster, deletion: &Recorded) -> Result<(ForecastRun, Forecast), TargetError> {
    let delete = match &deletion.target {
        None => Vec::new(),
        Some(target) => vec![forecaster.object(target, None)?],
    };
    let run = forecaster.run(&delete, deletion.cascade);
    let forecast = forecaster.finish(&run);
    Ok((run, forecast))
}

#[test]
fn a_full_dump_gives_every_object_its_real_fate() {
    let forecaster = forecaster("everything.json");
    let recorded = recorded();
    assert_eq!(recorded.len(), DELETIONS + 1);
    let mut report = String::new();
    for (key, deletion) in &recorded {
        let (run, forecast) =
            forecast_of(&forecaster, deletion).unwrap_or_else(|error| panic!("{key}: {error:?}"));
        assert!(forecast.quiescent, "{key}: the cluster never comes to rest");
        let lines = differences(&deletion.fates, &forecast_fates(&forecaster, &run, &forecast));
        if !lines.is_empty() {
            write!(report, "{key}\n{lines}").expect("memory takes it");
        }
    }
    assert!(
        report.is_empty(),
        "the forecast differs from what happened:\n{report}"
    );
}

#[test]
fn what_happens_without_a_question_is_marked_so() {
    let forecaster = forecaster("everything.json");
    let recorded = recorded();
    let anyway = &recorded["none"].fates;
    for (key, deletion) in &recorded {
        let (_, forecast) =
            forecast_of(&forecaster, deletion).unwrap_or_else(|error| panic!("{key}: {error:?}"));
        for verdict in forecast
            .verdicts
            .iter()
            .filter(|verdict| verdict.fate == Fate::Deleted)
        {
            let object = reference(&forecaster, &verdict.object);
            assert_eq!(verdict.anyway, anyway.contains_key(&object), "{key}: {object}");
        }
    }
}

/// A smaller dump holds fewer objects. For those that it does hold the fate is the real one, or the verdict names what
/// it takes for granted.
fn check_smaller(file: &str) {
    let forecaster = forecaster(file);
    let held: Vec<String> = forecaster
        .objects()
        .map(|object| reference(&forecaster, object))
        .collect();
    let mut report = String::new();
    for (key, deletion) in recorded() {
        let (run, forecast) = match forecast_of(&forecaster, &deletion) {
            Ok(answer) => answer,
            Err(TargetError::NotFound { .. } | TargetError::UnknownKind { .. }) => continue,
            Err(error) => panic!("{key}: {error:?}"),
        };
        let mut happened = deletion.fates.clone();
        happened.retain(|object, _| held.contains(object));
        let mut foreseen = forecast_fates(&forecaster, &run, &forecast);
        for verdict in forecast
            .verdicts
            .iter()
            .filter(|verdict| !verdict.assumes.is_empty())
        {
            let object = reference(&forecaster, &verdict.object);
            happened.remove(&object);
            foreseen.remove(&object);
        }
        let lines = differences(&happened, &foreseen);
        if !lines.is_empty() {
            write!(report, "{key}\n{lines}").expect("memory takes it");
        }
    }
    assert!(
        report.is_empty(),
        "the forecast from {file} differs without saying what it assumes:\n{report}"
    );
}

#[test]
fn the_dump_of_common_kinds_differs_only_where_it_says_why() {
    check_smaller("apps.json");
}

#[test]
fn the_yaml_dump_differs_only_where_it_says_why() {
    check_smaller("all-cm-secret.yaml");
}

#[test]
fn the_dump_of_one_namespace_differs_only_where_it_says_why() {
    check_smaller("shop.yaml");
}
