use super::Board;
use crate::graph::Point;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// How far a wheel turns, in pixels, to zoom by e.
const WHEEL: f64 = 400.0;
/// The same for two fingers on a trackpad, which browsers tell as small turns of a wheel with the control key.
const TRACKPAD: f64 = 100.0;
/// How high a line is, where a wheel turns by lines.
const LINE: f64 = 16.0;

/// The wheel zooms a picture, and so do two fingers on a trackpad. It has to be listened to actively, or it would scroll
/// or zoom the page as well.
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
                    let by_lines = event.delta_mode() != WheelEvent::DOM_DELTA_PIXEL;
                    let turned = event.delta_y() * if by_lines { LINE } else { 1.0 };
                    let whole = if event.ctrl_key() { TRACKPAD } else { WHEEL };
                    board.zoom((-turned / whole).exp().clamp(0.5, 2.0), Some(at));
                },
            )
        });
        move || drop(listener)
    });
}
