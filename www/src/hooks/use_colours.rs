use super::Board;
use crate::graph::Size;
use gloo_events::EventListener;
use std::rc::Rc;
use yew::prelude::*;

/// What the colours of the page depend on beside its own theme.
const QUERIES: [&str; 3] = [
    "(prefers-color-scheme: dark)",
    "(forced-colors: active)",
    "(prefers-contrast: more)",
];

/// A board is painted anew when the system's colours change.
#[hook]
pub fn use_colours(board: Rc<Board>, screen: Size) {
    use_effect_with((board, screen), |(board, screen)| {
        let listeners: Vec<EventListener> = QUERIES
            .iter()
            .filter_map(|query| web_sys::window()?.match_media(query).ok().flatten())
            .map(|query| {
                let (board, screen) = (board.clone(), *screen);
                EventListener::new(&query, "change", move |_| board.refresh(screen))
            })
            .collect();
        move || drop(listeners)
    });
}
