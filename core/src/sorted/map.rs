use alloc::vec::{self, Vec};
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Flatten;
use core::mem;
use core::ops::Index;
use core::slice;

/// How many entries are in one piece. Moving that many costs about as much as finding the place.
const PIECE: usize = 128;

/// A map that iterates by key: its entries in pieces, so that a change in the middle of a hundred thousand of them moves
/// a few and not all.
#[derive(Clone)]
pub struct SortedMap<K, V> {
    /// None is empty, and none longer than [`PIECE`].
    pieces: Vec<Vec<(K, V)>>,
    len: usize,
}

/// The place of a key in a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    piece: usize,
    at: usize,
    found: bool,
}

/// The entries of a map by key.
#[derive(Debug)]
pub struct Iter<'m, K, V> {
    entries: Flatten<slice::Iter<'m, Vec<(K, V)>>>,
    left: usize,
}

/// The entry of a key, which may have to be made.
#[derive(Debug)]
pub struct Entry<'m, K, V> {
    map: &'m mut SortedMap<K, V>,
    key: K,
}

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        SortedMap {
            pieces: Vec::new(),
            len: 0,
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.len = 0;
    }

    /// All entries by key.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter {
            left: self.len,
            entries: self.pieces.iter().flatten(),
        }
    }

    /// All keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// All values by key.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// All values by key, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.pieces.iter_mut().flatten().map(|(_, value)| value)
    }

    /// The entry with the least key.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        let (key, value) = self.pieces.first()?.first()?;
        Some((key, value))
    }

    /// Takes out the entry with the least key.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        if self.len == 0 {
            return None;
        }
        Some(self.take(0, 0))
    }

    /// Takes out the entry with the least key if that passes.
    pub fn pop_first_if(&mut self, passes: impl FnOnce(&K) -> bool) -> Option<(K, V)> {
        passes(self.first_key_value()?.0).then(|| self.take(0, 0))
    }

    /// Keeps the entries that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        for piece in &mut self.pieces {
            piece.retain_mut(|(key, value)| keep(key, value));
        }
        self.pieces.retain(|piece| !piece.is_empty());
        self.len = self.pieces.iter().map(Vec::len).sum();
    }

    fn take(&mut self, piece: usize, at: usize) -> (K, V) {
        let entry = self.pieces[piece].remove(at);
        if self.pieces[piece].is_empty() {
            self.pieces.remove(piece);
        }
        self.len -= 1;
        entry
    }

    /// Puts an entry at its place, which holds none yet.
    fn put(&mut self, place: Place, key: K, value: V) -> &mut V {
        let Place {
            mut piece, mut at, ..
        } = place;
        self.len += 1;
        if self.pieces.is_empty() {
            self.pieces.push(Vec::new());
        }
        if self.pieces[piece].len() == PIECE {
            // What arrives in order fills pieces whole; anything else needs room on both sides.
            let last = piece + 1 == self.pieces.len() && at == PIECE;
            let kept = if last { PIECE } else { PIECE / 2 };
            let rest = self.pieces[piece].split_off(kept);
            self.pieces.insert(piece + 1, rest);
            if at > kept || last {
                piece += 1;
                at -= kept;
            }
        }
        let piece = &mut self.pieces[piece];
        piece.insert(at, (key, value));
        &mut piece[at].1
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key);
        place.found.then(|| &self.pieces[place.piece][place.at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key);
        place.found.then(|| &mut self.pieces[place.piece][place.at].1)
    }

    /// Whether there is an entry with this key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).found
    }

    /// Sets the value of a key, and gives back the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = self.place(&key);
        if place.found {
            return Some(mem::replace(&mut self.pieces[place.piece][place.at].1, value));
        }
        self.put(place, key, value);
        None
    }

    /// Takes out the entry with this key.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key);
        place.found.then(|| self.take(place.piece, place.at).1)
    }

    /// The entry of a key, which may have to be made.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { map: self, key }
    }

    /// The entries from a key on.
    pub fn range_from<'m>(&'m self, key: &K) -> impl Iterator<Item = (&'m K, &'m V)> + use<'m, K, V> {
        let place = self.place(key);
        let first = self
            .pieces
            .get(place.piece)
            .map_or(&[][..], |piece| &piece[place.at..]);
        let rest = self.pieces.get(place.piece + 1..).unwrap_or_default();
        first
            .iter()
            .chain(rest.iter().flatten())
            .map(|(key, value)| (key, value))
    }

    /// The place of a key: in the last piece that begins at or before it.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Place
    where
        K: Borrow<Q>,
    {
        let piece = match self.pieces.len() {
            // Most maps are one piece.
            0 | 1 => 0,
            len => match search(len, &mut |piece| self.pieces[piece][0].0.borrow().cmp(key)) {
                (begun, true) => begun,
                (begun, false) => begun.saturating_sub(1),
            },
        };
        let (at, found) = match self.pieces.get(piece) {
            Some(entries) => search(entries.len(), &mut |at| entries[at].0.borrow().cmp(key)),
            None => (0, false),
        };
        Place { piece, at, found }
    }
}

/// Where something is among `len` things in order, and whether it is there; `compare` says how the thing at a position
/// relates to it.
#[inline(never)]
fn search(len: usize, compare: &mut dyn FnMut(usize) -> Ordering) -> (usize, bool) {
    let (mut from, mut to) = (0, len);
    while from < to {
        let middle = from.midpoint(to);
        match compare(middle) {
            Ordering::Less => from = middle + 1,
            Ordering::Equal => return (middle, true),
            Ordering::Greater => to = middle,
        }
    }
    (from, false)
}

impl<'m, K: Ord, V> Entry<'m, K, V> {
    /// The value, after putting one there if there was none.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'m mut V {
        let Entry { map, key } = self;
        let place = map.place(&key);
        if place.found {
            return &mut map.pieces[place.piece][place.at].1;
        }
        map.put(place, key, value())
    }

    /// The value, after putting this one there if there was none.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// The value, after putting the default there if there was none.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for SortedMap<K, V> {}

impl<K: Hash, V: Hash> Hash for SortedMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for entry in self.iter() {
            entry.hash(state);
        }
    }
}

impl<Q: Ord + ?Sized, K: Ord + Borrow<Q>, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        let place = self.place(key);
        assert!(place.found, "there is no entry with this key");
        &self.pieces[place.piece][place.at].1
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = Flatten<vec::IntoIter<Vec<(K, V)>>>;
    fn into_iter(self) -> Self::IntoIter {
        self.pieces.into_iter().flatten()
    }
}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter {
            left: self.left,
            entries: self.entries.clone(),
        }
    }
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.entries.next()?;
        self.left -= 1;
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (key, value) = self.entries.next_back()?;
        self.left -= 1;
        Some((key, value))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

#[cfg(test)]
mod tests {
    use super::{PIECE, SortedMap};
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    fn check(map: &SortedMap<u32, u32>, expected: &BTreeMap<u32, u32>) {
        assert!(map.iter().eq(expected.iter()));
        assert!(map.iter().rev().eq(expected.iter().rev()));
        assert_eq!(map.iter().len(), expected.len());
        assert!(map.pieces.iter().all(|piece| (1..=PIECE).contains(&piece.len())));
        for key in [0, 1, 500, 999, 5000] {
            assert!(map.range_from(&key).eq(expected.range(key..)));
            assert_eq!(map.get(&key), expected.get(&key));
        }
    }

    /// Thousands of changes in a random order, compared with the tree of the standard library.
    #[test]
    fn it_does_what_a_tree_does() {
        let mut state = 1_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let (mut map, mut expected) = (SortedMap::new(), BTreeMap::new());
        for round in 0..20_000 {
            let (key, value) = (next(2000), next(100));
            match next(if round < 8000 { 4 } else { 7 }) {
                0..=2 => assert_eq!(map.insert(key, value), expected.insert(key, value)),
                3 => {
                    *map.entry(key).or_default() += value;
                    *expected.entry(key).or_default() += value;
                }
                4 => assert_eq!(map.pop_first(), expected.pop_first()),
                _ => assert_eq!(map.remove(&key), expected.remove(&key)),
            }
            if round % 500 == 0 {
                check(&map, &expected);
            }
        }
        map.retain(|key, _| key % 3 == 0);
        expected.retain(|key, _| key % 3 == 0);
        check(&map, &expected);
        while let Some(first) = map.pop_first() {
            assert_eq!(Some(first), expected.pop_first());
        }
        assert!(map.is_empty() && expected.is_empty());
    }

    #[test]
    fn what_arrives_in_order_fills_pieces_whole() {
        let map: SortedMap<u32, ()> = (0..1000).map(|key| (key, ())).collect();
        assert_eq!(map.pieces.len(), 1000_usize.div_ceil(PIECE));
    }

    #[test]
    fn maps_are_equal_when_their_entries_are() {
        let upwards: SortedMap<u32, u32> = (0..300).map(|key| (key, key)).collect();
        let downwards: SortedMap<u32, u32> = (0..300).rev().map(|key| (key, key)).collect();
        let pieces = |map: &SortedMap<u32, u32>| map.pieces.iter().map(Vec::len).collect::<Vec<_>>();
        assert_ne!(pieces(&upwards), pieces(&downwards));
        assert_eq!(upwards, downwards);
        let mut other = downwards.clone();
        assert_eq!(other.insert(7, 8), Some(7));
        assert_ne!(upwards, other);
    }
}
