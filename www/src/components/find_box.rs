use super::thing_picker::ThingPicker;
use crate::hooks::{use_desk, use_words};
use crate::state::{Source, ThingId};
use std::rc::Rc;
use yew::prelude::*;

/// Where to find things.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
}

/// Finds an object anywhere and chooses it.
#[component]
pub fn FindBox(Props { source }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let on_pick = Callback::from(move |thing: ThingId| desk.find(thing));
    html! {
        <div class="find">
            <ThingPicker id="find" source={source.clone()} label={words.find_label} placeholder={words.find} {on_pick} />
            <kbd aria-hidden="true">{"/"}</kbd>
        </div>
    }
}
