use crate::graph::Size;
use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The size of an element, kept up to date.
#[hook]
pub fn use_size(node: NodeRef) -> Size {
    let size = use_state_eq(|| Size {
        width: 0.0,
        height: 0.0,
    });
    {
        let size = size.clone();
        use_effect_with(node, move |node| {
            let element = node.cast::<Element>();
            let watched = element.map(|element| Watched::new(&element, size.setter()));
            move || drop(watched)
        });
    }
    *size
}

/// An element whose size is watched, until this is dropped.
struct Watched {
    observer: Option<ResizeObserver>,
    _closure: Closure<dyn FnMut()>,
    _listener: Option<EventListener>,
}

impl Watched {
    fn new(element: &Element, setter: UseStateSetter<Size>) -> Self {
        let measured = element.clone();
        let measure = move || {
            let rect = measured.get_bounding_client_rect();
            setter.set(Size {
                width: rect.width(),
                height: rect.height(),
            });
        };
        measure();
        let closure = Closure::new(measure.clone());
        let observer = ResizeObserver::new(closure.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(element);
        }
        // Without an observer at least the window tells.
        let window = web_sys::window().filter(|_| observer.is_none());
        let listener = window.map(|window| EventListener::new(&window, "resize", move |_| measure()));
        Watched {
            observer,
            _closure: closure,
            _listener: listener,
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
