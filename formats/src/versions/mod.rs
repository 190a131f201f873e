//! What differs between the minors of Kubernetes, for programs and for people.

mod choice;
mod table;

pub use choice::VersionChoice;
pub(crate) use choice::{gate_of, minor_note, minor_of, switch_of};
pub use table::{changes_text, table_text};

use crate::json::to_json;
use crate::text::{Lang, switch};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::sorted::SortedMap;
use kubeloupe_core::versions::{self, Evidence, OnIn, Part, Switch};
use serde::Serialize;

/// One behaviour that is different in another minor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionChange {
    /// The name of the switch.
    pub switch: &'static str,
    /// How it stands in the new minor.
    pub on: bool,
    /// 1 where it changes which objects live, what is evicted or when; 2 where only requests, retries, codes, events or
    /// texts change.
    pub priority: u32,
    /// Whose behaviour it is.
    pub part: &'static str,
    /// The rules that it changes.
    pub rules: &'static [&'static str],
    /// The feature gate that switches it.
    pub gate: Option<&'static str>,
    /// The first patch release that has it, where that is not the minor's first.
    pub patch: Option<&'static str>,
    /// Whether the mechanism is simulated, so that the change can be seen.
    pub simulated: bool,
    /// What the old minor does.
    pub before: &'static str,
    /// What the new minor does.
    pub after: &'static str,
}

/// What is different in 1.`to` for whoever comes from 1.`from`: outcomes before requests.
pub fn what_changes(from: u32, to: u32, lang: Lang) -> Vec<VersionChange> {
    versions::what_changes(from, to)
        .into_iter()
        .map(|change| VersionChange {
            switch: change.switch.name(),
            on: change.on,
            priority: change.switch.priority().number(),
            part: part_word(change.switch.part()),
            rules: change.switch.rules(),
            gate: change.switch.gate().map(|gate| gate.name()),
            patch: change.switch.patch(),
            simulated: change.switch.is_simulated(),
            before: switch(change.switch, !change.on, lang),
            after: switch(change.switch, change.on, lang),
        })
        .collect()
}

/// One row of the table of switches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SwitchReport {
    /// Its name.
    pub switch: &'static str,
    /// The first minor in which it is on, such as `1.34`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The last minor in which it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// 1 for outcomes, 2 for requests.
    pub priority: u32,
    /// Whose behaviour it is.
    pub part: &'static str,
    /// The rules that it changes.
    pub rules: &'static [&'static str],
    /// The feature gate that switches it.
    pub gate: Option<&'static str>,
    /// The first patch release that has it, where that is not the minor's first.
    pub patch: Option<&'static str>,
    /// Whether the mechanism is simulated.
    pub simulated: bool,
    /// Whether it is known from releases older than 1.29 alone.
    pub older: bool,
    /// What holds while it is off.
    pub off: &'static str,
    /// What holds while it is on.
    pub on: &'static str,
}

/// The table of switches.
pub fn switch_table(lang: Lang) -> Vec<SwitchReport> {
    let minor = |minor: u32| Some(format!("1.{minor}"));
    Switch::ALL
        .iter()
        .map(|&one| SwitchReport {
            switch: one.name(),
            since: match one.on_in() {
                OnIn::Since(first) => minor(first),
                OnIn::Until(_) | OnIn::None => None,
            },
            until: match one.on_in() {
                OnIn::Until(last) => minor(last),
                OnIn::Since(_) | OnIn::None => None,
            },
            priority: one.priority().number(),
            part: part_word(one.part()),
            rules: one.rules(),
            gate: one.gate().map(|gate| gate.name()),
            patch: one.patch(),
            simulated: one.is_simulated(),
            older: one.evidence() == Evidence::Older,
            off: switch(one, false, lang),
            on: switch(one, true, lang),
        })
        .collect()
}

/// [`what_changes`] as one JSON document in one line.
pub fn changes_json(from: u32, to: u32, lang: Lang) -> String {
    to_json(&what_changes(from, to, lang))
}

/// [`switch_table`] as one JSON document in one line.
pub fn table_json(lang: Lang) -> String {
    to_json(&switch_table(lang))
}

/// The switches that stand otherwise than the version has them.
pub(crate) fn switches_set(cluster: &Cluster) -> SortedMap<&'static str, bool> {
    let differences = cluster.overrides.differences(cluster.minor);
    differences
        .map(|setting| (setting.switch.name(), setting.on))
        .collect()
}

/// The word for a part in tables and JSON.
pub fn part_word(part: Part) -> &'static str {
    match part {
        Part::GarbageCollector => "garbagecollector",
        Part::Namespaces => "namespace",
        Part::ApiServer => "apiserver",
        Part::Nodes => "nodelifecycle",
        Part::TaintEviction => "tainteviction",
        Part::Workloads => "workloads",
        Part::Informers => "informers",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_says_what_was_and_what_is() {
        let [forth] = &what_changes(32, 33, Lang::En)
            .into_iter()
            .filter(|change| change.switch == "namespace_pods_first")
            .collect::<Vec<_>>()[..]
        else {
            panic!("one change")
        };
        assert!(forth.on && forth.simulated && forth.priority == 1);
        assert_eq!(forth.gate, Some("OrderedNamespaceDeletion"));
        assert!(forth.after.contains("pods go first"), "{}", forth.after);
        let back = what_changes(33, 32, Lang::En);
        let back = back.iter().find(|change| change.switch == forth.switch);
        let back = back.expect("it is there both ways");
        assert_eq!((back.before, back.after), (forth.after, forth.before));
        assert!(what_changes(37, 37, Lang::Zh).is_empty());
    }

    #[test]
    fn every_switch_is_told_in_both_languages() {
        for (english, chinese) in switch_table(Lang::En).iter().zip(switch_table(Lang::Zh)) {
            assert_ne!(english.on, english.off, "{}", english.switch);
            assert_ne!(chinese.on, chinese.off, "{}", english.switch);
            for text in [english.on, english.off] {
                assert!(
                    text.is_ascii() && text.ends_with('.'),
                    "{}: {text}",
                    english.switch
                );
            }
            for text in [chinese.on, chinese.off] {
                let has_chinese = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
                assert!(has_chinese && text.ends_with('。'), "{}: {text}", english.switch);
            }
        }
    }
}
