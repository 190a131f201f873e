use super::state::{Act, Desk, Pace, reached, situation};
use super::use_desk::use_say;
use crate::components::{Icon, RuleLink, Segment, Segments, Shape};
use crate::hooks::use_words;
use kubeloupe_core::object::Time;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How the run stands.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Everything that was asked.
    pub desk: Desk,
    /// What changes it.
    pub act: Callback<Act>,
}

/// Steps of the slider.
const STEPS: i64 = 2_000;

/// Going through time, and the sentence that says what is going on.
#[component]
pub fn TimeBar(Props { desk, act }: &Props) -> Html {
    let (say, words) = (use_say(), use_words());
    let tape = desk.tape();
    let (at_start, at_end) = (desk.cursor <= Time::START, desk.cursor >= desk.until);
    let seek = |at: Time| act.reform(move |_: MouseEvent| Act::Seek(at));
    let button = |label: &'static str, shape: Shape, disabled: bool, onclick: Callback<MouseEvent>| {
        html! { <button type="button" class="ghost square" aria-label={label} title={label} {disabled} {onclick}><Icon {shape} /></button> }
    };
    let playing = desk.playing;
    let label = if playing { words.pause } else { words.play };
    let oninput = {
        let until = desk.until;
        act.reform(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let step = field.value().parse::<i64>().unwrap_or(0);
            Act::Seek(Time(until.0 / STEPS * step))
        })
    };
    let step = desk.cursor.0.saturating_mul(STEPS) / desk.until.0.max(1);
    #[expect(
        clippy::cast_precision_loss,
        reason = "a place on a line of a few hundred pixels"
    )]
    let share = |at: Time| at.0 as f64 * 100.0 / desk.until.0.max(1) as f64;
    let (previous, next, turn) = match tape {
        Some(tape) => (
            tape.previous_happening(desk.cursor),
            tape.next_happening(desk.cursor),
            tape.next_turn(desk.cursor),
        ),
        None => (Time::START, desk.cursor, desk.cursor),
    };
    let paces = Pace::ALL
        .iter()
        .map(|&pace| Segment::word(say.pace(pace)))
        .collect::<Vec<_>>();
    let on_pace = act.reform(|number: usize| Act::Pace(Pace::ALL[number.min(Pace::ALL.len() - 1)]));
    let passes = tape
        .and_then(|tape| tape.row(desk.cursor))
        .map_or(0, |row| row.passes);
    let progress = desk.told[desk.side as usize].progress;
    // What is not simulated yet is not told: it would be what was so before.
    let is_known = desk.cursor.0 <= reached(progress, desk.until).0;
    let known = tape.filter(|_| is_known);
    let told = desk.fleet.as_ref().zip(known).and_then(|(fleet, tape)| {
        let found = situation(tape, fleet, desk.shown(), &desk.faults, desk.cursor)?;
        let fits = tape
            .rows
            .first()
            .is_some_and(|row| row.zones.len() == fleet.zones.len());
        fits.then(|| (say.situation(fleet, &found), found))
    });
    // While time passes by itself the sentence would be read out without end.
    let live = if playing { "off" } else { "polite" };
    html! {
        <section class="time nodes-time" aria-label={words.time} data-cursor={desk.cursor.0.to_string()} data-until={desk.until.0.to_string()}>
            <div class="transport">
                <div class="buttons">
                    {button(words.rewind, Shape::Rewind, at_start, seek(Time::START))}
                    {button(say.back(), Shape::Back, at_start, seek(previous))}
                    <button type="button" class="primary square" aria-label={label} title={label} onclick={act.reform(move |_: MouseEvent| Act::Play(!playing))}><Icon shape={if playing { Shape::Pause } else { Shape::Play }} /></button>
                    {button(say.forth(), Shape::Step, at_end, seek(next))}
                    {button(words.to_end, Shape::End, at_end, seek(desk.until))}
                    <button type="button" class="ghost due" title={say.next_turn_about()} disabled={at_end} onclick={seek(turn)}>{say.next_turn()}</button>
                </div>
                <div class="scrub" ~style={format!("--done:{:.2}%", share(desk.cursor))}>
                    <input type="range" min="0" max={STEPS.to_string()} step="1" ~value={step.to_string()} aria-label={say.position()} aria-valuetext={say.time(desk.cursor)} {oninput} />
                    for (number, fault) in desk.faults.iter().enumerate() {
                        <i key={number} class="fault-tick" aria-hidden="true" ~style={format!("left:{:.2}%", share(fault.at))}></i>
                    }
                </div>
                <span class="clock"><b>{say.clock(desk.cursor)}</b><small>{say.pass(passes)}</small></span>
                <Segments class="pace" label={words.speed} choices={paces} chosen={desk.pace as usize} on_choose={on_pace} />
            </div>
            <div class="say nodes-say">
                if let Some((sentence, found)) = told {
                    <i class={classes!("mark", found.mark())} aria-hidden="true"></i>
                    <p aria-live={live} tabindex="0"><b>{sentence.lead}</b>{sentence.rest}</p>
                    <span class="rules">for rule in found.rules().iter().copied() { <RuleLink key={rule} {rule} /> }</span>
                } else if !is_known {
                    <p>{say.running(progress)}</p>
                }
            </div>
        </section>
    }
}
