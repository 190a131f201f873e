use super::{Chatter, Erased, ErasedMapping, Failed};
use crate::error::{Expected, Found, LoadError, Place, Problem, Vocabulary};
use crate::limits::{Limit, Limits};
use kubeloupe_core::object::Names;
use std::fmt::Write as _;

/// What everything that reads has at hand: the strings, the limits, and where an error is noted on its way out.
pub(crate) struct Context<'n> {
    pub(crate) names: &'n mut Names,
    pub(crate) limits: Limits,
    /// The input is YAML, where what a plain scalar is depends on who reads it.
    pub(crate) yaml: bool,
    /// What the controllers of workloads read is kept too.
    pub(crate) workloads: bool,
    /// What the controllers of nodes read of nodes, pods and leases is kept.
    pub(crate) keep_nodes: bool,
    /// The way to the member at fault, innermost first: it is only built while an error travels outwards.
    path: Vec<Segment>,
    problem: Option<Problem>,
}

/// One step of the way to a member.
pub(crate) enum Segment {
    Field(String),
    Index(usize),
}

/// Takes the documents of a source, one by one.
pub(crate) trait Documents<'n> {
    fn context(&mut self) -> &mut Context<'n>;

    /// Reads the next document; errors that are not the parser's own are left in the context.
    fn document(&mut self, number: u32, input: Erased<'_, '_>) -> Result<(), Failed>;

    /// Text between documents that is no document, but known.
    fn chatter(&mut self, _line: u64, _chatter: Chatter) {}

    /// A line between documents that nothing known prints.
    fn stray(&mut self, _line: u64) {}

    /// The collector's own picture of its graph (DOT), to the end of the source.
    fn graph(&mut self, _text: &[u8]) {}

    /// The next document is a mapping, or a list. Whoever returns `true` gets its members and elements one by one, and
    /// the end, instead of [`Documents::document`]; whoever reads documents as one piece has nothing to say to that.
    fn begin(&mut self, _number: u32, _list: bool) -> bool {
        false
    }

    /// One member of the document that was begun.
    fn member(&mut self, _key: &str, map: &mut ErasedMapping<'_, '_>) -> Result<(), Failed> {
        map.ignore()
    }

    /// `items` of the document that was begun, whose elements follow.
    fn begin_items(&mut self) {}

    /// One element, counted from 0.
    fn element(&mut self, _index: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        input.ignore()
    }

    /// The document that was begun is over.
    fn end(&mut self) -> Result<(), Failed> {
        Ok(())
    }

    /// Whether anything was noted whose line is not known yet.
    fn has_unplaced(&mut self) -> bool {
        false
    }

    /// The line of everything that has none yet.
    fn place(&mut self, _line: u64) {}
}

impl<'n> Context<'n> {
    pub(crate) fn new(names: &'n mut Names, limits: Limits) -> Self {
        Context {
            names,
            limits,
            yaml: false,
            workloads: false,
            keep_nodes: false,
            path: Vec::new(),
            problem: None,
        }
    }

    /// Notes `problem` and gives the error that carries it outwards.
    #[cold]
    pub(crate) fn fail(&mut self, problem: Problem) -> Failed {
        self.problem = Some(problem);
        Failed::default()
    }

    #[cold]
    pub(crate) fn wrong(&mut self, expected: Expected, found: Found) -> Failed {
        self.fail(Problem::WrongType { expected, found })
    }

    #[cold]
    pub(crate) fn unreadable(&mut self, expected: Expected, text: &str) -> Failed {
        let text = excerpt(text);
        self.fail(Problem::Unreadable { expected, text })
    }

    /// Fails where `count` is above `limit`.
    pub(crate) fn check(&mut self, limit: Limit, count: usize) -> Result<(), Failed> {
        let value = self.limits.get(limit);
        if count as u64 > value {
            return Err(self.fail(Problem::Limit { limit, value }));
        }
        Ok(())
    }

    /// Notes one step of the way outwards.
    #[cold]
    pub(crate) fn passed(&mut self, segment: Segment) {
        self.path.push(segment);
    }

    /// The noted error, or `otherwise` where the parser found the fault.
    pub(crate) fn take_error(&mut self, place: Place, otherwise: Problem) -> LoadError {
        // What is wrong with a member that does not exist is said of what it is in: its name is told anyway.
        let names_itself = matches!(
            self.problem,
            Some(
                Problem::UnknownField { .. }
                    | Problem::UnknownWord {
                        vocabulary: Vocabulary::Flag | Vocabulary::Fault,
                        ..
                    }
            )
        ) && !self.path.is_empty();
        if names_itself {
            self.path.remove(0);
        }
        let mut field = String::new();
        for segment in self.path.drain(..).rev() {
            match segment {
                Segment::Field(name) if field.is_empty() => field.push_str(&name),
                Segment::Field(name) => {
                    field.push('.');
                    field.push_str(&name);
                }
                Segment::Index(index) => {
                    // Writing into a string cannot fail.
                    let _ = write!(field, "[{index}]");
                }
            }
        }
        LoadError::of_field(place, field, self.problem.take().unwrap_or(otherwise))
    }
}

/// The beginning of `text`, short enough for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
