use super::lab::use_hash_words;
use super::sentence::Sentence;
use super::state::{Busy, Comparison, HashView, Search, Stage, Subject, by_revision, minors_text, version};
use crate::components::RuleLink;
use std::rc::Rc;
use yew::prelude::*;

/// What is answered.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<HashView>,
    /// What is looked at.
    pub subject: Option<Rc<Subject>>,
    /// What it is compared with.
    pub comparison: Option<Rc<Comparison>>,
    /// The hashes of all versions are those of something else: these are being computed.
    pub stale: bool,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
            && self.subject == other.subject
            && self.comparison == other.comparison
            && self.stale == other.stale
    }
}

/// One sentence that says the answer, with the rules behind it.
#[component]
pub fn AnswerLine(
    Props {
        view,
        subject,
        comparison,
        stale,
    }: &Props,
) -> Html {
    let words = use_hash_words();
    let Some(subject) = subject else {
        return html! { <p class="hash-answer" aria-busy="true">{words.computing}</p> };
    };
    let row = &subject.row;
    let reference = subject.entry.title();
    let (text, rules): (String, Vec<&'static str>) = match view.stage {
        Stage::Dump => {
            let (minor, count) = (version(subject.minor), view.collision_count());
            let mut text = match &row.name {
                Some(name) => (words.names)(&subject.entry.object.kind, &minor, &reference, name, count),
                None => (words.has_hash)(&minor, &reference, &row.hash, count),
            };
            match &view.hashes {
                Some(hashes) if hashes.entry == subject.entry && hashes.count == count => {
                    let mut different: Vec<&str> = hashes
                        .groups
                        .iter()
                        .map(|group| group.newest().hash.as_str())
                        .collect();
                    different.sort_unstable();
                    different.dedup();
                    text.push_str(&(words.different_hashes)(different.len()));
                }
                _ => text.push_str(if text.is_ascii() { "." } else { "。" }),
            }
            if !row.certain {
                text.push_str(words.only_stored);
            }
            if row.depends_on_zone {
                text.push_str(words.zone);
            }
            let rules = if by_revision(&subject.entry) {
                vec!["HS-17", "HS-19"]
            } else {
                vec!["HS-3", "SP-3"]
            };
            (text, rules)
        }
        Stage::Compare => match comparison {
            Some(compared) => {
                let (first, second) = if compared.first.minor == compared.second.minor {
                    (compared.first.entry.title(), compared.second.entry.title())
                } else {
                    (version(compared.first.minor), version(compared.second.minor))
                };
                let text = (words.verdict)(
                    compared.verdict,
                    (&first, &compared.first.row.hash),
                    (&second, &compared.second.row.hash),
                    compared.differences.len(),
                );
                (text, vec!["HS-5", "HS-6"])
            }
            None => (words.computing.to_owned(), Vec::new()),
        },
        Stage::Makers => {
            let text = match &view.makers {
                Some(makers) if makers.made.is_empty() => words.nobody_labelled.to_owned(),
                Some(makers) => {
                    let of = makers.made.len();
                    let mut text = if makers.explained == 0 {
                        (words.made_none)(of)
                    } else {
                        let versions = minors_text(makers.likeliest.iter().copied());
                        (words.made_all)(makers.explained, of, &versions)
                    };
                    if makers.unexplained > 0 && makers.explained > 0 {
                        text.push_str(&(words.unexplained)(makers.unexplained));
                    }
                    text
                }
                None => words.computing.to_owned(),
            };
            (text, vec!["HS-11", "HS-12"])
        }
        Stage::Collide => {
            let text = match &view.search {
                Search::Idle => (words.search_lead)(&reference, &version(view.minor)),
                Search::On(..) => words.searching.to_owned(),
                Search::Met(meeting) => (words.met)(&meeting.hash, &version(meeting.minor)),
                Search::Failed(why) => why.to_string(),
            };
            (text, vec!["HS-9"])
        }
        Stage::Code => ((words.code_lead)(row.sum, &row.hash), vec!["HS-1", "HS-4"]),
    };
    let is_partial = match view.stage {
        Stage::Dump => *stale,
        Stage::Makers => matches!(view.busy, Some(Busy::Tracing(..))),
        Stage::Compare | Stage::Collide | Stage::Code => false,
    };
    let is_former = matches!(view.busy, Some(Busy::Reading(..)));
    html! {
        <div class="hash-answer" aria-busy={(is_partial || is_former).to_string()}>
            <p aria-live="polite"><Sentence {text} /></p>
            <span class="rules">
                for rule in rules {
                    <RuleLink {rule} />
                }
            </span>
        </div>
    }
}
