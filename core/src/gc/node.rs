use super::Identity;
use super::edges::Links;
use crate::object::{List, OwnerReference};

/// A node of the collector's graph (GC-1).
#[derive(Clone, Debug)]
pub struct Node {
    identity: Identity,
    owners: List<OwnerReference>,
    pub(super) links: Links,
    /// How many detached nodes list this one among their dependents, and so still need it.
    pub(super) pins: u32,
    is_virtual: bool,
    being_deleted: bool,
    deleting_dependents: bool,
}

impl Node {
    pub(super) fn observed(identity: Identity, owners: List<OwnerReference>) -> Self {
        Node {
            identity,
            owners,
            links: Links::NONE,
            pins: 0,
            is_virtual: false,
            being_deleted: false,
            deleting_dependents: false,
        }
    }

    /// A node that is known through a reference only; its owners are unknown (GC-1).
    pub(super) fn virtual_owner(identity: Identity) -> Self {
        Node {
            is_virtual: true,
            ..Node::observed(identity, List::EMPTY)
        }
    }

    /// What Go gets by cloning a node to give it another identity: everything but the dependents, which the graph moves.
    pub(super) fn renamed(&self, identity: Identity) -> Self {
        Node {
            identity,
            owners: self.owners.clone(),
            links: Links::NONE,
            pins: 0,
            ..*self
        }
    }

    /// What the collector calls it by. It never changes: a node that turns out to be something else is replaced.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The owner references of its object as last seen; none while it is virtual.
    pub fn owners(&self) -> &List<OwnerReference> {
        &self.owners
    }

    /// Known only through somebody's reference.
    pub fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// A deletionTimestamp was seen. Never taken back.
    pub fn is_being_deleted(&self) -> bool {
        self.being_deleted
    }

    /// A deletionTimestamp was seen together with the foreground finalizer. Never taken back.
    pub fn is_deleting_dependents(&self) -> bool {
        self.deleting_dependents
    }

    pub(super) fn set_observed(&mut self) {
        self.is_virtual = false;
    }

    pub(super) fn set_being_deleted(&mut self) {
        self.being_deleted = true;
    }

    pub(super) fn set_deleting_dependents(&mut self) {
        self.deleting_dependents = true;
    }

    pub(super) fn set_owners(&mut self, owners: List<OwnerReference>) {
        self.owners = owners;
    }
}
