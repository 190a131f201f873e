//! From bytes to documents: formats, encodings, what kubectl prints in between, and the small visitors that everything
//! else is read with. They intern as they go and never build a tree.

mod chatter;
mod context;
mod encoding;
mod json;
mod members;
mod scalar;
mod source;
#[cfg(feature = "yaml")]
mod yaml;

pub(crate) use chatter::Chatter;
pub(crate) use context::{Context, Documents, Segment, excerpt, refuse};
pub(crate) use members::{Element, Elements, Fields, Key, Members, passed_over};
pub(crate) use scalar::{Bool, Integer, LooseBool, LooseInteger, LooseText, Owned, Text, Timestamp};
pub use source::Source;
pub(crate) use source::read_source;
