use super::{Lang, phrase::Phrase};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Names, OwnerReference};

/// A piece of a sentence. Put together, the pieces are the sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words.
    Text(String),
    /// A word of Kubernetes: a finalizer, a queue, a policy.
    Word(String),
    /// An object, to be made a link.
    Object {
        /// How it is written.
        text: String,
        /// Which one it is; the namespace of an owner is that of the dependent.
        identity: Identity,
    },
}

impl Part {
    /// How it is written.
    pub fn text(&self) -> &str {
        match self {
            Part::Text(text) | Part::Word(text) | Part::Object { text, .. } => text,
        }
    }
}

/// The sentence that the parts are.
pub fn join(parts: &[Part]) -> String {
    parts.iter().map(Part::text).collect()
}

/// `Kind namespace/name`, or `Kind name`.
pub(super) fn object(names: &Names, identity: Identity) -> Part {
    let (kind, name) = (names.text(identity.kind), names.text(identity.name));
    let text = match identity.namespace {
        Name::EMPTY => format!("{kind} {name}"),
        namespace => format!("{kind} {}/{name}", names.text(namespace)),
    };
    Part::Object { text, identity }
}

/// The owner that a reference in an object of `namespace` names: `Kind name`, since references have no namespace.
pub(super) fn owner(names: &Names, reference: &OwnerReference, namespace: Name) -> Part {
    let text = format!("{} {}", names.text(reference.kind), names.text(reference.name));
    Part::Object {
        text,
        identity: Identity::of_reference(reference, namespace),
    }
}

pub(super) fn word(text: impl Into<String>) -> Part {
    Part::Word(text.into())
}

pub(super) fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

/// `parts` with the separators of an enumeration between them.
pub(super) fn listed(parts: impl IntoIterator<Item = Vec<Part>>, separator: &str) -> Vec<Part> {
    let mut all = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            all.push(text(separator));
        }
        all.extend(part);
    }
    all
}

/// A phrase with `arguments` in the places `{0}`, `{1}` …
pub(super) fn fill(phrase: Phrase, lang: Lang, arguments: &[&[Part]]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = phrase.text(lang);
    while let Some((before, after)) = rest.split_once('{') {
        if !before.is_empty() {
            parts.push(text(before));
        }
        let (index, after) = after.split_once('}').unwrap_or((after, ""));
        if let Some(argument) = index.parse().ok().and_then(|index: usize| arguments.get(index)) {
            parts.extend_from_slice(argument);
        }
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(text(rest));
    }
    parts
}

/// The same for arguments that are words.
pub(crate) fn fill_text(phrase: Phrase, lang: Lang, arguments: &[&str]) -> String {
    let parts: Vec<Vec<Part>> = arguments.iter().map(|&argument| vec![word(argument)]).collect();
    let parts: Vec<&[Part]> = parts.iter().map(Vec::as_slice).collect();
    join(&fill(phrase, lang, &parts))
}
