//! The vectors of the specification (gc section 17) as data: process an event, process an attempt, assert.
//!
//! A file of `tests/vectors/gc` holds one vector, or a list of them: a world in small, and steps, each an object with one
//! member whose name is the verb. What verbs there are is said in the modules, one for each bench:
//! [`collector`] (graph, queues, API, namespaces), [`discovery`], [`dot`] and [`queue`].

mod calls;
mod collector;
mod discovery;
mod dot;
mod expect;
mod notation;
mod queue;
mod requests;
mod view;

use serde_json::Value;
use std::path::{Path, PathBuf};

/// The vectors of every file below `directory`, with the file's name and the vector's id for messages.
pub fn discover(directory: &Path) -> Result<Vec<(String, Value)>, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        let content: Value = serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
        match content {
            Value::Array(list) => vectors.extend(list.into_iter().map(|vector| named(&name, vector))),
            one => vectors.push(named(&name, one)),
        }
    }
    Ok(vectors)
}

fn named(file: &str, vector: Value) -> (String, Value) {
    let id = vector["id"].as_str().unwrap_or("?").to_owned();
    (format!("{file}: {id}"), vector)
}

/// Runs one vector. One that is marked `known_failure` has to fail.
pub fn run(vector: &Value) -> Result<(), String> {
    let result = match vector["bench"].as_str() {
        None => collector::run(vector),
        Some("discovery") => discovery::run(vector),
        Some("dot") => dot::run(vector),
        Some("queue") => queue::run(vector),
        Some(other) => Err(format!("unknown bench {other}")),
    };
    match (vector["known_failure"].as_str(), result) {
        (None, result) => result,
        (Some(_), Err(_)) => Ok(()),
        (Some(why), Ok(())) => Err(format!("passes now: take off known_failure ({why})")),
    }
}

/// Runs the steps of a vector in order; errors say which step failed.
fn each_step(vector: &Value, mut step: impl FnMut(&str, &Value) -> Result<(), String>) -> Result<(), String> {
    let steps = vector["steps"].as_array().ok_or("no steps")?;
    for (number, one) in steps.iter().enumerate() {
        let members = one
            .as_object()
            .ok_or_else(|| format!("step {number} is no object"))?;
        let mut members = members.iter();
        let (Some((verb, about)), None) = (members.next(), members.next()) else {
            return Err(format!("step {number} has to have one member: {one}"));
        };
        step(verb, about).map_err(|difference| format!("step {number} {one}:\n    {difference}"))?;
    }
    Ok(())
}

/// The texts of a list; `null` is the empty one.
fn texts(list: &Value) -> Result<Vec<String>, String> {
    match list {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) => {
            let text = |one: &Value| one.as_str().map(str::to_owned).ok_or(format!("{one} is no text"));
            list.iter().map(text).collect()
        }
        other => Err(format!("{other} is no list")),
    }
}

/// A span such as `200ms` or `30s`, in nanoseconds.
fn span(text: &Value) -> Result<i64, String> {
    let text = text.as_str().ok_or_else(|| format!("{text} is no span"))?;
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1_000_000),
        None => (
            text.strip_suffix('s').ok_or("a span ends with ms or s")?,
            1_000_000_000,
        ),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i64 = whole.parse().map_err(|_| format!("{text} is no span"))?;
    let mut nanos = whole * unit;
    let mut place = unit;
    for digit in fraction.chars() {
        place /= 10;
        nanos += i64::from(digit.to_digit(10).ok_or("no digit")?) * place;
    }
    Ok(nanos)
}

/// Compares; the message shows both sides.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, expected: &T) -> Result<(), String> {
    if ours == expected {
        Ok(())
    } else {
        Err(format!(
            "{what}:\n      ours     {ours:?}\n      expected {expected:?}"
        ))
    }
}
