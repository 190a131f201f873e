use super::gather::{Dropped, Gathered, read_list};
use super::{Desk, use_desk};
use crate::state::Inputs;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DragEvent, Element, EventTarget, FileList, Node};
use yew::prelude::*;

/// Opens what is dropped anywhere on the page, or pasted outside a field. Returns whether something is held over it.
#[hook]
pub fn use_drop(pasted_name: &'static str) -> bool {
    let desk = use_desk();
    let over = use_state_eq(|| false);
    {
        let over = over.clone();
        use_effect_with(pasted_name, move |&pasted_name| {
            let listened = desk.host().listened();
            let listeners = listened.map(|listened| listen(&listened, &desk, &over, pasted_name));
            move || drop(listeners)
        });
    }
    *over
}

fn listen(
    listened: &EventTarget,
    desk: &Desk,
    over: &UseStateHandle<bool>,
    pasted_name: &'static str,
) -> [EventListener; 4] {
    let options = EventListenerOptions::enable_prevent_default;
    // A window contains every node of its page.
    let ground: Option<Node> = listened.dyn_ref().cloned();
    let (entering, leaving, dropping) = (over.setter(), over.setter(), over.setter());
    let (dropped, pasted) = (desk.clone(), desk.clone());
    [
        EventListener::new_with_options(listened, "dragover", options(), move |event| {
            event.prevent_default();
            entering.set(true);
        }),
        EventListener::new(listened, "dragleave", move |event| {
            let entered = event
                .dyn_ref::<DragEvent>()
                .and_then(|event| event.related_target());
            let entered: Option<Node> = entered.and_then(|target| target.dyn_into().ok());
            if !entered.is_some_and(|entered| {
                ground
                    .as_ref()
                    .is_none_or(|ground| ground.contains(Some(&entered)))
            }) {
                leaving.set(false);
            }
        }),
        EventListener::new_with_options(listened, "drop", options(), move |event| {
            event.prevent_default();
            dropping.set(false);
            let transfer = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
            let Some(transfer) = transfer else { return };
            let (desk, held) = (dropped.clone(), Dropped::of(&transfer));
            spawn_local(async move { desk.receive(held.read().await) });
        }),
        EventListener::new(listened, "paste", move |event| {
            let in_field = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok())
                .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA"));
            let text = event
                .dyn_ref::<ClipboardEvent>()
                .and_then(ClipboardEvent::clipboard_data)
                .and_then(|data| data.get_data("text").ok());
            if let Some(text) = text.filter(|text| !in_field && !text.trim().is_empty()) {
                pasted.receive(Gathered::text(pasted_name, text));
            }
        }),
    ]
}

/// Reads the files of a list and opens them together.
pub fn open_list(desk: &Desk, list: FileList) {
    let desk = desk.clone();
    spawn_local(async move { desk.open_gathered(read_list(&list).await) });
}

/// Reads the files of a list for somebody else.
pub fn gather_list(list: FileList, take: impl FnOnce(Inputs) + 'static) {
    spawn_local(async move { take(read_list(&list).await.into_inputs()) });
}
