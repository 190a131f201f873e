//! Nodes and zones: the node lifecycle controller with its zones and eviction limiters, taint eviction, and the
//! kubelets' signs of life (spec nodes).

mod action;
mod choice;
mod client;
mod config;
mod consistency;
mod disruption;
mod effect;
mod evaluate;
mod fault;
mod flags;
mod health;
mod kubelets;
mod lifecycle;
mod limiter;
mod no_execute;
mod no_schedule;
mod pod_queue;
mod pods;
mod rate;
mod rate_limited_queue;
mod room;
mod taint_eviction;
mod taints;
mod tolerations;
mod zone;

pub use action::NodeAction;
pub use choice::NodeChoice;
pub use client::{NodeClient, NodeContext, NodeKinds, NodeStores};
pub use config::NodesConfig;
pub use consistency::{ConsistencyStore, Owner};
pub use effect::{NodeEffect, SkipReason};
pub use fault::{NodeFault, RefusedCalls, RefusedVerb};
pub use flags::{NodeFlags, NodeSwitches, ZoneOrder};
pub use health::Health;
pub use kubelets::{Kubelet, Kubelets};
pub use lifecycle::{Crash, NodeLifecycle};
pub use limiter::Limiter;
pub use rate::Rate;
pub use rate_limited_queue::{QueueEntry, RateLimitedQueue, Turn, UniqueQueue};
pub use room::{Nodes, Surroundings, Written};
pub use taint_eviction::{PodId, TaintEviction, Timer};
pub use tolerations::{comparing, min_toleration_time, tolerated_for, tolerates};
pub use zone::{Zone, ZoneKey, ZoneMetrics, ZoneState};
