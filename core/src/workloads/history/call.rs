use super::Revision;
use alloc::string::String;
use alloc::vec::Vec;

/// A call to the API server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryCall {
    /// GET of the StatefulSet or DaemonSet.
    GetParent,
    /// PATCH that makes the parent a revision's controller.
    Adopt {
        /// Name of the revision.
        name: String,
        /// Its uid.
        uid: String,
    },
    /// PATCH that takes the parent off a revision.
    Release {
        /// Name of the revision.
        name: String,
        /// Its uid.
        uid: String,
    },
    /// POST of a revision.
    Create(Revision),
    /// GET of a revision.
    Get(String),
    /// PUT of a revision.
    Update(Revision),
    /// DELETE of a revision.
    Delete(String),
    /// PATCH of a pod's label `controller-revision-hash`.
    LabelPod {
        /// Name of the pod.
        name: String,
        /// The label's new value.
        hash: String,
    },
    /// PUT of the live parent's status with this collisionCount.
    WriteCount(i32),
    /// PUT of the status of a StatefulSet.
    WriteStatus {
        /// `currentRevision`.
        current: String,
        /// `updateRevision`.
        update: String,
        /// `collisionCount`.
        count: i32,
    },
}

/// What the API server answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is done.
    Done,
    /// The revision, as read or written.
    Revision(Revision),
    /// The live parent.
    Parent(LiveParent),
    /// It is refused.
    Refused(Refusal),
}

/// What a live look at the parent finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveParent {
    /// Its uid.
    pub uid: String,
    /// Its deletionTimestamp in seconds since 1970.
    pub deleted_s: Option<i64>,
    /// Its `status.collisionCount`.
    pub collision_count: Option<i32>,
}

/// Why a call is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The name is taken.
    AlreadyExists,
    /// The object has changed.
    Conflict,
    /// There is no such object.
    NotFound,
    /// The object is another one (422).
    Invalid,
    /// Anything else.
    Other,
}

/// Why a part of a sync ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// It waits for the answer to its last call.
    Pending,
    /// The call with this number was refused, counted from 0.
    Refused {
        /// The call.
        call: usize,
        /// Why.
        refusal: Refusal,
    },
    /// An update without a name, which no client sends (HS-24).
    NameMissing,
    /// No revision may be adopted (CR-6).
    CannotAdopt(CannotAdopt),
    /// Several revisions could not be claimed.
    Claim(Vec<HistoryError>),
    /// The live DaemonSet has another collisionCount than the cached one (HS-15).
    StaleCount,
}

/// Why no revision may be adopted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotAdopt {
    /// The parent is being deleted since then, in seconds since 1970.
    JustDeleted(i64),
    /// The parent's name is taken by another one.
    Gone {
        /// The uid that it has.
        got: String,
        /// The uid that was wanted.
        wanted: String,
    },
    /// The parent could not be read: the call with this number.
    Get(usize),
}

/// The calls of one sync: it is run from its beginning each time an answer has come, and finds the answers to all that
/// it asked before. So what it waits for is its inputs and the answers, and it reads top to bottom like the real one.
#[derive(Debug)]
pub struct Calls<'a> {
    answers: &'a [Answer],
    next: usize,
    wanted: Option<HistoryCall>,
}

impl<'a> Calls<'a> {
    /// A run of a sync that has got these answers.
    pub fn new(answers: &'a [Answer]) -> Self {
        Calls {
            answers,
            next: 0,
            wanted: None,
        }
    }

    /// The call that is to be answered before the next run.
    pub fn wanted(self) -> Option<HistoryCall> {
        self.wanted
    }

    /// Makes a call: its number with the answer, or the refusal.
    pub(super) fn ask(
        &mut self,
        call: impl FnOnce() -> HistoryCall,
    ) -> Result<Result<&'a Answer, Refused>, HistoryError> {
        let Some(answer) = self.answers.get(self.next) else {
            self.wanted = Some(call());
            return Err(HistoryError::Pending);
        };
        let call = self.next;
        self.next += 1;
        Ok(match answer {
            Answer::Refused(refusal) => Err(Refused {
                call,
                refusal: *refusal,
            }),
            answer => Ok(answer),
        })
    }

    /// Makes a call whose refusal ends the sync.
    pub(super) fn must(&mut self, call: impl FnOnce() -> HistoryCall) -> Result<&'a Answer, HistoryError> {
        self.ask(call)?.map_err(HistoryError::from)
    }

    /// Looks at the live parent before the first adoption (CR-6).
    pub(super) fn recheck(&mut self, uid: &str) -> Result<(), HistoryError> {
        let cause = match self.ask(|| HistoryCall::GetParent)? {
            Err(refused) => CannotAdopt::Get(refused.call),
            Ok(Answer::Parent(live)) if live.uid != uid => CannotAdopt::Gone {
                got: live.uid.clone(),
                wanted: String::from(uid),
            },
            Ok(Answer::Parent(LiveParent {
                deleted_s: Some(at), ..
            })) => CannotAdopt::JustDeleted(*at),
            Ok(_) => return Ok(()),
        };
        Err(HistoryError::CannotAdopt(cause))
    }
}

/// A call that was refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused {
    pub(super) call: usize,
    pub(super) refusal: Refusal,
}

impl From<Refused> for HistoryError {
    fn from(refused: Refused) -> Self {
        HistoryError::Refused {
            call: refused.call,
            refusal: refused.refusal,
        }
    }
}
