use super::text::stressed;
use yew::prelude::*;

/// What is said.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// A sentence of the texts, some of it stressed.
    pub text: AttrValue,
}

/// A sentence with what is stressed in it.
#[component]
pub fn Sentence(Props { text }: &Props) -> Html {
    html! {
        <>
            for (is_stressed, piece) in stressed(text) {
                if is_stressed {
                    <b>{piece.to_owned()}</b>
                } else {
                    {piece.to_owned()}
                }
            }
        </>
    }
}
