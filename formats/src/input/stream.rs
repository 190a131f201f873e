use super::chatter::{self, Chatter};
use super::encoding::{Decoded, decode};
use super::json::{self, OpenDocument, Position};
use super::lines::{Lines, has_marker, line_end, place_of};
use super::yaml::{self, Chunk};
use super::yaml_list::{OpenList, PlainItems};
use super::{Documents, Packing, Source, Unpacked, Unpacker, parser::parser};
use crate::error::{LoadError, Place, Problem};
use crate::limits::Limit;
use std::borrow::Cow;

/// The text of one source on its way to documents: JSON and YAML in any order, with separators or without, and with
/// what kubectl and shells print in between.
#[derive(Debug)]
pub(crate) struct Stream<'a> {
    name: String,
    bytes: Cow<'a, [u8]>,
    offset: usize,
    lines: Lines,
    /// How many documents were begun.
    number: u32,
    open: Option<Open>,
    /// The last thing on this line was a document in JSON.
    after_json: bool,
    /// There was a document in JSON.
    json_seen: bool,
}

/// A document that is being read, and the line on which it began.
#[derive(Debug)]
struct Open {
    document: Document,
    line: u64,
}

#[derive(Debug)]
enum Document {
    Json(OpenDocument),
    Yaml(OpenList),
    /// It is looked through for its end, and for how it can be read.
    Unread(Box<Unread>),
}

/// A document in YAML before it is read.
#[derive(Debug)]
struct Unread {
    chunk: Chunk,
    ended: bool,
    plain: PlainItems,
    /// How far the text is known to be UTF-8, and looked through for a plain list.
    checked: usize,
}

impl<'a> Stream<'a> {
    /// The text that `bytes` are; an error where they are none.
    pub(crate) fn new(name: String, bytes: Cow<'a, [u8]>) -> Result<Self, LoadError> {
        let (bytes, offset) = match decode(&bytes) {
            Some(Decoded::Utf8 { from }) => (bytes, from),
            Some(Decoded::Converted(text)) => (Cow::Owned(text), 0),
            None => return Err(of_source(&name, Problem::NotText)),
        };
        Ok(Stream {
            name,
            bytes,
            offset,
            lines: Lines::default(),
            number: 0,
            open: None,
            after_json: false,
            json_seen: false,
        })
    }

    /// What the source is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Which part of it was read, of how much.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.offset, self.bytes.len())
    }

    /// Reads on until the end, or a little further than `budget` bytes. Returns whether it is the end.
    pub(crate) fn advance(
        &mut self,
        documents: &mut dyn Documents<'_>,
        budget: usize,
    ) -> Result<bool, LoadError> {
        let until = self.offset.saturating_add(budget);
        while self.open.is_some() || self.skip_space() {
            if self.offset >= until {
                return Ok(false);
            }
            if self.is_looking() {
                if !self.look_on(documents, budget)? {
                    return Ok(false);
                }
                continue;
            }
            self.step(documents)?;
        }
        Ok(true)
    }

    /// Whether a document is but looked through: that moves nothing on, and takes its time.
    pub(crate) fn is_looking(&self) -> bool {
        if let Some(Open {
            document: Document::Unread(_),
            ..
        }) = &self.open
        {
            return true;
        }
        false
    }

    fn step(&mut self, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
        if self.open.is_some() {
            return self.go_on(documents);
        }
        let rest = &self.bytes[self.offset..];
        if json::begins(rest) {
            return self.begin_json(rest[0], documents);
        }
        if self.after_json {
            return Err(self.stray());
        }
        let end = line_end(&self.bytes, self.offset);
        let line = &self.bytes[self.offset..end];
        if let Some(chatter) = chatter::classify(line) {
            let logs = chatter == Chatter::LogsBegin;
            let number = self.lines.at(&self.bytes, self.offset);
            documents.chatter(number, chatter);
            self.offset = if logs {
                chatter::logs_end(&self.bytes, line, end)
            } else {
                end
            };
        } else if has_marker(line, b"---") && json::begins(line[3..].trim_ascii_start()) {
            self.offset += 3;
        } else if is_bare_marker(line) || line.starts_with(b"#") || line.starts_with(b"%YAML") {
            self.offset = end;
        } else if line.starts_with(b"strict digraph") || line.starts_with(b"digraph ") {
            documents.graph(&self.bytes[self.offset..]);
            self.offset = self.bytes.len();
        } else if self.json_seen && !may_be_yaml(line) {
            if matches!(line[0], b'}' | b']' | b',' | b':' | b'"') {
                return Err(self.stray());
            }
            let number = self.lines.at(&self.bytes, self.offset);
            documents.stray(number);
            self.offset = end;
        } else {
            self.look()?;
        }
        Ok(())
    }

    /// Goes to the next byte that is no space between documents. A record separator (RFC 7464) and the byte-order mark
    /// of a file that was appended are such spaces. Returns whether there is any.
    fn skip_space(&mut self) -> bool {
        while let Some(&byte) = self.bytes.get(self.offset) {
            match byte {
                b'\n' => self.after_json = false,
                b' ' | b'\t' | b'\r' | 0x1e => {}
                0xef if self.bytes[self.offset..].starts_with(b"\xef\xbb\xbf") => self.offset += 2,
                _ => return true,
            }
            self.offset += 1;
        }
        false
    }

    fn begin_json(&mut self, bracket: u8, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
        self.number = self.number.saturating_add(1);
        check_documents(self.place(), documents)?;
        (self.after_json, self.json_seen) = (true, true);
        documents.context().yaml = false;
        if documents.begin(self.number, bracket == b'[') {
            let line = self.lines.at(&self.bytes, self.offset);
            self.offset += 1;
            self.open = Some(Open {
                document: Document::Json(OpenDocument::new(bracket)),
                line,
            });
            return Ok(());
        }
        let mut at = Position {
            source: &self.name,
            bytes: &self.bytes,
            offset: self.offset,
            number: self.number,
        };
        at.document(documents)?;
        self.offset = at.offset;
        Ok(())
    }

    fn go_on(&mut self, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        let mut at = Position {
            source: &self.name,
            bytes: &self.bytes,
            offset: self.offset,
            number: self.number,
        };
        let start = self.offset;
        let ended = match &mut open.document {
            Document::Json(document) => document.step(&mut at, documents)?,
            Document::Yaml(list) => {
                // Every slice of reading comes with a context of its own.
                documents.context().yaml = true;
                let place = Place {
                    source: self.name.clone(),
                    document: self.number,
                    line: self.lines.at(&self.bytes, start),
                    column: 1,
                };
                let ended = list.step(&self.bytes, place.clone(), documents)?;
                at.offset = if ended { list.end() } else { list.next() };
                if ended {
                    yaml::end(place, documents)?;
                }
                ended
            }
            Document::Unread(_) => return Ok(()),
        };
        self.offset = at.offset;
        if ended {
            documents.place(open.line);
            self.open = None;
        } else if documents.has_unplaced() {
            // The comma before an element is on the line of the one before.
            let element = start
                + self.bytes[start..]
                    .iter()
                    .take_while(|byte| b", \t\r\n".contains(byte))
                    .count();
            documents.place(self.lines.at(&self.bytes, element));
        }
        Ok(())
    }

    /// Begins to look through a document in YAML: nothing is read yet.
    fn look(&mut self) -> Result<(), LoadError> {
        if parser().is_none() {
            return Err(of_source(&self.name, Problem::YamlNotBuiltIn));
        }
        // The indentation of the first line matters.
        let start = super::lines::line_start(&self.bytes, self.offset);
        let line = self.lines.at(&self.bytes, start);
        self.open = Some(Open {
            document: Document::Unread(Box::new(Unread {
                chunk: Chunk::new(start),
                ended: false,
                plain: PlainItems::default(),
                checked: start,
            })),
            line,
        });
        Ok(())
    }

    /// Looks through a little more of a document in YAML, and begins to read it when that is done. Returns whether it is.
    fn look_on(&mut self, documents: &mut dyn Documents<'_>, budget: usize) -> Result<bool, LoadError> {
        let Some(Open {
            document: Document::Unread(unread),
            line: first_line,
        }) = &mut self.open
        else {
            return Ok(true);
        };
        let first_line = *first_line;
        if !unread.ended {
            unread.ended = unread.chunk.look(&self.bytes, budget);
            // What is small is read in the same step.
            if !unread.ended || OpenList::is_worth_it(unread.chunk.end - unread.chunk.start) {
                return Ok(false);
            }
        }
        let (start, end) = (unread.chunk.start, unread.chunk.end);
        let worth_it = unread.chunk.is_plain() && OpenList::is_worth_it(end - start);
        if unread.chunk.has_content && worth_it && unread.checked < end {
            let to = line_end(&self.bytes, unread.checked.saturating_add(budget).min(end - 1));
            let piece = unread.checked..to;
            // Lines begin and end with whole letters, so the text may be checked piece by piece.
            if std::str::from_utf8(&self.bytes[piece.clone()]).is_ok()
                && unread.plain.look(&self.bytes, piece)
            {
                unread.checked = to;
                if to < end {
                    return Ok(false);
                }
            } else {
                // It is read as a whole, or the fault is told.
                unread.plain.give_up();
                unread.checked = end;
            }
        }
        let Some(Open {
            document: Document::Unread(unread),
            ..
        }) = self.open.take()
        else {
            return Ok(true);
        };
        self.begin_yaml(*unread, first_line, documents)?;
        Ok(true)
    }

    fn begin_yaml(
        &mut self,
        unread: Unread,
        first_line: u64,
        documents: &mut dyn Documents<'_>,
    ) -> Result<(), LoadError> {
        let Unread { chunk, plain, .. } = unread;
        for (line, chatter) in &chunk.chatter {
            documents.chatter(first_line + line, chatter.clone());
        }
        self.offset = chunk.end;
        if !chunk.has_content {
            return Ok(());
        }
        self.number = self.number.saturating_add(1);
        let place = Place {
            source: self.name.clone(),
            document: self.number,
            line: first_line,
            column: 1,
        };
        check_documents(place.clone(), documents)?;
        documents.context().yaml = true;
        let range = chunk.start..chunk.end;
        let list = (chunk.is_plain() && OpenList::is_worth_it(range.len()))
            .then(|| OpenList::of(range, plain))
            .flatten();
        if let Some(list) = list
            && documents.begin(self.number, false)
        {
            list.begin(&self.bytes, place, documents)?;
            self.offset = list.next();
            self.open = Some(Open {
                document: Document::Yaml(list),
                line: first_line + chunk.content_line,
            });
            return Ok(());
        }
        let bytes = chunk.text(&self.bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = first_line + memchr::memchr_iter(b'\n', before).count() as u64;
            LoadError::of_document(
                Place {
                    line,
                    ..place.clone()
                },
                Problem::NotText,
            )
        })?;
        yaml::read_document(place, text, self.number, documents)?;
        documents.place(first_line + chunk.content_line);
        Ok(())
    }

    #[cold]
    fn stray(&self) -> LoadError {
        LoadError::of_document(self.place(), Problem::StrayText)
    }

    fn place(&self) -> Place {
        place_of(&self.name, self.number, &self.bytes, self.offset)
    }
}

/// Reads all documents of a source that may be compressed, but is no archive.
pub(crate) fn read_source(source: Source<'_>, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
    let limits = documents.context().limits;
    let fault = |problem| of_source(source.name, problem);
    let packing = Packing::of(source.bytes);
    let text = match packing {
        Packing::Plain => Cow::Borrowed(source.bytes),
        Packing::Gzip => {
            let mut unpacker = Unpacker::new(source.bytes.into(), packing);
            loop {
                match unpacker.step(usize::MAX, &limits).map_err(fault)? {
                    Unpacked::More if !unpacker.is_archive() => {}
                    Unpacked::File { name: None, bytes } => break Cow::Owned(bytes),
                    _ => return Err(fault(Problem::Compressed)),
                }
            }
        }
        Packing::Tar | Packing::Foreign => return Err(fault(Problem::Compressed)),
    };
    let value = limits.get(Limit::SourceBytes);
    if text.len() as u64 > value {
        let limit = Limit::SourceBytes;
        return Err(fault(Problem::Limit { limit, value }));
    }
    let mut stream = Stream::new(source.name.to_owned(), text)?;
    while !stream.advance(documents, usize::MAX)? {}
    Ok(())
}

/// The error of a source as a whole.
pub(crate) fn of_source(name: &str, problem: Problem) -> LoadError {
    let place = Place {
        source: name.to_owned(),
        ..Place::default()
    };
    LoadError::of_document(place, problem)
}

fn check_documents(place: Place, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
    let limit = Limit::Documents;
    let value = documents.context().limits.get(limit);
    if u64::from(place.document) > value {
        return Err(LoadError::of_document(place, Problem::Limit { limit, value }));
    }
    Ok(())
}

/// `---` or `...` with nothing but a comment after it.
fn is_bare_marker(line: &[u8]) -> bool {
    (has_marker(line, b"---") || has_marker(line, b"..."))
        && line[3..]
            .trim_ascii_start()
            .first()
            .is_none_or(|&first| first == b'#')
}

/// Whether a line may begin a document in YAML. After JSON that is not taken for granted: what a shell or another
/// program prints would be a text in YAML.
fn may_be_yaml(line: &[u8]) -> bool {
    let key = line
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-./".contains(byte))
        .count();
    let after = |at: usize| line.get(at).is_none_or(|byte| byte.is_ascii_whitespace());
    match line {
        [b':', ..] => false,
        [b'-', ..] if after(1) => true,
        [b'-', b'-', b'-', ..] if after(3) => true,
        _ => key > 0 && line.get(key) == Some(&b':') && after(key + 1),
    }
}
