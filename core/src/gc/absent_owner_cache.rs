use super::Identity;
use crate::Map;
use alloc::vec::Vec;

const NONE: u32 = u32::MAX;

/// The owners that were looked up and not found, the least recently used one going first (C-6, GC-39).
#[derive(Clone, Debug)]
pub struct AbsentOwnerCache {
    capacity: usize,
    entries: Vec<Entry>,
    index: Map<Identity, u32>,
    newest: u32,
    oldest: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    owner: Identity,
    newer: u32,
    older: u32,
}

impl AbsentOwnerCache {
    /// An empty cache of this size.
    pub fn new(capacity: u32) -> Self {
        AbsentOwnerCache {
            capacity: capacity as usize,
            entries: Vec::new(),
            index: Map::default(),
            newest: NONE,
            oldest: NONE,
        }
    }

    /// Remembers an owner as the most recent one. Answers the one that had to go for it.
    pub(super) fn add(&mut self, owner: Identity) -> Option<Identity> {
        if let Some(&at) = self.index.get(&owner) {
            self.refresh(at);
            return None;
        }
        if self.entries.len() < self.capacity {
            let at = self.entries.len() as u32;
            self.entries.push(Entry {
                owner,
                newer: NONE,
                older: NONE,
            });
            self.index.insert(owner, at);
            self.put_first(at);
            return None;
        }
        let at = self.oldest;
        let evicted = self.entries.get(at as usize)?.owner;
        self.unlink(at);
        self.index.remove(&evicted);
        self.entries[at as usize].owner = owner;
        self.index.insert(owner, at);
        self.put_first(at);
        Some(evicted)
    }

    /// Whether an owner is remembered; it then becomes the most recent one.
    pub(super) fn has(&mut self, owner: &Identity) -> bool {
        match self.index.get(owner) {
            Some(&at) => {
                self.refresh(at);
                true
            }
            None => false,
        }
    }

    /// The owners remembered, the most recent one first.
    pub fn owners(&self) -> impl Iterator<Item = Identity> {
        let mut next = self.newest;
        core::iter::from_fn(move || {
            let entry = self.entries.get(next as usize)?;
            next = entry.older;
            Some(entry.owner)
        })
    }

    /// How many owners are remembered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn refresh(&mut self, at: u32) {
        if self.newest != at {
            self.unlink(at);
            self.put_first(at);
        }
    }

    fn unlink(&mut self, at: u32) {
        let Entry { newer, older, .. } = self.entries[at as usize];
        match newer {
            NONE => self.newest = older,
            newer => self.entries[newer as usize].older = older,
        }
        match older {
            NONE => self.oldest = newer,
            older => self.entries[older as usize].newer = newer,
        }
    }

    fn put_first(&mut self, at: u32) {
        let entry = &mut self.entries[at as usize];
        (entry.newer, entry.older) = (NONE, self.newest);
        match self.newest {
            NONE => self.oldest = at,
            newest => self.entries[newest as usize].newer = at,
        }
        self.newest = at;
    }
}
