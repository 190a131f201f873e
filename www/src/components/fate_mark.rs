use crate::state::Mark;
use yew::prelude::*;

/// Which mark.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The mark.
    pub mark: Mark,
}

/// The shape of a fate. Whoever shows it says the fate in words as well, at least to screen readers.
#[component]
pub fn FateMark(Props { mark }: &Props) -> Html {
    html! { <i class={classes!("mark", mark.word())} aria-hidden="true"></i> }
}
