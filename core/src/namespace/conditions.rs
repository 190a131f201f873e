use super::content::Findings;
use crate::object::{
    ConditionFact, ConditionMessage, ContentFailure, ContentFault, FinalizerCount, List, Name, Names,
    ResourceCount, Time,
};
use crate::sorted::sort_by;
use alloc::vec::Vec;

/// The five conditions with what a pass found out, in the order in which a first pass writes them; `None` where status,
/// reason and message of all of them are stored already (NS-15).
pub(super) fn updated(
    stored: &List<ConditionFact>,
    findings: &Findings,
    names: &Names,
    now: Time,
) -> Option<List<ConditionFact>> {
    let mut conditions: Vec<ConditionFact> = stored.to_vec();
    let mut changed = false;
    for (kind, fine, fault) in judged(findings, names) {
        let (status, reason, message) = match fault {
            None => (Name::FALSE, fine, ConditionMessage::Fine),
            Some((reason, message)) => (Name::TRUE, reason, message),
        };
        let Some(known) = conditions.iter_mut().find(|known| known.kind == kind) else {
            changed = true;
            conditions.push(ConditionFact {
                kind,
                status,
                reason,
                message,
                last_transition: Some(now.as_stored()),
            });
            continue;
        };
        if known.status != status {
            known.last_transition = Some(now.as_stored());
        }
        changed |= (known.status, known.reason) != (status, reason) || known.message != message;
        (known.status, known.reason, known.message) = (status, reason, message);
    }
    changed.then(|| conditions.into())
}

/// Type, reason while it is False, and reason and message where it is True.
type Judged = (Name, Name, Option<(Name, ConditionMessage)>);

fn judged(findings: &Findings, names: &Names) -> [Judged; 5] {
    let discovery = findings.discovery.clone().map(ConditionMessage::Discovery);
    let content = (!findings.failures.is_empty())
        .then(|| ConditionMessage::Content(sorted_failures(&findings.failures, names)));
    let totals = !findings.totals_missing;
    let remaining = (totals && !findings.remaining.is_empty())
        .then(|| ConditionMessage::Remaining(sorted_counts(&findings.remaining, names)));
    let finalizers = (totals && !findings.finalizers.is_empty()).then(|| {
        let counts = findings.finalizers.iter();
        let mut counts: Vec<FinalizerCount> = counts
            .map(|(&finalizer, &count)| FinalizerCount { finalizer, count })
            .collect();
        sort_by(&mut counts, |left, right| {
            names.compare(left.finalizer, right.finalizer)
        });
        ConditionMessage::Finalizers(counts.into())
    });
    let with = |reason: Name, message: Option<ConditionMessage>| message.map(|message| (reason, message));
    [
        (
            Name::NAMESPACE_DELETION_DISCOVERY_FAILURE,
            Name::RESOURCES_DISCOVERED,
            with(Name::DISCOVERY_FAILED, discovery),
        ),
        // Every kind here has a group version that was parsed when it was made, so that nothing can be wrong with it.
        (
            Name::NAMESPACE_DELETION_GROUP_VERSION_PARSING_FAILURE,
            Name::PARSED_GROUP_VERSIONS,
            None,
        ),
        (
            Name::NAMESPACE_DELETION_CONTENT_FAILURE,
            Name::CONTENT_DELETED,
            with(Name::CONTENT_DELETION_FAILED, content),
        ),
        (
            Name::NAMESPACE_CONTENT_REMAINING,
            Name::CONTENT_REMOVED,
            with(Name::SOME_RESOURCES_REMAIN, remaining),
        ),
        (
            Name::NAMESPACE_FINALIZERS_REMAINING,
            Name::CONTENT_HAS_NO_FINALIZERS,
            with(Name::SOME_FINALIZERS_REMAIN, finalizers),
        ),
    ]
}

/// Sorted by the text `resource.group has …`.
fn sorted_counts(counts: &[ResourceCount], names: &Names) -> List<ResourceCount> {
    let text = |count: &ResourceCount| {
        let (resource, group) = (names.text(count.resource), names.text(count.group));
        resource.bytes().chain(*b".").chain(group.bytes()).chain(*b" ")
    };
    let mut counts = counts.to_vec();
    sort_by(&mut counts, |left, right| text(left).cmp(text(right)));
    counts.into()
}

/// What is left before what was refused, each sorted by `group/version, Resource=resource`.
fn sorted_failures(failures: &[ContentFailure], names: &Names) -> List<ContentFailure> {
    let text = |failure: &ContentFailure| {
        let version = names.text(failure.group_version);
        let core: &[u8] = if version.contains('/') { b"" } else { b"/" };
        let version = core.iter().copied().chain(version.bytes());
        version
            .chain(*b", Resource=")
            .chain(names.text(failure.resource).bytes())
    };
    let refused = |failure: &ContentFailure| matches!(failure.fault, ContentFault::Refused(_));
    let mut failures = failures.to_vec();
    sort_by(&mut failures, |left, right| {
        refused(left)
            .cmp(&refused(right))
            .then_with(|| text(left).cmp(text(right)))
    });
    failures.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(names: &Names, conditions: &List<ConditionFact>) -> Vec<alloc::string::String> {
        let describe = |one: &ConditionFact| {
            alloc::format!(
                "{}={} {}",
                names.text(one.kind),
                names.text(one.status),
                names.text(one.reason)
            )
        };
        conditions.iter().map(describe).collect()
    }

    #[test]
    fn five_at_first_and_nothing_when_nothing_changes() {
        let names = Names::default();
        let findings = Findings::default();
        let first = updated(&List::EMPTY, &findings, &names, Time(1_500_000_000)).unwrap();
        assert_eq!(
            kinds(&names, &first),
            [
                "NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered",
                "NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions",
                "NamespaceDeletionContentFailure=False ContentDeleted",
                "NamespaceContentRemaining=False ContentRemoved",
                "NamespaceFinalizersRemaining=False ContentHasNoFinalizers",
            ]
        );
        assert!(
            first
                .iter()
                .all(|one| one.last_transition == Some(Time::from_secs(1)))
        );
        assert_eq!(updated(&first, &findings, &names, Time::from_secs(9)), None);
    }

    #[test]
    fn a_changed_count_is_written_without_a_transition() {
        let mut names = Names::default();
        let finalizer = names.intern("example.com/x");
        let findings = |count| Findings {
            finalizers: [(finalizer, count)].into(),
            ..Findings::default()
        };
        let first = updated(&List::EMPTY, &findings(2), &names, Time::START).unwrap();
        let second = updated(&first, &findings(1), &names, Time::from_secs(9)).unwrap();
        assert_eq!(second.len(), 5);
        assert_ne!(first[4].message, second[4].message);
        assert_eq!(second[4].last_transition, Some(Time::START));
        let third = updated(&second, &Findings::default(), &names, Time::from_secs(12)).unwrap();
        assert_eq!(third[4].last_transition, Some(Time::from_secs(12)));
        assert_eq!(third[3].last_transition, Some(Time::START));
    }

    #[test]
    fn foreign_conditions_stay() {
        let mut names = Names::default();
        let foreign = ConditionFact {
            kind: names.intern("Paid"),
            status: Name::TRUE,
            reason: Name::EMPTY,
            message: ConditionMessage::Text(Name::EMPTY),
            last_transition: None,
        };
        let stored: List<ConditionFact> = [foreign.clone()].into_iter().collect();
        let written = updated(&stored, &Findings::default(), &names, Time::START).unwrap();
        assert_eq!(written.len(), 6);
        assert_eq!(written[0], foreign);
    }

    #[test]
    fn totals_are_left_out_where_the_pass_stopped_at_pods() {
        let mut names = Names::default();
        let mut findings = Findings {
            remaining: alloc::vec![ResourceCount {
                group: Name::EMPTY,
                resource: names.intern("pods"),
                count: 1
            }],
            totals_missing: true,
            ..Findings::default()
        };
        let written = updated(&List::EMPTY, &findings, &names, Time::START).unwrap();
        assert_eq!(written[3].message, ConditionMessage::Fine);
        findings.totals_missing = false;
        let written = updated(&List::EMPTY, &findings, &names, Time::START).unwrap();
        assert_eq!(written[3].reason, Name::SOME_RESOURCES_REMAIN);
    }
}
