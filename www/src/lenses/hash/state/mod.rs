//! What the lens knows of templates, apart from how it looks. Nothing here knows Yew.

mod collision;
mod comparison;
mod entry;
mod hashes;
mod makers;
mod open_now;
mod parts;
mod revision;
mod span;
mod subject;
mod view;
mod yaml;

pub use collision::{Finder, Finding, Meeting, Round};
pub use comparison::{Comparison, Verdict};
pub use entry::{Entry, MAX_EDITED_BYTES, TemplateReading, edited, samples};
pub use hashes::{Group, Hashes, Hashing, Row};
pub use makers::{Made, Makers, Tracing, makers_of_label};
pub use open_now::OpenNow;
pub use parts::{changed_parts, name_of_way, shown, value};
pub use span::{minors_text, version};
pub use subject::{Subject, by_revision};
pub use view::{Busy, HashAct, HashView, Other, Search, Stage};
