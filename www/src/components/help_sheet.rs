use super::fate_mark::FateMark;
use super::sheet_frame::SheetFrame;
use crate::hooks::use_words;
use crate::state::Mark;
use yew::prelude::*;

/// The keys and the shapes.
#[component]
pub fn HelpSheet() -> Html {
    let words = use_words();
    let marks = [
        Mark::Deleted,
        Mark::Waiting,
        Mark::Stuck,
        Mark::Orphaned,
        Mark::Changed,
        Mark::Kept,
        Mark::Untouched,
    ];
    html! {
        <SheetFrame title={words.keys} class="help">
            <dl class="keys">
                for &(keys, about) in words.keys_list {
                    <dt>{keys.split(' ').map(|key| html! { <kbd>{key}</kbd> }).collect::<Html>()}</dt>
                    <dd>{about}</dd>
                }
            </dl>
            <h3>{words.shapes_title}</h3>
            <ul class="shapes">
                for mark in marks {
                    <li><FateMark {mark} />{(words.mark)(mark)}</li>
                }
            </ul>
        </SheetFrame>
    }
}
