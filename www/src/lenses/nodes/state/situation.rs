use super::{Bits, FaultPlan, Fleet, Row, Settings, Stale, Tape, ZoneRow};
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Duration, Time};

/// What is going on at one moment, and why: the sentence of the page without its words.
#[derive(Clone, PartialEq, Debug)]
pub enum Situation {
    /// Everything is well.
    Calm {
        /// Nodes in all.
        nodes: u32,
        /// When the first fault comes, if one does.
        next_fault: Option<Time>,
    },
    /// Nodes are silent, and their grace runs.
    Silent {
        /// How many.
        nodes: u32,
        /// In this zone alone.
        zone: Option<usize>,
        /// Since when.
        since: Time,
        /// How long they are believed.
        grace: Duration,
    },
    /// The lease cache gets no events, and nobody has noticed yet.
    CacheSilent {
        /// How long nodes are believed.
        grace: Duration,
    },
    /// The breaker holds all evaluation.
    Held {
        /// Nodes that were skipped.
        skipped: u32,
        /// Nodes in all.
        nodes: u32,
        /// Nodes of which the kubelets are well.
        alive: u32,
        /// The versions.
        stale: Option<Stale>,
        /// No zone has a state any more (CB-10).
        forgotten: bool,
    },
    /// The lease cache is stale, nothing holds the controller back: it takes live nodes for dead.
    Deceived {
        /// Nodes Unknown whose kubelets renew.
        nodes: u32,
        /// Nodes tainted so far.
        tainted: u32,
        /// No zone has a ready node by now.
        master: bool,
    },
    /// No zone has a ready node: nothing is evicted.
    Master {
        /// How many zones.
        zones: u32,
        /// Nodes in all.
        nodes: u32,
    },
    /// A zone is partially disrupted.
    Partial {
        /// The zone.
        zone: usize,
        /// Counted nodes that are not ready.
        not_ready: u32,
        /// Counted nodes.
        size: u32,
        /// The threshold's share.
        threshold: f32,
        /// The zone counts as large above so many nodes.
        large_above: i32,
        /// Nodes per second.
        rate: f32,
        /// What comes of it.
        course: Course,
    },
    /// A zone has no ready node, another has.
    Full {
        /// The zone.
        zone: usize,
        /// Its counted nodes.
        size: u32,
        /// Nodes per second.
        rate: f32,
        /// What comes of it.
        course: Course,
    },
    /// Nodes are not ready in zones that are normal.
    Normal {
        /// The zone with the most of them.
        zone: usize,
        /// Counted nodes that are not ready.
        not_ready: u32,
        /// Counted nodes.
        size: u32,
        /// The threshold's share.
        threshold: f32,
        /// Nodes per second.
        rate: f32,
        /// What comes of it.
        course: Course,
    },
    /// Everything is well again.
    Recovered {
        /// Nodes tainted.
        tainted: u32,
        /// Pods evicted.
        evicted: u32,
        /// Some nodes are still tainted.
        still: u32,
    },
}

/// How far an eviction has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Course {
    /// Nodes of the zone that are tainted now.
    pub tainted: u32,
    /// Nodes of the zone that wait.
    pub waiting: u32,
    /// When the zone's bucket has its next token.
    pub next_token: Option<Time>,
    /// When the next pod is evicted, anywhere.
    pub next_eviction: Option<Time>,
    /// Pods evicted from the zone.
    pub evicted: u32,
}

/// What is said below a zone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ZoneNote {
    /// The controller has no state for it.
    Forgotten,
    /// Ready nodes of all.
    Ready {
        /// Ready nodes.
        ready: u32,
        /// All nodes.
        all: u32,
    },
    /// Some are not ready, but too few (ZN-3).
    Below {
        /// Not ready.
        not_ready: u32,
        /// Counted.
        size: u32,
        /// The threshold's share.
        threshold: f32,
    },
    /// Partial (ZN-3, ZN-4).
    Partial {
        /// Not ready.
        not_ready: u32,
        /// Counted.
        size: u32,
        /// The threshold's share.
        threshold: f32,
        /// The zone is large above so many nodes.
        large_above: i32,
        /// Whether it is.
        large: bool,
    },
    /// Full, beside others that are not (ZN-7).
    Full {
        /// Counted.
        size: u32,
    },
    /// Full, as all zones are (ZN-8).
    Master {
        /// Counted.
        size: u32,
    },
}

impl Situation {
    /// The rules that it goes by.
    pub fn rules(&self) -> &'static [&'static str] {
        match self {
            Situation::Calm { .. } => &["KL-1", "NL-4"],
            Situation::Silent { .. } => &["NL-12"],
            Situation::CacheSilent { .. } => &["NL-12", "CB-9"],
            Situation::Held { forgotten: true, .. } => &["CB-6", "CB-10"],
            Situation::Held { .. } => &["CB-5", "CB-6"],
            Situation::Deceived { .. } => &["CB-1", "NL-12"],
            Situation::Master { .. } => &["ZN-8"],
            Situation::Partial { .. } => &["ZN-3", "ZN-4"],
            // A limiter that was stopped may not have been swapped.
            Situation::Full { rate, .. } if *rate <= 0.0 => &["ZN-7", "RQ-6"],
            Situation::Full { .. } => &["ZN-3", "ZN-7"],
            Situation::Normal { .. } => &["ZN-3", "RQ-4"],
            Situation::Recovered { .. } => &["NT-9"],
        }
    }

    /// The class of its mark.
    pub fn mark(&self) -> &'static str {
        match self {
            Situation::Calm { .. } | Situation::Recovered { .. } => "kept",
            Situation::Silent { .. } | Situation::CacheSilent { .. } => "waiting",
            Situation::Held { .. } | Situation::Partial { .. } | Situation::Normal { .. } => "stuck",
            Situation::Deceived { .. } | Situation::Master { .. } | Situation::Full { .. } => "deleted",
        }
    }
}

/// What is going on at `at`.
pub fn situation(
    tape: &Tape,
    fleet: &Fleet,
    settings: &Settings,
    faults: &[FaultPlan],
    at: Time,
) -> Option<Situation> {
    let index = tape.index(at)?;
    let row = &tape.rows[index];
    let nodes = u32::try_from(fleet.nodes.len()).unwrap_or(u32::MAX);
    let sum = |of: fn(&ZoneRow) -> u32| row.zones.iter().map(of).sum::<u32>();
    // For a moment the tape is of other nodes than those that were just opened: then nothing is told.
    let silent = sum(|zone| zone.silent);
    let alive = nodes.checked_sub(silent)?;
    let unready = nodes.checked_sub(sum(|zone| zone.ready))?;
    let grace = settings.flags.monitor_grace_period;
    if row.skipped > 0 {
        return Some(Situation::Held {
            skipped: row.skipped,
            nodes,
            alive,
            stale: row.stale,
            forgotten: row.zones.iter().all(|zone| zone.state.is_none()),
        });
    }
    if row.stalled && unready > 0 {
        let bits = tape.bits(index);
        let deceived = bits
            .iter()
            .filter(|bits| !bits.is_ready() && !bits.has(Bits::SILENT));
        let deceived = u32::try_from(deceived.count()).unwrap_or(u32::MAX);
        if deceived > 0 {
            return Some(Situation::Deceived {
                nodes: deceived,
                tainted: row.tainted,
                master: row.is_master(),
            });
        }
    }
    if row.is_master() {
        return Some(Situation::Master {
            zones: u32::try_from(row.zones.len()).unwrap_or(u32::MAX),
            nodes,
        });
    }
    if let Some(worst) = worst_zone(row, settings) {
        return Some(worst);
    }
    if silent > 0 {
        let mut of = row.zones.iter().enumerate().filter(|(_, zone)| zone.silent > 0);
        let zone = of.next().map(|(number, _)| number);
        let since = row.zones.iter().filter_map(|zone| zone.silent_since).min();
        return Some(Situation::Silent {
            nodes: silent,
            zone: zone.filter(|_| of.next().is_none()),
            since: since.unwrap_or(row.at),
            grace,
        });
    }
    if row.stalled {
        return Some(Situation::CacheSilent { grace });
    }
    let still = sum(ZoneRow::tainted_now);
    if row.tainted > 0 || still > 0 {
        return Some(Situation::Recovered {
            tainted: row.tainted,
            evicted: row.evicted,
            still,
        });
    }
    Some(Situation::Calm {
        nodes,
        next_fault: faults
            .iter()
            .map(|fault| fault.at)
            .filter(|fault| *fault > at)
            .min(),
    })
}

/// What is going on in the zone that is worst off, if any is not well.
fn worst_zone(row: &Row, settings: &Settings) -> Option<Situation> {
    let badness = |zone: &ZoneRow| match zone.state {
        Some(ZoneState::FullDisruption) => 3,
        Some(ZoneState::PartialDisruption) => 2,
        _ => u32::from(zone.nodes() > zone.ready),
    };
    let (number, zone) = row
        .zones
        .iter()
        .enumerate()
        .filter(|(_, zone)| badness(zone) > 0)
        .max_by_key(|(number, zone)| (badness(zone), zone.not_ready, usize::MAX - number))?;
    let rate = zone.limiter.map_or(0.0, |limiter| limiter.rate());
    let course = Course {
        tainted: zone.tainted_now(),
        waiting: zone.queue,
        next_token: zone.limiter.and_then(|limiter| limiter.next_token),
        next_eviction: row.next_eviction,
        evicted: zone.evicted,
    };
    let (not_ready, size) = (zone.not_ready, zone.size);
    let threshold = settings.flags.unhealthy_zone_threshold.get();
    Some(match zone.state {
        Some(ZoneState::FullDisruption) => Situation::Full {
            zone: number,
            size,
            rate,
            course,
        },
        Some(ZoneState::PartialDisruption) => Situation::Partial {
            zone: number,
            not_ready,
            size,
            threshold,
            large_above: settings.flags.large_cluster_size_threshold,
            rate,
            course,
        },
        _ => Situation::Normal {
            zone: number,
            not_ready: zone.nodes() - zone.ready,
            size: zone.nodes(),
            threshold,
            rate,
            course,
        },
    })
}

/// What is said below a zone.
pub fn zone_note(zone: &ZoneRow, row: &Row, settings: &Settings) -> ZoneNote {
    let (not_ready, size) = (zone.not_ready, zone.size);
    let threshold = settings.flags.unhealthy_zone_threshold.get();
    match zone.state {
        None => ZoneNote::Forgotten,
        Some(ZoneState::FullDisruption) if row.is_master() => ZoneNote::Master { size },
        Some(ZoneState::FullDisruption) => ZoneNote::Full { size },
        Some(ZoneState::PartialDisruption) => ZoneNote::Partial {
            not_ready,
            size,
            threshold,
            large_above: settings.flags.large_cluster_size_threshold,
            large: i64::from(size) > i64::from(settings.flags.large_cluster_size_threshold),
        },
        _ if not_ready > 0 => ZoneNote::Below {
            not_ready,
            size,
            threshold,
        },
        _ => ZoneNote::Ready {
            ready: zone.ready,
            all: zone.nodes(),
        },
    }
}
