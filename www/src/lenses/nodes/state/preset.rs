use super::{ClusterPlan, FaultPlan, Place, Settings, What};
use kubeloupe_core::object::Time;

/// A question to start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// One node dies.
    OneNode,
    /// More than half of a zone dies.
    HalfZone,
    /// The same in a zone that counts as large.
    HalfLargeZone,
    /// One of three zones dies.
    OneZone,
    /// All zones die.
    AllZones,
    /// The controller's lease cache stalls, with the breaker.
    StaleBreaker,
    /// The same without it.
    StaleNoBreaker,
}

impl Preset {
    /// All of them, in the order of the page.
    pub const ALL: [Preset; 7] = [
        Preset::OneNode,
        Preset::HalfZone,
        Preset::HalfLargeZone,
        Preset::OneZone,
        Preset::AllZones,
        Preset::StaleBreaker,
        Preset::StaleNoBreaker,
    ];

    /// Its name in the document.
    pub fn slug(self) -> &'static str {
        match self {
            Preset::OneNode => "one-node",
            Preset::HalfZone => "half-zone",
            Preset::HalfLargeZone => "half-large-zone",
            Preset::OneZone => "one-zone",
            Preset::AllZones => "all-zones",
            Preset::StaleBreaker => "stale-breaker",
            Preset::StaleNoBreaker => "stale-no-breaker",
        }
    }

    /// The cluster.
    pub fn plan(self) -> ClusterPlan {
        match self {
            Preset::HalfLargeZone => ClusterPlan {
                nodes: 60,
                pods: 5,
                ..ClusterPlan::DEFAULT
            },
            _ => ClusterPlan::DEFAULT,
        }
    }

    /// What goes wrong in it.
    pub fn faults(self) -> Vec<FaultPlan> {
        let fault = |at: i64, what: What, place: Place| FaultPlan {
            at: Time::from_secs(at),
            what,
            place,
        };
        let first = |zone: usize, count: usize| Place::First { zone, count };
        match self {
            Preset::OneNode => vec![
                fault(5, What::Down, Place::Node(20)),
                fault(540, What::Recovers, Place::Node(20)),
            ],
            Preset::HalfZone => vec![
                fault(5, What::Down, first(1, 12)),
                fault(30, What::LeaseStops, Place::Node(42)),
                fault(300, What::Recovers, first(1, 12)),
            ],
            Preset::HalfLargeZone => vec![
                fault(5, What::Down, first(1, 36)),
                fault(660, What::Recovers, first(1, 36)),
            ],
            Preset::OneZone => vec![
                fault(5, What::Down, Place::Zone(1)),
                fault(660, What::Recovers, Place::Zone(1)),
            ],
            Preset::AllZones => vec![
                fault(5, What::Down, Place::All),
                fault(180, What::Recovers, Place::Zone(0)),
                fault(480, What::Recovers, Place::All),
            ],
            Preset::StaleBreaker | Preset::StaleNoBreaker => vec![
                fault(30, What::CacheStalls, Place::All),
                fault(180, What::CacheResumes, Place::All),
            ],
        }
    }

    /// The settings that it is about.
    #[must_use]
    pub fn settings(self, mut settings: Settings) -> Settings {
        match self {
            Preset::StaleBreaker => settings.breaker = true,
            Preset::StaleNoBreaker => settings.breaker = false,
            _ => {}
        }
        settings
    }

    /// How long it is watched.
    pub fn until(self) -> Time {
        Time::from_secs(match self {
            Preset::StaleBreaker | Preset::StaleNoBreaker => 300,
            Preset::HalfZone => 600,
            _ => 900,
        })
    }

    /// The moment that is looked at first.
    pub fn look_at(self) -> Time {
        Time::from_secs(match self {
            Preset::OneNode => 66,
            Preset::HalfZone => 78,
            Preset::HalfLargeZone => 320,
            Preset::OneZone => 130,
            Preset::AllZones => 90,
            Preset::StaleBreaker => 100,
            // Each kubelet soon posts that it is ready, so this is when most live nodes are taken for dead.
            Preset::StaleNoBreaker => 77,
        })
    }
}
