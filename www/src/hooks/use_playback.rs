use super::use_desk;
use crate::state::{Frame, Speed};
use gloo_timers::callback::Interval;
use std::rc::Rc;
use yew::prelude::*;

/// With speed `max`, about how many pictures the whole history is shown in.
const PICTURES: usize = 240;

/// Takes step after step while the view says so.
#[hook]
pub fn use_playback(playing: bool, speed: Speed, frame: Option<Rc<Frame>>) {
    let desk = use_desk();
    let length = frame.as_ref().map_or(0, |frame| frame.length);
    let at_end = frame.as_ref().is_none_or(|frame| frame.position >= frame.length);
    {
        let desk = desk.clone();
        use_effect_with((playing, at_end), move |&(playing, at_end)| {
            if playing && at_end {
                desk.act(crate::state::Act::Play(false));
            }
        });
    }
    use_effect_with(
        (playing && !at_end, speed, length),
        move |&(running, speed, length)| {
            let (interval_ms, steps) = match speed {
                Speed::Quarter => (2000, 1),
                Speed::Normal => (500, 1),
                Speed::Ten => (50, 1),
                Speed::Max => (16, (length / PICTURES).max(1)),
            };
            let steps = isize::try_from(steps).unwrap_or(isize::MAX);
            let timer = running.then(|| Interval::new(interval_ms, move || desk.step_by(steps)));
            move || drop(timer)
        },
    );
}
