use super::{Context, refuse};
use crate::dump::parse_timestamp;
use crate::error::{Expected, Problem};
use crate::limits::Limit;
use kubeloupe_core::object::Name;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A text, interned; `null` is the empty one, as it is in Go.
pub(crate) struct Text<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) limit: Limit,
}

/// A text that is kept as it is; `null` is the empty one.
pub(crate) struct Owned<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
}

/// `true`, `false`, or `null` for neither.
pub(crate) struct Bool<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
}

/// A whole number, or `null` for none.
pub(crate) struct Integer<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
}

/// A whole number within bounds, or `null` for none.
pub(crate) struct Whole<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) least: u64,
    pub(crate) most: u64,
}

/// A time as the API writes it, in nanoseconds since 1970; `null` and Go's zero time are none.
pub(crate) struct Timestamp<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
}

/// A text if it is one; anything else is passed over. For members whose type the kind does not guarantee.
pub(crate) struct LooseText<'c, 'n> {
    pub(crate) context: &'c mut Context<'n>,
    pub(crate) limit: Limit,
}

/// A truth value if it is one.
pub(crate) struct LooseBool;

/// A whole number if it is one.
pub(crate) struct LooseInteger;

impl<'c, 'n> Text<'c, 'n> {
    pub(crate) fn new(context: &'c mut Context<'n>) -> Self {
        Text {
            context,
            limit: Limit::NameBytes,
        }
    }
}

impl<'c, 'n> LooseText<'c, 'n> {
    pub(crate) fn new(context: &'c mut Context<'n>) -> Self {
        LooseText {
            context,
            limit: Limit::NameBytes,
        }
    }
}

macro_rules! seed {
    ($($name:ident $(<$($life:lifetime),*>)? => $value:ty;)*) => {$(
        impl<'de $($(, $life)*)?> DeserializeSeed<'de> for $name $(<$($life),*>)? {
            type Value = $value;
            fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<$value, D::Error> {
                input.deserialize_any(self)
            }
        }
    )*};
}

seed! {
    Owned<'c, 'n> => String;
    Bool<'c, 'n> => Option<bool>;
    Integer<'c, 'n> => Option<i64>;
    Whole<'c, 'n> => Option<u64>;
    Timestamp<'c, 'n> => Option<i64>;
    LooseText<'c, 'n> => Option<Name>;
    LooseBool => Option<bool>;
    LooseInteger => Option<i64>;
}

impl<'de> DeserializeSeed<'de> for Text<'_, '_> {
    type Value = Name;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Name, D::Error> {
        if self.context.yaml {
            // Asked for a text, the parser gives plain scalars as they are written (`1234e567` is one, and would be
            // infinite as a number), and refuses those that YAML takes for something else.
            input.deserialize_option(self)
        } else {
            input.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for Text<'_, '_> {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
        self.context.check(self.limit, text.len())?;
        Ok(self.context.names.intern(text))
    }

    fn visit_unit<E: Error>(self) -> Result<Name, E> {
        Ok(Name::EMPTY)
    }

    fn visit_none<E: Error>(self) -> Result<Name, E> {
        Ok(Name::EMPTY)
    }

    fn visit_some<D: Deserializer<'de>>(self, input: D) -> Result<Name, D::Error> {
        input.deserialize_str(self)
    }

    refuse!(Expected::Text => Bool Number List Mapping);
}

impl<'de> Visitor<'de> for Owned<'_, '_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        self.context.check(Limit::MessageBytes, text.len())?;
        Ok(text.to_owned())
    }

    fn visit_unit<E: Error>(self) -> Result<String, E> {
        Ok(String::new())
    }

    refuse!(Expected::Text => Bool Number List Mapping);
}

impl<'de> Visitor<'de> for Bool<'_, '_> {
    type Value = Option<bool>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true or false")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<bool>, E> {
        Ok(Some(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Option<bool>, E> {
        Ok(None)
    }

    refuse!(Expected::Bool => Number Text List Mapping);
}

impl<'de> Visitor<'de> for Integer<'_, '_> {
    type Value = Option<i64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<i64>, E> {
        Ok(Some(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<i64>, E> {
        match i64::try_from(value) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(self.context.unreadable(Expected::Integer, &value.to_string())),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<i64>, E> {
        match whole(value) {
            Some(value) => Ok(Some(value)),
            None => Err(self.context.unreadable(Expected::Integer, &value.to_string())),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Option<i64>, E> {
        Ok(None)
    }

    refuse!(Expected::Integer => Bool Text List Mapping);
}

impl Whole<'_, '_> {
    #[cold]
    fn out_of_range<E: Error>(self, found: &dyn fmt::Display) -> E {
        let Whole {
            context, least, most, ..
        } = self;
        let found = found.to_string();
        context.fail(Problem::OutOfRange { least, most, found })
    }
}

impl<'de> Visitor<'de> for Whole<'_, '_> {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<u64>, E> {
        if (self.least..=self.most).contains(&value) {
            Ok(Some(value))
        } else {
            Err(self.out_of_range(&value))
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<u64>, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(self.out_of_range(&value)),
        }
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Option<u64>, E> {
        Err(self.out_of_range(&value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Option<u64>, E> {
        Err(self.out_of_range(&value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<u64>, E> {
        match whole(value) {
            Some(value) => self.visit_i64(value),
            None => Err(self.out_of_range(&value)),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Option<u64>, E> {
        Ok(None)
    }

    refuse!(Expected::Integer => Bool Text List Mapping);
}

impl<'de> Visitor<'de> for Timestamp<'_, '_> {
    type Value = Option<i64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<i64>, E> {
        parse_timestamp(text).map_err(|_| self.context.unreadable(Expected::Timestamp, text))
    }

    fn visit_unit<E: Error>(self) -> Result<Option<i64>, E> {
        Ok(None)
    }

    refuse!(Expected::Timestamp => Bool Number List Mapping);
}

/// `value` without a fraction, where it is that of a whole number that floats hold exactly.
fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}

macro_rules! loose {
    ($($type:ident)*) => { $(loose!(@$type);)* };
    (@Bool) => {
        fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
            Ok(None)
        }
    };
    (@Number) => {
        fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
            Ok(None)
        }
    };
    (@Text) => {
        fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
            Ok(None)
        }
    };
    (@Rest) => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("anything")
        }
        fn visit_i128<E: Error>(self, _: i128) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_u128<E: Error>(self, _: u128) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
            IgnoredAny.visit_seq(list)?;
            Ok(None)
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            IgnoredAny.visit_map(map)?;
            Ok(None)
        }
    };
}

impl<'de> Visitor<'de> for LooseText<'_, '_> {
    type Value = Option<Name>;

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<Name>, E> {
        self.context.check(self.limit, text.len())?;
        Ok(Some(self.context.names.intern(text)))
    }

    loose!(Bool Number Rest);
}

impl<'de> Visitor<'de> for LooseBool {
    type Value = Option<bool>;

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<bool>, E> {
        Ok(Some(value))
    }

    loose!(Number Text Rest);
}

impl<'de> Visitor<'de> for LooseInteger {
    type Value = Option<i64>;

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<i64>, E> {
        Ok(Some(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<i64>, E> {
        Ok(i64::try_from(value).ok())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<i64>, E> {
        Ok(whole(value))
    }

    loose!(Bool Text Rest);
}
