use super::Lang;
use super::error::{describe_error, place};
use super::part::fill_text;
use super::phrase::Phrase;
use super::switch::switch;
use crate::dump::{Note, PassedOver, Skipped};
use crate::live::NotListed;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Name, ObjectKey};
use kubeloupe_core::sorted::{SortedMap, SortedSet};
use kubeloupe_core::versions::{COMPARED, what_changes};

/// More objects than these are only counted.
const NAMED: usize = 3;

/// That an action of the scenario was refused, as a sentence.
pub fn refusal_note(lang: Lang, at: &str, asked: &str, code: &str, message: &str, rule: &str) -> String {
    let message = message.trim_end_matches('.');
    fill_text(Phrase::ActionRefused, lang, &[at, asked, code, message, rule])
}

/// A note of the reader as a sentence.
pub fn describe_note(note: &Note, cluster: &Cluster, lang: Lang) -> String {
    let (names, kinds) = (&cluster.names, &cluster.kinds);
    let say = |phrase: Phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
    match note {
        Note::Duplicates(keys) => say(Phrase::NoteDuplicates, &[&objects(cluster, keys, lang)]),
        Note::Recreated(keys) => say(Phrase::NoteRecreated, &[&objects(cluster, keys, lang)]),
        Note::SharedUid(keys) => say(Phrase::NoteSharedUid, &[&objects(cluster, keys, lang)]),
        Note::UidMadeUp(keys) => say(Phrase::NoteUidMadeUp, &[&objects(cluster, keys, lang)]),
        Note::OwnerWithoutUid(keys) => say(Phrase::NoteOwnerWithoutUid, &[&objects(cluster, keys, lang)]),
        Note::OwnerGuessed(keys) => say(Phrase::NoteOwnerGuessed, &[&objects(cluster, keys, lang)]),
        Note::UidFromReferences(keys) => say(Phrase::NoteUidFromReferences, &[&objects(cluster, keys, lang)]),
        Note::NamespaceAssumed(keys) => say(Phrase::NoteNamespaceAssumed, &[&objects(cluster, keys, lang)]),
        Note::NamespaceDropped(keys) => say(Phrase::NoteNamespaceDropped, &[&objects(cluster, keys, lang)]),
        Note::ApiVersionAssumed(keys) => say(Phrase::NoteApiVersionAssumed, &[&objects(cluster, keys, lang)]),
        Note::KindAssumed(kind) => {
            let kind = kinds.get(*kind);
            let scope = if kind.is_namespaced() {
                Phrase::NoteNamespaced
            } else {
                Phrase::NoteClusterScoped
            };
            let text = format!("{} {}", names.text(kind.preferred()), names.text(kind.kind));
            say(
                Phrase::NoteKindAssumed,
                &[&text, names.text(kind.resource), scope.text(lang)],
            )
        }
        Note::VersionAssumed { kind, api_version } => say(
            Phrase::NoteVersionAssumed,
            &[names.text(*api_version), names.text(kinds.get(*kind).kind)],
        ),
        Note::FromGraph {
            place: at,
            objects,
            unobserved,
            doubtful_edges,
        } => {
            let said = say(
                Phrase::NoteFromGraph,
                &[&place(at, lang), &objects.to_string(), &unobserved.to_string()],
            );
            match doubtful_edges {
                0 => said,
                count => format!("{said}{}", say(Phrase::NoteDoubtfulEdges, &[&count.to_string()])),
            }
        }
        Note::Skipped { place: at, item, why } => {
            let mut place = place(at, lang);
            if let Some(item) = item {
                place.push_str(lang.comma());
                place.push_str(&say(Phrase::PlaceItem, &[&item.to_string()]));
            }
            say(Phrase::NoteSkipped, &[&place, skipped(*why).text(lang)])
        }
        Note::MoreSkipped(count) => say(Phrase::NoteMoreSkipped, &[&count.to_string()]),
        Note::FileSkipped(error) => say(Phrase::NoteFileSkipped, &[&describe_error(error, lang)]),
        Note::FilesPassedOver { why, first, count } => {
            let why = match why {
                PassedOver::Name => Phrase::PassedOverName,
                PassedOver::Link => Phrase::PassedOverLink,
                PassedOver::Special => Phrase::PassedOverSpecial,
                PassedOver::Unreadable => Phrase::PassedOverUnreadable,
            };
            let arguments = [first.as_str(), why.text(lang), &count.to_string()];
            say(Phrase::NoteFilesPassedOver, &arguments)
        }
        Note::StrayText { place: at, count } => {
            say(Phrase::NoteStrayText, &[&place(at, lang), &count.to_string()])
        }
        Note::TextPassedOver { place: at, count } => say(
            Phrase::NoteTextPassedOver,
            &[&place(at, lang), &count.to_string()],
        ),
        Note::IncompleteDiscovery { place: at, groups } => say(
            Phrase::NoteIncompleteDiscovery,
            &[&place(at, lang), &groups.join(lang.comma())],
        ),
        Note::ApiServiceUnavailable { name, reason } => say(
            Phrase::NoteApiServiceUnavailable,
            &[names.text(*name), names.text(*reason)],
        ),
        Note::NotRead { what, why } => say(Phrase::NoteNotRead, &[what, &not_listed(*why, lang)]),
        Note::OneNamespaceRead { namespace, beyond } => {
            say(Phrase::NoteOneNamespaceRead, &[namespace, &beyond.to_string()])
        }
        Note::EventsNotRead => say(Phrase::NoteEventsNotRead, &[]),
        Note::PodsTakenAsRunning(count) => say(Phrase::NotePodsTakenAsRunning, &[&count.to_string()]),
        Note::OtherVersion { server, simulated } => {
            say(Phrase::NoteOtherVersion, &[server, &simulated.to_string()])
        }
        Note::Omitted {
            calls,
            events,
            steps,
            nodes,
        } => {
            let counts = [calls, events, steps, nodes].map(u64::to_string);
            say(Phrase::NoteOmitted, &counts.each_ref().map(String::as_str))
        }
        Note::DiscoveryFailureTold(namespace) => {
            say(Phrase::NoteDiscoveryFailureTold, &[&object(cluster, namespace)])
        }
        Note::ControllerWithoutPods(controller) => say(Phrase::NoteController, &[controller]),
        Note::FlagWithoutEffect(flag) => say(Phrase::NoteFlag, &[flag]),
        Note::OlderMinor(minor) => older_minor(*minor, lang),
        Note::SwitchWithoutEffect(switch) => say(Phrase::NoteSwitch, &[switch.name()]),
        Note::GateWithoutEffect(gate) => say(Phrase::NoteGate, &[gate.name()]),
    }
}

fn not_listed(why: NotListed, lang: Lang) -> String {
    let phrase = match why {
        NotListed::Unauthorized => Phrase::NotListedUnauthorized,
        NotListed::Forbidden => Phrase::NotListedForbidden,
        NotListed::NotFound => Phrase::NotListedNotFound,
        NotListed::WholeObjectsOnly => Phrase::NotListedWholeObjectsOnly,
        NotListed::ChangesTooFast => Phrase::NotListedChangesTooFast,
        NotListed::Unreachable => Phrase::NotListedUnreachable,
        NotListed::Unreadable => Phrase::NotListedUnreadable,
        NotListed::Status(status) => {
            return fill_text(Phrase::NotListedStatus, lang, &[&status.to_string()]);
        }
    };
    phrase.text(lang).to_owned()
}

/// What is certain of a minor that was not compared.
fn older_minor(minor: u32, lang: Lang) -> String {
    let known: Vec<&str> = what_changes(*COMPARED.start(), minor)
        .into_iter()
        .filter(|change| change.switch.is_simulated())
        .map(|change| switch(change.switch, change.on, lang))
        .collect();
    let minor = minor.to_string();
    if known.is_empty() {
        return fill_text(Phrase::NoteOlderMinorSame, lang, &[&minor]);
    }
    let between = match lang {
        Lang::En => " ",
        Lang::Zh => "",
    };
    fill_text(Phrase::NoteOlderMinor, lang, &[&minor, &known.join(between)])
}

/// Notes as sentences, folded: of many things that were left out for one reason the first is named, and the others are
/// counted.
pub fn describe_notes(notes: &[Note], cluster: &Cluster, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    let mut files: usize = 0;
    let mut told: SortedSet<(&str, &str)> = SortedSet::new();
    let mut counts: SortedMap<(&str, &str), u64> = SortedMap::new();
    for note in notes {
        if let Note::Skipped { place, why, .. } = note {
            *counts.entry((&place.source, why.word())).or_default() += 1;
        }
    }
    for note in notes {
        match note {
            Note::Skipped { place: at, why, .. } => {
                let key = (at.source.as_str(), why.word());
                let count = counts.get(&key).copied().unwrap_or(1);
                if count <= NAMED as u64 {
                    lines.push(describe_note(note, cluster, lang));
                } else if told.insert(key) {
                    let arguments = [
                        &place(at, lang),
                        &(count - 1).to_string(),
                        skipped(*why).text(lang),
                    ];
                    lines.push(fill_text(Phrase::NoteSkippedMore, lang, &arguments));
                }
            }
            Note::FileSkipped(_) => {
                files += 1;
                if files <= NAMED {
                    lines.push(describe_note(note, cluster, lang));
                }
            }
            note => lines.push(describe_note(note, cluster, lang)),
        }
    }
    if files > NAMED {
        let more = (files - NAMED).to_string();
        lines.push(fill_text(Phrase::NoteFilesSkippedMore, lang, &[&more]));
    }
    lines
}

fn skipped(why: Skipped) -> Phrase {
    match why {
        Skipped::Scalar => Phrase::SkippedScalar,
        Skipped::List => Phrase::SkippedList,
        Skipped::NoKind => Phrase::SkippedNoKind,
        Skipped::NoApiVersion => Phrase::SkippedNoApiVersion,
        Skipped::NoName => Phrase::SkippedNoName,
    }
}

fn objects(cluster: &Cluster, keys: &[ObjectKey], lang: Lang) -> String {
    let named: Vec<String> = keys.iter().take(NAMED).map(|key| object(cluster, key)).collect();
    let named = named.join(lang.comma());
    match keys.len().checked_sub(NAMED) {
        None | Some(0) => named,
        Some(more) => fill_text(Phrase::AndMore, lang, &[&named, &more.to_string()]),
    }
}

fn object(cluster: &Cluster, key: &ObjectKey) -> String {
    let names = &cluster.names;
    let (kind, name) = (names.text(cluster.kinds.get(key.kind).kind), names.text(key.name));
    match key.namespace {
        Name::EMPTY => format!("{kind} {name}"),
        namespace => format!("{kind} {}/{name}", names.text(namespace)),
    }
}
