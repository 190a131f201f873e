use crate::state::ThingId;
use kubeloupe_core::object::Name;

/// What stands in a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// A thing.
    Thing(ThingId),
    /// Several things, as one box while the group is closed, and around them while it is open.
    Group(Group),
}

/// Things that are shown together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// What they have in common.
    pub of: Common,
    /// 0 for all of them; of a group too large to be opened at once, the number of a part of it, from 1.
    pub part: u32,
}

/// What the things of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Common {
    /// Their namespace; the empty name is for cluster-scoped things.
    Namespace(Name),
    /// Their kind.
    Kind(Name),
    /// Their namespace and their kind, and nobody in the picture owns them.
    Kin {
        /// The namespace.
        namespace: Name,
        /// The kind.
        kind: Name,
    },
    /// Their owner and their kind.
    Dependents {
        /// The owner.
        owner: ThingId,
        /// The kind.
        kind: Name,
    },
}

impl Group {
    /// All things with this in common.
    pub fn of(of: Common) -> Self {
        Group { of, part: 0 }
    }
}
