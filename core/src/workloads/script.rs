use super::{ApiError, SyncError};
use crate::apiserver::{Cluster, Request, Response, Target, Verb};
use crate::object::{KindId, Name, Object, Time};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One round of calls, all made at once, with their answers.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The answers, in the order of the calls.
    pub responses: Vec<Response>,
    /// When the last of them came.
    pub at: Time,
}

/// The sync cannot go on before its calls are answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending;

/// Why a part of a sync stopped: it waits for answers, or it failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It waits for answers.
    Pending,
    /// It failed.
    Failed(SyncError),
}

impl From<Pending> for Stop {
    fn from(_: Pending) -> Self {
        Stop::Pending
    }
}

impl From<SyncError> for Stop {
    fn from(error: SyncError) -> Self {
        Stop::Failed(error)
    }
}

impl From<ApiError> for Stop {
    fn from(error: ApiError) -> Self {
        Stop::Failed(error.into())
    }
}

/// How a sync reaches the world.
///
/// A sync is a plain function of what the caches held when it began and of the answers so far. Where it makes calls that
/// are not answered yet, it stops with [`Pending`]; once they are answered, it is run again from its beginning, and finds
/// the answers to everything that it asked before. So a worker's state is its inputs and the answers, which can be cloned
/// and compared, and a sync reads top to bottom like the real one.
pub struct Script<'a, D> {
    /// Strings and kinds.
    pub cluster: &'a mut Cluster,
    answers: &'a [Answered],
    next: usize,
    now: Time,
    deeds: Vec<D>,
    wanted: Vec<Request>,
}

/// What one run of a sync came to.
pub struct Run<D> {
    /// Everything that it did, from its beginning.
    pub deeds: Vec<D>,
    /// The calls to make now; empty when the sync is over.
    pub wanted: Vec<Request>,
}

impl<'a, D> Script<'a, D> {
    /// A run of a sync that began at `started` and got these answers.
    pub fn new(cluster: &'a mut Cluster, started: Time, answers: &'a [Answered]) -> Self {
        Script {
            cluster,
            answers,
            next: 0,
            now: started,
            deeds: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// What the run came to.
    pub fn finish(self) -> Run<D> {
        Run {
            deeds: self.deeds,
            wanted: self.wanted,
        }
    }

    /// The time: that of the last answer.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Does something.
    pub fn does(&mut self, deed: D) {
        self.deeds.push(deed);
    }

    /// The name of `text`.
    pub fn name(&mut self, text: &str) -> Name {
        match self.cluster.names.find(text) {
            Some(name) => name,
            None => Arc::make_mut(&mut self.cluster.names).intern(text),
        }
    }

    /// Makes calls all at once. `make` is asked for them only if they are not answered yet.
    pub fn call_all(
        &mut self,
        make: impl FnOnce(&Cluster) -> Vec<Request>,
    ) -> Result<&'a [Response], Pending> {
        match self.answers.get(self.next) {
            Some(answered) => {
                self.next += 1;
                self.now = answered.at;
                Ok(&answered.responses)
            }
            None => {
                self.wanted = make(self.cluster);
                Err(Pending)
            }
        }
    }

    /// Makes one call about the object `name`. A refusal is an [`ApiError`].
    pub fn call(
        &mut self,
        kind: KindId,
        namespace: Name,
        name: Name,
        make: impl FnOnce() -> Verb,
    ) -> Result<Result<&'a Response, ApiError>, Pending> {
        let responses = self.call_all(|cluster| {
            let target = Target {
                kind,
                api_version: cluster.kinds.get(kind).preferred(),
                namespace,
                name,
            };
            let verb = make();
            // The path of a creation has no name.
            let name = if matches!(verb, Verb::Create(_)) {
                Name::EMPTY
            } else {
                name
            };
            let target = Target { name, ..target };
            [Request { target, verb }].into()
        })?;
        let response = responses.first().ok_or(Pending)?;
        Ok(match ApiError::of(response, kind, namespace, name) {
            Some(error) => Err(error),
            None => Ok(response),
        })
    }

    /// Like [`Self::call`], with the object that was answered.
    pub fn ask(
        &mut self,
        kind: KindId,
        namespace: Name,
        name: Name,
        make: impl FnOnce() -> Verb,
    ) -> Result<Result<Arc<Object>, ApiError>, Pending> {
        let answer = self.call(kind, namespace, name, make)?;
        Ok(match answer {
            Err(error) => Err(error),
            Ok(response) => match response.as_object() {
                Some(object) => Ok(object.clone()),
                None => Err(ApiError {
                    kind,
                    namespace,
                    name,
                    status: response.as_status().cloned().unwrap_or_default(),
                }),
            },
        })
    }
}
