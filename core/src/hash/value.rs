use crate::sorted::sort_by;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A JSON value. Members are sorted by their names and each is there once, so that equal values are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// Any other number, as it is written.
    Number(Box<str>),
    /// A text.
    Text(Box<str>),
    /// A list.
    List(Vec<Value>),
    /// A mapping.
    Map(Members),
}

/// The members of a mapping, sorted by the bytes of their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Members(Vec<(Box<str>, Value)>);

/// What kind of value it is, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A mapping.
    Map,
}

impl Value {
    /// A text.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// What kind of value it is.
    pub fn shape(&self) -> Shape {
        match self {
            Value::Null => Shape::Null,
            Value::Bool(_) => Shape::Bool,
            Value::Int(_) | Value::Number(_) => Shape::Number,
            Value::Text(_) => Shape::Text,
            Value::List(_) => Shape::List,
            Value::Map(_) => Shape::Map,
        }
    }

    /// Its text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Its members; none where it is no mapping.
    pub fn members(&self) -> &[(Box<str>, Value)] {
        match self {
            Value::Map(members) => &members.0,
            _ => &[],
        }
    }

    /// Its elements; none where it is no list.
    pub fn elements(&self) -> &[Value] {
        match self {
            Value::List(elements) => elements,
            _ => &[],
        }
    }

    /// The member `name`, if this is a mapping that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Map(members) => members.get(name),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        match self {
            Value::Map(members) => members.get_mut(name),
            _ => None,
        }
    }

    /// Its members, after it was made a mapping if it is none.
    pub fn as_map_mut(&mut self) -> &mut Members {
        if !matches!(self, Value::Map(_)) {
            *self = Value::Map(Members::default());
        }
        match self {
            Value::Map(members) => members,
            _ => unreachable!("it is a mapping now"),
        }
    }

    /// The member at the end of a way of names.
    pub fn at(&self, way: &[&str]) -> Option<&Value> {
        way.iter().try_fold(self, |value, name| value.get(name))
    }
}

impl Members {
    /// Members in any order; of two with the same name the later one stays.
    pub fn new(mut members: Vec<(Box<str>, Value)>) -> Self {
        let sorted = members.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !sorted {
            sort_by(&mut members, |a, b| a.0.cmp(&b.0));
            members.reverse();
            members.dedup_by(|a, b| a.0 == b.0);
            members.reverse();
        }
        Members(members)
    }

    /// The members in the order of their names.
    pub fn iter(&self) -> core::slice::Iter<'_, (Box<str>, Value)> {
        self.0.iter()
    }

    /// The members, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Value)> {
        self.0.iter_mut().map(|(name, value)| (&**name, value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| (**other).cmp(name))
    }

    /// The member `name`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.place(name).ok().map(|place| &self.0[place].1)
    }

    /// The member `name`, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        let place = self.place(name).ok()?;
        Some(&mut self.0[place].1)
    }

    /// Sets the member `name`.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.place(name) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (name.into(), value)),
        }
    }

    /// Takes the member `name` out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let place = self.place(name).ok()?;
        Some(self.0.remove(place).1)
    }

    /// The members of the member `name`, which becomes a mapping if it is none.
    pub fn map_mut(&mut self, name: &str) -> &mut Members {
        let place = match self.place(name) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (name.into(), Value::Null));
                place
            }
        };
        self.0[place].1.as_map_mut()
    }

    /// Keeps the members that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &mut Value) -> bool) {
        self.0.retain_mut(|(name, value)| keep(name, value));
    }
}

impl From<Vec<(Box<str>, Value)>> for Value {
    fn from(members: Vec<(Box<str>, Value)>) -> Self {
        Value::Map(Members::new(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn members_are_sorted_and_the_last_of_a_name_stays() {
        let int = |name: &str, value| (name.into(), Value::Int(value));
        let members = Members::new(vec![int("b", 1), int("a", 2), int("b", 3), int("aa", 4)]);
        let listed: Vec<(&str, &Value)> = members.iter().map(|(name, value)| (&**name, value)).collect();
        assert_eq!(
            listed,
            [
                ("a", &Value::Int(2)),
                ("aa", &Value::Int(4)),
                ("b", &Value::Int(3))
            ]
        );
        assert_eq!(members.get("b"), Some(&Value::Int(3)));
        assert_eq!(members.get("c"), None);
    }
}
