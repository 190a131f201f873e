use std::fmt::Write as _;

/// Rows of text whose cells are set under each other.
#[derive(Default)]
pub(super) struct Columns {
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    /// A line that does not take part in the alignment.
    Line(String),
}

const GAP: usize = 2;

impl Columns {
    pub(super) fn cells(&mut self, cells: Vec<String>) {
        self.rows.push(Row::Cells(cells));
    }

    pub(super) fn line(&mut self, line: String) {
        self.rows.push(Row::Line(line));
    }

    /// The rows as lines, without spaces at their ends.
    pub(super) fn write_to(&self, text: &mut String) {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            let Row::Cells(cells) = row else { continue };
            widths.resize(widths.len().max(cells.len()), 0);
            for (widest, cell) in widths.iter_mut().zip(cells) {
                *widest = (*widest).max(width(cell));
            }
        }
        for row in &self.rows {
            match row {
                Row::Line(line) => text.push_str(line),
                Row::Cells(cells) => {
                    let mut line = String::new();
                    for (cell, widest) in cells.iter().zip(&widths) {
                        let fill = widest + GAP - width(cell);
                        let _ = write!(line, "{cell}{:fill$}", "");
                    }
                    text.push_str(line.trim_end());
                }
            }
            text.push('\n');
        }
    }

    /// The rows as a table in Markdown, the first one its head. A line goes beside the row that it follows, in a column
    /// of its own below `beside`. The texts are escaped here.
    pub(super) fn write_markdown(&self, text: &mut String, beside: &str) {
        let has_lines = self.rows.iter().any(|row| matches!(row, Row::Line(_)));
        let mut rows: Vec<(&[String], Vec<String>)> = Vec::new();
        for row in &self.rows {
            match (row, rows.last_mut()) {
                (Row::Cells(cells), _) => rows.push((cells, Vec::new())),
                (Row::Line(line), Some((_, lines))) => lines.push(escaped(line.trim())),
                (Row::Line(_), None) => {}
            }
        }
        for (number, (cells, lines)) in rows.iter().enumerate() {
            let told = cells.iter().map(|cell| escaped(cell));
            let last = match number {
                0 => escaped(beside),
                _ => lines.join("<br>"),
            };
            let cells: Vec<String> = told.chain(has_lines.then_some(last)).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
            if number == 0 {
                let _ = writeln!(text, "|{}", " --- |".repeat(cells.len()));
            }
        }
    }
}

/// A text as it may stand in Markdown: nothing in it is markup.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for one in harmless(text).chars() {
        if matches!(
            one,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '@' | '$'
        ) {
            escaped.push('\\');
        }
        escaped.push(one);
    }
    escaped
}

/// How many columns of a terminal a text takes: Chinese characters take two.
fn width(text: &str) -> usize {
    let columns = |one: char| {
        if matches!(one, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
        {
            2
        } else {
            1
        }
    };
    text.chars().map(columns).sum()
}

/// A text from a dump as it may be printed: what would move the cursor, or turn the direction of writing, is replaced.
pub(crate) fn harmless(text: &str) -> String {
    let acts = |one: char| {
        one.is_control()
            || matches!(one, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.chars()
        .map(|one| if acts(one) { '\u{fffd}' } else { one })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_set_under_each_other() {
        let mut columns = Columns::default();
        columns.cells(vec!["对象".to_owned(), "a".to_owned(), String::new()]);
        columns.line("a line".to_owned());
        columns.cells(vec!["Pod x".to_owned(), "b".to_owned()]);
        let mut text = String::new();
        columns.write_to(&mut text);
        assert_eq!(text, "对象   a\na line\nPod x  b\n");
    }

    #[test]
    fn in_markdown_a_line_stands_beside_its_row_and_names_are_no_markup() {
        let mut columns = Columns::default();
        columns.cells(vec!["object".to_owned(), "a".to_owned()]);
        columns.cells(vec!["Pod x|y".to_owned(), "<b>".to_owned()]);
        columns.line("    one".to_owned());
        columns.line("    *two*".to_owned());
        columns.cells(vec!["Pod z".to_owned(), String::new()]);
        let mut text = String::new();
        columns.write_markdown(&mut text, "why");
        assert_eq!(
            text,
            "| object | a | why |\n| --- | --- | --- |\n| Pod x\\|y | \\<b\\> | one<br>\\*two\\* |\n| Pod z |  |  |\n"
        );
    }

    #[test]
    fn a_name_cannot_drive_the_terminal() {
        assert_eq!(
            harmless("a\u{1b}[2Jb\u{202e}c\n"),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}"
        );
        assert_eq!(harmless("shop/web-é"), "shop/web-é");
    }
}
