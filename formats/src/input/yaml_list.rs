use super::Documents;
use super::lines::{has_marker, line_end};
use super::yaml::{read_element, read_members};
use crate::error::{LoadError, Place};
use std::ops::Range;

/// Shorter documents are read at once.
const WORTH_IT: usize = 64 << 10;

/// A document in YAML as `kubectl get -o yaml` prints a list: its `items` at the left margin and no anchors, so that it
/// can be read element by element, whatever its size.
#[derive(Debug)]
pub(super) struct OpenList {
    /// Its text, without kubectl's messages.
    text: Range<usize>,
    /// What is left of its elements.
    items: Range<usize>,
    /// How many lines there are up to the end of its elements.
    lines: u64,
    /// How many were read.
    count: u32,
}

impl OpenList {
    /// The list that `plain` found in the text at `text`, if it is one that is worth it; a text that is not so plain is read
    /// as a whole.
    pub(super) fn of(text: Range<usize>, plain: PlainItems) -> Option<Self> {
        let lines = plain.lines;
        let items = plain.finish(text.end)?;
        Some(OpenList {
            text,
            items,
            lines,
            count: 0,
        })
    }

    /// Whether a document of this size is worth looking through before it is read.
    pub(super) fn is_worth_it(bytes: usize) -> bool {
        bytes >= WORTH_IT
    }

    /// Where the document ends.
    pub(super) fn end(&self) -> usize {
        self.text.end
    }

    /// Where the next element is.
    pub(super) fn next(&self) -> usize {
        self.items.start
    }

    /// Reads everything but the elements.
    pub(super) fn begin(
        &self,
        bytes: &[u8],
        place: Place,
        documents: &mut dyn Documents<'_>,
    ) -> Result<(), LoadError> {
        let head = &bytes[self.text.start..self.items.start];
        let behind = Place {
            line: place.line + self.lines,
            ..place.clone()
        };
        read_members(place, &String::from_utf8_lossy(head), documents)?;
        let tail = String::from_utf8_lossy(&bytes[self.items.end..self.text.end]);
        if !tail.trim().is_empty() {
            read_members(behind, &tail, documents)?;
        }
        documents.begin_items();
        Ok(())
    }

    /// Reads the next element, which begins at `place`. Returns whether there was none.
    pub(super) fn step(
        &mut self,
        bytes: &[u8],
        place: Place,
        documents: &mut dyn Documents<'_>,
    ) -> Result<bool, LoadError> {
        if self.items.is_empty() {
            return Ok(true);
        }
        let mut end = line_end(bytes, self.items.start);
        while end < self.items.end && bytes[end] != b'-' {
            end = line_end(bytes, end);
        }
        let mut element = String::from_utf8_lossy(&bytes[self.items.start..end]).into_owned();
        // Without its dash, an element is a document of its own with the same lines and columns.
        element.replace_range(..1, " ");
        let index = self.count;
        read_element(place, &element, index, documents)?;
        // What is at fault stays the next.
        self.items.start = end;
        self.count = self.count.saturating_add(1);
        Ok(false)
    }
}

/// Where the elements are, if a text is a mapping at the left margin with one `items`, whose elements are there too, and
/// nothing in it may be an anchor or an alias. The text is looked through in pieces.
#[derive(Debug, Default)]
pub(super) struct PlainItems {
    items: Option<Range<usize>>,
    in_items: bool,
    /// The text is not so plain.
    other: bool,
    /// How many lines there are up to the end of the elements, as far as that is known.
    lines: u64,
}

impl PlainItems {
    /// Looks through the lines at `range`. Returns whether the text may still be such a one.
    pub(super) fn look(&mut self, bytes: &[u8], range: Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end && !self.other {
            let next = line_end(bytes, at);
            self.other = self.line(bytes, at, next).is_none();
            at = next;
        }
        !self.other
    }

    /// The text is not so plain after all.
    pub(super) fn give_up(&mut self) {
        self.other = true;
    }

    /// Where the elements are, once a text is looked through that ends at `end`.
    pub(super) fn finish(self, end: usize) -> Option<Range<usize>> {
        let mut items = self.items.filter(|_| !self.other)?;
        if self.in_items {
            items.end = end;
        }
        Some(items)
    }

    fn line(&mut self, bytes: &[u8], at: usize, next: usize) -> Option<()> {
        let line = bytes[at..next].trim_ascii_end();
        if line.first() == Some(&b'\t') || may_refer(line) {
            return None;
        }
        match line.first() {
            None | Some(b' ' | b'#') => {}
            Some(b'-') if has_marker(line, b"---") => {
                if self.items.is_some() || line.len() > 3 {
                    return None;
                }
            }
            Some(b'-') if self.in_items => {
                if !matches!(line.get(1), None | Some(b' ')) {
                    return None;
                }
            }
            Some(b'A'..=b'Z' | b'a'..=b'z') => {
                if std::mem::take(&mut self.in_items)
                    && let Some(items) = &mut self.items
                {
                    items.end = at;
                }
                if line == b"items:" {
                    if self.items.is_some() || bytes.get(next) != Some(&b'-') {
                        return None;
                    }
                    self.in_items = true;
                    self.items = Some(next..next);
                } else if !is_member(line) {
                    return None;
                }
            }
            Some(_) => return None,
        }
        if self.items.is_none() || self.in_items {
            self.lines += 1;
        }
        Some(())
    }
}

/// Whether a line is a plain key with a value, or with one below it.
fn is_member(line: &[u8]) -> bool {
    let key = line
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    line.get(key) == Some(&b':') && matches!(line.get(key + 1), None | Some(b' '))
}

/// Whether there may be an anchor or an alias in the line: one stands where a value may begin.
fn may_refer(line: &[u8]) -> bool {
    memchr::memchr2_iter(b'&', b'*', line).any(|at| {
        let before = line[..at].trim_ascii_end().last();
        let begins = before.is_none_or(|byte| b":-?[{,".contains(byte));
        begins && line.get(at + 1).is_some_and(|byte| !byte.is_ascii_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain_items(text: &[u8]) -> Option<Range<usize>> {
        let mut plain = PlainItems::default();
        plain.look(text, 0..text.len());
        plain.finish(text.len())
    }

    #[test]
    fn lists_as_kubectl_prints_them_are_plain() {
        let text = b"---\napiVersion: v1\nitems:\n- a: 1\n  b: |\n    x && y\n\n    * z\n- c: '*'\nkind: List\nmetadata:\n  resourceVersion: \"\"\n";
        let items = plain_items(text).expect("a plain list");
        let mut pieces = PlainItems::default();
        let middle = line_end(text, text.len() / 2);
        assert!(pieces.look(text, 0..middle) && pieces.look(text, middle..text.len()));
        let before = memchr::memchr_iter(b'\n', &text[..items.end]).count();
        assert_eq!(pieces.lines, before as u64);
        assert_eq!(pieces.finish(text.len()), Some(items.clone()));
        assert_eq!(&text[items], b"- a: 1\n  b: |\n    x && y\n\n    * z\n- c: '*'\n");
    }

    #[test]
    fn everything_else_is_read_as_a_whole() {
        for text in [
            "a: 1\nb: 2\n",
            "items:\n  - a: 1\n",
            "items: []\n",
            "items:\n- a: &x 1\n- b: *x\n",
            "items:\n- a: [1, *x]\n",
            "items:\n- *x\n",
            "items:\n- a: 1\nitems:\n- b: 2\n",
            "items:\n- a: 1\n\"kind\": List\n",
            "items:\n- a: 1\n--- \n",
            "items:\n-a: 1\n",
            "- items:\n",
            "{items:\n- a: 1\n}\n",
        ] {
            assert_eq!(plain_items(text.as_bytes()), None, "{text}");
        }
    }
}
