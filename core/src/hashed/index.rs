use alloc::vec;
use alloc::vec::Vec;

/// Nothing is here.
const EMPTY: u64 = u64::MAX;

/// Which entry of a list has a hash: slots in which each entry stands at the place that its hash names, or after it. A
/// slot holds the hash in its upper half and the position in the list in its lower half.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// None, or a power of two, of which at most three in four are taken.
    slots: Vec<u64>,
    len: usize,
}

impl Index {
    pub(crate) const fn new() -> Self {
        Index {
            slots: Vec::new(),
            len: 0,
        }
    }

    /// The slot and the position of the entry with this hash that `is` it.
    #[inline]
    pub(crate) fn find(&self, hash: u32, mut is: impl FnMut(usize) -> bool) -> Option<(usize, usize)> {
        let mut slot = self.home(hash)?;
        loop {
            let (found, at) = parts(self.slots[slot])?;
            if found == hash && is(at) {
                return Some((slot, at));
            }
            slot = self.after(slot);
        }
    }

    /// Adds an entry that is not there yet.
    #[inline(never)]
    pub(crate) fn add(&mut self, hash: u32, at: usize) {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        self.len += 1;
        self.put(u64::from(hash) << 32 | at as u64);
    }

    /// Removes the entry of a slot.
    #[inline(never)]
    pub(crate) fn remove(&mut self, mut slot: usize) {
        self.len -= 1;
        let mut next = slot;
        loop {
            next = self.after(next);
            let Some(home) = parts(self.slots[next]).and_then(|(hash, _)| self.home(hash)) else {
                break;
            };
            // Whoever stands behind its own place moves up, unless the gap is before that place.
            let mask = self.slots.len() - 1;
            if (next.wrapping_sub(home) & mask) >= (next.wrapping_sub(slot) & mask) {
                self.slots[slot] = self.slots[next];
                slot = next;
            }
        }
        self.slots[slot] = EMPTY;
    }

    /// Notes that an entry has another position.
    #[inline(never)]
    pub(crate) fn set_position(&mut self, hash: u32, from: usize, to: usize) {
        if let Some((slot, _)) = self.find(hash, |at| at == from) {
            self.slots[slot] = u64::from(hash) << 32 | to as u64;
        }
    }

    /// Removes all entries.
    #[inline(never)]
    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.len = 0;
    }

    /// How many slots the entries stand after the places of their hashes, all together.
    #[cfg(test)]
    pub(crate) fn ways(&self) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let way = |(slot, entry): (usize, &u64)| {
            let (hash, _) = parts(*entry)?;
            Some(slot.wrapping_sub(self.home(hash)?) & mask)
        };
        self.slots.iter().enumerate().filter_map(way).sum()
    }

    fn grow(&mut self) {
        let slots = vec![EMPTY; (self.slots.len() * 2).max(4)];
        for slot in core::mem::replace(&mut self.slots, slots) {
            if slot != EMPTY {
                self.put(slot);
            }
        }
    }

    fn put(&mut self, entry: u64) {
        let Some(mut slot) = self.home((entry >> 32) as u32) else {
            return;
        };
        while self.slots[slot] != EMPTY {
            slot = self.after(slot);
        }
        self.slots[slot] = entry;
    }

    /// The place of a hash, which its upper bits name.
    #[inline]
    fn home(&self, hash: u32) -> Option<usize> {
        let bits = self.slots.len().checked_ilog2()?;
        Some((u64::from(hash) << bits >> 32) as usize)
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

/// The hash and the position of a slot's entry.
#[inline]
fn parts(slot: u64) -> Option<(u32, usize)> {
    (slot != EMPTY).then_some(((slot >> 32) as u32, slot as u32 as usize))
}
