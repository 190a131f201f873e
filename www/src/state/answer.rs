use super::{Catalog, ThingId};
use kubeloupe_core::analyse::{Fate, Forecast, Verdict};
use kubeloupe_core::object::Time;

/// How a fate is marked: a shape, and a colour second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// It goes.
    Deleted,
    /// It lives on without its owner.
    Orphaned,
    /// It stays half deleted, or is never collected.
    Stuck,
    /// Its deletion is still under way.
    Waiting,
    /// It was made meanwhile, or changed.
    Changed,
    /// It was looked at and stays.
    Kept,
    /// Nothing happens to it.
    Untouched,
}

impl Mark {
    /// The marks that are counted, in the order in which they are shown.
    pub const COUNTED: [Mark; 5] = [
        Mark::Deleted,
        Mark::Stuck,
        Mark::Orphaned,
        Mark::Waiting,
        Mark::Changed,
    ];

    /// The mark of a fate.
    pub fn of(fate: Fate) -> Self {
        match fate {
            Fate::Deleted => Mark::Deleted,
            Fate::Orphaned => Mark::Orphaned,
            Fate::Stuck | Fate::Uncollectable => Mark::Stuck,
            Fate::Deleting => Mark::Waiting,
            Fate::Created | Fate::Changed => Mark::Changed,
            Fate::Kept => Mark::Kept,
            Fate::Untouched => Mark::Untouched,
        }
    }

    /// The word for style sheets and for the filter, the same in every language.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Deleted => "deleted",
            Mark::Orphaned => "orphaned",
            Mark::Stuck => "stuck",
            Mark::Waiting => "waiting",
            Mark::Changed => "changed",
            Mark::Kept => "kept",
            Mark::Untouched => "untouched",
        }
    }
}

/// How many things have which mark because of the question, and how many have theirs anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    marks: [usize; 7],
    /// Things that go or change without the question being asked.
    pub anyway: usize,
    /// Things that are stuck or never collected without the question being asked.
    pub stuck_anyway: usize,
}

impl Counts {
    /// How many things have this mark.
    pub fn of(&self, mark: Mark) -> usize {
        self.marks[mark as usize]
    }
}

/// A forecast, laid over the catalog.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The forecast.
    pub forecast: Forecast,
    /// What is counted in it.
    pub counts: Counts,
    by_thing: Vec<u32>,
}

const NO_VERDICT: u32 = u32::MAX;

impl Answer {
    /// Lays a forecast over the things that it is about.
    pub fn new(catalog: &Catalog, forecast: Forecast) -> Self {
        let mut by_thing = vec![NO_VERDICT; catalog.thing_count()];
        let mut counts = Counts::default();
        for (number, verdict) in forecast.verdicts.iter().enumerate() {
            let mark = Mark::of(verdict.fate);
            match (verdict.anyway, mark) {
                (false, _) => counts.marks[mark as usize] += 1,
                (true, Mark::Stuck) => counts.stuck_anyway += 1,
                (true, Mark::Kept | Mark::Untouched) => {}
                (true, _) => counts.anyway += 1,
            }
            if let Some(id) = catalog.of_object(&verdict.object) {
                by_thing[id.0 as usize] = u32::try_from(number).expect("fewer verdicts than objects");
            }
        }
        Answer {
            forecast,
            counts,
            by_thing,
        }
    }

    /// The verdict on a thing; `None` when nothing happens to it.
    pub fn verdict(&self, id: ThingId) -> Option<&Verdict> {
        let number = *self.by_thing.get(id.0 as usize)?;
        (number != NO_VERDICT).then(|| &self.forecast.verdicts[number as usize])
    }

    /// The mark of a thing.
    pub fn mark(&self, id: ThingId) -> Mark {
        self.verdict(id)
            .map_or(Mark::Untouched, |verdict| Mark::of(verdict.fate))
    }

    /// Every thing that has a fate, with its mark.
    pub fn marks(&self) -> impl Iterator<Item = (ThingId, Mark)> {
        let things = self.by_thing.iter().zip(0_u32..);
        things
            .filter(|(number, _)| **number != NO_VERDICT)
            .map(|(&number, thing)| {
                let verdict = &self.forecast.verdicts[number as usize];
                (ThingId(thing), Mark::of(verdict.fate))
            })
    }

    /// When the last change that the question brings about happens.
    pub fn settled(&self) -> Option<Time> {
        self.forecast
            .verdicts
            .iter()
            .filter(|verdict| !verdict.anyway)
            .filter_map(|verdict| verdict.at)
            .max()
    }
}

impl PartialEq for Answer {
    /// An answer is made once and never changes. Every row of every list compares it when it is drawn anew, so what is
    /// in it cannot be looked at.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
