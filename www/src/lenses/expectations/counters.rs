use super::bench::Bench;
use super::state::SetPicture;
use super::text::Text;
use crate::hooks::use_words;
use kubeloupe_core::object::{Names, Time};
use kubeloupe_core::workloads::{EXPECTATIONS_TIMEOUT, Verdict, WorkloadEffect, WorkloadWhat};
use yew::prelude::*;

/// Whose counters.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
    /// Which world.
    pub number: usize,
}

/// Lines of what moved a counter.
const LINES: usize = 3;

/// Keys that are named.
const NAMED: usize = 8;

/// Both counters with what raised and lowered them, the keys whose deletion is expected, until when that holds, and what
/// the gate says.
#[component]
pub fn Counters(Props { bench, text, number }: &Props) -> Html {
    let shown = bench.shown();
    let picture = &shown.pictures[*number];
    html! {
        <div class="ex-card ex-counters" role="group" aria-label={text.counters}>
            for (place, set) in picture.sets.iter().enumerate() {
                <div key={place} class={classes!("ex-counting", format!("set{place}"))}>
                    if picture.sets.len() > 1 {
                        <h4 class="ex-set-name">{set.name.clone()}</h4>
                    }
                    <OfSet bench={bench.clone()} {text} number={*number} {place} />
                </div>
            }
        </div>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct OfSetProps {
    bench: Bench,
    text: &'static Text,
    number: usize,
    place: usize,
}

#[component]
fn OfSet(
    OfSetProps {
        bench,
        text,
        number,
        place,
    }: &OfSetProps,
) -> Html {
    let words = use_words();
    let shown = bench.shown();
    let picture = &shown.pictures[*number];
    let Some(set) = picture.sets.get(*place) else {
        return Html::default();
    };
    let names = &shown.names[*number];
    let lab = bench.lab();
    let ledger = &lab.line(*number).record.ledger;
    let own = |counter: Counter| {
        let lines = ledger.iter().take_while(|(at, ..)| *at <= picture.position);
        let lines = lines.filter(|(_, _, effect)| Some(effect.key) == set.key);
        lines
            .filter_map(|(_, time, effect)| Some((*time, line(effect, counter, names, text)?)))
            .collect::<Vec<(Time, (String, String))>>()
    };
    let is_real = *number == 0;
    let verdict = (text.verdict)(set.verdict);
    html! {
        <>
            <p class={classes!("ex-gate", if is_real { verdict_class(set.verdict) } else { "off" })} title={if is_real { (text.verdict_about)(set.verdict) } else { text.without_about }}>
                <span>{text.gate}</span><b>{if is_real { verdict } else { text.gate_off }}</b>
            </p>
            <div class="ex-two">
                for (counter, label) in [(Counter::Add, text.counter_add), (Counter::Del, text.counter_del)] {
                    <CounterColumn {label} count={set.expected.map(|expected| match counter { Counter::Add => expected.add, Counter::Del => expected.del })} lines={own(counter)} {text} />
                }
            </div>
            <div class="ex-holding">
            <Hold set={set.clone()} now={picture.time} {text} />
            <p class="ex-tracked">
                <span>{text.tracked}</span>
                if set.tracked.is_empty() {
                    <em>{text.tracked_none}</em>
                }
                for pod in set.tracked.iter().take(NAMED) {
                    <code key={pod.clone()}>{pod.clone()}</code>
                }
                if set.tracked.len() > NAMED {
                    <em>{(words.more)(set.tracked.len() - NAMED)}</em>
                }
            </p>
            </div>
        </>
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counter {
    Add,
    Del,
}

#[derive(Properties, Clone, PartialEq)]
struct ColumnProps {
    label: &'static str,
    count: Option<i64>,
    lines: Vec<(Time, (String, String))>,
    text: &'static Text,
}

#[component]
fn CounterColumn(
    ColumnProps {
        label,
        count,
        lines,
        text,
    }: &ColumnProps,
) -> Html {
    let words = use_words();
    let earlier = lines.len().saturating_sub(LINES);
    let told = count.map_or_else(|| "–".to_owned(), |count| minus(&count.to_string()));
    html! {
        <div class={classes!("ex-counter", count.is_some_and(|count| count > 0).then_some("unmet"))}>
            <p><b title={count.is_none().then_some(text.no_record)}>{told}</b><span>{*label}</span></p>
            <ol>
                for (number, (time, (change, why))) in lines.iter().enumerate().skip(earlier).rev() {
                    <li key={number}><b>{change.clone()}</b><span title={why.clone()}>{why.clone()}</span><small>{words.spans.clock(*time)}</small></li>
                }
                if earlier > 0 {
                    <li class="more">{(text.earlier)(earlier)}</li>
                }
            </ol>
        </div>
    }
}

/// Until when what is expected holds the gate.
#[derive(Properties, Clone, PartialEq)]
struct HoldProps {
    set: SetPicture,
    now: Time,
    text: &'static Text,
}

#[component]
fn Hold(HoldProps { set, now, text }: &HoldProps) -> Html {
    let words = use_words();
    let open = set.expected.filter(|expected| !expected.is_fulfilled());
    let (told, share) = match open {
        None => (text.no_expiry.to_owned(), 0.0),
        Some(expected) if expected.is_expired(*now) => (
            (text.expired_since)(&words.spans.clock(expected.holds_until())),
            1.0,
        ),
        Some(expected) => {
            #[expect(clippy::cast_precision_loss, reason = "a share of a bar")]
            let share = (*now - expected.set_at).0 as f64 / EXPECTATIONS_TIMEOUT.0 as f64;
            let until = expected.holds_until();
            (
                (text.holds)(&words.spans.of(until - *now), &words.spans.clock(until)),
                share,
            )
        }
    };
    html! {
        <p class={classes!("ex-hold", open.is_some().then_some("unmet"))}>
            <span class="ex-bar" aria-hidden="true"><i ~style={format!("width:{:.1}%", share * 100.0)}></i></span>
            <span>{told}</span>
        </p>
    }
}

fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NothingExpected => "nothing-expected",
        Verdict::Fulfilled => "fulfilled",
        Verdict::Expired => "expired",
        Verdict::Waiting => "waiting",
    }
}

/// What an effect did to a counter, and why; `None` if it did nothing to it.
fn line(effect: &WorkloadEffect, counter: Counter, names: &Names, text: &Text) -> Option<(String, String)> {
    let pod = |pod: &kubeloupe_core::workloads::PodKey| names.text(pod.name).to_owned();
    let is_add = counter == Counter::Add;
    let (change, why) = match &effect.what {
        WorkloadWhat::ExpectsCreations(count) if is_add => {
            (format!("= {count}"), text.ledger_expects.to_owned())
        }
        WorkloadWhat::ExpectsDeletions(pods) if !is_add => {
            (format!("= {}", pods.len()), text.ledger_expects.to_owned())
        }
        WorkloadWhat::ExpectsCreations(_) | WorkloadWhat::ExpectsDeletions(_) => {
            ("= 0".to_owned(), text.ledger_wiped.to_owned())
        }
        WorkloadWhat::CreationObserved { left: Some(_) } if is_add => {
            ("−1".to_owned(), text.ledger_seen_add.to_owned())
        }
        WorkloadWhat::Skipped { number, .. } if is_add => {
            (format!("−{number}"), text.ledger_skipped.to_owned())
        }
        WorkloadWhat::DeletionObserved {
            pod: key,
            tracked: true,
            ..
        } if !is_add => ("−1".to_owned(), (text.ledger_seen_del)(&pod(key))),
        WorkloadWhat::DeletionObserved {
            pod: key,
            tracked: false,
            left: Some(_),
        } if !is_add => ("±0".to_owned(), (text.ledger_untracked)(&pod(key))),
        WorkloadWhat::DeletionFailed { pod: key, .. } if !is_add => {
            ("−1".to_owned(), (text.ledger_failed)(&pod(key)))
        }
        WorkloadWhat::ExpectationsDeleted => ("–".to_owned(), text.ledger_deleted.to_owned()),
        _ => return None,
    };
    Some((change, why))
}

/// A number with a real minus.
fn minus(number: &str) -> String {
    number.replace('-', "−")
}
