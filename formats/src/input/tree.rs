use super::{Erased, Failed, Seed, Token};
use serde::de::Error;
use serde_json::{Map, Number, Value};

/// Any value, whole.
pub(crate) struct Tree;

impl Seed for Tree {
    type Value = Value;

    fn read(self, input: Erased<'_, '_>) -> Result<Value, Failed> {
        input.any(|token| match token {
            Token::Null => Ok(Value::Null),
            Token::Bool(value) => Ok(value.into()),
            Token::Signed(value) => Ok(value.into()),
            Token::Unsigned(value) => Ok(value.into()),
            Token::Huge(_) => Err(Failed::custom("JSON number out of range")),
            // JSON has no number that is infinite or none.
            Token::Float(value) => Ok(Number::from_f64(value).map_or(Value::Null, Value::Number)),
            Token::Text(text) => Ok(text.into()),
            Token::List(mut list) => {
                let mut elements = Vec::new();
                while let Some(element) = list.read(Tree)? {
                    elements.push(element);
                }
                Ok(Value::Array(elements))
            }
            Token::Mapping(mut map) => {
                let (mut members, mut key) = (Map::new(), String::new());
                while map.key(&mut key)? {
                    members.insert(key.clone(), map.read(Tree)?);
                }
                Ok(Value::Object(members))
            }
        })
    }
}
