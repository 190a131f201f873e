use super::collector::{Outcome, Shared};
use super::patches::{FinalizerRemoval, Progress, ReferenceChange, ReferencePatch};
use super::{GcContext, Identity, NodeId, RestMapper};
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

    pub(super) fn reorder(&mut self, order: &[Identity], mapper: &RestMapper) -> bool {
        let Some(attempt) = &mut self.attempt else {
            return false;
        };
        let Step::Strip { dependent: 0, patch } = attempt.step else {
            return false;
        };
        if !patch.is_first() || !is_permutation(&self.dependents, order) {
            return false;
        }
        self.dependents.copy_from_slice(order);
        let Attempt { node, identity, .. } = *attempt;
        let mut work = Work {
            node,
            identity,
            failed: false,
            dependents: &self.dependents,
        };
        let Some(Flow::Call(step, request)) = work.next_patch(0, mapper) else {
            return false;
        };
        (attempt.step, attempt.request, attempt.failed) = (step, request, work.failed);
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

fn is_permutation(list: &[Identity], order: &[Identity]) -> bool {
    let mut left: Map<Identity, usize> = Map::default();
    for &one in list {
        *left.entry(one).or_default() += 1;
    }
    let takes = |one: &Identity| match left.get_mut(one) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    order.len() == list.len() && order.iter().all(takes)
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

    /// The patch of the first dependent from this one on whose kind is still known.
    fn next_patch(&mut self, first: usize, mapper: &RestMapper) -> Option<Flow> {
        for dependent in first..self.dependents.len() {
            let change = ReferenceChange::Strip(&[self.identity.uid]);
            match ReferencePatch::begin(self.dependents[dependent], change, mapper) {
                (patch, Progress::Call(request)) => {
                    return Some(Flow::Call(Step::Strip { dependent, patch }, request));
                }
                _ => self.failed = true,
            }
        }
        None
    }

    /// Patches the dependents from this one on, then the owner itself.
    fn strip_from(&mut self, first: usize, cx: &mut GcContext) -> Flow {
        if let Some(flow) = self.next_patch(first, cx.mapper) {
            return flow;
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
