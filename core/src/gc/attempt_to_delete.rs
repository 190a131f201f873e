use super::collector::{Outcome, Shared};
use super::patches::{FinalizerRemoval, NoTarget, Progress, ReferenceChange, ReferencePatch, target};
use super::{GcContext, Graph, Identity, NodeId};
use crate::apiserver::{Cluster, DeleteOptions, Policy, Request, Response, Verb};
use crate::object::{Name, Object, OwnerReference, Time};
use crate::sim::{ClassReason, Decision, Digester, Effect, QueueName, ReferenceClass, Rule, Why};
use crate::versions::{Switch, Switches};
use alloc::sync::Arc;
use alloc::vec::Vec;

const QUEUE: QueueName = QueueName::AttemptToDelete;

/// A worker of attempt-to-delete (GC-30 to GC-54).
#[derive(Clone, Debug, Default)]
pub(super) struct DeleteWorker {
    attempt: Option<Attempt>,
    /// uids of the references found dangling and waiting so far; kept between attempts for their memory.
    dangling: Vec<Name>,
    waiting: Vec<Name>,
}

/// An attempt that waits for an answer.
#[derive(Clone, Debug)]
struct Attempt {
    node: NodeId,
    identity: Identity,
    step: Step,
    /// The object as it was classified.
    live: Option<Arc<Object>>,
    solid: u32,
    request: Request,
    wait: Option<Time>,
}

/// What the answer is to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    ReadItem,
    ReadOwner { reference: usize },
    Strip(ReferencePatch),
    Unblock(ReferencePatch),
    Delete { policy: Policy, names_version: bool },
    ReadAgain { policy: Policy },
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
    live: Option<Arc<Object>>,
    solid: u32,
    switches: Switches,
    dangling: &'a mut Vec<Name>,
    waiting: &'a mut Vec<Name>,
}

impl DeleteWorker {
    pub(super) fn request(&self) -> Option<&Request> {
        self.attempt.as_ref().map(|attempt| &attempt.request)
    }

    pub(super) fn wait(&self) -> Option<Time> {
        self.attempt.as_ref()?.wait
    }

    pub(super) fn node(&self) -> Option<NodeId> {
        self.attempt.as_ref().map(|attempt| attempt.node)
    }

    pub(super) fn begin(&mut self, node: NodeId, shared: &mut Shared, cx: &mut GcContext) {
        self.dangling.clear();
        self.waiting.clear();
        let identity = shared.graph[node].identity();
        let mut work = Work {
            node,
            identity,
            live: None,
            solid: 0,
            switches: shared.switches,
            dangling: &mut self.dangling,
            waiting: &mut self.waiting,
        };
        let flow = work.begin(shared, cx);
        self.attempt = work.settle(flow, shared, cx);
    }

    pub(super) fn answer(&mut self, response: &Response, shared: &mut Shared, cx: &mut GcContext) {
        let Some(attempt) = self.attempt.take() else {
            return;
        };
        let mut work = Work {
            node: attempt.node,
            identity: attempt.identity,
            live: attempt.live,
            solid: attempt.solid,
            switches: shared.switches,
            dangling: &mut self.dangling,
            waiting: &mut self.waiting,
        };
        let flow = work.answer(attempt.step, response, shared, cx);
        self.attempt = work.settle(flow, shared, cx);
    }

    pub(super) fn digest(&self, shared: &Shared, cluster: &Cluster, digester: &mut Digester) {
        let Some(attempt) = &self.attempt else {
            return digester.number(0);
        };
        shared.graph.digest_id(attempt.node, cluster, digester);
        digester.number(match attempt.step {
            Step::ReadItem => 1,
            Step::ReadOwner { reference } => 0x100 + reference as u64,
            Step::Strip(patch) => 0x10 + patch.state(),
            Step::Unblock(patch) => 0x20 + patch.state(),
            Step::Delete { names_version, .. } => 0x30 + u64::from(names_version),
            Step::ReadAgain { .. } => 0x40,
            Step::RemoveFinalizer(removal) => {
                let (conflicts, patching) = removal.state();
                0x50 + 2 * conflicts as u64 + u64::from(patching)
            }
        });
        if let Some(live) = &attempt.live {
            digester.object(cluster, live);
        }
        digester.number(u64::from(attempt.solid));
        digester.signed(attempt.wait.map_or(i64::MIN, |until| until.0));
        for list in [&self.dangling, &self.waiting] {
            digester.number(list.len() as u64);
            for &uid in list {
                digester.name(&cluster.names, uid);
            }
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
            live,
            solid,
            ..
        } = self;
        Some(Attempt {
            node,
            identity,
            step,
            live,
            solid,
            request,
            wait,
        })
    }

    fn begin(&mut self, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        let node = &shared.graph[self.node];
        if node.is_virtual() {
            let own = shared.graph.find(self.identity.uid);
            if own.is_none_or(|own| !shared.graph[own].is_virtual()) {
                return Flow::End(Outcome::Forget(Why::StaleVirtual, Rule("GC-31")));
            }
        }
        if node.is_being_deleted() && !node.is_deleting_dependents() {
            return Flow::End(Outcome::Success(Why::AlreadyDeleting, Rule("GC-32")));
        }
        match target(&self.identity, cx.mapper) {
            Ok(target) => Flow::Call(
                Step::ReadItem,
                Request {
                    target,
                    verb: Verb::Get,
                },
            ),
            Err(no_target) => {
                const RULE: Rule = Rule("GC-33");
                self.decided(Decision::Unreadable, RULE, cx);
                Flow::End(match no_target {
                    NoTarget::Unmapped => Outcome::Retry(Why::UnmappedKind, RULE),
                    NoTarget::Scope => Outcome::Forget(Why::ScopeMismatch, RULE),
                })
            }
        }
    }

    fn answer(&mut self, step: Step, response: &Response, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        match step {
            Step::ReadItem => self.item_read(response, shared, cx),
            Step::ReadOwner { reference } => self.owner_read(reference, response, shared, cx),
            Step::Strip(mut patch) => {
                let progress = patch.answer(response, ReferenceChange::Strip(self.dangling), cx);
                self.stripping(patch, progress)
            }
            Step::Unblock(mut patch) => {
                let owners = shared.graph[self.node].owners().clone();
                let progress = patch.answer(response, ReferenceChange::Unblock(&owners), cx);
                self.unblocking(patch, progress, cx)
            }
            Step::Delete {
                policy,
                names_version,
            } => self.deleted(policy, names_version, response, shared, cx),
            Step::ReadAgain { policy } => self.read_again(policy, response, shared, cx),
            Step::RemoveFinalizer(mut removal) => {
                let progress = removal.answer(response, cx);
                self.removing_finalizer(removal, progress, cx)
            }
        }
    }

    fn item_read(&mut self, response: &Response, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        if response.code == 404 {
            return self.gone(Rule("GC-34"), shared, cx);
        }
        let Some(live) = response.as_object().filter(|_| response.is_success()) else {
            return Flow::End(Outcome::Retry(Why::Failed, Rule("GC-30")));
        };
        if live.meta.uid != self.identity.uid {
            return self.gone(Rule("GC-34"), shared, cx);
        }
        if shared.graph[self.node].is_deleting_dependents() {
            return self.process_waiting(shared, cx);
        }
        if live.meta.owner_references.is_empty() {
            self.decided(Decision::NoOwners, Rule("GC-37"), cx);
            return Flow::End(Outcome::Success(Why::Done, Rule("GC-37")));
        }
        self.live = Some(live.clone());
        self.classify(0, shared, cx)
    }

    /// GC-35: the graph builder hears of it as of a deletion that no monitor saw.
    fn gone(&mut self, rule: Rule, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        shared.queue_virtual_delete(self.identity, Rule("GC-35"), cx);
        Flow::End(Outcome::Forget(Why::Gone, rule))
    }

    /// GC-50.
    fn process_waiting(&mut self, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        const RULE: Rule = Rule("GC-50");
        let uid = self.identity.uid;
        let blocks = |graph: &Graph, dependent: NodeId| {
            graph[dependent]
                .owners()
                .iter()
                .any(|owner| owner.uid == uid && owner.blocks())
        };
        let graph = &shared.graph;
        let blocking = graph
            .dependents(self.node)
            .filter(|&dependent| blocks(graph, dependent))
            .count();
        if blocking == 0 {
            let finalizer = Name::FOREGROUND_DELETION;
            self.decided(Decision::RemoveFinalizer(finalizer), RULE, cx);
            let (removal, progress) = FinalizerRemoval::begin(self.identity, finalizer, cx);
            return self.removing_finalizer(removal, progress, cx);
        }
        self.decided(
            Decision::WaitForDependents {
                blocking: blocking as u32,
            },
            RULE,
            cx,
        );
        let wanted = |graph: &Graph, dependent: NodeId| {
            blocks(graph, dependent) && !graph[dependent].is_deleting_dependents()
        };
        shared.add_dependents_to_delete(self.node, wanted, Why::OwnerWaits, RULE, cx);
        Flow::End(Outcome::Success(Why::Done, RULE))
    }

    /// Classifies the references from this one on, up to the next owner that has to be asked for (GC-38).
    fn classify(&mut self, first: usize, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        const RULE: Rule = Rule("GC-39");
        let Some(live) = self.live.clone() else {
            return Flow::End(Outcome::Retry(Why::Failed, Rule("GC-30")));
        };
        for (index, reference) in live.meta.owner_references.iter().enumerate().skip(first) {
            let own = self.identity.namespace;
            let cached = [Name::EMPTY, own].into_iter().find_map(|namespace| {
                let owner = Identity::of_reference(reference, namespace);
                shared.absent_owners.has(&owner).then_some(owner)
            });
            if let Some(owner) = cached {
                shared.cache_hits += 1;
                cx.fx.push(|| Effect::CacheHit { owner, rule: RULE });
                self.classified(reference, ReferenceClass::Dangling, ClassReason::CachedAbsent, cx);
                continue;
            }
            shared.cache_misses += 1;
            return match target(&Identity::of_reference(reference, own), cx.mapper) {
                Ok(target) => Flow::Call(
                    Step::ReadOwner { reference: index },
                    Request {
                        target,
                        verb: Verb::Get,
                    },
                ),
                Err(NoTarget::Unmapped) => {
                    self.decided(
                        Decision::UnmappedKind {
                            reference: *reference,
                        },
                        RULE,
                        cx,
                    );
                    Flow::End(Outcome::Retry(Why::UnmappedKind, RULE))
                }
                Err(NoTarget::Scope) => {
                    self.decided(
                        Decision::ScopeMismatch {
                            reference: *reference,
                        },
                        RULE,
                        cx,
                    );
                    Flow::End(Outcome::Forget(Why::ScopeMismatch, RULE))
                }
            };
        }
        self.decide(&live, shared, cx)
    }

    fn owner_read(
        &mut self,
        index: usize,
        response: &Response,
        shared: &mut Shared,
        cx: &mut GcContext,
    ) -> Flow {
        let reference = self
            .live
            .as_ref()
            .and_then(|live| live.meta.owner_references.get(index))
            .copied();
        let owner = response.as_object().filter(|_| response.is_success());
        let (Some(reference), true) = (reference, owner.is_some() || response.code == 404) else {
            return Flow::End(Outcome::Retry(Why::Failed, Rule("GC-39")));
        };
        let (class, because) = match owner {
            None => (ReferenceClass::Dangling, ClassReason::NotFound),
            Some(owner) if owner.meta.uid != reference.uid => {
                (ReferenceClass::Dangling, ClassReason::OtherUid)
            }
            Some(owner) if !owner.meta.is_deleting() => (ReferenceClass::Solid, ClassReason::Lives),
            Some(owner) if owner.meta.has_finalizer(Name::FOREGROUND_DELETION) => {
                (ReferenceClass::Waiting, ClassReason::DeletingInForeground)
            }
            Some(_) => (ReferenceClass::Solid, ClassReason::DeletingWithoutForeground),
        };
        if class == ReferenceClass::Dangling {
            let kind = cx.mapper.served(reference.api_version, reference.kind);
            let is_namespaced = kind.is_none_or(|kind| cx.mapper.kinds().get(kind).is_namespaced());
            let namespace = if is_namespaced {
                self.identity.namespace
            } else {
                Name::EMPTY
            };
            shared.remember_absent(Identity::of_reference(&reference, namespace), Rule("GC-39"), cx);
        }
        self.classified(&reference, class, because, cx);
        self.classify(index + 1, shared, cx)
    }

    fn classified(
        &mut self,
        reference: &OwnerReference,
        class: ReferenceClass,
        because: ClassReason,
        cx: &mut GcContext,
    ) {
        match class {
            ReferenceClass::Solid => self.solid += 1,
            ReferenceClass::Dangling => self.dangling.push(reference.uid),
            ReferenceClass::Waiting => self.waiting.push(reference.uid),
        }
        let (item, reference) = (self.identity, *reference);
        cx.fx.push(|| Effect::Classified {
            item,
            reference,
            class,
            because,
            rule: Rule("GC-40"),
        });
    }

    /// GC-41.
    fn decide(&mut self, live: &Object, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        const RULE: Rule = Rule("GC-41");
        if self.solid > 0 {
            self.dangling.append(self.waiting);
            if self.dangling.is_empty() {
                self.decided(Decision::Keep, RULE, cx);
                return Flow::End(Outcome::Success(Why::Done, RULE));
            }
            let item = self.identity;
            let uids = &*self.dangling;
            cx.fx.push(|| Effect::Decided {
                item,
                decision: Decision::StripReferences { uids: uids.clone() },
                rule: RULE,
            });
            let (patch, progress) = ReferencePatch::begin(item, ReferenceChange::Strip(uids), cx.mapper);
            return self.stripping(patch, progress);
        }
        let graph = &shared.graph;
        if !self.waiting.is_empty() && graph.dependents_len(self.node) > 0 {
            if graph
                .dependents(self.node)
                .any(|dependent| graph[dependent].is_deleting_dependents())
            {
                self.decided(Decision::Unblock, Rule("GC-42"), cx);
                let change = ReferenceChange::Unblock(graph[self.node].owners());
                let (patch, progress) = ReferencePatch::begin(self.identity, change, cx.mapper);
                return self.unblocking(patch, progress, cx);
            }
            return self.delete(Policy::Foreground, cx);
        }
        let policy = if live.meta.has_finalizer(Name::ORPHAN) {
            Policy::Orphan
        } else if live.meta.has_finalizer(Name::FOREGROUND_DELETION) {
            Policy::Foreground
        } else {
            Policy::Background
        };
        self.delete(policy, cx)
    }

    fn stripping(&mut self, patch: ReferencePatch, progress: Progress) -> Flow {
        match progress {
            Progress::Call(request) | Progress::CallAfter(_, request) => {
                Flow::Call(Step::Strip(patch), request)
            }
            Progress::Done => Flow::End(Outcome::Success(Why::Done, Rule("GC-41"))),
            Progress::Failed { .. } => Flow::End(Outcome::Retry(Why::Failed, Rule("GC-58"))),
        }
    }

    fn unblocking(&mut self, patch: ReferencePatch, progress: Progress, cx: &mut GcContext) -> Flow {
        match progress {
            Progress::Call(request) | Progress::CallAfter(_, request) => {
                Flow::Call(Step::Unblock(patch), request)
            }
            Progress::Done => self.delete(Policy::Foreground, cx),
            Progress::Failed { .. } => Flow::End(Outcome::Retry(Why::Failed, Rule("GC-59"))),
        }
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
            Progress::Done => Flow::End(Outcome::Success(Why::Done, Rule("GC-52"))),
            Progress::Failed { .. } => Flow::End(Outcome::Retry(Why::Failed, Rule("GC-52"))),
        }
    }

    fn delete(&mut self, policy: Policy, cx: &mut GcContext) -> Flow {
        self.decided(Decision::Delete(policy), Rule("GC-41"), cx);
        self.ask_to_delete(policy, self.switches.has(Switch::GcDeleteUsesResourceVersion), cx)
    }

    /// GC-43.
    fn ask_to_delete(&mut self, policy: Policy, names_version: bool, cx: &mut GcContext) -> Flow {
        let Ok(target) = target(&self.identity, cx.mapper) else {
            return Flow::End(Outcome::Retry(Why::UnmappedKind, Rule("GC-43")));
        };
        let version = self.live.as_ref().map(|live| live.meta.resource_version);
        let options = DeleteOptions {
            policy: Some(policy),
            uid: Some(self.identity.uid),
            resource_version: version.filter(|_| names_version),
            ..DeleteOptions::default()
        };
        let request = Request {
            target,
            verb: Verb::Delete(options),
        };
        Flow::Call(
            Step::Delete {
                policy,
                names_version,
            },
            request,
        )
    }

    fn deleted(
        &mut self,
        policy: Policy,
        names_version: bool,
        response: &Response,
        shared: &mut Shared,
        cx: &mut GcContext,
    ) -> Flow {
        if response.is_success() {
            return Flow::End(Outcome::Success(Why::Done, Rule("GC-43")));
        }
        if response.code == 404 {
            return self.not_found(shared, cx);
        }
        if response.code == 409
            && names_version
            && let Ok(target) = target(&self.identity, cx.mapper)
        {
            return Flow::Call(
                Step::ReadAgain { policy },
                Request {
                    target,
                    verb: Verb::Get,
                },
            );
        }
        Flow::End(Outcome::Retry(Why::Failed, Rule("GC-43")))
    }

    /// GC-44: the object changed between GET and DELETE. If its references did not, it is deleted all the same.
    fn read_again(
        &mut self,
        policy: Policy,
        response: &Response,
        shared: &mut Shared,
        cx: &mut GcContext,
    ) -> Flow {
        const RULE: Rule = Rule("GC-44");
        if response.code == 404 {
            if self.switches.has(Switch::GcConflictGoneIsNotFound) {
                return self.not_found(shared, cx);
            }
            return Flow::End(Outcome::Success(Why::Gone, RULE));
        }
        let found = response.as_object().filter(|_| response.is_success());
        let is_harmless = found.zip(self.live.as_ref()).is_some_and(|(found, live)| {
            found.meta.uid == self.identity.uid
                && found.meta.resource_version != live.meta.resource_version
                && found.meta.owner_references == live.meta.owner_references
        });
        if is_harmless {
            self.decided(Decision::RetryWithUidOnly, RULE, cx);
            return self.ask_to_delete(policy, false, cx);
        }
        Flow::End(Outcome::Retry(Why::Failed, RULE))
    }

    /// GC-45.
    fn not_found(&mut self, shared: &mut Shared, cx: &mut GcContext) -> Flow {
        if self.switches.has(Switch::GcDeleteNotFoundIsVirtualDelete) {
            self.gone(Rule("GC-45"), shared, cx)
        } else {
            Flow::End(Outcome::Retry(Why::Failed, Rule("GC-45")))
        }
    }

    fn decided(&self, decision: Decision, rule: Rule, cx: &mut GcContext) {
        let item = self.identity;
        cx.fx.push(|| Effect::Decided { item, decision, rule });
    }
}
