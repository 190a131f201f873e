use super::command::command;
use super::finalizer::{KnownFinalizer, known_finalizer};
use super::said::monitors;
use super::words::{aim_word, blocker_word, edit_word, outcome_word, problem_word};
use crate::forecast::{WhyReport, identity_reference, reference, why_report};
use crate::json::to_json;
use crate::result::in_order;
use crate::text::{Lang, assumption, blocker, edit_without_command, missing, problem};
use kubeloupe_core::analyse::diagnosis::{Blocker, Diagnosis, Edit, Finding, Fix, Link, Problem};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Object, OwnerReference};
use kubeloupe_core::sorted::SortedMap;
use serde::Serialize;

/// A diagnosis for programs. Keys never change their meaning; new ones may come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// Version of the format.
    pub kubeloupe: &'static str,
    /// Minor version whose behaviour is simulated, such as `1.37`.
    pub kubernetes: String,
    /// How many objects were looked at.
    pub objects: usize,
    /// How many of them are being deleted.
    pub deleting: usize,
    /// How many owner references were looked at.
    pub references: usize,
    /// The cluster comes to rest when nobody does anything.
    pub quiescent: bool,
    /// When it does, counted from the moment of the dump; otherwise up to when it was followed.
    pub time: String,
    /// The collector never begins to collect, since its lists of these resources do not come (GC-73).
    #[serde(rename = "collectorWaitsFor", skip_serializing_if = "Vec::is_empty")]
    pub collector_waits_for: Vec<String>,
    /// How many findings have which outcome.
    #[serde(serialize_with = "in_order")]
    pub counts: SortedMap<&'static str, usize>,
    /// The findings, the gravest first.
    pub findings: Vec<FindingReport>,
    /// What is known of the finalizers that the findings name.
    #[serde(serialize_with = "in_order")]
    pub finalizers: SortedMap<String, FinalizerReport>,
}

/// One thing that is wrong with one object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingReport {
    /// What is wrong, as a word: `terminating`, `owner-absent`, …
    pub id: &'static str,
    /// What comes of it: `stuck`, `will be deleted`, `slow`, `uncollectable`, `loses reference`, `stays`, `cannot verify`.
    pub outcome: &'static str,
    /// The object, `Kind namespace/name`.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its uid.
    pub uid: String,
    /// Rule of the specification.
    pub rule: &'static str,
    /// What is wrong, in words.
    pub what: String,
    /// How long ago its deletion was asked for; `null` for what nobody deletes.
    pub deleted_for: Option<String>,
    /// When the outcome comes, counted from the moment of the dump; `null` where it does not, or is not known.
    pub at: Option<String>,
    /// The other objects that it is about, the look-alike owner first.
    pub others: Vec<String>,
    /// The owner reference that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_reference: Option<OwnerReport>,
    /// What the object waits for: each object's own waiting is below it.
    pub waits_for: Vec<LinkReport>,
    /// How many more things it waits for than are listed.
    pub waits_for_more: usize,
    /// What happens to it, then why its owner goes, and so on.
    pub why: Vec<WhyReport>,
    /// Ways to put it right, the least first.
    pub fixes: Vec<FixReport>,
    /// What is taken for granted.
    pub assumes: Vec<String>,
    /// What the dump would have to hold, where nothing can be said without it.
    pub missing: Option<String>,
}

/// An owner reference as it stands in the object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReport {
    /// `apiVersion`.
    pub api_version: String,
    /// `kind`.
    pub kind: String,
    /// `name`.
    pub name: String,
    /// `uid`.
    pub uid: String,
}

/// One thing that an object waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LinkReport {
    /// Who waits.
    pub of: String,
    /// How far down, from 0.
    pub depth: u32,
    /// What for, as a word: `finalizer`, `dependent`, …
    pub blocker: &'static str,
    /// The object that is waited for.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The finalizer that is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finalizer: Option<String>,
    /// In words.
    pub what: String,
    /// Nothing else is behind it: this is what has to be dealt with.
    pub cause: bool,
    /// When it is over, counted from the moment of the dump; `null` where nothing ends it.
    pub at: Option<String>,
}

/// A way to put something right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FixReport {
    /// What it is good for: `frees` (the object goes), `keeps` (it stays), `repairs`.
    pub aim: &'static str,
    /// What to do, in order; all of it.
    pub edits: Vec<EditReport>,
}

/// One edit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditReport {
    /// What sort of edit: `remove-finalizers`, `change-references`, `delete`, …
    pub edit: &'static str,
    /// The object that is edited.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The command that does it, or what to do where none does.
    pub command: String,
}

/// What is known of a finalizer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FinalizerReport {
    /// Whose it is.
    pub owner: String,
    /// Who takes it off.
    pub by: String,
    /// When.
    pub when: String,
    /// What usually stands in the way.
    pub obstacle: String,
    /// Where that is written.
    pub source: String,
}

impl Report {
    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The report of a diagnosis; its sentences are in `lang`.
pub(super) fn report(cluster: &Cluster, diagnosis: &Diagnosis, lang: Lang) -> Report {
    let mut counts = SortedMap::new();
    for finding in &diagnosis.findings {
        *counts.entry(outcome_word(finding.outcome)).or_default() += 1;
    }
    let finding = |finding| finding_report(cluster, finding, lang);
    Report {
        kubeloupe: "v1",
        kubernetes: format!("1.{}", cluster.minor),
        objects: diagnosis.objects,
        deleting: diagnosis.deleting,
        references: diagnosis.references,
        quiescent: diagnosis.quiescent,
        time: diagnosis.end.to_string(),
        collector_waits_for: monitors(cluster, diagnosis),
        counts,
        findings: diagnosis.findings.iter().map(finding).collect(),
        finalizers: finalizers(cluster, &diagnosis.findings)
            .map(|(finalizer, known)| (finalizer.to_owned(), finalizer_report(known, lang)))
            .collect(),
    }
}

/// The finalizers that findings name and that are known.
pub(super) fn finalizers<'a>(
    cluster: &'a Cluster,
    findings: &'a [Finding],
) -> impl Iterator<Item = (&'a str, &'static KnownFinalizer)> {
    let named: SortedMap<&str, &'static KnownFinalizer> = findings
        .iter()
        .flat_map(Finding::causes)
        .filter_map(|link| match link.blocker {
            Blocker::Finalizer(finalizer) => Some(cluster.names.text(finalizer)),
            _ => None,
        })
        .filter_map(|finalizer| Some((finalizer, known_finalizer(finalizer)?)))
        .collect();
    named.into_iter()
}

fn finalizer_report(known: &KnownFinalizer, lang: Lang) -> FinalizerReport {
    FinalizerReport {
        owner: known.owner.clone(),
        by: known.by(lang).to_owned(),
        when: known.when(lang).to_owned(),
        obstacle: known.obstacle(lang).to_owned(),
        source: known.source.clone(),
    }
}

fn finding_report(cluster: &Cluster, finding: &Finding, lang: Lang) -> FindingReport {
    let names = &cluster.names;
    FindingReport {
        id: problem_word(&finding.problem),
        outcome: outcome_word(finding.outcome),
        reference: reference(cluster, &finding.object),
        uid: names.text(finding.object.meta.uid).to_owned(),
        rule: finding.rule.0,
        what: problem(finding, cluster, lang),
        deleted_for: deleted_for_s(&finding.object).map(|seconds| format!("{seconds}s")),
        at: finding.at.map(|at| at.to_string()),
        others: finding
            .others
            .iter()
            .map(|one| identity_reference(cluster, one))
            .collect(),
        owner_reference: match &finding.problem {
            Problem::Reference { reference, .. } | Problem::UidNamedTwice(reference) => {
                Some(owner_report(cluster, reference))
            }
            _ => None,
        },
        waits_for: finding
            .chain
            .iter()
            .map(|link| link_report(cluster, link, lang))
            .collect(),
        waits_for_more: finding.more_links,
        why: finding
            .why
            .iter()
            .map(|because| why_report(cluster, because, lang))
            .collect(),
        fixes: finding
            .fixes
            .iter()
            .map(|fix| fix_report(cluster, fix, lang))
            .collect(),
        assumes: finding
            .assumes
            .iter()
            .map(|one| assumption(one, names, &cluster.kinds, lang))
            .collect(),
        missing: finding.missing.as_ref().map(|one| missing(one, cluster, lang)),
    }
}

/// How many seconds ago the deletion of an object was asked for. A pod's deletionTimestamp is when its grace ends.
pub(super) fn deleted_for_s(object: &Object) -> Option<i64> {
    let at = object.meta.deletion_timestamp?;
    let grace_s = object.meta.deletion_grace_period_s.unwrap_or(0);
    let ago_s = at.0.saturating_neg() / 1_000_000_000;
    Some(ago_s.saturating_add(grace_s).max(0))
}

fn owner_report(cluster: &Cluster, reference: &OwnerReference) -> OwnerReport {
    let text = |name| cluster.names.text(name).to_owned();
    OwnerReport {
        api_version: text(reference.api_version),
        kind: text(reference.kind),
        name: text(reference.name),
        uid: text(reference.uid),
    }
}

fn link_report(cluster: &Cluster, link: &Link, lang: Lang) -> LinkReport {
    let object = match &link.blocker {
        Blocker::Dependent(object)
        | Blocker::UnmappedKind {
            dependent: object, ..
        }
        | Blocker::ScopeMismatch(object)
        | Blocker::Refusal {
            dependent: object, ..
        }
        | Blocker::Instance(object)
        | Blocker::Content { object, .. } => Some(object),
        _ => None,
    };
    let finalizer = match &link.blocker {
        Blocker::Finalizer(finalizer)
        | Blocker::Controller(finalizer)
        | Blocker::SpecFinalizer(finalizer) => Some(cluster.names.text(*finalizer).to_owned()),
        _ => None,
    };
    LinkReport {
        of: identity_reference(cluster, &link.of),
        depth: link.depth,
        blocker: blocker_word(&link.blocker),
        reference: object.map(|object| identity_reference(cluster, object)),
        finalizer,
        what: blocker(&link.blocker, cluster, lang),
        cause: link.is_cause,
        at: link.at.map(|at| at.to_string()),
    }
}

fn fix_report(cluster: &Cluster, fix: &Fix, lang: Lang) -> FixReport {
    FixReport {
        aim: aim_word(fix.aim),
        edits: fix
            .edits
            .iter()
            .map(|edit| edit_report(cluster, edit, lang))
            .collect(),
    }
}

fn edit_report(cluster: &Cluster, edit: &Edit, lang: Lang) -> EditReport {
    EditReport {
        edit: edit_word(edit),
        reference: edit.object().map(|object| reference(cluster, object)),
        command: what_to_do(cluster, edit, lang),
    }
}

/// The command that makes an edit, or what to do where none does.
pub(super) fn what_to_do(cluster: &Cluster, edit: &Edit, lang: Lang) -> String {
    command(cluster, edit).unwrap_or_else(|| edit_without_command(edit, lang).unwrap_or_default().to_owned())
}
