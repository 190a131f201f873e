use super::{WireError, WireProblem};
use kubeloupe_core::object::{Name, Names};
use serde_json::{Map, Value};

/// A JSON value with the way to it, for errors.
#[derive(Clone)]
pub(super) struct Member<'a> {
    pub(super) value: &'a Value,
    way: String,
}

const NULL: &Value = &Value::Null;

impl<'a> Member<'a> {
    /// The member `way` of whatever is around it.
    pub(super) fn new(value: &'a Value, way: &str) -> Self {
        Member {
            value,
            way: way.to_owned(),
        }
    }

    /// One of its members; what is not there is `null`.
    pub(super) fn get(&self, name: &str) -> Member<'a> {
        let value = self.value.get(name).unwrap_or(NULL);
        let way = if self.way.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.way)
        };
        Member { value, way }
    }

    /// One of its members, if it is there at all, be it `null`.
    pub(super) fn find(&self, name: &str) -> Option<Member<'a>> {
        self.value.get(name).map(|_| self.get(name))
    }

    pub(super) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub(super) fn wrong(&self, problem: WireProblem) -> WireError {
        WireError {
            field: self.way.clone(),
            problem,
        }
    }

    fn expected(&self, what: &'static str) -> WireError {
        self.wrong(WireProblem::Expected(what))
    }

    /// A text, or `None` for `null`.
    pub(super) fn text(&self) -> Result<Option<&'a str>, WireError> {
        match self.value {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text)),
            _ => Err(self.expected("a text")),
        }
    }

    /// The name of a text; `null` is the empty one.
    pub(super) fn name(&self, names: &mut Names) -> Result<Name, WireError> {
        Ok(self.text()?.map_or(Name::EMPTY, |text| names.intern(text)))
    }

    /// `true` or `false`, or `None` for `null`.
    pub(super) fn boolean(&self) -> Result<Option<bool>, WireError> {
        match self.value {
            Value::Null => Ok(None),
            Value::Bool(value) => Ok(Some(*value)),
            _ => Err(self.expected("true or false")),
        }
    }

    /// A whole number, or `None` for `null`.
    pub(super) fn integer(&self) -> Result<Option<i64>, WireError> {
        match self.value {
            Value::Null => Ok(None),
            value => value
                .as_i64()
                .map(Some)
                .ok_or_else(|| self.expected("a whole number")),
        }
    }

    /// A resourceVersion. One that is no number is no version of any object.
    pub(super) fn version(&self) -> Result<Option<u64>, WireError> {
        Ok(self
            .text()?
            .filter(|text| !text.is_empty())
            .map(|text| text.parse().unwrap_or(u64::MAX)))
    }

    /// The elements of a list; `null` has none.
    pub(super) fn elements(&self) -> Result<impl Iterator<Item = Member<'a>> + use<'a>, WireError> {
        let elements = match self.value {
            Value::Null => &[],
            Value::Array(elements) => elements.as_slice(),
            _ => return Err(self.expected("a list")),
        };
        let way = self.way.clone();
        let member = move |(number, value)| Member {
            value,
            way: format!("{way}[{number}]"),
        };
        Ok(elements.iter().enumerate().map(member))
    }

    /// The members of a mapping; `null` has none.
    pub(super) fn members(&self) -> Result<impl Iterator<Item = (&'a str, Member<'a>)> + use<'a>, WireError> {
        let members = match self.value {
            Value::Null => None,
            Value::Object(members) => Some(members),
            _ => return Err(self.expected("a mapping")),
        };
        let way = self.way.clone();
        let pairs = members.into_iter().flat_map(Map::iter);
        Ok(pairs.map(move |(key, value)| {
            (
                key.as_str(),
                Member {
                    value,
                    way: format!("{way}.{key}"),
                },
            )
        }))
    }
}
