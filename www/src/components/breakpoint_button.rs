use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::{Breakpoints, Touch};
use std::rc::Rc;
use yew::prelude::*;

/// What a breakpoint may be set on.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What it is on.
    pub on: Touch,
    /// What that is called.
    pub name: AttrValue,
    /// Whether the name stands beside the mark.
    #[prop_or_default]
    pub told: bool,
}

/// The breakpoints, for whoever shows something that may have one.
pub type SharedBreakpoints = Rc<Breakpoints>;

/// A round mark that sets a breakpoint, or takes it away.
#[component]
pub fn BreakpointButton(Props { on, name, told }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let breakpoints = use_context::<SharedBreakpoints>().unwrap_or_default();
    let (time, on) = (words.time_words, *on);
    let set = breakpoints.on(on);
    let label = if set.is_some() {
        (time.break_gone)(name)
    } else {
        (time.break_here)(name)
    };
    let onclick = move |event: MouseEvent| {
        event.stop_propagation();
        desk.toggle_breakpoint(on);
    };
    let class = classes!(
        "break",
        (!told).then_some("square"),
        set.is_some().then_some("set"),
        set.is_some_and(|one| !one.enabled).then_some("off"),
    );
    html! {
        <button type="button" {class} aria-label={label.clone()} title={label} aria-pressed={set.is_some().to_string()} {onclick}>
            <Icon shape={Shape::Dot} />
            if *told { <span>{name}</span> }
        </button>
    }
}
