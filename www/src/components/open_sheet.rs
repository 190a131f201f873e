use super::cluster_form::ClusterForm;
use super::sheet_frame::SheetFrame;
use crate::draw::use_say;
use crate::hooks::{behind_proxy, open_list, use_desk, use_words};
use crate::state::{Inputs, Lesson, Sample};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Opening files, a folder, a sample, pasted text, or the cluster behind the page.
#[component]
pub fn OpenSheet() -> Html {
    let (words, desk) = (use_words(), use_desk());
    let say = use_say();
    let on_blank = {
        let desk = desk.clone();
        move |_: MouseEvent| desk.draw_blank()
    };
    let text = use_node_ref();
    let on_files = {
        let desk = desk.clone();
        Callback::from(move |event: Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            if let Some(files) = field.files() {
                open_list(&desk, files);
            }
        })
    };
    let on_pasted = {
        let (desk, text) = (desk.clone(), text.clone());
        move |_| {
            let pasted = text
                .cast::<HtmlTextAreaElement>()
                .map(|field| field.value())
                .unwrap_or_default();
            if !pasted.trim().is_empty() {
                desk.open_files(Inputs::one(words.open_pasted_name, pasted.into_bytes()));
            }
        }
    };
    let sample = |sample: Sample, about: &'static str| {
        let desk = desk.clone();
        let onclick = move |_: MouseEvent| desk.open_sample(sample);
        html! { <li><button type="button" class="ghost" {onclick}><b>{sample.name}</b><small>{about}</small></button></li> }
    };
    let language = desk.view().language;
    let lesson = |lesson: Lesson| {
        let desk = desk.clone();
        move |_: MouseEvent| desk.open_lesson(lesson)
    };
    html! {
        <SheetFrame title={words.open_title} class="open">
            if behind_proxy() {
                <ClusterForm />
            }
            <p>{words.open_lead}</p>
            <p><code>{words.open_command}</code></p>
            <p>
                <label class="file primary">{words.open_file}<input type="file" multiple=true accept=".json,.yaml,.yml,.txt,.gz,.tgz,.tar,.dot,application/json" onchange={on_files.clone()} /></label>
                {" "}
                <label class="file ghost">{words.open_folder}<input type="file" webkitdirectory=true onchange={on_files} /></label>
            </p>
            <ul class="samples drawing">
                <li><button type="button" class="ghost draw-blank" onclick={on_blank}><b>{say.draw()}</b><small>{say.draw_about()}</small></button></li>
            </ul>
            <h3>{words.open_samples}</h3>
            <ul class="samples">
                {sample(Sample::SHOP, words.sample_shop)}
                {sample(Sample::STUCK, words.sample_stuck)}
            </ul>
            <h3>{words.script_words.lessons}</h3>
            <ul class="samples lessons">
                for one in Lesson::ALL {
                    <li key={one.slug}><button type="button" class="ghost" data-lesson={one.slug} onclick={lesson(one)}><b>{one.title(language)}</b><small>{one.about(language)}</small></button></li>
                }
            </ul>
            <h3><label for="paste">{words.open_paste}</label></h3>
            <textarea id="paste" ref={text} rows="7" spellcheck="false" placeholder="apiVersion: v1" />
            <p><button type="button" class="primary" onclick={on_pasted}>{words.open_pasted}</button></p>
            <p class="note">{words.open_private}</p>
            if !behind_proxy() {
                <ClusterForm />
            }
        </SheetFrame>
    }
}
