use super::draft::{Draft, Origin};
use super::note::{Note, Skipped};
use crate::error::Place;
use crate::input::Chatter;

/// What was read so far.
#[derive(Default)]
pub(crate) struct Collector {
    pub(crate) drafts: Vec<Draft>,
    pub(crate) notes: Vec<Note>,
    sources: Vec<String>,
    document: u32,
    /// The newest moment that anything mentions, in nanoseconds since 1970.
    pub(crate) newest: Option<i64>,
    /// How many drafts there were when the present source began.
    drafts_before: usize,
    /// The present source has a list, if an empty one.
    pub(crate) list_seen: bool,
}

/// More things that are no objects are not listed one by one.
const LISTED_SKIPPED: usize = 1_000;

impl Collector {
    pub(crate) fn begin_source(&mut self, name: &str) {
        self.sources.push(name.to_owned());
        self.drafts_before = self.drafts.len();
        self.list_seen = false;
        self.document = 0;
    }

    pub(crate) fn begin_document(&mut self, number: u32) {
        self.document = number;
    }

    /// Whether the present source holds anything of Kubernetes.
    pub(super) fn found_anything(&self) -> bool {
        self.list_seen || self.drafts.len() > self.drafts_before
    }

    pub(super) fn origin(&self, item: u32) -> Origin {
        Origin {
            source: u32::try_from(self.sources.len())
                .unwrap_or(u32::MAX)
                .saturating_sub(1),
            document: self.document,
            item,
        }
    }

    pub(super) fn place(&self, origin: Origin) -> Place {
        Place {
            source: self
                .sources
                .get(origin.source as usize)
                .cloned()
                .unwrap_or_default(),
            document: origin.document,
            line: 0,
            column: 0,
        }
    }

    pub(super) fn skip(&mut self, origin: Origin, why: Skipped) {
        if self.notes.len() < LISTED_SKIPPED {
            let item = origin.item.checked_sub(1);
            self.notes.push(Note::Skipped {
                place: self.place(origin),
                item,
                why,
            });
        }
    }

    pub(super) fn seen_at(&mut self, unix_ns: i64) {
        self.newest = self.newest.max(Some(unix_ns));
    }

    pub(super) fn chatter(&mut self, line: u64, chatter: Chatter) {
        let place = Place {
            line,
            ..self.place(self.origin(0))
        };
        if let Chatter::IncompleteDiscovery(groups) = chatter {
            self.notes.push(Note::IncompleteDiscovery { place, groups });
            return;
        }
        let same_source = |note: &&mut Note| matches!(note, Note::TextPassedOver { place: known, .. } if known.source == place.source);
        match self.notes.iter_mut().find(same_source) {
            Some(Note::TextPassedOver { count, .. }) => *count = count.saturating_add(1),
            _ => self.notes.push(Note::TextPassedOver { place, count: 1 }),
        }
    }
}
