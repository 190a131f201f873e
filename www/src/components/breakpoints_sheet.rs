use super::breakpoint_button::BreakpointButton;
use super::icon::{Icon, Shape};
use super::sheet_frame::SheetFrame;
use super::touch_name::touch_name;
use crate::hooks::{use_desk, use_words};
use crate::state::{
    Act, Breakpoint, BreakpointAct, Breakpoints, EffectKind, STOPPABLE_QUEUES, Source, ThingId, Touch,
};
use crate::text::{queue_name, rule_id};
use std::rc::Rc;
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

/// The breakpoints, and what may get one.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// The breakpoints.
    pub breakpoints: Rc<Breakpoints>,
}

/// All breakpoints in one list, and more to set.
#[component]
pub fn BreakpointsSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let time = words.time_words;
    let source = props.source.as_deref();
    let rule = use_node_ref();
    let list = props.breakpoints.list();
    let act = |act: BreakpointAct| {
        let desk = desk.clone();
        move |_: MouseEvent| desk.act(Act::Breakpoint(act))
    };
    let row = |&Breakpoint { on, enabled }: &Breakpoint| {
        let name = touch_name(words, source, on);
        html! {
            <li class={classes!((!enabled).then_some("off"))}>
                <label>
                    <input type="checkbox" checked={enabled} aria-label={(time.break_count)(&name)} onclick={act(BreakpointAct::Enable(on, !enabled))} />
                    <small>{sort(words, on)}</small>
                    <span>{name.clone()}</span>
                </label>
                <button type="button" class="ghost square" aria-label={(time.break_remove)(&name)} title={(time.break_remove)(&name)} onclick={act(BreakpointAct::Toggle(on))}><Icon shape={Shape::Cross} /></button>
            </li>
        }
    };
    let on_rule = {
        let (desk, rule) = (desk.clone(), rule.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let Some(field) = rule.cast::<HtmlInputElement>() else {
                return;
            };
            let typed = field.value();
            match rule_id(&typed) {
                Some(known) => {
                    field.set_value("");
                    desk.act(Act::Problem(None));
                    if desk.view().breakpoints.on(Touch::Rule(known)).is_none() {
                        desk.toggle_breakpoint(Touch::Rule(known));
                    }
                }
                None => desk.act(Act::Problem(Some((time.break_no_rule)(typed.trim()).into()))),
            }
        }
    };
    html! {
        <SheetFrame title={time.breakpoints} class="breakpoints">
            <p class="about">{time.breakpoints_about}</p>
            if list.is_empty() {
                <p class="none">{time.breakpoints_none}</p>
            } else {
                <ul class="break-list" aria-label={time.breakpoints}>
                    for one in list { {row(one)} }
                </ul>
                <p class="deeds">
                    <button type="button" class="ghost" onclick={act(BreakpointAct::EnableAll(true))}>{time.break_all_on}</button>
                    <button type="button" class="ghost" onclick={act(BreakpointAct::EnableAll(false))}>{time.break_all_off}</button>
                    <button type="button" class="ghost" onclick={act(BreakpointAct::Clear)}>{time.break_clear}</button>
                </p>
            }
            if let Some(thing) = props.selected {
                <h3>{time.break_objects}</h3>
                <div class="offers"><BreakpointButton on={Touch::Thing(thing)} name={touch_name(words, source, Touch::Thing(thing))} told={true} /></div>
            }
            <h3>{time.break_queues}</h3>
            <div class="offers">
                for queue in STOPPABLE_QUEUES {
                    <BreakpointButton on={Touch::Queue(queue)} name={queue_name(queue)} told={true} />
                }
            </div>
            <h3>{time.break_kinds}</h3>
            <div class="offers">
                for kind in EffectKind::ALL {
                    <BreakpointButton on={Touch::Kind(kind)} name={(time.kind)(kind)} told={true} />
                }
            </div>
            <h3>{time.break_rules}</h3>
            <form class="add-rule" onsubmit={on_rule}>
                <input ref={rule} type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-label={time.break_add_rule} placeholder={time.break_add_rule} />
                <button type="submit" class="ghost">{time.break_add}</button>
            </form>
            <p class="note">{time.break_add_rule_about}</p>
        </SheetFrame>
    }
}

/// What sort of thing a breakpoint is on.
fn sort(words: &crate::text::Words, touch: Touch) -> &'static str {
    let time = words.time_words;
    match touch {
        Touch::Thing(_) | Touch::Decision(_) => time.break_objects,
        Touch::Rule(_) => time.break_rules,
        Touch::Queue(_) => time.break_queues,
        Touch::Kind(_) => time.break_kinds,
    }
}
