use crate::state::{Live, Mark};

/// How a box is painted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Tone {
    /// As it is, and nothing will become of it.
    #[default]
    Plain,
    /// It will go.
    Doomed,
    /// It waits for its dependents.
    Waiting,
    /// A pod in its grace period.
    Stopping,
    /// It will not go though it should, or is never collected.
    Stuck,
    /// It lost its owner.
    Orphaned,
    /// It is gone.
    Gone,
    /// Only references know of it.
    Virtual,
    /// Several things, counted.
    Group,
}

impl Tone {
    /// The word for style sheets.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Doomed => "doomed",
            Tone::Waiting => "waiting",
            Tone::Stopping => "stopping",
            Tone::Stuck => "stuck",
            Tone::Orphaned => "orphaned",
            Tone::Gone => "gone",
            Tone::Virtual => "virtual",
            Tone::Group => "group",
        }
    }

    /// How a thing is painted: while something is watched by what is so now, before by what will become of it.
    pub fn of(live: Live, mark: Mark, watching: bool) -> Self {
        match (live, mark) {
            (Live::Absent | Live::NotYet, _) => Tone::Virtual,
            (Live::Gone, _) => Tone::Gone,
            (Live::Stopping { .. }, _) => Tone::Stopping,
            (Live::WaitsForDependents | Live::Orphaning, Mark::Stuck) | (Live::Held, _) => Tone::Stuck,
            (Live::WaitsForDependents | Live::Orphaning, _) => Tone::Waiting,
            (Live::Freed, _) => Tone::Orphaned,
            (Live::Here, Mark::Stuck) => Tone::Stuck,
            (Live::Here, _) if watching => Tone::Plain,
            (Live::Here, Mark::Deleted | Mark::Waiting) => Tone::Doomed,
            (Live::Here, Mark::Orphaned) => Tone::Orphaned,
            (Live::Here, Mark::Kept | Mark::Changed | Mark::Untouched) => Tone::Plain,
        }
    }
}

/// What a box is like at the moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// How it is painted.
    pub tone: Tone,
    /// What it is like now, where it is a thing.
    pub live: Option<Live>,
    /// What will become of it.
    pub mark: Option<Mark>,
    /// What it does now, in a word.
    pub tag: Option<&'static str>,
    /// How much of its grace period is over.
    pub percent: Option<u8>,
    /// It is the chosen thing, or the group that the keyboard is at.
    pub selected: bool,
    /// It is asked about.
    pub asked: bool,
    /// The present step is about it.
    pub current: bool,
    /// What is known of the things in a group.
    pub tally: Option<Tally>,
}

/// How many of the things in a group have which fate, and how many are gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many there are.
    pub all: u32,
    /// By what will become of them, in the order of [`Tally::SHOWN`].
    pub marks: [u32; 4],
    /// How many are gone already.
    pub gone: u32,
}

impl Tally {
    /// The fates that are counted.
    pub const SHOWN: [Mark; 4] = [Mark::Deleted, Mark::Stuck, Mark::Orphaned, Mark::Waiting];

    /// Counts one more.
    pub fn count(&mut self, mark: Mark) {
        if let Some(place) = Tally::SHOWN.iter().position(|&shown| shown == mark) {
            self.marks[place] += 1;
        }
    }

    /// The fate that most of those have that have one.
    pub fn largest(&self) -> Option<(Mark, u32)> {
        self.shown().max_by_key(|(_, count)| *count)
    }

    /// The fates that there are, each with how many have it.
    pub fn shown(&self) -> impl Iterator<Item = (Mark, u32)> + use<> {
        let marks = self.marks;
        Tally::SHOWN
            .into_iter()
            .zip(marks)
            .filter(|(_, count)| *count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Live, Mark, Tally, Tone};

    #[test]
    fn what_is_so_now_comes_before_what_will_be() {
        assert_eq!(Tone::of(Live::Here, Mark::Deleted, false), Tone::Doomed);
        assert_eq!(Tone::of(Live::Here, Mark::Deleted, true), Tone::Plain);
        assert_eq!(Tone::of(Live::Gone, Mark::Deleted, true), Tone::Gone);
        assert_eq!(Tone::of(Live::Here, Mark::Stuck, true), Tone::Stuck);
    }

    #[test]
    fn a_tally_has_the_fates_that_there_are() {
        let mut tally = Tally::default();
        for mark in [Mark::Deleted, Mark::Stuck, Mark::Deleted, Mark::Untouched] {
            tally.count(mark);
        }
        let shown: Vec<(Mark, u32)> = tally.shown().collect();
        assert_eq!(shown, [(Mark::Deleted, 2), (Mark::Stuck, 1)]);
    }
}
