//! A parser's values without the parser's types.
//!
//! What reads an object would be generic over the parser, as serde's traits are, and the compiler would write it anew for
//! each, and for every wrapper in it. So all that is read goes through one [`Erased`] input, and a parser only costs what
//! hands its values to a [`Sink`]. What reads them is a [`Seed`], which gets one [`Token`].

mod token;

pub(crate) use token::{Seed, Token};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Reading failed. Why is in the context, in the parser's own error, which [`erase`] gives back, or here.
#[derive(Default, Debug)]
pub(crate) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl Error for Failed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Failed(message.to_string())
    }
}

/// What whoever reads expects, which a parser of YAML decides by what a plain scalar is.
#[derive(Clone, Copy)]
pub(super) enum Hint {
    Any,
    Text,
    Optional,
    /// The value is passed over.
    Ignored,
}

/// A value that was not read yet.
pub(super) trait Input<'de> {
    fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Result<(), Failed>;
}

/// Reads one value.
pub(super) type Read<'r, 'de> = &'r mut dyn FnMut(&mut dyn Input<'de>) -> Result<(), Failed>;

/// Takes a value.
pub(super) trait Sink<'de> {
    fn bool(&mut self, value: bool) -> Result<(), Failed>;
    fn i64(&mut self, value: i64) -> Result<(), Failed>;
    fn u64(&mut self, value: u64) -> Result<(), Failed>;
    fn i128(&mut self, value: i128) -> Result<(), Failed>;
    fn u128(&mut self, value: u128) -> Result<(), Failed>;
    fn f64(&mut self, value: f64) -> Result<(), Failed>;
    fn text(&mut self, text: &str) -> Result<(), Failed>;
    fn borrowed(&mut self, text: &'de str) -> Result<(), Failed>;
    fn unit(&mut self) -> Result<(), Failed>;
    fn none(&mut self) -> Result<(), Failed>;
    fn some(&mut self, input: &mut dyn Input<'de>) -> Result<(), Failed>;
    fn list(&mut self, list: &mut dyn List<'de>) -> Result<(), Failed>;
    fn mapping(&mut self, mapping: &mut dyn Mapping<'de>) -> Result<(), Failed>;
}

/// The elements of a list, one by one.
pub(super) trait List<'de> {
    /// Reads the next one. Returns whether there was any.
    fn element(&mut self, read: Read<'_, 'de>) -> Result<bool, Failed>;
}

/// The members of a mapping, one by one.
pub(super) trait Mapping<'de> {
    /// Reads the next key. Returns whether there was any.
    fn key(&mut self, read: Read<'_, 'de>) -> Result<bool, Failed>;
    /// Reads the value of that key.
    fn value(&mut self, read: Read<'_, 'de>) -> Result<(), Failed>;
}

/// Reads `input` without its type. The error is the parser's own where there is one.
pub(crate) fn erase<'de, D: Deserializer<'de>, T>(
    input: D,
    read: impl FnOnce(Erased<'_, 'de>) -> Result<T, Failed>,
) -> Result<T, D::Error> {
    let mut once = Once::new(input);
    let outcome = read(Erased(&mut once));
    or_parsers(outcome, once.error)
}

/// The error of the parser, or one with the message of `outcome` where the fault was found outside it.
fn or_parsers<T, E: Error>(outcome: Result<T, Failed>, error: Option<E>) -> Result<T, E> {
    outcome.map_err(|failed| error.unwrap_or_else(|| E::custom(failed)))
}

/// Keeps the error of a parser aside.
fn aside<T, E>(outcome: Result<T, E>, error: &mut Option<E>) -> Result<T, Failed> {
    outcome.map_err(|fault| {
        *error = Some(fault);
        Failed::default()
    })
}

/// A parser's value.
struct Once<D, E> {
    input: Option<D>,
    error: Option<E>,
}

impl<D, E> Once<D, E> {
    fn new(input: D) -> Self {
        Once {
            input: Some(input),
            error: None,
        }
    }
}

impl<'de, D: Deserializer<'de>> Input<'de> for Once<D, D::Error> {
    fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Result<(), Failed> {
        let Some(input) = self.input.take() else {
            return Err(Failed::default());
        };
        let push = Push(sink);
        let outcome = match hint {
            Hint::Any => input.deserialize_any(push),
            Hint::Text => input.deserialize_str(push),
            Hint::Optional => input.deserialize_option(push),
            Hint::Ignored => input.deserialize_ignored_any(push),
        };
        aside(outcome, &mut self.error)
    }
}

/// Hands what a parser has to a sink.
struct Push<'s, 'de>(&'s mut dyn Sink<'de>);

impl<'de> Visitor<'de> for Push<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.bool(value).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.0.i64(value).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.0.u64(value).map_err(E::custom)
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.0.i128(value).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.0.u128(value).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.f64(value).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.text(text).map_err(E::custom)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<(), E> {
        self.0.borrowed(text).map_err(E::custom)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.unit().map_err(E::custom)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.0.none().map_err(E::custom)
    }

    fn visit_some<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        let mut once = Once::new(input);
        let outcome = self.0.some(&mut once);
        or_parsers(outcome, once.error)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let mut list = Accessed { access, error: None };
        let outcome = self.0.list(&mut list);
        or_parsers(outcome, list.error)
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let mut mapping = Accessed { access, error: None };
        let outcome = self.0.mapping(&mut mapping);
        or_parsers(outcome, mapping.error)
    }
}

/// A parser's list or mapping.
struct Accessed<A, E> {
    access: A,
    error: Option<E>,
}

impl<'de, A: SeqAccess<'de>> List<'de> for Accessed<A, A::Error> {
    fn element(&mut self, read: Read<'_, 'de>) -> Result<bool, Failed> {
        let outcome = self.access.next_element_seed(Handed(read));
        Ok(aside(outcome, &mut self.error)?.is_some())
    }
}

impl<'de, A: MapAccess<'de>> Mapping<'de> for Accessed<A, A::Error> {
    fn key(&mut self, read: Read<'_, 'de>) -> Result<bool, Failed> {
        let outcome = self.access.next_key_seed(Handed(read));
        Ok(aside(outcome, &mut self.error)?.is_some())
    }

    fn value(&mut self, read: Read<'_, 'de>) -> Result<(), Failed> {
        let outcome = self.access.next_value_seed(Handed(read));
        aside(outcome, &mut self.error)
    }
}

struct Handed<'r, 'de>(Read<'r, 'de>);

impl<'de> DeserializeSeed<'de> for Handed<'_, 'de> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        let mut once = Once::new(input);
        let outcome = (self.0)(&mut once);
        or_parsers(outcome, once.error)
    }
}

/// A value of any parser.
pub(crate) struct Erased<'i, 'de>(&'i mut dyn Input<'de>);

impl<'i, 'de> Erased<'i, 'de> {
    /// A value that comes from no parser of serde's.
    pub(super) fn new(input: &'i mut dyn Input<'de>) -> Self {
        Erased(input)
    }
}

/// A list of any parser.
pub(crate) struct ErasedList<'l, 'de>(&'l mut dyn List<'de>);

/// A mapping of any parser.
pub(crate) struct ErasedMapping<'m, 'de>(&'m mut dyn Mapping<'de>);

/// A mapping of which the key was read already.
struct OneValue<'i, 'de>(&'i mut dyn Input<'de>);

impl<'de> Mapping<'de> for OneValue<'_, 'de> {
    fn key(&mut self, _: Read<'_, 'de>) -> Result<bool, Failed> {
        Ok(false)
    }

    fn value(&mut self, read: Read<'_, 'de>) -> Result<(), Failed> {
        read(self.0)
    }
}

impl<'de> Erased<'_, 'de> {
    /// Reads the value as that of a mapping's member whose key was read already.
    pub(crate) fn into_member<T>(
        self,
        read: impl FnOnce(&mut ErasedMapping<'_, 'de>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        read(&mut ErasedMapping(&mut OneValue(self.0)))
    }
}
