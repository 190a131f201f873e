//! JSON as Go writes a template, and as the data of revisions holds it (HS-19 … HS-21).

use super::decode::ZERO_TIME;
use super::leaf::{Leaf, leaf};
use super::prepare::Prepared;
use super::schema::{self, Kind, Type, type_at};
use super::{Members, Quantity, Value};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// How whole numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integers {
    /// As they are.
    Exact,
    /// After having been a 64-bit float, as in the revisions of StatefulSets: 9223372036854775807 is written
    /// 9223372036854776000.
    Float64,
}

impl Prepared {
    /// The template as Go's JSON encoder writes it in this version: what the API shows.
    pub fn encoded(&self) -> Value {
        let encoder = Encoder { minor: self.minor };
        Value::Map(encoder.members(type_at(schema::ROOT), self.value.members()))
    }
}

struct Encoder {
    minor: u32,
}

impl Encoder {
    fn members(&self, of: &Type, members: &[(Box<str>, Value)]) -> Members {
        let mut written = Vec::new();
        self.append(of, members, &mut written);
        Members::new(written)
    }

    fn append(&self, of: &Type, members: &[(Box<str>, Value)], written: &mut Vec<(Box<str>, Value)>) {
        for field in schema::fields(of, self.minor) {
            let field_type = type_at(field.of);
            if field.is_inline() {
                self.append(field_type, members, written);
                continue;
            }
            let value = members.iter().find(|(name, _)| **name == *field.json);
            let value = value
                .map(|(_, value)| value)
                .filter(|value| **value != Value::Null);
            if field.json.is_empty() || field.json == "-" {
                continue;
            }
            if field.omits_empty() && is_empty(field_type, value) {
                continue;
            }
            // HS-21: from 1.34 a zero creation time is left out, as other empty members are.
            let zero_time = leaf(field_type) == Some(Leaf::Time) && is_zero_time(value);
            if zero_time && self.minor >= 34 {
                continue;
            }
            written.push((field.json.into(), self.value(field_type, value)));
        }
    }

    fn value(&self, of: &Type, value: Option<&Value>) -> Value {
        match leaf(of) {
            Some(Leaf::Quantity) => {
                let text = value.and_then(Value::as_text);
                // What was decoded is readable.
                let quantity = text
                    .and_then(|text| Quantity::parse(text).ok())
                    .unwrap_or_default();
                return Value::text(&quantity.canonical());
            }
            Some(Leaf::IntOrString) => return value.cloned().unwrap_or(Value::Int(0)),
            Some(Leaf::Time) if is_zero_time(value) => return Value::Null,
            Some(Leaf::Time) => return value.cloned().unwrap_or_default(),
            Some(Leaf::ManagedFields) => return Value::Null,
            None => {}
        }
        match (of.kind, value) {
            (Kind::Bool, value) => Value::Bool(value == Some(&Value::Bool(true))),
            (Kind::String, value) => Value::text(value.and_then(Value::as_text).unwrap_or_default()),
            (Kind::Struct(..), value) => Value::Map(self.members(of, value.map_or(&[], Value::members))),
            (Kind::Pointer(target), Some(_)) => self.value(type_at(target), value),
            (Kind::Slice(element), Some(Value::List(elements))) => {
                let element = type_at(element);
                Value::List(
                    elements
                        .iter()
                        .map(|value| self.value(element, Some(value)))
                        .collect(),
                )
            }
            (Kind::Map(_, element), Some(Value::Map(members))) => {
                let element = type_at(element);
                let entry =
                    |(key, value): &(Box<str>, Value)| (key.clone(), self.value(element, Some(value)));
                Value::from(members.iter().map(entry).collect::<Vec<_>>())
            }
            (Kind::Pointer(_) | Kind::Slice(_) | Kind::Map(..) | Kind::Opaque, _) => Value::Null,
            // Numbers.
            (_, value) => value.cloned().unwrap_or(Value::Int(0)),
        }
    }
}

fn is_zero_time(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.as_text() == Some(ZERO_TIME))
}

/// What `omitempty` leaves out; never a struct.
fn is_empty(of: &Type, value: Option<&Value>) -> bool {
    match (of.kind, value) {
        (Kind::Struct(..), _) => false,
        (Kind::Slice(_), Some(Value::List(elements))) => elements.is_empty(),
        (Kind::Map(..), Some(Value::Map(members))) => members.is_empty(),
        // Decoding leaves out zero values of all other types.
        (_, value) => value.is_none(),
    }
}

/// Writes a value as Go's `json.Marshal` does: no spaces, names in the order of their bytes, and characters that HTML
/// would take for markup escaped.
pub fn go_json(value: &Value, integers: Integers) -> String {
    let mut text = String::new();
    write(value, integers, &mut text);
    text
}

fn write(value: &Value, integers: Integers, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        // Writing into a string cannot fail.
        Value::Int(int) => {
            let _ = match integers {
                Integers::Exact => write!(out, "{int}"),
                Integers::Float64 => write!(out, "{}", *int as f64),
            };
        }
        Value::Number(text) => out.push_str(text),
        Value::Text(text) => write_text(text, out),
        Value::List(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(element, integers, out);
            }
            out.push(']');
        }
        Value::Map(members) => {
            out.push('{');
            for (index, (name, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_text(name, out);
                out.push(':');
                write(value, integers, out);
            }
            out.push('}');
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let _ = match character {
            '"' => out.write_str("\\\""),
            '\\' => out.write_str("\\\\"),
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            '\u{8}' => out.write_str("\\b"),
            '\u{c}' => out.write_str("\\f"),
            '<' | '>' | '&' | '\0'..='\u{1f}' | '\u{2028}' | '\u{2029}' => {
                write!(out, "\\u{:04x}", u32::from(character))
            }
            other => out.write_char(other),
        };
    }
    out.push('"');
}
