use super::{Graph, Identity};
use crate::object::{List, Name, Names, OwnerReference};
use crate::sorted::sort_by;
use crate::{Map, Set};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// One node of the graph, as the debug dump shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DotNode {
    /// What it is.
    pub identity: Identity,
    /// Its references as last seen.
    pub owners: List<OwnerReference>,
    /// uids of its dependents.
    pub dependents: Vec<Name>,
    /// deletionTimestamp was seen.
    pub being_deleted: bool,
    /// It waits for its dependents.
    pub deleting_dependents: bool,
    /// Known from references alone.
    pub is_virtual: bool,
}

/// Every node of the graph, for the dump.
pub fn dot_nodes(graph: &Graph) -> Vec<DotNode> {
    graph
        .nodes()
        .map(|(id, node)| DotNode {
            identity: node.identity(),
            owners: node.owners().clone(),
            dependents: graph
                .dependents(id)
                .map(|dependent| graph[dependent].identity().uid)
                .collect(),
            being_deleted: node.is_being_deleted(),
            deleting_dependents: node.is_deleting_dependents(),
            is_virtual: node.is_virtual(),
        })
        .collect()
}

/// How owners that are not in the graph are shown (GC-62).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotForm {
    /// As dump.go does: filed under the dependent's uid, so that it may be shown several times, and an edge to the
    /// dependent that is drawn later points at the missing owner instead.
    Upstream,
    /// Each once, under its own uid.
    Corrected,
}

/// The nodes reached from `uids` over owners and dependents, in the order of `nodes`: what `/graph?uid=` shows. Unknown
/// uids are passed over.
pub fn reached_from<'a>(nodes: &'a [DotNode], uids: &[Name]) -> Vec<&'a DotNode> {
    let by_uid: Map<Name, &DotNode> = nodes.iter().map(|node| (node.identity.uid, node)).collect();
    let mut reached: Set<Name> = Set::default();
    let mut open: Vec<Name> = uids.to_vec();
    while let Some(uid) = open.pop() {
        let Some(node) = by_uid.get(&uid) else { continue };
        if reached.insert(uid) {
            open.extend(node.owners.iter().map(|owner| owner.uid));
            open.extend(&node.dependents);
        }
    }
    nodes
        .iter()
        .filter(|node| reached.contains(&node.identity.uid))
        .collect()
}

/// The dump of the graph in DOT (GC-62). Where Go's order is that of a map, that of uids is taken.
pub fn write_dot(names: &Names, nodes: &[&DotNode], form: DotForm) -> String {
    let (vertices, edges) = picture(names, nodes, form);
    let mut text = String::from("strict digraph full {\n");
    if !vertices.is_empty() {
        text.push_str("  // Node definitions.\n");
    }
    for vertex in &vertices {
        vertex.write(&mut text, names);
    }
    if !edges.is_empty() {
        text.push_str("  // Edge definitions.\n");
    }
    for (from, to) in edges {
        text.push_str("  ");
        quote(&mut text, names.text(from));
        text.push_str(" -> ");
        quote(&mut text, names.text(to));
        text.push_str(";\n");
    }
    text.push_str("}\n");
    text
}

/// A node of the picture.
#[derive(Clone, Copy)]
struct Vertex {
    identity: Identity,
    being_deleted: bool,
    deleting_dependents: bool,
    is_virtual: bool,
    is_missing: bool,
}

fn picture(names: &Names, nodes: &[&DotNode], form: DotForm) -> (Vec<Vertex>, Vec<(Name, Name)>) {
    let mut linked: Vec<&DotNode> = nodes
        .iter()
        .copied()
        .filter(|node| !node.owners.is_empty() || !node.dependents.is_empty())
        .collect();
    sort_by(&mut linked, |left, right| {
        names.compare(left.identity.uid, right.identity.uid)
    });
    let mut vertices: Vec<Vertex> = linked.iter().map(|node| Vertex::of(node)).collect();
    // What an edge to this uid is drawn to.
    let mut drawn: Map<Name, Name> = linked
        .iter()
        .map(|node| (node.identity.uid, node.identity.uid))
        .collect();
    let mut edges = Vec::new();
    for node in linked {
        let uid = node.identity.uid;
        let from = drawn[&uid];
        for owner in &node.owners {
            let to = drawn.get(&owner.uid).copied().unwrap_or_else(|| {
                vertices.push(Vertex::missing(owner));
                let filed_under = match form {
                    DotForm::Upstream => uid,
                    DotForm::Corrected => owner.uid,
                };
                drawn.insert(filed_under, owner.uid);
                owner.uid
            });
            edges.push((from, to));
        }
    }
    sort_by(&mut vertices, |left, right| {
        names.compare(left.identity.uid, right.identity.uid)
    });
    sort_by(&mut edges, |left, right| {
        names
            .compare(left.0, right.0)
            .then_with(|| names.compare(left.1, right.1))
    });
    (vertices, edges)
}

impl Vertex {
    fn of(node: &DotNode) -> Self {
        Vertex {
            identity: node.identity,
            being_deleted: node.being_deleted,
            deleting_dependents: node.deleting_dependents,
            is_virtual: node.is_virtual,
            is_missing: false,
        }
    }

    fn missing(owner: &OwnerReference) -> Self {
        Vertex {
            identity: Identity::of_reference(owner, Name::EMPTY),
            being_deleted: false,
            deleting_dependents: false,
            is_virtual: false,
            is_missing: true,
        }
    }

    fn write(&self, text: &mut String, names: &Names) {
        let identity = &self.identity;
        let (group, version) = group_and_version(names.text(identity.api_version));
        let (kind, name) = (names.text(identity.kind), names.text(identity.name));
        let (namespace, uid) = (names.text(identity.namespace), names.text(identity.uid));
        text.push_str("  ");
        quote(text, uid);
        text.push_str(" [\n");
        let dot = if group.is_empty() { "" } else { "." };
        let mut label = format!("uid={uid}\nnamespace={namespace}\n{kind}.{version}{dot}{group}/{name}\n");
        let flags: Vec<&str> = [
            (self.being_deleted, "beingDeleted"),
            (self.deleting_dependents, "deletingDependents"),
            (self.is_virtual, "virtual"),
            (self.is_missing, "missingFromGraph"),
        ]
        .into_iter()
        .filter_map(|(set, flag)| set.then_some(flag))
        .collect();
        if !flags.is_empty() {
            label.push_str(&flags.join(","));
            label.push('\n');
        }
        let flag = |set: bool| if set { "true" } else { "false" };
        for (key, value) in [
            ("label", label.as_str()),
            ("group", group),
            ("version", version),
            ("kind", kind),
            ("namespace", namespace),
            ("name", name),
            ("uid", uid),
            ("missing", flag(self.is_missing)),
            ("beingDeleted", flag(self.being_deleted)),
            ("deletingDependents", flag(self.deleting_dependents)),
            ("virtual", flag(self.is_virtual)),
        ] {
            text.push_str("    ");
            text.push_str(key);
            text.push('=');
            quote(text, value);
            text.push('\n');
        }
        text.push_str("  ];\n");
    }
}

fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// Quotes as Go's `%q` does.
fn quote(text: &mut String, value: &str) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{b}' => text.push_str("\\v"),
            _ if is_printable(character) => text.push(character),
            _ => escape(text, u32::from(character)),
        }
    }
    text.push('"');
}

fn escape(text: &mut String, code: u32) {
    let written = match code {
        0..=0x7f => write!(text, "\\x{code:02x}"),
        0x80..=0xffff => write!(text, "\\u{code:04x}"),
        _ => write!(text, "\\U{code:08x}"),
    };
    // Writing into a string cannot fail.
    debug_assert!(written.is_ok());
}

/// Whether Go counts the character as printable. Rust's debug form escapes the same ones, except that a combining mark
/// at the beginning is escaped too, which is why another character is put before it.
fn is_printable(character: char) -> bool {
    let mut buffer = [b'x'; 5];
    let length = 1 + character.encode_utf8(&mut buffer[1..]).len();
    match core::str::from_utf8(&buffer[..length]) {
        Ok(pair) => pair.escape_debug().eq(pair.chars()) || matches!(character, '\'' | '"' | '\\'),
        Err(_) => false,
    }
}
