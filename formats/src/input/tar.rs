//! The headers of tar archives: POSIX ustar with pax records, and GNU's long names.

/// Bytes of a header, and what contents are filled up to a multiple of.
pub(super) const BLOCK: usize = 512;

/// One entry of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    /// A device, a pipe, a sparse file.
    Special,
    /// Its content is the name of the next entry.
    LongName,
    /// Its content are pax records about the next entry.
    Records,
    /// Its content is about nothing that matters here.
    Ignored,
}

/// Whether `block` is the header of an archive that names its format, and its checksum is right.
pub(super) fn is_header(block: &[u8]) -> bool {
    block.get(257..262) == Some(b"ustar")
        && block
            .first_chunk::<BLOCK>()
            .is_some_and(|block| parse(block).is_some())
}

/// The header that `block` is; `None` where its checksum is wrong.
pub(super) fn parse(block: &[u8; BLOCK]) -> Option<Header> {
    let spaces = u64::from(b' ') * 8;
    let sum: u64 = block.iter().map(|&byte| u64::from(byte)).sum();
    let own: u64 = block[148..156].iter().map(|&byte| u64::from(byte)).sum();
    if number(&block[148..156])? != sum - own + spaces {
        return None;
    }
    let mut name = text(&block[..100]);
    let prefix = text(&block[345..500]);
    // GNU's own format has other things there.
    if &block[257..263] == b"ustar\0" && !prefix.is_empty() {
        name = format!("{prefix}/{name}");
    }
    Some(Header {
        name,
        size: number(&block[124..136])?,
        kind: match block[156] {
            b'0' | b'7' | 0 => Kind::File,
            b'5' => Kind::Folder,
            b'1' | b'2' => Kind::Link,
            b'L' => Kind::LongName,
            b'x' => Kind::Records,
            b'g' | b'K' => Kind::Ignored,
            _ => Kind::Special,
        },
    })
}

/// `path` and `size` of pax records: `LENGTH KEY=VALUE\n`, where the length counts all of it.
pub(super) fn records(mut bytes: &[u8]) -> (Option<String>, Option<u64>) {
    let (mut path, mut size) = (None, None);
    while let Some(space) = bytes.iter().position(|&byte| byte == b' ') {
        let length = std::str::from_utf8(&bytes[..space])
            .ok()
            .and_then(|text| text.parse::<usize>().ok());
        let Some(record) = length.and_then(|length| bytes.get(space + 1..length)) else {
            break;
        };
        bytes = &bytes[space + 1 + record.len()..];
        let record = record.strip_suffix(b"\n").unwrap_or(record);
        if let Some(value) = record.strip_prefix(b"path=") {
            path = Some(String::from_utf8_lossy(value).into_owned());
        } else if let Some(value) = record.strip_prefix(b"size=") {
            size = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
        }
    }
    (path, size)
}

/// A text that ends with a zero or with its field.
pub(super) fn text(field: &[u8]) -> String {
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

/// Octal digits, or GNU's binary numbers.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        let bytes = &field[field.len() - 8..];
        return Some(bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)));
    }
    let digits = field.trim_ascii_start();
    let end = digits
        .iter()
        .position(|byte| !(b'0'..=b'7').contains(byte))
        .unwrap_or(digits.len());
    if digits[end..].iter().any(|&byte| byte != b' ' && byte != 0) {
        return None;
    }
    Some(
        digits[..end]
            .iter()
            .fold(0, |value, &digit| value << 3 | u64::from(digit - b'0')),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_far_as_they_are_whole() {
        assert_eq!(
            records(b"27 path=namespaces/a/b.yaml\n12 size=123\n"),
            (Some("namespaces/a/b.yaml".to_owned()), None),
            "a length that is wrong ends them"
        );
        assert_eq!(
            records(b"28 path=namespaces/a/b.yaml\n12 size=123\n"),
            (Some("namespaces/a/b.yaml".to_owned()), Some(123))
        );
        for broken in [&b"99 path=x\n"[..], b"x path=y\n", b"3 ", b"", b"0 a", b"2 a"] {
            assert_eq!(records(broken), (None, None), "{broken:?}");
        }
    }

    #[test]
    fn numbers_are_octal_or_binary() {
        assert_eq!(number(b"0000644\0"), Some(0o644));
        assert_eq!(number(b"   644 \0"), Some(0o644));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\x01\0"), Some(256));
        assert_eq!(number(b"\0\0\0\0"), Some(0));
        assert_eq!(number(b"12x4\0"), None);
    }
}
