use super::rule_link::RuleLink;
use crate::hooks::{use_desk, use_words};
use crate::state::{Difference, Differences, EndOf, Frame, Source, Subject, call, rule_of};
use crate::text::{Language, Words, moment, tell};
use kubeloupe_core::apiserver::Cluster;
use std::rc::Rc;
use yew::prelude::*;

/// What ends differently.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The present step, whose strings and kinds are the newest.
    pub frame: Rc<Frame>,
    /// What the other branch is called.
    pub name: AttrValue,
    /// The differences.
    pub differences: Rc<Differences>,
    /// Both branches were followed to their ends.
    pub complete: bool,
    /// The language of sentences.
    pub language: Language,
    /// Back to the tree.
    pub on_close: Callback<()>,
}

/// Which objects end differently on two branches, each with what happened to it on either.
#[component]
pub fn BranchComparison(props: &Props) -> Html {
    let words = use_words();
    let time = words.time_words;
    let differences = &props.differences;
    let differ = differences.list.len() + differences.left_out - differences.later;
    let (otherwise, later): (Vec<&Difference>, Vec<&Difference>) =
        differences.list.iter().partition(|one| !one.only_time());
    let row = |one: &Difference| html! { <DifferenceRow source={props.source.clone()} frame={props.frame.clone()} difference={one.clone()} language={props.language} /> };
    let close = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <div class="comparison">
            <p><button type="button" class="ghost" onclick={close}>{time.compare_close}</button></p>
            <h3>{(time.compare_title)(&props.name)}</h3>
            if differences.list.is_empty() {
                <p>{time.compare_none}</p>
            } else {
                <p class="counts-line">{(time.compare_counts)(differ, differences.later, differences.alike)}</p>
            }
            if !props.complete {
                <p class="note">{time.compare_open}</p>
            }
            <ul class="differences">
                for one in otherwise { {row(one)} }
            </ul>
            if !later.is_empty() {
                <details>
                    <summary>{(time.compare_later)(differences.later)}</summary>
                    <ul class="differences">
                        for one in later { {row(one)} }
                    </ul>
                </details>
            }
            if differences.left_out > 0 {
                <p class="more">{(time.compare_left_out)(differences.left_out)}</p>
            }
        </div>
    }
}

/// One of them.
#[derive(Properties, Clone, PartialEq)]
struct RowProps {
    source: Rc<Source>,
    frame: Rc<Frame>,
    difference: Difference,
    language: Language,
}

#[component]
fn DifferenceRow(props: &RowProps) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let time = words.time_words;
    let catalog = &props.source.catalog;
    let name = match props.difference.subject {
        Subject::Thing(thing) => call(catalog, &catalog.get(thing).identity),
        Subject::Created { kind, name, .. } => {
            let cluster = &props.frame.cluster;
            let kind = cluster.names.text(cluster.kinds.get(kind).kind);
            format!("{kind} {}", cluster.names.text(name))
        }
    };
    let head = match props.difference.subject {
        Subject::Thing(thing) => {
            let desk = desk.clone();
            let onclick = move |_: MouseEvent| desk.choose_seen(thing);
            html! { <button type="button" class="link" {onclick}>{name}</button> }
        }
        Subject::Created { .. } => html! { <b>{name}</b> },
    };
    let sides = [time.compare_here, time.compare_other]
        .into_iter()
        .zip(&props.difference.ends);
    html! {
        <li>
            <h4>{head}</h4>
            <div class="ends">
                for (side, end) in sides {
                    <div class="end">
                        <small>{side}</small>
                        {side_of(words, &props.frame.cluster, &props.difference, end.as_ref(), props.language)}
                    </div>
                }
            </div>
        </li>
    }
}

fn side_of(
    words: &'static Words,
    cluster: &Cluster,
    difference: &Difference,
    end: Option<&EndOf>,
    language: Language,
) -> Html {
    let time = words.time_words;
    let Some(end) = end else {
        return html! { <p class="what">{time.end_never_made}</p> };
    };
    let [one, other] = &difference.ends;
    let differs = |part: fn(&EndOf, &EndOf) -> bool| match (one, other) {
        (Some(one), Some(other)) => part(one, other),
        _ => true,
    };
    let (names, kinds) = (&cluster.names, &cluster.kinds);
    let finalizers: Vec<&str> = end.finalizers.iter().map(|&one| names.text(one)).collect();
    let owners: Vec<String> = end
        .owners
        .iter()
        .map(|&(kind, name)| format!("{} {}", names.text(kind), names.text(name)))
        .collect();
    let owners = if owners.is_empty() {
        time.end_no_owners.to_owned()
    } else {
        (time.end_owners)(&owners.join(", "))
    };
    let here = end.live != crate::state::Live::Gone;
    html! {
        <>
            <p class="what" data-live={end.live.word()}><b>{(time.end_live)(end.live)}</b></p>
            <p class="facts">
                if let Some(at) = end.at {
                    <span>{(time.end_at)(&moment(&words.spans, at))}</span>
                }
                if here && differs(|one, other| one.finalizers != other.finalizers) {
                    <span>{(time.end_finalizers)(&if finalizers.is_empty() { "[]".to_owned() } else { finalizers.join(", ") })}</span>
                }
                if here && differs(|one, other| one.owners != other.owners) {
                    <span>{owners}</span>
                }
            </p>
            if end.reasons.is_empty() {
                <p class="none">{time.end_nothing_happened}</p>
            } else {
                <ol class="because">
                    for one in &end.reasons {
                        <li>
                            <span class="when">{moment(&words.spans, one.at)}</span>
                            <span>{tell(&one.effect, names, kinds, language)}</span>
                            if let Some(rule) = rule_of(&one.effect) {
                                <RuleLink {rule} />
                            }
                        </li>
                    }
                </ol>
            }
        </>
    }
}
