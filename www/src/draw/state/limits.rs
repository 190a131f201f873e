/// Objects of a drawing to which more can be added.
pub const MOST_DRAWN: usize = 100_000;

/// Steps that can be undone.
pub const MOST_DEPTH: usize = 100;

/// Places for objects in all the documents that steps can go back to: 8 bytes each.
pub(super) const MOST_PLACES: usize = 5_000_000;

/// Bytes of a name, uid, finalizer, label, or anything else that is typed.
pub const LONGEST_TEXT: usize = 1_024;

/// Labels of one object.
pub const MOST_LABELS: usize = 100;

/// Finalizers of one object.
pub const MOST_FINALIZERS: usize = 100;

/// Owner references of one object.
pub const MOST_OWNERS: usize = 100;

/// Bytes of a drawing that the browser's tab keeps over a reload.
pub const MOST_KEPT_BYTES: usize = 1 << 20;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`MOST_DRAWN`].
    Objects,
    /// [`LONGEST_TEXT`].
    Text,
    /// [`MOST_LABELS`].
    Labels,
    /// [`MOST_FINALIZERS`].
    Finalizers,
    /// [`MOST_OWNERS`].
    Owners,
}

impl Limit {
    /// How much it is.
    pub fn most(self) -> usize {
        match self {
            Limit::Objects => MOST_DRAWN,
            Limit::Text => LONGEST_TEXT,
            Limit::Labels => MOST_LABELS,
            Limit::Finalizers => MOST_FINALIZERS,
            Limit::Owners => MOST_OWNERS,
        }
    }
}
