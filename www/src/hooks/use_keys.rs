use super::use_desk;
use crate::state::{Act, Sheet, Stage};
use gloo_events::{EventListener, EventListenerOptions};
use kubeloupe_core::analyse::Cascade;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// The keys that work anywhere on the page. Whoever has the focus comes first and keeps what it understands.
#[hook]
pub fn use_keys() {
    let desk = use_desk();
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let listener = window.map(|window| {
            EventListener::new_with_options(
                &window,
                "keydown",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                        return;
                    };
                    if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
                        return;
                    }
                    if event.key() != "Escape" && is_typing(event) {
                        return;
                    }
                    if press(&desk, event) {
                        event.prevent_default();
                    }
                },
            )
        });
        move || drop(listener)
    });
}

fn is_typing(event: &KeyboardEvent) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let Some(element) = element else { return false };
    let name = element.tag_name();
    match name.as_str() {
        // A slider moves by some keys, and types nothing.
        "INPUT" if element.get_attribute("type").as_deref() == Some("range") => {
            event.key().chars().count() > 1
        }
        "INPUT" | "TEXTAREA" | "SELECT" => true,
        // Space and Enter press a button.
        "BUTTON" | "A" => matches!(event.key().as_str(), " " | "Enter"),
        _ => element
            .get_attribute("role")
            .is_some_and(|role| role == "radio" && event.key().starts_with("Arrow")),
    }
}

fn press(desk: &super::Desk, event: &KeyboardEvent) -> bool {
    let view = desk.view();
    match event.key().as_str() {
        " " if view.frame.is_some() => desk.act(Act::Play(!view.playing)),
        " " | "w" | "W" => desk.watch(),
        "ArrowRight" => desk.step_by(1),
        "ArrowLeft" => desk.step_by(-1),
        "Home" => desk.seek(0),
        "End" => desk.seek(usize::MAX),
        "n" | "N" => desk.next_due(),
        "1" => desk.choose_policy(Cascade::Background),
        "2" => desk.choose_policy(Cascade::Foreground),
        "3" => desk.choose_policy(Cascade::Orphan),
        "4" => desk.choose_policy(Cascade::ApiDefault),
        "g" | "G" => desk.act(Act::Stage(Stage::Graph)),
        "t" | "T" => desk.act(Act::Stage(Stage::Tree)),
        "l" | "L" => desk.act(Act::Stage(Stage::List)),
        "d" | "D" => desk.act(Act::Stage(Stage::Findings)),
        "/" => focus("find"),
        "f" | "F" => focus("filter"),
        "o" | "O" => desk.toggle_sheet(Sheet::Open),
        "?" => desk.toggle_sheet(Sheet::Help),
        "Escape" if view.sheet.is_some() => desk.act(Act::Sheet(None)),
        "Escape" if view.problem.is_some() => desk.act(Act::Problem(None)),
        _ => return false,
    }
    true
}

fn focus(id: &str) {
    let element = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Focus is refused only by what is not on the page.
        let _ = element.focus();
    }
}
