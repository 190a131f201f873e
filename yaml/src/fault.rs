use crate::event::{Event, Fault, write};
use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

/// Writes the end of a text that cannot be read any further.
pub(crate) fn write_fault(out: &mut Vec<u8>, error: &Error) {
    let error = error.without_snippet();
    let at = error.location();
    let cause = cause(error);
    let message = cause.to_string();
    let event = Event::Fault {
        line: at.map_or(0, |at| at.line()),
        column: at.map_or(0, |at| at.column()),
        fault: fault_of(cause, &message),
    };
    write(out, event);
}

/// What is wrong with what an alias stands for.
fn cause(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } => cause(error),
        error => error,
    }
}

fn fault_of<'m>(error: &Error, message: &'m str) -> Fault<'m> {
    match error {
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => Fault::Expansion,
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Depth { .. } => Fault::Depth,
            BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => Fault::Aliases,
            BudgetBreach::RecordedAnchorEvents { .. }
            | BudgetBreach::RecordedAnchorBytes { .. }
            | BudgetBreach::MergeKeys { .. }
            | BudgetBreach::Events { .. }
            | BudgetBreach::Nodes { .. } => Fault::Expansion,
            _ => Fault::Syntax(first_line(message)),
        },
        Error::QuotingRequired { value, .. } => {
            if value.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) {
                Fault::Number
            } else {
                Fault::Word
            }
        }
        Error::Eof { .. } => Fault::Truncated,
        // The scanner reads ahead of the budget, and has but words for it.
        _ if message.starts_with("recursion limit exceeded") => Fault::Depth,
        _ => Fault::Syntax(first_line(message)),
    }
}

/// The parser's message without the place, which is told apart from it, and without a picture of the text.
fn first_line(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default();
    let end = line.rfind(" at line ").unwrap_or(line.len());
    &line[..end]
}
