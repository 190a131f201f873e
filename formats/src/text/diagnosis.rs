use super::Lang;
use super::part::{fill_text, join, object};
use super::phrase::Phrase;
use crate::condition;
use kubeloupe_core::analyse::Reason;
use kubeloupe_core::analyse::diagnosis::{
    Aim, Blocker, Edit, Finding, Missing, Outcome, Problem, ReferenceFault,
};
use kubeloupe_core::apiserver::{Cause, CauseReason, Cluster};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{GroupError, Name};

/// An outcome in words.
pub fn outcome(outcome: Outcome, lang: Lang) -> &'static str {
    let phrase = match outcome {
        Outcome::Stuck => Phrase::OutcomeStuck,
        Outcome::WillBeDeleted => Phrase::OutcomeWillBeDeleted,
        Outcome::Slow => Phrase::OutcomeSlow,
        Outcome::Uncollectable => Phrase::OutcomeUncollectable,
        Outcome::LosesReference => Phrase::OutcomeLosesReference,
        Outcome::Stays => Phrase::OutcomeStays,
        Outcome::CannotVerify => Phrase::OutcomeCannotVerify,
    };
    phrase.text(lang)
}

/// What is wrong, in one sentence without the object itself.
pub fn problem(finding: &Finding, cluster: &Cluster, lang: Lang) -> String {
    let others = some(&finding.others, cluster, lang);
    let say = |phrase| fill_text(phrase, lang, &[&others]);
    match &finding.problem {
        Problem::Terminating => {
            let waits: Vec<String> = finding
                .chain
                .iter()
                .filter(|link| link.depth == 0)
                .map(|link| blocker(&link.blocker, cluster, lang))
                .collect();
            let waits = shortened(&waits, lang.semicolon(), lang);
            if finding.others.is_empty() {
                fill_text(Phrase::ProblemTerminating, lang, &[&waits])
            } else {
                fill_text(Phrase::ProblemTerminatingOwnerGone, lang, &[&waits, &others])
            }
        }
        Problem::Follows(Reason::NamespaceDeleted) => say(Phrase::ProblemFollowsNamespace),
        Problem::Follows(Reason::DefinitionDeleted) => say(Phrase::ProblemFollowsDefinition),
        Problem::Follows(Reason::ServiceRemoved) => say(Phrase::ProblemFollowsService),
        Problem::Follows(Reason::OwnerWaits) => say(Phrase::ProblemFollowsWaiting),
        Problem::Follows(_) => say(Phrase::ProblemFollowsOwner),
        Problem::Reference { reference, fault } => {
            let names = &cluster.names;
            let claimed = format!("{} {}", names.text(reference.kind), names.text(reference.name));
            let kind = kind_text(cluster, reference.api_version, reference.kind);
            let arguments: [&str; 3] = [&claimed, &others, &kind];
            fill_text(fault_phrase(*fault, !finding.others.is_empty()), lang, &arguments)
        }
        Problem::TwoControllers => Phrase::ProblemTwoControllers.text(lang).to_owned(),
        Problem::UidNamedTwice(reference) => {
            let names = &cluster.names;
            let claimed = format!("{} {}", names.text(reference.kind), names.text(reference.name));
            fill_text(Phrase::ProblemUidNamedTwice, lang, &[&claimed])
        }
        Problem::SharedUid => say(Phrase::ProblemSharedUid),
        Problem::Circle { blocking } => {
            let alone = finding.others.is_empty();
            say(match (alone, blocking) {
                (true, _) => Phrase::ProblemOwnsItself,
                (false, false) => Phrase::ProblemCircle,
                (false, true) => Phrase::ProblemBlockingCircle,
            })
        }
    }
}

fn fault_phrase(fault: ReferenceFault, found: bool) -> Phrase {
    match (fault, found) {
        (ReferenceFault::OtherNamespace, _) => Phrase::FaultOtherNamespace,
        (ReferenceFault::NamespacedOwner, true) => Phrase::FaultNamespacedOwnerFound,
        (ReferenceFault::NamespacedOwner, false) => Phrase::FaultNamespacedOwner,
        (ReferenceFault::WrongKind, _) => Phrase::FaultWrongKind,
        (ReferenceFault::WrongName, _) => Phrase::FaultWrongName,
        (ReferenceFault::WrongApiVersion, _) => Phrase::FaultWrongApiVersion,
        (ReferenceFault::Recreated, _) => Phrase::FaultRecreated,
        (ReferenceFault::WrongUid, _) => Phrase::FaultWrongUid,
        (ReferenceFault::NoUid, _) => Phrase::FaultNoUid,
        (ReferenceFault::UnknownKind, _) => Phrase::FaultUnknownKind,
        (ReferenceFault::Absent, _) => Phrase::FaultAbsent,
        (ReferenceFault::NotInDump, _) => Phrase::FaultNotInDump,
    }
}

/// What something waits for, in words.
pub fn blocker(blocker: &Blocker, cluster: &Cluster, lang: Lang) -> String {
    let names = &cluster.names;
    let of = |identity: &Identity| join(&[object(names, *identity)]);
    let say = |phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
    match blocker {
        Blocker::Finalizer(finalizer) => say(Phrase::WaitsFinalizer, &[names.text(*finalizer)]),
        Blocker::Dependent(dependent) => say(Phrase::BlockerDependent, &[&of(dependent)]),
        Blocker::UnmappedKind {
            dependent,
            api_version,
            kind,
        } => say(
            Phrase::BlockerUnmappedKind,
            &[&of(dependent), &kind_text(cluster, *api_version, *kind)],
        ),
        Blocker::ScopeMismatch(dependent) => say(Phrase::BlockerScopeMismatch, &[&of(dependent)]),
        Blocker::Deadlock(members) => {
            let members: Vec<String> = members.iter().map(of).collect();
            say(Phrase::BlockerDeadlock, &[&members.join(lang.comma())])
        }
        Blocker::Refusal { dependent, causes } => {
            let causes: Vec<&str> = causes.iter().map(|cause| cause_text(cause, lang)).collect();
            say(
                Phrase::BlockerRefusal,
                &[&of(dependent), &causes.join(lang.comma())],
            )
        }
        Blocker::Instance(instance) => say(Phrase::BlockerInstance, &[&of(instance)]),
        Blocker::Content {
            object,
            after_pods: false,
        } => say(Phrase::BlockerContent, &[&of(object)]),
        Blocker::Content {
            object,
            after_pods: true,
        } => say(Phrase::BlockerContentAfterPods, &[&of(object)]),
        Blocker::Discovery(failure) => {
            let group_version = names.text(failure.group_version);
            let error = match failure.error {
                GroupError::Unavailable => Phrase::DiscoveryUnavailable.text(lang),
                GroupError::Stale => Phrase::DiscoveryStale.text(lang),
                GroupError::Other(error) => names.text(error),
            };
            say(Phrase::BlockerDiscovery, &[group_version, error])
        }
        Blocker::WholeDiscovery(error) => say(Phrase::BlockerWholeDiscovery, &[names.text(*error)]),
        Blocker::Condition(condition) => {
            let message = condition::message(names, "", condition);
            say(Phrase::BlockerCondition, &[names.text(condition.kind), &message])
        }
        Blocker::SpecFinalizer(token) => say(Phrase::BlockerSpecFinalizer, &[names.text(*token)]),
        Blocker::Grace { node } => say(Phrase::BlockerGrace, &[names.text(*node)]),
        Blocker::SilentNode(node) => say(Phrase::WaitsSilentNode, &[names.text(*node)]),
        Blocker::Unconfirmed(node) => say(Phrase::BlockerUnconfirmed, &[names.text(*node)]),
        Blocker::NoNode => Phrase::WaitsNoNode.text(lang).to_owned(),
        Blocker::NoKubelet => Phrase::BlockerNoKubelet.text(lang).to_owned(),
        Blocker::Controller(Name::KUBERNETES) => Phrase::BlockerNamespaceController.text(lang).to_owned(),
        Blocker::Controller(finalizer) => say(Phrase::BlockerController, &[names.text(*finalizer)]),
        Blocker::Nothing => Phrase::BlockerNothing.text(lang).to_owned(),
    }
}

fn cause_text(cause: &Cause, lang: Lang) -> &'static str {
    let phrase = match cause.reason {
        CauseReason::FieldValueRequired => Phrase::CauseRequired,
        CauseReason::FieldValueInvalid => Phrase::CauseInvalid,
        CauseReason::FieldValueNotSupported => Phrase::CauseNotSupported,
        CauseReason::FieldValueForbidden => Phrase::CauseForbidden,
        CauseReason::NamespaceTerminating => Phrase::CauseNamespaceTerminating,
    };
    phrase.text(lang)
}

/// What the dump would have to hold, in words.
pub fn missing(missing: &Missing, cluster: &Cluster, lang: Lang) -> String {
    let names = &cluster.names;
    let resource = |group: Name, resource: Name| match group {
        Name::EMPTY => names.text(resource).to_owned(),
        group => format!("{}.{}", names.text(resource), names.text(group)),
    };
    match missing {
        Missing::Kind(kind) => {
            let kind = cluster.kinds.get(*kind);
            fill_text(Phrase::MissingKind, lang, &[&resource(kind.group, kind.resource)])
        }
        Missing::Definitions => Phrase::MissingDefinitions.text(lang).to_owned(),
        Missing::GroupVersion(group_version) => {
            fill_text(Phrase::MissingGroupVersion, lang, &[names.text(*group_version)])
        }
        Missing::Content(resources) => {
            let resources: Vec<String> = resources
                .iter()
                .map(|&(group, name)| resource(group, name))
                .collect();
            fill_text(Phrase::MissingContent, lang, &[&resources.join(",")])
        }
        Missing::Later => Phrase::MissingLater.text(lang).to_owned(),
    }
}

/// What a fix is good for, in words.
pub fn aim(aim: Aim, lang: Lang) -> &'static str {
    let phrase = match aim {
        Aim::Frees => Phrase::AimFrees,
        Aim::Keeps => Phrase::AimKeeps,
        Aim::Repairs => Phrase::AimRepairs,
    };
    phrase.text(lang)
}

/// What an edit that no command makes consists in.
pub fn edit_without_command(edit: &Edit, lang: Lang) -> Option<&'static str> {
    match edit {
        Edit::RepairWholeDiscovery => Some(Phrase::EditRepairDiscovery.text(lang)),
        _ => None,
    }
}

fn kind_text(cluster: &Cluster, api_version: Name, kind: Name) -> String {
    match api_version {
        Name::EMPTY => cluster.names.text(kind).to_owned(),
        _ => format!("{} {}", cluster.names.text(api_version), cluster.names.text(kind)),
    }
}

fn some(identities: &[Identity], cluster: &Cluster, lang: Lang) -> String {
    let texts: Vec<String> = identities
        .iter()
        .map(|identity| crate::forecast::identity_reference(cluster, identity))
        .collect();
    shortened(&texts, lang.comma(), lang)
}

/// More than three things are only counted.
fn shortened(texts: &[String], separator: &str, lang: Lang) -> String {
    const NAMED: usize = 3;
    let named = texts[..texts.len().min(NAMED)].join(separator);
    match texts.len().saturating_sub(NAMED) {
        0 => named,
        more => fill_text(Phrase::AndMore, lang, &[&named, &more.to_string()]),
    }
}
