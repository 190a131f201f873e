use super::{QuantityError, Shape};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Why there is no hash. Fields are ways like `spec.containers[0].image`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HashError {
    /// The struct tables know no version `1.N` of that number.
    Version(u32),
    /// A template is a mapping.
    NotATemplate(Shape),
    /// The template is larger than a limit allows.
    Limit(TemplateLimit),
    /// The API server would refuse the value of a field.
    WrongType {
        /// The field.
        field: String,
        /// What belongs there.
        expected: Expected,
        /// What is there.
        found: Shape,
    },
    /// A number that is no whole one, or does not fit.
    Number {
        /// The field.
        field: String,
        /// What belongs there.
        expected: Expected,
        /// The number.
        text: Box<str>,
    },
    /// A text that is no quantity.
    Quantity {
        /// The field.
        field: String,
        /// The text.
        text: Box<str>,
        /// Why not.
        error: QuantityError,
    },
    /// A text that is no time.
    Time {
        /// The field.
        field: String,
        /// The text.
        text: Box<str>,
    },
    /// A field whose dump is not known: the contents of `managedFields` (SP-12).
    Unsupported(String),
    /// Fields that no version of Kubernetes has.
    UnknownFields(Vec<String>),
}

/// What belongs into a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// `true` or `false`.
    Bool,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A text.
    Text,
    /// A list.
    List,
    /// A mapping.
    Map,
    /// A quantity: a text or a number.
    Quantity,
    /// A number or a name: of a port.
    IntOrText,
    /// A time.
    Time,
}

/// A limit on the size of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateLimit {
    /// Values of any kind: [`super::MAX_VALUES`].
    Values,
    /// Bytes of all names and texts: [`super::MAX_TEXT_BYTES`].
    TextBytes,
    /// Nesting: [`super::MAX_DEPTH`].
    Depth,
}
