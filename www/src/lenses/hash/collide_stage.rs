use super::lab::{use_hash_words, use_lab};
use super::sentence::Sentence;
use super::state::{HashAct, Round, Search, minors_text};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How far the search is.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The search.
    pub search: Search,
    /// The image of the template that is to collide.
    pub image: String,
}

/// Looks for a template with the same hash, and tells what a Deployment makes of the two.
#[component]
pub fn CollideStage(Props { search, image }: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let oninput = {
        let lab = lab.clone();
        move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            lab.end_search();
            lab.act(HashAct::Image(field.value().into()));
        }
    };
    let onsubmit = {
        let lab = lab.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            lab.search();
        }
    };
    let on_cancel = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.end_search()
    };
    let found = match search {
        Search::Met(meeting) => Some(meeting.clone()),
        _ => None,
    };
    let round = |round: &Round| match round {
        Round::First(name) => (words.round_first)(name),
        Round::Taken(name, count) => (words.round_taken)(name, *count),
        Round::Again(name, count) => (words.round_again)(name, *count),
        Round::Back(name) => (words.round_back)(name),
    };
    let class = |round: &Round| match round {
        Round::First(_) | Round::Again(..) => "kept",
        Round::Taken(..) => "stuck",
        Round::Back(_) => "untouched",
    };
    html! {
        <div class="hash-scroll" tabindex="0" role="region" aria-label={words.image_label}>
            <form class="hash-form" {onsubmit}>
                <label class="hash-pick"><span>{words.image_label}</span>
                    <input type="text" spellcheck="false" autocomplete="off" maxlength="512" value={image.clone()} {oninput} />
                </label>
                <button type="submit" class="primary" disabled={matches!(search, Search::On(..))}>{if found.is_some() { words.find_again } else { words.find }}</button>
                if let Search::On(tried, expected) = search {
                    <progress max={(*expected).max(1).to_string()} value={tried.to_string()} aria-label={words.searching}></progress>
                    <span class="tabular">{(words.tried)(*tried, *expected)}</span>
                    <button type="button" class="ghost" onclick={on_cancel}>{words.cancel}</button>
                }
            </form>
            if let Some(meeting) = found {
                <div class="hash-met">
                    <p><Sentence text={(words.how_it_collides)(&meeting.value)} /></p>
                    <ol class="hash-rounds">
                        for one in &meeting.rounds {
                            <li><i class={classes!("mark", class(one))} aria-hidden="true"></i><span><Sentence text={round(one)} /></span></li>
                        }
                    </ol>
                    <p class="note">{(words.collides_in)(&minors_text(meeting.minors.iter().copied()))}</p>
                    <button type="button" class="ghost" onclick={{
                        let lab = lab.clone();
                        move |_: MouseEvent| lab.act(HashAct::Adopt(meeting.clone()))
                    }}>{words.compare_them}</button>
                </div>
            }
            <p class="note">{words.collide_about}</p>
        </div>
    }
}
