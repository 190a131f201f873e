use super::lines::place_of;
use super::{Documents, Key, Segment, erase};
use crate::error::{LoadError, Place, Problem};
use crate::limits::Limit;
use serde::de::{DeserializeSeed, Error, IgnoredAny};
use serde_json::Deserializer;
use serde_json::de::SliceRead;
use serde_json::error::Category;

/// Whether a document in JSON begins with `bytes`. A brace that is not followed by a quoted key opens a flow mapping,
/// which only YAML has.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let inside = |rest: &[u8]| rest.trim_ascii_start().first().copied();
    match bytes {
        [b'{', rest @ ..] => matches!(inside(rest), None | Some(b'"' | b'}')),
        [b'[', rest @ ..] => matches!(inside(rest), None | Some(b'"' | b']' | b'{' | b'[')),
        _ => false,
    }
}

/// A document that is being read, member by member, and element by element where it is a list. So a dump can be read
/// in slices, whatever its size.
#[derive(Debug)]
pub(super) struct OpenDocument {
    level: Level,
    /// Nothing of this level was read yet.
    first: bool,
}

#[derive(Clone, Copy, Debug)]
enum Level {
    /// In the document's mapping.
    Members,
    /// In its `items`: how many were read.
    Items(u32),
    /// In a document that is a list: how many elements were read.
    Elements(u32),
}

/// Where the parser stands.
pub(super) struct Position<'a> {
    pub(super) source: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) offset: usize,
    pub(super) number: u32,
}

impl OpenDocument {
    /// The document whose first bracket is `bracket`.
    pub(super) fn new(bracket: u8) -> Self {
        OpenDocument {
            level: if bracket == b'[' {
                Level::Elements(0)
            } else {
                Level::Members
            },
            first: true,
        }
    }

    /// Reads one member or element. Returns whether that was the end of the document.
    pub(super) fn step(
        &mut self,
        at: &mut Position<'_>,
        documents: &mut dyn Documents<'_>,
    ) -> Result<bool, LoadError> {
        let (closing, expected) = match self.level {
            Level::Members => (b'}', "expected `,` or `}`"),
            Level::Items(_) | Level::Elements(_) => (b']', "expected `,` or `]`"),
        };
        let mut next = at.peek()?;
        if next == closing {
            at.offset += 1;
            return self.close(at, documents);
        }
        if !self.first {
            if next != b',' {
                return Err(at.syntax(expected));
            }
            at.offset += 1;
            next = at.peek()?;
            if next == closing {
                return Err(at.syntax("trailing comma"));
            }
        }
        self.first = false;
        match &mut self.level {
            Level::Members => self.member(at, next, documents)?,
            Level::Items(count) | Level::Elements(count) => {
                let index = *count;
                *count = count.saturating_add(1);
                let in_items = matches!(self.level, Level::Items(_));
                at.value(|input| erase(input, |input| documents.element(index, input)))
                    .map_err(|error| {
                        let context = documents.context();
                        context.passed(Segment::Index(index as usize));
                        if in_items {
                            context.passed(Segment::Field("items".to_owned()));
                        }
                        at.fault(error, documents)
                    })?;
            }
        }
        Ok(false)
    }

    fn member(
        &mut self,
        at: &mut Position<'_>,
        next: u8,
        documents: &mut dyn Documents<'_>,
    ) -> Result<(), LoadError> {
        if next != b'"' {
            return Err(at.syntax("key must be a string"));
        }
        let key = at
            .value(|input| Key.deserialize(input))
            .map_err(|error| at.fault(error, documents))?;
        if at.peek()? != b':' {
            return Err(at.syntax("expected `:`"));
        }
        at.offset += 1;
        if at.peek()? == b'[' && key == "items" {
            at.offset += 1;
            documents.begin_items();
            *self = OpenDocument {
                level: Level::Items(0),
                first: true,
            };
            return Ok(());
        }
        at.value(|input| {
            erase(input, |input| {
                input.into_member(|map| documents.member(&key, map))
            })
        })
        .map_err(|error| {
            documents.context().passed(Segment::Field(key.into_owned()));
            at.fault(error, documents)
        })
    }

    fn close(&mut self, at: &mut Position<'_>, documents: &mut dyn Documents<'_>) -> Result<bool, LoadError> {
        if let Level::Items(_) = self.level {
            *self = OpenDocument {
                level: Level::Members,
                first: false,
            };
            return Ok(false);
        }
        documents
            .end()
            .map_err(|failed| at.fault((at.offset, serde_json::Error::custom(failed)), documents))?;
        Ok(true)
    }
}

impl<'a> Position<'a> {
    /// Reads the whole document here.
    pub(super) fn document(&mut self, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
        let number = self.number;
        self.value(|input| erase(input, |input| documents.document(number, input)))
            .map_err(|error| self.fault(error, documents))
    }

    /// Reads the value here; an error comes with where the value begins.
    fn value<T>(
        &mut self,
        read: impl FnOnce(&mut Deserializer<SliceRead<'a>>) -> Result<T, serde_json::Error>,
    ) -> Result<T, (usize, serde_json::Error)> {
        let mut input = Deserializer::from_slice(&self.bytes[self.offset..]);
        let value = read(&mut input).map_err(|error| (self.offset, error))?;
        // An iterator knows where it begins, which is where the value ends.
        self.offset += input.into_iter::<IgnoredAny>().byte_offset();
        Ok(value)
    }

    /// The next byte that is no space, without taking it.
    fn peek(&mut self) -> Result<u8, LoadError> {
        let rest = &self.bytes[self.offset..];
        match rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
        {
            Some(spaces) => {
                self.offset += spaces;
                Ok(rest[spaces])
            }
            None => {
                self.offset = self.bytes.len();
                Err(LoadError::of_document(self.place(), Problem::Truncated))
            }
        }
    }

    #[cold]
    fn syntax(&self, message: &str) -> LoadError {
        LoadError::of_document(self.place(), Problem::Syntax(message.to_owned()))
    }

    fn place(&self) -> Place {
        place_of(self.source, self.number, self.bytes, self.offset)
    }

    /// The error of the value that begins at the offset.
    #[cold]
    fn fault(
        &self,
        (offset, error): (usize, serde_json::Error),
        documents: &mut dyn Documents<'_>,
    ) -> LoadError {
        let start = place_of(self.source, self.number, self.bytes, offset);
        let (line, column) = (error.line() as u64, error.column() as u64);
        let place = Place {
            line: start.line + line.saturating_sub(1),
            column: match line {
                0 => start.column,
                1 => start.column + column.saturating_sub(1),
                _ => column,
            },
            ..start
        };
        let context = documents.context();
        let depth = context.limits.get(Limit::Depth);
        context.take_error(place, problem_of(&error, depth))
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
