use super::{Context, Erased, Failed, Seed, Token};
use crate::dump::parse_timestamp;
use crate::error::{Expected, Problem};
use crate::limits::Limit;
use kubeloupe_core::object::Name;
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

impl Seed for Text<'_, '_> {
    type Value = Name;

    fn read(self, input: Erased<'_, '_>) -> Result<Name, Failed> {
        let Text { context, limit } = self;
        let yaml = context.yaml;
        let take = |token: Token<'_, '_>| match token {
            Token::Text(text) => {
                context.check(limit, text.len())?;
                Ok(context.names.intern(text))
            }
            Token::Null => Ok(Name::EMPTY),
            other => Err(context.wrong(Expected::Text, other.found())),
        };
        // `1234e567` is a text there, and would be infinite as a number.
        if yaml {
            input.optional_text(take)
        } else {
            input.any(take)
        }
    }
}

impl Seed for Owned<'_, '_> {
    type Value = String;

    fn read(self, input: Erased<'_, '_>) -> Result<String, Failed> {
        let Owned { context } = self;
        input.any(|token| match token {
            Token::Text(text) => {
                context.check(Limit::MessageBytes, text.len())?;
                Ok(text.to_owned())
            }
            Token::Null => Ok(String::new()),
            other => Err(context.wrong(Expected::Text, other.found())),
        })
    }
}

impl Seed for Bool<'_, '_> {
    type Value = Option<bool>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<bool>, Failed> {
        let Bool { context } = self;
        input.any(|token| match token {
            Token::Bool(value) => Ok(Some(value)),
            Token::Null => Ok(None),
            other => Err(context.wrong(Expected::Bool, other.found())),
        })
    }
}

impl Seed for Integer<'_, '_> {
    type Value = Option<i64>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<i64>, Failed> {
        let Integer { context } = self;
        input.any(|token| {
            let (value, found): (Option<i64>, &dyn fmt::Display) = match &token {
                Token::Null => return Ok(None),
                Token::Signed(value) => return Ok(Some(*value)),
                Token::Unsigned(value) => (i64::try_from(*value).ok(), value),
                Token::Float(value) => (whole(*value), value),
                Token::Huge(text) => (None, text),
                other => return Err(context.wrong(Expected::Integer, other.found())),
            };
            match value {
                Some(value) => Ok(Some(value)),
                None => Err(context.unreadable(Expected::Integer, &found.to_string())),
            }
        })
    }
}

impl Seed for Whole<'_, '_> {
    type Value = Option<u64>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<u64>, Failed> {
        let Whole {
            context, least, most, ..
        } = self;
        input.any(|token| {
            let (value, found): (Option<u64>, &dyn fmt::Display) = match &token {
                Token::Null => return Ok(None),
                Token::Unsigned(value) => (Some(*value), value),
                Token::Signed(value) => (u64::try_from(*value).ok(), value),
                Token::Float(value) => (whole(*value).and_then(|value| u64::try_from(value).ok()), value),
                Token::Huge(text) => (None, text),
                other => return Err(context.wrong(Expected::Integer, other.found())),
            };
            match value {
                Some(value) if (least..=most).contains(&value) => Ok(Some(value)),
                _ => {
                    let found = found.to_string();
                    Err(context.fail(Problem::OutOfRange { least, most, found }))
                }
            }
        })
    }
}

impl Seed for Timestamp<'_, '_> {
    type Value = Option<i64>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<i64>, Failed> {
        let Timestamp { context } = self;
        input.any(|token| match token {
            Token::Text(text) => {
                parse_timestamp(text).map_err(|_| context.unreadable(Expected::Timestamp, text))
            }
            Token::Null => Ok(None),
            other => Err(context.wrong(Expected::Timestamp, other.found())),
        })
    }
}

/// `value` without a fraction, where it is that of a whole number that floats hold exactly.
fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}

impl Seed for LooseText<'_, '_> {
    type Value = Option<Name>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<Name>, Failed> {
        let LooseText { context, limit } = self;
        input.any(|token| match token {
            Token::Text(text) => {
                context.check(limit, text.len())?;
                Ok(Some(context.names.intern(text)))
            }
            other => other.pass_over().map(|()| None),
        })
    }
}

impl Seed for LooseBool {
    type Value = Option<bool>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<bool>, Failed> {
        input.any(|token| match token {
            Token::Bool(value) => Ok(Some(value)),
            other => other.pass_over().map(|()| None),
        })
    }
}

impl Seed for LooseInteger {
    type Value = Option<i64>;

    fn read(self, input: Erased<'_, '_>) -> Result<Option<i64>, Failed> {
        input.any(|token| match token {
            Token::Signed(value) => Ok(Some(value)),
            Token::Unsigned(value) => Ok(i64::try_from(value).ok()),
            Token::Float(value) => Ok(whole(value)),
            other => other.pass_over().map(|()| None),
        })
    }
}
