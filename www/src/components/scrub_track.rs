use crate::hooks::{use_desk, use_words};
use crate::state::Frame;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Where in the history one is.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
}

/// The whole history on one line; dragging its head goes to any step.
#[component]
pub fn ScrubTrack(Props { frame }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let (position, length) = frame
        .as_deref()
        .map_or((0, 0), |frame| (frame.position, frame.length));
    let oninput = Callback::from(move |event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        if let Ok(position) = field.value().parse() {
            desk.seek(position);
        }
    });
    let time = frame
        .as_deref()
        .map(|frame| words.spans.clock(frame.time))
        .unwrap_or_default();
    let said = format!("{}, {time}", (words.step_of)(position, length));
    let share = |step: usize| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a place on a line of a few hundred pixels"
        )]
        let percent = if length == 0 {
            0.0
        } else {
            step as f64 * 100.0 / length as f64
        };
        format!("{percent:.2}%")
    };
    let forks: Vec<usize> = frame
        .as_deref()
        .map(|frame| {
            frame
                .branches
                .iter()
                .filter_map(|branch| branch.parent.map(|(_, at)| at))
                .filter(|&fork| fork <= length)
                .collect()
        })
        .unwrap_or_default();
    html! {
        <div class="scrub" ~style={format!("--done:{}", share(position))}>
            <input
                type="range"
                min="0"
                max={length.to_string()}
                step="1"
                ~value={position.to_string()}
                disabled={frame.is_none()}
                aria-label={words.position}
                aria-valuetext={said}
                {oninput}
            />
            for fork in forks {
                <i class="fork" aria-hidden="true" title={words.branch} ~style={format!("left:{}", share(fork))}></i>
            }
        </div>
    }
}
