use super::queue_cards::QueueCards;
use super::step_sentence::StepSentence;
use super::transport::Transport;
use crate::hooks::use_words;
use crate::state::{Panel, Sheet, View};
use std::rc::Rc;
use yew::prelude::*;

/// What the bottom shows.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<View>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
    }
}

/// Time: where in the history one is, what happens now, and the queues behind it.
#[component]
pub fn TimePanel(Props { view }: &Props) -> Html {
    let words = use_words();
    let folded = view.panels[Panel::Queues as usize].folded;
    let sheet = view.sheet == Some(Sheet::Panel(Panel::Queues));
    html! {
        <section class={classes!("time", folded.then_some("folded"), sheet.then_some("sheet"))} aria-label={words.time}>
            <Transport
                frame={view.frame.clone()}
                asked={!view.question.is_empty() || view.frame.is_some()}
                playing={view.playing}
                speed={view.speed}
                schedule={view.schedule}
                {folded}
                breakpoints={view.breakpoints.clone()}
                sheet={view.sheet}
                language={view.language}
            />
            <StepSentence source={view.source.clone()} breakpoints={view.breakpoints.clone()} asked={!view.question.is_empty()} frame={view.frame.clone()} playing={view.playing} language={view.language} />
            <QueueCards source={view.source.clone()} frame={view.frame.clone()} selected={view.selected} />
        </section>
    }
}
