use super::report::finalizers;
use super::row::{Row, rows};
use super::said::Said;
use super::words::{OUTCOMES, outcome_mark};
use crate::forecast::harmless;
use crate::text::{Lang, assumption, outcome};
use kubeloupe_core::analyse::diagnosis::{Diagnosis, Outcome};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::sorted::SortedSet;
use std::fmt::Write as _;

/// How many assumptions are listed.
const ASSUMPTIONS: usize = 20;

/// A diagnosis for people, as plain text.
pub(super) fn text(cluster: &Cluster, diagnosis: &Diagnosis, lang: Lang) -> String {
    let said = Said { cluster, lang };
    let mut text = format!("{}\n", said.title(diagnosis));
    if let Some(line) = said.collector(diagnosis) {
        let _ = writeln!(text, "\n{line}");
    }
    let counts = counts(diagnosis, lang);
    if counts.is_empty() {
        let _ = writeln!(text, "\n{}", said.nothing());
        return text;
    }
    let _ = writeln!(text, "\n{}", counts.join("  "));
    let rows = rows(&diagnosis.findings);
    for of_outcome in OUTCOMES {
        let mut those = rows.iter().filter(|row| row.outcome() == of_outcome).peekable();
        if those.peek().is_some() {
            let _ = writeln!(
                text,
                "\n{} {}",
                outcome_mark(of_outcome),
                outcome(of_outcome, lang)
            );
        }
        for row in those {
            add_row(&mut text, &said, row);
        }
    }
    add_finalizers(&mut text, &said, diagnosis);
    text.push_str(&assumptions(&said, diagnosis));
    text
}

/// How many findings have which outcome.
pub(super) fn counts(diagnosis: &Diagnosis, lang: Lang) -> Vec<String> {
    let of = |wanted: Outcome| {
        diagnosis
            .findings
            .iter()
            .filter(|finding| finding.outcome == wanted)
            .count()
    };
    let counted = OUTCOMES
        .into_iter()
        .map(|one| (one, of(one)))
        .filter(|(_, count)| *count > 0);
    counted
        .map(|(one, count)| format!("{} {} {count}", outcome_mark(one), outcome(one, lang)))
        .collect()
}

fn add_row(text: &mut String, said: &Said<'_>, row: &Row<'_>) {
    let first = row.first();
    let mut line = |indent: usize, line: &str| {
        let _ = writeln!(text, "{:indent$}{}", "", harmless(line));
    };
    let times = said
        .times(row)
        .map_or_else(String::new, |times| format!("  ({times})"));
    line(2, &format!("{}{times}", said.objects(row)));
    line(4, &said.what(row));
    for (depth, link) in said.chain(first) {
        line(4 + 2 * depth, &link);
    }
    if let Some(missing) = said.missing(first) {
        line(4, &missing);
    }
    if let Some((aim, commands)) = said.fix(first) {
        line(4, &format!("{aim}{}", said.choose(":", "：")));
        for command in commands {
            line(6, &command);
        }
    }
}

fn add_finalizers(text: &mut String, said: &Said<'_>, diagnosis: &Diagnosis) {
    let mut known = finalizers(said.cluster, &diagnosis.findings).peekable();
    if known.peek().is_some() {
        let _ = writeln!(
            text,
            "\n{}",
            said.choose("Finalizers that are known:", "已知的 finalizer：")
        );
    }
    for (finalizer, known) in known {
        let (by, when, obstacle) = (
            known.by(said.lang),
            known.when(said.lang),
            known.obstacle(said.lang),
        );
        let owner = &known.owner;
        let told = match said.lang {
            Lang::En => {
                format!("{finalizer} ({owner}): {by} takes it off {when}; usually in the way is {obstacle}")
            }
            Lang::Zh => format!("{finalizer}（{owner}）：{when}由 {by} 移除；常见的阻碍是{obstacle}"),
        };
        let _ = writeln!(text, "  {}\n    {}", harmless(&told), known.source);
    }
}

/// What the findings take for granted.
pub(super) fn assumed(said: &Said<'_>, diagnosis: &Diagnosis) -> Vec<String> {
    let all: SortedSet<String> = diagnosis
        .findings
        .iter()
        .flat_map(|finding| &finding.assumes)
        .map(|one| assumption(one, &said.cluster.names, &said.cluster.kinds, said.lang))
        .collect();
    let more = all.len().saturating_sub(ASSUMPTIONS);
    let mut lines: Vec<String> = all.into_iter().take(ASSUMPTIONS).collect();
    if more > 0 {
        lines.push(match said.lang {
            Lang::En => format!("and {more} more, which --json lists"),
            Lang::Zh => format!("另有 {more} 条，见 --json"),
        });
    }
    lines
}

fn assumptions(said: &Said<'_>, diagnosis: &Diagnosis) -> String {
    let lines = assumed(said, diagnosis);
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", said.choose("Taken for granted:", "以上结论假定："));
    for line in lines {
        let _ = writeln!(text, "  {}", harmless(&line));
    }
    text
}
