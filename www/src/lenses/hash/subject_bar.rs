use super::lab::{use_hash_words, use_lab};
use super::picker::{Group, Picker};
use super::state::{Entry, HashAct, HashView, Other, samples, version};
use crate::hooks::{gather_list, use_desk};
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What is asked about.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<HashView>,
}

impl PartialEq for Props {
    /// There may be thousands of entries to choose from, and most changes of the view are about none of them.
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (&*self.view, &*other.view);
        Rc::ptr_eq(&ours.entries, &theirs.entries)
            && (ours.chosen, ours.minor, ours.count, ours.other)
                == (theirs.chosen, theirs.minor, theirs.count, theirs.other)
    }
}

/// Which template, in which version, with which collisionCount, compared with what; and where templates come from.
#[component]
pub fn SubjectBar(Props { view }: &Props) -> Html {
    let (words, lab, desk) = (use_hash_words(), use_lab(), use_desk());
    let title = |entry: &Entry| {
        let title = entry.title();
        if entry.changed {
            (words.changed_copy)(&title)
        } else {
            title
        }
    };
    let entries = |without: Option<usize>| -> Vec<(String, String)> {
        let entries = view.entries.iter().enumerate();
        entries
            .filter(|(place, _)| Some(*place) != without)
            .map(|(place, entry)| (format!("entry {place}"), title(entry)))
            .collect()
    };
    let versions = |without: Option<u32>| -> Vec<(String, String)> {
        (OLDEST_MINOR..=NEWEST_MINOR)
            .rev()
            .filter(|minor| Some(*minor) != without)
            .map(|minor| (format!("minor {minor}"), version(minor)))
            .collect()
    };
    let plain = |choices| vec![Group { name: "", choices }];
    let number = |value: &str| {
        value
            .rsplit(' ')
            .next()
            .and_then(|number| number.parse::<u32>().ok())
    };
    let on_entry = {
        let lab = lab.clone();
        Callback::from(move |value: String| {
            if let Some(place) = number(&value) {
                lab.act(HashAct::Choose(place as usize));
            }
        })
    };
    let on_minor = {
        let lab = lab.clone();
        Callback::from(move |value: String| {
            if let Some(minor) = number(&value) {
                lab.act(HashAct::Minor(minor));
            }
        })
    };
    let on_other = {
        let lab = lab.clone();
        Callback::from(move |value: String| {
            let other = number(&value).map(|number| match value.starts_with("entry") {
                true => Other::Entry(number as usize),
                false => Other::Minor(number),
            });
            lab.act(HashAct::Other(other));
        })
    };
    let on_count = {
        let lab = lab.clone();
        move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let (text, is_number) = (field.value(), field.check_validity());
            match text.trim().parse::<i32>() {
                Ok(count) if count >= 0 => {
                    lab.act(HashAct::Problem(None));
                    lab.act(HashAct::Count(Some(count)));
                }
                // A field of numbers shows no text that is none, so an empty text is no number or nothing.
                Err(_) if text.trim().is_empty() && is_number => lab.act(HashAct::Count(None)),
                _ => lab.act(HashAct::Problem(Some(words.count_wrong.into()))),
            }
        }
    };
    let on_files = {
        let lab = lab.clone();
        move |event: Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            if let Some(files) = field.files() {
                let lab = lab.clone();
                gather_list(files, move |inputs| lab.open_inputs(inputs));
            }
        }
    };
    let on_cluster = {
        let lab = lab.clone();
        move |_: MouseEvent| {
            let (lab, desk) = (lab.clone(), desk.clone());
            spawn_local(async move {
                match desk.read_again().await.zip(desk.view().source.clone()) {
                    Some((inputs, source)) => lab.open_again(inputs, source),
                    None => lab.act(HashAct::Problem(Some(words.from_cluster_lost.into()))),
                }
            });
        }
    };
    let on_samples = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.open(samples())
    };
    let other = match view.other {
        None => String::new(),
        Some(Other::Entry(place)) => format!("entry {place}"),
        Some(Other::Minor(minor)) => format!("minor {minor}"),
    };
    let mut others = plain(vec![(String::new(), "—".to_owned())]);
    others.push(Group {
        name: words.another_template,
        choices: entries(Some(view.chosen)),
    });
    others.push(Group {
        name: words.another_version,
        choices: versions(Some(view.minor)),
    });
    let own = view.entry().and_then(|entry| entry.object.collision_count);
    let placeholder = own.map_or_else(|| words.no_count.to_owned(), |count| count.to_string());
    html! {
        <div class="question hash-question">
            <Picker class="hash-subject" label={words.hash_of} groups={plain(entries(None))} picked={format!("entry {}", view.chosen)} on_pick={on_entry} />
            <Picker label={words.in_version} groups={plain(versions(None))} picked={format!("minor {}", view.minor)} on_pick={on_minor} />
            <label class="hash-pick hash-count"><span>{words.with_count}</span>
                <input type="number" min="0" max="2147483647" {placeholder} value={view.count.map(|count| count.to_string()).unwrap_or_default()} oninput={on_count} />
            </label>
            <Picker label={words.compare_with} groups={others} picked={other} on_pick={on_other} />
            <div class="grow"></div>
            <div class="hash-sources">
                <label class="file ghost">{words.open_files}<input type="file" multiple=true accept=".json,.yaml,.yml,.txt,.gz,.tgz,.tar,application/json" onchange={on_files} /></label>
                <button type="button" class="ghost" onclick={on_cluster}>{words.from_cluster}</button>
                <button type="button" class="ghost" onclick={on_samples}>{words.open_sample}</button>
            </div>
        </div>
    }
}
