use super::Board;
use crate::graph::Point;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// The wheel zooms a picture. It has to be listened to actively, or it would scroll the page as well.
#[hook]
pub fn use_wheel(host: NodeRef, board: Board) {
    use_effect_with((host, board), |(host, board)| {
        let board = board.clone();
        let listener = host.cast::<Element>().map(|element| {
            EventListener::new_with_options(
                &element,
                "wheel",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<WheelEvent>() else {
                        return;
                    };
                    event.prevent_default();
                    let at = Point {
                        x: f64::from(event.client_x()),
                        y: f64::from(event.client_y()),
                    };
                    board.zoom((-event.delta_y() / 400.0).exp().clamp(0.5, 2.0), Some(at));
                },
            )
        });
        move || drop(listener)
    });
}
