use super::icon::{Icon, Shape};
use super::policy_choice::PolicyChoice;
use super::thing_name::ThingName;
use super::thing_picker::ThingPicker;
use crate::hooks::{use_desk, use_words};
use crate::state::{Policies, Source, ThingId};
use kubeloupe_core::analyse::Cascade;
use std::rc::Rc;
use yew::prelude::*;

/// The question and its answers.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// The objects asked about.
    pub question: Rc<Vec<ThingId>>,
    /// The policy chosen.
    pub cascade: Cascade,
    /// What would happen under each.
    pub answers: Policies,
    /// The forecasts were cancelled.
    pub stopped: bool,
    /// It is being watched.
    pub watching: bool,
    /// What is open is a scenario, which can be played.
    pub has_script: bool,
}

/// "If I delete these with this policy", and what would happen under each policy.
#[component]
pub fn QuestionBar(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let picking = use_state_eq(|| false);
    let Some(source) = &props.source else {
        return html! { <section class="question" aria-label={words.question}><span class="lead">{words.computing}</span></section> };
    };
    let on_watch = {
        let desk = desk.clone();
        move |_| desk.watch()
    };
    let on_script = {
        let desk = desk.clone();
        move |_| desk.play_script()
    };
    let on_leave_watching = {
        let desk = desk.clone();
        move |_| desk.leave()
    };
    let picked = {
        let (desk, picking, question) = (desk.clone(), picking.setter(), props.question.clone());
        Callback::from(move |thing: ThingId| {
            picking.set(false);
            let mut question = (*question).clone();
            if !question.contains(&thing) {
                question.push(thing);
                desk.ask(question);
            }
        })
    };
    let without = |thing: ThingId| {
        let (desk, question) = (desk.clone(), props.question.clone());
        move |_| desk.ask(question.iter().copied().filter(|&one| one != thing).collect())
    };
    let left = {
        let picking = picking.setter();
        Callback::from(move |()| picking.set(false))
    };
    let start_picking = {
        let picking = picking.setter();
        move |_| picking.set(true)
    };
    html! {
        <section class="question" aria-label={words.question}>
            <div class="subjects">
                <h2 class="lead">{words.if_i_delete}</h2>
                <span class="pills">
                for &thing in props.question.iter() {
                    <span class="pill" key={thing.0}>
                        <ThingName source={source.clone()} {thing} />
                        <button type="button" aria-label={(words.take_away)(source.catalog.name_of(thing))} title={(words.take_away)(source.catalog.name_of(thing))} onclick={without(thing)}><Icon shape={Shape::Cross} /></button>
                    </span>
                }
                </span>
                if *picking || props.question.is_empty() {
                    <ThingPicker id="pick" source={source.clone()} label={words.pick_object} placeholder={words.pick_object} eager={*picking} on_pick={picked} on_leave={left} />
                } else {
                    <button type="button" class="add" aria-label={format!("+ {}", words.another)} onclick={start_picking}>{"+ "}<span>{words.another}</span></button>
                }
            </div>
            <PolicyChoice source={source.clone()} cascade={props.cascade} answers={props.answers.clone()} asked={!props.question.is_empty()} stopped={props.stopped} />
            <div class="grow"></div>
            <div class="go">
                if props.has_script {
                    <button type="button" class="ghost" onclick={on_script}>{words.script_words.back}</button>
                }
                if props.watching {
                    <button type="button" class="ghost" onclick={on_leave_watching}>{words.stop_watching}</button>
                }
                <button type="button" class="primary watch" disabled={props.question.is_empty()} onclick={on_watch}>
                    {if props.watching { words.watch_again } else { words.watch }}
                </button>
            </div>
        </section>
    }
}
