use super::lab::{use_hash_words, use_lab};
use super::state::{Entry, HashAct, Made, Makers, Subject, minors_text};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Whose makers.
#[derive(Properties, Clone)]
pub struct Props {
    /// Those of all ReplicaSets.
    pub makers: Option<Rc<Makers>>,
    /// What is looked at.
    pub subject: Rc<Subject>,
    /// The label that was typed.
    pub label: Rc<str>,
    /// Who makes it.
    pub made: Option<Rc<Made>>,
    /// Everything that is open.
    pub entries: Rc<Vec<Rc<Entry>>>,
    /// Which of it is looked at.
    pub chosen: usize,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.makers == other.makers
            && self.subject == other.subject
            && self.label == other.label
            && self.made == other.made
            && Rc::ptr_eq(&self.entries, &other.entries)
            && self.chosen == other.chosen
    }
}

/// More ReplicaSets than these are counted.
const SHOWN: usize = 200;

/// Which versions and collisionCounts explain the labels of ReplicaSets, and one that is typed.
#[component]
pub fn MakersStage(props: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let oninput = {
        let lab = lab.clone();
        move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            lab.trace_label(field.value().trim());
        }
    };
    let row = |made: &Made| {
        let place = props.entries.iter().position(|entry| *entry == made.entry);
        let onclick = {
            let lab = lab.clone();
            move |_: MouseEvent| {
                if let Some(place) = place {
                    lab.act(HashAct::Choose(place));
                }
            }
        };
        html! {
            <tr class={classes!((place == Some(props.chosen)).then_some("chosen"))}>
                <th scope="row"><button type="button" class="link" {onclick}>{made.entry.title()}</button></th>
                <td><code>{made.label.clone()}</code></td>
                {cells(words, made)}
            </tr>
        }
    };
    let makers = props.makers.as_ref().filter(|makers| !makers.made.is_empty());
    html! {
        <div class="hash-scroll" tabindex="0" role="region" aria-label={words.made_by}>
            if let Some(makers) = makers {
                <table class="hash-table hash-makers">
                    <thead><tr>
                        <th scope="col">{words.replica_set}</th>
                        <th scope="col">{words.label}</th>
                        <th scope="col">{words.made_by}</th>
                        <th scope="col">{words.count}</th>
                    </tr></thead>
                    <tbody>
                        for made in makers.made.iter().take(SHOWN) {
                            {row(made)}
                        }
                    </tbody>
                </table>
                if makers.made.len() > SHOWN {
                    <p class="more">{(words.fields_more)(makers.made.len() - SHOWN)}</p>
                }
            }
            <form class="hash-form" onsubmit={|event: SubmitEvent| event.prevent_default()}>
                <label class="hash-pick"><span>{(words.type_label_about)(&props.subject.entry.title())}</span>
                    <input type="text" spellcheck="false" autocomplete="off" maxlength="32" placeholder="6799fc88d8" value={props.label.to_string()} {oninput} aria-describedby="hash-label-answer" />
                </label>
                <p id="hash-label-answer" aria-live="polite">
                    if let Some(made) = &props.made {
                        if made.by_count.is_empty() {
                            {format!("{}. {}", (words.nobody)(made.most), words.no_such_label)}
                        } else {
                            for (count, minors) in &made.by_count {
                                <span class="maker"><b>{minors_text(minors.iter().copied())}</b>{" "}{format!("{}: {}", words.count, count.map_or_else(|| words.without_count.to_owned(), |count| count.to_string()))}</span>
                            }
                        }
                    }
                </p>
            </form>
        </div>
    }
}

fn cells(words: &super::text::HashWords, made: &Made) -> Html {
    if made.by_count.is_empty() {
        return html! { <td colspan="2" class="nobody"><i class="mark stuck" aria-hidden="true"></i>{(words.nobody)(made.most)}</td> };
    }
    let versions = made.by_count.iter().map(|(_, minors)| {
        html! { <div>{minors_text(minors.iter().copied())}</div> }
    });
    let counts = made.by_count.iter().map(|(count, _)| {
        html! { <div>{count.map_or_else(|| words.without_count.to_owned(), |count| count.to_string())}</div> }
    });
    html! { <><td>{versions.collect::<Html>()}</td><td>{counts.collect::<Html>()}</td></> }
}
