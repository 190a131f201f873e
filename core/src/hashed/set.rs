use super::Map;
use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use core::iter;

/// A set by hash.
#[derive(Clone)]
pub struct Set<K>(Map<K, ()>);

impl<K> Set<K> {
    /// An empty set.
    pub const fn new() -> Self {
        Set(Map::new())
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

    /// All items.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.0.keys()
    }

    /// Takes out all items.
    pub fn drain(&mut self) -> impl Iterator<Item = K> {
        self.0.drain().map(|(key, ())| key)
    }
}

impl<K: Eq + Hash> Set<K> {
    /// Whether an item is there.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
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
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(key).is_some()
    }

    /// Keeps the items that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.0.retain(|key, ()| keep(key));
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Set::new()
    }
}

impl<K: fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<K: Eq + Hash> PartialEq for Set<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: Eq + Hash> Eq for Set<K> {}

impl<K: Eq + Hash> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<K: Eq + Hash> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(items: I) -> Self {
        let mut set = Set::new();
        set.extend(items);
        set
    }
}

impl<K: Eq + Hash, const N: usize> From<[K; N]> for Set<K> {
    fn from(items: [K; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<K> IntoIterator for Set<K> {
    type Item = K;
    type IntoIter = iter::Map<<Map<K, ()> as IntoIterator>::IntoIter, fn((K, ())) -> K>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(key, ())| key)
    }
}

impl<'s, K> IntoIterator for &'s Set<K> {
    type Item = &'s K;
    type IntoIter = iter::Map<super::Iter<'s, K, ()>, fn((&'s K, &'s ())) -> &'s K>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, ())| key)
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    #[test]
    fn a_set_holds_each_item_once() {
        let mut set: Set<u32> = [3, 1, 2, 3, 1].into();
        assert_eq!(set.len(), 3);
        assert!(!set.insert(2) && set.insert(0));
        assert!(set.remove(&1) && !set.remove(&1));
        assert!(set.contains(&3) && !set.contains(&1));
        set.retain(|item| *item != 2);
        assert_eq!(set, [0, 3].into());
        assert_eq!(set.drain().count(), 2);
        assert!(set.is_empty());
    }
}
