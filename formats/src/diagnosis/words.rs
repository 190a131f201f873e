use kubeloupe_core::analyse::Reason;
use kubeloupe_core::analyse::diagnosis::{Aim, Blocker, Edit, Outcome, Problem, ReferenceFault};

/// The id of a problem in reports; it never changes its meaning.
pub(super) fn problem_word(problem: &Problem) -> &'static str {
    match problem {
        Problem::Terminating => "terminating",
        Problem::Follows(Reason::NamespaceDeleted) => "follows-namespace",
        Problem::Follows(Reason::DefinitionDeleted) => "follows-definition",
        Problem::Follows(Reason::ServiceRemoved) => "follows-service",
        Problem::Follows(_) => "follows-owner",
        Problem::Reference { fault, .. } => fault_word(*fault),
        Problem::TwoControllers => "two-controllers",
        Problem::UidNamedTwice(_) => "uid-named-twice",
        Problem::SharedUid => "shared-uid",
        Problem::Circle { blocking: false } => "circle",
        Problem::Circle { blocking: true } => "blocking-circle",
    }
}

fn fault_word(fault: ReferenceFault) -> &'static str {
    match fault {
        ReferenceFault::OtherNamespace => "owner-in-other-namespace",
        ReferenceFault::NamespacedOwner => "namespaced-owner",
        ReferenceFault::WrongKind => "owner-kind-wrong",
        ReferenceFault::WrongName => "owner-name-wrong",
        ReferenceFault::WrongApiVersion => "owner-api-version-wrong",
        ReferenceFault::Recreated => "owner-recreated",
        ReferenceFault::WrongUid => "owner-uid-wrong",
        ReferenceFault::NoUid => "owner-without-uid",
        ReferenceFault::UnknownKind => "owner-kind-unknown",
        ReferenceFault::Absent => "owner-absent",
        ReferenceFault::NotInDump => "owner-not-in-dump",
    }
}

/// The word for an outcome in reports.
pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Stuck => "stuck",
        Outcome::WillBeDeleted => "will be deleted",
        Outcome::Slow => "slow",
        Outcome::Uncollectable => "uncollectable",
        Outcome::LosesReference => "loses reference",
        Outcome::Stays => "stays",
        Outcome::CannotVerify => "cannot verify",
    }
}

/// Outcomes in the order in which they are told.
pub(super) const OUTCOMES: [Outcome; 7] = [
    Outcome::Stuck,
    Outcome::WillBeDeleted,
    Outcome::Slow,
    Outcome::Uncollectable,
    Outcome::LosesReference,
    Outcome::Stays,
    Outcome::CannotVerify,
];

/// The sign of an outcome: told apart by shape, as the signs of fates are.
pub(super) fn outcome_mark(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Stuck => "■",
        Outcome::WillBeDeleted => "✕",
        Outcome::Slow => "◐",
        Outcome::Uncollectable => "▲",
        Outcome::LosesReference => "◆",
        Outcome::Stays => "●",
        Outcome::CannotVerify => "?",
    }
}

/// The word for what something waits for in reports.
pub(super) fn blocker_word(blocker: &Blocker) -> &'static str {
    match blocker {
        Blocker::Finalizer(_) => "finalizer",
        Blocker::Dependent(_) => "dependent",
        Blocker::UnmappedKind { .. } => "unmapped-kind",
        Blocker::ScopeMismatch(_) => "scope-mismatch",
        Blocker::Deadlock(_) => "deadlock",
        Blocker::Refusal { .. } => "refusal",
        Blocker::Instance(_) => "instance",
        Blocker::Content { .. } => "content",
        Blocker::Discovery(_) | Blocker::WholeDiscovery(_) => "discovery",
        Blocker::Condition(_) => "condition",
        Blocker::SpecFinalizer(_) => "spec-finalizer",
        Blocker::Grace { .. } => "grace",
        Blocker::SilentNode(_) => "silent-node",
        Blocker::Unconfirmed(_) => "unconfirmed",
        Blocker::NoNode => "no-node",
        Blocker::NoKubelet => "no-kubelet",
        Blocker::Controller(_) => "controller",
        Blocker::Nothing => "nothing",
    }
}

/// The word for what a fix is good for in reports.
pub(super) fn aim_word(aim: Aim) -> &'static str {
    match aim {
        Aim::Frees => "frees",
        Aim::Keeps => "keeps",
        Aim::Repairs => "repairs",
    }
}

/// The word for an edit in reports.
pub(super) fn edit_word(edit: &Edit) -> &'static str {
    match edit {
        Edit::RemoveFinalizers { .. } => "remove-finalizers",
        Edit::References { .. } => "change-references",
        Edit::Finalize { .. } => "finalize",
        Edit::Delete { .. } => "delete",
        Edit::Recreate(_) => "recreate",
        Edit::RepairDiscovery(_) | Edit::RepairWholeDiscovery => "repair-discovery",
    }
}
