use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::Act;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// A sheet.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What it is called.
    pub title: AttrValue,
    /// Its class, beside `sheet`.
    pub class: Classes,
    /// What is in it.
    pub children: Html,
}

/// Something laid over a part of the page. The rest stays usable; Escape and the cross put it away, and the focus goes
/// back to where it was.
#[component]
pub fn SheetFrame(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let root = use_node_ref();
    {
        let root = root.clone();
        let host = desk.host().clone();
        use_effect_with((), move |()| {
            let before = host.active();
            if let Some(root) = root.cast::<HtmlElement>() {
                // Focus is refused only by what is not on the page.
                let _ = root.focus();
            }
            move || {
                if let Some(before) = before.and_then(|before| before.dyn_into::<HtmlElement>().ok()) {
                    let _ = before.focus();
                }
            }
        });
    }
    let close = move |_| desk.act(Act::Sheet(None));
    html! {
        <section ref={root} class={classes!("sheet", props.class.clone())} role="dialog" aria-label={props.title.clone()} tabindex="-1">
            <div class="sheet-head"><h2>{props.title.clone()}</h2><button type="button" class="ghost square" aria-label={words.close} title={words.close} onclick={close}><Icon shape={Shape::Cross} /></button></div>
            {props.children.clone()}
        </section>
    }
}
