//! What the lens knows, without Yew: the cluster that is built, what goes wrong, the run, its tape, and what it means.

mod chart;
mod desk;
mod fault;
mod fleet;
mod mark;
mod opened;
mod plan;
mod preset;
mod run;
mod scenario;
mod settings;
mod situation;
mod tape;
#[cfg(test)]
mod tests;

pub use chart::{Axis, Figure, Scale, figures, ticks};
pub use desk::{Act, Desk, Pace, Side, Told};
pub use fault::{FaultPlan, Place, What};
pub use fleet::{DumpTold, Fleet, FleetBuilder, FleetNode, FleetZone};
pub use mark::{Bits, Mark};
pub use opened::{DumpReading, Gathering};
pub use plan::{ClusterPlan, MOST_NODES, MOST_PODS, MOST_ZONES, PlanError};
pub use preset::Preset;
pub use run::{Run, reached};
pub use scenario::scenario_text;
pub use settings::{Flag, Settings};
pub use situation::{Course, Situation, ZoneNote, situation, zone_note};
pub use tape::{
    Happened, Happening, LimiterRow, Outcome, Row, Stale, Swap, SwapCause, Tape, Waiting, ZoneRow,
};
