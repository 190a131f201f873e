use std::fmt;

/// Why a request could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WireError {
    /// The member, such as `body.metadata.finalizers[1]`.
    pub field: String,
    /// What is wrong with it.
    pub problem: WireProblem,
}

/// What is wrong with a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WireProblem {
    /// It must be there.
    Missing,
    /// It is of another type.
    Expected(&'static str),
    /// It names a kind or resource that is not known, or that several groups have.
    UnknownKind,
    /// It is none of the words that are read here.
    UnknownWord,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        match self.problem {
            WireProblem::Missing => write!(f, "{field}: missing"),
            WireProblem::Expected(what) => write!(f, "{field}: must be {what}"),
            WireProblem::UnknownKind => write!(f, "{field}: no such kind, or several"),
            WireProblem::UnknownWord => write!(f, "{field}: unknown word"),
        }
    }
}

impl std::error::Error for WireError {}
