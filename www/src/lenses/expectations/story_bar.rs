use super::bench::Bench;
use super::state::{Guards, Story};
use super::text::Text;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What the top shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
}

/// Which story is told, and under which guards.
#[component]
pub fn StoryBar(Props { bench, text }: &Props) -> Html {
    let (story, guards, both, has_store) = {
        let lab = bench.lab();
        (
            lab.story,
            lab.guards,
            lab.side_by_side,
            lab.is_behind_consistency(),
        )
    };
    let on_story = {
        let bench = bench.clone();
        Callback::from(move |event: Event| {
            let field: HtmlSelectElement = event.target_unchecked_into();
            let chosen = Story::ALL.into_iter().find(|story| story.slug() == field.value());
            if let Some(chosen) = chosen {
                bench.tell(chosen);
            }
        })
    };
    let on_again = {
        let bench = bench.clone();
        move |_| bench.tell(story)
    };
    let switch = |label: &'static str, about: &'static str, on: bool, set: Callback<bool>| {
        let onchange = Callback::from(move |event: Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            set.emit(field.checked());
        });
        html! { <label class="ex-switch" title={about}><input type="checkbox" checked={on} {onchange} />{label}</label> }
    };
    let with_guards = |change: fn(&mut Guards, bool)| {
        let bench = bench.clone();
        Callback::from(move |on| {
            let mut guards = guards;
            change(&mut guards, on);
            bench.guard(guards);
        })
    };
    let on_both = {
        let bench = bench.clone();
        Callback::from(move |both| bench.side_by_side(both))
    };
    html! {
        <section class="ex-story" aria-label={text.story}>
            <div class="ex-pick">
                <label class="lead" for="ex-story">{text.story}</label>
                <select id="ex-story" onchange={on_story}>
                    for one in Story::ALL {
                        <option key={one.slug()} value={one.slug()} selected={one == story}>{(text.story_name)(one)}</option>
                    }
                </select>
                <button type="button" class="ghost" title={text.begin_again_about} onclick={on_again}>{text.begin_again}</button>
            </div>
            <p class="ex-lead">{(text.story_lead)(story)}</p>
            <div class="ex-switches">
                {switch(text.side_by_side, text.side_by_side_about, both, on_both)}
                {switch(text.call_by_call, text.call_by_call_about, guards.call_by_call, with_guards(|guards, on| guards.call_by_call = on))}
                if has_store {
                    {switch(text.consistency, text.consistency_about, guards.consistency, with_guards(|guards, on| guards.consistency = on))}
                }
            </div>
        </section>
    }
}
