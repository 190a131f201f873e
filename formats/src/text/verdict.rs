use super::Lang;
use super::part::{Part, fill, fill_text, join, listed, object, text, word};
use super::phrase::Phrase;
use kubeloupe_core::analyse::{Assumption, Because, Fate, Reason, WaitsFor};
use kubeloupe_core::object::{Kinds, Name, Names};

/// A fate in words.
pub fn fate(fate: Fate, lang: Lang) -> &'static str {
    let phrase = match fate {
        Fate::Deleted => Phrase::FateDeleted,
        Fate::Orphaned => Phrase::FateOrphaned,
        Fate::Kept => Phrase::FateKept,
        Fate::Stuck => Phrase::FateStuck,
        Fate::Uncollectable => Phrase::FateUncollectable,
        Fate::Deleting => Phrase::FateDeleting,
        Fate::Created => Phrase::FateCreated,
        Fate::Changed => Phrase::FateChanged,
        Fate::Untouched => Phrase::FateUntouched,
    };
    phrase.text(lang)
}

/// A reason in words, without the objects that it is about.
pub fn reason(reason: Reason, lang: Lang) -> &'static str {
    let phrase = match reason {
        Reason::Requested => Phrase::ReasonRequested,
        Reason::OwnersAbsent => Phrase::ReasonOwnersAbsent,
        Reason::OwnerWaits => Phrase::ReasonOwnerWaits,
        Reason::SolidOwner => Phrase::ReasonSolidOwner,
        Reason::OrphanedByOwner => Phrase::ReasonOrphanedByOwner,
        Reason::ReferencesStripped => Phrase::ReasonReferencesStripped,
        Reason::LastFinalizerRemoved => Phrase::ReasonLastFinalizerRemoved,
        Reason::WaitsForDependents => Phrase::ReasonWaitsForDependents,
        Reason::HeldByFinalizer => Phrase::ReasonHeldByFinalizer,
        Reason::GracePeriod => Phrase::ReasonGracePeriod,
        Reason::GraceOver => Phrase::ReasonGraceOver,
        Reason::NamespaceDeleted => Phrase::ReasonNamespaceDeleted,
        Reason::DefinitionDeleted => Phrase::ReasonDefinitionDeleted,
        Reason::ServiceRemoved => Phrase::ReasonServiceRemoved,
        Reason::Evicted => Phrase::ReasonEvicted,
        Reason::ScaledDown => Phrase::ReasonScaledDown,
        Reason::HistoryCleanedUp => Phrase::ReasonHistoryCleanedUp,
        Reason::UnmappedOwner => Phrase::ReasonUnmappedOwner,
        Reason::ScopeMismatch => Phrase::ReasonScopeMismatch,
        Reason::CycleBroken => Phrase::ReasonCycleBroken,
        Reason::Deadlock => Phrase::ReasonDeadlock,
        Reason::Refused => Phrase::ReasonRefused,
    };
    phrase.text(lang)
}

/// A link of the chain of reasons, with the objects that it is about.
pub fn reason_sentence(because: &Because, names: &Names, lang: Lang) -> Vec<Part> {
    let words = text(reason(because.reason, lang));
    if because.refs.is_empty() {
        return vec![words];
    }
    let objects = because.refs.iter().map(|&identity| vec![object(names, identity)]);
    fill(
        Phrase::ReasonWith,
        lang,
        &[&[words], &listed(objects, lang.comma())],
    )
}

/// What an object waits for, in words. In English this is also how scenario files and results write it.
pub fn waits_for(waits: &WaitsFor, names: &Names, lang: Lang) -> String {
    match waits {
        WaitsFor::Finalizer(finalizer) => fill_text(Phrase::WaitsFinalizer, lang, &[names.text(*finalizer)]),
        WaitsFor::Dependent(one) | WaitsFor::Instance(one) => join(&[object(names, *one)]),
        WaitsFor::Refusal(dependent) => {
            join(&fill(Phrase::WaitsRefusal, lang, &[&[object(names, *dependent)]]))
        }
        WaitsFor::Kubelet => Phrase::WaitsKubelet.text(lang).to_owned(),
        WaitsFor::NoNode => Phrase::WaitsNoNode.text(lang).to_owned(),
        WaitsFor::SilentNode(node) => fill_text(Phrase::WaitsSilentNode, lang, &[names.text(*node)]),
        WaitsFor::NamespaceContent => Phrase::WaitsNamespaceContent.text(lang).to_owned(),
        WaitsFor::UnmappedKind { api_version, kind } => fill_text(
            Phrase::WaitsUnmappedKind,
            lang,
            &[&kind_text(names, *api_version, *kind)],
        ),
    }
}

/// What a verdict takes for granted, in words.
pub fn assumption(assumption: &Assumption, names: &Names, kinds: &Kinds, lang: Lang) -> String {
    let named = |kind: Name, name: Name| format!("{} {}", names.text(kind), names.text(name));
    match assumption {
        Assumption::KindFromObjects(kind) => {
            let kind = kinds.get(*kind);
            let kind = kind_text(names, kind.preferred(), kind.kind);
            fill_text(Phrase::AssumesKindFromObjects, lang, &[&kind])
        }
        Assumption::KindNotServed { api_version, kind } => fill_text(
            Phrase::AssumesKindNotServed,
            lang,
            &[&kind_text(names, *api_version, *kind)],
        ),
        Assumption::OwnerOutside { kind, name, .. } => {
            fill_text(Phrase::AssumesOwnerOutside, lang, &[&named(*kind, *name)])
        }
        Assumption::OwnerExists { kind, name, .. } => {
            fill_text(Phrase::AssumesOwnerExists, lang, &[&named(*kind, *name)])
        }
        Assumption::OwnerGuessed { kind, name, .. } => {
            fill_text(Phrase::AssumesOwnerGuessed, lang, &[&named(*kind, *name)])
        }
        Assumption::FinalizerStays(finalizer) => {
            fill_text(Phrase::AssumesFinalizerStays, lang, &[names.text(*finalizer)])
        }
        Assumption::PodUsesGrace(seconds) => join(&fill(
            Phrase::AssumesPodUsesGrace,
            lang,
            &[&[word(seconds.to_string())]],
        )),
        Assumption::NoKubelet => Phrase::AssumesNoKubelet.text(lang).to_owned(),
    }
}

fn kind_text(names: &Names, api_version: Name, kind: Name) -> String {
    match api_version {
        Name::EMPTY => names.text(kind).to_owned(),
        _ => format!("{} {}", names.text(api_version), names.text(kind)),
    }
}
