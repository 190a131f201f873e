use super::breakpoint_button::BreakpointButton;
use super::sheet_frame::SheetFrame;
use crate::hooks::use_words;
use crate::state::Touch;
use crate::text::{Language, rule_text};
use yew::prelude::*;

/// Which rule.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its id.
    pub rule: &'static str,
    /// The language.
    pub language: Language,
}

/// What a rule says.
#[component]
pub fn RuleSheet(Props { rule, language }: &Props) -> Html {
    let words = use_words();
    let text = rule_text(rule, *language).unwrap_or(words.rule_unknown);
    html! { <SheetFrame title={(words.rule)(rule)} class="rule-text"><p>{text}</p><p><BreakpointButton on={Touch::Rule(rule)} name={words.time_words.break_word} told={true} /></p></SheetFrame> }
}
