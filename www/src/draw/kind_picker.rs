use super::{KindChoice, kind_choices, use_say::use_say};
use crate::hooks::use_desk;
use crate::state::Source;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Which kinds.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open, which knows them.
    pub source: Rc<Source>,
    /// The kind that is picked.
    pub chosen: Option<KindChoice>,
    /// Another was picked.
    pub on_pick: Callback<KindChoice>,
}

/// Kinds shown at most.
const SHOWN: usize = 40;

/// The kinds that the cluster knows, with a search.
#[component]
pub fn KindPicker(props: &Props) -> Html {
    let (say, desk) = (use_say(), use_desk());
    let typed = use_state_eq(String::new);
    let active = use_state_eq(|| 0_usize);
    let choices = use_memo((props.source.clone(), (*typed).clone()), |(source, typed)| {
        let mut choices = kind_choices(&source.cluster, typed);
        choices.truncate(SHOWN);
        choices
    });
    let oninput = {
        let (typed, active) = (typed.setter(), active.setter());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            typed.set(field.value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (choices, active, on_pick) = (choices.clone(), active.clone(), props.on_pick.clone());
        Callback::from(move |event: KeyboardEvent| {
            let count = choices.len();
            match event.key().as_str() {
                "ArrowDown" if count > 0 => active.set((*active + 1) % count),
                "ArrowUp" if count > 0 => active.set((*active + count - 1) % count),
                "Enter" => {
                    if let Some(choice) = choices.get(*active) {
                        on_pick.emit(choice.clone());
                    }
                }
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    {
        // The option that the keys are at is kept in sight.
        let (at, host) = (*active, desk.host().clone());
        use_effect_with(at, move |at| {
            let option = host.find(&format!("#{}", option_id(*at)));
            if let Some(option) = option {
                let options = web_sys::ScrollIntoViewOptions::new();
                options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                option.scroll_into_view_with_scroll_into_view_options(&options);
            }
        });
    }
    let is_chosen = |choice: &KindChoice| props.chosen.as_ref() == Some(choice);
    let active_id = (!choices.is_empty()).then(|| option_id(*active));
    html! {
        <div class="kind-picker">
            <input id="kind-search" type="text" role="combobox" autocomplete="off" spellcheck="false" aria-label={say.kind_search()} placeholder={say.kind_search()} aria-expanded="true" aria-controls="kind-list" aria-autocomplete="list" aria-activedescendant={active_id} {oninput} {onkeydown} />
            <ul id="kind-list" role="listbox" aria-label={say.known_kind()}>
                for (number, choice) in choices.iter().enumerate() {
                    {{
                        let (on_pick, choice) = (props.on_pick.clone(), choice.clone());
                        let chosen = is_chosen(&choice);
                        let class = classes!((number == *active).then_some("active"));
                        let shown = choice.clone();
                        let onclick = move |_: MouseEvent| on_pick.emit(choice.clone());
                        html! {
                            <li key={format!("{} {}", shown.kind, shown.api_version)} id={option_id(number)} role="option" {class} aria-selected={chosen.to_string()} {onclick}><b>{shown.kind}</b><small>{shown.api_version}</small></li>
                        }
                    }}
                }
                if choices.is_empty() {
                    <li class="nothing" role="option" aria-disabled="true" aria-selected="false">{say.no_kind()}</li>
                }
            </ul>
        </div>
    }
}

fn option_id(number: usize) -> String {
    format!("kind-{number}")
}
