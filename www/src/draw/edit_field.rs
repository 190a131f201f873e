use super::{Refusal, use_say::use_say};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// One thing that can be changed.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The field's id on the page.
    pub id: AttrValue,
    /// What it is called.
    pub label: AttrValue,
    /// What is written there now.
    pub value: AttrValue,
    /// What there is to know of it.
    #[prop_or_default]
    pub about: AttrValue,
    /// It has a line for each of its parts.
    #[prop_or_default]
    pub lines: bool,
    /// It cannot be changed.
    #[prop_or_default]
    pub fixed: bool,
    /// Ids of things that are proposed, on the page.
    #[prop_or_default]
    pub list: Option<AttrValue>,
    /// Something else was written; the refusal is shown below it.
    pub on_commit: Callback<String, Result<(), Refusal>>,
}

/// A field that changes something when it is left or Enter is pressed. What is refused stays in it, with the reason.
#[component]
pub fn EditField(props: &Props) -> Html {
    let say = use_say();
    let typed = use_state_eq(|| None::<String>);
    let refusal = use_state_eq(|| None::<String>);
    {
        let (typed, refusal) = (typed.setter(), refusal.setter());
        use_effect_with(props.value.clone(), move |_| {
            typed.set(None);
            refusal.set(None);
        });
    }
    let text_of = |event: &Event| -> Option<String> {
        let target = event.target()?;
        match target.dyn_ref::<HtmlInputElement>() {
            Some(field) => Some(field.value()),
            None => target
                .dyn_ref::<HtmlTextAreaElement>()
                .map(HtmlTextAreaElement::value),
        }
    };
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| typed.set(text_of(&event)))
    };
    let onchange = {
        let (refusal, commit, value) = (refusal.setter(), props.on_commit.clone(), props.value.clone());
        Callback::from(move |event: Event| {
            let Some(text) = text_of(&event) else { return };
            if text.as_str() == value.as_str() {
                return refusal.set(None);
            }
            refusal.set(commit.emit(text).err().map(|refusal| say.refusal(&refusal)));
        })
    };
    let onkeydown = {
        let (typed, refusal) = (typed.setter(), refusal.setter());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                typed.set(None);
                refusal.set(None);
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    let shown = (*typed)
        .clone()
        .map_or_else(|| props.value.clone(), AttrValue::from);
    let rows = (shown.lines().count() + 1).clamp(2, 6).to_string();
    let (about_id, wrong_id) = (format!("{}-about", props.id), format!("{}-wrong", props.id));
    let mut described = Vec::new();
    if !props.about.is_empty() {
        described.push(about_id.clone());
    }
    if refusal.is_some() {
        described.push(wrong_id.clone());
    }
    let described = (!described.is_empty()).then(|| described.join(" "));
    let invalid = refusal.is_some().then_some("true");
    html! {
        <div class="edit-field">
            <label for={props.id.clone()}>{props.label.clone()}</label>
            if props.lines {
                <textarea id={props.id.clone()} {rows} spellcheck="false" value={shown} disabled={props.fixed} aria-invalid={invalid} aria-describedby={described} {oninput} {onchange} {onkeydown} />
            } else {
                <input id={props.id.clone()} type="text" autocomplete="off" spellcheck="false" list={props.list.clone()} value={shown} disabled={props.fixed} aria-invalid={invalid} aria-describedby={described} {oninput} {onchange} {onkeydown} />
            }
            if !props.about.is_empty() {
                <small id={about_id}>{props.about.clone()}</small>
            }
            if let Some(refusal) = &*refusal {
                <p id={wrong_id} class="refusal" role="alert">{refusal.clone()}</p>
            }
        </div>
    }
}
