use crate::dump::Note;
use crate::json::to_json;
use crate::text::{Lang, describe_error, describe_note};
use kubeloupe_core::apiserver::Cluster;
use serde::Serialize;

/// Something that was in the input and is not among the objects, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LeftOut {
    /// The file; empty where the number of things is all that is known.
    pub source: String,
    /// The document in it, from 1.
    #[serde(skip_serializing_if = "is_zero")]
    pub document: u32,
    /// The line, from 1.
    #[serde(skip_serializing_if = "is_zero_line")]
    pub line: u64,
    /// Which element of a list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    /// Why: `scalar`, `list`, `noKind`, `noApiVersion`, `noName` for a part of a file; `text` for lines that are no
    /// document and `message` for those of kubectl; `file` for a whole file, `name`, `link`, `special`, `unreadable` for
    /// files that were not looked into; `more` for what is not listed one by one.
    pub reason: &'static str,
    /// For how many such things this stands.
    pub count: u64,
    /// The same as a sentence.
    pub text: String,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_zero_line(number: &u64) -> bool {
    *number == 0
}

impl LeftOut {
    /// What `notes` say was left out, in their order.
    pub fn of_notes(notes: &[Note], cluster: &Cluster) -> Vec<LeftOut> {
        notes
            .iter()
            .filter_map(|note| Self::of_note(note, cluster))
            .collect()
    }

    /// A list of them as one JSON document.
    pub fn list_json(list: &[LeftOut]) -> String {
        to_json(list)
    }

    fn of_note(note: &Note, cluster: &Cluster) -> Option<Self> {
        let at = |place: &crate::Place, reason, count| LeftOut {
            source: place.source.clone(),
            document: place.document,
            line: place.line,
            item: None,
            reason,
            count,
            text: String::new(),
        };
        let nowhere = crate::Place::default();
        let left_out = match note {
            Note::Skipped { place, item, why } => LeftOut {
                item: *item,
                ..at(place, why.word(), 1)
            },
            Note::MoreSkipped(count) => at(&nowhere, "more", *count),
            Note::FileSkipped(error) => {
                let text = describe_error(error, Lang::En);
                return Some(LeftOut {
                    text,
                    ..at(&error.place, "file", 1)
                });
            }
            Note::FilesPassedOver { why, first, count } => LeftOut {
                source: first.clone(),
                ..at(&nowhere, why.word(), *count)
            },
            Note::StrayText { place, count } => at(place, "text", *count),
            Note::TextPassedOver { place, count } => at(place, "message", u64::from(*count)),
            _ => return None,
        };
        Some(LeftOut {
            text: describe_note(note, cluster, Lang::En),
            ..left_out
        })
    }
}
