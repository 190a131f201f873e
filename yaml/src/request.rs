/// What the parser is to do with a text.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How much the text may hold.
    pub bounds: Bounds,
    /// The node that whoever reads has refused.
    ///
    /// Where a node is depends on anchors, aliases and merge keys, and only matters where something is wrong. So events hold
    /// no places: the text is parsed once more, up to that node, and ends with a [`crate::Event::Fault`] there.
    pub refusal: Option<Refusal>,
}

/// How much a text may hold.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Lists and mappings in each other.
    pub depth: u32,
    /// Anchors, and aliases.
    pub aliases: u32,
    /// What aliases and merge keys add, in events.
    pub expansion: u32,
}

/// A node that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Which one, counted from 0 in the order of the events: every scalar, list and mapping is one, keys too.
    pub node: u32,
    /// It was asked for as a text, and is none.
    pub as_text: bool,
}
