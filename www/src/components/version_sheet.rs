use super::rule_link::RuleLink;
use super::segments::{Segment, Segments};
use super::sheet_frame::SheetFrame;
use crate::hooks::{use_desk, use_words};
use crate::text::Language;
use kubeloupe_core::versions::COMPARED;
use kubeloupe_formats::versions::{VersionChange, what_changes};
use yew::prelude::*;

/// The versions.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The minor that is simulated.
    pub minor: u32,
    /// The one that was simulated before it.
    pub came_from: u32,
    /// The language.
    pub language: Language,
}

/// Whose behaviour can be seen on this page: the other controllers do not run in it.
const RUNNING: [&str; 4] = ["garbagecollector", "namespace", "apiserver", "informers"];

/// Which version of Kubernetes is simulated, and what it does differently from the one before.
#[component]
pub fn VersionSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let choices: Vec<Segment> = COMPARED
        .map(|minor| Segment::word(format!("1.{minor}")))
        .collect();
    let chosen = COMPARED.clone().position(|minor| minor == props.minor);
    let on_choose = Callback::from(move |number: usize| {
        if let Some(minor) = COMPARED.clone().nth(number) {
            desk.simulate(minor);
        }
    });
    let changes = what_changes(props.came_from, props.minor, props.language.formats());
    let (shown, hidden): (Vec<_>, Vec<_>) = changes
        .iter()
        .partition(|change| change.simulated && RUNNING.contains(&change.part));
    let (outcomes, requests): (Vec<_>, Vec<_>) = shown.into_iter().partition(|change| change.priority == 1);
    html! {
        <SheetFrame title={words.version_title} class="version">
            <p>{words.version_lead}</p>
            <Segments class="minors" label={words.version_title} {choices} chosen={chosen.unwrap_or(usize::MAX)} {on_choose} />
            if chosen.is_none() {
                <p class="note">{(words.version_older)(props.minor)}</p>
            }
            <div aria-live="polite">
                if props.minor == props.came_from {
                    <p class="note">{words.version_move}</p>
                } else {
                    <h3>{(words.version_changes)(props.came_from, props.minor)}</h3>
                    if changes.is_empty() {
                        <p>{words.version_same}</p>
                    }
                    {list(words.version_outcomes, &outcomes)}
                    {list(words.version_requests, &requests)}
                    {list(words.version_not_simulated, &hidden)}
                }
            </div>
        </SheetFrame>
    }
}

fn list(title: &'static str, changes: &[&VersionChange]) -> Html {
    html! {
        if !changes.is_empty() {
            <h4>{title}</h4>
            <ul class="changes">
                for change in changes {
                    <li key={change.switch}>
                        <p class="before">{change.before}</p>
                        <p class="after">{change.after}</p>
                        <p class="rules">
                            for &rule in change.rules {
                                <RuleLink {rule} />
                            }
                            if let Some(gate) = change.gate {
                                <code>{gate}</code>
                            }
                        </p>
                    </li>
                }
            </ul>
        }
    }
}
