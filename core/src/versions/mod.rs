//! What changed from minor to minor: the table of switches, the feature gates, and what a world makes of both (spec
//! versions).

mod gate;
mod minor;
mod setting;
mod switch;
mod switches;

pub use gate::{Gate, GateState};
pub use minor::{COMPARED, Evidence, KNOWN};
pub use setting::{GateRefused, Overrides, SwitchSetting};
pub use switch::{OnIn, Part, Priority, Switch};
pub use switches::{SwitchChange, Switches, what_changes};
