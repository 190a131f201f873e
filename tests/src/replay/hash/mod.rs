//! Recordings of the template hash: every minor version's own code.

mod encoding;
mod equality;
mod history;
mod names;
mod quantities;
mod revisions;
mod rows;
mod stored;
mod value;

pub use encoding::replay_encoding;
pub use equality::replay_equality;
pub use history::replay_history;
pub use names::replay_names;
pub use quantities::replay_quantity;
pub use revisions::{replay_collision, replay_revision};
pub use rows::replay_template;
pub(super) use stored::complete;
pub use stored::replay_stored;
pub use value::{template_of, value_of};

use serde_json::Value;
use std::fmt::Debug;

/// The minor version of a text like `1.37.2`.
fn minor_of(recording: &Value) -> Result<u32, String> {
    let version = recording["kubernetes"].as_str().ok_or("no version")?;
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse().ok());
    minor.ok_or_else(|| format!("unreadable version {version}"))
}

fn count_of(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|count| i32::try_from(count).ok())
}

fn same<T: PartialEq + Debug>(what: &str, ours: T, recorded: T) -> Result<(), String> {
    if ours == recorded {
        Ok(())
    } else {
        Err(format!("{what}: ours {ours:?}, recorded {recorded:?}"))
    }
}
