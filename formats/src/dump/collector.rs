use super::document::Open;
use super::draft::{Draft, Origin};
use super::note::{Note, PassedOver, Skipped};
use crate::dot;
use crate::error::{LoadError, Place};
use crate::input::Chatter;
use crate::limits::Limits;
use kubeloupe_core::object::Names;
use kubeloupe_core::sorted::SortedSet;

/// What was read so far.
#[derive(Default)]
pub(crate) struct Collector {
    pub(crate) drafts: Vec<Draft>,
    pub(crate) notes: Vec<Note>,
    pub(super) graphs: Vec<Graph>,
    /// The document that is being read, where that goes member by member.
    pub(super) open: Option<Open>,
    /// How many Nodes there are, where what they say is kept.
    pub(super) nodes: usize,
    sources: Vec<String>,
    document: u32,
    /// The newest moment that anything mentions, in nanoseconds since 1970.
    pub(crate) newest: Option<i64>,
    /// What there was when the present source began.
    before: Option<Before>,
    /// How many lists there were, if empty ones.
    lists: u64,
    /// How many things were left out, and how many of them are not listed.
    skipped: u64,
    more_skipped: u64,
    /// The notes that count the messages and stray lines of the present source.
    messages: Option<usize>,
    strays: Option<usize>,
    /// Files that were not looked into: why, the first, how many.
    passed_over: Vec<(PassedOver, String, u64)>,
    /// Group versions that could not be listed, with the number of the source that says so.
    failing: SortedSet<(usize, Vec<String>)>,
    /// From which note and draft on lines may be missing.
    placed: (usize, usize),
}

/// The collector's own picture of its graph, as it was found in a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The source.
    pub source: String,
    /// Its text, in DOT.
    pub text: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Before {
    drafts: usize,
    notes: usize,
    graphs: usize,
    lists: u64,
    skipped: u64,
    more_skipped: u64,
    newest: Option<i64>,
}

/// More things that are no objects are not listed one by one.
const LISTED_SKIPPED: u64 = 1_000;

/// More complaints about discovery are counted like any message.
const LISTED_FAILING: usize = 1_000;

impl Collector {
    /// Makes objects of the pictures of the collector's graph, if there is nothing else to make objects of: beside
    /// objects a picture is only there to be compared.
    pub(super) fn take_from_graphs(&mut self, names: &mut Names, limits: &Limits) -> Result<(), LoadError> {
        if !self.drafts.is_empty() {
            return Ok(());
        }
        for graph in &self.graphs {
            let text = String::from_utf8_lossy(&graph.text);
            let read = dot::read(&graph.source, &text, limits)?;
            self.drafts.extend(dot::drafts(&read, names, self.newest));
            self.notes.push(dot::note(&graph.source, &read));
        }
        Ok(())
    }

    pub(crate) fn begin_source(&mut self, name: &str) {
        self.sources.push(name.to_owned());
        self.before = Some(Before {
            drafts: self.drafts.len(),
            notes: self.notes.len(),
            graphs: self.graphs.len(),
            lists: self.lists,
            skipped: self.skipped,
            more_skipped: self.more_skipped,
            newest: self.newest,
        });
        self.placed = (self.notes.len(), self.drafts.len());
        (self.messages, self.strays) = (None, None);
        self.document = 0;
        self.open = None;
    }

    /// The present source is read to its end.
    pub(super) fn end_source(&mut self) {
        self.before = None;
    }

    /// Forgets everything of the present source, if one is being read.
    pub(super) fn abandon_source(&mut self) {
        let Some(before) = self.before.take() else {
            return;
        };
        self.drafts.truncate(before.drafts);
        self.notes.truncate(before.notes);
        self.graphs.truncate(before.graphs);
        self.lists = before.lists;
        self.skipped = before.skipped;
        self.more_skipped = before.more_skipped;
        self.newest = before.newest;
        self.open = None;
    }

    pub(crate) fn begin_document(&mut self, number: u32) {
        self.document = number;
    }

    pub(super) fn list_seen(&mut self) {
        self.lists += 1;
    }

    /// Whether there was a list, if an empty one.
    pub(crate) fn has_list(&self) -> bool {
        self.lists > 0
    }

    /// Whether the present source holds anything of Kubernetes.
    pub(super) fn found_anything(&self) -> bool {
        self.before.is_some_and(|before| {
            self.lists > before.lists
                || self.drafts.len() > before.drafts
                || self.graphs.len() > before.graphs
        })
    }

    /// A number that is another one whenever anything of Kubernetes was found in between.
    pub(super) fn found_so_far(&self) -> (usize, u64) {
        (self.drafts.len() + self.graphs.len(), self.lists)
    }

    pub(super) fn origin(&self, item: u32) -> Origin {
        Origin {
            source: u32::try_from(self.sources.len())
                .unwrap_or(u32::MAX)
                .saturating_sub(1),
            document: self.document,
            item,
            line: 0,
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
            line: origin.line.into(),
            column: 0,
        }
    }

    pub(super) fn skip(&mut self, origin: Origin, why: Skipped) {
        self.skipped += 1;
        if self.skipped > LISTED_SKIPPED {
            self.more_skipped += 1;
            return;
        }
        let item = origin.item.checked_sub(1);
        self.notes.push(Note::Skipped {
            place: self.place(origin),
            item,
            why,
        });
    }

    /// Takes back what was left out since there were `notes` notes: it was in something that is left out as a whole.
    pub(super) fn unskip(&mut self, notes: usize) {
        let is_skipped = |note: &&Note| matches!(note, Note::Skipped { .. });
        self.skipped -= self.notes.iter().skip(notes).filter(is_skipped).count() as u64;
        self.notes.truncate(notes);
        self.placed.0 = self.placed.0.min(notes);
    }

    /// Forgets the drafts since there were `drafts`: they were in something that is no list.
    pub(super) fn drop_drafts(&mut self, drafts: usize) {
        self.drafts.truncate(drafts);
        self.placed.1 = self.placed.1.min(drafts);
    }

    /// A file that was not looked into.
    pub(crate) fn pass_over(&mut self, name: String, why: PassedOver) {
        match self.passed_over.iter_mut().find(|(known, ..)| *known == why) {
            Some((.., count)) => *count += 1,
            None => self.passed_over.push((why, name, 1)),
        }
    }

    /// The notes about everything that is not listed one by one.
    pub(super) fn note_uncounted(&mut self) {
        if self.more_skipped > 0 {
            self.notes.push(Note::MoreSkipped(self.more_skipped));
        }
        let passed_over = std::mem::take(&mut self.passed_over);
        let note = |(why, first, count)| Note::FilesPassedOver { why, first, count };
        self.notes.extend(passed_over.into_iter().map(note));
    }

    pub(super) fn seen_at(&mut self, unix_ns: i64) {
        self.newest = self.newest.max(Some(unix_ns));
    }

    pub(super) fn chatter(&mut self, line: u64, chatter: Chatter) {
        let place = self.place_at(line);
        // kubectl says the same several times, and hostile input says more than there are groups.
        if let Chatter::IncompleteDiscovery(groups) = &chatter
            && self.failing.len() < LISTED_FAILING
        {
            let source = self.sources.len();
            if self.failing.insert((source, groups.clone())) {
                let groups = groups.clone();
                self.notes.push(Note::IncompleteDiscovery { place, groups });
            }
            return;
        }
        match self.messages.and_then(|at| self.notes.get_mut(at)) {
            Some(Note::TextPassedOver { count, .. }) => *count = count.saturating_add(1),
            _ => {
                self.messages = Some(self.notes.len());
                self.notes.push(Note::TextPassedOver { place, count: 1 });
            }
        }
    }

    pub(super) fn stray(&mut self, line: u64) {
        let place = self.place_at(line);
        match self.strays.and_then(|at| self.notes.get_mut(at)) {
            Some(Note::StrayText { count, .. }) => *count += 1,
            _ => {
                self.strays = Some(self.notes.len());
                self.notes.push(Note::StrayText { place, count: 1 });
            }
        }
    }

    /// Whether anything was noted, or may have to be, whose line is not known yet. Each thing is looked at once.
    pub(super) fn has_unplaced(&mut self) -> bool {
        let (notes, drafts) = self.placed;
        let unplaced = self.notes.iter().skip(notes).any(is_unplaced)
            || self.drafts.iter().skip(drafts).any(Draft::is_incomplete);
        if !unplaced {
            self.placed = (self.notes.len(), self.drafts.len());
        }
        unplaced
    }

    /// The line of everything that has none yet.
    pub(super) fn set_line(&mut self, line: u64) {
        let (notes, drafts) = self.placed;
        for note in self.notes.iter_mut().skip(notes) {
            if is_unplaced(note)
                && let Note::Skipped { place, .. } = note
            {
                place.line = line;
            }
        }
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        for draft in self.drafts.iter_mut().skip(drafts) {
            if draft.origin.line == 0 {
                draft.origin.line = line;
            }
        }
        self.placed = (self.notes.len(), self.drafts.len());
    }

    fn place_at(&self, line: u64) -> Place {
        Place {
            line,
            ..self.place(self.origin(0))
        }
    }
}

fn is_unplaced(note: &Note) -> bool {
    matches!(note, Note::Skipped { place, .. } if place.line == 0)
}
