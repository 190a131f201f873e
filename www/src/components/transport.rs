use super::branch_name::branch_name;
use super::icon::{Icon, Shape};
use super::scrub_track::ScrubTrack;
use super::segments::{Segment, Segments};
use super::speed_slider::SpeedSlider;
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Breakpoints, Frame, Panel, Sheet, Speed};
use crate::text::Language;
use kubeloupe_core::sim::{Schedule, World};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// How the history stands.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
    /// There is a question that can be watched.
    pub asked: bool,
    /// Steps follow each other.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How the next step is chosen.
    pub schedule: Schedule,
    /// Queues and calls are folded away.
    pub folded: bool,
    /// Where playing and running stop.
    pub breakpoints: Rc<Breakpoints>,
    /// What is laid over the page.
    pub sheet: Option<Sheet>,
    /// The language.
    pub language: Language,
}

const SCHEDULES: [Schedule; 3] = [Schedule::Fair, Schedule::Random, Schedule::Manual];

/// Going through the history: buttons, the track, the clock, speed, and how the next step is chosen.
#[component]
pub fn Transport(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let frame = props.frame.as_deref();
    let (position, length) = frame.map_or((0, 0), |frame| (frame.position, frame.length));
    let (at_start, at_end) = (position == 0, position >= length);
    let idle = frame.is_none();
    // The digest is for whoever compares runs, so it may wait until the picture rests.
    let digest = frame
        .filter(|_| !props.playing)
        .and_then(|_| desk.with_world(World::digest));
    let on_play = {
        let (desk, playing, watching) = (desk.clone(), props.playing, !idle);
        move |_| match (watching, at_end && !playing) {
            (false, _) => desk.watch(),
            (true, true) => {
                desk.seek(0);
                desk.act(Act::Play(true));
            }
            (true, false) => desk.act(Act::Play(!playing)),
        }
    };
    let button = |label: &'static str, shape: Shape, disabled: bool, deed: fn(&crate::hooks::Desk)| {
        let desk = desk.clone();
        html! { <button type="button" class="ghost square" aria-label={label} title={label} {disabled} onclick={move |_: MouseEvent| deed(&desk)}><Icon {shape} /></button> }
    };
    let on_due = {
        let desk = desk.clone();
        move |_| desk.next_due()
    };
    let on_schedule = {
        let desk = desk.clone();
        Callback::from(move |number: usize| desk.reschedule(SCHEDULES[number]))
    };
    let on_collector = {
        let desk = desk.clone();
        move |_| desk.toggle_sheet(Sheet::Collector)
    };
    let on_fold = {
        let (desk, folded) = (desk.clone(), props.folded);
        move |_| desk.act(Act::Fold(Panel::Queues, !folded))
    };
    let on_branch = {
        let (desk, branches) = (desk.clone(), frame.map(|frame| frame.branches.clone()));
        Callback::from(move |event: Event| {
            let field: HtmlSelectElement = event.target_unchecked_into();
            let chosen = usize::try_from(field.selected_index()).ok();
            if let Some(branch) = chosen.and_then(|chosen| branches.as_ref()?.get(chosen)) {
                desk.switch(branch.id);
            }
        })
    };
    let play_label = if props.playing { words.pause } else { words.play };
    let schedules = vec![
        Segment::explained(words.fair, words.fair_about),
        Segment::explained(words.random, words.random_about),
        Segment::explained(words.manual, words.manual_about),
    ];
    let time = frame.map_or_else(
        || words.spans.clock(kubeloupe_core::object::Time::START),
        |frame| words.spans.clock(frame.time),
    );
    let branches = frame.map(|frame| frame.branches.clone()).unwrap_or_default();
    let time_words = words.time_words;
    let stops = props.breakpoints.stops().len();
    let breakpoints_label = format!("{}: {stops}", time_words.breakpoints);
    let branches_label = (time_words.branches_of)(branches.len());
    let due_about = frame.and_then(|frame| frame.due).map_or_else(
        || words.next_due_about.to_owned(),
        |(due, reason)| {
            let to = (time_words.move_due_about)(&words.spans.clock(due), (time_words.due)(reason));
            format!("{}. {to}", words.next_due_about)
        },
    );
    let is_open = |sheet: Sheet| (props.sheet == Some(sheet)).to_string();
    let toggle = |sheet: Sheet| {
        let desk = desk.clone();
        move |_: MouseEvent| desk.toggle_sheet(sheet)
    };
    let chosen_schedule = SCHEDULES
        .iter()
        .position(|&schedule| schedule == props.schedule)
        .unwrap_or(0);
    let fold_label = if props.folded {
        (words.unfold)(words.queues)
    } else {
        (words.fold)(words.queues)
    };
    html! {
        <div
            class="transport"
            data-step={position.to_string()}
            data-steps={length.to_string()}
            data-complete={frame.is_some_and(|frame| frame.complete).to_string()}
            data-time={frame.map(|frame| frame.time.0.to_string())}
            data-digest={digest.map(|digest| format!("{digest:032x}"))}
        >
            <div class="buttons">
                {button(words.rewind, Shape::Rewind, idle || at_start, |desk| desk.run(false))}
                {button(words.step_back, Shape::Back, idle || at_start, |desk| desk.step_by(-1))}
                <button type="button" class="primary square" aria-label={play_label} title={play_label} disabled={!props.asked} onclick={on_play}><Icon shape={if props.playing { Shape::Pause } else { Shape::Play }} /></button>
                {button(words.step, Shape::Step, idle || at_end, |desk| desk.step_by(1))}
                {button(words.to_end, Shape::End, idle || at_end, |desk| desk.run(true))}
                <button type="button" class="ghost due" title={due_about} disabled={idle || at_end} onclick={on_due}>{words.next_due}</button>
                <button type="button" class="ghost moves-button" title={time_words.moves_title} aria-expanded={is_open(Sheet::Moves)} disabled={idle} onclick={toggle(Sheet::Moves)}>{time_words.moves}</button>
            </div>
            <ScrubTrack frame={props.frame.clone()} />
            <span class="clock"><b>{time}</b><small>{(words.step_of)(position, length)}</small></span>
            if branches.len() > 1 {
                <select class="branch" aria-label={words.branch} onchange={on_branch}>
                    for branch in branches.iter() {
                        <option key={branch.id.0} selected={frame.is_some_and(|frame| frame.branch == branch.id)}>{branch_name(words, props.language, branch)}</option>
                    }
                </select>
            }
            <button type="button" class="ghost square branches-button" aria-label={branches_label.clone()} title={branches_label} aria-expanded={is_open(Sheet::Branches)} disabled={idle} onclick={toggle(Sheet::Branches)}><Icon shape={Shape::Branch} /></button>
            <button type="button" class={classes!("ghost", "square", "breakpoints-button", (stops > 0).then_some("set"))} aria-label={breakpoints_label.clone()} title={breakpoints_label} aria-expanded={is_open(Sheet::Breakpoints)} onclick={toggle(Sheet::Breakpoints)}><Icon shape={Shape::Dot} />if stops > 0 { <small>{stops}</small> }</button>
            <SpeedSlider speed={props.speed} />
            <Segments class="schedule" label={words.schedule} choices={schedules} chosen={chosen_schedule} on_choose={on_schedule} />
            <button type="button" class="ghost collector-button" title={words.collector_title} onclick={on_collector}>{words.collector}</button>
            <button type="button" class="ghost square fold-queues" aria-label={fold_label.clone()} title={fold_label} aria-expanded={(!props.folded).to_string()} onclick={on_fold}><Icon shape={Shape::Down} /></button>
        </div>
    }
}
