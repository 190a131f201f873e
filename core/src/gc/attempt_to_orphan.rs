use super::collector::{Outcome, Shared};
use super::patches::{FinalizerRemoval, Progress, ReferenceChange, ReferencePatch};
use super::{GcContext, Identity, NodeId};
use crate::Map;
use crate::apiserver::{Cluster, Request, Response};
use crate::object::{Name, Time};
use crate::sim::{Decision, Digester, Effect, QueueName, Rule, Why};
use alloc::vec::Vec;

const QUEUE: QueueName = QueueName::AttemptToOrphan;

/// A worker of attempt-to-orphan (GC-55). The real one patches all dependents at once; here they come one after the
/// other, and none is left out because another failed.
#[derive(Clone, Debug, Default)]
pub(super) struct OrphanWorker {
    attempt: Option<Attempt>,
    /// The owner's dependents when the attempt began; kept between attempts for its memory.
    dependents: Vec<Identity>,
}

/// An attempt that waits for an answer.
#[derive(Clone, Debug)]
struct Attempt {
    node: NodeId,
    identity: Identity,
    step: Step,
    /// Some patch failed, so that the owner keeps its finalizer.
    failed: bool,
    request: Request,
    wait: Option<Time>,
}

/// What the answer is to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Strip { dependent: usize, patch: ReferencePatch },
    RemoveFinalizer(FinalizerRemoval),
}

/// How the work goes on.
enum Flow {
    Call(Step, Request),
    CallAt(Time, Step, Request),
    End(Outcome),
}

/// What the steps of one attempt have in common.
struct Work<'a> {
    node: NodeId,
    identity: Identity,
    failed: bool,
    dependents: &'a [Identity],
}

impl OrphanWorker {
    pub(super) fn request(&self) -> Option<&Request> {
        self.attempt.as_ref().map(|attempt| &attempt.request)
    }

    pub(super) fn wait(&self) -> Option<Time> {
        self.attempt.as_ref()?.wait
    }

    pub(super) fn node(&self) -> Option<NodeId> {
        self.attempt.as_ref().map(|attempt| attempt.node)
    }

    pub(super) fn dependents(&self) -> &[Identity] {
        if self.attempt.is_some() {
            &self.dependents
        } else {
            &[]
        }
    }

    pub(super) fn begin(&mut self, node: NodeId, shared: &mut Shared, cx: &mut GcContext) {
        let graph = &shared.graph;
        let identity = graph[node].identity();
        self.dependents.clear();
        self.dependents.extend(
            graph
                .dependents(node)
                .map(|dependent| graph[dependent].identity()),
        );
        let dependents = self.dependents.len() as u32;
        cx.fx.push(|| Effect::Decided {
            item: identity,
            decision: Decision::OrphanDependents { dependents },
            rule: Rule("GC-55"),
        });
        let mut work = Work {
            node,
            identity,
            failed: false,
            dependents: &self.dependents,
        };
        let flow = work.strip_from(0, cx);
        self.attempt = work.settle(flow, shared, cx);
    }

    pub(super) fn answer(&mut self, response: &Response, shared: &mut Shared, cx: &mut GcContext) {
        let Some(attempt) = self.attempt.take() else {
            return;
        };
        let Attempt {
            node,
            identity,
            failed,
            ..
        } = attempt;
        let mut work = Work {
            node,
            identity,
            failed,
            dependents: &self.dependents,
        };
        let flow = match attempt.step {
            Step::Strip { dependent, mut patch } => {
                let progress = patch.answer(response, ReferenceChange::Strip(&[identity.uid]), cx);
                work.stripping(dependent, patch, progress, cx)
            }
            Step::RemoveFinalizer(mut removal) => {
                let progress = removal.answer(response, cx);
                work.removing_finalizer(removal, progress, cx)
            }
        };
        self.attempt = work.settle(flow, shared, cx);
    }

    pub(super) fn reorder(&mut self, order: &[Identity], shared: &mut Shared, cx: &mut GcContext) -> bool {
        let Some(Attempt {
            node,
            identity,
            step: Step::Strip { dependent: 0, patch },
            ..
        }) = self.attempt
        else {
            return false;
        };
        let mut left: Map<Identity, usize> = Map::default();
        for &dependent in &self.dependents {
            *left.entry(dependent).or_default() += 1;
        }
        let is_permutation = order.len() == self.dependents.len()
            && order.iter().all(|dependent| match left.get_mut(dependent) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            });
        if !is_permutation || !patch.is_first() {
            return false;
        }
        self.dependents.copy_from_slice(order);
        let mut work = Work {
            node,
            identity,
            failed: false,
            dependents: &self.dependents,
        };
        let flow = work.strip_from(0, cx);
        self.attempt = work.settle(flow, shared, cx);
        true
    }

    pub(super) fn digest(&self, shared: &Shared, cluster: &Cluster, digester: &mut Digester) {
        let Some(attempt) = &self.attempt else {
            return digester.number(0);
        };
        shared.graph.digest_id(attempt.node, cluster, digester);
        digester.number(match attempt.step {
            Step::Strip { dependent, patch } => 0x10 + 4 * dependent as u64 + patch.state(),
            Step::RemoveFinalizer(removal) => {
                let (conflicts, patching) = removal.state();
                1 + 2 * conflicts as u64 + u64::from(patching)
            }
        });
        digester.number(u64::from(attempt.failed));
        digester.signed(attempt.wait.map_or(i64::MIN, |until| until.0));
        for dependent in &self.dependents {
            dependent.digest(cluster, digester);
        }
    }
}

impl Work<'_> {
    /// Keeps the attempt for the next answer, or ends it.
    fn settle(self, flow: Flow, shared: &mut Shared, cx: &mut GcContext) -> Option<Attempt> {
        let (wait, step, request) = match flow {
            Flow::Call(step, request) => (None, step, request),
            Flow::CallAt(time, step, request) => (Some(time), step, request),
            Flow::End(outcome) => {
                shared.finish(QUEUE, self.node, outcome, cx);
                return None;
            }
        };
        let Work {
            node,
            identity,
            failed,
            ..
        } = self;
        Some(Attempt {
            node,
            identity,
            step,
            failed,
            request,
            wait,
        })
    }

    /// Patches the dependents from this one on, then the owner itself.
    fn strip_from(&mut self, first: usize, cx: &mut GcContext) -> Flow {
        for dependent in first..self.dependents.len() {
            let change = ReferenceChange::Strip(&[self.identity.uid]);
            match ReferencePatch::begin(self.dependents[dependent], change, cx) {
                (patch, Progress::Call(request)) => {
                    return Flow::Call(Step::Strip { dependent, patch }, request);
                }
                // Its kind is not known any more.
                _ => self.failed = true,
            }
        }
        if self.failed {
            return Flow::End(Outcome::Retry(Why::Failed, Rule("GC-55")));
        }
        let finalizer = Name::ORPHAN;
        let item = self.identity;
        cx.fx.push(|| Effect::Decided {
            item,
            decision: Decision::RemoveFinalizer(finalizer),
            rule: Rule("GC-55"),
        });
        let (removal, progress) = FinalizerRemoval::begin(item, finalizer, cx);
        self.removing_finalizer(removal, progress, cx)
    }

    fn stripping(
        &mut self,
        dependent: usize,
        patch: ReferencePatch,
        progress: Progress,
        cx: &mut GcContext,
    ) -> Flow {
        match progress {
            Progress::Call(request) | Progress::CallAfter(_, request) => {
                return Flow::Call(Step::Strip { dependent, patch }, request);
            }
            // A dependent that is gone has no reference left to take off.
            Progress::Done | Progress::Failed { not_found: true } => {}
            Progress::Failed { not_found: false } => self.failed = true,
        }
        self.strip_from(dependent + 1, cx)
    }

    fn removing_finalizer(
        &mut self,
        removal: FinalizerRemoval,
        progress: Progress,
        cx: &mut GcContext,
    ) -> Flow {
        match progress {
            Progress::Call(request) => Flow::Call(Step::RemoveFinalizer(removal), request),
            Progress::CallAfter(delay, request) => {
                Flow::CallAt(cx.now + delay, Step::RemoveFinalizer(removal), request)
            }
            Progress::Done => Flow::End(Outcome::Forget(Why::Done, Rule("GC-55"))),
            Progress::Failed { .. } => Flow::End(Outcome::Retry(Why::Failed, Rule("GC-52"))),
        }
    }
}
