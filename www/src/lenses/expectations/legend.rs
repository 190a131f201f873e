use super::state::{Heading, PodState};
use super::text::Text;
use yew::prelude::*;

/// What explains the shapes.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The lens's words.
    pub text: &'static Text,
}

/// What the shapes of pods and events mean.
#[component]
pub fn Legend(Props { text }: &Props) -> Html {
    let states = [
        ("ready", PodState::Ready),
        ("pending", PodState::Pending),
        ("leaving", PodState::Leaving),
    ];
    let headings = [
        ("added", Heading::Add),
        ("changed", Heading::Change),
        ("removed", Heading::Removal),
    ];
    let item = |class: &'static str, word: &'static str| {
        html! { <li class={classes!("ex-pod", class.split(' ').collect::<Vec<_>>())}><i class="ex-shape" aria-hidden="true"></i>{word}</li> }
    };
    html! {
        <>
            <h3>{text.legend}</h3>
            <ul class="ex-legend">
                for (class, state) in states {
                    {item(class, (text.state)(state))}
                }
                for (class, heading) in headings {
                    {item(class, (text.heading)(heading))}
                }
                {item("ready tracked", text.is_tracked)}
                {item("absent", text.absent)}
            </ul>
        </>
    }
}
