//! From bytes to documents: archives, encodings, formats, what kubectl prints in between, and the small seeds that
//! everything else is read with. They intern as they go and never build a tree.

mod chatter;
mod context;
mod encoding;
mod erased;
mod events;
mod json;
mod lines;
mod members;
mod parser;
mod scalar;
mod source;
mod stream;
mod tar;
mod tree;
mod unpack;
mod yaml;
mod yaml_list;

pub(crate) use chatter::Chatter;
pub(crate) use context::{Context, Documents, Segment, excerpt};
pub(crate) use erased::{Erased, ErasedList, ErasedMapping, Failed, Seed, Token, erase};
pub(crate) use members::{Element, Elements, Fields, Key, Members};
pub use parser::{YamlParser, use_yaml_parser};
pub(crate) use scalar::{Bool, Integer, LooseBool, LooseInteger, LooseText, Owned, Text, Timestamp, Whole};
pub use source::Source;
pub(crate) use stream::{Stream, of_source, read_source};
pub(crate) use tree::Tree;
pub(crate) use unpack::{Packing, Unpacked, Unpacker};
