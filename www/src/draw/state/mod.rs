//! The drawing: what is open as something that can be changed, the changes as a closed enumeration, and the way back.
//! Every change goes through an API server first, and what that refuses changes nothing. Nothing here knows Yew.

mod admission;
mod apply;
mod deed;
mod document;
mod drawing;
mod edit;
mod kept;
mod kinds;
mod limits;
mod manifest;
mod minimal;
mod refusal;
#[cfg(test)]
mod tests;

pub use apply::{Applied, apply};
pub use deed::{Deed, Requested, request_of, tried};
pub use document::Document;
pub use drawing::{Drawing, Step, StepName, Traces};
pub use edit::{Change, CustomDraft, Draft, Edit, KindDraft, Owner, OwnerDraft, owner_of};
pub use kept::{kept_text, read_kept};
pub use kinds::{KindChoice, kind_choices, state_kinds};
pub use limits::{
    LONGEST_TEXT, Limit, MOST_DEPTH, MOST_DRAWN, MOST_FINALIZERS, MOST_KEPT_BYTES, MOST_LABELS, MOST_OWNERS,
};
pub use manifest::manifest;
pub use refusal::{Place, Refusal, Why};
