use crate::hooks::Desk;
use crate::state::View;
use js_sys::{Function, JSON, JsString, Object, Reflect};
use kubeloupe_core::object::Time;
use kubeloupe_formats::forecast::forecast_report;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// The page around an element: what it hears, and whom it asks to do things.
#[derive(Clone)]
pub struct Listener(Rc<Inner>);

struct Inner {
    /// Called with the name of an event and its detail.
    tell: Function,
    desk: RefCell<Option<Desk>>,
}

impl PartialEq for Listener {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Listener {
    /// Tells events to this function.
    pub fn new(tell: Function) -> Self {
        Listener(Rc::new(Inner {
            tell,
            desk: RefCell::default(),
        }))
    }

    /// Who does things, once the app stands.
    pub fn desk(&self) -> Option<Desk> {
        self.0.desk.borrow().clone()
    }

    /// Ends all work and lets go of everything: the app is taken off its page.
    pub fn close(&self) {
        if let Some(desk) = self.0.desk.take() {
            desk.close();
        }
    }

    fn tell(&self, event: &str, detail: &JsValue) {
        // Whatever the page throws is the page's.
        let _ = self.0.tell.call2(&JsValue::NULL, &JsString::from(event), detail);
    }
}

/// Tells the page around what is shown: `step`, `verdict` and `error`.
#[hook]
pub fn use_listener(listener: Option<&Listener>, view: &Rc<View>, desk: &Desk) {
    let listener = listener.cloned();
    if let Some(listener) = &listener {
        listener.0.desk.replace(Some(desk.clone()));
    }
    {
        let listener = listener.clone();
        use_effect_with(view.frame.clone(), move |frame| {
            if let (Some(listener), Some(frame)) = (listener, frame) {
                let detail = object(&[
                    ("step", count(frame.position)),
                    ("steps", count(frame.length)),
                    ("complete", frame.complete.into()),
                    ("seconds", seconds(frame.time)),
                ]);
                listener.tell("step", &detail);
            }
        });
    }
    {
        let (listener, view) = (listener.clone(), view.clone());
        use_effect_with(
            (view.answer().cloned(), view.cascade, view.question.clone()),
            move |_| {
                if let Some(listener) = listener {
                    tell_verdicts(&listener, &view);
                }
            },
        );
    }
    use_effect_with(view.problem.clone(), move |problem| {
        if let (Some(listener), Some(problem)) = (listener, problem) {
            let message = JsString::from(&**problem);
            listener.tell("error", &object(&[("message", message.into())]));
        }
    });
}

/// Tells the answer for the policy that is chosen, as `forecast` of the engine tells it.
fn tell_verdicts(listener: &Listener, view: &View) {
    let (Some(source), Some(answer)) = (&view.source, view.answer()) else {
        return;
    };
    if view.question.is_empty() && view.played().is_none() {
        return;
    }
    let report = forecast_report(&source.cluster, &answer.forecast);
    let text = serde_json::to_string(&report).unwrap_or_default();
    if let Ok(detail) = JSON::parse(&text) {
        listener.tell("verdict", detail.as_ref());
    }
}

fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in members {
        // A plain object takes any member.
        let _ = Reflect::set(&object, &JsString::from(*name), value);
    }
    object.into()
}

#[expect(clippy::cast_precision_loss, reason = "no history has so many steps")]
fn count(number: usize) -> JsValue {
    JsValue::from_f64(number as f64)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a year in nanoseconds has 54 bits, and a page shows seconds"
)]
fn seconds(time: Time) -> JsValue {
    JsValue::from_f64(time.0 as f64 / 1e9)
}
