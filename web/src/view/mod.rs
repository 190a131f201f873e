//! The state of a simulation as plain data: what JavaScript sees of actions, effects and everything that there is, and
//! its types in TypeScript.

mod action;
mod effect;
mod plain;
mod state;
#[cfg(test)]
mod types;
mod words;

pub(crate) use action::{Choice, Taken, find};
pub(crate) use plain::{Out, Plain};
pub(crate) use state::write;
