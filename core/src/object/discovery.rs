use super::{List, Name, Names};
use crate::sorted::sort_by;
use alloc::vec::Vec;

/// Why discovery does not list everything that the API server serves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DiscoveryFailure {
    /// These group versions do not answer, sorted as the API server's message lists them; everything else is listed.
    Groups(List<GroupFailure>),
    /// Discovery fails as a whole with this error, though it may have listed everything all the same.
    Whole(Name),
}

/// One group version that does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GroupFailure {
    /// The group version: `group/version`, or the version alone in the core group.
    pub group_version: Name,
    /// What is wrong with it.
    pub error: GroupError,
}

/// What is wrong with a group version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GroupError {
    /// The server behind its APIService is currently unable to handle the request.
    Unavailable,
    /// What was discovered of it before is stale.
    Stale,
    /// Another error, in its own words.
    Other(Name),
}

impl DiscoveryFailure {
    /// The failure of these group versions; `None` when there are none. Of two errors of one group version the first
    /// counts.
    pub fn of_groups(names: &Names, groups: impl IntoIterator<Item = GroupFailure>) -> Option<Self> {
        let mut groups: Vec<GroupFailure> = groups.into_iter().collect();
        // A colon follows each group version in the message, and its place among the digits counts.
        let text = |name: Name| names.text(name).bytes().chain(*b":");
        sort_by(&mut groups, |left, right| {
            text(left.group_version).cmp(text(right.group_version))
        });
        groups.dedup_by_key(|failure| failure.group_version);
        (!groups.is_empty()).then(|| DiscoveryFailure::Groups(groups.into()))
    }

    /// Whether this group version is one of those that do not answer.
    pub fn concerns(&self, group_version: Name) -> bool {
        match self {
            DiscoveryFailure::Groups(groups) => groups
                .iter()
                .any(|failure| failure.group_version == group_version),
            DiscoveryFailure::Whole(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_sorted_like_the_message() {
        let names = &mut Names::default();
        let mut failure = |text: &str| GroupFailure {
            group_version: names.intern(text),
            error: GroupError::Stale,
        };
        let (v1, v10, other) = (failure("a/v1"), failure("a/v10"), failure("b/v1"));
        let failed = DiscoveryFailure::of_groups(names, [other, v1, v10, v1]);
        assert_eq!(
            failed,
            Some(DiscoveryFailure::Groups([v10, v1, other].into_iter().collect()))
        );
        assert!(failed.is_some_and(|failed| failed.concerns(v10.group_version)));
        assert_eq!(DiscoveryFailure::of_groups(names, []), None);
    }
}
