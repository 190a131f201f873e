use super::report::{deleted_for_s, what_to_do};
use super::row::Row;
use crate::forecast::{identity_reference, reference};
use crate::text::{Lang, blocker, missing, problem};
use kubeloupe_core::analyse::diagnosis::{Diagnosis, Finding, Link};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Time};

/// How many objects a row names.
const NAMED: usize = 3;

/// How many links of a chain are shown.
const LINKS: usize = 12;

/// The sentences that both reports for people are made of.
pub(super) struct Said<'a> {
    pub(super) cluster: &'a Cluster,
    pub(super) lang: Lang,
}

impl Said<'_> {
    pub(super) fn choose(&self, english: &'static str, chinese: &'static str) -> &'static str {
        match self.lang {
            Lang::En => english,
            Lang::Zh => chinese,
        }
    }

    pub(super) fn title(&self, diagnosis: &Diagnosis) -> String {
        let minor = self.cluster.minor;
        let Diagnosis {
            objects,
            deleting,
            references,
            ..
        } = diagnosis;
        match self.lang {
            Lang::En => format!(
                "Diagnosis for Kubernetes 1.{minor}: {objects} objects, {deleting} of them being deleted; {references} owner references"
            ),
            Lang::Zh => format!(
                "Kubernetes 1.{minor} 诊断：{objects} 个对象，其中 {deleting} 个正在删除；{references} 个属主引用"
            ),
        }
    }

    /// What keeps the collector from beginning, if anything does.
    pub(super) fn collector(&self, diagnosis: &Diagnosis) -> Option<String> {
        if diagnosis.waits_for_monitors.is_empty() {
            return None;
        }
        let kinds = monitors(self.cluster, diagnosis).join(self.choose(", ", "、"));
        Some(match self.lang {
            Lang::En => format!(
                "The garbage collector does not run: it waits for its list of {kinds}, which never comes. Nothing is collected until it does (GC-73)."
            ),
            Lang::Zh => format!(
                "垃圾收集器没有运行：它在等待 {kinds} 的列表，而该列表始终不来。在此之前什么都不会被回收（GC-73）。"
            ),
        })
    }

    pub(super) fn nothing(&self) -> &'static str {
        self.choose("Nothing is wrong.", "没有发现问题。")
    }

    /// The objects of a row: the first few by name.
    pub(super) fn objects(&self, row: &Row<'_>) -> String {
        let named: Vec<String> = row
            .findings
            .iter()
            .take(NAMED)
            .map(|finding| reference(self.cluster, &finding.object))
            .collect();
        let named = named.join(self.choose(", ", "、"));
        match (row.findings.len().saturating_sub(NAMED), self.lang) {
            (0, _) => named,
            (more, Lang::En) => format!("{named} and {more} more"),
            (more, Lang::Zh) => format!("{named} 等另外 {more} 个"),
        }
    }

    /// Since when, and when it ends.
    pub(super) fn times(&self, row: &Row<'_>) -> Option<String> {
        let since = row
            .findings
            .iter()
            .filter_map(|finding| deleted_for_s(&finding.object));
        let at = row.findings.iter().filter_map(|finding| finding.at);
        let mut parts = Vec::new();
        if let Some(longest) = since.max() {
            let longest = self.span(longest);
            parts.push(match self.lang {
                Lang::En => format!("deleted {longest} ago"),
                Lang::Zh => format!("{longest} 前删除"),
            });
        }
        if let Some(latest) = at.max() {
            let latest = self.moment(latest);
            parts.push(match self.lang {
                Lang::En => format!("within {latest}"),
                Lang::Zh => format!("{latest} 内"),
            });
        }
        (!parts.is_empty()).then(|| parts.join(self.choose(", ", "，")))
    }

    fn moment(&self, at: Time) -> String {
        if at.0 >= 120_000_000_000 {
            return self.span(at.0 / 1_000_000_000);
        }
        at.to_string()
    }

    /// A span in the largest unit that fits it at least twice.
    fn span(&self, seconds: i64) -> String {
        let (count, unit) = match seconds {
            ..120 => (seconds, self.choose("s", " 秒")),
            120..7_200 => (seconds / 60, self.choose("m", " 分钟")),
            7_200..172_800 => (seconds / 3_600, self.choose("h", " 小时")),
            _ => (seconds / 86_400, self.choose("d", " 天")),
        };
        format!("{count}{unit}")
    }

    /// What is wrong, with its rule.
    pub(super) fn what(&self, row: &Row<'_>) -> String {
        let first = row.first();
        let example = match (row.findings.len(), self.lang) {
            (1, _) => "",
            (_, Lang::En) => "the first ",
            (_, Lang::Zh) => "第一个",
        };
        let what = problem(first, self.cluster, self.lang);
        let example = if same_for_all(row, self) { "" } else { example };
        format!("{example}{what} ({})", first.rule.0)
    }

    /// What the first object of the row waits for, and what that waits for: how deep, and the line.
    pub(super) fn chain(&self, finding: &Finding) -> Vec<(usize, String)> {
        let deeper = finding.chain.iter().filter(|link| link.depth > 0);
        let count = deeper.clone().count() + finding.more_links;
        let mut lines: Vec<(usize, String)> = deeper
            .take(LINKS)
            .map(|link| (link.depth as usize, self.link(link)))
            .collect();
        if count > lines.len() {
            let more = count - lines.len();
            lines.push((
                1,
                match self.lang {
                    Lang::En => format!("and {more} more"),
                    Lang::Zh => format!("另有 {more} 项"),
                },
            ));
        }
        lines
    }

    fn link(&self, link: &Link) -> String {
        let of = identity_reference(self.cluster, &link.of);
        let what = blocker(&link.blocker, self.cluster, self.lang);
        let at = link.at.map(|at| self.moment(at));
        match (self.lang, at) {
            (Lang::En, None) => format!("{of} waits for {what}"),
            (Lang::En, Some(at)) => format!("{of} waits for {what} ({at})"),
            (Lang::Zh, None) => format!("{of} 等待 {what}"),
            (Lang::Zh, Some(at)) => format!("{of} 等待 {what}（{at}）"),
        }
    }

    /// The least fix of the first object of the row: what it is good for, and its commands.
    pub(super) fn fix(&self, finding: &Finding) -> Option<(&'static str, Vec<String>)> {
        let fix = finding.fixes.first()?;
        let commands = fix
            .edits
            .iter()
            .map(|edit| what_to_do(self.cluster, edit, self.lang));
        Some((crate::text::aim(fix.aim, self.lang), commands.collect()))
    }

    pub(super) fn missing(&self, finding: &Finding) -> Option<String> {
        finding
            .missing
            .as_ref()
            .map(|one| missing(one, self.cluster, self.lang))
    }
}

fn same_for_all(row: &Row<'_>, said: &Said<'_>) -> bool {
    let what = problem(row.first(), said.cluster, said.lang);
    let mut others = row.findings.iter().skip(1).take(NAMED);
    others.all(|finding| problem(finding, said.cluster, said.lang) == what)
}

/// The resources whose lists the collector waits for, as kubectl names them.
pub(super) fn monitors(cluster: &Cluster, diagnosis: &Diagnosis) -> Vec<String> {
    let named = |&kind: &KindId| {
        let kind = cluster.kinds.get(kind);
        match cluster.names.text(kind.group) {
            "" => cluster.names.text(kind.resource).to_owned(),
            group => format!("{}.{group}", cluster.names.text(kind.resource)),
        }
    };
    diagnosis.waits_for_monitors.iter().map(named).collect()
}
