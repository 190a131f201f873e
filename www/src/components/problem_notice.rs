use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::Act;
use std::rc::Rc;
use yew::prelude::*;

/// What could not be done.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The problem.
    pub problem: Option<Rc<str>>,
}

/// Says what could not be done. What was open before is still there.
#[component]
pub fn ProblemNotice(Props { problem }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let dismiss = move |_| desk.act(Act::Problem(None));
    html! {
        <div class="problem-place" role="alert">
            if let Some(problem) = problem {
                <div class="problem"><p>{problem.to_string()}</p><button type="button" class="ghost square" aria-label={words.dismiss} title={words.dismiss} onclick={dismiss}><Icon shape={Shape::Cross} /></button></div>
            }
        </div>
    }
}
