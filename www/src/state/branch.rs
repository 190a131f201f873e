use super::Player;
use crate::text::{Language, describe_action};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, BranchId, Schedule};

/// The longest name that is kept, in characters.
pub const LONGEST_NAME: usize = 60;

/// One branch of what is watched.
#[derive(Clone, PartialEq, Debug)]
pub struct BranchView {
    /// Its number.
    pub id: BranchId,
    /// The branch that it left, and after how many steps.
    pub parent: Option<(BranchId, usize)>,
    /// What it is called; none for the first one.
    pub label: Option<Label>,
    /// How many steps it has, those before it left its parent among them.
    pub length: usize,
    /// It was followed until nothing happens any more.
    pub complete: bool,
    /// Virtual time at its last step.
    pub end: Time,
}

/// What a branch is called: what was done where it began, in every language, unless it was given a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The schedule that chose the first step.
    pub by: Option<Schedule>,
    deed: [String; 2],
    given: Option<String>,
}

impl Label {
    /// The label of a branch that begins with this action where the player stands.
    pub(super) fn of(player: &Player, action: &Action, by: Option<Schedule>) -> Self {
        let told = |language: Language| describe_action(language.words(), player, action);
        Label {
            by,
            deed: [Language::English, Language::Chinese].map(told),
            given: None,
        }
    }

    /// The name that it was given.
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    /// What was done where it began; empty for the first branch.
    pub fn deed(&self, language: Language) -> &str {
        match language {
            Language::English => &self.deed[0],
            Language::Chinese => &self.deed[1],
        }
    }

    /// Gives a name, cut to what is kept; nothing but blanks takes it away.
    pub(super) fn rename(&mut self, name: &str) {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        self.given = (!name.is_empty()).then_some(name);
    }
}

/// The branches as a tree: each after the one that it left, with how deep it stands.
pub fn in_order(branches: &[BranchView]) -> Vec<(usize, &BranchView)> {
    let mut rows = Vec::with_capacity(branches.len());
    let mut waiting: Vec<(usize, &BranchView)> = branches
        .iter()
        .filter(|branch| branch.parent.is_none())
        .map(|branch| (0, branch))
        .collect();
    while let Some((depth, branch)) = waiting.pop() {
        rows.push((depth, branch));
        let mut children: Vec<&BranchView> = branches
            .iter()
            .filter(|other| other.parent.is_some_and(|(parent, _)| parent == branch.id))
            .collect();
        // The first to leave comes first, so it is the last to be put on the pile.
        children.sort_by_key(|child| child.parent.map(|(_, at)| at));
        waiting.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
    }
    rows
}

/// How many branches would go with this one.
pub fn descendants(branches: &[BranchView], branch: BranchId) -> usize {
    let children = branches
        .iter()
        .filter(|other| other.parent.is_some_and(|(parent, _)| parent == branch));
    children.map(|child| 1 + descendants(branches, child.id)).sum()
}
