//! What a scalar is as a text, where that is not what it is otherwise.
//!
//! `deserialize_str` of the parser gives plain scalars as they are written and refuses those that YAML takes for something
//! else. A scalar can be asked once only, and it is asked what it is; the few of which that leaves open what they are as a
//! text are told apart here, by how they are spelled.

/// Whether a text may be one of which that is open: `0X1F`, which the parser refuses as a text and yet takes for one, or
/// the name of an infinite number.
pub(crate) fn is_open(text: &str) -> bool {
    let digits = unsigned(text).as_bytes();
    matches!(digits, [b'0', b'x' | b'X' | b'o' | b'O' | b'b' | b'B', ..]) || is_not_finite(text)
}

/// What the parser calls a number that is not finite.
fn is_not_finite(text: &str) -> bool {
    matches!(text, ".inf" | "-.inf" | ".nan")
}

/// What an open text is where a text is asked for.
pub(crate) enum Said {
    /// The same.
    Same,
    /// How it is spelled.
    Spelled,
    /// It is refused.
    Refused,
}

/// What the open `text` is as a text, which is spelled `source` and stands behind `before`.
pub(crate) fn text_as_text(text: &str, before: &str, source: &str, tag: Option<&str>) -> Said {
    if tag.is_some_and(|tag| tag.ends_with("float")) {
        return Said::Refused;
    }
    if source.starts_with(['"', '\'']) || is_block(before, source) || tag.is_some_and(is_string) {
        return Said::Same;
    }
    if is_not_finite(text) {
        return if unsigned(source).starts_with('.') {
            Said::Refused
        } else {
            // `1e999`, which is infinite as a number.
            Said::Spelled
        };
    }
    if is_whole(source) {
        Said::Refused
    } else {
        Said::Same
    }
}

/// Whether a number with this spelling is a text where one is asked for: with an underscore behind its prefix it is a
/// number to YAML 1.1 alone.
pub(crate) fn number_is_text(source: &str, tag: Option<&str>) -> bool {
    let digits = unsigned(source).as_bytes();
    let behind = match digits {
        [b'0', b'x' | b'o' | b'b', behind, ..] | [b'0', behind, ..] => *behind,
        _ => 0,
    };
    behind == b'_' && !tag.is_some_and(|tag| tag.starts_with("tag:yaml.org,2002:"))
}

/// Whether a scalar is a block, which begins below `|` or `>` and the words to it, and has its last line break where there
/// is one.
fn is_block(before: &str, source: &str) -> bool {
    let above = before.trim_end_matches([' ', '\t']);
    let header = above.lines().next_back().unwrap_or_default();
    let header = header.split(" #").next().unwrap_or_default().trim_end();
    let header = header.trim_end_matches(|letter: char| "+-".contains(letter) || letter.is_ascii_digit());
    source.ends_with('\n') || above.ends_with('\n') && header.ends_with(['|', '>'])
}

/// `!!str` and `!`, which make a text of anything.
fn is_string(tag: &str) -> bool {
    tag == "!" || tag.ends_with("str")
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

/// Whether a text is a whole number of 128 bits with a radix in front.
fn is_whole(text: &str) -> bool {
    let digits = unsigned(text);
    let radix = match digits.as_bytes().get(1) {
        Some(b'x' | b'X') => 16,
        Some(b'o' | b'O') => 8,
        _ => 2,
    };
    let Some(digits) = digits.get(2..) else {
        return false;
    };
    // An underscore stands between two digits.
    let apart = digits
        .split('_')
        .all(|part| !part.is_empty() && !part.contains(['+', '-']));
    let most = i128::MAX.unsigned_abs() + u128::from(text.starts_with('-'));
    apart && u128::from_str_radix(&digits.replace('_', ""), radix).is_ok_and(|value| value <= most)
}
