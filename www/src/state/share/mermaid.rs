use crate::graph::{Common, Edge, Node, Picture};
use crate::state::{Answer, Catalog, Mark};
use std::fmt::Write;

/// The classes of a drawing in Mermaid: which fates have a colour, and which.
const CLASSES: [(Mark, &str); 4] = [
    (Mark::Deleted, "stroke:#b3261e,color:#b3261e"),
    (Mark::Stuck, "stroke:#8a5a00,stroke-width:3px,color:#8a5a00"),
    (Mark::Orphaned, "stroke:#5b3fb0,color:#5b3fb0"),
    (Mark::Waiting, "stroke:#0b5cad,color:#0b5cad"),
];

/// A picture as a flowchart in Mermaid: owners on top, a thick arrow for a reference that blocks its owner's deletion,
/// and the fate of each thing as a shape in its label.
pub fn mermaid(
    catalog: &Catalog,
    picture: &Picture,
    answer: Option<&Answer>,
    many: fn(usize, &str) -> String,
) -> String {
    let mut text = String::from("flowchart BT\n");
    let mut say = |line: String| {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {line}");
    };
    for (number, node) in picture.nodes.iter().enumerate() {
        match node {
            // What is in an open group stands for itself.
            Node::Group(_) if picture.open[number] => {}
            Node::Group(group) => {
                let kind = match group.of {
                    Common::Namespace(name) | Common::Kind(name) => name,
                    Common::Kin { kind, .. } | Common::Dependents { kind, .. } => kind,
                };
                let count = picture.counts[number] as usize;
                say(format!(
                    "n{number}([\"{}\"])",
                    plain(&many(count, catalog.text(kind)))
                ));
            }
            Node::Thing(id) => {
                let label = format!("{} {}", catalog.kind_of(*id), catalog.name_of(*id));
                let mark = answer.map_or(Mark::Untouched, |answer| answer.mark(*id));
                let sign = sign(mark);
                let (open, close) = if catalog.is_absent(*id) {
                    ("{{", "}}")
                } else {
                    ("[", "]")
                };
                say(format!("n{number}{open}\"{sign}{}\"{close}", plain(&label)));
            }
        }
    }
    let ends = |edge: &&Edge| !picture.open[edge.owner] && !picture.open[edge.dependent];
    for edge in picture.edges.iter().filter(ends) {
        let arrow = if edge.blocks { "==>" } else { "-->" };
        say(format!("n{} {arrow} n{}", edge.dependent, edge.owner));
    }
    for (mark, style) in CLASSES {
        let marked = picture.nodes.iter().enumerate().filter(|(_, node)| match node {
            Node::Thing(id) => answer.is_some_and(|answer| answer.mark(*id) == mark),
            Node::Group(_) => false,
        });
        let marked: Vec<String> = marked.map(|(number, _)| format!("n{number}")).collect();
        if !marked.is_empty() {
            say(format!("classDef {} {style}", mark.word()));
            say(format!("class {} {}", marked.join(","), mark.word()));
        }
    }
    text
}

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Deleted => "✕ ",
        Mark::Stuck => "■ ",
        Mark::Orphaned => "◆ ",
        Mark::Waiting => "◐ ",
        Mark::Kept => "● ",
        Mark::Changed => "~ ",
        Mark::Untouched => "",
    }
}

/// A label in which nothing is markup: what Mermaid or HTML would read is written as its number.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for one in text.chars() {
        if one.is_alphanumeric() || matches!(one, ' ' | '-' | '.' | '/' | ':' | ',') {
            plain.push(one);
        } else {
            // Writing into a string cannot fail.
            let _ = write!(plain, "#{};", u32::from(one));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(plain("Pod web-1.x"), "Pod web-1.x");
        assert_eq!(plain("a\"]<b>"), "a#34;#93;#60;b#62;");
    }
}
