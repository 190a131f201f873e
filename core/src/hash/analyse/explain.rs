use crate::hash::decode::decode;
use crate::hash::dump::{Sink, dump};
use crate::hash::prepare::Prepared;
use crate::hash::schema::Field;
use crate::hash::way::{Step, append};
use crate::hash::{HashError, Template, Value};
use alloc::string::String;
use alloc::vec::Vec;

/// A dump with the fields that its pieces come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The text that is hashed.
    pub text: String,
    /// Every field, element and entry in the order of the text; those inside another come after it.
    pub parts: Vec<Part>,
}

/// The piece of a dump that one field contributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How many parts it is inside of.
    pub depth: usize,
    /// The way to it in JSON: `spec.containers[0].image`. A struct that is inlined there has the way of the one around.
    pub field: String,
    /// The way to it in Go: `Spec.Containers[0].Image`.
    pub go: String,
    /// Where its value comes from.
    pub origin: Origin,
    /// No other part is inside.
    pub is_leaf: bool,
}

/// Where a field's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// It is what was given.
    Given,
    /// Another text for what was given: a quantity that became canonical.
    Rewritten,
    /// The API server sets it where nothing is given.
    Default,
    /// Nobody sets it, so it is dumped as zero or nil.
    Zero,
}

/// Dumps a prepared template, and tells which field contributes what. `given` is what it was prepared from.
///
/// # Errors
/// Where `given` cannot be read, which preparing it would have told.
pub fn explain(prepared: &Prepared, given: &Template) -> Result<Explained, HashError> {
    let given = decode(given.value(), prepared.minor)?.value;
    let mut explainer = Explainer {
        text: String::new(),
        parts: Vec::new(),
        open: Vec::new(),
        values: alloc::vec![(Some(&prepared.value), Some(&given))],
        field: String::new(),
        go: String::new(),
    };
    dump(&prepared.value, prepared.setting(), &mut explainer);
    Ok(Explained {
        text: explainer.text,
        parts: explainer.parts,
    })
}

struct Explainer<'v> {
    text: String,
    parts: Vec<Part>,
    /// The parts that are not over: their place, and how long both ways were before.
    open: Vec<(usize, usize, usize)>,
    /// The dumped and the given value of every open part, the whole template first.
    values: Vec<(Option<&'v Value>, Option<&'v Value>)>,
    field: String,
    go: String,
}

impl Sink for Explainer<'_> {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn enter(&mut self, step: Step<'_>, field: Option<&'static Field>) {
        let lengths = (self.field.len(), self.go.len());
        let around = self.values.last().copied().unwrap_or_default();
        let inlined = field.is_some_and(Field::is_inline);
        let values = if inlined {
            around
        } else {
            (child(around.0, step), child(around.1, step))
        };
        match field {
            Some(field) => append(&mut self.go, Step::Field(field.go)),
            None => append(&mut self.go, step),
        }
        if !inlined {
            append(&mut self.field, step);
        }
        if let Some(&(around, ..)) = self.open.last() {
            self.parts[around].is_leaf = false;
        }
        self.open.push((self.parts.len(), lengths.0, lengths.1));
        self.values.push(values);
        self.parts.push(Part {
            start: self.text.len(),
            end: self.text.len(),
            depth: self.open.len() - 1,
            field: self.field.clone(),
            go: self.go.clone(),
            origin: origin(values.0, values.1),
            is_leaf: true,
        });
    }

    fn leave(&mut self) {
        self.values.pop();
        if let Some((place, field, go)) = self.open.pop() {
            self.parts[place].end = self.text.len();
            self.field.truncate(field);
            self.go.truncate(go);
        }
    }
}

fn child<'v>(value: Option<&'v Value>, step: Step<'_>) -> Option<&'v Value> {
    match step {
        Step::Field(name) | Step::Key(name) => value?.get(name),
        Step::Index(index) => value?.elements().get(index),
    }
}

fn origin(dumped: Option<&Value>, given: Option<&Value>) -> Origin {
    match (dumped, given) {
        (None, _) => Origin::Zero,
        (Some(_), None) => Origin::Default,
        (Some(Value::Text(ours)), Some(Value::Text(theirs))) if ours != theirs => Origin::Rewritten,
        (Some(Value::Text(_)), Some(Value::Null)) => Origin::Rewritten,
        (Some(_), Some(_)) => Origin::Given,
    }
}
