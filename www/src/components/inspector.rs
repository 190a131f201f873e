use super::breakpoint_button::BreakpointButton;
use super::icon::{Icon, Shape};
use super::metadata::Metadata;
use super::reference_list::ReferenceList;
use super::thing_history::ThingHistory;
use super::thing_name::ThingName;
use super::verdict_box::VerdictBox;
use crate::draw::{DeedPanel, ObjectEditor};
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Answer, Diagnosed, Frame, Scope, Source, Stage, ThingId, Touch};
use crate::text::Language;
use std::rc::Rc;
use yew::prelude::*;

/// What the inspector shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The chosen thing.
    pub thing: Option<ThingId>,
    /// The forecasts were cancelled.
    pub stopped: bool,
    /// What is wrong with what is open.
    pub diagnosed: Option<Rc<Diagnosed>>,
    /// The answer.
    pub answer: Option<Rc<Answer>>,
    /// The objects asked about.
    pub question: Rc<Vec<ThingId>>,
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
    /// The panel is folded away.
    pub folded: bool,
    /// What is open can be changed.
    pub editing: bool,
    /// The language of sentences.
    pub language: Language,
}

/// The chosen thing: what becomes of it and why, its owners, and what it is.
#[component]
pub fn Inspector(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let revision = props.frame.as_ref().map_or(0, |frame| frame.revision);
    let close = {
        let desk = desk.clone();
        move |_| desk.act(Act::Sheet(None))
    };
    let close = html! {
        <button type="button" class="close-sheet" aria-label={words.close} onclick={close}><Icon shape={Shape::Cross} /></button>
    };
    let class = classes!("inspector", props.folded.then_some("folded"));
    let Some(thing) = props.thing else {
        return html! { <section {class} aria-label={words.inspector}>{close}<p class="nothing">{words.choose_something}</p></section> };
    };
    let asked = props.question.contains(&thing);
    let absent = props.source.catalog.is_absent(thing);
    let ask = {
        let desk = desk.clone();
        move |_| desk.ask(vec![thing])
    };
    let ask_too = {
        let (desk, question) = (desk.clone(), props.question.clone());
        move |_| desk.ask(question.iter().copied().chain([thing]).collect())
    };
    let around = {
        let desk = desk.clone();
        move |_| {
            desk.act(Act::Scope(Scope::Selected));
            desk.act(Act::Stage(Stage::Graph));
        }
    };
    let findings = props
        .diagnosed
        .as_ref()
        .map_or(&[][..], |diagnosed| diagnosed.of(thing));
    let to_finding = |number: usize| {
        let desk = desk.clone();
        move |_: MouseEvent| {
            desk.act(Act::Finding(Some(number)));
            desk.act(Act::Stage(Stage::Findings));
        }
    };
    let log = desk.with_player(|player| {
        let log = player.log();
        (log.of(thing).to_vec(), log.left_out(thing))
    });
    let verdict = props
        .answer
        .as_deref()
        .and_then(|answer| answer.verdict(thing))
        .cloned();
    html! {
        <section {class} aria-label={words.inspector} tabindex="0">
            {close}
            <h2 class="title"><ThingName source={props.source.clone()} {thing} /><BreakpointButton on={Touch::Thing(thing)} name={desk.called(thing)} /></h2>
            <VerdictBox source={props.source.clone()} {thing} verdict={verdict} known={props.answer.is_some()} stopped={props.stopped} />
            if !absent {
                <div class="deeds">
                    if !asked {
                        <button type="button" class="ghost" onclick={ask}>{words.ask_this}</button>
                        if !props.question.is_empty() {
                            <button type="button" class="ghost" onclick={ask_too}>{words.ask_this_too}</button>
                        }
                    }
                    <button type="button" class="ghost" onclick={around}>{words.show_neighbours}</button>
                    if let Some(&number) = findings.first() {
                        <button type="button" class="ghost" onclick={to_finding(number)}>{(words.findings_about)(findings.len())}</button>
                    }
                </div>
            }
            if props.editing {
                <ObjectEditor key={thing.0} source={props.source.clone()} {thing} watching={props.frame.is_some()} {revision} />
            }
            <ReferenceList source={props.source.clone()} {thing} {revision} edited={props.editing} />
            if !props.editing && !absent && props.frame.is_some() {
                <DeedPanel key={thing.0} source={props.source.clone()} {thing} {revision} />
            }
            if !absent {
                <Metadata source={props.source.clone()} {thing} {revision} />
                <ThingHistory
                    source={props.source.clone()}
                    log={log.map(Rc::new)}
                    position={props.frame.as_ref().map_or(0, |frame| frame.position)}
                    language={props.language}
                />
            }
        </section>
    }
}
