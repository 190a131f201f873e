//! The WebAssembly module: what JavaScript can ask of the core and the formats. There is nothing here but the way in
//! and out; whatever computes is in the crates below.

mod dump;
mod failure;
mod graph;
mod hash;
mod panic;
mod scenario;
mod simulation;
mod sources;
mod versions;
mod view;
mod yaml;

pub use dump::{DiagnosisHandle, DumpHandle, ForecastHandle};
pub use graph::{GraphComparison, GraphReport, graph};
pub use hash::{CollisionAnswer, HashAnswer, decode_hash, encode_sum, find_collision, hash_templates};
pub use scenario::{Question, RunHandle, files_needed};
pub use simulation::SimulationHandle;
pub use sources::Sources;
pub use versions::{VersionTable, switch_table, version_changes};
pub use yaml::use_yaml;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panic::tell_javascript();
}
