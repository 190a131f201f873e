use kubeloupe_core::sorted::SortedMap;
use serde::{Serialize, Serializer};

/// Writes a map as an object whose members are in the map's order.
pub(crate) fn in_order<K: Serialize, V: Serialize, S: Serializer>(
    map: &SortedMap<K, V>,
    output: S,
) -> Result<S::Ok, S::Error> {
    output.collect_map(map)
}
