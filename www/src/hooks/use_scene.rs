use super::breath::{Breath, now_ms};
use super::use_words;
use crate::graph::{Prepared, Preparing, Wish};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A small picture is made within the frame that asks for it, in no more than so many milliseconds.
const AT_ONCE_MS: f64 = 12.0;

/// A scene, how many boxes are placed of how many, and what cancels it.
type Scened = (Option<Rc<Prepared>>, Option<(usize, usize)>, Callback<()>);

/// The scene that is wished for, or the one before while it is being made; how many boxes are placed of how many, while
/// that takes long; and what cancels it.
#[hook]
pub fn use_scene(wish: Wish) -> Scened {
    let words = use_words();
    let prepared = use_state(|| None::<Rc<Prepared>>);
    let progress = use_state_eq(|| None::<(usize, usize)>);
    let ended = use_mut_ref(|| Rc::new(Cell::new(false)));
    let latest = use_mut_ref(|| None::<Rc<Prepared>>);
    let cancel = {
        let (ended, progress) = (ended.clone(), progress.setter());
        Callback::from(move |()| {
            ended.borrow().set(true);
            progress.set(None);
        })
    };
    {
        let (prepared, progress) = (prepared.setter(), progress.setter());
        use_effect_with((wish, words.spans.units), move |(wish, _)| {
            // Only a picture of the same is gone on from: in another one, places mean nothing.
            let before = latest
                .borrow()
                .clone()
                .filter(|before: &Rc<Prepared>| wish.goes_on_from(before));
            let mut preparing = Preparing::new(wish.clone(), words, before);
            let begun = now_ms();
            let end = Rc::new(Cell::new(false));
            *ended.borrow_mut() = end.clone();
            let done = loop {
                if let Some(done) = preparing.advance() {
                    break Some(done);
                }
                if now_ms() - begun > AT_ONCE_MS {
                    break None;
                }
            };
            let show = move |done: Prepared| {
                let done = Rc::new(done);
                *latest.borrow_mut() = Some(done.clone());
                prepared.set(Some(done));
            };
            if let Some(done) = done {
                progress.set(None);
                show(done);
            } else {
                let end = end.clone();
                progress.set(Some((0, 0)));
                spawn_local(async move {
                    let mut breath = Breath::new();
                    loop {
                        if breath.take().await {
                            progress.set(Some(preparing.progress().unwrap_or_default()));
                        }
                        if end.get() {
                            return;
                        }
                        if let Some(done) = preparing.advance() {
                            progress.set(None);
                            return show(done);
                        }
                    }
                });
            }
            move || end.set(true)
        });
    }
    ((*prepared).clone(), *progress, cancel)
}
