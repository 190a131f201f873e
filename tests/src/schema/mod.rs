//! The struct tables of every minor version, and the one compact table that the core has of them.

mod compact;
mod data;

pub use compact::render;
pub use data::{Definition, Member, Tables, read_tables};
