use super::Fleet;
use kubeloupe_core::apiserver::Reason;
use kubeloupe_core::nodes::{NodeFault, NodeKinds, RefusedCalls, RefusedVerb};
use kubeloupe_core::object::{ConditionStatus, Duration, Name, Time};
use kubeloupe_core::sim::{Action, Fault};

/// Something that goes wrong at a time, or is put right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultPlan {
    /// When.
    pub at: Time,
    /// What.
    pub what: What,
    /// Where.
    pub place: Place,
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Nodes are down: no lease, no status, nobody stops their pods.
    Down,
    /// Kubelets stop renewing their leases; statuses come.
    LeaseStops,
    /// Kubelets stop posting their statuses; leases are renewed.
    StatusStops,
    /// Kubelets report that they are not ready.
    NotReady,
    /// The clocks of nodes are this much behind.
    ClockBack(Duration),
    /// Everything about these nodes is well again.
    Recovers,
    /// The controller's lease cache gets no events.
    CacheStalls,
    /// It gets them again.
    CacheResumes,
    /// The controller's next reads of leases fail, so many.
    LeaseReadsFail(u32),
    /// The controllers start anew.
    Restart,
}

/// Where it goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In all zones.
    All,
    /// In the zone of this number.
    Zone(usize),
    /// The first nodes of a zone.
    First {
        /// The zone.
        zone: usize,
        /// How many.
        count: usize,
    },
    /// One node, by its number.
    Node(usize),
}

impl What {
    /// All of them, with usual sizes.
    pub const ALL: [What; 10] = [
        What::Down,
        What::LeaseStops,
        What::StatusStops,
        What::NotReady,
        What::ClockBack(Duration::from_secs(120)),
        What::Recovers,
        What::CacheStalls,
        What::CacheResumes,
        What::LeaseReadsFail(20),
        What::Restart,
    ];

    /// Its name in the document.
    pub fn slug(self) -> &'static str {
        match self {
            What::Down => "down",
            What::LeaseStops => "lease-stops",
            What::StatusStops => "status-stops",
            What::NotReady => "not-ready",
            What::ClockBack(_) => "clock-back",
            What::Recovers => "recovers",
            What::CacheStalls => "cache-stalls",
            What::CacheResumes => "cache-resumes",
            What::LeaseReadsFail(_) => "lease-reads-fail",
            What::Restart => "restart",
        }
    }

    /// Whether it happens to nodes, and not to the controller.
    pub fn is_of_nodes(self) -> bool {
        !matches!(
            self,
            What::CacheStalls | What::CacheResumes | What::LeaseReadsFail(_) | What::Restart
        )
    }
}

impl Place {
    /// The nodes that are meant, by their numbers.
    pub fn nodes(self, fleet: &Fleet) -> std::ops::Range<usize> {
        let zone = |zone: usize| fleet.zones.get(zone).map_or(0..0, |zone| zone.nodes.clone());
        match self {
            Place::All => 0..fleet.nodes.len(),
            Place::Zone(number) => zone(number),
            Place::First { zone: number, count } => {
                let nodes = zone(number);
                nodes.start..nodes.end.min(nodes.start + count)
            }
            Place::Node(node) if node < fleet.nodes.len() => node..node + 1,
            Place::Node(_) => 0..0,
        }
    }
}

impl FaultPlan {
    /// The actions that make it.
    pub fn actions(&self, fleet: &Fleet, kinds: NodeKinds) -> Vec<Action> {
        let fault = |fault: NodeFault| Action::Fault(Fault::Nodes(fault));
        let cache = |stalls: bool| {
            fault(NodeFault::Cache {
                kind: kinds.lease,
                stalls,
            })
        };
        match self.what {
            What::CacheStalls => return vec![cache(true)],
            What::CacheResumes => return vec![cache(false)],
            What::Restart => return vec![Action::Fault(Fault::RestartControllers)],
            What::LeaseReadsFail(times) => {
                return vec![fault(NodeFault::Refuse(RefusedCalls {
                    verb: RefusedVerb::Get,
                    kind: kinds.lease,
                    name: Name::EMPTY,
                    times,
                    reason: Reason::InternalError,
                }))];
            }
            _ => {}
        }
        let nodes = self.place.nodes(fleet).map(|index| fleet.nodes[index].name);
        nodes
            .flat_map(|node| faults_of(self.what, node))
            .map(fault)
            .collect()
    }
}

fn faults_of(what: What, node: Name) -> Vec<NodeFault> {
    match what {
        What::Down => vec![NodeFault::Node { node, down: true }],
        What::LeaseStops => vec![NodeFault::Lease { node, stops: true }],
        What::StatusStops => vec![NodeFault::Status { node, stops: true }],
        What::NotReady => vec![NodeFault::Ready {
            node,
            ready: ConditionStatus::False,
        }],
        What::ClockBack(behind) => vec![NodeFault::Clock { node, behind }],
        What::Recovers => vec![
            NodeFault::Node { node, down: false },
            NodeFault::Lease { node, stops: false },
            NodeFault::Status { node, stops: false },
            NodeFault::Clock {
                node,
                behind: Duration::ZERO,
            },
            NodeFault::Ready {
                node,
                ready: ConditionStatus::True,
            },
        ],
        What::CacheStalls | What::CacheResumes | What::LeaseReadsFail(_) | What::Restart => Vec::new(),
    }
}
