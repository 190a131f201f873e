use super::words::{blocker_word, edit_word, outcome_word, problem_word};
use kubeloupe_core::analyse::diagnosis::{Blocker, Finding, Outcome, Problem};
use kubeloupe_core::object::Name;
use kubeloupe_core::sorted::SortedSet;

/// Findings that say the same of objects of one kind, told as one with the first as the example.
pub(super) struct Row<'a> {
    pub(super) findings: Vec<&'a Finding>,
}

impl<'a> Row<'a> {
    pub(super) fn first(&self) -> &'a Finding {
        self.findings[0]
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.first().outcome
    }
}

/// The rows of findings, in the order of the first of each.
pub(super) fn rows(findings: &[Finding]) -> Vec<Row<'_>> {
    let mut places: kubeloupe_core::Map<Sameness, usize> = kubeloupe_core::Map::default();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for finding in findings {
        let place = *places.entry(sameness(finding)).or_insert(rows.len());
        match rows.get_mut(place) {
            Some(row) => row.findings.push(finding),
            None => rows.push(Row {
                findings: vec![finding],
            }),
        }
    }
    rows
}

/// What findings have in common that are told as one: everything but which objects they are about.
type Sameness = (
    &'static str,
    &'static str,
    u32,
    Vec<(Name, Name)>,
    SortedSet<(&'static str, Name)>,
    Vec<&'static str>,
);

fn sameness(finding: &Finding) -> Sameness {
    let reference = match &finding.problem {
        Problem::Reference { reference, .. } | Problem::UidNamedTwice(reference) => {
            vec![(reference.api_version, reference.kind)]
        }
        _ => finding
            .others
            .iter()
            .map(|other| (other.api_version, other.kind))
            .collect::<SortedSet<_>>()
            .into_iter()
            .collect(),
    };
    let links = finding.chain.iter().map(|link| {
        let of_what = match &link.blocker {
            Blocker::Finalizer(name)
            | Blocker::Controller(name)
            | Blocker::SpecFinalizer(name)
            | Blocker::WholeDiscovery(name) => *name,
            Blocker::Discovery(failure) => failure.group_version,
            Blocker::Dependent(object) | Blocker::Instance(object) | Blocker::Content { object, .. } => {
                object.kind
            }
            Blocker::UnmappedKind { kind, .. } => *kind,
            _ => Name::EMPTY,
        };
        (blocker_word(&link.blocker), of_what)
    });
    let edits = finding.fixes.first().map_or(&[][..], |fix| &fix.edits);
    (
        problem_word(&finding.problem),
        outcome_word(finding.outcome),
        finding.object.kind.0,
        reference,
        links.collect(),
        edits
            .iter()
            .map(edit_word)
            .collect::<SortedSet<_>>()
            .into_iter()
            .collect(),
    )
}
