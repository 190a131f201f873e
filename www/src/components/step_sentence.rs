use super::fate_mark::FateMark;
use super::narrator::Narrator;
use super::rule_link::RuleLink;
use super::touch_name::touch_name;
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Breakpoints, Frame, Mark, Sheet, Source};
use crate::text::{Language, Narration, narrate};
use kubeloupe_core::sim::{Decision, Effect};
use std::rc::Rc;
use yew::prelude::*;

/// Which step is told.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// Where playing and running stop.
    pub breakpoints: Rc<Breakpoints>,
    /// There is a question.
    pub asked: bool,
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
    /// Steps follow each other, too fast to be read out.
    pub playing: bool,
    /// The language.
    pub language: Language,
}

/// One sentence that says what happens now, with the rules behind it. Its place is always as high as two lines.
#[component]
pub fn StepSentence(
    Props {
        source,
        breakpoints,
        asked,
        frame,
        playing,
        language,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let (mark, narration) = match frame.as_deref() {
        None if *asked => (None, Narration::plain(words.say_not_watched)),
        None => (None, Narration::plain(words.say_not_asked)),
        Some(frame) if frame.position == 0 => {
            let start = if *asked {
                words.say_start
            } else {
                words.script_words.start
            };
            (None, Narration::plain(start))
        }
        Some(frame) => {
            let mut narration = narrate(frame, *language);
            if frame.complete && frame.position == frame.length {
                narration.add(words.say_rest);
            }
            (Some(mark_of(frame)), narration)
        }
    };
    let hits = if frame.is_some() && !breakpoints.list().is_empty() {
        desk.hits()
    } else {
        Vec::new()
    };
    let named: Vec<String> = hits
        .iter()
        .map(|&hit| touch_name(words, source.as_deref(), hit))
        .collect();
    let stopped =
        (!named.is_empty()).then(|| format!("{}: {}", words.time_words.stopped_at, named.join(", ")));
    let read_out = stopped.iter().fold(narration.text.clone(), |text, stopped| {
        format!("{stopped}. {text}")
    });
    let on_stopped = move |_: MouseEvent| desk.act(Act::Sheet(Some(Sheet::Breakpoints)));
    html! {
        <>
        <div class="say">
            <FateMark mark={mark.unwrap_or(Mark::Untouched)} />
            <p>{narration.text}</p>
            <span class="rules">
                if let Some(stopped) = &stopped {
                    <button type="button" class="stopped" title={stopped.clone()} onclick={on_stopped}>{stopped}</button>
                }
                for rule in narration.rules {
                    <RuleLink key={rule} {rule} />
                }
            </span>
        </div>
        <Narrator text={read_out} playing={*playing} />
        </>
    }
}

/// The shape that goes with a step.
fn mark_of(frame: &Frame) -> Mark {
    let mut mark = Mark::Untouched;
    for effect in frame.effects.iter() {
        match effect {
            Effect::Written { change, after, .. } => {
                mark = match change {
                    kubeloupe_core::apiserver::Change::Deleted => Mark::Deleted,
                    _ if after.meta.is_deleting() => Mark::Waiting,
                    _ => Mark::Changed,
                };
            }
            Effect::Decided {
                decision: Decision::Keep | Decision::NoOwners,
                ..
            } if mark == Mark::Untouched => mark = Mark::Kept,
            Effect::Decided {
                decision: Decision::WaitForDependents { .. },
                ..
            } if mark == Mark::Untouched => {
                mark = Mark::Waiting;
            }
            Effect::Decided {
                decision: Decision::UnmappedKind { .. } | Decision::ScopeMismatch { .. },
                ..
            } => {
                mark = Mark::Stuck;
            }
            _ => {}
        }
    }
    mark
}
