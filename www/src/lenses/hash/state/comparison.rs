use super::Subject;
use kubeloupe_core::hash::analyse::{Difference, compare};
use std::rc::Rc;

/// Two subjects side by side.
#[derive(Debug)]
pub struct Comparison {
    /// The one that is looked at.
    pub first: Rc<Subject>,
    /// The one that it is compared with.
    pub second: Rc<Subject>,
    /// The fields that make what is hashed differ.
    pub differences: Vec<Difference>,
    /// What comes of it.
    pub verdict: Verdict,
}

impl PartialEq for Comparison {
    /// It is computed once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What comes of two templates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same hash, and equal for the API.
    Same,
    /// The same hash, though the API calls them different.
    Collision,
    /// Different hashes, though the API calls them equal: no rollout.
    EqualAllTheSame,
    /// Different hashes, and different for the API: a rollout.
    Different,
    /// Two versions look at it, and come to the same hash.
    VersionsAgree,
    /// Two versions look at it, and come to different hashes.
    VersionsDiffer,
}

impl Comparison {
    /// Compares; between two versions nobody asks whether the templates are equal.
    pub fn new(first: Rc<Subject>, second: Rc<Subject>) -> Self {
        let same_hash = first.row.hash == second.row.hash;
        let verdict = if first.minor != second.minor {
            if same_hash {
                Verdict::VersionsAgree
            } else {
                Verdict::VersionsDiffer
            }
        } else {
            let equal = first.prepared.equals_ignoring_hash(&second.prepared);
            match (same_hash, equal) {
                (true, true) => Verdict::Same,
                (true, false) => Verdict::Collision,
                (false, true) => Verdict::EqualAllTheSame,
                (false, false) => Verdict::Different,
            }
        };
        Comparison {
            differences: compare(&first.explained, &second.explained),
            first,
            second,
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::sample_entries;
    use super::*;

    #[test]
    fn one_number_in_two_spellings_is_equal_with_another_hash() {
        let entries = sample_entries();
        let named = |name: &str| {
            let entry = entries.iter().find(|entry| entry.object.name == name).unwrap();
            Rc::new(Subject::new(entry, 37, None).unwrap())
        };
        let compared = Comparison::new(named("web"), named("web-1e9"));
        assert_eq!(compared.verdict, Verdict::EqualAllTheSame);
        let fields: Vec<&str> = compared
            .differences
            .iter()
            .map(|one| one.field.as_str())
            .collect();
        assert_eq!(
            fields,
            [
                "spec.containers[0].resources.limits[memory]",
                "spec.containers[0].resources.requests[memory]"
            ]
        );
        assert_eq!(Comparison::new(named("web"), named("web")).verdict, Verdict::Same);
        assert_eq!(
            Comparison::new(named("web"), named("nginx")).verdict,
            Verdict::Different
        );
    }

    #[test]
    fn versions_are_compared_by_what_they_hash() {
        let entries = sample_entries();
        let seen = |minor| Rc::new(Subject::new(&entries[0], minor, None).unwrap());
        assert_eq!(
            Comparison::new(seen(37), seen(30)).verdict,
            Verdict::VersionsDiffer
        );
        let same = Comparison::new(seen(20), seen(21));
        assert_eq!(same.verdict, Verdict::VersionsAgree);
        assert_eq!(same.differences, []);
    }
}
