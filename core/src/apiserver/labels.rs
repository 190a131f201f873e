use crate::object::{List, Name, Names};
use alloc::vec::Vec;

/// `labels` with some of them set, or taken out, sorted by the text of their keys.
pub(super) fn with(
    names: &Names,
    labels: &List<(Name, Name)>,
    changes: impl IntoIterator<Item = (Name, Option<Name>)>,
) -> List<(Name, Name)> {
    let mut list: Vec<(Name, Name)> = labels.to_vec();
    for (key, value) in changes {
        let place = list.binary_search_by(|&(other, _)| names.compare(other, key));
        match (place, value) {
            (Ok(found), Some(value)) => list[found].1 = value,
            (Ok(found), None) => drop(list.remove(found)),
            (Err(place), Some(value)) => list.insert(place, (key, value)),
            (Err(_), None) => {}
        }
    }
    list.into()
}
