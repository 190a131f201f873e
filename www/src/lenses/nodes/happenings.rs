use super::state::{Act, Fleet, Tape};
use super::use_desk::use_say;
use kubeloupe_core::object::Time;
use std::rc::Rc;
use yew::prelude::*;

/// What happened in a run.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// The run.
    pub tape: Option<Rc<Tape>>,
    /// The moment that is shown.
    pub cursor: Time,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// How many are listed before and after the moment that is shown.
const AROUND: usize = 30;

fn place(tape: &Tape, cursor: Time) -> usize {
    tape.happened.partition_point(|happened| happened.at <= cursor)
}

/// What happens around the moment that is shown, each a place to go to.
#[component]
pub fn Happenings(
    Props {
        fleet,
        tape,
        cursor,
        act,
    }: &Props,
) -> Html {
    let say = use_say();
    let root = use_node_ref();
    let here = tape.as_ref().map_or(0, |tape| place(tape, *cursor));
    {
        let root = root.clone();
        use_effect_with((here, tape.clone()), move |_| {
            let list = root.cast::<web_sys::Element>();
            let current = list
                .as_ref()
                .and_then(|list| list.query_selector("[aria-current]").ok().flatten());
            if let (Some(list), Some(current)) = (list, current) {
                let (outer, inner) = (
                    list.get_bounding_client_rect(),
                    current.get_bounding_client_rect(),
                );
                #[expect(clippy::cast_possible_truncation, reason = "pixels")]
                let by = (inner.top() - outer.top() - (outer.height() - inner.height()) / 2.0) as i32;
                list.set_scroll_top(list.scroll_top() + by);
            }
        });
    }
    let Some((fleet, tape)) = fleet.as_ref().zip(tape.as_ref()) else {
        return html! { <section class="happenings"><h3>{say.happened()}</h3></section> };
    };
    let from = here.saturating_sub(AROUND);
    let to = tape.happened.len().min(here + AROUND);
    let listed = tape.happened[from..to].iter().enumerate();
    html! {
        <section class="happenings" aria-label={say.happened()}>
            <h3>{say.happened()}<small>{tape.happened.len()}</small></h3>
            <ol ref={root}>
                for (number, happened) in listed {
                    <li key={from + number} class={classes!((happened.at > *cursor).then_some("ahead"))} aria-current={(from + number + 1 == here).then_some("step")}>
                        <button type="button" class="thing" onclick={act.reform({ let at = happened.at; move |_: MouseEvent| Act::Seek(at) })}>
                            <span class="moment">{say.time(happened.at)}</span>{say.happening(fleet, &happened.what)}
                        </button>
                    </li>
                }
            </ol>
        </section>
    }
}
