use super::lab::{use_hash_words, use_lab};
use super::state::{Entry, HashAct, MAX_EDITED_BYTES};
use crate::components::{Segment, Segments};
use kubeloupe_core::hash::Form;
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Whose text.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The entry.
    pub entry: Option<Rc<Entry>>,
    /// Why what is typed is no template.
    pub problem: Option<Rc<str>>,
}

/// The text of the chosen template, to be changed, and what it is taken for.
#[component]
pub fn TemplatePanel(Props { entry, problem }: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let node = use_node_ref();
    {
        // The field belongs to whoever types in it, until another text is looked at.
        let node = node.clone();
        use_effect_with((entry.clone(), problem.is_none()), move |(entry, is_read)| {
            let field = node.cast::<HtmlTextAreaElement>();
            let text = entry.as_ref().and_then(|entry| entry.text.as_deref());
            if let (Some(field), Some(text), true) = (field, text, is_read)
                && field.value() != text
            {
                field.set_value(text);
            }
        });
    }
    let Some(entry) = entry else {
        return html! { <section class="hash-template" aria-label={words.template_title} aria-busy="true"></section> };
    };
    let oninput = {
        let lab = lab.clone();
        move |event: InputEvent| {
            let field: HtmlTextAreaElement = event.target_unchecked_into();
            lab.edit(&field.value());
        }
    };
    let on_revert = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.act(HashAct::Revert)
    };
    let forms = [Form::Manifest, Form::Stored];
    let on_form = {
        let lab = lab.clone();
        Callback::from(move |number: usize| lab.act(HashAct::TakeAs(forms[number])))
    };
    let choices = vec![
        Segment::explained(words.manifest, words.manifest_about),
        Segment::explained(words.stored, words.stored_about),
    ];
    html! {
        <section class="hash-template" aria-labelledby="hash-template-title">
            <header>
                <h2 id="hash-template-title">{words.template_title}</h2>
                <small>{words.taken_as}</small>
                <Segments label={words.taken_as} {choices} chosen={usize::from(entry.object.form != Form::Manifest)} on_choose={on_form} />
            </header>
            if entry.text.is_some() {
                <textarea
                    ref={node}
                    id="hash-text"
                    aria-label={words.edit_label}
                    aria-invalid={problem.is_some().to_string()}
                    aria-describedby="hash-text-problem"
                    spellcheck="false"
                    autocomplete="off"
                    wrap="off"
                    maxlength={MAX_EDITED_BYTES.to_string()}
                    {oninput}
                />
            } else {
                <p class="note">{words.too_long}</p>
            }
            <div class="hash-text-foot" id="hash-text-problem" aria-live="polite">
                if let Some(problem) = problem {
                    <p class="hash-wrong"><b>{problem.to_string()}</b>{" "}{words.edit_keeps}</p>
                } else {
                    <p class="note">{words.edit_hint}{" "}{words.private}</p>
                }
                if entry.changed || problem.is_some() {
                    <button type="button" class="ghost" onclick={on_revert}>{words.revert}</button>
                }
            </div>
        </section>
    }
}
