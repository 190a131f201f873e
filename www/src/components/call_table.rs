use crate::hooks::{use_desk, use_words};
use crate::state::CallRow;
use std::rc::Rc;
use yew::prelude::*;

/// The calls.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Oldest first.
    pub calls: Rc<Vec<CallRow>>,
}

/// The API calls of the present step, with their answers.
#[component]
pub fn CallTable(Props { calls }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let path = |call: &CallRow| match call.thing {
        None => html! { {call.path.clone()} },
        Some(thing) => {
            let desk = desk.clone();
            let onclick = move |_: MouseEvent| desk.choose_seen(thing);
            html! { <button type="button" class="thing" {onclick}>{call.path.clone()}</button> }
        }
    };
    html! {
        <div class="card calls" tabindex="0" role="group" aria-label={words.calls}>
            <h3>{words.calls}</h3>
            if calls.is_empty() {
                <span class="empty">{words.calls_none}</span>
            } else {
                <table>
                    <tbody>
                        for call in calls.iter() {
                            <tr class={classes!(writes(call).then_some("write"), call.refused.then_some("refused"))}>
                                <td>{call.verb}</td>
                                <td>{path(call)}<small>{call.detail.clone()}</small></td>
                                <td>{call.answer.clone()}{call.injected.then_some(" ⚡")}</td>
                            </tr>
                        }
                    </tbody>
                </table>
            }
        </div>
    }
}

fn writes(call: &CallRow) -> bool {
    !matches!(call.verb, "GET" | "LIST")
}
