/// What a text in YAML holds, in its order; aliases and merge keys are replaced by what they stand for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event<'a> {
    /// `null`, `~`, or nothing.
    Null,
    /// Any of the words that YAML 1.1 takes for truth values.
    Bool(bool),
    /// A whole number from 0.
    Unsigned(u64),
    /// A whole number with a sign.
    Signed(i64),
    /// Any other number; never an infinite one, which is a text.
    Float(f64),
    /// A text.
    Text(&'a str),
    /// A text, but refused where one is asked for, since it was not quoted and others take it for a number.
    Unquoted(&'a str),
    /// The next event has this spelling, which it is where a text is asked for.
    Spelled(&'a str),
    /// A list: its elements follow, and [`Event::Close`].
    List,
    /// A mapping: its keys and values follow in turns, and [`Event::Close`].
    Mapping,
    /// The end of the innermost list or mapping.
    Close,
    /// The end of the text.
    End,
    /// The text cannot be read from here on.
    Fault {
        /// From 1; 0 where it is not known.
        line: u64,
        /// From 1; 0 where it is not known.
        column: u64,
        /// Why.
        fault: Fault<'a>,
    },
}

/// Why a text cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault<'a> {
    /// More than [`crate::Bounds::depth`].
    Depth,
    /// More than [`crate::Bounds::aliases`].
    Aliases,
    /// More than [`crate::Bounds::expansion`].
    Expansion,
    /// A number where a text was asked for.
    Number,
    /// A truth value or nothing where a text was asked for.
    Word,
    /// The text ends too early.
    Truncated,
    /// Anything else, in the parser's own words.
    Syntax(&'a str),
}

/// The bytes are no events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damaged;

const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const UNSIGNED: u8 = 3;
const SIGNED: u8 = 4;
const FLOAT: u8 = 5;
const TEXT: u8 = 6;
const UNQUOTED: u8 = 7;
const SPELLED: u8 = 8;
const LIST: u8 = 9;
const MAPPING: u8 = 10;
const CLOSE: u8 = 11;
const END: u8 = 12;
const DEPTH: u8 = 13;
const ALIASES: u8 = 14;
const EXPANSION: u8 = 15;
const NUMBER: u8 = 16;
const WORD: u8 = 17;
const TRUNCATED: u8 = 18;
const SYNTAX: u8 = 19;

/// Reads events.
#[derive(Clone, Debug)]
pub struct Events<'a> {
    rest: &'a [u8],
}

impl<'a> Events<'a> {
    /// The events that `bytes` are.
    pub fn new(bytes: &'a [u8]) -> Self {
        Events { rest: bytes }
    }

    /// The next event. Nothing may be read after [`Event::End`] or [`Event::Fault`].
    ///
    /// # Errors
    ///
    /// The bytes end there, or are something else.
    pub fn read(&mut self) -> Result<Event<'a>, Damaged> {
        let code = self.byte()?;
        Ok(match code {
            NULL => Event::Null,
            FALSE | TRUE => Event::Bool(code == TRUE),
            UNSIGNED => Event::Unsigned(self.number()?),
            SIGNED => Event::Signed(self.number()?.cast_signed()),
            FLOAT => Event::Float(f64::from_bits(self.number()?)),
            TEXT => Event::Text(self.text()?),
            UNQUOTED => Event::Unquoted(self.text()?),
            SPELLED => Event::Spelled(self.text()?),
            LIST => Event::List,
            MAPPING => Event::Mapping,
            CLOSE => Event::Close,
            END => Event::End,
            DEPTH..=SYNTAX => Event::Fault {
                line: self.number()?,
                column: self.number()?,
                fault: match code {
                    DEPTH => Fault::Depth,
                    ALIASES => Fault::Aliases,
                    EXPANSION => Fault::Expansion,
                    NUMBER => Fault::Number,
                    WORD => Fault::Word,
                    TRUNCATED => Fault::Truncated,
                    _ => Fault::Syntax(self.text()?),
                },
            },
            _ => return Err(Damaged),
        })
    }

    fn byte(&mut self) -> Result<u8, Damaged> {
        let (&first, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(first)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self) -> Result<u64, Damaged> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Damaged);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Damaged)
    }

    fn text(&mut self) -> Result<&'a str, Damaged> {
        let length = usize::try_from(self.number()?).map_err(|_| Damaged)?;
        let (text, rest) = self.rest.split_at_checked(length).ok_or(Damaged)?;
        self.rest = rest;
        std::str::from_utf8(text).map_err(|_| Damaged)
    }
}

/// Writes an event behind others.
#[cfg(feature = "parser")]
pub(crate) fn write(out: &mut Vec<u8>, event: Event<'_>) {
    match event {
        Event::Null => out.push(NULL),
        Event::Bool(value) => out.push(if value { TRUE } else { FALSE }),
        Event::Unsigned(value) => write_number(out, UNSIGNED, value),
        Event::Signed(value) => write_number(out, SIGNED, value.cast_unsigned()),
        Event::Float(value) => write_number(out, FLOAT, value.to_bits()),
        Event::Text(text) => write_text(out, TEXT, text),
        Event::Unquoted(text) => write_text(out, UNQUOTED, text),
        Event::Spelled(text) => write_text(out, SPELLED, text),
        Event::List => out.push(LIST),
        Event::Mapping => out.push(MAPPING),
        Event::Close => out.push(CLOSE),
        Event::End => out.push(END),
        Event::Fault { line, column, fault } => {
            let code = match fault {
                Fault::Depth => DEPTH,
                Fault::Aliases => ALIASES,
                Fault::Expansion => EXPANSION,
                Fault::Number => NUMBER,
                Fault::Word => WORD,
                Fault::Truncated => TRUNCATED,
                Fault::Syntax(_) => SYNTAX,
            };
            write_number(out, code, line);
            push_number(out, column);
            if let Fault::Syntax(words) = fault {
                push_text(out, words);
            }
        }
    }
}

#[cfg(feature = "parser")]
fn write_number(out: &mut Vec<u8>, code: u8, number: u64) {
    out.push(code);
    push_number(out, number);
}

#[cfg(feature = "parser")]
fn write_text(out: &mut Vec<u8>, code: u8, text: &str) {
    out.push(code);
    push_text(out, text);
}

#[cfg(feature = "parser")]
fn push_text(out: &mut Vec<u8>, text: &str) {
    push_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

#[cfg(feature = "parser")]
fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

#[cfg(all(test, feature = "parser"))]
mod tests {
    use super::*;

    const ALL: [Event<'static>; 26] = [
        Event::Null,
        Event::Bool(true),
        Event::Bool(false),
        Event::Unsigned(0),
        Event::Unsigned(127),
        Event::Unsigned(128),
        Event::Unsigned(u64::MAX),
        Event::Signed(-1),
        Event::Signed(i64::MIN),
        Event::Float(-0.0),
        Event::Float(1.5e300),
        Event::Text(""),
        Event::Text("a\nö"),
        Event::Unquoted("0X1F"),
        Event::Spelled("0_10"),
        Event::List,
        Event::Mapping,
        Event::Close,
        Event::End,
        fault(Fault::Depth),
        fault(Fault::Aliases),
        fault(Fault::Expansion),
        fault(Fault::Number),
        fault(Fault::Word),
        fault(Fault::Truncated),
        fault(Fault::Syntax("it is not closed")),
    ];

    const fn fault(fault: Fault<'_>) -> Event<'_> {
        Event::Fault {
            line: 300,
            column: 0,
            fault,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        ALL.iter().for_each(|event| write(&mut bytes, *event));
        let mut events = Events::new(&bytes);
        for event in ALL {
            assert_eq!(events.read(), Ok(event));
        }
        assert_eq!(events.read(), Err(Damaged));
    }

    #[test]
    fn whatever_is_cut_or_changed_is_an_event_or_damaged_and_never_a_panic() {
        for event in ALL {
            let mut bytes = Vec::new();
            write(&mut bytes, event);
            for end in 0..bytes.len() {
                assert_eq!(Events::new(&bytes[..end]).read(), Err(Damaged), "{event:?}");
            }
            for at in 0..bytes.len() {
                for other in 0..=255 {
                    let mut changed = bytes.clone();
                    changed[at] = other;
                    let mut events = Events::new(&changed);
                    while events.read().is_ok() {}
                }
            }
        }
        for bytes in [
            &[20][..],
            &[TEXT, 1, 0xff],
            &[TEXT, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
            &[UNSIGNED, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
            &[
                UNSIGNED, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0,
            ],
        ] {
            assert_eq!(Events::new(bytes).read(), Err(Damaged), "{bytes:?}");
        }
    }
}
