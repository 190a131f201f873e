use super::columns::{Columns, escaped, harmless};
use super::mark::{COUNTED, mark};
use super::report::{References, cascade_word, identity_reference, reference, refused};
use crate::text::{Lang, assumption, fate, reason, waits_for};
use kubeloupe_core::Map;
use kubeloupe_core::analyse::{Because, Fate, Forecast, Reason, Verdict};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Name, Object, ObjectKey};
use kubeloupe_core::sorted::SortedSet;
use std::sync::Arc;

/// How many objects a line names before it only counts.
const NAMED: usize = 3;

/// How many objects a report in Markdown lists: more than a ticket's readers read, fewer than trackers cut off.
const MARKDOWN_ROWS: usize = 200;

/// How many assumptions are listed.
const ASSUMPTIONS: usize = 20;

/// What people see of forecasts that were made for one question: side by side, when there are several.
pub(super) fn table(cluster: &Cluster, delete: &[Arc<Object>], forecasts: &[Forecast], lang: Lang) -> String {
    let table = Table {
        cluster,
        lang,
        forecasts,
        rows: rows(forecasts),
    };
    let mut text = format!("{}\n\n", harmless(&table.title(delete)));
    table.counts().write_to(&mut text);
    text.push_str(&table.refusals(delete));
    for (title, rows) in [
        (None, table.moved(false)),
        (
            Some(table.say("Without the deletion too:", "即使不删除也会发生：")),
            table.moved(true),
        ),
    ] {
        if rows.is_empty() {
            continue;
        }
        text.push('\n');
        if let Some(title) = title {
            text.push_str(title);
            text.push('\n');
        }
        table.objects(&rows).write_to(&mut text);
    }
    text.push_str(&table.assumptions());
    text
}

/// The same for a ticket or a pull request: Markdown, whatever the objects are called.
pub(super) fn markdown(
    cluster: &Cluster,
    delete: &[Arc<Object>],
    forecasts: &[Forecast],
    lang: Lang,
) -> String {
    let table = Table {
        cluster,
        lang,
        forecasts,
        rows: rows(forecasts),
    };
    let why = table.say("why", "原因");
    let mut text = format!("## {}\n\n", escaped(&table.title(delete)));
    table.counts().write_markdown(&mut text, "");
    for line in table.refusals(delete).lines().filter(|line| !line.is_empty()) {
        text.push_str(&format!("\n{}\n", escaped(line)));
    }
    for (title, rows) in [
        (
            table.say("Because of the deletion", "因删除而发生"),
            table.moved(false),
        ),
        (
            table.say("Without the deletion too", "即使不删除也会发生"),
            table.moved(true),
        ),
    ] {
        if rows.is_empty() {
            continue;
        }
        let (shown, more) = (
            rows.len().min(MARKDOWN_ROWS),
            rows.len().saturating_sub(MARKDOWN_ROWS),
        );
        text.push_str(&format!("\n### {title}\n\n"));
        table.objects(&rows[..shown]).write_markdown(&mut text, why);
        if more > 0 {
            text.push_str(&match lang {
                Lang::En => format!("\n… and {more} more objects.\n"),
                Lang::Zh => format!("\n……另有 {more} 个对象。\n"),
            });
        }
    }
    let assumed = table.assumed();
    if !assumed.is_empty() {
        text.push_str(&format!(
            "\n### {}\n\n",
            table.say("Taken for granted", "以上结论假定")
        ));
        for line in &assumed {
            text.push_str(&format!("- {}\n", escaped(line)));
        }
    }
    text
}

struct Table<'a> {
    cluster: &'a Cluster,
    lang: Lang,
    forecasts: &'a [Forecast],
    rows: Vec<Row<'a>>,
}

/// One object with its verdict in each forecast.
struct Row<'a> {
    verdicts: Vec<Option<&'a Verdict>>,
}

fn rows(forecasts: &[Forecast]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut known: Map<(ObjectKey, Name), usize> = Map::default();
    for (column, forecast) in forecasts.iter().enumerate() {
        for verdict in &forecast.verdicts {
            let row = *known
                .entry((verdict.object.key(), verdict.object.meta.uid))
                .or_insert_with(|| {
                    rows.push(Row {
                        verdicts: vec![None; forecasts.len()],
                    });
                    rows.len() - 1
                });
            rows[row].verdicts[column] = Some(verdict);
        }
    }
    rows
}

impl<'a> Row<'a> {
    fn any(&self) -> impl Iterator<Item = &'a Verdict> {
        self.verdicts.iter().flatten().copied()
    }

    /// It happens whether anything is deleted or not.
    fn happens_anyway(&self) -> bool {
        self.any().all(|verdict| verdict.anyway)
    }

    /// Something happens to it: what is kept either way is not worth a line.
    fn is_told(&self) -> bool {
        !self.happens_anyway() || self.any().any(|verdict| verdict.fate != Fate::Kept)
    }
}

impl<'a> Table<'a> {
    fn say(&self, english: &'static str, chinese: &'static str) -> &'static str {
        match self.lang {
            Lang::En => english,
            Lang::Zh => chinese,
        }
    }

    fn title(&self, delete: &[Arc<Object>]) -> String {
        let minor = self.cluster.minor;
        let delete: Vec<String> = delete
            .iter()
            .map(|object| reference(self.cluster, object))
            .collect();
        match self.lang {
            Lang::En => format!("Deletion of {} in Kubernetes 1.{minor}", delete.join(", ")),
            Lang::Zh => format!("在 Kubernetes 1.{minor} 中删除 {}", delete.join("、")),
        }
    }

    fn refusals(&self, delete: &[Arc<Object>]) -> String {
        let mut lines = SortedSet::new();
        for object in self
            .forecasts
            .iter()
            .flat_map(|forecast| refused(delete, forecast))
        {
            let object = harmless(&reference(self.cluster, object));
            lines.insert(match self.lang {
                Lang::En => format!("\nThe API server refuses to delete {object}.\n"),
                Lang::Zh => format!("\nAPI 服务器拒绝删除 {object}。\n"),
            });
        }
        for (object, policies) in self.unchanged(delete) {
            lines.insert(match self.lang {
                Lang::En => format!(
                    "\n{object} is being deleted already: to delete it again ({policies}) changes nothing.\n"
                ),
                Lang::Zh => format!("\n{object} 已在删除中：再次删除（{policies}）不起作用。\n"),
            });
        }
        lines.into_iter().collect()
    }

    /// What is being deleted already, with the policies under which asking again changes nothing.
    fn unchanged(&self, delete: &[Arc<Object>]) -> Vec<(String, String)> {
        let policies = |object: &Object| {
            let same = |forecast: &&Forecast| forecast.unchanged.contains(&object.key());
            let words = self.forecasts.iter().filter(same);
            let words = words.map(|forecast| cascade_word(forecast.question.cascade));
            words.collect::<Vec<&str>>().join(", ")
        };
        let named = delete
            .iter()
            .map(|object| (harmless(&reference(self.cluster, object)), policies(object)));
        named.filter(|(_, policies)| !policies.is_empty()).collect()
    }

    /// How many objects have which fate because of the deletion, a line for each policy.
    fn counts(&self) -> Columns {
        let count = |forecast: &Forecast, fate: Fate| {
            let of_fate = |verdict: &&Verdict| verdict.fate == fate && !verdict.anyway;
            forecast.verdicts.iter().filter(of_fate).count()
        };
        let shown: Vec<Fate> = COUNTED
            .into_iter()
            .filter(|fate| self.forecasts.iter().any(|forecast| count(forecast, *fate) > 0))
            .collect();
        let mut columns = Columns::default();
        let mut head = vec![String::new()];
        head.extend(
            shown
                .iter()
                .map(|&one| format!("{} {}", mark(one), fate(one, self.lang))),
        );
        head.push(self.say("at rest after", "平息用时").to_owned());
        columns.cells(head);
        for forecast in self.forecasts {
            let mut cells = vec![cascade_word(forecast.question.cascade).to_owned()];
            cells.extend(shown.iter().map(|&fate| match count(forecast, fate) {
                0 => "-".to_owned(),
                count => count.to_string(),
            }));
            cells.push(if forecast.quiescent {
                forecast.end.to_string()
            } else {
                match self.lang {
                    Lang::En => format!("not within {}", forecast.end),
                    Lang::Zh => format!("{} 内不会", forecast.end),
                }
            });
            columns.cells(cells);
        }
        columns
    }

    fn moved(&self, anyway: bool) -> Vec<&Row<'a>> {
        let told = |row: &&Row<'a>| row.is_told() && row.happens_anyway() == anyway;
        self.rows.iter().filter(told).collect()
    }

    fn objects(&self, rows: &[&Row<'a>]) -> Columns {
        let references: Vec<References> = self
            .forecasts
            .iter()
            .map(|forecast| References::of(self.cluster, forecast))
            .collect();
        let mut columns = Columns::default();
        let mut head = vec![self.say("object", "对象").to_owned()];
        head.extend(
            self.forecasts
                .iter()
                .map(|forecast| cascade_word(forecast.question.cascade).to_owned()),
        );
        columns.cells(head);
        for row in rows {
            let first = row
                .verdicts
                .iter()
                .zip(&references)
                .find_map(|(verdict, references)| {
                    verdict.map(|verdict| references.text(self.cluster, &verdict.object))
                });
            let mut cells = vec![harmless(&first.unwrap_or_default())];
            cells.extend(row.verdicts.iter().map(|verdict| cell(*verdict)));
            columns.cells(cells);
            for line in self.reasons(row) {
                columns.line(format!("    {}", harmless(&line)));
            }
        }
        columns
    }

    /// Why, once for all policies with the same reason.
    fn reasons(&self, row: &Row<'a>) -> Vec<String> {
        let mut lines: Vec<(String, Vec<&'static str>)> = Vec::new();
        for (forecast, verdict) in self.forecasts.iter().zip(&row.verdicts) {
            let Some(verdict) = verdict else { continue };
            let line = self.reason(verdict);
            let policy = cascade_word(forecast.question.cascade);
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, policies)) => policies.push(policy),
                None => lines.push((line, vec![policy])),
            }
        }
        let everywhere = lines.len() == 1 && row.any().count() == self.forecasts.len();
        let colon = self.say(": ", "：");
        lines
            .into_iter()
            .filter(|(line, _)| !line.is_empty())
            .map(|(line, policies)| {
                if everywhere {
                    line
                } else {
                    format!("{}{colon}{line}", policies.join(", "))
                }
            })
            .collect()
    }

    fn reason(&self, verdict: &Verdict) -> String {
        let (colon, semicolon) = (self.say(": ", "："), self.say("; ", "；"));
        let mut line = String::new();
        if let Some(because) = decisive(verdict) {
            line.push_str(reason(because.reason, self.lang));
            let refs: Vec<String> = because
                .refs
                .iter()
                .map(|one| identity_reference(self.cluster, one))
                .collect();
            if !refs.is_empty() {
                line.push_str(colon);
                line.push_str(&self.some_of(&refs));
            }
            line.push_str(&format!(" ({})", because.rule.0));
        } else if verdict.fate == Fate::Uncollectable {
            line.push_str(self.say(
                "kept alive only by objects that own each other",
                "仅靠相互拥有的对象存活",
            ));
        }
        let waits: Vec<String> = verdict
            .waits_for
            .iter()
            .map(|one| waits_for(one, &self.cluster.names, self.lang))
            .collect();
        if !waits.is_empty() {
            if !line.is_empty() {
                line.push_str(semicolon);
            }
            line.push_str(self.say("waits for ", "等待 "));
            line.push_str(&self.some_of(&waits));
        }
        line
    }

    fn some_of(&self, list: &[String]) -> String {
        let comma = self.say(", ", "、");
        if list.len() <= NAMED {
            return list.join(comma);
        }
        let (named, more) = (list[..NAMED].join(comma), list.len() - NAMED);
        match self.lang {
            Lang::En => format!("{named} and {more} more"),
            Lang::Zh => format!("{named} 等另外 {more} 个"),
        }
    }

    /// What the verdicts that are shown take for granted.
    fn assumed(&self) -> SortedSet<String> {
        let told = self.rows.iter().filter(|row| row.is_told());
        told.flat_map(Row::any)
            .flat_map(|verdict| &verdict.assumes)
            .map(|one| {
                harmless(&assumption(
                    one,
                    &self.cluster.names,
                    &self.cluster.kinds,
                    self.lang,
                ))
            })
            .collect()
    }

    fn assumptions(&self) -> String {
        let assumed = self.assumed();
        if assumed.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{}\n", self.say("Taken for granted:", "以上结论假定："));
        for line in assumed.iter().take(ASSUMPTIONS) {
            text.push_str(&format!("  {line}\n"));
        }
        if assumed.len() > ASSUMPTIONS {
            let more = assumed.len() - ASSUMPTIONS;
            text.push_str(&match self.lang {
                Lang::En => format!("  and {more} more, which --json lists\n"),
                Lang::Zh => format!("  另有 {more} 条，见 --json\n"),
            });
        }
        text
    }
}

fn cell(verdict: Option<&Verdict>) -> String {
    match verdict {
        None => mark(Fate::Untouched).to_owned(),
        Some(Verdict {
            fate, at: Some(at), ..
        }) => format!("{} {at}", mark(*fate)),
        Some(Verdict { fate, .. }) => mark(*fate).to_owned(),
    }
}

/// The one reason of the chain that says most about the fate.
fn decisive(verdict: &Verdict) -> Option<&Because> {
    let of = |wanted: &[Reason]| {
        verdict
            .why
            .iter()
            .find(|because| wanted.contains(&because.reason))
    };
    let found = match verdict.fate {
        Fate::Deleted | Fate::Stuck | Fate::Deleting => of(&[
            Reason::Requested,
            Reason::OwnersAbsent,
            Reason::OwnerWaits,
            Reason::NamespaceDeleted,
            Reason::DefinitionDeleted,
            Reason::ServiceRemoved,
            Reason::Evicted,
            Reason::ScaledDown,
            Reason::HistoryCleanedUp,
        ]),
        Fate::Orphaned => of(&[Reason::OrphanedByOwner, Reason::ReferencesStripped]),
        Fate::Kept => of(&[Reason::SolidOwner]),
        Fate::Uncollectable => return of(&[Reason::UnmappedOwner, Reason::ScopeMismatch]),
        Fate::Created | Fate::Changed | Fate::Untouched => None,
    };
    found.or(verdict.why.first())
}
