use super::Index;
use super::hasher::hash_of;
use alloc::vec::{self, Vec};
use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use core::iter;
use core::mem;
use core::ops;
use core::slice;

/// A map by hash.
#[derive(Clone)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
    index: Index,
}

/// The entries of a map.
pub type Iter<'m, K, V> = iter::Map<slice::Iter<'m, (K, V)>, fn(&'m (K, V)) -> (&'m K, &'m V)>;

/// The entry of a key, which may have to be made.
#[derive(Debug)]
pub struct Entry<'m, K, V> {
    map: &'m mut Map<K, V>,
    key: K,
}

impl<K, V> Map<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Map {
            entries: Vec::new(),
            index: Index::new(),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
    }

    /// All entries.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// All keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    /// All values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    /// All values, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// All values.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.entries.into_iter().map(|(_, value)| value)
    }

    /// All keys.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator {
        self.entries.into_iter().map(|(key, _)| key)
    }

    /// Takes out all entries.
    pub fn drain(&mut self) -> vec::Drain<'_, (K, V)> {
        self.index.clear();
        self.entries.drain(..)
    }
}

impl<K: Eq + Hash, V> Map<K, V> {
    /// The value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (_, at) = self.place(key)?;
        Some(&self.entries[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (_, at) = self.place(key)?;
        Some(&mut self.entries[at].1)
    }

    /// Whether there is an entry with this key.
    pub fn contains_key<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_some()
    }

    /// Sets the value of a key, and gives back the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some((_, at)) = self.place(&key) {
            return Some(mem::replace(&mut self.entries[at].1, value));
        }
        self.put(key, value);
        None
    }

    /// Takes out the entry with this key.
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (slot, at) = self.place(key)?;
        self.index.remove(slot);
        let (_, value) = self.entries.swap_remove(at);
        if let Some((moved, _)) = self.entries.get(at) {
            let from = self.entries.len();
            self.index.set_position(hash_of(moved), from, at);
        }
        Some(value)
    }

    /// Drops so many entries, or how many there are: those that are cheapest to drop. For whoever drops a large map in
    /// pieces.
    pub fn drop_last(&mut self, most: usize) -> usize {
        let dropped = most.min(self.entries.len());
        for _ in 0..dropped {
            if let Some((key, _)) = self.entries.last()
                && let Some((slot, _)) = self.place(key)
            {
                self.index.remove(slot);
                self.entries.pop();
            }
        }
        dropped
    }

    /// The entry of a key, which may have to be made.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { map: self, key }
    }

    /// Keeps the entries that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let before = self.entries.len();
        self.entries.retain_mut(|(key, value)| keep(key, value));
        if self.entries.len() < before {
            self.index.clear();
            for (at, (key, _)) in self.entries.iter().enumerate() {
                self.index.add(hash_of(key), at);
            }
        }
    }

    /// The slot and the position of a key's entry.
    fn place<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<(usize, usize)>
    where
        K: Borrow<Q>,
    {
        let hash = hash_of(key);
        self.index.find(hash, |at| self.entries[at].0.borrow() == key)
    }

    /// Adds an entry whose key is not there yet. Returns its position.
    fn put(&mut self, key: K, value: V) -> usize {
        let at = self.entries.len();
        self.index.add(hash_of(&key), at);
        self.entries.push((key, value));
        at
    }
}

impl<'m, K: Eq + Hash, V> Entry<'m, K, V> {
    /// The value, after putting one there if there was none.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'m mut V {
        let Entry { map, key } = self;
        let at = match map.place(&key) {
            Some((_, at)) => at,
            None => map.put(key, value()),
        };
        &mut map.entries[at].1
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

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Eq + Hash, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(key, value)| other.get(key).is_some_and(|found| found == value))
    }
}

impl<K: Eq + Hash, V: Eq> Eq for Map<K, V> {}

impl<Q: Eq + Hash + ?Sized, K: Eq + Hash + Borrow<Q>, V> ops::Index<&Q> for Map<K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("there is an entry with this key")
    }
}

impl<K: Eq + Hash, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Eq + Hash, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Map::new();
        map.extend(entries);
        map
    }
}

impl<K: Eq + Hash, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'m, K, V> IntoIterator for &'m Map<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Map;
    use alloc::collections::BTreeMap;

    fn check(map: &Map<(u32, u8), u32>, expected: &BTreeMap<(u32, u8), u32>) {
        assert_eq!(map.len(), expected.len());
        assert_eq!(
            map.iter()
                .map(|(key, value)| (*key, *value))
                .collect::<BTreeMap<_, _>>(),
            *expected
        );
        for key in 0..600 {
            let key = (key * 64, 1);
            assert_eq!(map.get(&key), expected.get(&key));
        }
        let copied: Map<_, _> = expected.iter().map(|(key, value)| (*key, *value)).collect();
        assert_eq!(*map, copied);
    }

    /// Thousands of changes in a random order, compared with the tree of the standard library. Keys are multiples, as
    /// addresses are, which a weak hash puts into few places.
    #[test]
    fn it_does_what_a_tree_does() {
        let mut state = 1_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let (mut map, mut expected) = (Map::new(), BTreeMap::new());
        for round in 0..20_000 {
            let (key, value) = ((next(600) * 64, 1), next(100));
            match next(if round < 8000 { 4 } else { 7 }) {
                0..=2 => assert_eq!(map.insert(key, value), expected.insert(key, value)),
                3 => {
                    *map.entry(key).or_default() += value;
                    *expected.entry(key).or_default() += value;
                }
                _ => assert_eq!(map.remove(&key), expected.remove(&key)),
            }
            if round % 500 == 0 {
                check(&map, &expected);
            }
        }
        map.retain(|(key, _), _| key % 3 == 0);
        expected.retain(|(key, _), _| key % 3 == 0);
        check(&map, &expected);
        assert_eq!(map.drain().count(), expected.len());
        assert!(map.is_empty() && !map.contains_key(&(0, 1)));
        assert_eq!(map.insert((0, 1), 5), None);
        assert_eq!(map[&(0, 1)], 5);
        map.clear();
        assert_eq!(map.get(&(0, 1)), None);
    }

    /// Entries whose keys are numbers in a row stand apart, so that finding one costs what it should.
    #[test]
    fn numbers_in_a_row_stand_apart() {
        let single: Map<u32, ()> = (0..10_000).map(|key| (key, ())).collect();
        assert!(single.index.ways() < 20_000, "{}", single.index.ways());
        let several: Map<(u32, u32, u32), ()> = (0..10_000).map(|key| ((3, key % 100, key), ())).collect();
        assert!(several.index.ways() < 20_000, "{}", several.index.ways());
    }

    #[test]
    fn texts_are_keys_too() {
        let map: Map<&str, usize> = ["", "a", "abcdefgh", "abcdefghi", "abcdefgi"]
            .into_iter()
            .enumerate()
            .map(|(at, text)| (text, at))
            .collect();
        assert_eq!(map.get("abcdefghi"), Some(&3));
        assert_eq!(map.get("abcdefgj"), None);
        assert_eq!(map.get(""), Some(&0));
    }

    #[test]
    fn maps_are_equal_when_their_entries_are() {
        let upwards: Map<u32, u32> = (0..100).map(|key| (key, key)).collect();
        let downwards: Map<u32, u32> = (0..100).rev().map(|key| (key, key)).collect();
        assert_eq!(upwards, downwards);
        let mut other = downwards.clone();
        assert_eq!(other.insert(7, 8), Some(7));
        assert_ne!(upwards, other);
        other.remove(&7);
        assert_ne!(upwards, other);
    }
}
