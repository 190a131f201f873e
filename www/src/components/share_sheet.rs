use super::copy_button::CopyButton;
use super::sheet_frame::SheetFrame;
use crate::hooks::{Desk, copy, download, use_desk, use_words};
use crate::state::{Act, LinkError};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What there is to share.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// A history is watched.
    pub watching: bool,
    /// The graph is shown.
    pub graph: bool,
    /// Something is asked about.
    pub asked: bool,
    /// A scenario is played, whose file is JSON or not.
    pub script: Option<bool>,
}

/// The link to what is shown, and everything that can be saved of it.
#[component]
pub fn ShareSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let copied = use_state_eq(|| false);
    let on_link = {
        let (desk, copied) = (desk.clone(), copied.setter());
        move |_: MouseEvent| {
            let (desk, copied) = (desk.clone(), copied.clone());
            let link = match desk.link() {
                Ok(link) => link,
                Err(error) => {
                    let why = match error {
                        LinkError::TooLong => words.link_too_long,
                        LinkError::Untold => words.link_untold,
                        LinkError::OfCluster => words.link_of_cluster,
                        LinkError::Broken | LinkError::Newer(_) => words.link_broken,
                    };
                    return desk.act(Act::Problem(Some(why.into())));
                }
            };
            spawn_local(async move {
                if copy(&link).await {
                    copied.set(true);
                } else {
                    desk.act(Act::Problem(Some(words.copy_failed.into())));
                }
            });
        }
    };
    let save = |name: &'static str, media_type: &'static str, text: fn(&Desk) -> String| {
        let desk = desk.clone();
        move |_: MouseEvent| {
            if !download(name, media_type, &text(&desk)) {
                desk.act(Act::Problem(Some(words.save_failed.into())));
            } else if name.contains("scenario") {
                desk.note_saved();
            }
        }
    };
    let text_of = |text: fn(&Desk) -> String| {
        let desk = desk.clone();
        Callback::from(move |()| text(&desk))
    };
    let picture = |png: bool| {
        let desk = desk.clone();
        move |_: MouseEvent| desk.save_picture(png)
    };
    html! {
        <SheetFrame title={words.share} class="share">
            <p>{words.share_link_lead}</p>
            <p><button type="button" class="primary" onclick={on_link}><span aria-live="polite">{if *copied { words.copied } else { words.share_link }}</span></button></p>
            <p class="note">{if props.script.is_some() { words.script_words.share_private } else { words.share_private }}</p>
            <dl class="shares">
                <dt>{words.share_picture}</dt>
                <dd>
                    <button type="button" class="ghost" disabled={!props.graph} onclick={picture(false)}>{"SVG"}</button>
                    <button type="button" class="ghost" disabled={!props.graph} onclick={picture(true)}>{"PNG"}</button>
                    if !props.graph {
                        <small>{words.share_needs_graph}</small>
                    }
                </dd>
                <dt>{words.share_graph}</dt>
                <dd>
                    <button type="button" class="ghost" onclick={save("kubeloupe.mmd", "text/plain", Desk::mermaid_text)}>{"Mermaid"}</button>
                    <CopyButton label={words.copy} text={text_of(Desk::mermaid_text)} />
                </dd>
                <dt>{words.share_report}</dt>
                <dd>
                    <button type="button" class="ghost" disabled={!props.asked} onclick={save("kubeloupe.md", "text/markdown", Desk::report_text)}>{"Markdown"}</button>
                    if props.asked {
                        <CopyButton label={words.copy} text={text_of(Desk::report_text)} />
                    }
                </dd>
                <dt>{words.share_scenario}</dt>
                <dd>
                    if props.script == Some(false) {
                        <button type="button" class="ghost" onclick={save("kubeloupe-scenario.yaml", "application/yaml", Desk::scenario_text)}>{"YAML"}</button>
                    } else {
                        <button type="button" class="ghost" onclick={save("kubeloupe-scenario.json", "application/json", Desk::scenario_text)}>{"JSON"}</button>
                    }
                    <small>{words.share_scenario_about}</small>
                </dd>
                <dt>{words.share_trace}</dt>
                <dd>
                    <button type="button" class="ghost" disabled={!props.watching} onclick={save("kubeloupe-trace.json", "application/json", Desk::trace_text)}>{"JSON"}</button>
                    if !props.watching {
                        <small>{words.share_needs_watching}</small>
                    }
                </dd>
            </dl>
        </SheetFrame>
    }
}
