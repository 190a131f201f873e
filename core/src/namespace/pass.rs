use super::conditions::updated;
use super::content::{Content, Findings};
use super::controller::{NamespaceContext, Settings};
use crate::apiserver::{Cluster, Finalize, NamespaceStatus, Reason, Request, Response, Target, Verb};
use crate::gc::Identity;
use crate::object::{Facts, Name, NamespaceFacts, NamespacePhase, Object};
use crate::sim::{Decision, Digester, Effect, NamespaceDecision, Rule};
use crate::sorted::{dedup, sort_by};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One pass of a worker over a namespace that is being deleted (NS-11). It is at one call.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    /// The namespace itself.
    target: Target,
    pub(super) request: Request,
    stage: Stage,
}

/// What the call under way is for.
#[derive(Clone, Debug)]
enum Stage {
    /// The namespace as it is now.
    Read,
    /// Phase Terminating.
    Mark(Arc<Object>),
    /// The namespace again, since that was a conflict.
    ReadToMark(Arc<Object>),
    /// The content.
    Content(Arc<Object>, Box<Content>),
    /// The conditions.
    Conditions(Arc<Object>, Box<Findings>),
    /// The controller's token taken off.
    Finalize(Arc<Object>),
    /// The namespace again, since that was a conflict.
    ReadToFinalize(Arc<Object>),
}

/// How a pass goes on.
#[derive(Debug)]
pub(super) enum Turn {
    /// With another call.
    Call(Pass),
    /// It is over.
    End(Outcome),
}

/// How a pass ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There is nothing more to do.
    Done,
    /// Content is left that may take so long to go.
    Remaining {
        estimate_s: i64,
        /// Pods are within their grace period, so that a later pass may judge the same content otherwise.
        grace_runs: bool,
    },
    /// Something went wrong.
    Failed {
        /// As above.
        grace_runs: bool,
    },
}

/// Something went wrong that has nothing to do with the content.
const FAILED: Outcome = Outcome::Failed { grace_runs: false };

impl Pass {
    /// A pass begins with a look at the namespace. Without the kind Namespace there is nothing to look at.
    pub(super) fn begin(namespace: Name, cluster: &Cluster) -> Turn {
        let Some(kind) = cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE) else {
            return Turn::End(Outcome::Done);
        };
        let target = Target {
            kind,
            api_version: Name::V1,
            namespace: Name::EMPTY,
            name: namespace,
        };
        Turn::Call(Pass {
            target,
            request: Request {
                target,
                verb: Verb::Get,
            },
            stage: Stage::Read,
        })
    }

    /// What the queue calls the namespace.
    pub(super) fn item(&self) -> Name {
        self.target.name
    }

    fn call(mut self, verb: Verb, stage: Stage) -> Turn {
        self.request = Request {
            target: self.target,
            verb,
        };
        self.stage = stage;
        Turn::Call(self)
    }

    /// Takes the answer to the call that the pass is at.
    pub(super) fn answer(
        mut self,
        response: &Response,
        cx: &mut NamespaceContext<'_>,
        settings: &Settings,
    ) -> Turn {
        let stage = core::mem::replace(&mut self.stage, Stage::Read);
        match stage {
            Stage::Read => match answered(response) {
                Ok(namespace) => self.mark(namespace, cx, settings),
                Err(outcome) => Turn::End(outcome),
            },
            Stage::Mark(namespace) if is_conflict(response) => {
                self.call(Verb::Get, Stage::ReadToMark(namespace))
            }
            Stage::Mark(_) => match answered(response) {
                Ok(namespace) => self.content(namespace, cx, settings),
                Err(outcome) => Turn::End(outcome),
            },
            Stage::ReadToMark(before) => match answered_again(response, &before) {
                Ok(namespace) => self.mark(namespace, cx, settings),
                Err(outcome) => Turn::End(outcome),
            },
            Stage::Content(namespace, mut content) => {
                content.answer(response, cx);
                self.next_of_content(namespace, content, cx)
            }
            // That the conditions could not be written stops nothing: the next pass will find them different again.
            Stage::Conditions(namespace, findings) => self.conclude(namespace, &findings, cx),
            Stage::Finalize(namespace) if is_conflict(response) => {
                self.call(Verb::Get, Stage::ReadToFinalize(namespace))
            }
            Stage::Finalize(_) => match answered(response) {
                Ok(_) => Turn::End(Outcome::Done),
                Err(outcome) => Turn::End(outcome),
            },
            Stage::ReadToFinalize(before) => match answered_again(response, &before) {
                Ok(namespace) => self.finalize(namespace, cx),
                Err(outcome) => Turn::End(outcome),
            },
        }
    }

    /// Sets phase Terminating where it is not set yet.
    fn mark(self, namespace: Arc<Object>, cx: &mut NamespaceContext<'_>, settings: &Settings) -> Turn {
        match facts(&namespace) {
            Some(facts) if namespace.meta.is_deleting() && facts.phase != NamespacePhase::Terminating => {
                let status = status(&namespace, facts);
                self.call(status, Stage::Mark(namespace))
            }
            _ => self.content(namespace, cx, settings),
        }
    }

    fn content(self, namespace: Arc<Object>, cx: &mut NamespaceContext<'_>, settings: &Settings) -> Turn {
        let finalized = facts(&namespace).is_none_or(|facts| facts.spec_finalizers.is_empty());
        match namespace.meta.deletion_timestamp {
            Some(deleted_at) if !finalized => {
                let content = Content::new(self.target.name, deleted_at, cx, settings);
                self.next_of_content(namespace, Box::new(content), cx)
            }
            _ => Turn::End(Outcome::Done),
        }
    }

    fn next_of_content(
        mut self,
        namespace: Arc<Object>,
        content: Box<Content>,
        cx: &mut NamespaceContext<'_>,
    ) -> Turn {
        match content.request() {
            Some(request) => {
                self.request = request;
                self.stage = Stage::Content(namespace, content);
                Turn::Call(self)
            }
            None => self.report(namespace, content.into_findings(), cx),
        }
    }

    /// Writes the conditions, once per pass and only if they say anything new (NS-15).
    fn report(self, namespace: Arc<Object>, findings: Findings, cx: &mut NamespaceContext<'_>) -> Turn {
        let Some(facts) = facts(&namespace) else {
            return Turn::End(Outcome::Done);
        };
        match updated(&facts.conditions, &findings, &cx.cluster.names, cx.now) {
            Some(conditions) => {
                let status = Verb::UpdateNamespaceStatus(Box::new(NamespaceStatus {
                    resource_version: namespace.meta.resource_version,
                    phase: facts.phase,
                    conditions,
                }));
                self.call(status, Stage::Conditions(namespace, Box::new(findings)))
            }
            None => self.conclude(namespace, &findings, cx),
        }
    }

    /// An error counts for more than an estimate, and either for more than that nothing is left.
    fn conclude(self, namespace: Arc<Object>, findings: &Findings, cx: &mut NamespaceContext<'_>) -> Turn {
        let identity = Identity::of(&namespace, Name::V1, Name::NAMESPACE);
        let mut decide = |decision, rule| {
            cx.fx.push(|| Effect::Decided {
                item: identity,
                decision: Decision::Namespace(decision),
                rule: Rule(rule),
            });
        };
        let (estimate_s, grace_runs) = (findings.estimate_s, findings.grace_runs);
        if let Some(pods) = findings.stopped_at_pods {
            decide(NamespaceDecision::PodsFirst { pods }, "NS-12");
        }
        if findings.discovery.is_some() {
            decide(NamespaceDecision::DiscoveryIncomplete, "NS-12");
        }
        if !findings.failures.is_empty() {
            let resources = u32::try_from(findings.failures.len()).unwrap_or(u32::MAX);
            decide(NamespaceDecision::ContentFails { resources }, "NS-13");
        }
        if findings.discovery.is_some() || !findings.failures.is_empty() {
            return Turn::End(Outcome::Failed { grace_runs });
        }
        if estimate_s > 0 {
            let objects = findings.objects();
            decide(NamespaceDecision::ContentRemains { objects, estimate_s }, "NS-13");
            return Turn::End(Outcome::Remaining {
                estimate_s,
                grace_runs,
            });
        }
        decide(NamespaceDecision::Finalize, "NS-11");
        self.finalize(namespace, cx)
    }

    /// Takes the controller's token off; what other tokens there are is written back sorted.
    fn finalize(self, namespace: Arc<Object>, cx: &NamespaceContext<'_>) -> Turn {
        let tokens = facts(&namespace)
            .map(|facts| &facts.spec_finalizers[..])
            .unwrap_or_default();
        let mut left: Vec<Name> = tokens
            .iter()
            .copied()
            .filter(|&one| one != Name::KUBERNETES)
            .collect();
        sort_by(&mut left, |&one, &other| cx.cluster.names.compare(one, other));
        dedup(&mut left);
        let verb = Verb::Finalize(Box::new(Finalize {
            resource_version: namespace.meta.resource_version,
            spec_finalizers: left.into(),
        }));
        self.call(verb, Stage::Finalize(namespace))
    }

    pub(super) fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        digester.name(&cluster.names, self.target.name);
        let (tag, namespace) = match &self.stage {
            Stage::Read => (0, None),
            Stage::Mark(namespace) => (1, Some(namespace)),
            Stage::ReadToMark(namespace) => (2, Some(namespace)),
            Stage::Content(namespace, content) => {
                content.digest(cluster, digester);
                (3, Some(namespace))
            }
            Stage::Conditions(namespace, findings) => {
                findings.digest(cluster, digester);
                (4, Some(namespace))
            }
            Stage::Finalize(namespace) => (5, Some(namespace)),
            Stage::ReadToFinalize(namespace) => (6, Some(namespace)),
        };
        digester.number(tag);
        if let Some(namespace) = namespace {
            digester.name(&cluster.names, namespace.meta.uid);
            digester.number(namespace.meta.resource_version);
        }
    }
}

fn facts(namespace: &Object) -> Option<&NamespaceFacts> {
    match &namespace.facts {
        Facts::Namespace(facts) => Some(facts),
        _ => None,
    }
}

fn status(namespace: &Object, facts: &NamespaceFacts) -> Verb {
    Verb::UpdateNamespaceStatus(Box::new(NamespaceStatus {
        resource_version: namespace.meta.resource_version,
        phase: NamespacePhase::Terminating,
        conditions: facts.conditions.clone(),
    }))
}

fn is_conflict(response: &Response) -> bool {
    response.reason() == Some(Reason::Conflict)
}

/// The namespace answered; a namespace that is gone needs nothing more, anything else is an error (NS-11).
fn answered(response: &Response) -> Result<Arc<Object>, Outcome> {
    match response.as_object() {
        Some(namespace) if response.is_success() => Ok(namespace.clone()),
        _ if response.reason() == Some(Reason::NotFound) => Err(Outcome::Done),
        _ => Err(FAILED),
    }
}

/// The same namespace as before; one of the same name is an error, and left to the next pass.
fn answered_again(response: &Response, before: &Object) -> Result<Arc<Object>, Outcome> {
    let namespace = answered(response)?;
    if namespace.meta.uid == before.meta.uid {
        Ok(namespace)
    } else {
        Err(FAILED)
    }
}
