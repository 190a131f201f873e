use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A choice between a few things.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is chosen between.
    pub label: AttrValue,
    /// The class of the whole, beside `segments`.
    #[prop_or_default]
    pub class: Classes,
    /// What each choice shows, and what it explains on pointing.
    pub choices: Vec<Segment>,
    /// Which is chosen.
    pub chosen: usize,
    /// Another was chosen.
    pub on_choose: Callback<usize>,
}

/// One choice.
#[derive(Clone, PartialEq)]
pub struct Segment {
    /// What it shows.
    pub content: Html,
    /// What it explains on pointing.
    pub about: AttrValue,
}

impl Segment {
    /// A choice that is a word.
    pub fn word(word: impl Into<AttrValue>) -> Self {
        let word: AttrValue = word.into();
        Segment {
            content: html! { {word} },
            about: AttrValue::default(),
        }
    }

    /// A choice that is a word with an explanation.
    pub fn explained(word: impl Into<AttrValue>, about: impl Into<AttrValue>) -> Self {
        Segment {
            about: about.into(),
            ..Segment::word(word)
        }
    }
}

/// Radio buttons side by side: one stop for Tab, arrow keys between them.
#[component]
pub fn Segments(props: &Props) -> Html {
    let root = use_node_ref();
    let count = props.choices.len();
    let onkeydown = {
        let (root, chosen, on_choose) = (root.clone(), props.chosen, props.on_choose.clone());
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                // With nothing chosen, moving begins at an end.
                "ArrowRight" | "ArrowDown" => chosen.checked_add(1).map_or(0, |next| next % count),
                "ArrowLeft" | "ArrowUp" => chosen.min(count).checked_sub(1).unwrap_or(count - 1),
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            on_choose.emit(next);
            focus(&root, next);
        })
    };
    html! {
        <div ref={root} class={classes!("segments", props.class.clone())} role="radiogroup" aria-label={props.label.clone()} {onkeydown}>
            for (number, choice) in props.choices.iter().enumerate() {
                <button
                    type="button"
                    role="radio"
                    key={number}
                    aria-checked={if number == props.chosen { "true" } else { "false" }}
                    tabindex={if number == props.chosen || (number == 0 && props.chosen >= count) { "0" } else { "-1" }}
                    title={choice.about.clone()}
                    onclick={props.on_choose.reform(move |_| number)}
                >{choice.content.clone()}</button>
            }
        </div>
    }
}

fn focus(root: &NodeRef, number: usize) {
    let child = root
        .cast::<Element>()
        .and_then(|root| root.children().item(u32::try_from(number).ok()?));
    if let Some(child) = child.and_then(|child| child.dyn_into::<HtmlElement>().ok()) {
        // Focus is refused only by what is not on the page.
        let _ = child.focus();
    }
}
