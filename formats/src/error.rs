//! Why an input is not read.

use crate::limits::Limit;
use crate::text::{Lang, describe_error};
use kubeloupe_core::versions::{Gate, GateRefused};
use std::fmt;

/// Why an input was not read. Nothing of it was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// Where in the input.
    pub place: Box<Place>,
    /// The member, such as `items[3].metadata.finalizers`; empty for the document itself.
    pub field: String,
    /// What is wrong there.
    pub problem: Problem,
}

impl LoadError {
    /// An error in the document itself.
    pub(crate) fn of_document(place: Place, problem: Problem) -> Self {
        Self::of_field(place, String::new(), problem)
    }

    /// An error in one of its members.
    pub(crate) fn of_field(place: Place, field: String, problem: Problem) -> Self {
        LoadError {
            place: Box::new(place),
            field,
            problem,
        }
    }
}

/// A place in an input. Numbers count from 1, and are 0 where they are not known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The file, as the caller named it.
    pub source: String,
    /// The document in it.
    pub document: u32,
    /// The line.
    pub line: u64,
    /// The column, in bytes.
    pub column: u64,
}

/// What is wrong with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A fault of nodes, though no controller of nodes runs.
    NodesNotSimulated {
        /// The fault.
        fault: &'static str,
    },
    /// A fault of a node that is neither among the objects nor created.
    NoSuchNode {
        /// Its name.
        name: String,
    },
    /// A fault of a zone in which there is no node and none is created.
    NoSuchZone {
        /// The zone as it was written.
        name: String,
    },
    /// Neither JSON nor YAML: the parser's own words.
    Syntax(String),
    /// The text ends in the middle of a document.
    Truncated,
    /// A member has another type than it must have.
    WrongType {
        /// What it must be.
        expected: Expected,
        /// What it is.
        found: Found,
    },
    /// A text that cannot be read as what it must be.
    Unreadable {
        /// What it must be.
        expected: Expected,
        /// The text, cut where it is long.
        text: String,
    },
    /// A limit is reached.
    Limit {
        /// Which one.
        limit: Limit,
        /// Its value.
        value: u64,
    },
    /// A member that does not exist.
    UnknownField {
        /// The member.
        name: String,
        /// The one that was probably meant.
        nearest: Option<&'static str>,
        /// All that exist.
        known: &'static [&'static str],
    },
    /// A word where only certain words may be.
    UnknownWord {
        /// What the words are.
        vocabulary: Vocabulary,
        /// The word.
        word: String,
        /// The one that was probably meant.
        nearest: Option<&'static str>,
        /// All that exist.
        known: &'static [&'static str],
    },
    /// A member that must be there is not.
    MissingField(&'static str),
    /// An action with no verb, or with more than one.
    OneVerb,
    /// A patch that the API server would not be able to read: what is wrong with it.
    Patch(String),
    /// More than one document, where there can be but one.
    SecondDocument,
    /// A kind that neither discovery nor the objects know.
    UnknownKind {
        /// apiVersion, or empty.
        api_version: String,
        /// The kind.
        kind: String,
    },
    /// A kind that several groups have, with no apiVersion to choose.
    AmbiguousKind {
        /// The kind.
        kind: String,
        /// The apiVersions.
        candidates: Vec<String>,
    },
    /// A kind whose objects have a namespace, named without one.
    NamespaceMissing {
        /// The kind.
        kind: String,
    },
    /// A kind whose objects have no namespace, named with one.
    NamespaceNotAllowed {
        /// The kind.
        kind: String,
    },
    /// An object that cannot be used: no kind, or no name.
    NotAnObject,
    /// The scenario wants a file, and nobody can fetch files, or not this one.
    File {
        /// The file.
        name: String,
        /// Why not.
        reason: String,
    },
    /// Not a text in UTF-8 or UTF-16.
    NotText,
    /// A compressed file of a kind that is not unpacked here, such as zip.
    Compressed,
    /// A gzip file or a tar archive that is broken or cut off.
    Damaged,
    /// A whole number that is too small or too large.
    OutOfRange {
        /// The smallest that may be.
        least: u64,
        /// The largest that may be.
        most: u64,
        /// What is there.
        found: String,
    },
    /// Text that is neither a document nor a message that kubectl is known to print.
    StrayText,
    /// YAML, and this build reads JSON alone.
    YamlNotBuiltIn,
    /// Readable, but no Kubernetes object and no list in it.
    NothingFound,
    /// Readable, but no pod template in it.
    NoTemplate,
    /// A minor version of Kubernetes of which nothing is known.
    MinorNotKnown {
        /// The minor: 38 for 1.38.
        minor: u32,
        /// The nearest that can be simulated.
        nearest: u32,
    },
    /// A feature gate that cannot be set to that.
    Gate {
        /// Which.
        gate: Gate,
        /// The minor that is simulated.
        minor: u32,
        /// Why not.
        why: GateRefused,
    },
}

/// What a member must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expected {
    /// A text.
    Text,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Integer,
    /// A list.
    List,
    /// A mapping.
    Mapping,
    /// A time as in `2026-01-31T12:00:00Z`.
    Timestamp,
    /// A number of calls a second.
    Rate,
    /// A span of time as in `30s`, `5ms`, `1m`.
    Duration,
    /// A reference: `Kind namespace/name`.
    Reference,
    /// A comparison with a time: `<= 40s`.
    Comparison,
    /// `finalizer NAME`, `kubelet`, or a reference.
    WaitsFor,
    /// A minor version of Kubernetes: `1.37`.
    Version,
    /// The version of the scenario file's format: `v1`.
    FormatVersion,
    /// A number.
    Number,
    /// A switch with its value: `NAME=on`.
    Setting,
}

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Found {
    /// Nothing: `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A mapping.
    Mapping,
}

/// What a word is one of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vocabulary {
    /// Controllers.
    Controller,
    /// Flags of kube-controller-manager.
    Flag,
    /// Fates.
    Fate,
    /// Schedules.
    Schedule,
    /// Propagation policies.
    Policy,
    /// Faults.
    Fault,
    /// Types of patches.
    PatchType,
    /// Subresources.
    Subresource,
    /// Switches of versions.
    Switch,
    /// Feature gates.
    Gate,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe_error(self, Lang::En))
    }
}

impl std::error::Error for LoadError {}

/// The word of `known` that is nearest to `word`, if any is near.
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    // Words that long are not a slip of the finger, and the table below grows with them.
    if word.len() > 64 {
        return None;
    }
    let distance =
        |candidate: &str| edit_distance(&word.to_ascii_lowercase(), &candidate.to_ascii_lowercase());
    let best = known
        .iter()
        .copied()
        .min_by_key(|candidate| distance(candidate))?;
    let tolerated = (best.len().max(word.len()) / 3).max(1);
    (distance(best) <= tolerated).then_some(best)
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_proposed_and_far_ones_are_not() {
        const KNOWN: &[&str] = &["propagationPolicy", "namespace", "name"];
        assert_eq!(nearest("propogationPolicy", KNOWN), Some("propagationPolicy"));
        assert_eq!(nearest("NameSpace", KNOWN), Some("namespace"));
        assert_eq!(nearest("nam", KNOWN), Some("name"));
        assert_eq!(nearest("volume", KNOWN), None);
        assert_eq!(nearest(&"n".repeat(1000), KNOWN), None);
    }
}
