use super::SortedMap;
use core::borrow::Borrow;
use core::fmt;
use core::iter::Map;

/// A set that iterates in order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SortedSet<K>(SortedMap<K, ()>);

impl<K> SortedSet<K> {
    /// An empty set.
    pub const fn new() -> Self {
        SortedSet(SortedMap::new())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.0.keys()
    }

    /// The least item.
    pub fn first(&self) -> Option<&K> {
        self.0.first_key_value().map(|(key, ())| key)
    }

    /// Takes out the least item.
    pub fn pop_first(&mut self) -> Option<K> {
        self.0.pop_first().map(|(key, ())| key)
    }

    /// Keeps the items that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.0.retain(|key, ()| keep(key));
    }
}

impl<K: Ord> SortedSet<K> {
    /// Whether an item is there.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Adds an item, and says whether it was not there.
    pub fn insert(&mut self, key: K) -> bool {
        self.0.insert(key, ()).is_none()
    }

    /// Takes out an item, and says whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(key).is_some()
    }

    /// The items from one on.
    pub fn range_from<'s>(&'s self, key: &K) -> impl Iterator<Item = &'s K> + use<'s, K> {
        self.0.range_from(key).map(|(key, ())| key)
    }

    /// The items that are not in another set.
    pub fn difference<'s>(&'s self, other: &'s SortedSet<K>) -> impl Iterator<Item = &'s K> {
        self.iter().filter(|key| !other.contains(*key))
    }
}

impl<K> Default for SortedSet<K> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<K: fmt::Debug> fmt::Debug for SortedSet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<K: Ord> Extend<K> for SortedSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<K: Ord> FromIterator<K> for SortedSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(items: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(items);
        set
    }
}

impl<K: Ord, const N: usize> From<[K; N]> for SortedSet<K> {
    fn from(items: [K; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<K> IntoIterator for SortedSet<K> {
    type Item = K;
    type IntoIter = Map<<SortedMap<K, ()> as IntoIterator>::IntoIter, fn((K, ())) -> K>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(key, ())| key)
    }
}

impl<'s, K> IntoIterator for &'s SortedSet<K> {
    type Item = &'s K;
    type IntoIter = Map<<&'s SortedMap<K, ()> as IntoIterator>::IntoIter, fn((&'s K, &'s ())) -> &'s K>;
    fn into_iter(self) -> Self::IntoIter {
        (&self.0).into_iter().map(|(key, ())| key)
    }
}

#[cfg(test)]
mod tests {
    use super::SortedSet;
    use alloc::vec::Vec;

    #[test]
    fn a_set_holds_each_item_once_and_in_order() {
        let mut set: SortedSet<u32> = [3, 1, 2, 3, 1].into();
        assert!(set.iter().eq(&[1, 2, 3]));
        assert!(!set.insert(2) && set.insert(0));
        assert!(set.remove(&1) && !set.remove(&1));
        assert!(set.contains(&3) && !set.contains(&1));
        assert!(set.range_from(&1).eq(&[2, 3]));
        let other: SortedSet<u32> = [2, 5].into();
        assert!(set.difference(&other).eq(&[0, 3]));
        assert_eq!((set.first(), set.len()), (Some(&0), 3));
        assert_eq!(set.pop_first(), Some(0));
        set.retain(|item| *item != 2);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [3]);
    }
}
