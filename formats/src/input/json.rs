use super::source::{count_lines, place_of};
use super::{Chatter, Documents, chatter};
use crate::error::{LoadError, Place, Problem};
use crate::limits::Limit;
use serde::de::IgnoredAny;
use serde_json::error::Category;

/// Reads JSON documents that follow each other, with or without space, and with lines of kubectl's between them.
pub(super) fn read_json<'n, D: Documents<'n>>(
    source: &str,
    bytes: &[u8],
    documents: &mut D,
) -> Result<(), LoadError> {
    let mut offset = 0;
    let mut number = 0;
    while let Some(skipped) = bytes[offset..]
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
    {
        offset += skipped;
        if matches!(bytes[offset], b'{' | b'[') {
            number += 1;
            let value = documents.context().limits.get(Limit::Documents);
            if u64::from(number) > value {
                let place = place_of(source, number, bytes, offset);
                let problem = Problem::Limit {
                    limit: Limit::Documents,
                    value,
                };
                return Err(LoadError::of_document(place, problem));
            }
            offset += read_document(source, bytes, offset, number, documents)?;
        } else {
            offset = read_text(source, bytes, offset, number, documents)?;
        }
    }
    Ok(())
}

/// Reads the document at `offset`, and returns its length.
fn read_document<'n, D: Documents<'n>>(
    source: &str,
    bytes: &[u8],
    offset: usize,
    number: u32,
    documents: &mut D,
) -> Result<usize, LoadError> {
    let mut input = serde_json::Deserializer::from_slice(&bytes[offset..]);
    match documents.document(number, &mut input) {
        // An iterator knows where it begins, which is where the document ends.
        Ok(()) => Ok(input.into_iter::<IgnoredAny>().byte_offset()),
        Err(error) => {
            let start = place_of(source, number, bytes, offset);
            let column = error.column() as u64;
            let place = Place {
                line: start.line + (error.line() as u64).saturating_sub(1),
                column: if error.line() == 1 {
                    start.column + column.saturating_sub(1)
                } else {
                    column
                },
                ..start
            };
            let context = documents.context();
            Err(context.take_error(place, problem_of(&error, context.limits.get(Limit::Depth))))
        }
    }
}

fn problem_of(error: &serde_json::Error, depth: u64) -> Problem {
    if error.classify() == Category::Eof {
        return Problem::Truncated;
    }
    let mut message = error.to_string();
    if message.starts_with("recursion limit exceeded") {
        return Problem::Limit {
            limit: Limit::Depth,
            value: depth,
        };
    }
    // The place is told apart from the message.
    if let Some(at) = message.rfind(" at line ") {
        message.truncate(at);
    }
    Problem::Syntax(message)
}

/// Passes over the line at `offset`, and the logs that it begins. Returns where the next line is.
fn read_text<'n, D: Documents<'n>>(
    source: &str,
    bytes: &[u8],
    offset: usize,
    number: u32,
    documents: &mut D,
) -> Result<usize, LoadError> {
    let mut end = line_end(bytes, offset);
    let Some(chatter) = chatter::classify(&bytes[offset..end]) else {
        let place = place_of(source, number, bytes, offset);
        return Err(LoadError::of_document(place, Problem::StrayText));
    };
    let line = 1 + count_lines(&bytes[..offset]);
    if chatter == Chatter::LogsBegin {
        let mut at = end;
        while at < bytes.len() && !chatter::ends_logs(&bytes[at..]) {
            at = line_end(bytes, at);
        }
        end = line_end(bytes, at);
    }
    documents.chatter(line, chatter);
    Ok(end)
}

/// Where the line that `offset` is in ends, its newline included.
fn line_end(bytes: &[u8], offset: usize) -> usize {
    bytes[offset..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |length| offset + length + 1)
}
