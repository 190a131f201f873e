//! Nodes and zones: zones as columns of nodes, their limiters and queues, charts over virtual time, faults at their
//! times, flags, and two settings side by side. `state/` runs the question to its end and keeps a tape of it; what is
//! shown is a moment of a tape.

mod answer;
mod charts;
mod fault_form;
mod happenings;
mod knobs;
mod lens;
mod node_grid;
mod plan_form;
mod question;
mod state;
mod text;
mod time_bar;
mod use_desk;
mod use_runs;
mod values;
mod zone_card;

pub use lens::NodesLens;
