use super::collector::{Collector, Graph};
use super::draft::Draft;
use super::metadata::Metadata;
use super::note::Skipped;
use super::parts::{Parts, Wanted};
use crate::error::Problem;
use crate::input::{
    Chatter, Context, Documents, Erased, ErasedList, ErasedMapping, Failed, Members, Seed, Segment, Text,
    Token,
};
use crate::limits::Limit;
use kubeloupe_core::object::Name;

/// Hands documents to [`Document`], and those that may be long to [`Open`], in pieces.
pub(crate) struct Reader<'c, 'n> {
    context: &'c mut Context<'n>,
    collector: &'c mut Collector,
}

impl<'c, 'n> Reader<'c, 'n> {
    pub(crate) fn new(context: &'c mut Context<'n>, collector: &'c mut Collector) -> Self {
        Reader { context, collector }
    }
}

impl<'n> Documents<'n> for Reader<'_, 'n> {
    fn context(&mut self) -> &mut Context<'n> {
        self.context
    }

    fn document(&mut self, number: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.collector.begin_document(number);
        Document::new(self.context, self.collector).read(input)
    }

    fn chatter(&mut self, line: u64, chatter: Chatter) {
        self.collector.chatter(line, chatter);
    }

    fn stray(&mut self, line: u64) {
        self.collector.stray(line);
    }

    fn graph(&mut self, text: &[u8]) {
        let source = self.collector.place(self.collector.origin(0)).source;
        let text = text.to_vec();
        self.collector.graphs.push(Graph { source, text });
    }

    fn begin(&mut self, number: u32, list: bool) -> bool {
        self.collector.begin_document(number);
        self.collector.open = Some(Open::new(self.collector, Wanted::Any, 0, list));
        true
    }

    fn member(&mut self, key: &str, map: &mut ErasedMapping<'_, '_>) -> Result<(), Failed> {
        let Some(mut open) = self.collector.open.take() else {
            return map.ignore();
        };
        let outcome = open.field(self.context, self.collector, key, map);
        self.collector.open = Some(open);
        outcome
    }

    fn begin_items(&mut self) {
        if let Some(open) = &mut self.collector.open {
            open.has_items = true;
            open.presumed = presumed(self.context.names.text(open.kind));
        }
    }

    fn element(&mut self, index: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        let open = self.collector.open.as_ref();
        Document {
            item: index.saturating_add(1),
            presumed: open.map_or(Wanted::Any, |open| open.presumed),
            // The elements of a document that is a list are not deeper than it, as they are read without it.
            depth: open.map_or(0, |open| u32::from(!open.list)),
            ..Document::new(self.context, self.collector)
        }
        .read(input)
    }

    fn end(&mut self) -> Result<(), Failed> {
        match self.collector.open.take() {
            Some(open) if open.list => {
                open.close_list(self.collector, 0);
                Ok(())
            }
            Some(open) => open.close(self.context, self.collector, 0),
            None => Ok(()),
        }
    }

    fn has_unplaced(&mut self) -> bool {
        self.collector.has_unplaced()
    }

    fn place(&mut self, line: u64) {
        self.collector.set_line(line);
    }
}

/// Reads an object, or a list of objects, into the collector.
pub(crate) struct Document<'c, 'n> {
    context: &'c mut Context<'n>,
    collector: &'c mut Collector,
    /// Which element of a list it is, from 1.
    item: u32,
    /// What the kind is where the document does not say: that of the elements of a typed list.
    presumed: Wanted,
    /// Lists in lists.
    depth: u32,
}

impl<'c, 'n> Document<'c, 'n> {
    pub(crate) fn new(context: &'c mut Context<'n>, collector: &'c mut Collector) -> Self {
        Document {
            context,
            collector,
            item: 0,
            presumed: Wanted::Any,
            depth: 0,
        }
    }

    /// The element of a list with this number, counted from 1.
    pub(crate) fn element(context: &'c mut Context<'n>, collector: &'c mut Collector, number: u32) -> Self {
        Document {
            item: number,
            ..Document::new(context, collector)
        }
    }

    fn mapping(self, mut map: ErasedMapping<'_, '_>) -> Result<(), Failed> {
        let Document {
            context,
            collector,
            item,
            presumed,
            depth,
        } = self;
        let (mut open, mut key) = (Open::new(collector, presumed, depth, false), String::new());
        while map.key(&mut key)? {
            if let Err(error) = open.field(context, collector, &key, &mut map) {
                context.passed(Segment::Field(key));
                return Err(error);
            }
        }
        open.close(context, collector, item)
    }

    fn list(self, list: ErasedList<'_, '_>) -> Result<(), Failed> {
        let Document {
            context,
            collector,
            item,
            depth,
            ..
        } = self;
        let open = Open::new(collector, Wanted::Any, depth, true);
        Items {
            context,
            collector: &mut *collector,
            presumed: Wanted::Any,
            depth,
        }
        .of_list(list)?;
        open.close_list(collector, item);
        Ok(())
    }
}

impl Seed for Document<'_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        input.any(|token| match token {
            Token::Mapping(map) => self.mapping(map),
            Token::List(list) => self.list(list),
            Token::Null => Ok(()),
            _ => {
                let origin = self.collector.origin(self.item);
                self.collector.skip(origin, Skipped::Scalar);
                Ok(())
            }
        })
    }
}

/// An object or a list whose end is not reached yet. Which of the two it is often shows only there: `items` comes before
/// `kind`.
pub(super) struct Open {
    first_draft: usize,
    first_note: usize,
    api_version: Name,
    kind: Name,
    metadata: Metadata,
    parts: Parts,
    has_items: bool,
    depth: u32,
    /// It is no mapping but a list of objects.
    list: bool,
    /// What the kind of its elements is where they do not say.
    presumed: Wanted,
}

impl Open {
    fn new(collector: &Collector, presumed: Wanted, depth: u32, list: bool) -> Self {
        Open {
            first_draft: collector.drafts.len(),
            first_note: collector.notes.len(),
            api_version: Name::EMPTY,
            kind: Name::EMPTY,
            metadata: Metadata::default(),
            parts: Parts::wanting(presumed),
            has_items: false,
            depth,
            list,
            presumed: Wanted::Any,
        }
    }

    fn field(
        &mut self,
        context: &mut Context<'_>,
        collector: &mut Collector,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "apiVersion" => self.api_version = map.read(Text::new(context))?,
            "kind" => {
                self.kind = map.read(Text::new(context))?;
                self.parts.wanted = Wanted::of_kind(self.kind, context.names);
            }
            "metadata" => map.read(Members::strict(context, &mut self.metadata))?,
            "items" => {
                self.has_items = true;
                let presumed = presumed(context.names.text(self.kind));
                let depth = self.depth + 1;
                context.check(Limit::Depth, depth as usize)?;
                map.read(Items {
                    context,
                    collector,
                    presumed,
                    depth,
                })?;
            }
            "spec" => self.parts.read_spec(context, map)?,
            "status" => self.parts.read_status(context, map)?,
            "data" | "revision" => self.parts.read_of_revision(context, key, map)?,
            _ => map.ignore()?,
        }
        Ok(())
    }

    /// The end of a list that is no mapping.
    fn close_list(self, collector: &mut Collector, item: u32) {
        if collector.drafts.len() == self.first_draft {
            collector.unskip(self.first_note);
            collector.skip(collector.origin(item), Skipped::List);
        }
    }

    fn close(self, context: &mut Context<'_>, collector: &mut Collector, item: u32) -> Result<(), Failed> {
        let kind = context.names.text(self.kind);
        let named = self.metadata.meta.name != Name::EMPTY;
        let is_list = !named && (kind.ends_with("List") || (kind.is_empty() && self.has_items));
        if is_list {
            collector.list_seen();
            let element = element_kind(kind).map(str::to_owned);
            if let Some(element) = element {
                let element = context.names.intern(&element);
                fill_in(collector, self.first_draft, self.api_version, element);
            }
            return Ok(());
        }
        // `items` of something that is no list were no objects, however much they looked like some.
        collector.drop_drafts(self.first_draft);
        if self.has_items {
            collector.unskip(self.first_note);
        }
        let origin = collector.origin(item);
        if !named {
            let nothing = self.kind == Name::EMPTY && self.api_version == Name::EMPTY;
            collector.skip(origin, if nothing { Skipped::NoKind } else { Skipped::NoName });
            return Ok(());
        }
        let Metadata { meta, annotations } = self.metadata;
        let grace_ns = meta
            .deletion_grace_period_s
            .unwrap_or(0)
            .saturating_mul(1_000_000_000);
        let asked = meta.deletion_timestamp.map(|at| at.0.saturating_sub(grace_ns));
        for seen in [meta.creation_timestamp.map(|at| at.0), asked, self.parts.renewed]
            .into_iter()
            .flatten()
        {
            collector.seen_at(seen);
        }
        let wanted = self.parts.wanted;
        let mut parts = self.parts;
        let whole = parts.whole.take().map(|mut whole| {
            if !annotations.is_empty() {
                whole["metadata"]["annotations"] = annotations.into();
            }
            whole
        });
        if let Some(whole) = &whole
            && wanted != Wanted::Revised
        {
            let checked = crate::wire::check_workload(context.names, wanted == Wanted::Pod, whole);
            checked.map_err(|error| context.fail(Problem::Patch(error.to_string())))?;
        }
        if wanted == Wanted::Node && context.keep_nodes {
            collector.nodes += 1;
            context.check(Limit::Nodes, collector.nodes)?;
            parts.keep_node();
        }
        let facts = parts.into_facts(wanted, context.names);
        let Open {
            api_version, kind, ..
        } = self;
        collector.drafts.push(Draft {
            api_version,
            kind,
            meta,
            facts,
            origin,
            whole,
        });
        context.check(Limit::Objects, collector.drafts.len())
    }
}

/// What the elements of a list of this kind are where they do not say.
fn presumed(list: &str) -> Wanted {
    element_kind(list).map_or(Wanted::Any, Wanted::of_text)
}

/// Elements of a typed list have neither kind nor apiVersion; the list has both.
fn fill_in(collector: &mut Collector, first: usize, api_version: Name, kind: Name) {
    for draft in &mut collector.drafts[first..] {
        if draft.kind == Name::EMPTY {
            draft.kind = kind;
        }
        if draft.api_version == Name::EMPTY {
            draft.api_version = api_version;
        }
    }
}

/// `Pod` of `PodList`; `None` for `List`, whose elements are of any kind.
fn element_kind(list: &str) -> Option<&str> {
    list.strip_suffix("List").filter(|kind| !kind.is_empty())
}

/// Reads `items`. Whatever is no list has no items.
struct Items<'c, 'n> {
    context: &'c mut Context<'n>,
    collector: &'c mut Collector,
    presumed: Wanted,
    depth: u32,
}

impl Seed for Items<'_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        input.any(|token| match token {
            Token::List(list) => self.of_list(list),
            other => other.pass_over(),
        })
    }
}

impl Items<'_, '_> {
    fn of_list(self, mut list: ErasedList<'_, '_>) -> Result<(), Failed> {
        let Items {
            context,
            collector,
            presumed,
            depth,
        } = self;
        let mut item: u32 = 0;
        loop {
            item = item.saturating_add(1);
            let element = Document {
                context,
                collector,
                item,
                presumed,
                depth,
            };
            match list.read(element) {
                Ok(Some(())) => {}
                Ok(None) => return Ok(()),
                Err(error) => {
                    context.passed(Segment::Index(item as usize - 1));
                    return Err(error);
                }
            }
        }
    }
}
