use super::state::{Act, FaultPlan, Fleet, Place, What};
use super::use_desk::use_say;
use kubeloupe_core::object::{Duration, Time};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Where faults may be.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// The moment that is shown: faults are made then unless another time is given.
    pub cursor: Time,
    /// What makes the fault.
    pub act: Callback<Act>,
    /// The form is done with.
    pub on_close: Callback<()>,
}

/// The most seconds that can be given.
const MOST_S: f64 = 86_400.0;

/// A fault by its parts.
#[component]
pub fn FaultForm(
    Props {
        fleet,
        cursor,
        act,
        on_close,
    }: &Props,
) -> Html {
    let say = use_say();
    let (what, place, count, at, ends) = (
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    );
    let onsubmit = {
        let refs = [
            what.clone(),
            place.clone(),
            count.clone(),
            at.clone(),
            ends.clone(),
        ];
        let (act, on_close, cursor) = (act.clone(), on_close.clone(), *cursor);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let [what, place, count, at, ends] = &refs;
            let chosen = |node: &NodeRef| {
                let field = node.cast::<HtmlSelectElement>()?;
                usize::try_from(field.selected_index()).ok()
            };
            let number = |node: &NodeRef| {
                let field = node.cast::<HtmlInputElement>()?;
                field
                    .value()
                    .trim()
                    .parse::<f64>()
                    .ok()
                    .filter(|value| (0.0..=MOST_S).contains(value))
            };
            let what = chosen(what)
                .and_then(|chosen| What::ALL.get(chosen))
                .copied()
                .unwrap_or(What::Down);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and a day"
            )]
            let place = match (chosen(place), number(count)) {
                (None | Some(0), _) => Place::All,
                (Some(zone), Some(count)) if count >= 1.0 => Place::First {
                    zone: zone - 1,
                    count: count as usize,
                },
                (Some(zone), _) => Place::Zone(zone - 1),
            };
            #[expect(clippy::cast_possible_truncation, reason = "between 0 and a day")]
            let seconds = |value: f64| Duration::from_millis((value * 1000.0) as i64);
            let at = number(at).map_or(cursor, |value| Time::START + seconds(value));
            act.emit(Act::Add(FaultPlan { at, what, place }));
            if let Some(ends) = number(ends).filter(|ends| *ends > 0.0) {
                let back = match what {
                    What::CacheStalls => What::CacheResumes,
                    _ => What::Recovers,
                };
                act.emit(Act::Add(FaultPlan {
                    at: at + seconds(ends),
                    what: back,
                    place,
                }));
            }
            on_close.emit(());
        })
    };
    let onkeydown = {
        let on_close = on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                on_close.emit(());
            }
        })
    };
    {
        let what = what.clone();
        use_effect_with((), move |()| {
            if let Some(field) = what.cast::<web_sys::HtmlElement>() {
                // Focus is refused only by what is not on the page.
                let _ = field.focus();
            }
        });
    }
    #[expect(clippy::cast_precision_loss, reason = "less than a day")]
    let now = (cursor.0 as f64 / 1e8).round() / 10.0;
    let zones = fleet.as_ref().map_or(0, |fleet| fleet.zones.len());
    html! {
        <form class="fault-form" {onsubmit} {onkeydown}>
            <label>{say.happens_what()}
                <select ref={what}>
                    for kind in What::ALL {
                        <option>{say.what(kind)}</option>
                    }
                </select>
            </label>
            <label>{say.happens_where()}
                <select ref={place}>
                    <option>{say.all_zones()}</option>
                    for zone in 0..zones {
                        <option>{fleet.as_ref().map(|fleet| say.zone_name(fleet, zone).to_owned())}</option>
                    }
                </select>
            </label>
            <label>{say.happens_count()}<input ref={count} type="number" min="1" step="1" placeholder="∗" /></label>
            <label>{say.happens_at()}<input ref={at} type="number" min="0" step="any" value={now.to_string()} /></label>
            <label>{say.happens_ends()}<input ref={ends} type="number" min="0" step="any" placeholder="–" /></label>
            <button type="submit" class="primary">{say.add()}</button>
            <button type="button" class="ghost" onclick={on_close.reform(|_: MouseEvent| ())}>{say.close()}</button>
        </form>
    }
}
