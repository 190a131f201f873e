use crate::hooks::{use_desk, use_words};
use crate::state::Frame;
use crate::text::{describe_action, why_possible};
use kubeloupe_core::sim::{Action, Schedule};
use std::rc::Rc;
use yew::prelude::*;

/// What can be chosen.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The present step.
    pub frame: Rc<Frame>,
}

/// More choices than these are not shown; there is one for each informer and worker.
const SHOWN: usize = 60;

/// Every step that is possible now, and the faults; choosing one takes it.
#[component]
pub fn ChoiceList(Props { frame }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let choice = |action: &Action| {
        let told = desk.with_player(|player| {
            let fair = player.world().next(Schedule::Fair).as_ref() == Some(action);
            (
                describe_action(words, player, action),
                why_possible(words, player, action),
                fair,
            )
        });
        let (text, why, fair) = told.unwrap_or_default();
        let (desk, taken) = (desk.clone(), action.clone());
        let fault = matches!(action, Action::Drop(_) | Action::Fault(_));
        let onclick = move |_: MouseEvent| desk.choose(&taken);
        html! { <li><button type="button" class={classes!("ghost", fault.then_some("fault"))} {onclick}>
            <span>{text}if fair { <em title={words.fair_about}>{words.time_words.choice_fair}</em> }</span>
            <small>{why}</small>
        </button></li> }
    };
    html! {
        <div class="choices">
            <h3>{words.choices}</h3>
            <ul tabindex="0" aria-label={words.choices}>
                for action in frame.choices.iter().take(SHOWN) {
                    {choice(action)}
                }
            </ul>
        </div>
    }
}
