use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Sheet};
use yew::prelude::*;

/// Which rule.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its id, such as `GC-41`.
    pub rule: &'static str,
}

/// The id of a rule, which opens what the rule says.
#[component]
pub fn RuleLink(Props { rule }: &Props) -> Html {
    let (words, desk, rule) = (use_words(), use_desk(), *rule);
    let onclick = move |_| desk.act(Act::Sheet(Some(Sheet::Rule(rule))));
    html! { <button type="button" class="rule" aria-label={(words.rule)(rule)} {onclick}>{rule}</button> }
}
