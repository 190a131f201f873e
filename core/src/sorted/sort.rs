use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts; equal items stay in their order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by a key that is made anew for every comparison; equal items stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |left, right| key(left).cmp(&key(right)));
}

/// Sorts by a comparison; equal items stay in their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order_of(items.len(), &mut |left, right| {
        compare(&items[left], &items[right])
    });
    if let Some(order) = order {
        arrange(order, &mut |left, right| items.swap(left, right));
    }
}

/// Removes items that are equal to the one before.
pub fn dedup<T: PartialEq>(items: &mut Vec<T>) {
    let mut kept = 0;
    for at in 0..items.len() {
        if kept == 0 || items[at] != items[kept - 1] {
            items.swap(kept, at);
            kept += 1;
        }
    }
    items.truncate(kept);
}

/// Where the item comes from that belongs at each position; none when they are in order as they are, as most lists of a
/// dump are.
fn order_of(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Option<Vec<usize>> {
    if (1..len).all(|at| compare(at - 1, at) != Ordering::Greater) {
        return None;
    }
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&left, &right| compare(left, right));
    Some(order)
}

/// Moves items to where they belong, along the cycles of the permutation.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut here = start;
        while order[here] != start {
            let from = order[here];
            swap(here, from);
            order[here] = here;
            here = from;
        }
        order[here] = here;
    }
}

#[cfg(test)]
mod tests {
    use super::{dedup, sort, sort_by, sort_by_key};
    use alloc::vec::Vec;

    /// Numbers that look random and have many equals.
    fn numbers(len: u32) -> Vec<(u32, u32)> {
        (0..len)
            .map(|at| (at.wrapping_mul(2_654_435_761) >> 27, at))
            .collect()
    }

    #[test]
    fn equal_items_stay_in_their_order() {
        for len in [0, 1, 2, 3, 20, 21, 1000] {
            let mut expected = numbers(len);
            expected.sort_by_key(|item| item.0);
            let mut sorted = numbers(len);
            sort_by_key(&mut sorted, |item| item.0);
            assert_eq!(sorted, expected);
            sort_by(&mut sorted, |left, right| right.1.cmp(&left.1));
            assert!(sorted.iter().rev().map(|item| item.1).eq(0..len));
            sort(&mut sorted);
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn equals_in_a_row_are_one() {
        let mut items = [1, 1, 2, 1, 3, 3, 3].to_vec();
        dedup(&mut items);
        assert_eq!(items, [1, 2, 1, 3]);
        dedup(&mut items);
        assert_eq!(items, [1, 2, 1, 3]);
    }
}
