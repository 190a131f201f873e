use super::{Context, Segment, refuse};
use crate::error::Expected;
use crate::limits::Limit;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// The `visit_*` of scalars for a visitor that has no use for them.
macro_rules! passed_over {
    () => {
        fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
            Ok(())
        }
        fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
            Ok(())
        }
        fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
            Ok(())
        }
        fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<(), E> {
            Ok(())
        }
        fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<(), E> {
            Ok(())
        }
        fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
            Ok(())
        }
        fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<(), E> {
            Ok(())
        }
        fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
            Ok(())
        }
    };
}
pub(crate) use passed_over;

/// What a mapping is read into. It takes the value of every member, or ignores it.
pub(crate) trait Fields<'de> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error>;
}

/// What a list is read into.
pub(crate) trait Element<'de> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error>;
}

/// Reads a mapping into `fields`; `null` is a mapping without members.
pub(crate) struct Members<'c, 'n, F> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) fields: &'c mut F,
    /// Anything but a mapping is passed over instead of refused.
    pub(crate) loose: bool,
}

/// Reads a list into `element`; `null` is the empty list.
pub(crate) struct Elements<'c, 'n, T> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) element: &'c mut T,
    /// How long the list may be.
    pub(crate) limit: Limit,
    /// Anything but a list is passed over instead of refused.
    pub(crate) loose: bool,
}

impl<'c, 'n, F> Members<'c, 'n, F> {
    pub(crate) fn strict(context: &'c mut Context<'n>, fields: &'c mut F) -> Self {
        Members {
            context,
            fields,
            loose: false,
        }
    }

    pub(crate) fn loose(context: &'c mut Context<'n>, fields: &'c mut F) -> Self {
        Members {
            context,
            fields,
            loose: true,
        }
    }
}

impl<'c, 'n, T> Elements<'c, 'n, T> {
    pub(crate) fn strict(context: &'c mut Context<'n>, element: &'c mut T, limit: Limit) -> Self {
        Elements {
            context,
            element,
            limit,
            loose: false,
        }
    }

    pub(crate) fn loose(context: &'c mut Context<'n>, element: &'c mut T, limit: Limit) -> Self {
        Elements {
            context,
            element,
            limit,
            loose: true,
        }
    }
}

impl<'de, F: Fields<'de>> DeserializeSeed<'de> for Members<'_, '_, F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        if self.loose {
            input.deserialize_any(Loose(self))
        } else {
            input.deserialize_any(self)
        }
    }
}

impl<'de, F: Fields<'de>> Visitor<'de> for Members<'_, '_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Members { context, fields, .. } = self;
        while let Some(key) = map.next_key_seed(Key)? {
            if let Err(error) = fields.field(context, &key, &mut map) {
                context.passed(Segment::Field(key.into_owned()));
                return Err(error);
            }
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    refuse!(Expected::Mapping => Bool Number Text List);
}

impl<'de, T: Element<'de>> DeserializeSeed<'de> for Elements<'_, '_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        if self.loose {
            input.deserialize_any(Loose(self))
        } else {
            input.deserialize_any(self)
        }
    }
}

impl<'de, T: Element<'de>> Visitor<'de> for Elements<'_, '_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Elements {
            context,
            element,
            limit,
            ..
        } = self;
        let mut index = 0;
        loop {
            match list.next_element_seed(OneElement { context, element }) {
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

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    refuse!(Expected::List => Bool Number Text Mapping);
}

/// Takes what the visitor inside takes, and passes over everything else.
struct Loose<V>(V);

impl<'de, F: Fields<'de>> Visitor<'de> for Loose<Members<'_, '_, F>> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.0.visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        IgnoredAny.visit_seq(list).map(drop)
    }

    passed_over!();
}

impl<'de, T: Element<'de>> Visitor<'de> for Loose<Elements<'_, '_, T>> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        IgnoredAny.visit_map(map).map(drop)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.visit_seq(list)
    }

    passed_over!();
}

/// Hands one element of a list to an [`Element`].
pub(crate) struct OneElement<'c, 'n, T> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) element: &'c mut T,
}

impl<'de, T: Element<'de>> DeserializeSeed<'de> for OneElement<'_, '_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
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
