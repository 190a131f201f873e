use crate::hooks::use_words;
use crate::state::{Filter, Source, ThingId};
use crate::text::short_kind;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What may be picked.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The field's id on the page.
    pub id: &'static str,
    /// What is open.
    pub source: Rc<Source>,
    /// What the field is for.
    pub label: &'static str,
    /// What it shows while it is empty.
    pub placeholder: &'static str,
    /// It has the focus when it appears.
    #[prop_or_default]
    pub eager: bool,
    /// An object was picked.
    pub on_pick: Callback<ThingId>,
    /// It was left without a pick.
    #[prop_or_default]
    pub on_leave: Callback<()>,
}

/// How many proposals are made at most.
const PROPOSALS: usize = 9;

/// A field that proposes objects while one types.
#[component]
pub fn ThingPicker(props: &Props) -> Html {
    let words = use_words();
    let field = use_node_ref();
    let typed = use_state_eq(String::new);
    let active = use_state_eq(|| 0_usize);
    let proposals = use_memo((props.source.clone(), (*typed).clone()), |(source, typed)| {
        propose(source, typed)
    });
    {
        let (field, eager) = (field.clone(), props.eager);
        use_effect_with((), move |()| {
            if let Some(field) = field.cast::<HtmlInputElement>().filter(|_| eager) {
                // Focus is refused only by what is not on the page.
                let _ = field.focus();
            }
        });
    }
    let pick = {
        let (typed, active, on_pick, field) = (
            typed.setter(),
            active.setter(),
            props.on_pick.clone(),
            field.clone(),
        );
        Callback::from(move |thing: ThingId| {
            typed.set(String::new());
            active.set(0);
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.set_value("");
                // Losing the focus can only fail for what is not on the page.
                let _ = field.blur();
            }
            on_pick.emit(thing);
        })
    };
    let oninput = {
        let (typed, active) = (typed.setter(), active.setter());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            typed.set(field.value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (proposals, active, pick) = (proposals.clone(), active.clone(), pick.clone());
        let (typed, on_leave, field) = (typed.setter(), props.on_leave.clone(), field.clone());
        Callback::from(move |event: KeyboardEvent| {
            let count = proposals.len();
            match event.key().as_str() {
                "ArrowDown" if count > 0 => active.set((*active + 1) % count),
                "ArrowUp" if count > 0 => active.set((*active + count - 1) % count),
                "Enter" => {
                    if let Some(&thing) = proposals.get(*active) {
                        pick.emit(thing);
                    }
                }
                "Escape" => {
                    typed.set(String::new());
                    if let Some(field) = field.cast::<HtmlInputElement>() {
                        field.set_value("");
                        // Losing the focus can only fail for what is not on the page.
                        let _ = field.blur();
                    }
                    on_leave.emit(());
                }
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let onblur = {
        let (typed, on_leave, field) = (typed.setter(), props.on_leave.clone(), field.clone());
        Callback::from(move |_| {
            typed.set(String::new());
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.set_value("");
            }
            on_leave.emit(());
        })
    };
    let open = !typed.is_empty();
    let list_id = format!("{}-list", props.id);
    let option_id = |number: usize| format!("{}-{number}", props.id);
    let active_id = (open && !proposals.is_empty()).then(|| option_id(*active));
    html! {
        <div class="picker">
            <input
                ref={field}
                id={props.id}
                type="text"
                role="combobox"
                autocomplete="off"
                spellcheck="false"
                aria-label={props.label}
                aria-expanded={open.to_string()}
                aria-controls={list_id.clone()}
                aria-autocomplete="list"
                aria-activedescendant={active_id}
                placeholder={props.placeholder}
                {oninput} {onkeydown} {onblur}
            />
            <ul id={list_id} role="listbox" class="proposals" aria-label={props.label} hidden={!open}>
                for (number, &thing) in proposals.iter().enumerate() {
                    <li
                        key={thing.0}
                        id={option_id(number)}
                        role="option"
                        aria-selected={(number == *active).to_string()}
                        onmousedown={pick_on_press(&pick, thing)}
                    >
                        <em class="kind">{short_kind(props.source.catalog.kind_of(thing))}</em>
                        <span>{full_name(&props.source, thing)}</span>
                    </li>
                }
                if open && proposals.is_empty() {
                    <li class="nothing" role="option" aria-disabled="true" aria-selected="false">{words.found_nothing}</li>
                }
            </ul>
        </div>
    }
}

/// Pressing, not clicking: by the time of the click the field has lost the focus, and the list is gone.
fn pick_on_press(pick: &Callback<ThingId>, thing: ThingId) -> Callback<MouseEvent> {
    pick.reform(move |event: MouseEvent| {
        event.prevent_default();
        thing
    })
}

fn full_name(source: &Source, thing: ThingId) -> String {
    let (namespace, name) = (source.catalog.namespace_of(thing), source.catalog.name_of(thing));
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}/{name}")
    }
}

/// The objects that what is typed may mean; names that begin with it come first, then shorter ones.
fn propose(source: &Source, typed: &str) -> Vec<ThingId> {
    let catalog = &source.catalog;
    let filter = Filter::parse(typed);
    if filter.is_empty() {
        return Vec::new();
    }
    let wanted = typed.trim().to_lowercase();
    let mut found: Vec<ThingId> = catalog
        .objects()
        .filter(|&thing| filter.accepts(catalog, None, thing))
        .collect();
    found.sort_by_cached_key(|&thing| {
        let name = catalog.name_of(thing);
        (
            !name.starts_with(&wanted),
            source.forest.parent(thing).is_some(),
            name.len(),
            name.to_owned(),
        )
    });
    found.truncate(PROPOSALS);
    found
}
