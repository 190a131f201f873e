use super::Documents;
use super::chatter::blank_out;
use crate::error::{Expected, Found, LoadError, Place, Problem};
use crate::limits::{Limit, Limits};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{DuplicateKeyPolicy, Error, NonFiniteFloatPolicy, Options};

/// Reads the YAML documents of `text`, with lines of kubectl's between and before them.
pub(super) fn read_yaml<'n, D: Documents<'n>>(
    source: &str,
    text: &str,
    documents: &mut D,
) -> Result<(), LoadError> {
    let blanked = blank_out(text, |line, chatter| documents.chatter(line, chatter));
    let text = blanked.as_deref().unwrap_or(text);
    let mut number = 0;
    for (first_line, document) in split(text) {
        number += 1;
        read_document(source, first_line, document, number, documents)?;
    }
    Ok(())
}

fn read_document<'n, D: Documents<'n>>(
    source: &str,
    first_line: u64,
    text: &str,
    number: u32,
    documents: &mut D,
) -> Result<(), LoadError> {
    let limits = documents.context().limits;
    let place = Place {
        source: source.to_owned(),
        document: number,
        line: first_line,
        column: 1,
    };
    let value = limits.get(Limit::Documents);
    if u64::from(number) > value {
        let problem = Problem::Limit {
            limit: Limit::Documents,
            value,
        };
        return Err(LoadError::of_document(place, problem));
    }
    let options = options(&limits, text.len());
    serde_saphyr::with_deserializer_from_str_with_options(text, options, |input| {
        documents.document(number, input)
    })
    .map_err(|error| {
        let error = error.without_snippet();
        let at = error.location();
        let place = Place {
            line: at.map_or(first_line, |at| first_line + at.line().saturating_sub(1)),
            column: at.map_or(0, |at| at.column()),
            ..place
        };
        documents.context().take_error(place, problem_of(error, &limits))
    })
}

fn options(limits: &Limits, bytes: usize) -> Options {
    let at_most = |limit| usize::try_from(limits.get(limit)).unwrap_or(usize::MAX);
    // What is spelled out in the text is bounded by the text itself, so only what aliases add is counted.
    let spelled_out = bytes.saturating_add(16);
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: at_most(Limit::Depth),
            flow_nesting_limit: at_most(Limit::Depth),
            max_aliases: at_most(Limit::Aliases),
            max_anchors: at_most(Limit::Aliases),
            max_recorded_anchor_events: at_most(Limit::AliasExpansion),
            max_events: spelled_out.saturating_mul(2).saturating_add(at_most(Limit::AliasExpansion)),
            max_nodes: spelled_out.saturating_add(at_most(Limit::AliasExpansion)),
            max_total_scalar_bytes: usize::MAX,
            max_merge_keys: at_most(Limit::AliasExpansion),
            max_documents: 2,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: at_most(Limit::AliasExpansion),
            max_replay_stack_depth: at_most(Limit::Depth),
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        legacy_octal_numbers: true,
        with_snippet: false,
        no_schema: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
    }
}

fn problem_of(error: &Error, limits: &Limits) -> Problem {
    let limit = match error {
        Error::AliasError { error, .. } => return problem_of(error, limits),
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => Some(Limit::AliasExpansion),
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Depth { .. } => Some(Limit::Depth),
            BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => Some(Limit::Aliases),
            BudgetBreach::RecordedAnchorEvents { .. }
            | BudgetBreach::RecordedAnchorBytes { .. }
            | BudgetBreach::MergeKeys { .. }
            | BudgetBreach::Events { .. }
            | BudgetBreach::Nodes { .. } => Some(Limit::AliasExpansion),
            _ => None,
        },
        Error::QuotingRequired { value, .. } => {
            let number = value.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
            let found = if number { Found::Number } else { Found::Bool };
            return Problem::WrongType {
                expected: Expected::Text,
                found,
            };
        }
        Error::Eof { .. } => return Problem::Truncated,
        // The scanner reads ahead of the budget, and has but words for it.
        error if error.to_string().starts_with("recursion limit exceeded") => Some(Limit::Depth),
        _ => None,
    };
    match limit {
        Some(limit) => Problem::Limit {
            limit,
            value: limits.get(limit),
        },
        None => Problem::Syntax(first_line(&error.to_string())),
    }
}

/// The parser's message without the place, which is told apart from it, and without a picture of the text.
fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let end = line.rfind(" at line ").unwrap_or(line.len());
    line[..end].to_owned()
}

/// The documents of a stream with the number of their first line. A marker at the beginning of a line separates
/// documents wherever it stands: no scalar may contain one there.
fn split(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut rest = text;
    let mut line_number = 1;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let first_line = line_number;
        let mut length = 0;
        // Comments and directives before a marker belong to the document that it begins.
        let mut begun = false;
        for line in rest.split_inclusive('\n') {
            let marker = is_marker(line, "---");
            if marker && begun {
                break;
            }
            length += line.len();
            line_number += 1;
            if is_marker(line, "...") {
                break;
            }
            let blank = line.trim().is_empty() || line.starts_with(['#', '%']);
            begun |= marker || !blank;
        }
        let (document, after) = rest.split_at(length);
        rest = after;
        Some((first_line, document))
    })
    .filter(|(_, document)| has_content(document))
}

fn is_marker(line: &str, marker: &str) -> bool {
    line.strip_prefix(marker)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

/// Whether there is anything but comments, directives and markers.
fn has_content(document: &str) -> bool {
    document.lines().any(|line| {
        let line = if is_marker(line, "---") || is_marker(line, "...") {
            &line[3..]
        } else {
            line
        };
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['#', '%'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_split_at_markers_alone() {
        let text = "%YAML 1.1\n--- # one\na: 1\n---   \n# nothing\n---\n---\nb: |\n  ---\n  --- x\n...\n---\n--- c\n----\n";
        let documents: Vec<(u64, &str)> = split(text).collect();
        assert_eq!(
            documents,
            [
                (1, "%YAML 1.1\n--- # one\na: 1\n"),
                (7, "---\nb: |\n  ---\n  --- x\n...\n"),
                (13, "--- c\n----\n"),
            ]
        );
    }
}
