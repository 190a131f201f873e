use super::fault_form::FaultForm;
use super::state::{Act, Desk};
use super::use_desk::use_say;
use crate::components::{Icon, Shape};
use yew::prelude::*;

/// What the lens is about.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Everything that was asked.
    pub desk: Desk,
    /// What changes it.
    pub act: Callback<Act>,
}

/// What if: the faults with their times, and playing them.
#[component]
pub fn Question(Props { desk, act }: &Props) -> Html {
    let say = use_say();
    let opens = use_state_eq(|| false);
    let toggle = {
        let opens = opens.clone();
        Callback::from(move |_: MouseEvent| opens.set(!*opens))
    };
    let opener = use_node_ref();
    let close = {
        let (opens, opener) = (opens.clone(), opener.clone());
        Callback::from(move |()| {
            opens.set(false);
            if let Some(opener) = opener.cast::<web_sys::HtmlElement>() {
                // Focus is refused only by what is not on the page.
                let _ = opener.focus();
            }
        })
    };
    let compares = desk.compares;
    let on_compare = act.reform(move |_: MouseEvent| Act::Compare(!compares));
    let playing = desk.playing;
    let on_play = act.reform(move |_: MouseEvent| Act::Play(!playing));
    let pills = desk.fleet.as_ref().map(|fleet| {
        desk.faults
            .iter()
            .enumerate()
            .map(|(number, fault)| {
                let told = say.fault(fleet, fault);
                let full = format!("{told} {}", say.at(fault.at));
                html! {
                    <li key={number} class="fault">
                        <button type="button" class="thing" onclick={act.reform({ let at = fault.at; move |_: MouseEvent| Act::Seek(at) })}>{&told}{" "}<b>{say.at(fault.at)}</b></button>
                        <button type="button" class="remove" aria-label={say.remove(&full)} title={say.remove(&full)} onclick={act.reform(move |_: MouseEvent| Act::Remove(number))}><Icon shape={Shape::Cross} /></button>
                    </li>
                }
            })
            .collect::<Html>()
    });
    html! {
        <section class="nodes-question" aria-label={say.question()}>
            <span class="lead">{say.what_if()}</span>
            if desk.faults.is_empty() {
                <span class="none">{say.nothing_fails()}</span>
            } else {
                <ul class="faults">{pills}</ul>
            }
            <button ref={opener} type="button" class="link add" aria-expanded={opens.to_string()} onclick={toggle}>{"+ "}{say.add_fault()}</button>
            <span class="grow"></span>
            <button type="button" class="ghost compare" aria-pressed={compares.to_string()} onclick={on_compare}>{if compares { say.end_compare() } else { say.compare() }}</button>
            <button type="button" class="primary" onclick={on_play}><Icon shape={if playing { Shape::Pause } else { Shape::Play }} />{say.run()}</button>
            if *opens {
                <FaultForm fleet={desk.fleet.clone()} cursor={desk.cursor} act={act.clone()} on_close={close} />
            }
        </section>
    }
}
