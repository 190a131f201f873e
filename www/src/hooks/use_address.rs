use super::use_desk;
use crate::state::{Act, Lens};
use gloo_events::EventListener;
use yew::prelude::*;

/// Keeps the page's address and the lens the same, whichever of them changes. The address of somebody else's page is left
/// alone.
#[hook]
pub fn use_address(lens: Lens) {
    let desk = use_desk();
    let is_page = desk.host().is_page();
    use_effect_with((), move |()| {
        let listener = web_sys::window().filter(|_| is_page).map(|window| {
            let page = window.clone();
            EventListener::new(&window, "hashchange", move |_| {
                desk.open_link(&page.location().hash().unwrap_or_default());
                if let Some(lens) = addressed_lens().filter(|&lens| lens != desk.view().lens) {
                    desk.act(Act::Look(lens));
                }
            })
        });
        move || drop(listener)
    });
    use_effect_with(lens, move |&lens| {
        // An address without a lens is that of the first one, and an address that says more is left alone.
        let window = web_sys::window().filter(|_| is_page && lens != addressed_lens().unwrap_or_default());
        if let Some(window) = window {
            // Only an address that is no address is refused.
            let _ = window.location().set_hash(&format!("/{}", lens.slug()));
        }
    });
}

/// The lens that the page's address names.
pub(super) fn addressed_lens() -> Option<Lens> {
    let fragment = web_sys::window()?.location().hash().ok()?;
    Lens::from_fragment(&fragment)
}
