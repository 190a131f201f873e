use super::state::{Heading, Picture, PodCell, PodState};
use super::text::Text;
use crate::hooks::use_words;
use kubeloupe_core::object::Name;
use std::fmt::Write;
use std::rc::Rc;
use yew::prelude::*;

/// What is drawn.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The world as it is.
    pub picture: Rc<Picture>,
    /// The lens's words.
    pub text: &'static Text,
    /// uid of the pod that was chosen.
    pub chosen: Option<Name>,
    /// A pod was chosen, or no longer; nobody can choose where it is missing.
    pub on_choose: Option<Callback<Option<Name>>>,
}

/// More pods than these are drawn small, without names.
const NAMED: usize = 40;

/// Where a pod may be known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    Api,
    Watch,
    Cache,
}

/// Three lanes, one below the other: each pod has the same place in each, so that what one of them does not know shows
/// as a gap.
#[component]
pub fn Lanes(
    Props {
        picture,
        text,
        chosen,
        on_choose,
    }: &Props,
) -> Html {
    let words = use_words();
    let (mut active, mut leaving, mut cached) = (0, 0, 0);
    for pod in &picture.pods {
        active += u32::from(matches!(pod.stored, Some(PodState::Pending | PodState::Ready)));
        leaving += u32::from(pod.stored == Some(PodState::Leaving));
        cached += u32::from(matches!(pod.cached, Some(PodState::Pending | PodState::Ready)));
    }
    // Nothing left to wait for is told as that.
    let next = picture.next_arrival.map(|at| match at > picture.time {
        true => words.spans.of(at - picture.time),
        false => String::new(),
    });
    let lanes = [
        (Lane::Api, text.lane_api, (text.lane_api_count)(active, leaving)),
        (
            Lane::Watch,
            text.lane_watch,
            (text.lane_watch_count)(picture.pod_events, next.as_deref()),
        ),
        (Lane::Cache, text.lane_cache, (text.lane_cache_count)(cached)),
    ];
    let is_dense = picture.pods.len() > NAMED;
    html! {
        <div class={classes!("ex-lanes", is_dense.then_some("dense"))} role="group" aria-label={text.lanes}>
            for (lane, name, count) in lanes {
                <div class={classes!("ex-lane", class_of(lane))}>
                    <div class="ex-lane-name"><b>{name}</b><small>{count}</small></div>
                    if picture.pods.is_empty() {
                        <span class="none">{text.no_pods}</span>
                    } else if is_dense {
                        <DenseLane picture={picture.clone()} {text} of={lane_number(lane)} />
                    } else {
                        <ul class="ex-pods" aria-label={name}>
                            for pod in &picture.pods {
                                <li key={pod.uid.index()}>{cell(pod, lane, *chosen, on_choose.as_ref(), picture, text, &words.spans)}</li>
                            }
                        </ul>
                    }
                </div>
            }
        </div>
    }
}

fn class_of(lane: Lane) -> &'static str {
    match lane {
        Lane::Api => "api",
        Lane::Watch => "way",
        Lane::Cache => "cache",
    }
}

fn lane_number(lane: Lane) -> u8 {
    match lane {
        Lane::Api => 0,
        Lane::Watch => 1,
        Lane::Cache => 2,
    }
}

fn state_class(state: PodState) -> &'static str {
    match state {
        PodState::Pending => "pending",
        PodState::Ready => "ready",
        PodState::Leaving => "leaving",
        PodState::Finished => "finished",
    }
}

fn heading_class(heading: Heading) -> &'static str {
    match heading {
        Heading::Add => "added",
        Heading::Change => "changed",
        Heading::Leaving => "going",
        Heading::Removal => "removed",
    }
}

/// What a lane knows of a pod, as a class; `None` where it knows nothing.
fn known(pod: &PodCell, lane: Lane) -> Option<&'static str> {
    match lane {
        Lane::Api => pod.stored.map(state_class),
        Lane::Watch => pod.on_way.map(|(heading, ..)| heading_class(heading)),
        Lane::Cache => pod.cached.map(state_class),
    }
}

fn cell(
    pod: &PodCell,
    lane: Lane,
    chosen: Option<Name>,
    on_choose: Option<&Callback<Option<Name>>>,
    picture: &Picture,
    text: &'static Text,
    spans: &crate::text::Spans,
) -> Html {
    let class = known(pod, lane);
    let mut title = match (lane, pod.on_way) {
        (Lane::Watch, Some((heading, due, more))) => {
            let mut told = format!(
                "{}: {}, {}",
                pod.name,
                (text.heading)(heading),
                (text.arrives)(&spans.of(due - picture.time))
            );
            if more > 0 {
                told.push_str(", ");
                told.push_str(&(text.more_events)(more));
            }
            told
        }
        (Lane::Watch, None) => format!("{}: {}", pod.name, text.absent),
        (Lane::Api | Lane::Cache, _) => {
            let state = if lane == Lane::Api { pod.stored } else { pod.cached };
            format!("{}: {}", pod.name, state.map_or(text.absent, text.state))
        }
    };
    if pod.set.is_none() {
        title = format!("{title}, {}", text.nobody_owns);
    }
    if pod.tracked && lane == Lane::Api {
        title = format!("{title}, {}", text.is_tracked);
    }
    let set = pod.set.map_or("nobody".to_owned(), |set| format!("set{set}"));
    let classes = classes!(
        "ex-pod",
        class.unwrap_or("absent"),
        set,
        (pod.tracked && class.is_some()).then_some("tracked"),
        (chosen == Some(pod.uid)).then_some("chosen")
    );
    let inside = html! { <><i class="ex-shape" aria-hidden="true"></i><span aria-hidden="true">{if class.is_some() { pod.tail.as_str() } else { "" }}</span></> };
    match on_choose.filter(|_| lane == Lane::Api && pod.stored.is_some()) {
        Some(on_choose) => {
            let is_chosen = chosen == Some(pod.uid);
            let other = (!is_chosen).then_some(pod.uid);
            html! { <button type="button" class={classes} title={title.clone()} aria-label={title} aria-pressed={is_chosen.to_string()} onclick={on_choose.reform(move |_| other)}>{inside}</button> }
        }
        None => {
            html! { <span class={classes} role="img" title={title.clone()} aria-label={title}>{inside}</span> }
        }
    }
}

/// One lane with many pods.
#[derive(Properties, Clone, PartialEq)]
struct DenseProps {
    picture: Rc<Picture>,
    text: &'static Text,
    of: u8,
}

/// How many pods stand in a row.
const ROW: usize = 60;
const CELL: usize = 10;

#[component]
fn DenseLane(DenseProps { picture, text, of }: &DenseProps) -> Html {
    let lane = [Lane::Api, Lane::Watch, Lane::Cache][usize::from(*of)];
    let mut paths: Vec<(&'static str, String, usize)> = Vec::new();
    for (number, pod) in picture.pods.iter().enumerate() {
        let class = known(pod, lane).unwrap_or("absent");
        let index = paths
            .iter()
            .position(|(one, ..)| *one == class)
            .unwrap_or_else(|| {
                paths.push((class, String::new(), 0));
                paths.len() - 1
            });
        let (x, y) = (number % ROW * CELL + 1, number / ROW * CELL + 1);
        // Writing to a string does not fail.
        let _ = write!(paths[index].1, "M{x} {y}h8v8h-8z");
        paths[index].2 += 1;
    }
    let rows = picture.pods.len().div_ceil(ROW);
    let said: Vec<String> = paths
        .iter()
        .map(|(class, _, count)| format!("{count} {}", word_of(class, text)))
        .collect();
    let columns = ROW.min(picture.pods.len().max(1));
    html! {
        <svg class="ex-dense" viewBox={format!("0 0 {} {}", columns * CELL, rows * CELL)} role="img" aria-label={said.join(", ")}>
            for (class, path, _) in paths {
                <path key={class} class={class} d={path} />
            }
        </svg>
    }
}

fn word_of(class: &str, text: &Text) -> &'static str {
    match class {
        "pending" => (text.state)(PodState::Pending),
        "ready" => (text.state)(PodState::Ready),
        "leaving" => (text.state)(PodState::Leaving),
        "finished" => (text.state)(PodState::Finished),
        "added" => (text.heading)(Heading::Add),
        "changed" => (text.heading)(Heading::Change),
        "going" => (text.heading)(Heading::Leaving),
        "removed" => (text.heading)(Heading::Removal),
        _ => text.absent,
    }
}
