use super::Lang;
use super::part::fill_text;
use super::phrase::Phrase;
use crate::error::{Expected, Found, LoadError, Place, Problem, Vocabulary};
use crate::limits::Limit;
use kubeloupe_core::versions::{Gate, GateRefused, GateState};

/// An error with its place, the member at fault, what is wrong, and what to do about it.
pub fn describe_error(error: &LoadError, lang: Lang) -> String {
    let (what, remedy) = problem(&error.problem, lang);
    let subject = match (error.field.as_str(), lang) {
        ("", Lang::En) => format!("this {what}"),
        ("", Lang::Zh) => fill_text(Phrase::ErrorDocument, lang, &[&what]),
        (field, _) => fill_text(Phrase::ErrorField, lang, &[field, &what]),
    };
    let sentence = fill_text(Phrase::ErrorRemedy, lang, &[&subject, &remedy]);
    match place(&error.place, lang) {
        place if place.is_empty() => sentence,
        place => fill_text(Phrase::ErrorAt, lang, &[&place, &sentence]),
    }
}

/// `dump.yaml, document 2, line 10, column 3`, as far as it is known.
pub(super) fn place(place: &Place, lang: Lang) -> String {
    let mut parts = Vec::new();
    if !place.source.is_empty() {
        parts.push(fill_text(Phrase::PlaceSource, lang, &[&place.source]));
    }
    if place.document > 0 {
        parts.push(fill_text(
            Phrase::PlaceDocument,
            lang,
            &[&place.document.to_string()],
        ));
    }
    let (line, column) = (place.line.to_string(), place.column.to_string());
    if place.line > 0 && place.column > 0 {
        parts.push(fill_text(Phrase::PlaceLineColumn, lang, &[&line, &column]));
    } else if place.line > 0 {
        parts.push(fill_text(Phrase::PlaceLine, lang, &[&line]));
    }
    parts.join(lang.comma())
}

/// What is wrong, and what to do.
fn problem(problem: &Problem, lang: Lang) -> (String, String) {
    let say = |phrase: Phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
    let both = |what: String, remedy: Phrase| (what, remedy.text(lang).to_owned());
    match problem {
        Problem::Syntax(message) => both(say(Phrase::ProblemSyntax, &[message]), Phrase::RemedySyntax),
        Problem::Truncated => both(say(Phrase::ProblemTruncated, &[]), Phrase::RemedyTruncated),
        Problem::WrongType { expected, found } => {
            let quotes = matches!(expected, Expected::Text | Expected::Version)
                && matches!(found, Found::Bool | Found::Number);
            let arguments = [
                self::expected(*expected).text(lang),
                self::found(*found).text(lang),
            ];
            let remedy = if quotes {
                Phrase::RemedyQuote
            } else {
                Phrase::RemedyCorrect
            };
            both(say(Phrase::ProblemWrongType, &arguments), remedy)
        }
        Problem::Unreadable { expected, text } => {
            let arguments = [self::expected(*expected).text(lang), text.as_str()];
            both(say(Phrase::ProblemUnreadable, &arguments), Phrase::RemedyCorrect)
        }
        Problem::Limit { limit, value } => {
            let what = say(
                Phrase::ProblemLimit,
                &[limit_phrase(*limit).text(lang), &value.to_string()],
            );
            let remedy = match limit {
                Limit::InputBytes
                | Limit::Objects
                | Limit::Nodes
                | Limit::Documents
                | Limit::SourceBytes
                | Limit::Files
                | Limit::UnpackedBytes => Phrase::RemedyLimitInput,
                Limit::Aliases | Limit::AliasExpansion => Phrase::RemedyLimitAlias,
                _ => Phrase::RemedyLimitOther,
            };
            both(what, remedy)
        }
        Problem::UnknownField { name, nearest, known } => (
            say(Phrase::ProblemUnknownField, &[name]),
            proposal(*nearest, known, lang),
        ),
        Problem::UnknownWord {
            vocabulary,
            word,
            nearest,
            known,
        } => {
            let what = say(
                Phrase::ProblemUnknownWord,
                &[vocabulary_phrase(*vocabulary).text(lang), word],
            );
            let remedy = match (vocabulary, nearest) {
                // There are too many for a sentence.
                (Vocabulary::Switch, None) => Phrase::RemedySwitches.text(lang).to_owned(),
                _ => proposal(*nearest, known, lang),
            };
            (what, remedy)
        }
        Problem::MissingField(name) => both(
            say(Phrase::ProblemMissingField, &[name]),
            Phrase::RemedyMissingField,
        ),
        Problem::NodesNotSimulated { fault } => (
            say(Phrase::NodesNotSimulated, &[fault]),
            Phrase::RemedyNodesNotSimulated.text(lang).to_owned(),
        ),
        Problem::NoSuchNode { name } => both(say(Phrase::NoSuchNode, &[name]), Phrase::RemedyNoSuchNode),
        Problem::NoSuchZone { name } => both(say(Phrase::NoSuchZone, &[name]), Phrase::RemedyNoSuchZone),
        Problem::OneVerb => both(say(Phrase::ProblemOneVerb, &[]), Phrase::RemedyOneVerb),
        Problem::Patch(what) => both(say(Phrase::ProblemPatch, &[what]), Phrase::RemedyCorrect),
        Problem::SecondDocument => both(
            say(Phrase::ProblemSecondDocument, &[]),
            Phrase::RemedySecondDocument,
        ),
        Problem::UnknownKind { api_version, kind } => {
            let kind = if api_version.is_empty() {
                kind.clone()
            } else {
                format!("{api_version} {kind}")
            };
            both(
                say(Phrase::ProblemUnknownKind, &[&kind]),
                Phrase::RemedyUnknownKind,
            )
        }
        Problem::AmbiguousKind { kind, candidates } => (
            say(Phrase::ProblemAmbiguousKind, &[kind]),
            say(Phrase::RemedyAmbiguousKind, &[&candidates.join(lang.comma())]),
        ),
        Problem::NamespaceMissing { kind } => both(
            say(Phrase::ProblemNamespaceMissing, &[kind]),
            Phrase::RemedyNamespaceMissing,
        ),
        Problem::NamespaceNotAllowed { kind } => both(
            say(Phrase::ProblemNamespaceNotAllowed, &[kind]),
            Phrase::RemedyNamespaceNotAllowed,
        ),
        Problem::NotAnObject => both(say(Phrase::ProblemNotAnObject, &[]), Phrase::RemedyMissingField),
        Problem::File { name, reason } => both(say(Phrase::ProblemFile, &[name, reason]), Phrase::RemedyFile),
        Problem::NotText => both(say(Phrase::ProblemNotText, &[]), Phrase::RemedyNotText),
        Problem::Compressed => both(say(Phrase::ProblemCompressed, &[]), Phrase::RemedyCompressed),
        Problem::Damaged => both(say(Phrase::ProblemDamaged, &[]), Phrase::RemedyDamaged),
        Problem::OutOfRange { least, most, found } => (
            say(
                Phrase::ProblemOutOfRange,
                &[&least.to_string(), &most.to_string(), found],
            ),
            Phrase::RemedyCorrect.text(lang).to_owned(),
        ),
        Problem::StrayText => both(say(Phrase::ProblemStrayText, &[]), Phrase::RemedyStrayText),
        Problem::YamlNotBuiltIn => both(say(Phrase::ProblemYaml, &[]), Phrase::RemedyYaml),
        Problem::MinorNotKnown { minor, nearest } => {
            let (minor, nearest) = (minor.to_string(), nearest.to_string());
            (
                say(Phrase::ProblemMinor, &[&minor]),
                say(Phrase::RemedyMinor, &[&nearest]),
            )
        }
        Problem::Gate { gate, minor, why } => self::gate(*gate, *minor, *why, lang),
        Problem::NoTemplate => both(say(Phrase::ProblemNoTemplate, &[]), Phrase::RemedyNoTemplate),
        Problem::NothingFound => both(say(Phrase::ProblemNothing, &[]), Phrase::RemedyNothing),
    }
}

/// Why a feature gate cannot be set, and what does the same.
fn gate(gate: Gate, minor: u32, why: GateRefused, lang: Lang) -> (String, String) {
    let say = |phrase: Phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
    let version = minor.to_string();
    let what = match why {
        GateRefused::MinorNotCompared => say(Phrase::GateMinorNotCompared, &[&version]),
        GateRefused::NotThere { since: None } => say(Phrase::GateNotThere, &[&version]),
        GateRefused::NotThere { since: Some(since) } => {
            say(Phrase::GateNotYetThere, &[&version, &since.to_string()])
        }
        GateRefused::Fixed(GateState::GoneOff) => say(Phrase::GateGoneOff, &[&version]),
        GateRefused::Fixed(GateState::GoneOn) => say(Phrase::GateGoneOn, &[&version]),
        GateRefused::Fixed(_) => say(Phrase::GateLocked, &[&version]),
        GateRefused::Needs(needed) => say(Phrase::GateNeeds, &[needed.name()]),
    };
    let remedy = match (why, gate.switches().next()) {
        (GateRefused::Needs(needed), _) => say(Phrase::RemedyGateNeeds, &[gate.name(), needed.name()]),
        (_, Some(switch)) => say(Phrase::RemedyGateSwitch, &[switch.name()]),
        (_, None) => Phrase::RemedyGateRemove.text(lang).to_owned(),
    };
    (what, remedy)
}

fn proposal(nearest: Option<&str>, known: &[&str], lang: Lang) -> String {
    match nearest {
        Some(nearest) => fill_text(Phrase::RemedyNearest, lang, &[nearest]),
        None => fill_text(Phrase::RemedyKnown, lang, &[&known.join(lang.comma())]),
    }
}

fn expected(expected: Expected) -> Phrase {
    match expected {
        Expected::Text => Phrase::ExpectedText,
        Expected::Bool => Phrase::ExpectedBool,
        Expected::Integer => Phrase::ExpectedInteger,
        Expected::Number => Phrase::ExpectedNumber,
        Expected::List => Phrase::ExpectedList,
        Expected::Mapping => Phrase::ExpectedMapping,
        Expected::Timestamp => Phrase::ExpectedTimestamp,
        Expected::Rate => Phrase::ExpectedRate,
        Expected::Duration => Phrase::ExpectedDuration,
        Expected::Reference => Phrase::ExpectedReference,
        Expected::Comparison => Phrase::ExpectedComparison,
        Expected::WaitsFor => Phrase::ExpectedWaitsFor,
        Expected::Version => Phrase::ExpectedVersion,
        Expected::FormatVersion => Phrase::ExpectedFormatVersion,
        Expected::Setting => Phrase::ExpectedSetting,
    }
}

fn found(found: Found) -> Phrase {
    match found {
        Found::Null => Phrase::FoundNull,
        Found::Bool => Phrase::FoundBool,
        Found::Number => Phrase::FoundNumber,
        Found::Text => Phrase::FoundText,
        Found::List => Phrase::FoundList,
        Found::Mapping => Phrase::FoundMapping,
    }
}

fn vocabulary_phrase(vocabulary: Vocabulary) -> Phrase {
    match vocabulary {
        Vocabulary::Controller => Phrase::VocabularyController,
        Vocabulary::Flag => Phrase::VocabularyFlag,
        Vocabulary::Fate => Phrase::VocabularyFate,
        Vocabulary::Schedule => Phrase::VocabularySchedule,
        Vocabulary::Policy => Phrase::VocabularyPolicy,
        Vocabulary::Fault => Phrase::VocabularyFault,
        Vocabulary::PatchType => Phrase::VocabularyPatchType,
        Vocabulary::Subresource => Phrase::VocabularySubresource,
        Vocabulary::Switch => Phrase::VocabularySwitch,
        Vocabulary::Gate => Phrase::VocabularyGate,
    }
}

fn limit_phrase(limit: Limit) -> Phrase {
    match limit {
        Limit::InputBytes => Phrase::LimitInputBytes,
        Limit::Objects => Phrase::LimitObjects,
        Limit::Documents => Phrase::LimitDocuments,
        Limit::Depth => Phrase::LimitDepth,
        Limit::Aliases => Phrase::LimitAliases,
        Limit::AliasExpansion => Phrase::LimitAliasExpansion,
        Limit::Finalizers => Phrase::LimitFinalizers,
        Limit::OwnerReferences => Phrase::LimitOwnerReferences,
        Limit::Labels => Phrase::LimitLabels,
        Limit::Versions => Phrase::LimitVersions,
        Limit::Conditions => Phrase::LimitConditions,
        Limit::NameBytes => Phrase::LimitNameBytes,
        Limit::MessageBytes => Phrase::LimitMessageBytes,
        Limit::Actions => Phrase::LimitActions,
        Limit::Expectations => Phrase::LimitExpectations,
        Limit::Steps => Phrase::LimitSteps,
        Limit::SourceBytes => Phrase::LimitSourceBytes,
        Limit::Files => Phrase::LimitFiles,
        Limit::UnpackedBytes => Phrase::LimitUnpackedBytes,
        Limit::Nodes => Phrase::LimitNodes,
        Limit::Recorded => Phrase::LimitRecorded,
        Limit::TemplateValues => Phrase::LimitTemplateValues,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where_what_and_what_to_do() {
        let error = LoadError::of_field(
            Place {
                source: "dump.yaml".to_owned(),
                document: 2,
                line: 10,
                column: 3,
            },
            "metadata.labels.version".to_owned(),
            Problem::WrongType {
                expected: Expected::Text,
                found: Found::Number,
            },
        );
        assert_eq!(
            describe_error(&error, Lang::En),
            "dump.yaml, document 2, line 10, column 3: metadata.labels.version must be a text, but is a number. \
             Put it in quotes."
        );
        assert_eq!(
            describe_error(&error, Lang::Zh),
            "dump.yaml、第 2 个文档、第 10 行第 3 列：metadata.labels.version 必须是文本，但却是数字。请加上引号。"
        );
        let error = LoadError::of_document(
            Place::default(),
            Problem::UnknownField {
                name: "knds".to_owned(),
                nearest: Some("kinds"),
                known: &["kinds"],
            },
        );
        assert_eq!(
            describe_error(&error, Lang::En),
            "this has a member `knds` that does not exist. Did you mean `kinds`?"
        );
    }
}
