use super::use_say::use_say;
use crate::components::{Icon, Shape};
use crate::hooks::use_desk;
use yew::prelude::*;

/// What an empty drawing says in its middle.
#[component]
pub fn Invite() -> Html {
    let (say, desk) = (use_say(), use_desk());
    let onclick = move |_: MouseEvent| desk.begin_to_add();
    html! {
        <div class="invite">
            <svg width="180" height="96" viewBox="0 0 180 96" aria-hidden="true">
                <rect class="ghost-node" x="60" y="2" width="60" height="26" rx="7" />
                <rect class="ghost-node" x="8" y="66" width="60" height="26" rx="7" />
                <rect class="ghost-node" x="112" y="66" width="60" height="26" rx="7" />
                <path class="ghost-edge" d="M38 60C38 44 72 50 80 34M142 60C142 44 108 50 100 34" />
                <circle class="ghost-dot" cx="38" cy="66" r="4" />
                <circle class="ghost-dot" cx="142" cy="66" r="4" />
            </svg>
            <h3>{say.empty()}</h3>
            <p>{say.empty_about()}</p>
            <button type="button" class="primary" {onclick}><Icon shape={Shape::Plus} />{say.first()}</button>
        </div>
    }
}
