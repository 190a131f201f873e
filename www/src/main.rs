//! The visualizer: a Yew application over the simulated cluster.

// A program: `pub` says what a room shows to the others, and nobody outside can reach any of it.
#![allow(unreachable_pub)]

mod components;
mod crash;
mod graph;
mod hooks;
mod lenses;
mod state;
mod text;

fn main() {
    crash::install();
    yew::Renderer::<components::App>::new().render();
}
