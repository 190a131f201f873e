/// What the bytes of a text are.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Decoded {
    /// UTF-8 from this byte on, after a byte-order mark. It is not checked here, since most of a JSON dump is passed
    /// over unread.
    Utf8 { from: usize },
    /// Converted from UTF-16.
    Converted(Vec<u8>),
}

/// How `bytes` become UTF-8 without a byte-order mark. PowerShell's `>` writes UTF-16, with a mark or without one;
/// `None` where that is broken, or where it is UTF-32.
pub(super) fn decode(bytes: &[u8]) -> Option<Decoded> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => None,
        [0xef, 0xbb, 0xbf, ..] => Some(Decoded::Utf8 { from: 3 }),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // Whatever Kubernetes prints begins with ASCII, of which UTF-16 fills up the other half with zeros.
        [1..=255, 0, 1..=255, 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, 1..=255, 0, 1..=255, ..] => utf16(bytes, u16::from_be_bytes),
        _ => Some(Decoded::Utf8 { from: 0 }),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Decoded> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(Decoded::Converted(text.ok()?.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf16_of_both_ends_is_converted_with_a_mark_and_without() {
        for text in ["\u{feff}{}ä😀", "{}ä😀"] {
            for bytes in [units(text, u16::to_le_bytes), units(text, u16::to_be_bytes)] {
                let converted = Decoded::Converted("{}ä😀".as_bytes().to_vec());
                assert_eq!(decode(&bytes), Some(converted), "{bytes:?}");
            }
        }
    }

    #[test]
    fn utf8_stays_where_it_is_and_the_rest_is_refused() {
        assert_eq!(decode(b"\xef\xbb\xbf{}"), Some(Decoded::Utf8 { from: 3 }));
        assert_eq!(decode(b"{}"), Some(Decoded::Utf8 { from: 0 }));
        assert_eq!(decode(b""), Some(Decoded::Utf8 { from: 0 }));
        let half: Vec<u8> = units("{}", u16::to_le_bytes)[..3].to_vec();
        let lone = units("\u{feff}{", u16::to_le_bytes)
            .into_iter()
            .chain([0, 0xd8])
            .collect();
        for bytes in [b"\xff\xfe{".to_vec(), lone, b"\xff\xfe\0\0{\0\0\0".to_vec()] {
            assert_eq!(decode(&bytes), None, "{bytes:?}");
        }
        assert_eq!(decode(&half), Some(Decoded::Utf8 { from: 0 }));
    }
}
