//! The visualizer.
fn main() {}
