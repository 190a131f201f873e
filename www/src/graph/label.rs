use super::{Common, Group, Node, PART, Picture, Size};
use crate::state::{Source, ThingId};
use crate::text::{Words, shorten};

/// What is written on a box.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The kind, or what a group is of.
    pub kind: String,
    /// The name, cut where it is long.
    pub name: String,
    /// There is but the name: the group around it says the kind.
    pub compact: bool,
}

/// The longest name that a box shows whole.
const NAME: usize = 24;
/// Names longer than this leave out what they have from their owner.
const LONG_NAME: usize = 14;
/// The height of a box.
const HEIGHT: f64 = 46.0;
/// The height of a box with a name alone.
const LOW: f64 = 28.0;

/// What is written on the box at `at`.
pub fn label(words: &Words, source: &Source, picture: &Picture, at: usize) -> Label {
    let catalog = &source.catalog;
    match picture.nodes[at] {
        Node::Thing(thing) => Label {
            kind: catalog.kind_of(thing).to_owned(),
            name: node_name(source, thing),
            compact: picture.inside[at].is_some_and(|outer| {
                let leaf = catalog.get(thing).dependents.is_empty();
                let alike = |of| matches!(of, Common::Kin { .. } | Common::Dependents { .. });
                leaf && matches!(picture.nodes[outer], Node::Group(group) if alike(group.of))
            }),
        },
        Node::Group(group) => of_group(words, source, group, (picture.counts[at], picture.weights[at])),
    }
}

fn of_group(words: &Words, source: &Source, group: Group, (count, weight): (u32, u32)) -> Label {
    let catalog = &source.catalog;
    let text = |name| catalog.text(name);
    let (count, weight) = (count as usize, weight as usize);
    if group.part > 0 {
        let first = (group.part as usize - 1) * PART;
        return Label {
            kind: (words.part_of_group)(first + 1, first + count),
            name: (words.many)(count, kind_of(source, group)),
            compact: false,
        };
    }
    let (kind, name) = match group.of {
        Common::Namespace(name) if text(name).is_empty() => {
            (words.cluster_scoped.to_owned(), (words.many_objects)(weight))
        }
        Common::Namespace(name) => (shorten(text(name), NAME), (words.many_objects)(weight)),
        Common::Kind(kind) => (text(kind).to_owned(), (words.many_objects)(weight)),
        Common::Kin { kind, namespace } => {
            let named = if text(namespace).is_empty() {
                words.cluster_scoped.to_owned()
            } else {
                shorten(text(namespace), NAME)
            };
            (named, (words.many)(count, text(kind)))
        }
        Common::Dependents { owner, kind } => (
            shorten(catalog.name_of(owner), NAME),
            (words.many)(count, text(kind)),
        ),
    };
    Label {
        kind,
        name,
        compact: false,
    }
}

fn kind_of(source: &Source, group: Group) -> &str {
    match group.of {
        Common::Namespace(name) | Common::Kind(name) => source.catalog.text(name),
        Common::Kin { kind, .. } | Common::Dependents { kind, .. } => source.catalog.text(kind),
    }
}

/// The name of a thing, without the part that it has from the owner above it: that is what pods differ by.
fn node_name(source: &Source, thing: ThingId) -> String {
    let name = source.catalog.name_of(thing);
    let parent = source
        .forest
        .parent(thing)
        .map(|parent| source.catalog.name_of(parent));
    match parent.and_then(|parent| name.strip_prefix(parent)) {
        Some(rest) if rest.starts_with('-') && name.len() > LONG_NAME => shorten(&format!("…{rest}"), NAME),
        _ => shorten(name, NAME),
    }
}

impl Label {
    /// How large the box is. The widths of letters are those of the style sheet's sizes, on the safe side.
    pub fn size(&self) -> Size {
        #[expect(clippy::cast_precision_loss, reason = "labels are short")]
        let (kind, name) = (
            width_of(&self.kind) as f64 * 7.0,
            width_of(&self.name) as f64 * 8.9,
        );
        if self.compact {
            return Size {
                width: (name + 38.0).clamp(84.0, 280.0),
                height: LOW,
            };
        }
        Size {
            width: (kind + 46.0).max(name + 30.0).clamp(96.0, 280.0),
            height: HEIGHT,
        }
    }
}

/// How many letters wide a text is: those of Chinese are two.
fn width_of(text: &str) -> usize {
    text.chars()
        .map(|one| if one >= '\u{2e80}' { 2 } else { 1 })
        .sum()
}
