use super::decode::member_type;
use super::leaf::{Leaf, leaf};
use super::normalise::drop_hash_label;
use super::prepare::Prepared;
use super::schema::{self, Kind, Type, type_at};
use super::{Quantity, Value};

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
