use super::lab::{use_hash_words, use_lab};
use super::state::{Comparison, HashAct, Other, Stage, name_of_way, version};
use kubeloupe_core::hash::analyse::{Difference, Sides};
use std::rc::Rc;
use yew::prelude::*;

/// What is compared.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both sides.
    pub comparison: Option<Rc<Comparison>>,
}

/// More differences than these are counted.
const SHOWN: usize = 200;

/// The fields that make what is hashed differ, side by side.
#[component]
pub fn CompareStage(Props { comparison }: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let Some(compared) = comparison else {
        return html! { <p class="nothing">{words.computing}</p> };
    };
    let heading = |title: String, minor: u32, hash: &str| {
        html! { <th scope="col"><span>{title}</span>{" "}<small>{version(minor)}</small><b>{hash.to_owned()}</b></th> }
    };
    let (first, second) = (&compared.first, &compared.second);
    let side = |text: Option<&str>| match text {
        Some(text) => html! { <td><code>{text.to_owned()}</code></td> },
        None => html! { <td class="nothing">{words.only_here}</td> },
    };
    let row = |difference: &Difference| {
        let (ours, theirs) = match &difference.dumped {
            Sides::First(text) => (Some(text.as_str()), None),
            Sides::Second(text) => (None, Some(text.as_str())),
            Sides::Both(ours, theirs) => (Some(ours.as_str()), Some(theirs.as_str())),
        };
        let name = name_of_way(&difference.field, &difference.go).to_owned();
        let place = first
            .explained
            .parts
            .iter()
            .position(|part| part.go == difference.go);
        let onclick = {
            let (lab, other) = (lab.clone(), compared.clone());
            move |_: MouseEvent| {
                // Both sides are marked in the text, also those that nobody has chosen to compare.
                if lab.view().other.is_none() {
                    lab.act(HashAct::Other(Some(Other::Minor(other.second.minor))));
                }
                lab.act(HashAct::Part(place));
                lab.act(HashAct::Stage(Stage::Dump));
            }
        };
        html! {
            <tr>
                <th scope="row">
                    if place.is_some() {
                        <button type="button" class="link" title={(words.show_in_text)(&name)} {onclick}>{name.clone()}</button>
                    } else {
                        {name}
                    }
                </th>
                {side(ours)}
                {side(theirs)}
            </tr>
        }
    };
    html! {
        <div class="hash-scroll" tabindex="0" role="region" aria-label={words.fields_title}>
            <table class="hash-table hash-differences">
                <thead>
                    <tr>
                        <th scope="col">{words.field}</th>
                        {heading(first.entry.title(), first.minor, &first.row.hash)}
                        {heading(second.entry.title(), second.minor, &second.row.hash)}
                    </tr>
                </thead>
                <tbody>
                    for difference in compared.differences.iter().take(SHOWN) {
                        {row(difference)}
                    }
                </tbody>
            </table>
            if compared.differences.is_empty() {
                <p class="nothing">{words.no_difference}</p>
            }
            if compared.differences.len() > SHOWN {
                <p class="more">{(words.fields_more)(compared.differences.len() - SHOWN)}</p>
            }
        </div>
    }
}
