use kubeloupe_core::analyse::Fate;

/// Fates in the order in which they are counted.
pub(super) const COUNTED: [Fate; 8] = [
    Fate::Deleted,
    Fate::Orphaned,
    Fate::Stuck,
    Fate::Deleting,
    Fate::Kept,
    Fate::Uncollectable,
    Fate::Changed,
    Fate::Created,
];

/// The sign of a fate: told apart by shape, since colours are not always there.
pub(super) fn mark(fate: Fate) -> &'static str {
    match fate {
        Fate::Deleted => "✕",
        Fate::Orphaned => "◆",
        Fate::Stuck => "■",
        Fate::Deleting => "◐",
        Fate::Kept => "●",
        Fate::Uncollectable => "▲",
        Fate::Changed => "~",
        Fate::Created => "+",
        Fate::Untouched => "·",
    }
}
