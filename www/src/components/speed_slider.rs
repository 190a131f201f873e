use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Speed};
use crate::text::Words;
use kubeloupe_core::object::Duration;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How fast.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The speed.
    pub speed: Speed,
}

/// How fast steps follow each other, from one in seconds to thousands in a frame.
#[component]
pub fn SpeedSlider(Props { speed }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let oninput = Callback::from(move |event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        if let Ok(notch) = field.value().parse() {
            desk.act(Act::Speed(Speed::at(notch)));
        }
    });
    let told = tell(words, *speed);
    html! {
        <label class="speed" title={words.speed}>
            <input type="range" min="0" max={Speed::MAX.notch().to_string()} step="1" ~value={speed.notch().to_string()} aria-label={words.speed} aria-valuetext={told.clone()} {oninput} />
            <small>{told}</small>
        </label>
    }
}

/// `2.5 a second`.
fn tell(words: &Words, speed: Speed) -> String {
    let time = words.time_words;
    let Some(steps) = speed.steps_per_s() else {
        return time.as_fast.to_owned();
    };
    if let Some(steps) = speed.steps_per_frame() {
        return (time.per_frame)(&rounded(steps));
    }
    if steps >= 1.0 {
        return (time.per_second)(&rounded(steps));
    }
    #[expect(clippy::cast_possible_truncation, reason = "a few seconds")]
    let span = Duration((1e9 / steps) as i64);
    (time.one_in)(&words.spans.of(span))
}

/// A number with two digits that say something.
fn rounded(number: f64) -> String {
    let unit = 10_f64.powf(number.log10().floor() - 1.0);
    let number = (number / unit).round() * unit;
    if number < 10.0 {
        format!("{number:.1}").trim_end_matches(".0").to_owned()
    } else {
        format!("{number:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn a_speed_is_told_so_that_it_can_be_imagined() {
        let told = |notch| tell(Language::English.words(), Speed::at(notch));
        assert_eq!(told(0), "one in 4 s");
        assert_eq!(told(4), "2.5 a second");
        assert_eq!(told(8), "25 a second");
        assert_eq!(told(10), "1.3 a frame");
        assert_eq!(told(24), "4200 a frame");
        assert_eq!(told(25), "all it can");
    }
}
