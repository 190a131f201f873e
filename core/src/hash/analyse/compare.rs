use super::{Explained, Part};
use crate::Map;
use alloc::string::String;
use alloc::vec::Vec;

/// A field that makes two dumps differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The way to it in JSON.
    pub field: String,
    /// The way to it in Go.
    pub go: String,
    /// What is dumped of it.
    pub dumped: Sides,
}

/// What the two sides dump of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Only the first has it: its version knows the field, or its list or mapping the entry.
    First(String),
    /// Only the second has it.
    Second(String),
    /// Both have it, and dump different texts.
    Both(String, String),
}

/// The fields that make two dumps differ, in the order of the first one; what only the second has comes last. A field
/// inside one that the other side does not have at all is not told again.
pub fn compare(first: &Explained, second: &Explained) -> Vec<Difference> {
    let (ours, theirs) = (places(first), places(second));
    let mut differences = Vec::new();
    let mut told = 0;
    for part in &first.parts {
        if part.start < told {
            continue;
        }
        let text = text_of(first, part);
        match theirs.get(part.go.as_str()).map(|&place| &second.parts[place]) {
            None => {
                told = part.end;
                differences.push(difference(part, Sides::First(text.into())));
            }
            Some(other) => {
                let other_text = text_of(second, other);
                if text == other_text {
                    told = part.end;
                } else if part.is_leaf || other.is_leaf {
                    told = part.end;
                    differences.push(difference(part, Sides::Both(text.into(), other_text.into())));
                }
            }
        }
    }
    let mut told = 0;
    for part in &second.parts {
        if part.start < told {
            continue;
        }
        match ours.get(part.go.as_str()).map(|&place| &first.parts[place]) {
            None => {
                told = part.end;
                differences.push(difference(part, Sides::Second(text_of(second, part).into())));
            }
            // Told from the other side.
            Some(other) if part.is_leaf || other.is_leaf => told = part.end,
            Some(_) => {}
        }
    }
    differences
}

fn places(explained: &Explained) -> Map<&str, usize> {
    let parts = explained.parts.iter().enumerate();
    parts.map(|(place, part)| (part.go.as_str(), place)).collect()
}

fn text_of<'e>(explained: &'e Explained, part: &Part) -> &'e str {
    &explained.text[part.start..part.end]
}

fn difference(part: &Part, dumped: Sides) -> Difference {
    Difference {
        field: part.field.clone(),
        go: part.go.clone(),
        dumped,
    }
}
