use crate::hooks::now_ms;
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// What is read out.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What happens now.
    pub text: AttrValue,
    /// Steps follow each other, too fast for each to be read out.
    pub playing: bool,
}

/// While steps follow each other, one is read out this often, in milliseconds.
const EVERY_MS: f64 = 4000.0;

/// Reads steps out to who does not see them: each one, or one now and then while they follow each other.
#[component]
pub fn Narrator(Props { text, playing }: &Props) -> Html {
    let said = use_state_eq(|| text.clone());
    let last = use_mut_ref(|| 0.0_f64);
    {
        let (said, last) = (said.setter(), last.clone());
        use_effect_with((text.clone(), *playing), move |(text, playing)| {
            let now = now_ms();
            let since = now - *last.borrow();
            let timer = if *playing && since < EVERY_MS {
                // The last step before a pause would be lost if the pause did not come through here too.
                None
            } else {
                *last.borrow_mut() = now;
                let text = text.clone();
                Some(Timeout::new(0, move || said.set(text)))
            };
            move || drop(timer)
        });
    }
    html! { <div class="read-out" role="status" aria-live="polite">{(*said).clone()}</div> }
}
