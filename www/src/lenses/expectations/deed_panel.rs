use super::bench::Bench;
use super::legend::Legend;
use super::state::{Deed, Watched, set_name};
use super::text::Text;
use crate::components::{Icon, Shape};
use crate::hooks::use_words;
use kubeloupe_core::object::{Duration, Name};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What can be done.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
    /// uid of the pod that was chosen.
    pub chosen: Option<Name>,
}

/// How much later events may come, in milliseconds.
const DELAYS_MS: [i64; 9] = [0, 100, 500, 1_000, 5_000, 10_000, 60_000, 300_000, 360_000];

/// Quotas to choose from.
const QUOTAS: [u32; 7] = [0, 1, 2, 5, 10, 50, 200];

/// Most replicas that the lens lets be asked for.
const MOST_REPLICAS: i32 = 1_000;

/// Everything that can be done to the cluster now, and what is still to come.
#[component]
pub fn DeedPanel(Props { bench, text, chosen }: &Props) -> Html {
    let words = use_words();
    let spans = &words.spans;
    let shown = bench.shown();
    let picture = &shown.pictures[0];
    let pod = picture
        .pods
        .iter()
        .find(|pod| Some(pod.uid) == *chosen && pod.number.is_some());
    let number = pod.and_then(|pod| pod.number).unwrap_or(0);
    let deed = |deed: Deed| {
        let bench = bench.clone();
        let onclick = move |_| bench.act(deed);
        html! { <button type="button" class="ghost" title={(text.deed_about)(deed)} {onclick}>{(text.deed)(deed, spans)}</button> }
    };
    let has_pods = picture.pods.iter().any(|pod| pod.number.is_some());
    let on_all = {
        let bench = bench.clone();
        move |_| {
            bench.act(Deed::Kill {
                first: 0,
                count: usize::MAX,
            })
        }
    };
    html! {
        <aside class="ex-deeds" aria-label={text.deeds}>
            <h3>{text.replicas}</h3>
            for (number, set) in picture.sets.iter().enumerate() {
                <Replicas key={number} bench={bench.clone()} {text} {number} replicas={set.desired} />
            }
            <h3>{text.watch_delay}</h3>
            for (of, lag) in [Watched::Pods, Watched::Sets].into_iter().zip(picture.lags) {
                <Delay bench={bench.clone()} {text} {of} {lag} />
            }
            <h3>{text.do_now}</h3>
            <div class="ex-buttons">
                {deed(Deed::LoseAdd)}
                {deed(Deed::LoseDeletion)}
                {deed(Deed::Touch)}
                {deed(Deed::Pass)}
                {deed(Deed::Relist(Watched::Pods))}
                {deed(Deed::Restart)}
                {deed(Deed::Bare)}
                if picture.sets.len() < 2 {
                    {deed(Deed::SecondSet)}
                }
            </div>
            <p class="note">{pod.map_or_else(|| text.on_oldest.to_owned(), |pod| (text.on_pod)(&pod.name))}</p>
            <div class="ex-buttons">
                if has_pods {
                    {deed(Deed::Kill { first: number, count: 1 })}
                    <button type="button" class="ghost" title={(text.deed_about)(Deed::Kill { first: 0, count: 2 })} onclick={on_all}>{text.kill_all}</button>
                    {deed(Deed::Recreate(number))}
                    {deed(Deed::LabelAway(number))}
                } else {
                    <span class="none">{text.no_pods}</span>
                }
            </div>
            <Quota bench={bench.clone()} {text} quota={picture.quota} />
            for lost in &picture.losses {
                <p class="ex-armed">{(text.armed)(*lost)}</p>
            }
            <Planned bench={bench.clone()} {text} />
            <Legend {text} />
        </aside>
    }
}

/// A field that shows a value of the story, and who listens to it.
struct Field {
    node: NodeRef,
    oninput: Callback<InputEvent>,
    onchange: Callback<Event>,
    onblur: Callback<FocusEvent>,
}

/// A field that shows a value of the story and hands on what it is changed to. While somebody types in it, or holds its
/// knob, it is theirs, whatever the story does.
#[hook]
fn use_field(value: String, on_change: Callback<String>) -> Field {
    let (node, changing) = (use_node_ref(), use_mut_ref(|| false));
    {
        let (node, changing) = (node.clone(), changing.clone());
        use_effect_with(value.clone(), move |value| {
            if let Some(field) = node.cast::<HtmlInputElement>().filter(|_| !*changing.borrow()) {
                field.set_value(value);
            }
        });
    }
    let oninput = {
        let changing = changing.clone();
        Callback::from(move |_: InputEvent| *changing.borrow_mut() = true)
    };
    // What is no change shows the story's value again.
    let leave = {
        let node = node.clone();
        Callback::from(move |()| {
            if changing.replace(false)
                && let Some(field) = node.cast::<HtmlInputElement>()
            {
                field.set_value(&value);
            }
        })
    };
    let onchange = {
        let leave = leave.clone();
        Callback::from(move |event: Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let changed = field.value();
            leave.emit(());
            on_change.emit(changed);
        })
    };
    Field {
        node,
        oninput,
        onchange,
        onblur: leave.reform(|_| ()),
    }
}

/// The size of a ReplicaSet.
#[derive(Properties, Clone, PartialEq)]
struct ReplicasProps {
    bench: Bench,
    text: &'static Text,
    number: usize,
    replicas: i32,
}

#[component]
fn Replicas(
    ReplicasProps {
        bench,
        text,
        number,
        replicas,
    }: &ReplicasProps,
) -> Html {
    let (set, replicas) = (*number, *replicas);
    let scale = {
        let bench = bench.clone();
        Callback::from(move |replicas: i32| {
            bench.act(Deed::Scale {
                set,
                replicas: replicas.clamp(0, MOST_REPLICAS),
            });
        })
    };
    let on_change = {
        let scale = scale.clone();
        Callback::from(move |typed: String| {
            if let Ok(replicas) = typed.parse() {
                scale.emit(replicas);
            }
        })
    };
    let field = use_field(replicas.to_string(), on_change);
    let name = format!("{} {}", text.replicas, set_name(set));
    html! {
        <div class="ex-replicas">
            <span>{set_name(set)}</span>
            <button type="button" class="ghost square" aria-label={format!("{}: {}", set_name(set), text.fewer)} title={text.fewer} disabled={replicas <= 0} onclick={scale.reform(move |_| replicas - 1)}><Icon shape={Shape::Minus} /></button>
            <input type="number" min="0" max={MOST_REPLICAS.to_string()} ref={field.node} aria-label={name} oninput={field.oninput} onchange={field.onchange} onblur={field.onblur} />
            <button type="button" class="ghost square" aria-label={format!("{}: {}", set_name(set), text.more_replicas)} title={text.more_replicas} disabled={replicas >= MOST_REPLICAS} onclick={scale.reform(move |_| replicas + 1)}><Icon shape={Shape::Plus} /></button>
        </div>
    }
}

/// How late the events of a kind arrive.
#[derive(Properties, Clone, PartialEq)]
struct DelayProps {
    bench: Bench,
    text: &'static Text,
    of: Watched,
    lag: Duration,
}

#[component]
fn Delay(DelayProps { bench, text, of, lag }: &DelayProps) -> Html {
    let words = use_words();
    let of = *of;
    let place = DELAYS_MS
        .iter()
        .position(|delay| Duration::from_millis(*delay) >= *lag)
        .unwrap_or(DELAYS_MS.len() - 1);
    let on_change = {
        let bench = bench.clone();
        Callback::from(move |place: String| {
            let place: Option<usize> = place.parse().ok();
            if let Some(delay) = place.and_then(|place| DELAYS_MS.get(place)) {
                bench.act(Deed::Lag {
                    of,
                    by: Duration::from_millis(*delay),
                });
            }
        })
    };
    let field = use_field(place.to_string(), on_change);
    let said = if *lag == Duration::ZERO {
        text.no_delay.to_owned()
    } else {
        format!("+ {}", words.spans.of(*lag))
    };
    html! {
        <label class="ex-delay">
            <span>{(text.delay_of)(of)}</span>
            <output>{said.clone()}</output>
            <input type="range" min="0" max={(DELAYS_MS.len() - 1).to_string()} step="1" ref={field.node} aria-valuetext={said} oninput={field.oninput} onchange={field.onchange} onblur={field.onblur} />
        </label>
    }
}

/// How many pods the namespace may hold.
#[derive(Properties, Clone, PartialEq)]
struct QuotaProps {
    bench: Bench,
    text: &'static Text,
    quota: Option<u32>,
}

#[component]
fn Quota(QuotaProps { bench, text, quota }: &QuotaProps) -> Html {
    let onchange = {
        let bench = bench.clone();
        Callback::from(move |event: Event| {
            let field: HtmlSelectElement = event.target_unchecked_into();
            bench.act(Deed::Quota(field.value().parse().ok()));
        })
    };
    html! {
        <label class="ex-quota">
            <span>{text.quota}</span>
            <select {onchange}>
                <option value="" selected={quota.is_none()}>{text.no_quota}</option>
                for one in QUOTAS {
                    <option key={one} value={one.to_string()} selected={*quota == Some(one)}>{one}</option>
                }
            </select>
        </label>
    }
}

/// What is still to come.
#[derive(Properties, Clone, PartialEq)]
struct PlannedProps {
    bench: Bench,
    text: &'static Text,
}

#[component]
fn Planned(PlannedProps { bench, text }: &PlannedProps) -> Html {
    let words = use_words();
    let lab = bench.lab();
    let done = lab.line(0).done_by(lab.moments()[lab.position()].steps[0]);
    if done >= lab.plan.len() {
        return Html::default();
    }
    html! {
        <>
            <h3>{text.planned}</h3>
            <ul class="ex-planned">
                for (number, planned) in lab.plan.iter().enumerate().skip(done) {
                    <li key={number}>
                        <small>{words.spans.clock(planned.at)}</small>
                        <span>{(text.deed)(planned.deed, &words.spans)}</span>
                        <button type="button" aria-label={(text.call_off)(&(text.deed)(planned.deed, &words.spans))} title={(text.call_off)(&(text.deed)(planned.deed, &words.spans))} onclick={
                            let bench = bench.clone();
                            move |_| bench.call_off(number)
                        }><Icon shape={Shape::Cross} /></button>
                    </li>
                }
            </ul>
        </>
    }
}
