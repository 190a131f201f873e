//! What a parser of YAML has told, as an input like any other.

use super::erased::{Erased, Failed, Hint, Input, List, Mapping, Read, Sink};
use super::{Documents, Segment, of_source, parser::parser};
use crate::error::{Expected, Found, LoadError, Place, Problem};
use crate::limits::{Limit, Limits};
use kubeloupe_yaml::{Bounds, Damaged, Event, Events, Fault, Refusal, Request};

/// Reads a text in YAML, which is one document that begins at `place`, or the element with this index of a list's `items`.
pub(super) fn read(
    place: Place,
    text: &str,
    element: Option<u32>,
    documents: &mut dyn Documents<'_>,
    read: Whole<'_>,
) -> Result<(), LoadError> {
    let bounds = bounds(&documents.context().limits);
    let Some(parse) = parser() else {
        return Err(of_source(&place.source, Problem::YamlNotBuiltIn));
    };
    let mut parse = |refusal| parse(text, Request { bounds, refusal });
    read_parsed(place, &mut parse, element, documents, read)
}

/// Reads what a document, or an element, is.
type Whole<'r> = &'r mut dyn FnMut(&mut dyn Documents<'_>, Erased<'_, '_>) -> Result<(), Failed>;

/// Reads what `parse` tells.
fn read_parsed(
    place: Place,
    parse: &mut dyn FnMut(Option<Refusal>) -> Vec<u8>,
    element: Option<u32>,
    documents: &mut dyn Documents<'_>,
    read: Whole<'_>,
) -> Result<(), LoadError> {
    let limits = documents.context().limits;
    let events = parse(None);
    let mut reader = Reader::new(&events, limits);
    let outcome = reader.node(&mut |input| read(documents, Erased::new(input)));
    let Err(failed) = outcome.and_then(|()| reader.end()) else {
        return Ok(());
    };
    let (line, column, problem) = match reader.stop {
        Some(Stop::Fault(fault)) => fault,
        // Where a node is, and what else it could be, is asked once it matters.
        Some(Stop::Refused(refusal)) => {
            let (line, column, problem) = last_fault(&parse(Some(refusal)), &limits);
            let message = failed.to_string();
            let problem = if message.is_empty() {
                problem
            } else {
                Problem::Syntax(message)
            };
            (line, column, problem)
        }
        Some(Stop::Damaged) | None => damaged(),
    };
    let place = Place {
        line: place.line + line.saturating_sub(1),
        column,
        ..place
    };
    let context = documents.context();
    if let Some(index) = element {
        context.passed(Segment::Index(index as usize));
        context.passed(Segment::Field("items".to_owned()));
    }
    Err(context.take_error(place, problem))
}

fn bounds(limits: &Limits) -> Bounds {
    let at_most = |limit| u32::try_from(limits.get(limit)).unwrap_or(u32::MAX);
    Bounds {
        depth: at_most(Limit::Depth),
        aliases: at_most(Limit::Aliases),
        expansion: at_most(Limit::AliasExpansion),
    }
}

/// What is wrong, and in which line and column of the text.
type Told = (u64, u64, Problem);

/// What the events end with.
fn last_fault(events: &[u8], limits: &Limits) -> Told {
    let mut events = Events::new(events);
    loop {
        match events.read() {
            Ok(Event::Fault { line, column, fault }) => return (line, column, problem_of(fault, limits)),
            Ok(Event::End) | Err(Damaged) => return damaged(),
            Ok(_) => {}
        }
    }
}

fn problem_of(fault: Fault<'_>, limits: &Limits) -> Problem {
    let limit = |limit| Problem::Limit {
        limit,
        value: limits.get(limit),
    };
    let no_text = |found| Problem::WrongType {
        expected: Expected::Text,
        found,
    };
    match fault {
        Fault::Depth => limit(Limit::Depth),
        Fault::Aliases => limit(Limit::Aliases),
        Fault::Expansion => limit(Limit::AliasExpansion),
        Fault::Number => no_text(Found::Number),
        Fault::Word => no_text(Found::Bool),
        Fault::Truncated => Problem::Truncated,
        Fault::Syntax(words) => Problem::Syntax(words.to_owned()),
    }
}

/// The parser is a part of the program or of the page: whoever opened the text can do nothing but tell of it.
fn damaged() -> Told {
    let words = "what the parser of YAML has told cannot be understood";
    (0, 0, Problem::Syntax(words.to_owned()))
}

/// Why there is nothing more to read.
enum Stop {
    /// The text cannot be read.
    Fault(Told),
    /// Somebody refused a node.
    Refused(Refusal),
    /// The events are none.
    Damaged,
}

/// Events on their way to whoever reads them.
struct Reader<'e> {
    events: Events<'e>,
    limits: Limits,
    /// An event that was looked at and is not read yet.
    ahead: Option<Event<'e>>,
    /// How many nodes were begun.
    nodes: u32,
    depth: u64,
    stop: Option<Stop>,
}

impl<'e> Reader<'e> {
    fn new(events: &'e [u8], limits: Limits) -> Self {
        Reader {
            events: Events::new(events),
            limits,
            ahead: None,
            nodes: 0,
            depth: 0,
            stop: None,
        }
    }

    fn event(&mut self) -> Result<Event<'e>, Failed> {
        if let Some(event) = self.ahead.take() {
            return Ok(event);
        }
        match self.events.read() {
            Ok(Event::Fault { line, column, fault }) => {
                let problem = problem_of(fault, &self.limits);
                Err(self.fail(Stop::Fault((line, column, problem))))
            }
            Ok(event) => Ok(event),
            Err(Damaged) => Err(self.fail(Stop::Damaged)),
        }
    }

    /// Fails; the first reason counts.
    #[cold]
    fn fail(&mut self, stop: Stop) -> Failed {
        self.stop.get_or_insert(stop);
        Failed::default()
    }

    fn begin(&mut self) -> u32 {
        let number = self.nodes;
        self.nodes = number.saturating_add(1);
        number
    }

    /// Reads a node.
    fn node(&mut self, read: Read<'_, 'e>) -> Result<(), Failed> {
        let number = self.begin();
        let mut node = Node {
            reader: self,
            number,
            unread: true,
        };
        let outcome = read(&mut node);
        if outcome.is_ok() && node.unread {
            return self.skip();
        }
        outcome.inspect_err(|_| {
            // The innermost node fails first, and counts.
            self.fail(Stop::Refused(Refusal {
                node: number,
                as_text: false,
            }));
        })
    }

    /// Passes over the rest of a node that was begun.
    fn skip(&mut self) -> Result<(), Failed> {
        let mut depth = 0_u32;
        let before = self.nodes;
        loop {
            let event = self.event()?;
            match event {
                Event::Spelled(_) => continue,
                Event::List | Event::Mapping => depth += 1,
                Event::Close if depth > 0 => depth -= 1,
                Event::Close | Event::End => return Err(self.fail(Stop::Damaged)),
                _ => {}
            }
            if event != Event::Close {
                self.begin();
            }
            if depth == 0 {
                // The first of them had its number.
                self.nodes = self.nodes.saturating_sub(1).max(before);
                return Ok(());
            }
        }
    }

    /// Lets `read` go through a list or a mapping that was opened.
    fn inside(&mut self, read: impl FnOnce(&mut Inside<'_, 'e>) -> Result<(), Failed>) -> Result<(), Failed> {
        self.depth += 1;
        // The parser counts as well, so that nobody's stack grows with what somebody else has written.
        if self.depth > self.limits.get(Limit::Depth) + 1 {
            return Err(self.fail(Stop::Damaged));
        }
        let mut inside = Inside {
            reader: self,
            closed: false,
        };
        read(&mut inside)?;
        while inside.next()? {
            inside.reader.node(&mut |_| Ok(()))?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Nothing may follow the document.
    fn end(&mut self) -> Result<(), Failed> {
        match self.event()? {
            Event::End => Ok(()),
            _ => Err(self.fail(Stop::Damaged)),
        }
    }
}

/// A node that is being read.
struct Node<'r, 'e> {
    reader: &'r mut Reader<'e>,
    number: u32,
    unread: bool,
}

impl<'e> Input<'e> for Node<'_, 'e> {
    fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'e>) -> Result<(), Failed> {
        let reader = &mut *self.reader;
        if let Hint::Ignored = hint {
            self.unread = false;
            reader.skip()?;
            return sink.unit();
        }
        let mut event = reader.event()?;
        if let Hint::Optional = hint {
            if event != Event::Null {
                reader.ahead = Some(event);
                return sink.some(self);
            }
            self.unread = false;
            return sink.none();
        }
        self.unread = false;
        let mut spelled = None;
        if let Event::Spelled(text) = event {
            spelled = Some(text);
            event = reader.event()?;
        }
        if let Hint::Text = hint {
            return match (spelled, event) {
                (Some(text), _) | (None, Event::Text(text)) => sink.borrowed(text),
                _ => Err(reader.fail(Stop::Refused(Refusal {
                    node: self.number,
                    as_text: true,
                }))),
            };
        }
        match event {
            Event::Null => sink.unit(),
            Event::Bool(value) => sink.bool(value),
            Event::Unsigned(value) => sink.u64(value),
            Event::Signed(value) => sink.i64(value),
            Event::Float(value) => sink.f64(value),
            Event::Text(text) | Event::Unquoted(text) => sink.borrowed(text),
            Event::List => reader.inside(|inside| sink.list(inside)),
            Event::Mapping => reader.inside(|inside| sink.mapping(inside)),
            Event::Spelled(_) | Event::Close | Event::End | Event::Fault { .. } => {
                Err(reader.fail(Stop::Damaged))
            }
        }
    }
}

/// A list or a mapping that is being read.
struct Inside<'r, 'e> {
    reader: &'r mut Reader<'e>,
    closed: bool,
}

impl<'e> Inside<'_, 'e> {
    /// Whether there is another node in it.
    fn next(&mut self) -> Result<bool, Failed> {
        if !self.closed {
            match self.reader.event()? {
                Event::Close => self.closed = true,
                event => self.reader.ahead = Some(event),
            }
        }
        Ok(!self.closed)
    }
}

impl<'e> List<'e> for Inside<'_, 'e> {
    fn element(&mut self, read: Read<'_, 'e>) -> Result<bool, Failed> {
        let more = self.next()?;
        if more {
            self.reader.node(read)?;
        }
        Ok(more)
    }
}

impl<'e> Mapping<'e> for Inside<'_, 'e> {
    fn key(&mut self, read: Read<'_, 'e>) -> Result<bool, Failed> {
        self.element(read)
    }

    fn value(&mut self, read: Read<'_, 'e>) -> Result<(), Failed> {
        self.reader.node(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Context, Seed, Tree};
    use kubeloupe_core::object::Names;

    /// Takes whatever is there.
    struct Anything<'n>(Context<'n>);

    impl<'n> Documents<'n> for Anything<'n> {
        fn context(&mut self) -> &mut Context<'n> {
            &mut self.0
        }

        fn document(&mut self, _: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
            Tree.read(input).map(drop)
        }
    }

    /// Reads what each of `parsers` tells. The strings are made once, since that takes longer than all the rest.
    fn read_all<F: FnMut(Option<Refusal>) -> Vec<u8>>(
        parsers: impl IntoIterator<Item = F>,
    ) -> Vec<Result<(), LoadError>> {
        let mut names = Names::default();
        let mut documents = Anything(Context::new(&mut names, Limits::default()));
        let mut read = |mut parse: F| {
            let document =
                &mut |documents: &mut dyn Documents<'_>, input: Erased<'_, '_>| documents.document(1, input);
            read_parsed(Place::default(), &mut parse, None, &mut documents, document)
        };
        parsers.into_iter().map(&mut read).collect()
    }

    fn read_one(parse: impl FnMut(Option<Refusal>) -> Vec<u8>) -> Result<(), LoadError> {
        read_all([parse]).remove(0)
    }

    fn events(text: &str, refusal: Option<Refusal>) -> Vec<u8> {
        let bounds = bounds(&Limits::default());
        kubeloupe_yaml::events(text, Request { bounds, refusal })
    }

    const TEXT: &str = "a: [1, -2, 1.5, yes, ~, 0_10, .inf]\nb: {c: 'd', 'é': [[x]]}\n";

    #[test]
    fn events_that_are_cut_short_are_an_error_and_no_panic() {
        let whole = events(TEXT, None);
        assert_eq!(read_one(|_| whole.clone()), Ok(()));
        let cut = |end: usize| {
            let whole = &whole;
            move |_| whole[..end].to_vec()
        };
        for read in read_all((0..whole.len()).map(cut)) {
            assert_eq!(read.expect_err("the end is missing").problem, damaged().2);
        }
        let more = [&*whole, &*whole].concat();
        assert_eq!(
            read_one(|_| more.clone()),
            Ok(()),
            "nobody reads on behind the end"
        );
    }

    #[test]
    fn events_that_were_changed_are_read_or_an_error_and_no_panic() {
        let whole = &events(TEXT, None);
        let changes = (0..whole.len()).flat_map(|at| (0..=255).map(move |other| (at, other)));
        let changed = changes.map(|(at, other)| {
            move |_| {
                let mut changed = whole.clone();
                changed[at] = other;
                changed
            }
        });
        let read = read_all(changed);
        let refused = read.iter().filter(|read| read.is_err()).count();
        assert!(refused > 1000 && refused < read.len(), "{refused}");
    }

    #[test]
    fn events_that_nest_without_end_do_not_use_up_the_stack() {
        let list = events("[]", None)[0];
        let error = read_one(|_| vec![list; 1_000_000]).expect_err("they never close");
        assert_eq!(error.problem, damaged().2);
    }

    #[test]
    fn a_parser_that_cannot_find_a_node_again_is_an_error() {
        let text = "{a: {[1]: b}}";
        let error = read_one(|refusal| events(text, refusal)).expect_err("a list is no key");
        assert_eq!(
            error.problem,
            Problem::Syntax("expected string scalar".to_owned())
        );
        assert_eq!(error.place.column, 6);
        let error = read_one(|_| events(text, None)).expect_err("a list is no key");
        assert_eq!((error.problem, error.place.column), (damaged().2, 0));
    }
}
