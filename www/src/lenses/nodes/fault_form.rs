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

/// Why a fault is not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultError {
    /// The zone has fewer nodes; it has so many.
    Nodes(usize),
    /// A time is none, or longer than a day.
    Time,
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
    let (zone, problem) = (
        use_state_eq(|| None::<usize>),
        use_state_eq(|| None::<FaultError>),
    );
    let most = zone
        .and_then(|zone| fleet.as_ref()?.zones.get(zone))
        .map(|zone| zone.nodes.len());
    let on_place = {
        let (zone, problem) = (zone.clone(), problem.clone());
        Callback::from(move |event: Event| {
            let field: HtmlSelectElement = event.target_unchecked_into();
            zone.set(
                usize::try_from(field.selected_index())
                    .ok()
                    .and_then(|chosen| chosen.checked_sub(1)),
            );
            problem.set(None);
        })
    };
    let onsubmit = {
        let problem = problem.clone();
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
            // `None` for an empty field; what is no number or too large is refused.
            let number = |node: &NodeRef, least: f64, most: f64| {
                let field = node.cast::<HtmlInputElement>();
                let typed = field.map_or_else(String::new, |field| field.value());
                match typed.trim() {
                    "" => Ok(None),
                    typed => typed
                        .parse::<f64>()
                        .ok()
                        .filter(|value| (least..=most).contains(value))
                        .map(Some)
                        .ok_or(()),
                }
            };
            let what = chosen(what)
                .and_then(|chosen| What::ALL.get(chosen))
                .copied()
                .unwrap_or(What::Down);
            #[expect(clippy::cast_precision_loss, reason = "thousands of nodes at most")]
            let counted = number(count, 1.0, most.unwrap_or(1) as f64);
            let (counted, at, ends) = match (counted, number(at, 0.0, MOST_S), number(ends, 0.0, MOST_S)) {
                (Err(()), _, _) => return problem.set(Some(FaultError::Nodes(most.unwrap_or(0)))),
                (_, Err(()), _) | (_, _, Err(())) => return problem.set(Some(FaultError::Time)),
                (Ok(counted), Ok(at), Ok(ends)) => (counted, at, ends),
            };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 1 and the nodes of a zone"
            )]
            let place = match (chosen(place), counted) {
                (None | Some(0), _) => Place::All,
                (Some(zone), Some(count)) => Place::First {
                    zone: zone - 1,
                    count: count as usize,
                },
                (Some(zone), None) => Place::Zone(zone - 1),
            };
            #[expect(clippy::cast_possible_truncation, reason = "between 0 and a day")]
            let seconds = |value: f64| Duration::from_millis((value * 1000.0) as i64);
            let at = at.map_or(cursor, |value| Time::START + seconds(value));
            act.emit(Act::Add(FaultPlan { at, what, place }));
            if let Some(ends) = ends.filter(|ends| *ends > 0.0) {
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
                    for (number, kind) in What::ALL.into_iter().enumerate() {
                        <option key={kind.slug()} selected={number == 0}>{say.what(kind)}</option>
                    }
                </select>
            </label>
            <label>{say.happens_where()}
                <select ref={place} onchange={on_place}>
                    <option selected={zone.is_none()}>{say.all_zones()}</option>
                    for zone in 0..zones {
                        <option key={zone}>{fleet.as_ref().map(|fleet| say.zone_name(fleet, zone).to_owned())}</option>
                    }
                </select>
            </label>
            <label>{say.happens_count(most)}<input ref={count} type="number" min="1" max={most.map(|most| most.to_string())} step="1" placeholder={say.all()} disabled={most.is_none()} /></label>
            <label>{say.happens_at()}<input ref={at} type="number" min="0" max={MOST_S.to_string()} step="any" value={now.to_string()} placeholder={now.to_string()} /></label>
            <label>{say.happens_ends()}<input ref={ends} type="number" min="0" max={MOST_S.to_string()} step="any" placeholder={say.never_ends()} /></label>
            <button type="submit" class="primary">{say.add()}</button>
            <button type="button" class="ghost" onclick={on_close.reform(|_: MouseEvent| ())}>{say.close()}</button>
            <p class="hint" role="status">
                if let Some(problem) = *problem {
                    <span class="wrong">{say.fault_error(problem)}</span>
                } else {
                    {say.empty_time(*cursor)}
                }
            </p>
        </form>
    }
}
