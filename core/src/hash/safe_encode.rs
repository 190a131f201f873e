//! `rand.SafeEncodeString`: texts made of characters that spell no words (HS-1).

use alloc::string::String;

const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

/// Each character of `text`, taken modulo 27, as a character of the alphabet. The result has as many bytes as `text`:
/// where characters have several, NULs fill it up at the end.
pub fn safe_encode(text: &str) -> String {
    let mut encoded: String = text
        .chars()
        .map(|character| char::from(ALPHABET[character as usize % ALPHABET.len()]))
        .collect();
    while encoded.len() < text.len() {
        encoded.push('\0');
    }
    encoded
}

/// The decimal number that was encoded: digits are encoded one to one. `None` where a character is that of no digit,
/// the number does not fit into 32 bits, or is not written as a number would be.
pub fn safe_decode(hash: &str) -> Option<u32> {
    let mut number: u32 = 0;
    for byte in hash.bytes() {
        let digit = (b'0'..=b'9').find(|digit| ALPHABET[usize::from(*digit) % ALPHABET.len()] == byte)?;
        number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
    }
    let zero = ALPHABET[usize::from(b'0') % ALPHABET.len()];
    let written_as_numbers_are = hash.len() == 1 || hash.bytes().next().is_some_and(|first| first != zero);
    written_as_numbers_are.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn known_values() {
        assert_eq!(safe_encode("2355974484"), "6799fc88d8");
        assert_eq!(safe_encode("3706112918"), "7c4b556f5d");
        assert_eq!(safe_decode("6799fc88d8"), Some(2_355_974_484));
    }

    #[test]
    fn numbers_come_back_and_nothing_else_does() {
        for number in [0, 1, 9, 10, 1_234_567_890, u32::MAX] {
            assert_eq!(safe_decode(&safe_encode(&number.to_string())), Some(number));
        }
        for no_hash in ["", "z", "44", "45", &safe_encode("4294967296"), "6799fc88d8x"] {
            assert_eq!(safe_decode(no_hash), None, "{no_hash}");
        }
    }
}
