use super::state::{Act, ClusterPlan, Fleet, PlanError};
use super::use_desk::use_say;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Which cluster is built.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its numbers.
    pub plan: ClusterPlan,
    /// The nodes of what is open are taken instead.
    pub opened: bool,
    /// Something is open.
    pub has_source: bool,
    /// Evicted pods are replaced.
    pub replaces: bool,
    /// Why there are no nodes.
    pub refused: Option<PlanError>,
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// A cluster by zones, nodes and pods, or by what is open on the page.
#[component]
pub fn PlanForm(props: &Props) -> Html {
    let say = use_say();
    let fields = [use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref()];
    let problem = use_state_eq(|| None);
    let onsubmit = {
        let (fields, act, problem) = (fields.clone(), props.act.clone(), problem.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let number = |field: usize| {
                let field = fields[field].cast::<HtmlInputElement>();
                let typed = field.and_then(|field| field.value().trim().parse::<f64>().ok());
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "what is below or above every number becomes the least or the largest one"
                )]
                // The form is not sent with a field that holds no number.
                typed.map_or(u32::MAX, |typed| typed as u32)
            };
            let plan = ClusterPlan {
                zones: number(0),
                nodes: number(1),
                pods: number(2),
                toleration_s: i64::from(number(3)),
            };
            let checked = plan.check();
            problem.set(checked.err());
            if checked.is_ok() {
                act.emit(Act::Plan(plan));
            }
        })
    };
    let on_opened = props.act.reform(|_: MouseEvent| Act::UseOpened);
    let on_replaces = props.act.reform(|event: Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Act::Replaces(field.checked())
    });
    let plan = props.plan;
    let values = [
        (say.zones_count(), i64::from(plan.zones)),
        (say.nodes_per_zone(), i64::from(plan.nodes)),
        (say.pods_per_node(), i64::from(plan.pods)),
    ];
    html! {
        <form class="plan-form" {onsubmit}>
            <div class="numbers">
                for (number, (label, value)) in values.into_iter().enumerate() {
                    <label key={number}>{label}<input ref={fields[number].clone()} type="number" required=true min="0" step="1" value={value.to_string()} /></label>
                }
            </div>
            <label class="toleration"><span>{say.toleration()}</span><input ref={fields[3].clone()} type="number" required=true min="0" max="1000000000" step="1" value={plan.toleration_s.to_string()} /></label>
            <label class="replaces"><span>{say.replaces()}</span><input type="checkbox" checked={props.replaces} onchange={on_replaces} /></label>
            <div class="plan-buttons">
                <button type="submit" class="ghost">{say.build()}</button>
                if props.has_source {
                    <button type="button" class="ghost" aria-pressed={props.opened.to_string()} onclick={on_opened}>{say.use_opened()}</button>
                }
            </div>
            <p class="plan-size" role="status">
                if let Some(problem) = *problem {
                    <span class="wrong">{say.plan_error(problem)}</span>
                } else if let Some(fleet) = &props.fleet {
                    {say.size(fleet.zones.len(), fleet.nodes.len(), fleet.pods)}
                } else if let Some(why) = props.refused {
                    <span class="wrong">{if why == PlanError::Nothing { say.nothing_opened().to_owned() } else { say.plan_error(why) }}</span>
                }
            </p>
            if let Some(told) = props.fleet.as_ref().and_then(|fleet| fleet.dump) {
                <ul class="dump-told">
                    for line in say.dump_told(&told) { <li key={line.clone()}>{line}</li> }
                </ul>
            }
        </form>
    }
}
