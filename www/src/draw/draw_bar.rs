use super::Traces;
use super::use_say::use_say;
use crate::components::{Icon, Shape};
use crate::hooks::{Saving, use_desk};
use crate::state::Act;
use std::rc::Rc;
use yew::prelude::*;

/// What the bar shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What can be undone, and what was saved.
    pub traces: Rc<Traces>,
    /// A history is watched, so that changes are requests.
    pub watching: bool,
}

/// The tools of drawing, and what a change is at this moment: of the start, or a request.
#[component]
pub fn DrawBar(Props { traces, watching }: &Props) -> Html {
    let (say, desk) = (use_say(), use_desk());
    let on = |act: fn(&crate::hooks::Desk)| {
        let desk = desk.clone();
        move |_: MouseEvent| act(&desk)
    };
    let undo = say.undo_step(traces.undo.as_ref());
    let redo = say.redo_step(traces.redo.as_ref());
    let state = if traces.unsaved {
        say.unsaved()
    } else {
        say.saved()
    };
    let about = if traces.kept { say.kept() } else { say.not_kept() };
    let has_steps = traces.undo.is_some() || traces.redo.is_some();
    html! {
        <div class="draw-bar" role="toolbar" aria-label={say.tools()} data-watching={watching.to_string()}>
            <button type="button" class="primary add-object" onclick={on(|desk| desk.begin_to_add())}><Icon shape={Shape::Plus} />{say.add()}</button>
            <span class="steps">
                <button type="button" class="ghost square" disabled={traces.undo.is_none()} aria-label={undo.clone()} title={format!("{undo} (Ctrl+Z)")} onclick={on(crate::hooks::Desk::undo)}><Icon shape={Shape::Undo} /></button>
                <button type="button" class="ghost square" disabled={traces.redo.is_none()} aria-label={redo.clone()} title={format!("{redo} (Ctrl+Y)")} onclick={on(crate::hooks::Desk::redo)}><Icon shape={Shape::Redo} /></button>
            </span>
            <span class="saves">
                <span class="lead">{say.save()}</span>
                <button type="button" class="ghost" onclick={on(|desk| desk.save_drawing(Saving::Scenario))}>{say.save_scenario()}</button>
                <button type="button" class="ghost" onclick={on(|desk| desk.save_drawing(Saving::Manifest))}>{say.save_manifest()}</button>
            </span>
            if has_steps || traces.unsaved {
                <span class="save-state" data-unsaved={traces.unsaved.to_string()} title={format!("{about} {}", say.limits())}>{state}</span>
            }
            <p class="draw-mode" role="status">
                if *watching {
                    <span>{say.in_world()}</span>
                    <button type="button" class="link" onclick={on(crate::hooks::Desk::leave)}>{say.to_start()}</button>
                } else {
                    <span>{say.at_start()}</span>
                    if traces.unsaved {
                        <small>{about}</small>
                    }
                }
            </p>
        </div>
    }
}

/// Whether what is open can be changed.
#[derive(Properties, Clone, PartialEq)]
pub struct ToggleProps {
    /// It can.
    pub editing: bool,
}

/// Begins to edit, and ends it.
#[component]
pub fn EditToggle(ToggleProps { editing }: &ToggleProps) -> Html {
    let (say, desk) = (use_say(), use_desk());
    let editing = *editing;
    let onclick = move |_: MouseEvent| desk.act(Act::Edit(!editing));
    html! {
        <button type="button" class="ghost edit-toggle" aria-pressed={editing.to_string()} title={format!("{} (E)", say.edit_about())} {onclick}><Icon shape={Shape::Pen} />{say.edit()}</button>
    }
}
