use super::policy_choice::counts;
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Frame, Sheet, Source, Told, call_detail};
use crate::text::{describe_in, moment};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::Action;
use std::rc::Rc;
use yew::prelude::*;

/// The scenario that is played.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its objects.
    pub source: Rc<Source>,
    /// What is told of it.
    pub told: Rc<Told>,
    /// The step that is shown.
    pub frame: Option<Rc<Frame>>,
    /// What is laid over the page.
    pub sheet: Option<Sheet>,
}

/// More actions than these are counted.
const SHOWN: usize = 200;

/// What a scenario does and when, what it comes to, and whether that is as expected.
#[component]
pub fn ScriptBar(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let script = words.script_words;
    let Props { source, told, .. } = props;
    let position = props.frame.as_ref().map_or(0, |frame| frame.position);
    let on_ask = {
        let desk = desk.clone();
        move |_| desk.ask(Vec::new())
    };
    let on_play = {
        let desk = desk.clone();
        move |_| desk.play_from_start()
    };
    let on_expected = {
        let desk = desk.clone();
        move |_| desk.toggle_sheet(Sheet::Expected)
    };
    let last = told.acted.iter().rposition(|&at| at <= position);
    let act = |number: usize, at: Time, action: &Action| {
        let after = told.acted.get(number).copied();
        let desk = desk.clone();
        let onclick = move |_| {
            if let Some(after) = after {
                desk.act(Act::Play(false));
                desk.seek(after);
            }
        };
        let done = last.is_some_and(|last| number <= last);
        let mut sentence = describe_in(words, &told.world, &|time| time, action);
        if let Action::Client(request) = action {
            let detail = call_detail(&told.world.cluster().names, &request.verb);
            if !detail.is_empty() {
                sentence = format!("{sentence}, {detail}");
            }
        }
        html! {
            <li key={number} class={if done { "done" } else { "ahead" }}>
                <button type="button" disabled={after.is_none()} aria-current={(last == Some(number)).then_some("step")} {onclick}>
                    <time>{moment(&words.spans, at)}</time><span>{sentence}</span>
                </button>
            </li>
        }
    };
    let (holds, all) = (told.as_expected(), told.expectations.len());
    let actions = told.actions();
    html! {
        <section class="question script" aria-label={script.scenario}>
            <div class="plot">
                <h2 class="lead">{source.name.clone()}</h2>
                <span class="counts" data-steps={told.answer.forecast.steps.to_string()}>{counts(words, &told.answer)}</span>
                if all > 0 {
                    <button type="button" class={classes!("ghost", "outcome", if holds == all { "ok" } else { "bad" })} aria-expanded={(props.sheet == Some(Sheet::Expected)).to_string()} onclick={on_expected}>
                        {(script.as_expected)(holds, all)}
                    </button>
                }
            </div>
            if actions.is_empty() {
                <p class="acts none">{script.nothing_is_done}</p>
            } else {
                <ol class="acts" aria-label={script.actions}>
                    for (number, timed) in actions.iter().take(SHOWN).enumerate() {
                        {act(number, timed.at, &timed.action)}
                    }
                    if actions.len() > SHOWN {
                        <li class="more">{(words.more)(actions.len() - SHOWN)}</li>
                    }
                </ol>
            }
            <div class="go">
                <button type="button" class="ghost" title={script.ask_else_about} onclick={on_ask}>{script.ask_else}</button>
                <button type="button" class="primary watch" onclick={on_play}>{script.play_from_start}</button>
            </div>
        </section>
    }
}
