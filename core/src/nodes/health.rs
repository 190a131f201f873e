use crate::object::{NodeCondition, Time};

/// What the controller remembers of a node's signs of life (ST-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Health {
    /// When it last saw a sign of life, by its own clock.
    pub probe: Time,
    /// When it last saw Ready change; nothing reads it.
    pub ready_transition: Time,
    /// Ready of the status that it saw last.
    pub ready: Option<NodeCondition>,
    /// The lease that it took last.
    pub lease: Option<SeenLease>,
}

/// What is remembered of a lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenLease {
    /// Its version.
    pub resource_version: u64,
    /// Its renewTime.
    pub renew_time: Option<Time>,
}
