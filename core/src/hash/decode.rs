use super::leaf::{Leaf, leaf};
use super::schema::{self, Kind, NEWEST_MINOR, OLDEST_MINOR, Type, type_at};
use super::time::{parse_time, write_time};
use super::way::{Step, Way};
use super::{Expected, HashError, Members, Quantity, Value};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A template in the Go types of one version: fields that are zero are left out, nil and empty differ, quantities are
/// texts (`null` for one that was never set), times are as the API writes them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Decoded {
    pub(super) value: Value,
    /// The fields that the version does not have, and that vanish (DF-27).
    pub(super) unknown: Vec<String>,
}

/// Reads a template into the types of the version `1.minor`, as decoding JSON does.
pub(super) fn decode(template: &Value, minor: u32) -> Result<Decoded, HashError> {
    if !(OLDEST_MINOR..=NEWEST_MINOR).contains(&minor) {
        return Err(HashError::Version(minor));
    }
    if !matches!(template, Value::Map(_)) {
        return Err(HashError::NotATemplate(template.shape()));
    }
    let mut decoder = Decoder {
        minor,
        way: Way::default(),
        unknown: Vec::new(),
    };
    let value = decoder.value(type_at(schema::ROOT), template)?;
    Ok(Decoded {
        value: value.unwrap_or_else(|| Value::Map(Members::default())),
        unknown: decoder.unknown,
    })
}

struct Decoder<'v> {
    minor: u32,
    way: Way<'v>,
    unknown: Vec<String>,
}

impl<'v> Decoder<'v> {
    /// `None` where the value is the zero one, so that a field with it may be left out.
    fn value(&mut self, of: &Type, value: &'v Value) -> Result<Option<Value>, HashError> {
        if let Some(leaf) = leaf(of) {
            return self.leaf(leaf, value);
        }
        match of.kind {
            Kind::Pointer(target) => match value {
                Value::Null => Ok(None),
                value => {
                    let target = type_at(target);
                    let read = self.value(target, value)?;
                    // A pointer to the zero value is not nil.
                    Ok(Some(read.unwrap_or_else(|| zero(target))))
                }
            },
            _ if *value == Value::Null => Ok(None),
            Kind::Bool => match value {
                Value::Bool(value) => Ok(value.then_some(Value::Bool(true))),
                other => Err(self.wrong(Expected::Bool, other)),
            },
            Kind::Int32 => self.int(Expected::Int32, value, i32::MIN.into(), i32::MAX.into()),
            Kind::Int64 | Kind::Int => self.int(Expected::Int64, value, i64::MIN, i64::MAX),
            Kind::String => match value {
                Value::Text(text) if text.is_empty() => Ok(None),
                Value::Text(_) => Ok(Some(value.clone())),
                other => Err(self.wrong(Expected::Text, other)),
            },
            Kind::Struct(..) => match value {
                Value::Map(members) => self.members(of, members),
                other => Err(self.wrong(Expected::Map, other)),
            },
            Kind::Slice(element) => match value {
                Value::List(elements) => self.elements(type_at(element), elements).map(Some),
                other => Err(self.wrong(Expected::List, other)),
            },
            Kind::Map(_, element) => match value {
                Value::Map(members) => self.entries(type_at(element), members).map(Some),
                other => Err(self.wrong(Expected::Map, other)),
            },
            // No field that JSON can set has such a type.
            Kind::Uint | Kind::Uint8 | Kind::Uint64 | Kind::Opaque => {
                Err(HashError::Unsupported(self.way.text()))
            }
        }
    }

    fn int(
        &self,
        expected: Expected,
        value: &Value,
        least: i64,
        most: i64,
    ) -> Result<Option<Value>, HashError> {
        let number = |text| HashError::Number {
            field: self.way.text(),
            expected,
            text,
        };
        match value {
            Value::Int(0) => Ok(None),
            Value::Int(int) if (least..=most).contains(int) => Ok(Some(value.clone())),
            Value::Int(int) => Err(number(alloc::format!("{int}").into())),
            Value::Number(text) => Err(number(text.clone())),
            other => Err(self.wrong(expected, other)),
        }
    }

    fn members(&mut self, of: &Type, members: &'v Members) -> Result<Option<Value>, HashError> {
        let mut read = Vec::new();
        let minor = self.minor;
        for (name, value) in members.iter() {
            let Some(field_type) = member_type(of, name, minor) else {
                self.unknown.push(self.way.to_member(name));
                continue;
            };
            self.way.push(Step::Field(name));
            if let Some(value) = self.value(field_type, value)? {
                read.push((name.clone(), value));
            }
            self.way.pop();
        }
        Ok((!read.is_empty()).then(|| Value::Map(Members::new(read))))
    }

    fn elements(&mut self, of: &Type, elements: &'v [Value]) -> Result<Value, HashError> {
        let mut read = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            self.way.push(Step::Index(index));
            read.push(self.value(of, element)?.unwrap_or_else(|| zero(of)));
            self.way.pop();
        }
        Ok(Value::List(read))
    }

    fn entries(&mut self, of: &Type, members: &'v Members) -> Result<Value, HashError> {
        let mut read: Vec<(Box<str>, Value)> = Vec::with_capacity(members.len());
        for (key, value) in members.iter() {
            self.way.push(Step::Key(key));
            let value = self.value(of, value)?.unwrap_or_else(|| zero(of));
            read.push((key.clone(), value));
            self.way.pop();
        }
        Ok(Value::Map(Members::new(read)))
    }

    fn leaf(&mut self, leaf: Leaf, value: &Value) -> Result<Option<Value>, HashError> {
        if *value == Value::Null {
            return Ok(None);
        }
        match leaf {
            Leaf::Quantity => {
                let written;
                let text: &str = match value {
                    Value::Text(text) | Value::Number(text) => text,
                    Value::Int(int) => {
                        written = alloc::format!("{int}");
                        &written
                    }
                    other => return Err(self.wrong(Expected::Quantity, other)),
                };
                // Spaces around it are cut off; an escaped character is not, and a control character is always escaped.
                let text = text.trim_matches(|c: char| c.is_whitespace() && !c.is_control());
                match Quantity::parse(text) {
                    Ok(_) => Ok(Some(Value::text(text))),
                    Err(error) => Err(HashError::Quantity {
                        field: self.way.text(),
                        text: text.into(),
                        error,
                    }),
                }
            }
            Leaf::IntOrString => match value {
                Value::Text(_) => Ok(Some(value.clone())),
                Value::Int(_) | Value::Number(_) => {
                    self.int(Expected::Int32, value, i32::MIN.into(), i32::MAX.into())
                }
                other => Err(self.wrong(Expected::IntOrText, other)),
            },
            Leaf::Time => match value {
                Value::Text(text) => match parse_time(text) {
                    Some(unix_s) => {
                        let written = write_time(unix_s);
                        Ok((written != ZERO_TIME).then(|| Value::Text(written.into())))
                    }
                    None => Err(HashError::Time {
                        field: self.way.text(),
                        text: text.clone(),
                    }),
                },
                other => Err(self.wrong(Expected::Time, other)),
            },
            Leaf::ManagedFields => Err(HashError::Unsupported(self.way.text())),
        }
    }

    fn wrong(&self, expected: Expected, found: &Value) -> HashError {
        HashError::WrongType {
            field: self.way.text(),
            expected,
            found: found.shape(),
        }
    }
}

/// Go's zero time, which is no time at all.
pub(super) const ZERO_TIME: &str = "0001-01-01T00:00:00Z";

/// The zero value of a type, where it cannot be left out: as an element, or behind a pointer.
pub(super) fn zero(of: &Type) -> Value {
    match leaf(of) {
        Some(Leaf::Quantity) => return Value::Null,
        Some(Leaf::IntOrString) => return Value::Int(0),
        Some(Leaf::Time) => return Value::text(ZERO_TIME),
        Some(Leaf::ManagedFields) | None => {}
    }
    match of.kind {
        Kind::Bool => Value::Bool(false),
        Kind::Int32 | Kind::Int64 | Kind::Int | Kind::Uint | Kind::Uint8 | Kind::Uint64 => Value::Int(0),
        Kind::String => Value::text(""),
        Kind::Struct(..) => Value::Map(Members::default()),
        Kind::Pointer(_) | Kind::Slice(_) | Kind::Map(..) | Kind::Opaque => Value::Null,
    }
}

/// The type of the member `name` in JSON, looked for among the inlined structs too.
pub(super) fn member_type(of: &Type, name: &str, minor: u32) -> Option<&'static Type> {
    let mut inlined = None;
    for field in schema::fields(of, minor) {
        if field.is_inline() {
            inlined = inlined.or_else(|| member_type(type_at(field.of), name, minor));
        } else if field.json == name && !name.is_empty() {
            return Some(type_at(field.of));
        }
    }
    inlined
}
