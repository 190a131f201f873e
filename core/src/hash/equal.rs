use super::decode::member_type;
use super::leaf::{Leaf, leaf};
use super::normalise::drop_hash_label;
use super::prepare::Prepared;
use super::schema::{self, Kind, Type, type_at};
use super::{Quantity, Value};
use alloc::string::String;
use core::fmt::Write as _;

impl Prepared {
    /// Whether the API would call both templates equal, the label `pod-template-hash` aside: `EqualIgnoreHash` (HS-6).
    /// Quantities count by number, nil and empty lists and mappings are the same, nil pointers are not those to zero.
    pub fn equals_ignoring_hash(&self, other: &Prepared) -> bool {
        let without = |value: &Value| {
            let mut value = value.clone();
            drop_hash_label(&mut value);
            value
        };
        let (ours, theirs) = (without(&self.value), without(&other.value));
        equal(type_at(schema::ROOT), Some(&ours), Some(&theirs), self.minor)
    }

    /// A digest of everything but the labels and finalizers, the same for templates that the API would call equal but for
    /// those: whoever keeps no template can still compare by it.
    pub fn content_digest(&self) -> u128 {
        let mut value = self.value.clone();
        if let Some(Value::Map(metadata)) = value.get_mut("metadata") {
            metadata.remove("labels");
            metadata.remove("finalizers");
        }
        let mut text = String::new();
        normal_form(type_at(schema::ROOT), Some(&value), self.minor, &mut text);
        let (mut low, mut high) = (0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142_u64);
        for byte in text.bytes() {
            low = (low ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            high = (high.rotate_left(31) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (u128::from(high) << 64) | u128::from(low)
    }
}

/// Writes a decoded value so that equal ones, and only those, are written alike; what is the same as nothing is nothing.
fn normal_form(of: &Type, value: Option<&Value>, minor: u32, out: &mut String) {
    match leaf(of) {
        Some(Leaf::Quantity) => return out.push_str(&quantity(value).plain()),
        Some(Leaf::IntOrString | Leaf::Time | Leaf::ManagedFields) => return scalar(value, out),
        None => {}
    }
    let before = out.len();
    match of.kind {
        Kind::Pointer(target) => {
            if !matches!(value, None | Some(Value::Null)) {
                out.push('*');
                normal_form(type_at(target), value, minor, out);
            }
        }
        Kind::Struct(..) => {
            for (name, value) in members(value) {
                let Some(of) = member_type(of, name, minor) else {
                    continue;
                };
                let start = out.len();
                out.push_str(name);
                out.push('=');
                let named = out.len();
                normal_form(of, Some(value), minor, out);
                if out.len() == named {
                    out.truncate(start);
                } else {
                    out.push(';');
                }
            }
            if out.len() > before {
                out.insert(before, '{');
                out.push('}');
            }
        }
        Kind::Slice(element) => {
            for value in elements(value) {
                out.push('-');
                normal_form(type_at(element), Some(value), minor, out);
                out.push(',');
            }
        }
        Kind::Map(_, element) => {
            for (key, value) in members(value) {
                text(key, out);
                normal_form(type_at(element), Some(value), minor, out);
                out.push(',');
            }
        }
        _ => scalar(value, out),
    }
}

fn scalar(value: Option<&Value>, out: &mut String) {
    // Writing into a string cannot fail.
    let _ = match value {
        None | Some(Value::Null) => Ok(()),
        Some(Value::Bool(value)) => write!(out, "{value}"),
        Some(Value::Int(int)) => write!(out, "{int}"),
        Some(Value::Number(number)) => write!(out, "#{number}"),
        Some(Value::Text(value)) => {
            text(value, out);
            Ok(())
        }
        // No leaf is either.
        Some(Value::List(_) | Value::Map(_)) => Ok(()),
    };
}

/// A text with its length before it, so that no text can end another one.
fn text(text: &str, out: &mut String) {
    let _ = write!(out, "{}:{text}", text.len());
}

/// Semantic equality of two decoded values of one type.
pub(super) fn equal(of: &Type, a: Option<&Value>, b: Option<&Value>, minor: u32) -> bool {
    if let Some(leaf) = leaf(of) {
        return match leaf {
            Leaf::Quantity => quantity(a).compare(&quantity(b)).is_eq(),
            Leaf::IntOrString | Leaf::Time | Leaf::ManagedFields => a == b,
        };
    }
    match of.kind {
        Kind::Pointer(target) => match (a, b) {
            (None | Some(Value::Null), None | Some(Value::Null)) => true,
            (Some(_), Some(_)) => equal(type_at(target), a, b, minor),
            _ => false,
        },
        Kind::Struct(..) => {
            let (a, b) = (members(a), members(b));
            a.iter().chain(b).all(|(name, _)| {
                let member = |members: &[(alloc::boxed::Box<str>, Value)]| {
                    let place = members.iter().position(|(other, _)| other == name);
                    place.map(|place| members[place].1.clone())
                };
                let (a, b) = (member(a), member(b));
                member_type(of, name, minor).is_none_or(|of| equal(of, a.as_ref(), b.as_ref(), minor))
            })
        }
        Kind::Slice(element) => {
            let (a, b) = (elements(a), elements(b));
            let same = |(a, b)| equal(type_at(element), Some(a), Some(b), minor);
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        Kind::Map(_, element) => {
            let (a, b) = (members(a), members(b));
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.0 == b.0 && equal(type_at(element), Some(&a.1), Some(&b.1), minor))
        }
        _ => a == b,
    }
}

fn quantity(value: Option<&Value>) -> Quantity {
    // What was decoded is readable.
    let text = value.and_then(Value::as_text);
    text.and_then(|text| Quantity::parse(text).ok())
        .unwrap_or_default()
}

fn members(value: Option<&Value>) -> &[(alloc::boxed::Box<str>, Value)] {
    value.map_or(&[], Value::members)
}

fn elements(value: Option<&Value>) -> &[Value] {
    value.map_or(&[], Value::elements)
}
