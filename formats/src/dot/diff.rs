use super::{DotGraph, DotVertex};
use crate::json::to_json;
use crate::text::{Lang, Phrase, fill_text};
use kubeloupe_core::sorted::{SortedMap, SortedSet};
use serde::Serialize;

/// What tells a real graph from the simulated one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphDiff {
    /// The differences: nodes by uid, then edges.
    pub differences: Vec<Difference>,
    /// Edges to a missing owner that stand for an edge of the simulated graph, by the mistake of the real dump.
    pub edges_put_right: usize,
    /// Nodes of the real graph.
    pub nodes: usize,
    /// Edges of the real graph.
    pub edges: usize,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Difference {
    /// A node that the simulated graph lacks.
    ExtraNode {
        /// uid.
        uid: String,
        /// `Kind namespace/name`.
        #[serde(rename = "ref")]
        reference: String,
    },
    /// A node that only the simulated graph has.
    MissingNode {
        /// uid.
        uid: String,
        /// `Kind namespace/name`.
        #[serde(rename = "ref")]
        reference: String,
    },
    /// One uid, two coordinates.
    Coordinates {
        /// uid.
        uid: String,
        /// Those of the real graph.
        real: String,
        /// Those of the simulated one.
        simulated: String,
    },
    /// A flag that stands differently.
    Flag {
        /// uid.
        uid: String,
        /// `Kind namespace/name`.
        #[serde(rename = "ref")]
        reference: String,
        /// Which.
        flag: Flag,
        /// How it stands in the real graph.
        real: bool,
    },
    /// An edge that the simulated graph lacks.
    ExtraEdge {
        /// uid of the dependent.
        dependent: String,
        /// uid of the owner.
        owner: String,
    },
    /// An edge that only the simulated graph has.
    MissingEdge {
        /// uid of the dependent.
        dependent: String,
        /// uid of the owner.
        owner: String,
    },
}

/// The flags of a node, as the dump calls them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Flag {
    /// The graph has no node of it.
    Missing,
    /// It is being deleted.
    BeingDeleted,
    /// It waits for its dependents.
    DeletingDependents,
    /// Nobody has observed it.
    Virtual,
}

impl Flag {
    fn word(self) -> &'static str {
        match self {
            Flag::Missing => "missing",
            Flag::BeingDeleted => "beingDeleted",
            Flag::DeletingDependents => "deletingDependents",
            Flag::Virtual => "virtual",
        }
    }
}

/// Compares a real graph with the simulated one.
pub fn diff(real: &DotGraph, simulated: &DotGraph) -> GraphDiff {
    let mut differences = Vec::new();
    let uids: SortedSet<&String> = real.vertices.keys().chain(simulated.vertices.keys()).collect();
    for uid in uids {
        match (real.vertices.get(uid), simulated.vertices.get(uid)) {
            (Some(found), Some(expected)) => compare(uid, found, expected, &mut differences),
            (Some(found), None) => differences.push(Difference::ExtraNode {
                uid: uid.clone(),
                reference: found.reference(),
            }),
            (None, Some(expected)) => differences.push(Difference::MissingNode {
                uid: uid.clone(),
                reference: expected.reference(),
            }),
            (None, None) => {}
        }
    }
    let ends = |graph: &DotGraph| -> SortedSet<(String, String)> {
        let edges = graph.edges.iter();
        edges
            .map(|edge| (edge.dependent.clone(), edge.owner.clone()))
            .collect()
    };
    let (found, expected) = (ends(real), ends(simulated));
    let mut lacking: SortedSet<&(String, String)> = expected.difference(&found).collect();
    // The dependents of a missing owner, for which an edge to it may have been meant: another one, or one that names
    // itself as its owner.
    let mut dependents: SortedMap<&str, Vec<&str>> = SortedMap::new();
    let is_missing = |uid: &String| real.vertices.get(uid).is_none_or(|owner| owner.is_missing);
    for edge in real.edges.iter().filter(|edge| is_missing(&edge.owner)) {
        dependents.entry(&edge.owner).or_default().push(&edge.dependent);
    }
    let mut put_right = 0;
    for edge in &real.edges {
        let pair = (edge.dependent.clone(), edge.owner.clone());
        if let Some(meant) = dependents.get(edge.owner.as_str()) {
            // One edge may stand for several, since a strict digraph has no two of the same ends.
            let before = lacking.len();
            lacking.retain(|(dependent, owner)| {
                *dependent != edge.dependent || !meant.contains(&owner.as_str())
            });
            put_right += before - lacking.len();
            if lacking.len() < before {
                continue;
            }
        }
        if !expected.contains(&pair) {
            let (dependent, owner) = pair;
            differences.push(Difference::ExtraEdge { dependent, owner });
        }
    }
    differences.extend(
        lacking
            .into_iter()
            .map(|(dependent, owner)| Difference::MissingEdge {
                dependent: dependent.clone(),
                owner: owner.clone(),
            }),
    );
    GraphDiff {
        differences,
        edges_put_right: put_right,
        nodes: real.vertices.len(),
        edges: real.edges.len(),
    }
}

fn compare(uid: &str, real: &DotVertex, simulated: &DotVertex, differences: &mut Vec<Difference>) {
    // A missing owner is shown without its namespace.
    let namespaces_known = !real.is_missing && !simulated.is_missing;
    let same = real.api_version == simulated.api_version
        && real.kind == simulated.kind
        && real.name == simulated.name
        && (!namespaces_known || real.namespace == simulated.namespace);
    if !same {
        differences.push(Difference::Coordinates {
            uid: uid.to_owned(),
            real: format!("{} {}", real.api_version, real.reference()),
            simulated: format!("{} {}", simulated.api_version, simulated.reference()),
        });
    }
    for (flag, found, expected) in [
        (Flag::Missing, real.is_missing, simulated.is_missing),
        (Flag::BeingDeleted, real.being_deleted, simulated.being_deleted),
        (
            Flag::DeletingDependents,
            real.deleting_dependents,
            simulated.deleting_dependents,
        ),
        (Flag::Virtual, real.is_virtual, simulated.is_virtual),
    ] {
        if found != expected {
            differences.push(Difference::Flag {
                uid: uid.to_owned(),
                reference: real.reference(),
                flag,
                real: found,
            });
        }
    }
}

impl GraphDiff {
    /// Whether the graphs are the same.
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }

    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// For people: one difference a line.
    pub fn text(&self, lang: Lang) -> String {
        let say = |phrase: Phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
        let mut lines: Vec<String> = self
            .differences
            .iter()
            .map(|difference| match difference {
                Difference::ExtraNode { uid, reference } => say(Phrase::GraphExtraNode, &[reference, uid]),
                Difference::MissingNode { uid, reference } => {
                    say(Phrase::GraphMissingNode, &[reference, uid])
                }
                Difference::Coordinates { uid, real, simulated } => {
                    say(Phrase::GraphCoordinates, &[uid, real, simulated])
                }
                Difference::Flag {
                    reference,
                    flag,
                    real,
                    ..
                } => {
                    let phrase = if *real {
                        Phrase::GraphFlagSet
                    } else {
                        Phrase::GraphFlagNotSet
                    };
                    say(phrase, &[reference, flag.word()])
                }
                Difference::ExtraEdge { dependent, owner } => {
                    say(Phrase::GraphExtraEdge, &[dependent, owner])
                }
                Difference::MissingEdge { dependent, owner } => {
                    say(Phrase::GraphMissingEdge, &[dependent, owner])
                }
            })
            .collect();
        let (nodes, edges) = (self.nodes.to_string(), self.edges.to_string());
        if lines.is_empty() {
            lines.push(say(Phrase::GraphSame, &[&nodes, &edges]));
        } else {
            let count = self.differences.len().to_string();
            lines.push(say(Phrase::GraphDiffers, &[&count, &nodes, &edges]));
        }
        if self.edges_put_right > 0 {
            let count = self.edges_put_right.to_string();
            lines.push(say(Phrase::GraphPutRight, &[&count]));
        }
        lines.join("\n")
    }
}
