//! Those who act when their time has come: kubelets, controllers of custom finalizers, the cleanup of a definition's
//! instances. Like every controller they see watch events and answers, and make requests.

mod crd_cleanup;
mod finalizer_controller;
mod kubelet;
mod pod_start;
mod scheduler;
mod timers;

pub(crate) use scheduler::MADE_UP_NODE;
pub use timers::{Agents, Ask};
