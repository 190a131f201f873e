use crate::error::{LoadError, Place, Problem};
use crate::limits::{Limit, Limits};

/// A piece of DOT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word, or what is in quotes.
    Text(String),
    /// `->`
    Arrow,
    /// One of `{}[]=;,`
    Mark(char),
}

/// Cuts a text into pieces.
pub(super) struct Tokens<'t> {
    source: &'t str,
    text: &'t str,
    at: usize,
    longest: u64,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(source: &'t str, text: &'t str, limits: &Limits) -> Self {
        Tokens {
            source,
            text,
            at: 0,
            longest: limits.get(Limit::MessageBytes),
        }
    }

    /// The next piece with the place where it begins; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token)>, LoadError> {
        self.skip();
        let begin = self.at;
        let rest = &self.text[begin..];
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '{' | '}' | '[' | ']' | '=' | ';' | ',' => {
                self.at += 1;
                Token::Mark(first)
            }
            '"' => Token::Text(self.quoted()?),
            '-' if rest.starts_with("->") => {
                self.at += 2;
                Token::Arrow
            }
            _ if is_word(first) => {
                let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
                // A word may hold dashes, but not those of an arrow.
                let length = rest[..length].find("->").unwrap_or(length);
                self.at += length;
                self.check(begin, length)?;
                Token::Text(rest[..length].to_owned())
            }
            other => return Err(self.wrong(begin, format!("{other:?} has no meaning in DOT"))),
        };
        Ok(Some((begin, token)))
    }

    /// Spaces and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            let end = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += end;
        }
    }

    /// What is in quotes, as Go writes it; a backslash that means nothing to Go stays, as in DOT.
    fn quoted(&mut self) -> Result<String, LoadError> {
        let begin = self.at;
        let mut text = String::new();
        let mut characters = self.text[begin + 1..].char_indices();
        while let Some((at, character)) = characters.next() {
            if text.len() as u64 > self.longest {
                break;
            }
            let escaped = match character {
                '"' => {
                    self.at = begin + 1 + at + 1;
                    self.check(begin, text.len())?;
                    return Ok(text);
                }
                '\\' => characters.next().map(|(_, escaped)| escaped),
                other => {
                    text.push(other);
                    continue;
                }
            };
            let Some(escaped) = escaped else { break };
            let plain = match escaped {
                'n' => Some('\n'),
                't' => Some('\t'),
                'r' => Some('\r'),
                'a' => Some('\u{7}'),
                'b' => Some('\u{8}'),
                'f' => Some('\u{c}'),
                'v' => Some('\u{b}'),
                '"' | '\\' => Some(escaped),
                _ => None,
            };
            let digits = match escaped {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            if let Some(plain) = plain {
                text.push(plain);
            } else if digits > 0 {
                let code: String = characters.by_ref().take(digits).map(|(_, digit)| digit).collect();
                let Ok(number) = u32::from_str_radix(&code, 16) else {
                    let at = begin + 1 + at;
                    return Err(self.wrong(
                        at,
                        format!("\\{escaped} is followed by {digits} hexadecimal digits"),
                    ));
                };
                // A lone byte above 127 is none of UTF-8.
                let is_byte = escaped == 'x' && number > 0x7f;
                let character = char::from_u32(number).filter(|_| !is_byte);
                text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
            } else {
                text.push('\\');
                text.push(escaped);
            }
        }
        self.check(begin, text.len())?;
        Err(LoadError::of_document(self.place(begin), Problem::Truncated))
    }

    fn check(&self, begin: usize, length: usize) -> Result<(), LoadError> {
        if length as u64 <= self.longest {
            return Ok(());
        }
        let problem = Problem::Limit {
            limit: Limit::MessageBytes,
            value: self.longest,
        };
        Err(LoadError::of_document(self.place(begin), problem))
    }

    pub(super) fn truncated(&self) -> LoadError {
        LoadError::of_document(self.place(self.text.len()), Problem::Truncated)
    }

    pub(super) fn wrong(&self, at: usize, what: String) -> LoadError {
        LoadError::of_document(self.place(at), Problem::Syntax(what))
    }

    pub(super) fn over(&self, at: usize, limit: Limit, value: u64) -> LoadError {
        LoadError::of_document(self.place(at), Problem::Limit { limit, value })
    }

    fn place(&self, at: usize) -> Place {
        let before = &self.text.as_bytes()[..at];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        Place {
            source: self.source.to_owned(),
            document: 1,
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64,
            column: 1 + (at - line_start) as u64,
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-') || !character.is_ascii()
}
