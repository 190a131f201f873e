use super::number::go_float;
use super::object::TemplateObject;
use crate::error::{Expected, Found, LoadError, Problem};
use crate::input::{Chatter, Context, Documents, Key, Segment, Source, of_source, read_source};
use crate::limits::{Limit, Limits};
use kubeloupe_core::hash::Value;
use kubeloupe_core::object::Names;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Members of an object that a template, its owner or its label can be in. All others are passed over, the contents of
/// Secrets among them.
const WANTED: [&str; 6] = ["apiVersion", "kind", "metadata", "spec", "status", "template"];

/// Reads every object with a pod template in `sources`: Deployments, ReplicaSets, DaemonSets, StatefulSets,
/// ReplicationControllers, Jobs, CronJobs, PodTemplates, and bare templates.
///
/// # Errors
/// Where a source cannot be read, is beyond a limit, or holds no template.
pub fn read_templates(sources: &[Source<'_>], limits: Limits) -> Result<Vec<TemplateObject>, LoadError> {
    let mut names = Names::default();
    let mut context = Context::new(&mut names, limits);
    let mut found = Vec::new();
    for source in sources {
        let before = found.len();
        let mut reader = Reader {
            context: &mut context,
            found: &mut found,
            source: source.name,
        };
        read_source(*source, &mut reader)?;
        if found.len() == before {
            return Err(of_source(source.name, Problem::NoTemplate));
        }
    }
    Ok(found)
}

struct Reader<'c, 'n, 's> {
    context: &'c mut Context<'n>,
    found: &'c mut Vec<TemplateObject>,
    source: &'s str,
}

impl<'n> Documents<'n> for Reader<'_, 'n, '_> {
    fn context(&mut self) -> &mut Context<'n> {
        self.context
    }

    fn document<'de, D: Deserializer<'de>>(&mut self, _: u32, input: D) -> Result<(), D::Error> {
        let document = Document {
            context: self.context,
            found: self.found,
            source: self.source,
        };
        document.deserialize(input)
    }

    fn chatter(&mut self, _: u64, _: Chatter) {}

    fn stray(&mut self, _: u64) {}

    fn graph(&mut self, _: &[u8]) {}

    // Objects in a list are read one by one all the same.
    fn begin(&mut self, _: u32, _: bool) -> bool {
        false
    }

    fn member<'de, A: MapAccess<'de>>(&mut self, _: &str, map: &mut A) -> Result<(), A::Error> {
        map.next_value::<IgnoredAny>().map(drop)
    }

    fn begin_items(&mut self) {}

    fn element<'de, D: Deserializer<'de>>(&mut self, _: u32, input: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(input).map(drop)
    }

    fn end<E: Error>(&mut self) -> Result<(), E> {
        Ok(())
    }

    fn has_unplaced(&mut self) -> bool {
        false
    }

    fn place(&mut self, _: u64) {}
}

/// An object, or a list of them.
struct Document<'c, 'n, 's> {
    context: &'c mut Context<'n>,
    found: &'c mut Vec<TemplateObject>,
    source: &'s str,
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Kubernetes object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut members = Vec::new();
        let mut values = self.context.limits.get(Limit::TemplateValues);
        while let Some(key) = map.next_key_seed(Key)? {
            let read = if key == "items" {
                map.next_value_seed(Document {
                    context: self.context,
                    found: self.found,
                    source: self.source,
                })
            } else if WANTED.contains(&&*key) {
                let tree = Tree {
                    context: self.context,
                    values: &mut values,
                };
                map.next_value_seed(tree)
                    .map(|value| members.push((Box::from(&*key), value)))
            } else {
                map.next_value::<IgnoredAny>().map(drop)
            };
            if let Err(error) = read {
                self.context.passed(Segment::Field(key.into_owned()));
                return Err(error);
            }
        }
        if let Some(object) = TemplateObject::of(&Value::from(members), self.source) {
            self.found.push(object);
            self.context.check(Limit::Objects, self.found.len())?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            let element = Document {
                context: self.context,
                found: self.found,
                source: self.source,
            };
            match list.next_element_seed(element) {
                Ok(Some(())) => index += 1,
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.context.passed(Segment::Index(index));
                    return Err(error);
                }
            }
        }
    }

    crate::input::passed_over!();
}

/// Any value, as it is.
struct Tree<'c, 'n> {
    context: &'c mut Context<'n>,
    /// How many values the object may still have.
    values: &'c mut u64,
}

impl<'de> DeserializeSeed<'de> for Tree<'_, '_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Value, D::Error> {
        match self.values.checked_sub(1) {
            Some(left) => *self.values = left,
            None => {
                return Err(self.context.fail(Problem::Limit {
                    limit: Limit::TemplateValues,
                    value: self.context.limits.get(Limit::TemplateValues),
                }));
            }
        }
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Int(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(match i64::try_from(value) {
            Ok(value) => Value::Int(value),
            Err(_) => Value::Number(value.to_string().into()),
        })
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value.to_string().into()))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number(value.to_string().into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(go_float(value).into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        // What kubectl takes for a text and the parser for a number that is too large, such as `1e999`: how it was written
        // is gone, and a hash of anything else would be wrong.
        if self.context.yaml && matches!(text, ".inf" | "-.inf" | ".nan") {
            return Err(self.context.wrong(Expected::Text, Found::Number));
        }
        Ok(Value::text(text))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        loop {
            let element = Tree {
                context: self.context,
                values: self.values,
            };
            match list.next_element_seed(element) {
                Ok(Some(value)) => elements.push(value),
                Ok(None) => return Ok(Value::List(elements)),
                Err(error) => {
                    self.context.passed(Segment::Index(elements.len()));
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members: Vec<(Box<str>, Value)> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let value = Tree {
                context: self.context,
                values: self.values,
            };
            match map.next_value_seed(value) {
                Ok(value) => members.push((Box::from(&*key), value)),
                Err(error) => {
                    self.context.passed(Segment::Field(key.into_owned()));
                    return Err(error);
                }
            }
        }
        Ok(Value::from(members))
    }
}
