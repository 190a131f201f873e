use super::parse_duration;
use crate::error::{Expected, Problem, Vocabulary, nearest};
use crate::input::{Context, Erased, Failed, Seed, Token};
use kubeloupe_core::object::Duration;
use std::fmt;

/// The error for a member that does not exist.
pub(super) fn unknown_field(context: &mut Context<'_>, name: &str, known: &'static [&'static str]) -> Failed {
    let name = crate::input::excerpt(name);
    let nearest = nearest(&name, known);
    context.fail(Problem::UnknownField { name, nearest, known })
}

/// The error for a word that is none of `known`.
pub(super) fn unknown_word(
    context: &mut Context<'_>,
    vocabulary: Vocabulary,
    word: &str,
    known: &'static [&'static str],
) -> Failed {
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

impl Seed for Word<'_, '_> {
    type Value = &'static str;

    fn read(self, input: Erased<'_, '_>) -> Result<Self::Value, Failed> {
        let Word {
            context,
            vocabulary,
            known,
        } = self;
        input.any(|token| match token {
            Token::Text(word) => match known.iter().find(|known| **known == word) {
                Some(known) => Ok(*known),
                None => Err(unknown_word(context, vocabulary, word, known)),
            },
            other => Err(context.wrong(Expected::Text, other.found())),
        })
    }
}

/// A span of time; a bare number is in seconds.
pub(super) struct Span<'c, 'n> {
    pub(super) context: &'c mut Context<'n>,
}

impl Seed for Span<'_, '_> {
    type Value = Duration;

    fn read(self, input: Erased<'_, '_>) -> Result<Duration, Failed> {
        let Span { context } = self;
        input.any(|token| span_of(context, token))
    }
}

/// The span of time that a value is.
pub(super) fn span_of(context: &mut Context<'_>, token: Token<'_, '_>) -> Result<Duration, Failed> {
    const MOST: f64 = 9.0e9;
    let (span, found): (Option<Duration>, &dyn fmt::Display) = match &token {
        Token::Text(text) => (parse_duration(text), text),
        Token::Unsigned(seconds) => (i64::try_from(*seconds).ok().map(Duration::from_secs), seconds),
        Token::Signed(seconds) => (Some(Duration::from_secs(*seconds)), seconds),
        Token::Float(seconds) => {
            let fits = (0.0..MOST).contains(seconds);
            (fits.then(|| Duration((seconds * 1e9).round() as i64)), seconds)
        }
        Token::Huge(text) => (None, text),
        other => return Err(context.wrong(Expected::Duration, other.found())),
    };
    match span {
        Some(span) if span >= Duration::ZERO => Ok(span),
        _ => Err(context.unreadable(Expected::Duration, &found.to_string())),
    }
}
