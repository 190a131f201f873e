use super::chatter::{self, Chatter};
use super::lines::{has_marker, line_end};
use super::{Documents, Failed, Segment, Token, events, json};
use crate::error::{LoadError, Place, Problem};
use serde::de::Error;

/// The text of one document, up to the next separator, or to a document in JSON that follows without one. It is looked
/// through in pieces, since a document may be as large as a whole dump.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Where it begins.
    pub(super) start: usize,
    /// Where the next document may begin; how far it was looked through, until that is known.
    pub(super) end: usize,
    /// There is anything but comments, directives and markers.
    pub(super) has_content: bool,
    /// On which line of the text that begins, from 0.
    pub(super) content_line: u64,
    /// What kubectl printed, with the lines of the text, from 0.
    pub(super) chatter: Vec<(u64, Chatter)>,
    /// The text without lines that kubectl printed beside objects, where there are any: they are empty in it, so that all
    /// others keep their number.
    blanked: Option<Vec<u8>>,
    line_number: u64,
    marked: bool,
    block: bool,
}

impl Chunk {
    /// The document that begins with the line at `start`.
    pub(super) fn new(start: usize) -> Self {
        Chunk {
            start,
            end: start,
            has_content: false,
            content_line: 0,
            chatter: Vec::new(),
            blanked: None,
            line_number: 0,
            marked: false,
            block: false,
        }
    }

    /// Its text.
    pub(super) fn text<'t>(&'t self, bytes: &'t [u8]) -> &'t [u8] {
        match &self.blanked {
            Some(blanked) => blanked,
            None => &bytes[self.start..self.end],
        }
    }

    /// Whether the text is as it was found.
    pub(super) fn is_plain(&self) -> bool {
        self.blanked.is_none()
    }

    /// Looks through a little more than `budget` bytes. Returns whether the end is found. A marker at the beginning of a
    /// line separates documents wherever it stands: no scalar may contain one there.
    pub(super) fn look(&mut self, bytes: &[u8], budget: usize) -> bool {
        let until = self.end.saturating_add(budget);
        while self.end < bytes.len() {
            if self.end >= until {
                return false;
            }
            let (at, next) = (self.end, line_end(bytes, self.end));
            let line = &bytes[at..next];
            let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
            if has_marker(line, b"---") {
                if self.marked || self.has_content {
                    return true;
                }
                self.marked = true;
                self.has_content = !is_blank(&line[3..]);
            } else if has_marker(line, b"...") {
                self.end = next;
                if let Some(blanked) = &mut self.blanked {
                    blanked.extend_from_slice(line);
                }
                return true;
            } else if let Some(found) = line
                .first()
                .filter(|&&first| chatter::may_begin(first))
                .and_then(|_| chatter::classify(line))
            {
                let logs = found == Chatter::LogsBegin;
                self.chatter.push((self.line_number, found));
                let next = if logs {
                    chatter::logs_end(bytes, line, next)
                } else {
                    next
                };
                let passed_over = memchr::memchr_iter(b'\n', &bytes[at..next]).count();
                self.blanked
                    .get_or_insert_with(|| bytes[self.start..at].to_vec())
                    .extend(std::iter::repeat_n(b'\n', passed_over));
                self.line_number += passed_over as u64;
                self.end = next;
                continue;
            } else if self.block && json::begins(&bytes[at..]) {
                // In a block mapping or list a line cannot begin like that.
                return true;
            } else if !self.has_content && !is_blank(line) && !line.starts_with(b"%") {
                self.has_content = true;
                self.content_line = self.line_number;
                self.block = !matches!(
                    line.trim_ascii_start()[0],
                    b'{' | b'[' | b'|' | b'>' | b'"' | b'\''
                );
            }
            if let Some(blanked) = &mut self.blanked {
                blanked.extend_from_slice(&bytes[at..next]);
            }
            self.line_number += 1;
            self.end = next;
        }
        true
    }
}

/// Whether there is nothing but a comment.
fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&first| first == b'#')
}

/// Reads the document that `text` is, which begins at `place`.
pub(super) fn read_document(
    place: Place,
    text: &str,
    number: u32,
    documents: &mut dyn Documents<'_>,
) -> Result<(), LoadError> {
    events::read(place, text, None, documents, &mut |documents, input| {
        documents.document(number, input)
    })
}

/// Reads a list's element, which `text` is and which begins at `place`.
pub(super) fn read_element(
    place: Place,
    text: &str,
    index: u32,
    documents: &mut dyn Documents<'_>,
) -> Result<(), LoadError> {
    // What is but a comment is nothing, as it is in a list.
    let text = if text.lines().all(|line| is_blank(line.as_bytes())) {
        "null"
    } else {
        text
    };
    events::read(place, text, Some(index), documents, &mut |documents, input| {
        documents.element(index, input)
    })
}

/// Reads the members of a list that `text` is without its elements.
pub(super) fn read_members(
    place: Place,
    text: &str,
    documents: &mut dyn Documents<'_>,
) -> Result<(), LoadError> {
    events::read(place, text, None, documents, &mut |documents, input| {
        input.any(|token| {
            let Token::Mapping(mut mapping) = token else {
                return Err(Failed::custom("a mapping is expected here"));
            };
            let mut key = String::new();
            while mapping.key(&mut key)? {
                if key == "items" {
                    mapping.ignore()?;
                    continue;
                }
                documents.member(&key, &mut mapping).inspect_err(|_| {
                    let context = documents.context();
                    context.passed(Segment::Field(key.clone()));
                })?;
            }
            Ok(())
        })
    })
}

/// The end of a list that was read element by element.
pub(super) fn end(place: Place, documents: &mut dyn Documents<'_>) -> Result<(), LoadError> {
    documents.end().map_err(|failed| {
        let place = Place { column: 0, ..place };
        let problem = Problem::Syntax(failed.to_string());
        documents.context().take_error(place, problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str) -> Vec<(&str, bool)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let mut chunk = Chunk::new(at);
            // Piece by piece and at once come to the same.
            while !chunk.look(text.as_bytes(), 1) {}
            let mut whole = Chunk::new(at);
            assert!(whole.look(text.as_bytes(), usize::MAX));
            assert_eq!((chunk.end, chunk.has_content), (whole.end, whole.has_content));
            assert!(chunk.end > at, "{text:?} at {at}");
            found.push((&text[at..chunk.end], chunk.has_content));
            at = chunk.end;
        }
        found
    }

    #[test]
    fn streams_are_split_at_markers_alone() {
        let text = "%YAML 1.1\n--- # one\na: 1\n---   \n# nothing\n---\n---\nb: |\n  ---\n  --- x\n...\n---\n--- c\n----\n";
        assert_eq!(
            chunks(text),
            [
                ("%YAML 1.1\n--- # one\na: 1\n", true),
                ("---   \n# nothing\n", false),
                ("---\n", false),
                ("---\nb: |\n  ---\n  --- x\n...\n", true),
                ("---\n", false),
                ("--- c\n----\n", true),
            ]
        );
    }

    #[test]
    fn json_after_a_block_is_a_document_of_its_own_and_a_flow_is_none() {
        assert_eq!(chunks("a: 1\n{\n\"b\": 2}\n")[0], ("a: 1\n", true));
        assert_eq!(chunks("a:\n {\"b\": 2}\n").len(), 1);
        assert_eq!(chunks("{a: [\n{\"b\": 2}\n]}\n").len(), 1);
        assert_eq!(chunks("'a\n{\"b\": 2}'\n").len(), 1);
    }

    #[test]
    fn what_kubectl_printed_is_blank_and_lines_keep_their_numbers() {
        let text =
            "Warning: x\na: 1\n==== START logs for c ====\nkind: Pod\n---\n==== END logs for c ====\nb: 2\n";
        let mut chunk = Chunk::new(0);
        while !chunk.look(text.as_bytes(), 1) {}
        assert!(!chunk.is_plain());
        assert_eq!(chunk.text(text.as_bytes()), b"\na: 1\n\n\n\n\nb: 2\n");
        let lines: Vec<u64> = chunk.chatter.iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, chunk.content_line), (vec![0, 2], 1));
    }
}
