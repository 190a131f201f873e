use super::fate_mark::FateMark;
use super::segments::{Segment, Segments};
use crate::hooks::{use_desk, use_words};
use crate::state::{Answer, Mark, Policies, Source};
use crate::text::{Words, moment};
use kubeloupe_core::analyse::{Cascade, Fate, Reason};
use std::rc::Rc;
use yew::prelude::*;

/// The policies.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The policy chosen.
    pub cascade: Cascade,
    /// What would happen under each.
    pub answers: Policies,
    /// Something is asked about.
    pub asked: bool,
    /// The forecasts were cancelled.
    pub stopped: bool,
}

/// The four policies side by side, each with what it would do.
#[component]
pub fn PolicyChoice(
    Props {
        source,
        cascade,
        answers,
        asked,
        stopped,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let on_choose = Callback::from(move |number: usize| desk.choose_policy(Cascade::ALL[number]));
    let choices = Cascade::ALL
        .into_iter()
        .map(|one| {
            let answer = answers[one as usize].as_deref();
            let about = match answer {
                _ if !asked => String::new(),
                None if *stopped => words.stopped.to_owned(),
                None => words.computing.to_owned(),
                Some(answer) => in_a_few_words(words, source, one, answer, answers),
            };
            let content = html! {
                <>
                    <b>{(words.cascade)(one)}</b>
                    <span class="counts" data-policy={plain(one)}>
                        if let Some(answer) = answer.filter(|_| *asked) {
                            {counts(words, answer)}
                        }
                    </span>
                    <small>{about}</small>
                </>
            };
            Segment {
                content,
                about: (words.cascade_about)(one).into(),
            }
        })
        .collect::<Vec<_>>();
    html! {
        <Segments class="policies" label={words.policy} {choices} chosen={*cascade as usize} {on_choose} />
    }
}

/// The word for tests and style sheets, the same in every language.
fn plain(cascade: Cascade) -> &'static str {
    match cascade {
        Cascade::Background => "background",
        Cascade::Foreground => "foreground",
        Cascade::Orphan => "orphan",
        Cascade::ApiDefault => "default",
    }
}

/// How many objects meet which fate.
pub(super) fn counts(words: &'static Words, answer: &Answer) -> Html {
    html! {
        for mark in Mark::COUNTED.into_iter().filter(|&mark| answer.counts.of(mark) > 0) {
            <span class={classes!("count", mark.word())} title={(words.mark)(mark)}>
                <FateMark {mark} />{answer.counts.of(mark)}<span class="unseen">{format!(" {}", (words.mark)(mark))}</span>
            </span>
        }
    }
}

/// What is most worth knowing about an answer in half a line.
fn in_a_few_words(
    words: &Words,
    source: &Source,
    cascade: Cascade,
    answer: &Answer,
    all: &Policies,
) -> String {
    if cascade == Cascade::ApiDefault {
        let same = |other: &Cascade| {
            let other = all[*other as usize].as_deref();
            other.is_some_and(|other| same_outcome(answer, other))
        };
        // Background first: it is what the API does with almost every kind.
        if let Some(other) = [Cascade::Background, Cascade::Orphan, Cascade::Foreground]
            .iter()
            .find(|other| same(other))
        {
            return (words.is_same_as)((words.cascade)(*other));
        }
    }
    let refused = answer.forecast.verdicts.iter().any(|verdict| {
        verdict
            .why
            .first()
            .is_some_and(|because| because.reason == Reason::Refused)
    });
    if refused {
        return words.refused.to_owned();
    }
    if !answer.forecast.quiescent {
        return words.never_ends.to_owned();
    }
    if Mark::COUNTED.iter().all(|&mark| answer.counts.of(mark) == 0) {
        return words.nothing_happens.to_owned();
    }
    let stuck = answer.counts.of(Mark::Stuck);
    if stuck > 0 {
        return (words.stay)(stuck);
    }
    let end = answer.forecast.end;
    let time = match answer.settled() {
        Some(at) if at.0 > 0 => moment(&words.spans, at),
        // What goes on anyway may be what ends later.
        _ if end.0 > 0 && answer.counts.anyway == 0 => moment(&words.spans, end),
        _ => words.at_once.to_owned(),
    };
    let pods = answer
        .forecast
        .verdicts
        .iter()
        .filter(|verdict| {
            let kind = verdict.object.kind;
            !verdict.anyway && verdict.fate == Fate::Deleted && source.catalog.is_graceful(kind)
        })
        .count();
    let waits = cascade == Cascade::Foreground && pods > 0;
    if waits {
        format!("{time}, {}", (words.waits_for_pods)(pods))
    } else {
        time
    }
}

fn same_outcome(one: &Answer, other: &Answer) -> bool {
    one.counts == other.counts
        && one.forecast.verdicts.len() == other.forecast.verdicts.len()
        && one
            .forecast
            .verdicts
            .iter()
            .zip(&other.forecast.verdicts)
            .all(|(one, other)| {
                one.object.meta.uid == other.object.meta.uid && one.fate == other.fate && one.at == other.at
            })
}
