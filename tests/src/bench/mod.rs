//! What `cargo xtask bench` measures. Nothing here is a test: figures are printed, and ratios within one run.
#![expect(
    clippy::disallowed_types,
    reason = "a measurement is the one thing that needs the machine's clock"
)]

/// Clusters and dumps made for measuring.
pub mod clusters;
/// Throughput of the collector.
pub mod collector;
/// A cluster in which nearly everything is wrong.
pub mod diagnosis;
/// From a dump to a verdict.
pub mod dump;
/// Template hashes.
pub mod hash;
/// Memory of the process.
pub mod memory;
/// An outage in a cluster of many nodes.
pub mod nodes;
/// Going back in a history.
pub mod rewind;
/// Rollouts of many Deployments.
pub mod workloads;
