use super::fate_mark::FateMark;
use super::sheet_frame::SheetFrame;
use crate::hooks::use_words;
use crate::state::{Lens, Mark};
use yew::prelude::*;

/// Whose keys are listed.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The lens that is looked through.
    pub lens: Lens,
}

/// The keys and the shapes.
#[component]
pub fn HelpSheet(Props { lens }: &Props) -> Html {
    let words = use_words();
    let of_time = if *lens == Lens::Deletion {
        words.time_words.keys
    } else {
        &[]
    };
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
                for &(keys, about) in (words.keys_of)(*lens).iter().chain(of_time).chain(words.keys_everywhere) {
                    <dt>{keys.split(' ').map(|key| html! { <kbd>{key}</kbd> }).collect::<Html>()}</dt>
                    <dd>{about}</dd>
                }
            </dl>
            if *lens == Lens::Deletion {
                <h3>{words.shapes_title}</h3>
                <ul class="shapes">
                    for mark in marks {
                        <li><FateMark {mark} />{(words.mark)(mark)}</li>
                    }
                </ul>
            }
        </SheetFrame>
    }
}
