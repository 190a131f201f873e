use super::fate_mark::FateMark;
use super::rule_link::RuleLink;
use super::thing_name::ThingName;
use super::unanswered::Unanswered;
use crate::hooks::{use_desk, use_words};
use crate::state::{Answer, Live, Mark, Source, ThingId, list_refs};
use crate::text::{Words, moment};
use kubeloupe_core::analyse::{Fate, Verdict};
use std::rc::Rc;
use yew::prelude::*;

/// What the list shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The answer.
    pub answer: Option<Rc<Answer>>,
    /// The forecasts were cancelled.
    pub stopped: bool,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// More verdicts than these are counted; the list of objects shows them all.
const SHOWN: usize = 400;

/// Every verdict with its first reason: what the question brings about, then what happens anyway.
#[component]
pub fn VerdictList(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let Some(answer) = &props.answer else {
        return html! { <Unanswered stopped={props.stopped} /> };
    };
    let catalog = &props.source.catalog;
    let mut rows: Vec<(ThingId, &Verdict)> = answer
        .forecast
        .verdicts
        .iter()
        .filter(|verdict| verdict.fate != Fate::Untouched)
        .filter_map(|verdict| Some((catalog.of_object(&verdict.object)?, verdict)))
        .collect();
    rows.sort_by_key(|(_, verdict)| {
        (
            Mark::of(verdict.fate) == Mark::Kept,
            verdict.anyway,
            Mark::of(verdict.fate),
            verdict.at,
        )
    });
    let left_out = rows.len().saturating_sub(SHOWN);
    let choose = |thing: ThingId| {
        let desk = desk.clone();
        move |_: MouseEvent| desk.choose_seen(thing)
    };
    html! {
        <div class="verdicts" tabindex="0" role="region" aria-label={words.stage_list}>
            if rows.is_empty() {
                <p class="nothing">{words.nothing_happens}</p>
            } else {
                <table>
                    <thead><tr>
                        <th scope="col">{words.column_fate}</th>
                        <th scope="col">{words.column_object}</th>
                        <th scope="col" class="number">{words.column_when}</th>
                        <th scope="col">{words.column_why}</th>
                    </tr></thead>
                    <tbody>
                        for &(thing, verdict) in rows.iter().take(SHOWN) {
                            <tr
                                key={thing.0}
                                class={classes!((props.selected == Some(thing)).then_some("chosen"), verdict.anyway.then_some("anyway"))}
                                data-live={(props.revision > 0).then(|| Live::word(desk.live(thing)))}
                            >
                                <td class="fate"><FateMark mark={Mark::of(verdict.fate)} />{(words.fate)(verdict.fate)}</td>
                                <td><button type="button" class="thing" onclick={choose(thing)}><ThingName source={props.source.clone()} {thing} /></button></td>
                                <td class="number">{when(words, verdict)}</td>
                                <td class="why">{why(words, &props.source, verdict)}</td>
                            </tr>
                        }
                    </tbody>
                </table>
                if left_out > 0 {
                    <p class="nothing">{(words.more)(left_out)}</p>
                }
            }
        </div>
    }
}

fn when(words: &Words, verdict: &Verdict) -> String {
    match (verdict.fate, verdict.at) {
        (Fate::Stuck, _) => words.stays.to_owned(),
        (Fate::Uncollectable, _) => words.never.to_owned(),
        (Fate::Kept, _) | (_, None) => String::new(),
        (_, Some(at)) if at.0 <= 0 => words.now.to_owned(),
        (_, Some(at)) => moment(&words.spans, at),
    }
}

fn why(words: &'static Words, source: &Source, verdict: &Verdict) -> Html {
    let Some(because) = verdict.why.first() else {
        let alone = verdict.fate == Fate::Uncollectable;
        return html! { {if alone { words.island } else { "" }} };
    };
    let refs = list_refs(&source.catalog, &because.refs);
    let note = verdict.anyway.then_some(words.anyway_note);
    html! {
        <>
            {(words.reason)(because.reason, &refs)}{" "}
            if let Some(note) = note { <span class="note">{note}{" "}</span> }
            <RuleLink rule={because.rule.0} />
        </>
    }
}
