use crate::hooks::{use_desk, use_words};
use crate::state::{Panel, Sheet};
use yew::prelude::*;

/// Which panel is open as a sheet.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is laid over the page.
    pub sheet: Option<Sheet>,
}

/// On narrow screens, the panels that have no place beside the picture.
#[component]
pub fn TabBar(Props { sheet }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let tabs = [
        (Panel::Objects, words.objects_title),
        (Panel::Inspector, words.inspector),
        (Panel::Queues, words.queues),
    ];
    html! {
        <nav class="tabs" aria-label={words.objects_title}>
            for (panel, name) in tabs {
                {{
                    let desk = desk.clone();
                    let onclick = move |_: MouseEvent| desk.toggle_sheet(Sheet::Panel(panel));
                    html! { <button type="button" aria-expanded={(*sheet == Some(Sheet::Panel(panel))).to_string()} {onclick}>{name}</button> }
                }}
            }
        </nav>
    }
}
