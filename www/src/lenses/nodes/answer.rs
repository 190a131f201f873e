use super::state::{Act, Desk, Preset, Side, Tape};
use super::use_desk::use_say;
use std::rc::Rc;
use yew::prelude::*;

/// What was asked, and what it came to.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Everything that was asked.
    pub desk: Desk,
    /// What changes it.
    pub act: Callback<Act>,
}

/// Questions to start from, and the answer: it is there before anything is played.
#[component]
pub fn Answer(Props { desk, act }: &Props) -> Html {
    let say = use_say();
    let sides = Side::ALL
        .into_iter()
        .filter(|side| *side == Side::A || desk.compares);
    html! {
        <section class="nodes-answer" aria-label={say.answer()}>
            <div class="presets" role="group" aria-label={say.presets()}>
                <span class="caption">{say.presets()}</span>
                for preset in Preset::ALL {
                    <button type="button" class="chip" key={preset.slug()} data-preset={preset.slug()} aria-pressed={(desk.preset == Some(preset)).to_string()} onclick={act.reform(move |_: MouseEvent| Act::Preset(preset))}>{say.preset(preset)}</button>
                }
            </div>
            <div class="outcomes">
                for side in sides {
                    <Outcomes key={side as usize} {side} compares={desk.compares} shown={desk.side == side} tape={desk.told[side as usize].tape.clone()} progress={desk.told[side as usize].progress} act={act.clone()} />
                }
            </div>
        </section>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct OutcomeProps {
    side: Side,
    compares: bool,
    shown: bool,
    tape: Option<Rc<Tape>>,
    progress: u32,
    act: Callback<Act>,
}

#[component]
fn Outcomes(props: &OutcomeProps) -> Html {
    let say = use_say();
    let outcome = props.tape.as_ref().map(|tape| tape.outcome()).unwrap_or_default();
    let done = props.progress >= 1000;
    let label = match props.side {
        Side::A => say.side_a(),
        Side::B => say.side_b(),
    };
    let side = props.side;
    let onclick = props.act.reform(move |_: MouseEvent| Act::Look(side));
    html! {
        <div class="outcome" data-side={label} data-complete={done.to_string()}>
            if props.compares {
                <button type="button" class="side" aria-pressed={props.shown.to_string()} title={say.side_label()} {onclick}>{label}</button>
            }
            <dl>
                for (what, value, when) in say.outcome(&outcome) {
                    <div key={what}><dt>{what}</dt><dd><b>{value}</b>if let Some(when) = when { <small>{when}</small> }</dd></div>
                }
            </dl>
            <span class="running" role="status">if !done { {say.running(props.progress)} }</span>
        </div>
    }
}
