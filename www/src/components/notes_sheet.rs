use super::sheet_frame::SheetFrame;
use crate::hooks::use_words;
use crate::state::Source;
use crate::text::Language;
use kubeloupe_formats::dump::Note;
use kubeloupe_formats::text::describe_note;
use std::rc::Rc;
use yew::prelude::*;

/// What was read.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The language.
    pub language: Language,
}

/// More notes of one sort than these are counted.
const SHOWN: usize = 200;

/// What was left out while reading, per file and with the reason; and what was assumed or made up.
#[component]
pub fn NotesSheet(Props { source, language }: &Props) -> Html {
    let words = use_words();
    let (left_out, assumed): (Vec<&Note>, Vec<&Note>) =
        source.notes.iter().partition(|note| is_left_out(note));
    let list = |title: &'static str, notes: &[&Note]| {
        html! {
            if !notes.is_empty() {
                <h3>{title}<span class="count-of">{notes.len()}</span></h3>
                <ul class="facts">
                    for (number, note) in notes.iter().take(SHOWN).enumerate() {
                        <li key={number}>{describe_note(note, &source.cluster, language.formats())}</li>
                    }
                    if notes.len() > SHOWN {
                        <li class="more">{(words.more)(notes.len() - SHOWN)}</li>
                    }
                </ul>
            }
        }
    };
    html! {
        <SheetFrame title={words.notes_title} class="notes">
            <p><b>{source.name.clone()}</b>{" "}{(words.objects)(source.catalog.object_count())}</p>
            {list(words.notes_left_out, &left_out)}
            {list(words.notes_assumed, &assumed)}
        </SheetFrame>
    }
}

/// Something that was there, or should have been, is missing.
fn is_left_out(note: &Note) -> bool {
    matches!(
        note,
        Note::Skipped { .. }
            | Note::MoreSkipped(_)
            | Note::FileSkipped(_)
            | Note::FilesPassedOver { .. }
            | Note::StrayText { .. }
            | Note::TextPassedOver { .. }
            | Note::IncompleteDiscovery { .. }
            | Note::NotRead { .. }
            | Note::OneNamespaceRead { .. }
            | Note::EventsNotRead
            | Note::Duplicates(_)
            | Note::Recreated(_)
    )
}
