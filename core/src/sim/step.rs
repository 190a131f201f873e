use super::{Action, Effect};
use crate::object::Time;
use alloc::vec::Vec;

/// One step that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number, from 0.
    pub number: u64,
    /// Virtual time after it.
    pub time: Time,
    /// What was done.
    pub action: Action,
    /// What happened.
    pub effects: Vec<Effect>,
}

/// Why an action cannot be applied now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// No such informer, or nothing is on its way to it.
    NothingToDeliver,
    /// There is no change for the graph builder.
    NoGraphChange,
    /// The queue is empty, or its head may not be taken.
    QueueEmpty,
    /// The worker does not exist, or its controller is switched off.
    NoSuchWorker,
    /// The worker has an attempt under way.
    WorkerBusy,
    /// The worker has no call to make.
    NoCall,
    /// Nothing will ever become due.
    NothingDue,
    /// The agent has nothing to do, or its time has not come.
    AgentIdle,
    /// The controllers of nodes have nothing of the kind to do, or are switched off.
    NodesIdle,
    /// The time asked for has passed.
    TimePassed,
}
