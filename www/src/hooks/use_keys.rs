use super::use_desk;
use crate::state::{Act, Lens, Panel, Sheet, Stage, Touch};
use gloo_events::{EventListener, EventListenerOptions};
use kubeloupe_core::analyse::Cascade;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// The keys that work anywhere in what the visualizer has of the page. Whoever has the focus comes first and keeps what it understands.
#[hook]
pub fn use_keys() {
    let desk = use_desk();
    use_window_keys(true, move |event| press(&desk, event));
}

/// The keys of a lens, while it is looked through. The handler says whether it understood the key.
#[hook]
pub fn use_lens_keys(hidden: bool, handler: Callback<KeyboardEvent, bool>) {
    use_window_keys(!hidden, move |event| handler.emit(event.clone()));
}

#[hook]
fn use_window_keys<F: Fn(&KeyboardEvent) -> bool + 'static>(listening: bool, press: F) {
    // The handler of the latest render is the one that is called.
    let latest = use_mut_ref(|| None::<F>);
    *latest.borrow_mut() = Some(press);
    let host = use_desk().host().clone();
    use_effect_with(listening, move |&listening| {
        let listened = host.listened().filter(|_| listening);
        let listener = listened.map(|listened| {
            EventListener::new_with_options(
                &listened,
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
                    if latest.borrow().as_ref().is_some_and(|press| press(event)) {
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
        "o" | "O" => desk.toggle_sheet(Sheet::Open),
        "?" => desk.toggle_sheet(Sheet::Help),
        "[" => desk.act(Act::Look(view.lens.beside(false))),
        "]" => desk.act(Act::Look(view.lens.beside(true))),
        "Escape" if view.sheet.is_some() => desk.act(Act::Sheet(None)),
        "Escape" if view.problem.is_some() => desk.act(Act::Problem(None)),
        _ => return view.lens == Lens::Deletion && press_in_deletion(desk, event),
    }
    true
}

fn press_in_deletion(desk: &super::Desk, event: &KeyboardEvent) -> bool {
    let view = desk.view();
    match event.key().as_str() {
        " " if view.frame.is_some() => desk.act(Act::Play(!view.playing)),
        " " | "w" | "W" => desk.watch(),
        "ArrowRight" => desk.step_by(1),
        "ArrowLeft" => desk.step_by(-1),
        "Home" => desk.run(false),
        "End" => desk.run(true),
        "i" | "I" => desk.step_into(),
        "v" | "V" => desk.step_over(),
        "j" | "J" => desk.to_decision(!event.shift_key()),
        "x" | "X" => match view.selected {
            Some(thing) => desk.toggle_breakpoint(Touch::Thing(thing)),
            None => return false,
        },
        "b" | "B" => desk.toggle_sheet(Sheet::Breakpoints),
        "y" | "Y" => desk.toggle_sheet(Sheet::Branches),
        "m" | "M" => desk.toggle_sheet(Sheet::Moves),
        "c" | "C" => desk.toggle_sheet(Sheet::Collector),
        "r" | "R" => desk.next_schedule(),
        "," | "<" => desk.act(Act::Speed(view.speed.beside(false))),
        "." | ">" => desk.act(Act::Speed(view.speed.beside(true))),
        "q" | "Q" => {
            let folded = view.panels[Panel::Queues as usize].folded;
            desk.act(Act::Fold(Panel::Queues, !folded));
        }
        "n" | "N" => desk.next_due(),
        "1" => desk.choose_policy(Cascade::Background),
        "2" => desk.choose_policy(Cascade::Foreground),
        "3" => desk.choose_policy(Cascade::Orphan),
        "4" => desk.choose_policy(Cascade::ApiDefault),
        "g" | "G" => desk.act(Act::Stage(Stage::Graph)),
        "t" | "T" => desk.act(Act::Stage(Stage::Tree)),
        "l" | "L" => desk.act(Act::Stage(Stage::List)),
        "d" | "D" => desk.act(Act::Stage(Stage::Findings)),
        "s" | "S" => desk.toggle_sheet(Sheet::Share),
        "e" | "E" => desk.act(Act::Edit(!view.editing)),
        "a" | "A" => desk.begin_to_add(),
        "/" => focus(desk, "#find"),
        "f" | "F" => focus(desk, "#filter"),
        _ => return false,
    }
    true
}

fn focus(desk: &super::Desk, selector: &str) {
    let element = desk.host().find(selector);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Focus is refused only by what is not on the page.
        let _ = element.focus();
    }
}
