use super::lines::{has_marker, line_end};
use super::yaml::{read_element, read_members};
use super::{Documents, Segment};
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
    /// How many were read.
    count: u32,
}

impl OpenList {
    /// The list that the text at `start` is, if it is one that is worth it; a text that is not so plain is read as a whole.
    pub(super) fn of(text: &[u8], start: usize) -> Option<Self> {
        if text.len() < WORTH_IT {
            return None;
        }
        let items = plain_items(text)?;
        Some(OpenList {
            text: start..start + text.len(),
            items: start + items.start..start + items.end,
            count: 0,
        })
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
        let lines = memchr::memchr_iter(b'\n', &bytes[self.text.start..self.items.end]).count();
        let behind = Place {
            line: place.line + lines as u64,
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
        read_element(place, &element, index, documents, |context| {
            context.passed(Segment::Index(index as usize));
            context.passed(Segment::Field("items".to_owned()));
        })?;
        // What is at fault stays the next.
        self.items.start = end;
        self.count = self.count.saturating_add(1);
        Ok(false)
    }
}

/// Where the elements are, if the text is a mapping at the left margin with one `items`, whose elements are there too, and
/// nothing in it may be an anchor or an alias.
fn plain_items(text: &[u8]) -> Option<Range<usize>> {
    let (mut at, mut items) = (0, None::<Range<usize>>);
    let mut in_items = false;
    while at < text.len() {
        let next = line_end(text, at);
        let line = text[at..next].trim_ascii_end();
        if line.contains(&b'\t') && line.first() == Some(&b'\t') || may_refer(line) {
            return None;
        }
        match line.first() {
            None | Some(b' ' | b'#') => {}
            Some(b'-') if has_marker(line, b"---") => {
                if items.is_some() || line.len() > 3 {
                    return None;
                }
            }
            Some(b'-') if in_items => {
                if !matches!(line.get(1), None | Some(b' ')) {
                    return None;
                }
            }
            Some(b'A'..=b'Z' | b'a'..=b'z') => {
                if std::mem::take(&mut in_items)
                    && let Some(items) = &mut items
                {
                    items.end = at;
                }
                if line == b"items:" {
                    if items.is_some() || text.get(next) != Some(&b'-') {
                        return None;
                    }
                    in_items = true;
                    items = Some(next..text.len());
                } else if !is_member(line) {
                    return None;
                }
            }
            Some(_) => return None,
        }
        at = next;
    }
    items
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

    #[test]
    fn lists_as_kubectl_prints_them_are_plain() {
        let text = b"---\napiVersion: v1\nitems:\n- a: 1\n  b: |\n    x && y\n\n    * z\n- c: '*'\nkind: List\nmetadata:\n  resourceVersion: \"\"\n";
        let items = plain_items(text).expect("a plain list");
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
