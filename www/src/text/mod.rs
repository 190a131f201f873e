//! What the page says, in its languages. Nothing here knows Yew.

mod action;
mod choice;
mod en;
mod kinds;
mod narrate;
mod script;
mod shorten;
mod span;
mod tell;
mod time;
mod words;
mod zh;

pub use action::{describe_action, describe_in, queue_name};
pub use choice::why_possible;
pub use kinds::short_kind;
pub use narrate::{Narration, narrate};
pub use script::ScriptWords;
pub use shorten::{short_uid, shorten};
pub use span::{Spans, moment};
pub use tell::{rule_id, rule_text, tell};
pub use time::TimeWords;
pub use words::Words;

/// `4,999`: a number whose digits are told apart in threes.
fn grouped(number: usize) -> String {
    grouped_u64(number as u64)
}

fn grouped_u64(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

/// The languages of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// Everything that the page says in this language.
    pub fn words(self) -> &'static Words {
        match self {
            Language::English => &en::WORDS,
            Language::Chinese => &zh::WORDS,
        }
    }

    /// The language as the formats know it, whose sentences and messages are shown too.
    pub fn formats(self) -> kubeloupe_formats::text::Lang {
        match self {
            Language::English => kubeloupe_formats::text::Lang::En,
            Language::Chinese => kubeloupe_formats::text::Lang::Zh,
        }
    }

    /// The language's tag, for `lang`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-Hans",
        }
    }

    /// The language that a tag as in BCP 47 asks for: English for all that there is nothing else for.
    pub fn of_tag(tag: &str) -> Self {
        if tag
            .get(..2)
            .is_some_and(|language| language.eq_ignore_ascii_case("zh"))
        {
            Language::Chinese
        } else {
            Language::English
        }
    }

    /// The other language.
    pub fn other(self) -> Self {
        match self {
            Language::English => Language::Chinese,
            Language::Chinese => Language::English,
        }
    }
}
