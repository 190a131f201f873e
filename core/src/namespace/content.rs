use super::controller::{NamespaceContext, Settings};
use super::resources::{Resource, discover};
use crate::apiserver::{Body, Cluster, DeleteOptions, Policy, Reason, Request, Response, Verb};
use crate::object::{
    ContentFailure, ContentFault, DiscoveryFailure, Duration, Facts, Name, Object, ResourceCount, Time,
};
use crate::sim::Digester;
use crate::sorted::SortedMap;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How long finalizers are expected to take (C-12).
const FINALIZER_ESTIMATE_S: i64 = 15;

/// The deletion of a namespace's content, resource by resource (NS-12). It is at one call of one resource, and ends
/// when no resource is left.
#[derive(Clone, Debug)]
pub(super) struct Content {
    namespace: Name,
    deleted_at: Time,
    pods_first: bool,
    totals_missing: bool,
    /// The current resource, then those to come.
    left: VecDeque<Resource>,
    call: Call,
    /// How long the current resource may still take, going by its objects' grace periods.
    grace_s: i64,
    findings: Findings,
}

/// What a pass finds out about the content.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) discovery: Option<DiscoveryFailure>,
    pub(super) failures: Vec<ContentFailure>,
    pub(super) remaining: Vec<ResourceCount>,
    /// How many objects are left with which finalizer.
    pub(super) finalizers: SortedMap<Name, u32>,
    /// The longest that anything may take.
    pub(super) estimate_s: i64,
    /// Pods are left within their grace period.
    pub(super) grace_runs: bool,
    /// The pass stopped at this many pods.
    pub(super) stopped_at_pods: Option<u32>,
    /// What remains is not reported (NS-15).
    pub(super) totals_missing: bool,
}

/// The call that a resource is at (NS-13).
#[derive(Clone, PartialEq, Eq, Debug)]
enum Call {
    /// LIST of pods, for their grace periods.
    Estimate,
    /// DELETE of the collection.
    DeleteCollection,
    /// LIST where the collection cannot be deleted as such.
    ListToDelete,
    /// DELETE of the last of these objects.
    Delete(Vec<Name>),
    /// LIST of what is left.
    Verify,
}

impl Content {
    pub(super) fn new(
        namespace: Name,
        deleted_at: Time,
        cx: &NamespaceContext<'_>,
        settings: &Settings,
    ) -> Self {
        let left = discover(cx, settings);
        Content {
            namespace,
            deleted_at,
            pods_first: settings.pods_first,
            totals_missing: settings.totals_missing,
            call: left.front().map_or(Call::Verify, first_call),
            left,
            grace_s: 0,
            findings: Findings {
                discovery: cx.cluster.discovery_failure.clone(),
                ..Findings::default()
            },
        }
    }

    /// The next call; `None` when everything was seen to.
    pub(super) fn request(&self) -> Option<Request> {
        let resource = self.left.front()?;
        let (name, verb) = match &self.call {
            Call::Estimate | Call::ListToDelete | Call::Verify => (Name::EMPTY, Verb::List),
            Call::DeleteCollection => (Name::EMPTY, Verb::DeleteCollection(background())),
            Call::Delete(names) => (*names.last()?, Verb::Delete(background())),
        };
        Some(resource.request(self.namespace, name, verb))
    }

    /// Takes the answer to the call that [`Content::request`] names.
    pub(super) fn answer(&mut self, response: &Response, cx: &NamespaceContext<'_>) {
        let Some(&resource) = self.left.front() else {
            return;
        };
        match core::mem::replace(&mut self.call, Call::Verify) {
            Call::Estimate => match &response.body {
                Body::List(pods) => {
                    self.grace_s = longest_grace(pods, self.deleted_at, cx.now);
                    self.call = Call::DeleteCollection;
                }
                body => self.fail(resource, body, cx),
            },
            Call::DeleteCollection if response.is_success() => {}
            Call::DeleteCollection if is_unsupported(response) => self.call = Call::ListToDelete,
            Call::DeleteCollection => self.fail(resource, &response.body, cx),
            Call::ListToDelete => match &response.body {
                Body::List(objects) => {
                    self.delete_each(objects.iter().rev().map(|one| one.meta.name).collect())
                }
                _ if is_unsupported(response) => {}
                body => self.fail(resource, body, cx),
            },
            Call::Delete(mut names) => {
                if response.is_success() || is_unsupported(response) {
                    names.pop();
                    self.delete_each(names);
                } else {
                    self.fail(resource, &response.body, cx);
                }
            }
            Call::Verify => match &response.body {
                Body::List(objects) => self.verify(resource, objects, cx),
                _ if is_unsupported(response) => self.next(self.grace_s),
                body => self.fail(resource, body, cx),
            },
        }
    }

    fn delete_each(&mut self, names: Vec<Name>) {
        if !names.is_empty() {
            self.call = Call::Delete(names);
        }
    }

    /// What the last list of a resource says (NS-13).
    fn verify(&mut self, resource: Resource, objects: &[Arc<Object>], cx: &NamespaceContext<'_>) {
        if objects.is_empty() {
            return self.next(0);
        }
        let about = cx.cluster.kinds.get(resource.kind);
        let count = u32::try_from(objects.len()).unwrap_or(u32::MAX);
        self.findings.remaining.push(ResourceCount {
            group: about.group,
            resource: about.resource,
            count,
        });
        let mut held = false;
        for &finalizer in objects.iter().flat_map(|object| &object.meta.finalizers) {
            held = true;
            let count = self.findings.finalizers.entry(finalizer).or_default();
            *count = count.saturating_add(1);
        }
        let mut estimate_s = self.grace_s;
        self.findings.grace_runs |= estimate_s > 0;
        if estimate_s == 0 && held {
            estimate_s = FINALIZER_ESTIMATE_S;
        } else if estimate_s == 0 {
            self.findings.failures.push(ContentFailure {
                group_version: resource.api_version,
                resource: about.resource,
                fault: ContentFault::ItemsRemain,
            });
        }
        self.next(estimate_s);
        if resource.pods && self.pods_first {
            self.left.clear();
            self.findings.stopped_at_pods = Some(count);
            self.findings.totals_missing = self.totals_missing;
        }
    }

    /// Gives the current resource up; the others are still seen to.
    fn fail(&mut self, resource: Resource, answer: &Body, cx: &NamespaceContext<'_>) {
        let reason = match answer {
            Body::Status(status) => status.reason,
            Body::Object(_) | Body::List(_) => None,
        };
        self.findings.failures.push(ContentFailure {
            group_version: resource.api_version,
            resource: cx.cluster.kinds.get(resource.kind).resource,
            fault: ContentFault::Refused(reason.unwrap_or(Reason::NotFound)),
        });
        self.next(self.grace_s);
    }

    fn next(&mut self, estimate_s: i64) {
        self.findings.estimate_s = self.findings.estimate_s.max(estimate_s);
        self.grace_s = 0;
        self.left.pop_front();
        self.call = self.left.front().map_or(Call::Verify, first_call);
    }

    /// What was found out.
    pub(super) fn into_findings(self) -> Findings {
        self.findings
    }

    pub(super) fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        digester.number(self.left.len() as u64);
        if let Some(resource) = self.left.front() {
            digester.kind(cluster, resource.kind);
        }
        digester.signed(self.grace_s);
        match &self.call {
            Call::Estimate => digester.number(0),
            Call::DeleteCollection => digester.number(1),
            Call::ListToDelete => digester.number(2),
            Call::Delete(names) => {
                digester.number(3);
                for &name in names {
                    digester.name(&cluster.names, name);
                }
            }
            Call::Verify => digester.number(4),
        }
        self.findings.digest(cluster, digester);
    }
}

impl Findings {
    /// How many objects are left.
    pub(super) fn objects(&self) -> u32 {
        self.remaining
            .iter()
            .fold(0, |sum, one| sum.saturating_add(one.count))
    }

    pub(super) fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        digester.number(u64::from(self.discovery.is_some()));
        digester.number(self.failures.len() as u64);
        digester.signed(self.estimate_s);
        for count in &self.remaining {
            digester.name(&cluster.names, count.group);
            digester.name(&cluster.names, count.resource);
            digester.number(u64::from(count.count));
        }
        // Summed up, since the order of the map is that in which the finalizers were first named.
        let weight = |(&finalizer, &count): (&Name, &u32)| {
            cluster.names.hash_of(finalizer).wrapping_mul(u64::from(count))
        };
        digester.number(self.finalizers.iter().map(weight).fold(0, u64::wrapping_add));
    }
}

fn first_call(resource: &Resource) -> Call {
    if resource.pods {
        Call::Estimate
    } else {
        Call::DeleteCollection
    }
}

/// Everything in a namespace is deleted in the background, whatever the namespace was deleted with (NS-14).
fn background() -> DeleteOptions {
    DeleteOptions {
        policy: Some(Policy::Background),
        ..DeleteOptions::default()
    }
}

/// The API server does not have the object, the resource, or the verb: nothing is wrong, but nothing is learnt either.
fn is_unsupported(response: &Response) -> bool {
    let reasons = [None, Some(Reason::NotFound), Some(Reason::MethodNotAllowed)];
    !response.is_success() && reasons.contains(&response.reason())
}

/// The longest grace period of the pods that still run; none once it has passed since the namespace was deleted.
fn longest_grace(pods: &[Arc<Object>], deleted_at: Time, now: Time) -> i64 {
    let grace = |pod: &Arc<Object>| match &pod.facts {
        Facts::Pod(facts) if !facts.phase.is_finished() => facts.termination_grace_period_s,
        _ => 0,
    };
    let longest_s = pods.iter().map(grace).max().unwrap_or(0).max(0);
    if now >= deleted_at + Duration::from_secs(longest_s) {
        0
    } else {
        longest_s
    }
}
