use super::lab::{use_hash_words, use_lab};
use super::state::{Group, HashAct, Hashes, minors_text, name_of_way, version};
use kubeloupe_core::hash::analyse::Sides;
use std::rc::Rc;
use yew::prelude::*;

/// Whose hashes.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// All hashes of the chosen entry.
    pub hashes: Option<Rc<Hashes>>,
    /// They are those of the entry before, as the new ones are being computed.
    pub stale: bool,
    /// The minor that is looked at.
    pub minor: u32,
}

/// More changed fields than these are counted.
const SHOWN: usize = 12;

/// The hash in every version, versions that agree in one row, and between the rows what changed.
#[component]
pub fn VersionList(Props { hashes, stale, minor }: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let row = |group: &Group| {
        let newest = group.newest();
        let is_current = group.rows.iter().any(|row| row.minor == *minor);
        let onclick = {
            let (lab, newest) = (lab.clone(), newest.minor);
            move |_: MouseEvent| lab.act(HashAct::Minor(newest))
        };
        let versions = if newest.minor == group.oldest() {
            version(newest.minor)
        } else {
            format!("{} – {}", version(group.oldest()), version(newest.minor))
        };
        let unsure = minors_text(group.unsure());
        html! {
            <li>
                <button type="button" class="hash-row" aria-current={is_current.then_some("true")} {onclick}>
                    <span class="versions">{versions}</span>
                    <b>{newest.hash.clone()}</b>
                    if newest.label != newest.hash {
                        <small>{(words.label_is)(&newest.label)}</small>
                    }
                    if !unsure.is_empty() {
                        <small class="unsure">{(words.certain_stored)(&unsure)}</small>
                    }
                    if !newest.unknown.is_empty() {
                        <small>{(words.vanish)(&newest.unknown.join(", "))}</small>
                    }
                    if !newest.gated.is_empty() {
                        <small>{(words.dropped)(&newest.gated.join(", "))}</small>
                    }
                </button>
                if !group.changes.is_empty() {
                    <Changes group={group.clone()} />
                }
            </li>
        }
    };
    html! {
        <section class="hash-versions" aria-labelledby="hash-versions-title">
            <h2 id="hash-versions-title">{words.versions_title}</h2>
            <p class="note">{words.versions_lead}</p>
            if let Some(hashes) = hashes {
                <ol aria-busy={stale.to_string()}>
                    for group in &hashes.groups {
                        {row(group)}
                    }
                </ol>
            } else {
                <p class="nothing">{words.computing}</p>
            }
        </section>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct ChangesProps {
    group: Group,
}

/// What a version dumps that the one before it does not, or otherwise.
#[component]
fn Changes(ChangesProps { group }: &ChangesProps) -> Html {
    let words = use_hash_words();
    html! {
        <details class="hash-changes">
            <summary>{(words.fields_changed)(group.changes.len())}</summary>
            <ul>
                for change in group.changes.iter().take(SHOWN) {
                    {{
                        let (sign, word) = match change.dumped {
                            Sides::First(_) => ("−", words.lost),
                            Sides::Second(_) => ("+", words.gained),
                            Sides::Both(..) => ("≠", words.altered),
                        };
                        html! { <li><i aria-hidden="true">{sign}</i><span class="unseen">{word}</span>{name_of_way(&change.field, &change.go).to_owned()}</li> }
                    }}
                }
                if group.changes.len() > SHOWN {
                    <li class="more">{(words.fields_more)(group.changes.len() - SHOWN)}</li>
                }
            </ul>
        </details>
    }
}
