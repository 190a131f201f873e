use super::{LabelSelector, List, Name};
use alloc::sync::Arc;

/// What is read of a StatefulSet or DaemonSet: what its history of revisions goes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RevisedSetFacts {
    /// `spec`.
    pub spec: RevisedSetSpec,
    /// `status`.
    pub status: RevisedSetStatus,
}

/// `spec` of a StatefulSet or DaemonSet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RevisedSetSpec {
    /// `replicas` of a StatefulSet, 1 where the API server defaults it.
    pub replicas: i32,
    /// `selector`.
    pub selector: Arc<LabelSelector>,
    /// `template.metadata.labels`, sorted by the text of their keys.
    pub template_labels: List<(Name, Name)>,
    /// The data of a revision of the template, the exact bytes (HS-19).
    pub data: Arc<str>,
    /// The 32-bit FNV-1a state after the dump of the template, to which a DaemonSet adds its collision count (HS-13).
    pub hash_state: u32,
    /// `revisionHistoryLimit`, 10 where the API server defaults it.
    pub history_limit: i32,
    /// The update strategy is OnDelete.
    pub on_delete: bool,
}

/// `status` of a StatefulSet or DaemonSet; of the latter only the count is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RevisedSetStatus {
    /// `observedGeneration`.
    pub observed_generation: i64,
    /// `currentRevision`.
    pub current_revision: Name,
    /// `updateRevision`.
    pub update_revision: Name,
    /// `collisionCount`.
    pub collision_count: Option<i32>,
}

/// What is read of a ControllerRevision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RevisionFacts {
    /// `data`, the exact bytes.
    pub data: Arc<str>,
    /// What `data` comes to when it is restored, defaulted and built anew; `None` where it is no such patch (HS-24).
    pub rebuilt: Option<Arc<str>>,
    /// `revision`.
    pub number: i64,
}
