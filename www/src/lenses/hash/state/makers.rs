use super::Entry;
use kubeloupe_core::Set;
use kubeloupe_core::hash::analyse::{MAX_COUNT, makers_of};
use kubeloupe_core::hash::{Form, HashError};
use std::rc::Rc;

/// Who can have made a ReplicaSet's label: the versions of each collisionCount.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The ReplicaSet, or what a label that was typed is looked for in.
    pub entry: Rc<Entry>,
    /// The label.
    pub label: String,
    /// Minors by collisionCount, that without a count first.
    pub by_count: Vec<(Option<i32>, Vec<u32>)>,
    /// The largest collisionCount that was tried.
    pub most: i32,
}

impl Made {
    /// The minors with any collisionCount.
    pub fn minors(&self) -> impl Iterator<Item = u32> {
        self.by_count.iter().flat_map(|(_, minors)| minors).copied()
    }
}

/// Who can have made a label of this template (HS-11).
///
/// # Errors
/// Where the template cannot be read.
pub fn makers_of_label(entry: &Rc<Entry>, label: &str) -> Result<Made, HashError> {
    let most = MAX_COUNT.max(entry.object.collision_count.unwrap_or(0).min(MOST_COUNTS));
    let mut by_count: Vec<(Option<i32>, Vec<u32>)> = Vec::new();
    // Who made a label saw the stored template, whatever is missing in this copy of it.
    let form = match entry.object.hash_label {
        Some(_) => Form::Stored,
        None => entry.object.form,
    };
    for maker in makers_of(&entry.template, form, label, most)? {
        match by_count
            .iter_mut()
            .find(|(count, _)| *count == maker.collision_count)
        {
            Some((_, minors)) => minors.push(maker.minor),
            None => by_count.push((maker.collision_count, vec![maker.minor])),
        }
    }
    by_count.sort_by_key(|(count, _)| *count);
    Ok(Made {
        entry: entry.clone(),
        label: label.to_owned(),
        by_count,
        most,
    })
}

/// A status may have any number.
const MOST_COUNTS: i32 = 1_000;

/// Who made the labels of all ReplicaSets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Makers {
    /// Each of them, in the order in which they were given.
    pub made: Vec<Made>,
    /// The minors that explain as many labels as any does.
    pub likeliest: Vec<u32>,
    /// How many they explain.
    pub explained: usize,
    /// How many no version explains.
    pub unexplained: usize,
}

/// The looking for makers, a ReplicaSet at a time.
pub struct Tracing {
    waiting: std::vec::IntoIter<Rc<Entry>>,
    all: usize,
    made: Vec<Made>,
}

impl Tracing {
    /// Begins with all entries that have a label.
    pub fn new(entries: &[Rc<Entry>]) -> Self {
        let labelled = entries.iter().filter(|entry| entry.object.hash_label.is_some());
        let labelled: Vec<Rc<Entry>> = labelled.cloned().collect();
        Tracing {
            all: labelled.len(),
            waiting: labelled.into_iter(),
            made: Vec::new(),
        }
    }

    /// How many are done, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.made.len(), self.all)
    }

    /// Looks at the next one. Returns whether that was the last.
    pub fn advance(&mut self) -> bool {
        let Some(entry) = self.waiting.next() else {
            return true;
        };
        let label = entry.object.hash_label.clone().unwrap_or_default();
        // One that cannot be read has no maker; choosing it says why.
        self.made
            .push(makers_of_label(&entry, &label).unwrap_or_else(|_| Made {
                label,
                by_count: Vec::new(),
                most: MAX_COUNT,
                entry,
            }));
        false
    }

    /// What was found out.
    pub fn finish(self) -> Makers {
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for made in &self.made {
            let minors: Set<u32> = made.minors().collect();
            for minor in minors {
                match counts.iter_mut().find(|(other, _)| *other == minor) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((minor, 1)),
                }
            }
        }
        let explained = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut likeliest: Vec<u32> = counts
            .iter()
            .filter(|(_, count)| *count == explained)
            .map(|(minor, _)| *minor)
            .collect();
        likeliest.sort_unstable();
        let unexplained = self.made.iter().filter(|made| made.by_count.is_empty()).count();
        Makers {
            made: self.made,
            likeliest,
            explained,
            unexplained,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::sample_entries;
    use super::*;

    #[test]
    fn labels_of_the_sample_tell_their_makers() {
        let mut tracing = Tracing::new(&sample_entries());
        while !tracing.advance() {}
        let makers = tracing.finish();
        let of = |label: &str| makers.made.iter().find(|made| made.label == label).unwrap();
        assert_eq!(of("6799fc88d8").by_count, [(None, vec![22, 21, 20, 19])]);
        assert_eq!(of("5869d7778c").by_count, [(None, vec![33, 32])]);
        assert_eq!(makers.unexplained, 1);
        assert!(
            makers
                .made
                .iter()
                .any(|made| made.by_count.iter().any(|(count, _)| *count == Some(1)))
        );
    }

    #[test]
    fn a_label_is_looked_for_in_a_manifest_too() {
        let entries = sample_entries();
        let made = makers_of_label(&entries[0], "6799fc88d8").unwrap();
        assert_eq!(made.by_count, [(None, vec![22, 21, 20, 19])]);
        assert!(
            makers_of_label(&entries[0], "5555555555")
                .unwrap()
                .by_count
                .is_empty()
        );
    }
}
