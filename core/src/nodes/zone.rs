use super::{NodeFlags, RateLimitedQueue};
use crate::object::{Duration, Name, Names, Object, Time};
use alloc::string::String;
use core::cmp::Ordering;

/// A zone as the controller tells them apart: both parts may be empty (ZN-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ZoneKey {
    /// The region.
    pub region: Name,
    /// The zone in it.
    pub zone: Name,
}

/// What a zone was last found to be (ZN-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZoneState {
    /// Not judged yet.
    Initial,
    /// Enough nodes are ready.
    Normal,
    /// Three nodes or more, and the threshold's share of them, are not ready.
    PartialDisruption,
    /// No node is ready.
    FullDisruption,
    /// The empty string, by which a zone without counted nodes may be left over (ZN-12).
    Empty,
}

/// What the metrics of a zone read (ME-1 to ME-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZoneMetrics {
    /// Counted nodes.
    pub size: u32,
    /// Counted nodes that are not ready.
    pub unhealthy: u32,
    /// Whether the health reads 100 though no node was counted.
    pub absent: bool,
    /// Nodes tainted through the queue.
    pub evictions: u64,
}

/// One zone that the controller ever saw.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its key.
    pub key: ZoneKey,
    /// Its state; `None` while it has no entry.
    pub state: Option<ZoneState>,
    /// Its queue; `None` for a zone that was counted without ever having been ensured (ZN-17).
    pub queue: Option<RateLimitedQueue>,
    /// Its metrics.
    pub metrics: ZoneMetrics,
}

impl Zone {
    /// Whether a node waits, and there is a token for it.
    pub(super) fn can_be_served(&self, now: Time) -> bool {
        self.queue.as_ref().is_some_and(|queue| {
            queue.queue().head().is_some() && queue.limiter().next_token(now) == Some(Duration::ZERO)
        })
    }
}

impl ZoneKey {
    /// The zone of a node.
    pub fn of(node: &Object) -> Self {
        Self::of_labels(&node.meta.labels)
    }

    /// The zone that labels name: the old ones win where they exist (ZN-1).
    pub fn of_labels(labels: &[(Name, Name)]) -> Self {
        let label = |key: Name| {
            let found = labels.iter().find(|&&(label, _)| label == key);
            found.map(|&(_, value)| value)
        };
        let either = |old: Name, new: Name| label(old).or_else(|| label(new)).unwrap_or(Name::EMPTY);
        ZoneKey {
            region: either(Name::BETA_REGION_LABEL, Name::REGION_LABEL),
            zone: either(Name::BETA_ZONE_LABEL, Name::ZONE_LABEL),
        }
    }

    /// The key as the controller writes it.
    pub fn text(self, names: &Names) -> String {
        self.chars(names).collect()
    }

    /// Compares two keys by their texts.
    pub fn compare(self, other: Self, names: &Names) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.chars(names).cmp(other.chars(names))
    }

    fn chars(self, names: &Names) -> impl Iterator<Item = char> {
        let between = if self == ZoneKey::default() { "" } else { ":\0:" };
        let texts = [names.text(self.region), between, names.text(self.zone)];
        texts.into_iter().flat_map(str::chars)
    }
}

impl ZoneState {
    /// ComputeZoneState (ZN-3): both sides of the comparison are 32-bit floats.
    pub fn of(ready: u32, not_ready: u32, flags: &NodeFlags) -> Self {
        let share = not_ready as f32 / (not_ready + ready) as f32;
        if ready == 0 && not_ready > 0 {
            ZoneState::FullDisruption
        } else if not_ready > 2 && share >= flags.unhealthy_zone_threshold.get() {
            ZoneState::PartialDisruption
        } else {
            ZoneState::Normal
        }
    }

    /// The word that the controller has for it.
    pub fn text(self) -> &'static str {
        match self {
            ZoneState::Initial => "Initial",
            ZoneState::Normal => "Normal",
            ZoneState::PartialDisruption => "PartialDisruption",
            ZoneState::FullDisruption => "FullDisruption",
            ZoneState::Empty => "",
        }
    }
}

impl ZoneMetrics {
    /// ME-1: the share of healthy nodes in percent.
    pub fn health(&self) -> f64 {
        if self.size > 0 {
            100.0 * f64::from(self.size - self.unhealthy) / f64::from(self.size)
        } else if self.absent {
            100.0
        } else {
            0.0
        }
    }
}
