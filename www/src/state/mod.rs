//! What the visualizer knows, apart from how it looks. Nothing here knows Yew.

mod answer;
mod branch;
mod breakpoints;
mod catalog;
mod chain;
mod diagnosed;
mod dress;
mod ending;
mod filter;
mod forest;
mod frame;
mod lens;
mod lesson;
mod live;
mod log;
mod natural;
mod outline;
mod ownership;
mod plain;
mod player;
mod queues;
mod reading;
mod script;
#[cfg(test)]
mod script_tests;
mod session;
mod share;
mod source;
mod speed;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod time_tests;
mod touch;
mod version;
mod view;

pub use answer::{Answer, Mark};
pub use branch::{BranchView, LONGEST_NAME, Label, descendants, in_order};
pub use breakpoints::{Breakpoint, BreakpointAct, Breakpoints};
pub use catalog::{Catalog, ThingId};
pub use chain::{ChainLink, call, chain, list_refs};
pub use diagnosed::{Diagnosed, mark_of};
pub use dress::{Dress, current};
pub use ending::{Difference, Differences, EndOf, Ending, Subject};
pub use filter::Filter;
pub use forest::Forest;
pub use frame::{CallRow, Frame, call_detail, call_path, call_verb};
pub use lens::Lens;
pub use lesson::Lesson;
pub use live::{Live, live};
pub use log::{Happened, KEPT_AT_EACH_END, ThingLog};
pub use natural::natural;
pub use outline::{Grouping, Opened, Outline, Row, RowId};
pub use ownership::{OwnerState, Ownership, ownerships};
#[cfg(test)]
pub use player::MOST_BRANCHES;
pub use player::{Player, PlayerError};
pub use queues::{ItemList, QueueItem, QueueView, Queues};
pub use reading::{Input, Inputs, Read, Reading, Written};
pub use script::{Rehearsed, Script, Told};
pub use session::Session;
pub use share::{
    Chosen, LinkError, Shared, SharedPlace, candidates, link, mermaid, read_deed, read_link, scenario,
};
pub use source::{Sample, Source};
pub use speed::Speed;
#[cfg(test)]
pub use tests::opened_sample;
pub use touch::{EffectKind, STOPPABLE_QUEUES, Touch, rule_of};
pub use version::as_minor;
pub use view::{Act, Busy, MOST_HOPS, Panel, Place, Policies, Scope, Sheet, Stage, Theme, View};
