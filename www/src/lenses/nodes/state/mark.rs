use kubeloupe_core::object::ConditionStatus;

/// What is known of a node at one time, in eight bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits(pub u8);

/// What a node is drawn as. Where several things are true of it, the later one wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Ready.
    Ready,
    /// Ready, and left out of its zone's count (K-16).
    Excluded,
    /// Ready as far as anybody knows, but no sign of life comes from it.
    Silent,
    /// Not looked at in the last pass: the lease cache is stale.
    Skipped,
    /// It says itself that it is not ready.
    NotReady,
    /// The controller has set Ready to Unknown.
    Unknown,
    /// Tainted NoExecute: the time of its pods' tolerations runs.
    Tainted,
    /// Its pods are being deleted.
    Draining,
}

const STATUS: u8 = 0b11;

impl Bits {
    /// No sign of life comes from its kubelet.
    pub const SILENT: u8 = 1 << 2;
    /// Tainted NoExecute.
    pub const TAINTED: u8 = 1 << 3;
    /// Pods of it were evicted.
    pub const DRAINING: u8 = 1 << 4;
    /// It is left out of its zone's count.
    pub const EXCLUDED: u8 = 1 << 5;
    /// It was skipped in the last pass.
    pub const SKIPPED: u8 = 1 << 6;
    /// Some of its signs of life are missing or late.
    pub const LAMED: u8 = 1 << 7;

    /// The bits of this Ready condition alone.
    pub fn of_status(status: Option<ConditionStatus>) -> Self {
        Bits(match status {
            Some(ConditionStatus::True) => 0,
            Some(ConditionStatus::False) => 1,
            Some(ConditionStatus::Unknown) => 2,
            None => 3,
        })
    }

    /// With this bit set, if `is` so.
    #[must_use]
    pub fn with(self, bit: u8, is: bool) -> Self {
        Bits(if is { self.0 | bit } else { self.0 })
    }

    /// Whether this bit is set.
    pub fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether Ready is True.
    pub fn is_ready(self) -> bool {
        self.0 & STATUS == 0
    }

    /// What it is drawn as.
    pub fn mark(self) -> Mark {
        if self.has(Self::DRAINING) && self.has(Self::TAINTED) {
            Mark::Draining
        } else if self.has(Self::TAINTED) {
            Mark::Tainted
        } else if self.0 & STATUS >= 2 {
            Mark::Unknown
        } else if self.0 & STATUS == 1 {
            Mark::NotReady
        } else if self.has(Self::SKIPPED) {
            Mark::Skipped
        } else if self.has(Self::SILENT) {
            Mark::Silent
        } else if self.has(Self::EXCLUDED) {
            Mark::Excluded
        } else {
            Mark::Ready
        }
    }
}

impl Mark {
    /// All of them, from well to unwell.
    pub const ALL: [Mark; 8] = [
        Mark::Ready,
        Mark::Excluded,
        Mark::Silent,
        Mark::Skipped,
        Mark::NotReady,
        Mark::Unknown,
        Mark::Tainted,
        Mark::Draining,
    ];

    /// Its class in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Mark::Ready => "ready",
            Mark::Excluded => "excluded",
            Mark::Silent => "silent",
            Mark::Skipped => "skipped",
            Mark::NotReady => "not-ready",
            Mark::Unknown => "unknown",
            Mark::Tainted => "tainted",
            Mark::Draining => "draining",
        }
    }

    /// The sign in its cell: the shape tells it apart without colour.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Ready => "",
            Mark::Excluded => "–",
            Mark::Silent => "?",
            Mark::Skipped => "≈",
            Mark::NotReady => "○",
            Mark::Unknown => "!",
            Mark::Tainted => "✕",
            Mark::Draining => "◔",
        }
    }
}
