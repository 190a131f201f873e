use super::bench::Bench;
use super::text::Text;
use crate::components::{Icon, Segment, Segments, Shape};
use crate::hooks::use_words;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How the story stands.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// Moments follow each other.
    pub playing: bool,
    /// How fast, as a place in [`SPEEDS`].
    pub speed: usize,
    /// It should play, or stop.
    pub on_play: Callback<bool>,
    /// Another speed.
    pub on_speed: Callback<usize>,
    /// The lens's words.
    pub text: &'static Text,
}

/// Milliseconds between two moments.
pub const SPEEDS: [(u32, &str); 4] = [(1200, "½×"), (500, "1×"), (120, "4×"), (24, "20×")];

/// Going through the story: buttons, the track, the clock, and how fast it plays.
#[component]
pub fn ExpectationsTransport(props: &Props) -> Html {
    let words = use_words();
    let bench = &props.bench;
    let (at, last, now, running) = {
        let lab = bench.lab();
        (lab.position(), lab.len(), lab.now(), bench.is_running())
    };
    let button = |label: &'static str, shape: Shape, disabled: bool, moments: isize| {
        let bench = bench.clone();
        let onclick = move |_: MouseEvent| {
            bench.step(moments);
        };
        html! { <button type="button" class="ghost square" aria-label={label} title={label} {disabled} {onclick}><Icon {shape} /></button> }
    };
    let on_play = {
        let (on_play, playing, bench) = (props.on_play.clone(), props.playing, bench.clone());
        move |_: MouseEvent| {
            if !playing && at >= last && !bench.is_running() {
                bench.go(0);
            }
            on_play.emit(!playing);
        }
    };
    let (play_label, play_shape) = if props.playing {
        (words.pause, Shape::Pause)
    } else {
        (words.play, Shape::Play)
    };
    let oninput = {
        let bench = bench.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            if let Ok(moment) = field.value().parse() {
                bench.go(moment);
            }
        })
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "a place on a line of a few hundred pixels"
    )]
    let share = if last == 0 {
        0.0
    } else {
        at as f64 * 100.0 / last as f64
    };
    let clock = words.spans.clock(now);
    let step = (words.step_of)(at, last);
    html! {
        <div class="transport" data-step={at.to_string()} data-length={last.to_string()} data-running={running.to_string()}>
            <div class="buttons">
                {button(words.rewind, Shape::Rewind, at == 0, isize::MIN)}
                {button(words.step_back, Shape::Back, at == 0, -1)}
                <button type="button" class="primary square" aria-label={play_label} title={play_label} onclick={on_play}><Icon shape={play_shape} /></button>
                {button(words.step, Shape::Step, at >= last, 1)}
                {button(words.to_end, Shape::End, at >= last, isize::MAX)}
            </div>
            <div class="scrub" ~style={format!("--done:{share:.2}%")}>
                <input type="range" min="0" max={last.to_string()} step="1" ~value={at.to_string()} aria-label={words.position} aria-valuetext={format!("{step}, {clock}")} {oninput} />
            </div>
            <span class="clock"><b>{clock}</b><small>{if running { props.text.computing.to_owned() } else { step }}</small></span>
            <Segments class="ex-speed" label={words.speed} choices={SPEEDS.iter().map(|(_, word)| Segment::word(*word)).collect::<Vec<_>>()} chosen={props.speed} on_choose={props.on_speed.clone()} />
        </div>
    }
}
