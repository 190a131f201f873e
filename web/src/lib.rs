//! The WebAssembly module: what JavaScript can ask of the core and the formats. There is nothing here but the way in
//! and out; whatever computes is in the crates below.

mod diagnose;
mod failure;
mod forecast;
mod graph;
mod hash;
mod panic;
mod scenario;
mod sources;
mod versions;

pub use diagnose::{DiagnosisReport, diagnose};
pub use forecast::{ForecastReport, forecast};
pub use graph::{GraphComparison, GraphReport, graph};
pub use hash::{CollisionAnswer, HashAnswer, decode_hash, encode_sum, find_collision, hash_templates};
pub use scenario::{ScenarioResult, files_needed, run_scenario};
pub use sources::Sources;
pub use versions::{VersionTable, switch_table, version_changes};

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panic::tell_javascript();
}
