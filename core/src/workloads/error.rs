use crate::apiserver::{CauseReason, Reason, Response, Status};
use crate::object::{IntOrPercent, KindId, List, Name, Time};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A call that failed: what it was about, and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// The kind asked for.
    pub kind: KindId,
    /// The namespace asked in.
    pub namespace: Name,
    /// The name asked for; empty for a creation whose name the API server completes.
    pub name: Name,
    /// The answer; its code is 0 where there was none.
    pub status: Status,
}

/// Why a sync ended, or what it reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyncError {
    /// The API server refused a call.
    Api(Box<ApiError>),
    /// A pod could not be deleted (RS-19a).
    Delete(Box<ApiError>),
    /// The template has no labels (RS-19).
    NoTemplateLabels,
    /// An orphan could not be adopted (CR-6).
    CannotAdopt {
        /// Kind of the orphan.
        kind: KindId,
        /// Namespace of the orphan.
        namespace: Name,
        /// Name of the orphan.
        name: Name,
        /// uid of the orphan.
        uid: Name,
        /// Why.
        cause: Box<CannotAdopt>,
    },
    /// Everything that went wrong while claiming (CR-3).
    Claim(Vec<SyncError>),
    /// The cache is older than what this controller wrote (RS-32).
    Stale(Stale),
    /// The key has more than one `/` (RS-11, DP-1).
    KeyFormat(Name),
    /// The selector does not parse; the expression's key, operator and number of values tell why.
    Selector {
        /// Kind of the controller.
        kind: KindId,
        /// Namespace of the controller.
        namespace: Name,
        /// Name of the controller.
        name: Name,
        /// The first expression that does not parse.
        expression: crate::object::Expression,
    },
    /// A stand-alone ReplicaSet has no related pods (RS-21).
    NoController {
        /// Namespace of the ReplicaSet.
        namespace: Name,
        /// Name of the ReplicaSet.
        name: Name,
    },
    /// Several controllers select one object (RS-9).
    ManySelect {
        /// Kind of the controllers.
        kind: KindId,
        /// Labels of the object.
        labels: List<(Name, Name)>,
    },
    /// The strategy is none that exists (DP-1).
    Strategy(Name),
    /// There is no size of a new ReplicaSet for this strategy (DP-7).
    UnsupportedStrategy(Name),
    /// `maxSurge` cannot be read (DP-7): `None` where it is missing.
    Surge(Option<IntOrPercent>),
    /// A ReplicaSet is not in the cache (HS-9).
    NotCached {
        /// Its kind.
        kind: KindId,
        /// Its name.
        name: Name,
    },
    /// An update of a revision without a name, which no client sends (HS-24).
    RevisionNameMissing,
    /// Orphaned revisions could not be adopted (HS-26).
    CannotAdoptRevisions(Box<CannotAdopt>),
    /// The live DaemonSet has another collisionCount than the cached one (HS-15).
    StaleCollisionCount(Name),
    /// A handler was handed something else than an object of its kind (RS-2, RS-7, DP-16).
    NotAnObject {
        /// The kind that was expected.
        kind: KindId,
        /// It came as a tombstone.
        tombstone: bool,
    },
}

/// Why an adoption is denied (CR-6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotAdopt {
    /// The controller is being deleted.
    JustDeleted {
        /// Namespace of the controller.
        namespace: Name,
        /// Name of the controller.
        name: Name,
        /// Its deletionTimestamp.
        at: Time,
    },
    /// The controller's name is taken by another object.
    Gone {
        /// Kind of the controller.
        kind: KindId,
        /// Namespace of the controller.
        namespace: Name,
        /// Name of the controller.
        name: Name,
        /// The uid found.
        got: Name,
        /// The uid in the cache.
        wanted: Name,
    },
    /// The controller could not be read.
    Get(ApiError),
}

/// What the consistency store misses (RS-32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stale {
    /// The kind of the cache that is behind.
    pub kind: KindId,
    /// The version that the cache last saw.
    pub read: u64,
    /// The version that was written.
    pub written: u64,
}

impl ApiError {
    /// The error of a refusal; `None` for a success.
    pub fn of(response: &Response, kind: KindId, namespace: Name, name: Name) -> Option<ApiError> {
        if response.is_success() {
            return None;
        }
        let status = response.as_status().cloned().unwrap_or_else(|| Status {
            code: response.code,
            ..Status::default()
        });
        Some(ApiError {
            kind,
            namespace,
            name,
            status,
        })
    }

    /// Whether the answer has this reason.
    pub fn is(&self, reason: Reason) -> bool {
        self.status.reason == Some(reason)
    }

    /// Whether the namespace is being deleted, which no retry can help (RS-15, HS-10).
    pub fn is_namespace_terminating(&self) -> bool {
        self.status
            .causes
            .iter()
            .any(|cause| cause.reason == CauseReason::NamespaceTerminating)
    }
}

impl SyncError {
    /// The refusal, where it is one.
    pub fn as_api(&self) -> Option<&ApiError> {
        match self {
            SyncError::Api(error) | SyncError::Delete(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ApiError> for SyncError {
    fn from(error: ApiError) -> Self {
        SyncError::Api(Box::new(error))
    }
}
