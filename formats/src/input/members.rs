use super::{Context, Erased, ErasedList, ErasedMapping, Failed, Seed, Segment, Token};
use crate::error::Expected;
use crate::limits::Limit;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, Visitor};
use std::borrow::Cow;
use std::fmt;

/// What a mapping is read into. It takes the value of every member, or ignores it.
pub(crate) trait Fields {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed>;
}

/// What a list is read into.
pub(crate) trait Element {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed>;
}

/// Reads a mapping into `fields`; `null` is a mapping without members.
pub(crate) struct Members<'c, 'n> {
    context: &'c mut Context<'n>,
    fields: &'c mut dyn Fields,
    /// Anything but a mapping is passed over instead of refused.
    loose: bool,
}

/// Reads a list into `element`; `null` is the empty list.
pub(crate) struct Elements<'c, 'n> {
    context: &'c mut Context<'n>,
    element: &'c mut dyn Element,
    /// How long the list may be.
    limit: Limit,
    /// Anything but a list is passed over instead of refused.
    loose: bool,
}

impl<'c, 'n> Members<'c, 'n> {
    pub(crate) fn strict(context: &'c mut Context<'n>, fields: &'c mut dyn Fields) -> Self {
        Members {
            context,
            fields,
            loose: false,
        }
    }

    pub(crate) fn loose(context: &'c mut Context<'n>, fields: &'c mut dyn Fields) -> Self {
        Members {
            context,
            fields,
            loose: true,
        }
    }
}

impl<'c, 'n> Elements<'c, 'n> {
    pub(crate) fn strict(context: &'c mut Context<'n>, element: &'c mut dyn Element, limit: Limit) -> Self {
        Elements {
            context,
            element,
            limit,
            loose: false,
        }
    }

    pub(crate) fn loose(context: &'c mut Context<'n>, element: &'c mut dyn Element, limit: Limit) -> Self {
        Elements {
            context,
            element,
            limit,
            loose: true,
        }
    }
}

impl Seed for Members<'_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        let Members {
            context,
            fields,
            loose,
        } = self;
        input.any(|token| match token {
            Token::Mapping(mut map) => {
                let mut key = String::new();
                while map.key(&mut key)? {
                    if let Err(error) = fields.field(context, &key, &mut map) {
                        context.passed(Segment::Field(key));
                        return Err(error);
                    }
                }
                Ok(())
            }
            Token::Null => Ok(()),
            other if loose => other.pass_over(),
            other => Err(context.wrong(Expected::Mapping, other.found())),
        })
    }
}

impl Seed for Elements<'_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        input.any(|token| match token {
            Token::List(list) => self.of_list(list),
            Token::Null => Ok(()),
            other if self.loose => other.pass_over(),
            other => Err(self.context.wrong(Expected::List, other.found())),
        })
    }
}

impl Elements<'_, '_> {
    /// Reads a list that was begun.
    pub(crate) fn of_list(self, mut list: ErasedList<'_, '_>) -> Result<(), Failed> {
        let Elements {
            context,
            element,
            limit,
            ..
        } = self;
        let mut index = 0;
        loop {
            match list.read(OneElement { context, element }) {
                Ok(Some(())) => index += 1,
                Ok(None) => return Ok(()),
                Err(error) => {
                    context.passed(Segment::Index(index));
                    return Err(error);
                }
            }
            context.check(limit, index)?;
        }
    }
}

/// Hands one element of a list to an [`Element`].
struct OneElement<'e, 'n> {
    context: &'e mut Context<'n>,
    element: &'e mut dyn Element,
}

impl Seed for OneElement<'_, '_> {
    type Value = ();
    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.element.element(self.context, input)
    }
}

/// Reads the key of a member, borrowed where it can be.
pub(crate) struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key that is a text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}
