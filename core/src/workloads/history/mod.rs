//! The history of StatefulSets and DaemonSets: which revision is the current one, and what becomes of the others (HS-13 to
//! HS-16a, HS-22 to HS-26). Plain data in, calls out: whoever runs it answers them.

mod call;
mod controller;
mod daemon_set;
mod revision;
mod stateful_set;
mod translate;

pub use call::{Answer, Calls, CannotAdopt, HistoryCall, HistoryError, LiveParent, Refusal};
pub use controller::{Deed, HistoryConfig, HistoryController, Told};
pub use daemon_set::{DaemonSetHistory, clean_up, construct};
pub use revision::{Controller, LabelledPod, Parent, Revision};
pub use stateful_set::{Chosen, adopt_orphans, choose, list, next_status, truncate};
