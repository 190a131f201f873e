use super::minor_note;
use crate::text::{Lang, Phrase, describe_note, fill_text, switch};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::sorted::sort_by_key;
use kubeloupe_core::versions::{COMPARED, KNOWN, OnIn, Priority, Switch, SwitchChange, what_changes};

/// Every switch, the newest first, for people.
pub fn table_text(lang: Lang) -> String {
    let say = |phrase: Phrase, arguments: &[&str]| fill_text(phrase, lang, arguments);
    let range =
        [*KNOWN.start(), *KNOWN.end(), *COMPARED.start(), *COMPARED.end()].map(|minor| minor.to_string());
    let mut lines = vec![say(Phrase::VersionsHead, &range.each_ref().map(String::as_str))];
    let mut ways: Vec<OnIn> = Vec::new();
    for &one in Switch::ALL {
        if !ways.contains(&one.on_in()) {
            ways.push(one.on_in());
        }
    }
    sort_by_key(&mut ways, |way| match *way {
        OnIn::Since(first) => (0, u32::MAX - first),
        OnIn::Until(last) => (1, u32::MAX - last),
        OnIn::None => (2, 0),
    });
    for way in ways {
        lines.push(String::new());
        lines.push(match way {
            OnIn::Since(first) => say(Phrase::VersionsSince, &[&first.to_string()]),
            OnIn::Until(last) => say(Phrase::VersionsUntil, &[&last.to_string()]),
            OnIn::None => Phrase::VersionsNever.text(lang).to_owned(),
        });
        for &one in Switch::ALL.iter().filter(|one| one.on_in() == way) {
            lines.push(format!("  {}", head(one, lang)));
            lines.push(format!("    {}", switch(one, true, lang)));
        }
    }
    lines.join("\n")
}

/// What is different in 1.`to` for whoever comes from 1.`from`, for people.
pub fn changes_text(from: u32, to: u32, lang: Lang) -> String {
    let (old, new) = (from.to_string(), to.to_string());
    let changes = what_changes(from, to);
    let mut lines = Vec::new();
    if changes.is_empty() {
        lines.push(fill_text(Phrase::VersionsSame, lang, &[&old, &new]));
    } else {
        lines.push(fill_text(Phrase::VersionsFromTo, lang, &[&old, &new]));
    }
    for (priority, title) in [
        (Priority::Outcome, Phrase::VersionsOutcomes),
        (Priority::Requests, Phrase::VersionsRequests),
    ] {
        let of_it: Vec<&SwitchChange> = changes
            .iter()
            .filter(|change| change.switch.priority() == priority)
            .collect();
        if of_it.is_empty() {
            continue;
        }
        lines.push(String::new());
        lines.push(title.text(lang).to_owned());
        for change in of_it {
            lines.push(format!("  {}", head(change.switch, lang)));
            lines.push(format!("  - {}", switch(change.switch, !change.on, lang)));
            lines.push(format!("  + {}", switch(change.switch, change.on, lang)));
        }
    }
    for note in [from, to].into_iter().filter_map(minor_note) {
        lines.push(String::new());
        lines.push(describe_note(&note, &Cluster::default(), lang));
    }
    lines.join("\n")
}

/// The name of a switch, with what belongs to it.
fn head(one: Switch, lang: Lang) -> String {
    let mut remarks = vec![super::part_word(one.part()).to_owned()];
    if let Some(gate) = one.gate() {
        remarks.push(fill_text(Phrase::VersionsGate, lang, &[gate.name()]));
    }
    if let Some(patch) = one.patch() {
        remarks.push(fill_text(Phrase::VersionsPatch, lang, &[patch]));
    }
    if !one.is_simulated() {
        remarks.push(Phrase::VersionsNotSimulated.text(lang).to_owned());
    }
    format!("{} ({})", one.name(), remarks.join(lang.comma()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_for_people() {
        let text = changes_text(33, 34, Lang::En);
        assert!(text.starts_with("From Kubernetes 1.33 to 1.34\n"), "{text}");
        assert!(
            text.contains("\n  gc_delete_uses_resource_version (garbagecollector)\n  - "),
            "{text}"
        );
        assert!(text.contains("statefulset_semantic_revision_comparison (workloads, feature gate StatefulSetSemanticRevisionComparison, from 1.34.2"));
        assert_eq!(
            changes_text(37, 37, Lang::En),
            "Kubernetes 1.37 and 1.37 behave the same, as far as is known."
        );
        assert!(changes_text(21, 37, Lang::Zh).contains("1.21 早于"));
        for lang in Lang::ALL {
            let table = table_text(lang);
            for name in Switch::NAMES {
                assert!(table.contains(name), "{name}");
            }
        }
    }
}
