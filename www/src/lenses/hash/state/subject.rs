use super::{Entry, Row, revision};
use kubeloupe_core::hash::analyse::{Explained, explain};
use kubeloupe_core::hash::{HashError, Prepared, prepare, unknown_fields};
use std::rc::Rc;

/// An entry in the eyes of one version: what is hashed of it, and what comes of that.
#[derive(Debug)]
pub struct Subject {
    /// The entry.
    pub entry: Rc<Entry>,
    /// The version `1.minor`.
    pub minor: u32,
    /// The template in that version's types.
    pub prepared: Prepared,
    /// What is hashed, and which field contributes what.
    pub explained: Explained,
    /// The hash and the name that it makes.
    pub row: Row,
}

impl PartialEq for Subject {
    /// A subject is computed once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Whether what counts is the hash of a ControllerRevision's data: a StatefulSet's revisions are named by that (HS-17,
/// HS-18), while a DaemonSet's are named by the hash of its template.
pub fn by_revision(entry: &Entry) -> bool {
    entry.object.kind == "StatefulSet"
}

impl Subject {
    /// Looks at an entry as `1.minor` does, with this collisionCount.
    ///
    /// # Errors
    /// Where the template cannot be read, or has fields that no version knows.
    pub fn new(entry: &Rc<Entry>, minor: u32, count: Option<i32>) -> Result<Subject, HashError> {
        let misspelt = unknown_fields(&entry.template)?;
        if !misspelt.is_empty() {
            return Err(HashError::UnknownFields(misspelt));
        }
        let prepared = prepare(&entry.template, entry.object.form, minor)?;
        Ok(Subject {
            explained: explained(entry, &prepared)?,
            row: Row::new(entry, &prepared, count),
            entry: entry.clone(),
            minor,
            prepared,
        })
    }
}

/// What is hashed of an entry.
pub(super) fn explained(entry: &Entry, prepared: &Prepared) -> Result<Explained, HashError> {
    if by_revision(entry) {
        Ok(revision::explain(prepared, &entry.template))
    } else {
        explain(prepared, &entry.template)
    }
}
