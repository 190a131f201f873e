use crate::hooks::{use_desk, use_words};
use yew::prelude::*;

/// What is said in place of an answer.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// No answer comes in any more, because that was cancelled.
    pub stopped: bool,
}

/// Says that an answer is on its way, or offers to go on where that was cancelled.
#[component]
pub fn Unanswered(Props { stopped }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let on_resume = move |_| desk.resume();
    html! {
        <div class="verdicts">
            if *stopped {
                <p class="nothing">{words.stopped}{" "}<button type="button" class="link" onclick={on_resume}>{words.resume}</button></p>
            } else {
                <p class="nothing">{words.computing}</p>
            }
        </div>
    }
}
