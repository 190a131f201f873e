use crate::hash::{REVISION_HASH_LABEL, labels_tell_apart};
use crate::versions::{Switch, Switches};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;

/// A ControllerRevision, as far as its controllers read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Revision {
    /// `metadata.name`.
    pub name: String,
    /// `metadata.uid`.
    pub uid: String,
    /// `metadata.labels`.
    pub labels: BTreeMap<String, String>,
    /// `metadata.annotations`.
    pub annotations: BTreeMap<String, String>,
    /// The owner reference that is its controller's.
    pub controller: Option<Controller>,
    /// `metadata.creationTimestamp` in seconds since 1970; one without is older than any.
    pub created_s: Option<i64>,
    /// Whether it is being deleted.
    pub is_deleting: bool,
    /// `data`, the exact bytes.
    pub data: Arc<str>,
    /// What `data` comes to when it is restored, defaulted and built anew; `None` where it is no such patch (HS-24).
    pub rebuilt: Option<Arc<str>>,
    /// `revision`.
    pub number: i64,
}

/// Who controls an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Controller {
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its uid.
    pub uid: String,
}

/// A StatefulSet or DaemonSet as its controller's cache has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parent {
    /// Itself, as its revisions name it.
    pub reference: Controller,
    /// The labels that it selects.
    pub selector: BTreeMap<String, String>,
    /// `metadata.annotations`, which new revisions get.
    pub annotations: BTreeMap<String, String>,
    /// The labels of its template, which new revisions get.
    pub template_labels: BTreeMap<String, String>,
    /// The data of a revision of its template.
    pub data: Arc<str>,
    /// The hash of its template with its collisionCount: what a DaemonSet's revision is named by (HS-13).
    pub template_hash: String,
    /// `status.collisionCount`.
    pub collision_count: Option<i32>,
    /// `status.currentRevision`.
    pub current_revision: String,
    /// `spec.revisionHistoryLimit`, which the API server always sets.
    pub history_limit: i32,
    /// Whether it is being deleted.
    pub is_deleting: bool,
    /// What the version of its controller does.
    pub switches: Switches,
}

/// A pod of a StatefulSet or DaemonSet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledPod {
    /// Its name.
    pub name: String,
    /// Its label `controller-revision-hash`.
    pub hash: Option<String>,
    /// Whether it has a node that it is meant for.
    pub has_target: bool,
}

impl Revision {
    /// The order of a history: number, then age, then name (HS-25).
    pub fn compare(&self, other: &Revision) -> Ordering {
        let key = |revision: &Revision| (revision.number, revision.created_s.unwrap_or(i64::MIN));
        key(self)
            .cmp(&key(other))
            .then_with(|| self.name.cmp(&other.name))
    }
}

impl Parent {
    /// Whether it selects these labels.
    pub(super) fn selects(&self, labels: &BTreeMap<String, String>) -> bool {
        self.selector
            .iter()
            .all(|(key, value)| labels.get(key) == Some(value))
    }

    /// Whether it controls a revision: by uid, and by kind and name too where they are looked up by these (HS-26).
    pub(super) fn owns(&self, revision: &Revision) -> bool {
        if self.switches.has(Switch::HistoryByOwnerIndex) {
            revision.controller.as_ref() == Some(&self.reference)
        } else {
            let uid = revision.controller.as_ref().map(|controller| &controller.uid);
            uid == Some(&self.reference.uid)
        }
    }

    /// Whether two revisions of these data and hash labels are equal (HS-23).
    pub(super) fn calls_equal(&self, ours: (&str, Option<&String>), theirs: &Revision) -> bool {
        let (data, label) = ours;
        let apart = !self.switches.has(Switch::RevisionEqualityIgnoresLabels)
            && match (label, theirs.labels.get(REVISION_HASH_LABEL)) {
                (Some(ours), Some(theirs)) => labels_tell_apart(ours, theirs),
                _ => false,
            };
        !apart && *theirs.data == *data
    }
}
