//! The visualizer: a Yew application over the simulated cluster.

// A program: `pub` says what a room shows to the others, and nobody outside can reach any of it.
#![allow(unreachable_pub)]

mod components;
mod crash;
mod draw;
mod embed;
mod graph;
mod hooks;
mod host;
mod lenses;
mod state;
mod text;

/// Runs when the module is loaded. What is drawn is for whoever loads it to say: `www/boot.js` for a page of its own, the
/// element of the npm package for a part of somebody else's.
fn main() {
    crash::install();
}
