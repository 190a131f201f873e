use crate::state::BranchView;
use crate::text::{Language, Words};
use kubeloupe_core::sim::Schedule;

/// What a branch is called: as it was named, or after what was done where it began.
pub fn branch_name(words: &Words, language: Language, branch: &BranchView) -> String {
    let time = words.time_words;
    let Some(label) = &branch.label else {
        return time.branch_first.to_owned();
    };
    if let Some(given) = label.given() {
        return given.to_owned();
    }
    let deed = label.deed(language);
    match label.by {
        _ if branch.parent.is_none() => time.branch_first.to_owned(),
        Some(Schedule::Random) => (time.branch_by)(words.random, deed),
        Some(Schedule::Fair) => (time.branch_by)(words.fair, deed),
        Some(Schedule::Manual) | None => deed.to_owned(),
    }
}
