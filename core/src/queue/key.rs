use crate::object::Name;
use alloc::vec::Vec;
use core::hash::Hash;

/// What a queue may hold: something numbered, so that a set of them is a row of bits.
pub trait QueueKey: Copy + Eq + Hash {
    /// Its number. Numbers should be small: a queue takes memory for all below the largest that it ever held.
    fn index(self) -> usize;
}

impl QueueKey for Name {
    fn index(self) -> usize {
        Name::index(self)
    }
}

impl QueueKey for u64 {
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }
}

impl QueueKey for usize {
    fn index(self) -> usize {
        self
    }
}

/// A set of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Adds a number, and says whether it was not there.
    pub(super) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let was_absent = self.words[word] & bit == 0;
        self.words[word] |= bit;
        was_absent
    }

    pub(super) fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.words
            .get(index / 64)
            .is_some_and(|word| word & (1 << (index % 64)) != 0)
    }
}
