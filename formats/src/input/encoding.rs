use std::borrow::Cow;

/// `bytes` as UTF-8 without a byte-order mark. PowerShell's `>` writes UTF-16, which is converted; `None` where that is
/// broken. UTF-8 is not checked here, since most of a JSON dump is passed over unread.
pub(super) fn decode(bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => Some(Cow::Borrowed(rest)),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => Some(Cow::Borrowed(bytes)),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Cow<'static, [u8]>> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(Cow::Owned(text.ok()?.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_of_both_ends_is_converted() {
        let le: Vec<u8> = "\u{feff}{ä}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "\u{feff}{ä}".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&le).unwrap().as_ref(), "{ä}".as_bytes());
        assert_eq!(decode(&be).unwrap().as_ref(), "{ä}".as_bytes());
        assert_eq!(decode(b"\xff\xfe{"), None);
        assert_eq!(decode(b"\xef\xbb\xbf{}").unwrap().as_ref(), b"{}");
    }
}
