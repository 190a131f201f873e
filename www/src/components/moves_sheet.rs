use super::sheet_frame::SheetFrame;
use crate::hooks::{Desk, use_desk, use_words};
use crate::state::{Breakpoints, Frame, ThingId};
use std::rc::Rc;
use yew::prelude::*;

/// Where one stands.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The present step.
    pub frame: Option<Rc<Frame>>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// The breakpoints.
    pub breakpoints: Rc<Breakpoints>,
}

/// Every way through time, with what it does and its key.
#[component]
pub fn MovesSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let time = words.time_words;
    let Some(frame) = &props.frame else {
        return html! { <SheetFrame title={time.moves_title} class="moves"><p>{words.say_not_watched}</p></SheetFrame> };
    };
    let (at_start, at_end) = (frame.position == 0, frame.position >= frame.length);
    let row = |name: String, about: String, key: &str, disabled: bool, deed: fn(&Desk)| {
        let desk = desk.clone();
        let onclick = move |_: MouseEvent| deed(&desk);
        html! {
            <li><button type="button" {disabled} {onclick}><b>{name}</b><small>{about}</small><kbd>{key}</kbd></button></li>
        }
    };
    let chosen = props.selected.map(|thing| desk.called(thing));
    let decision = |forwards: bool| {
        let named = if forwards {
            time.move_decision
        } else {
            time.move_decision_before
        };
        chosen
            .as_deref()
            .map_or_else(|| time.move_decision_choose.to_owned(), named)
    };
    let due = frame.due.map_or_else(
        || time.move_due_never.to_owned(),
        |(due, reason)| (time.move_due_about)(&words.spans.clock(due), (time.due)(reason)),
    );
    let stops = props.breakpoints.stops().len();
    let none = chosen.is_none();
    html! {
        <SheetFrame title={time.moves_title} class="moves">
            <ul class="ways">
                {row(time.move_step.into(), String::new(), "→", at_end, |desk| desk.step_by(1))}
                {row(time.move_into.into(), time.move_into_about.into(), "I", at_end || !frame.attempt_next, Desk::step_into)}
                {row(time.move_over.into(), time.move_over_about.into(), "V", at_end, Desk::step_over)}
                {row(time.move_due.into(), due, "N", at_end, Desk::next_due)}
                {row(decision(true), time.move_decision_about.into(), "J", at_end || none, |desk| desk.to_decision(true))}
                {row(time.move_run.into(), (time.move_run_about)(stops), "End", at_end, |desk| desk.run(true))}
            </ul>
            <ul class="ways">
                {row(time.move_back.into(), String::new(), "←", at_start, |desk| desk.step_by(-1))}
                {row(decision(false), String::new(), "Shift J", at_start || none, |desk| desk.to_decision(false))}
                {row(time.move_run_back.into(), time.move_run_back_about.into(), "Home", at_start, |desk| desk.run(false))}
            </ul>
        </SheetFrame>
    }
}
