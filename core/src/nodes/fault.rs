use super::ZoneKey;
use crate::apiserver::{Reason, Request, Verb};
use crate::object::{ConditionStatus, Duration, KindId, Name};

/// What goes wrong with nodes, and how it is put right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeFault {
    /// A node is down: its kubelet neither renews nor posts, and stops no pods. Or it is up again.
    Node {
        /// The node.
        node: Name,
        /// Down, or up.
        down: bool,
    },
    /// The same for all nodes of a zone.
    Zone {
        /// The zone.
        zone: ZoneKey,
        /// Down, or up.
        down: bool,
    },
    /// A kubelet stops renewing its lease, or goes on; its status comes all the same.
    Lease {
        /// The node.
        node: Name,
        /// Stops, or goes on.
        stops: bool,
    },
    /// A kubelet stops posting its status, or goes on; its lease is renewed all the same.
    Status {
        /// The node.
        node: Name,
        /// Stops, or goes on.
        stops: bool,
    },
    /// A node's clock is this much behind from now on.
    Clock {
        /// The node.
        node: Name,
        /// By how much.
        behind: Duration,
    },
    /// A kubelet reports another Ready from now on.
    Ready {
        /// The node.
        node: Name,
        /// What it reports.
        ready: ConditionStatus,
    },
    /// A cache of the node lifecycle controller stalls, or goes on.
    Cache {
        /// Of this kind: nodes, leases or pods.
        kind: KindId,
        /// Stalls, or goes on.
        stalls: bool,
    },
    /// The next calls of the node lifecycle controller are refused.
    Refuse(RefusedCalls),
}

/// Calls that are to be refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedCalls {
    /// GET, PATCH, PUT or DELETE.
    pub verb: RefusedVerb,
    /// Of this kind.
    pub kind: KindId,
    /// Of this name; empty for any.
    pub name: Name,
    /// How many.
    pub times: u32,
    /// With this reason.
    pub reason: Reason,
}

/// Which calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusedVerb {
    /// GET of one object.
    Get,
    /// PATCH.
    Patch,
    /// PUT of an object or its status.
    Update,
    /// DELETE.
    Delete,
}

impl RefusedCalls {
    /// Whether it is meant.
    pub(super) fn fits(&self, request: &Request) -> bool {
        let verb = matches!(
            (self.verb, &request.verb),
            (RefusedVerb::Get, Verb::Get)
                | (RefusedVerb::Patch, Verb::Patch(_))
                | (RefusedVerb::Update, Verb::Update(_) | Verb::UpdateStatus(_))
                | (RefusedVerb::Delete, Verb::Delete(_))
        );
        let target = &request.target;
        verb && self.kind == target.kind && (self.name == Name::EMPTY || self.name == target.name)
    }
}
