//! What reads, without a parser's types and without serde's: serde's traits would be written anew for each thing that is
//! read, a dozen functions each time. A [`Seed`] gets one [`Token`] instead.

use super::{Erased, ErasedList, ErasedMapping, Failed, Hint, Input, List, Mapping, Sink};
use crate::error::Found;

/// A value, as far as it was read.
pub(crate) enum Token<'t, 'de> {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    /// A whole number that 64 bits do not hold, in digits.
    Huge(&'t str),
    Float(f64),
    Text(&'t str),
    List(ErasedList<'t, 'de>),
    Mapping(ErasedMapping<'t, 'de>),
}

/// What reads a value.
pub(crate) trait Seed {
    /// What it makes of it.
    type Value;
    fn read(self, input: Erased<'_, '_>) -> Result<Self::Value, Failed>;
}

impl Token<'_, '_> {
    /// Its type, for messages.
    pub(crate) fn found(&self) -> Found {
        match self {
            Token::Null => Found::Null,
            Token::Bool(_) => Found::Bool,
            Token::Signed(_) | Token::Unsigned(_) | Token::Huge(_) | Token::Float(_) => Found::Number,
            Token::Text(_) => Found::Text,
            Token::List(_) => Found::List,
            Token::Mapping(_) => Found::Mapping,
        }
    }

    /// Reads over what is in it.
    pub(crate) fn pass_over(self) -> Result<(), Failed> {
        match self {
            Token::List(list) => while list.0.element(&mut ignore)? {},
            Token::Mapping(mapping) => {
                while mapping.0.key(&mut ignore)? {
                    mapping.0.value(&mut ignore)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Reads over a value.
fn ignore(input: &mut dyn Input<'_>) -> Result<(), Failed> {
    input.read(Hint::Ignored, &mut Taking(&mut |token| token.pass_over()))
}

impl<'de> Erased<'_, 'de> {
    /// Reads it, whatever it is.
    pub(crate) fn any<T>(self, take: impl FnOnce(Token<'_, 'de>) -> Result<T, Failed>) -> Result<T, Failed> {
        self.hinted(Hint::Any, take)
    }

    /// Reads it where it should be a text, or nothing: asked so, a parser of YAML gives plain scalars as they are written,
    /// and refuses those that YAML takes for something else.
    pub(crate) fn optional_text<T>(
        self,
        take: impl FnOnce(Token<'_, 'de>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        self.hinted(Hint::Optional, take)
    }

    fn hinted<T>(
        self,
        hint: Hint,
        take: impl FnOnce(Token<'_, 'de>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let (mut take, mut value) = (Some(take), None);
        let mut once = |token: Token<'_, 'de>| {
            let take = take.take().ok_or_else(Failed::default)?;
            value = Some(take(token)?);
            Ok(())
        };
        self.0.read(hint, &mut Taking(&mut once))?;
        value.ok_or_else(Failed::default)
    }

    /// Reads over it.
    pub(crate) fn ignore(self) -> Result<(), Failed> {
        ignore(self.0)
    }
}

impl ErasedList<'_, '_> {
    /// Reads the next element, if there is one.
    pub(crate) fn read<S: Seed>(&mut self, seed: S) -> Result<Option<S::Value>, Failed> {
        let (mut seed, mut value) = (Some(seed), None);
        self.0.element(&mut |input| {
            let seed = seed.take().ok_or_else(Failed::default)?;
            value = Some(seed.read(Erased(input))?);
            Ok(())
        })?;
        Ok(value)
    }
}

impl ErasedMapping<'_, '_> {
    /// Puts the next key in place of `key`. Returns whether there is any.
    pub(crate) fn key(&mut self, key: &mut String) -> Result<bool, Failed> {
        self.0.key(&mut |input| {
            let mut take = |token: Token<'_, '_>| match token {
                Token::Text(text) => {
                    key.clear();
                    key.push_str(text);
                    Ok(())
                }
                _ => Err(Failed("a key is a text".to_owned())),
            };
            input.read(Hint::Text, &mut Taking(&mut take))
        })
    }

    /// Reads the value of that key.
    pub(crate) fn read<S: Seed>(&mut self, seed: S) -> Result<S::Value, Failed> {
        let (mut seed, mut value) = (Some(seed), None);
        self.0.value(&mut |input| {
            let seed = seed.take().ok_or_else(Failed::default)?;
            value = Some(seed.read(Erased(input))?);
            Ok(())
        })?;
        value.ok_or_else(Failed::default)
    }

    /// Reads over the value of that key.
    pub(crate) fn ignore(&mut self) -> Result<(), Failed> {
        self.0.value(&mut ignore)
    }
}

/// Hands on what a parser has.
struct Taking<'t, 'de>(&'t mut dyn FnMut(Token<'_, 'de>) -> Result<(), Failed>);

impl<'de> Sink<'de> for Taking<'_, 'de> {
    fn bool(&mut self, value: bool) -> Result<(), Failed> {
        (self.0)(Token::Bool(value))
    }

    fn i64(&mut self, value: i64) -> Result<(), Failed> {
        (self.0)(Token::Signed(value))
    }

    fn u64(&mut self, value: u64) -> Result<(), Failed> {
        (self.0)(Token::Unsigned(value))
    }

    fn i128(&mut self, value: i128) -> Result<(), Failed> {
        (self.0)(Token::Huge(&value.to_string()))
    }

    fn u128(&mut self, value: u128) -> Result<(), Failed> {
        (self.0)(Token::Huge(&value.to_string()))
    }

    fn f64(&mut self, value: f64) -> Result<(), Failed> {
        (self.0)(Token::Float(value))
    }

    fn text(&mut self, text: &str) -> Result<(), Failed> {
        (self.0)(Token::Text(text))
    }

    fn borrowed(&mut self, text: &'de str) -> Result<(), Failed> {
        (self.0)(Token::Text(text))
    }

    fn unit(&mut self) -> Result<(), Failed> {
        (self.0)(Token::Null)
    }

    fn none(&mut self) -> Result<(), Failed> {
        (self.0)(Token::Null)
    }

    fn some(&mut self, input: &mut dyn Input<'de>) -> Result<(), Failed> {
        // Only whoever may read a text asks whether there is something.
        input.read(Hint::Text, self)
    }

    fn list(&mut self, list: &mut dyn List<'de>) -> Result<(), Failed> {
        (self.0)(Token::List(ErasedList(list)))
    }

    fn mapping(&mut self, mapping: &mut dyn Mapping<'de>) -> Result<(), Failed> {
        (self.0)(Token::Mapping(ErasedMapping(mapping)))
    }
}
