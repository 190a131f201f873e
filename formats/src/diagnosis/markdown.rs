use super::report::finalizers;
use super::row::{Row, rows};
use super::said::Said;
use super::text::{assumed, counts};
use super::words::{OUTCOMES, outcome_mark};
use crate::forecast::harmless;
use crate::text::{Lang, outcome};
use kubeloupe_core::analyse::diagnosis::Diagnosis;
use kubeloupe_core::apiserver::Cluster;
use std::fmt::Write as _;

/// A diagnosis for a ticket, as Markdown.
pub(super) fn markdown(cluster: &Cluster, diagnosis: &Diagnosis, lang: Lang) -> String {
    let said = Said { cluster, lang };
    let mut text = format!("# {}\n", plain(&said.title(diagnosis)));
    if let Some(line) = said.collector(diagnosis) {
        let _ = writeln!(text, "\n{}", plain(&line));
    }
    let counts = counts(diagnosis, lang);
    if counts.is_empty() {
        let _ = writeln!(text, "\n{}", said.nothing());
        return text;
    }
    let _ = writeln!(text, "\n{}", counts.join(" · "));
    let rows = rows(&diagnosis.findings);
    for of_outcome in OUTCOMES {
        let mut those = rows.iter().filter(|row| row.outcome() == of_outcome).peekable();
        if those.peek().is_some() {
            let _ = writeln!(
                text,
                "\n## {} {}",
                outcome_mark(of_outcome),
                outcome(of_outcome, lang)
            );
        }
        for row in those {
            add_row(&mut text, &said, row);
        }
    }
    let mut known = finalizers(cluster, &diagnosis.findings).peekable();
    if known.peek().is_some() {
        let _ = writeln!(text, "\n## {}\n", said.choose("Finalizers", "Finalizer"));
    }
    for (finalizer, known) in known {
        let (by, when, obstacle) = (known.by(lang), known.when(lang), known.obstacle(lang));
        let line = match lang {
            Lang::En => format!("taken off by {by} {when}; usually in the way is {obstacle}"),
            Lang::Zh => format!("{when}由 {by} 移除；常见的阻碍是{obstacle}"),
        };
        let _ = writeln!(
            text,
            "- **{}**: {} ([{}]({}))",
            plain(finalizer),
            plain(&line),
            plain(&known.owner),
            known.source
        );
    }
    let assumed = assumed(&said, diagnosis);
    if !assumed.is_empty() {
        let _ = writeln!(
            text,
            "\n## {}\n",
            said.choose("Taken for granted", "以上结论假定")
        );
    }
    for line in assumed {
        let _ = writeln!(text, "- {}", plain(&line));
    }
    text
}

fn add_row(text: &mut String, said: &Said<'_>, row: &Row<'_>) {
    let first = row.first();
    let times = said
        .times(row)
        .map_or_else(String::new, |times| format!(" ({times})"));
    let _ = writeln!(
        text,
        "\n### {}{times}\n\n{}",
        plain(&said.objects(row)),
        plain(&said.what(row))
    );
    let chain = said.chain(first);
    if !chain.is_empty() {
        text.push('\n');
    }
    for (depth, link) in chain {
        let _ = writeln!(text, "{:indent$}- {}", "", plain(&link), indent = 2 * (depth - 1));
    }
    if let Some(missing) = said.missing(first) {
        let _ = writeln!(text, "\n{}", plain(&missing));
    }
    if let Some((aim, commands)) = said.fix(first) {
        let code: Vec<String> = commands.iter().map(|command| harmless(command)).collect();
        let code = code.join("\n");
        let fence = fence(&code);
        let _ = writeln!(
            text,
            "\n{}{}\n\n{fence}sh\n{code}\n{fence}",
            plain(aim),
            said.choose(":", "：")
        );
    }
}

/// A text in which nothing is markup.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for one in harmless(text).chars() {
        if "\\`*_{}[]<>#|~!&".contains(one) {
            escaped.push('\\');
        }
        escaped.push(one);
    }
    escaped
}

/// A fence that `code` cannot close.
fn fence(code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for one in code.chars() {
        run = if one == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(plain("a*b<script>[x](y)"), "a\\*b\\<script\\>\\[x\\](y)");
        assert_eq!(plain("a\nb"), "a\u{fffd}b");
        assert_eq!(fence("kubectl"), "```");
        assert_eq!(fence("a````b"), "`````");
    }
}
