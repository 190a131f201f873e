use super::parse_duration;
use crate::error::{Expected, Problem, Vocabulary, nearest};
use crate::input::{Context, refuse};
use kubeloupe_core::object::Duration;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, Visitor};
use std::fmt;

/// The error for a member that does not exist.
pub(super) fn unknown_field<E: Error>(
    context: &mut Context<'_>,
    name: &str,
    known: &'static [&'static str],
) -> E {
    let name = crate::input::excerpt(name);
    let nearest = nearest(&name, known);
    context.fail(Problem::UnknownField { name, nearest, known })
}

/// The error for a word that is none of `known`.
pub(super) fn unknown_word<E: Error>(
    context: &mut Context<'_>,
    vocabulary: Vocabulary,
    word: &str,
    known: &'static [&'static str],
) -> E {
    let word = crate::input::excerpt(word);
    let nearest = nearest(&word, known);
    context.fail(Problem::UnknownWord {
        vocabulary,
        word,
        nearest,
        known,
    })
}

/// A word of a vocabulary.
pub(super) struct Word<'c, 'n> {
    pub(super) context: &'c mut Context<'n>,
    pub(super) vocabulary: Vocabulary,
    pub(super) known: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for Word<'_, '_> {
    type Value = &'static str;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Word<'_, '_> {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        match self.known.iter().find(|known| **known == word) {
            Some(known) => Ok(known),
            None => Err(unknown_word(self.context, self.vocabulary, word, self.known)),
        }
    }

    refuse!(Expected::Text => Bool Number Null List Mapping);
}

/// A span of time; a bare number is in seconds.
pub(super) struct Span<'c, 'n> {
    pub(super) context: &'c mut Context<'n>,
}

impl<'de> DeserializeSeed<'de> for Span<'_, '_> {
    type Value = Duration;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Duration, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Span<'_, '_> {
    type Value = Duration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a span of time")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Duration, E> {
        match parse_duration(text) {
            Some(span) if span >= Duration::ZERO => Ok(span),
            _ => Err(self.context.unreadable(Expected::Duration, text)),
        }
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Duration, E> {
        match i64::try_from(seconds) {
            Ok(seconds) => Ok(Duration::from_secs(seconds)),
            Err(_) => Err(self.context.unreadable(Expected::Duration, &seconds.to_string())),
        }
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Duration, E> {
        if seconds >= 0 {
            Ok(Duration::from_secs(seconds))
        } else {
            Err(self.context.unreadable(Expected::Duration, &seconds.to_string()))
        }
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Duration, E> {
        const MOST: f64 = 9.0e9;
        if (0.0..MOST).contains(&seconds) {
            Ok(Duration((seconds * 1e9).round() as i64))
        } else {
            Err(self.context.unreadable(Expected::Duration, &seconds.to_string()))
        }
    }

    refuse!(Expected::Duration => Bool Null List Mapping);
}
