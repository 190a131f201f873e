use crate::hooks::{copy, use_desk, use_words};
use crate::state::Act;
use gloo_timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What can be copied.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What the button says.
    pub label: AttrValue,
    /// Makes the text, when it is wanted.
    pub text: Callback<(), String>,
}

/// How long it says that it has copied, in milliseconds.
const SAID_MS: u32 = 2_000;

/// Copies a text, and says for a moment that it did.
#[component]
pub fn CopyButton(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let done = use_state_eq(|| false);
    {
        let setter = done.setter();
        use_effect_with(*done, move |&done| {
            let timer = done.then(|| Timeout::new(SAID_MS, move || setter.set(false)));
            move || drop(timer)
        });
    }
    let onclick = {
        let (text, done) = (props.text.clone(), done.setter());
        move |event: MouseEvent| {
            event.stop_propagation();
            let (text, done, desk) = (text.emit(()), done.clone(), desk.clone());
            spawn_local(async move {
                if copy(&text).await {
                    done.set(true);
                } else {
                    desk.act(Act::Problem(Some(words.copy_failed.into())));
                }
            });
        }
    };
    html! {
        <button type="button" class="ghost copy" {onclick}><span aria-live="polite">{if *done { words.copied.into() } else { props.label.clone() }}</span></button>
    }
}
