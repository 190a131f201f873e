//! What the cross-crate tests share.

pub mod bench;
mod oracle_cluster;
pub mod replay;
pub mod schema;
pub mod vectors;

pub use oracle_cluster::oracle_cluster;
