use crate::error::Place;

/// Counts lines on the way through a text, each byte once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    offset: usize,
    newlines: u64,
}

impl Lines {
    /// The line of the byte at `offset`, from 1. Offsets that do not go back cost what is between them.
    pub(super) fn at(&mut self, bytes: &[u8], offset: usize) -> u64 {
        if offset < self.offset {
            *self = Lines::default();
        }
        self.newlines += count(&bytes[self.offset..offset]);
        self.offset = offset;
        1 + self.newlines
    }
}

/// Line and column of the byte at `offset`.
pub(super) fn place_of(source: &str, document: u32, bytes: &[u8], offset: usize) -> Place {
    let before = &bytes[..offset];
    Place {
        source: source.to_owned(),
        document,
        line: 1 + count(before),
        column: 1 + (offset - line_start(bytes, offset)) as u64,
    }
}

/// Where the line that `offset` is in begins.
pub(super) fn line_start(bytes: &[u8], offset: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[..offset]).map_or(0, |at| at + 1)
}

/// Where the line that `offset` is in ends, its newline included.
pub(super) fn line_end(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr(b'\n', &bytes[offset..]).map_or(bytes.len(), |length| offset + length + 1)
}

/// Whether a line begins with the `marker` of a document (`---`, `...`), alone or before a space.
pub(super) fn has_marker(line: &[u8], marker: &[u8; 3]) -> bool {
    line.strip_prefix(marker)
        .is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

fn count(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_forwards_and_backwards() {
        let text = b"a\nbb\n\nc";
        let mut lines = Lines::default();
        let counted = [0, 1, 2, 4, 5, 6, 3, 0].map(|offset| lines.at(text, offset));
        assert_eq!(counted, [1, 1, 2, 2, 3, 4, 2, 1]);
        let ends = [0, 1, 2, 5, 6].map(|offset| (line_start(text, offset), line_end(text, offset)));
        assert_eq!(ends, [(0, 2), (0, 2), (2, 5), (5, 6), (6, 7)]);
        let place = place_of("x", 3, text, 3);
        assert_eq!((place.line, place.column, place.document), (2, 2, 3));
    }
}
