use super::{Catalog, ThingId};
use kubeloupe_core::object::{Duration, Name, Object};
use kubeloupe_core::sim::World;

/// What a thing is like at the present step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Live {
    /// It is there, as it was.
    Here,
    /// It lost a reference to an owner.
    Freed,
    /// It is being deleted in the foreground and waits for its blocking dependents.
    WaitsForDependents,
    /// It is being deleted, and its dependents are about to lose their reference to it.
    Orphaning,
    /// A pod in its grace period; `percent` of it is over.
    Stopping {
        /// How much of the grace period is over.
        percent: u8,
    },
    /// It is being deleted and a finalizer holds it.
    Held,
    /// It was there and is gone.
    Gone,
    /// Only references know of it.
    Absent,
    /// It comes into being at a later step.
    NotYet,
}

impl Live {
    /// The word for style sheets and tests.
    pub fn word(self) -> &'static str {
        match self {
            Live::Here => "here",
            Live::Freed => "freed",
            Live::WaitsForDependents => "waiting",
            Live::Orphaning => "orphaning",
            Live::Stopping { .. } => "stopping",
            Live::Held => "held",
            Live::Gone => "gone",
            Live::Absent => "absent",
            Live::NotYet => "later",
        }
    }
}

/// What a thing is like in this world.
pub fn live(world: &World, catalog: &Catalog, id: ThingId) -> Live {
    let Some(read) = &catalog.get(id).object else {
        return Live::Absent;
    };
    match world.api().get(&read.key()) {
        Some(stored) if stored.meta.uid == read.meta.uid => of_stored(world, read, stored),
        // What was created while the history was watched has the version of its creation.
        Some(_) | None if read.meta.resource_version > world.api().last_version() => Live::NotYet,
        Some(_) | None => Live::Gone,
    }
}

fn of_stored(world: &World, read: &Object, stored: &Object) -> Live {
    let meta = &stored.meta;
    if let Some(gone_at) = meta.deletion_timestamp {
        if !meta.grace_is_over() {
            let grace = Duration::from_secs(meta.deletion_grace_period_s.unwrap_or(0))
                .0
                .max(1);
            let left = (gone_at - world.now()).0.clamp(0, grace);
            let percent = u8::try_from(100 - left.saturating_mul(100) / grace).unwrap_or(100);
            return Live::Stopping { percent };
        }
        if meta.has_finalizer(Name::FOREGROUND_DELETION) {
            return Live::WaitsForDependents;
        }
        if meta.has_finalizer(Name::ORPHAN) {
            return Live::Orphaning;
        }
        return Live::Held;
    }
    let lost = |one: &kubeloupe_core::object::OwnerReference| {
        meta.owner_references.iter().all(|left| left.uid != one.uid)
    };
    if read.meta.owner_references.iter().any(lost) {
        Live::Freed
    } else {
        Live::Here
    }
}
