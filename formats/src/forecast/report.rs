use crate::dump::Note;
use crate::json::to_json;
use crate::result::LeftOut;
use crate::result::in_order;
use crate::text::{Lang, assumption, describe_note, reason, waits_for};
use crate::versions::switches_set;
use kubeloupe_core::Map;
use kubeloupe_core::analyse::{Because, Cascade, Fate, Forecast, Verdict};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Object};
use kubeloupe_core::sorted::SortedMap;
use serde::Serialize;
use std::sync::Arc;

/// Answers to one question, for programs: one forecast for each policy asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// Version of the format.
    pub kubeloupe: &'static str,
    /// Minor version whose behaviour is simulated, such as `1.37`.
    pub kubernetes: String,
    /// The switches that stand otherwise than that version has them.
    #[serde(skip_serializing_if = "SortedMap::is_empty", serialize_with = "in_order")]
    pub switches: SortedMap<&'static str, bool>,
    /// What is deleted, in order.
    pub delete: Vec<String>,
    /// One for each policy.
    pub forecasts: Vec<ForecastReport>,
    /// What was assumed, made up or left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was in the dump and is not among the objects.
    #[serde(rename = "leftOut", skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// One forecast.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForecastReport {
    /// The policy.
    pub cascade: &'static str,
    /// The cluster came to rest.
    pub quiescent: bool,
    /// When it did, counted from the question.
    pub time: String,
    /// How many steps that took.
    pub steps: u64,
    /// Digest of the final state.
    pub digest: String,
    /// How many objects have which fate.
    #[serde(serialize_with = "in_order")]
    pub counts: SortedMap<&'static str, usize>,
    /// What of the objects to delete the API server does not let go.
    pub refused: Vec<String>,
    /// What is being deleted already, so that this deletion changes nothing of it.
    pub unchanged: Vec<String>,
    /// Every object that is not untouched.
    pub objects: Vec<ObjectReport>,
}

/// The fate of one object with its reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectReport {
    /// `Kind namespace/name`, with `#uid` where that is ambiguous.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its uid.
    pub uid: String,
    /// Its fate.
    pub fate: &'static str,
    /// When that is settled, counted from the question; `null` for what never moves.
    pub at: Option<String>,
    /// What happened to it, then why its owner went, and so on.
    pub why: Vec<WhyReport>,
    /// What it waits for at the end.
    pub waits_for: Vec<String>,
    /// What is taken for granted.
    pub assumes: Vec<String>,
    /// The same happens without the deletion.
    pub anyway: bool,
}

/// One link of the chain of reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WhyReport {
    /// Whose reason it is: an owner further up, or nothing for the object itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Rule of the specification.
    pub rule: &'static str,
    /// What happened, in words.
    pub because: &'static str,
    /// The other objects that it is about.
    pub refs: Vec<String>,
    /// When, counted from the question.
    pub at: String,
}

impl Report {
    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The report of forecasts that were made for one question with different policies.
pub(super) fn report(
    cluster: &Cluster,
    delete: &[Arc<Object>],
    forecasts: &[Forecast],
    notes: &[Note],
) -> Report {
    Report {
        kubeloupe: "v1",
        kubernetes: format!("1.{}", cluster.minor),
        switches: switches_set(cluster),
        delete: delete.iter().map(|object| reference(cluster, object)).collect(),
        forecasts: forecasts
            .iter()
            .map(|forecast| ForecastReport {
                refused: refused(delete, forecast)
                    .map(|object| reference(cluster, object))
                    .collect(),
                unchanged: delete
                    .iter()
                    .filter(|object| forecast.unchanged.contains(&object.key()))
                    .map(|object| reference(cluster, object))
                    .collect(),
                ..forecast_report(cluster, forecast)
            })
            .collect(),
        notes: notes
            .iter()
            .map(|note| describe_note(note, cluster, Lang::En))
            .collect(),
        left_out: LeftOut::of_notes(notes, cluster),
    }
}

/// What was to be deleted and is as before: the API server refused. What is gone
/// before has a verdict, and so has what was being deleted already.
pub(super) fn refused<'a>(
    delete: &'a [Arc<Object>],
    forecast: &'a Forecast,
) -> impl Iterator<Item = &'a Arc<Object>> {
    let moved = |object: &Object| {
        let same = |of: &Object| of.key() == object.key() && of.meta.uid == object.meta.uid;
        forecast.verdicts.iter().any(|verdict| same(&verdict.object))
    };
    delete.iter().filter(move |object| !moved(object))
}

/// A forecast as programs read it.
pub fn forecast_report(cluster: &Cluster, forecast: &Forecast) -> ForecastReport {
    let references = References::of(cluster, forecast);
    let mut counts = SortedMap::new();
    for verdict in &forecast.verdicts {
        *counts.entry(fate_word(verdict.fate)).or_default() += 1;
    }
    ForecastReport {
        cascade: cascade_word(forecast.question.cascade),
        quiescent: forecast.quiescent,
        time: forecast.end.to_string(),
        steps: forecast.steps,
        digest: format!("{:032x}", forecast.digest),
        counts,
        refused: Vec::new(),
        unchanged: Vec::new(),
        objects: forecast
            .verdicts
            .iter()
            .map(|verdict| object_report(cluster, &references, verdict))
            .collect(),
    }
}

fn object_report(cluster: &Cluster, references: &References, verdict: &Verdict) -> ObjectReport {
    let why = verdict
        .why
        .iter()
        .map(|because| why_report(cluster, because, Lang::En));
    ObjectReport {
        reference: references.text(cluster, &verdict.object),
        uid: cluster.names.text(verdict.object.meta.uid).to_owned(),
        fate: fate_word(verdict.fate),
        at: verdict.at.map(|at| at.to_string()),
        why: why.collect(),
        waits_for: verdict
            .waits_for
            .iter()
            .map(|one| waits_for(one, &cluster.names, Lang::En))
            .collect(),
        assumes: verdict
            .assumes
            .iter()
            .map(|one| assumption(one, &cluster.names, &cluster.kinds, Lang::En))
            .collect(),
        anyway: verdict.anyway,
    }
}

/// One link of a chain of reasons, in words of `lang`.
pub(crate) fn why_report(cluster: &Cluster, because: &Because, lang: Lang) -> WhyReport {
    WhyReport {
        of: because
            .of
            .as_ref()
            .map(|owner| identity_reference(cluster, owner)),
        rule: because.rule.0,
        because: reason(because.reason, lang),
        refs: because
            .refs
            .iter()
            .map(|one| identity_reference(cluster, one))
            .collect(),
        at: because.at.to_string(),
    }
}

/// What objects are called, with the uid where two of a forecast would be called the same.
pub(super) struct References {
    ambiguous: Map<String, usize>,
}

impl References {
    pub(super) fn of(cluster: &Cluster, forecast: &Forecast) -> Self {
        let mut ambiguous: Map<String, usize> = Map::default();
        for verdict in &forecast.verdicts {
            *ambiguous.entry(reference(cluster, &verdict.object)).or_default() += 1;
        }
        ambiguous.retain(|_, times| *times > 1);
        References { ambiguous }
    }

    pub(super) fn text(&self, cluster: &Cluster, object: &Object) -> String {
        let text = reference(cluster, object);
        if self.ambiguous.contains_key(&text) {
            format!("{text}#{}", cluster.names.text(object.meta.uid))
        } else {
            text
        }
    }
}

/// `Kind namespace/name`.
pub(crate) fn reference(cluster: &Cluster, object: &Object) -> String {
    let kind = cluster.kinds.get(object.kind).kind;
    coordinates(cluster, kind, object.meta.namespace, object.meta.name)
}

/// The same for what the collector calls an object by. It gives owners the namespace of their dependent, which those of
/// cluster-scoped kinds do not have.
pub(crate) fn identity_reference(cluster: &Cluster, identity: &Identity) -> String {
    let known = cluster.kinds.known(identity.api_version, identity.kind);
    let namespaced = known.is_none_or(|kind| cluster.kinds.get(kind).is_namespaced());
    let namespace = if namespaced {
        identity.namespace
    } else {
        Name::EMPTY
    };
    coordinates(cluster, identity.kind, namespace, identity.name)
}

fn coordinates(cluster: &Cluster, kind: Name, namespace: Name, name: Name) -> String {
    let text = |name| cluster.names.text(name);
    if namespace == Name::EMPTY {
        format!("{} {}", text(kind), text(name))
    } else {
        format!("{} {}/{}", text(kind), text(namespace), text(name))
    }
}

/// The word for a fate in results and scenarios.
pub(crate) fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Deleted => "deleted",
        Fate::Orphaned => "orphaned",
        Fate::Kept => "kept",
        Fate::Stuck => "stuck",
        Fate::Uncollectable => "uncollectable",
        Fate::Deleting => "deleting",
        Fate::Created => "created",
        Fate::Changed => "changed",
        Fate::Untouched => "untouched",
    }
}

/// The word for a policy on the command line.
pub(super) fn cascade_word(cascade: Cascade) -> &'static str {
    match cascade {
        Cascade::Background => "background",
        Cascade::Foreground => "foreground",
        Cascade::Orphan => "orphan",
        Cascade::ApiDefault => "default",
    }
}
