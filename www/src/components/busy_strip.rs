use crate::hooks::{use_desk, use_words};
use crate::state::Busy;
use yew::prelude::*;

/// Long work.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is under way.
    pub busy: Option<Busy>,
}

/// Says what takes long, and offers to end it. It lies over the page, so that nothing moves when it comes and goes.
#[component]
pub fn BusyStrip(Props { busy }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let cancel = move |_| desk.cancel();
    let share = busy.and_then(|busy| busy.share());
    html! {
        <div class="busy" role="status" data-busy={busy.is_some().to_string()}>
            if let Some(busy) = busy {
                if let Some((done, all)) = share {
                    <progress value={done.to_string()} max={all.to_string()} aria-label={(words.busy)(*busy)}></progress>
                } else {
                    <span class="bar" aria-hidden="true"></span>
                }
                <span>{(words.busy)(*busy)}</span>
                <button type="button" class="ghost" onclick={cancel}>{words.cancel}</button>
            }
        </div>
    }
}
