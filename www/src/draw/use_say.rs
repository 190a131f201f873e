use super::Say;
use crate::hooks::{Desk, use_desk, use_words};
use crate::state::Lens;
use crate::text::Language;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// What drawing says, in the language of the page.
#[hook]
pub fn use_say() -> Say {
    let words = use_words();
    let chinese = *words == *Language::Chinese.words();
    Say::of(if chinese {
        Language::Chinese
    } else {
        Language::English
    })
}

/// Undo and redo by keys, wherever no text is being typed; and leaving the page asks while something is unsaved.
#[hook]
pub fn use_draw_keys(at_risk: bool) {
    let desk = use_desk();
    let host = desk.host().clone();
    let is_page = host.is_page();
    use_effect_with((), move |()| {
        let listener = host.listened().map(|listened| {
            EventListener::new_with_options(
                &listened,
                "keydown",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                        return;
                    };
                    if !event.default_prevented() && !is_text(event) && press(&desk, event) {
                        event.prevent_default();
                    }
                },
            )
        });
        move || drop(listener)
    });
    use_effect_with(at_risk && is_page, |&at_risk| {
        let window = web_sys::window().filter(|_| at_risk);
        let listener = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "beforeunload", options, |event| event.prevent_default())
        });
        move || drop(listener)
    });
}

/// A field has an undo of its own.
fn is_text(event: &KeyboardEvent) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => {
            let kind = element.get_attribute("type");
            !matches!(kind.as_deref(), Some("range" | "checkbox" | "radio" | "file"))
        }
        _ => false,
    })
}

fn press(desk: &Desk, event: &KeyboardEvent) -> bool {
    // Nothing is changed unseen.
    if desk.view().lens != Lens::Deletion {
        return false;
    }
    let command = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
    match event.key().as_str() {
        "z" | "Z" if command && event.shift_key() => desk.redo(),
        "z" | "Z" if command => desk.undo(),
        "y" | "Y" if command => desk.redo(),
        _ => return false,
    }
    true
}
