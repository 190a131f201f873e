use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

/// A short immutable list shared between an object's versions; the empty one, by far the commonest, allocates nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct List<T>(Option<Arc<[T]>>);

impl<T> List<T> {
    /// The list with nothing in it.
    pub const EMPTY: List<T> = List(None);
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List(None)
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.0.as_deref().unwrap_or(&[])
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        if items.is_empty() {
            List(None)
        } else {
            List(Some(items.into()))
        }
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
