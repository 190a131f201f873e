use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What can be picked.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What it is.
    pub label: AttrValue,
    /// The class of the whole.
    #[prop_or_default]
    pub class: Classes,
    /// Groups of choices; one without a name is none.
    pub groups: Vec<Group>,
    /// The value that is picked.
    pub picked: AttrValue,
    /// Another was picked.
    pub on_pick: Callback<String>,
}

/// Choices that belong together.
#[derive(Clone, PartialEq)]
pub struct Group {
    /// What they are.
    pub name: &'static str,
    /// Value and text of each.
    pub choices: Vec<(String, String)>,
}

/// A labelled choice between many things.
#[component]
pub fn Picker(props: &Props) -> Html {
    let node = use_node_ref();
    {
        // Once somebody has picked, attributes no longer decide what a browser shows.
        let node = node.clone();
        use_effect_with(
            (props.picked.clone(), props.groups.clone()),
            move |(picked, _)| {
                if let Some(select) = node.cast::<HtmlSelectElement>() {
                    select.set_value(picked);
                }
            },
        );
    }
    let onchange = props.on_pick.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        select.value()
    });
    let choice = |(value, text): &(String, String)| {
        html! { <option value={value.clone()} selected={*value == *props.picked}>{text.clone()}</option> }
    };
    html! {
        <label class={classes!("hash-pick", props.class.clone())}>
            <span>{props.label.clone()}</span>
            <select ref={node} {onchange}>
                for group in &props.groups {
                    if group.name.is_empty() {
                        for one in &group.choices {
                            {choice(one)}
                        }
                    } else {
                        <optgroup label={group.name}>
                            for one in &group.choices {
                                {choice(one)}
                            }
                        </optgroup>
                    }
                }
            </select>
        </label>
    }
}
