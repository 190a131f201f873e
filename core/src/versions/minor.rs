use core::ops::RangeInclusive;

/// The minors of which everything was compared (spec versions, section 0).
pub const COMPARED: RangeInclusive<u32> = 29..=37;

/// The minors that can be simulated. Of those below [`COMPARED`] only the facts of the API server that the table marks
/// as older are known; everything else is taken to be as in 1.29.
pub const KNOWN: RangeInclusive<u32> = 16..=37;

/// How well the behaviour of a minor is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evidence {
    /// It was compared line by line.
    Compared,
    /// Only some facts of its API server were read; the rest is that of 1.29.
    Older,
}

impl Evidence {
    /// What is known of 1.`minor`; `None` where nothing is.
    pub fn of(minor: u32) -> Option<Self> {
        if COMPARED.contains(&minor) {
            Some(Evidence::Compared)
        } else if KNOWN.contains(&minor) {
            Some(Evidence::Older)
        } else {
            None
        }
    }
}
