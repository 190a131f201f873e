use super::fate_mark::FateMark;
use crate::hooks::use_words;
use crate::state::Mark;
use yew::prelude::*;

/// What the shapes and lines of the picture mean.
#[component]
pub fn Legend() -> Html {
    let words = use_words();
    let marks = [
        Mark::Deleted,
        Mark::Waiting,
        Mark::Stuck,
        Mark::Orphaned,
        Mark::Kept,
    ];
    html! {
        <ul class="legend" aria-label={words.legend}>
            for mark in marks {
                <li key={mark.word()}><FateMark {mark} />{(words.mark)(mark)}</li>
            }
            <li class="box-virtual">{words.is_virtual}</li>
            <li class="line blocking">{words.blocks}</li>
            <li class="line">{words.blocks_not}</li>
        </ul>
    }
}
