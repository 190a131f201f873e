use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// Where a walk through a template is. It is cheap to keep, and only written out when somebody asks.
#[derive(Default)]
pub(super) struct Way<'v>(Vec<Step<'v>>);

/// One step of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step<'v> {
    /// Into a member of a struct.
    Field(&'v str),
    /// Into an element of a list.
    Index(usize),
    /// Into the value of a key.
    Key(&'v str),
}

impl<'v> Way<'v> {
    pub(super) fn push(&mut self, step: Step<'v>) {
        self.0.push(step);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for step in &self.0 {
            append(&mut text, *step);
        }
        text
    }

    /// The way to a member of where this one is.
    pub(super) fn to_member(&self, name: &str) -> String {
        let mut text = self.text();
        append(&mut text, Step::Field(name));
        text
    }
}

/// Goes one step further on a way that is written out.
pub(super) fn append(way: &mut String, step: Step<'_>) {
    match step {
        Step::Field(name) => {
            if !way.is_empty() {
                way.push('.');
            }
            way.push_str(name);
        }
        // Writing into a string cannot fail.
        Step::Index(index) => {
            let _ = write!(way, "[{index}]");
        }
        Step::Key(key) => {
            let _ = write!(way, "[{key}]");
        }
    }
}
