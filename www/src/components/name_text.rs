use yew::prelude::*;

/// A name that may be too long for its place.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The name.
    pub name: AttrValue,
}

/// Names shorter than this are cut at their end, if at all.
const LONG: usize = 14;
/// How much of the end always stays.
const TAIL: usize = 6;

/// A name that is cut in its middle where there is too little room, since the end tells pods apart.
#[component]
pub fn NameText(Props { name }: &Props) -> Html {
    let count = name.chars().count();
    if count < LONG {
        return html! { <span class="name"><span class="name-head">{name.clone()}</span></span> };
    }
    let split = name
        .char_indices()
        .nth(count - TAIL)
        .map_or(name.len(), |(at, _)| at);
    let (head, tail) = name.split_at(split);
    html! {
        <span class="name" title={name.clone()}><span class="name-head">{head.to_owned()}</span><span class="name-tail">{tail.to_owned()}</span></span>
    }
}
