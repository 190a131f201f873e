use super::sync::{Deed, View, facts, sync};
use crate::Map;
use crate::apiserver::{Cluster, Request, Response};
use crate::object::{Duration, KindId, Name, Object, Time};
use crate::queue::{QueueConfig, WorkQueue};
use crate::sorted::SortedMap;
use crate::sorted::sort_by_key;
use crate::workloads::{
    Answered, ConsistencyStore, PodKey, Script, Stale, SyncError, TrackingExpectations, WorkloadCache,
    controller_of, is_active, key_of, split_key,
};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Switches of the controller, by minor version and gate (spec versions, section 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplicaSetConfig {
    /// Kind of pods.
    pub pods: KindId,
    /// Kind of ReplicaSets.
    pub replica_sets: KindId,
    /// Type of the condition Ready.
    pub ready: Name,
    /// Most creations or deletions of one sync (RS-14).
    pub burst: u32,
    /// Whether syncs wait for expectations at all; `false` shows what they are for.
    pub expectations: bool,
    /// Gate StaleControllerConsistencyReplicaSet (1.36 and later).
    pub consistency: bool,
    /// Gate DeploymentReplicaSetTerminatingReplicas (1.35 and later).
    pub terminating_replicas: bool,
    /// Gate PodDeletionCost.
    pub deletion_cost: bool,
    /// Restarts of sidecars break ties (1.32 and later).
    pub sidecar_restarts: bool,
    /// The key comes back at the exact time of availability (1.34 and later).
    pub exact_availability: bool,
    /// A pod is available at the exact instant (1.34 and later).
    pub available_at_boundary: bool,
    /// Pods are the set's only if kind, name and uid of their controller reference fit (1.34 and later).
    pub owner_index: bool,
}

/// What a handler or a worker did, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A key was added to the queue.
    Added(Name),
    /// A key will be added.
    AddedAfter(Name, Duration),
    /// A key failed and will be added again.
    AddedRateLimited {
        /// The key.
        key: Name,
        /// After which delay.
        delay: Duration,
        /// How often it has failed.
        failures: u32,
    },
    /// A key's failures were forgotten.
    Forgot(Name),
    /// A creation was observed; the counters after it, if anything was expected (EX-12).
    CreationObserved(Name),
    /// A deletion was observed; whether its key was tracked (EX-10).
    DeletionObserved(Name, PodKey, bool),
    /// The expectations of a key were deleted (RS-2).
    ExpectationsDeleted(Name),
    /// An error was reported.
    Reported(SyncError),
    /// An error was reported with the key that failed (RS-10).
    Failed(Name, SyncError),
    /// A deed of the sync of this key.
    Did(Name, Deed),
}

/// The ReplicaSet controller. It sees what its informers deliver and the answers to its calls, nothing else.
#[derive(Clone, Debug)]
pub struct ReplicaSetController {
    /// Its switches.
    pub config: ReplicaSetConfig,
    pub(super) queue: WorkQueue<Name>,
    pub(super) expectations: TrackingExpectations,
    pub(super) consistency: ConsistencyStore,
    attempts: SortedMap<u32, Attempt>,
}

/// A sync under way.
#[derive(Clone, Debug)]
struct Attempt {
    view: View,
    started: Time,
    answers: Vec<Answered>,
    /// How many of the sync's deeds were carried out.
    carried_out: usize,
    wanted: Vec<Request>,
    given: Vec<Response>,
}

impl ReplicaSetController {
    /// A controller with an empty queue.
    pub fn new(config: ReplicaSetConfig, queue: QueueConfig) -> Self {
        ReplicaSetController {
            config,
            queue: WorkQueue::new(queue),
            expectations: TrackingExpectations::default(),
            consistency: ConsistencyStore::default(),
            attempts: SortedMap::new(),
        }
    }

    /// Its queue of `namespace/name` keys.
    pub fn queue(&self) -> &WorkQueue<Name> {
        &self.queue
    }

    /// The queue, for whoever moves the clock.
    pub fn queue_mut(&mut self) -> &mut WorkQueue<Name> {
        &mut self.queue
    }

    /// The expectations.
    pub fn expectations(&self) -> &TrackingExpectations {
        &self.expectations
    }

    /// The expectations, for whoever follows a recording.
    pub fn expectations_mut(&mut self) -> &mut TrackingExpectations {
        &mut self.expectations
    }

    /// What was written (RS-30).
    pub fn consistency(&self) -> &ConsistencyStore {
        &self.consistency
    }

    /// Takes the head of the queue. `None`: nothing is listed.
    pub fn take(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        worker: u32,
        now: Time,
    ) -> Option<(Name, Vec<Told>)> {
        let key = self.queue.take()?;
        Some((key, self.start(cluster, cache, worker, key, now)))
    }

    /// Begins the sync of `key` by `worker`, without the queue.
    pub fn start(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        worker: u32,
        key: Name,
        now: Time,
    ) -> Vec<Told> {
        let view = self.view(cluster, cache, key, now);
        self.attempts.insert(
            worker,
            Attempt {
                view,
                started: now,
                answers: Vec::new(),
                carried_out: 0,
                wanted: Vec::new(),
                given: Vec::new(),
            },
        );
        self.run(cluster, worker)
    }

    /// The call that the worker makes next.
    pub fn request(&self, worker: u32) -> Option<&Request> {
        let attempt = self.attempts.get(&worker)?;
        attempt.wanted.get(attempt.given.len())
    }

    /// Whether the worker's next call is the first of those that are made at once.
    pub fn begins_round(&self, worker: u32) -> bool {
        self.attempts
            .get(&worker)
            .is_none_or(|attempt| attempt.given.is_empty())
    }

    /// Adds the syncs under way to a digest.
    pub fn digest_attempts(&self, names: &crate::object::Names, digester: &mut crate::sim::Digester) {
        for (&worker, attempt) in &self.attempts {
            digester.number(u64::from(worker));
            digester.name(names, attempt.view.key);
            digester.signed(attempt.started.0);
            digester.number(attempt.answers.len() as u64);
            digester.number(attempt.given.len() as u64);
        }
    }

    /// The key that the worker works on.
    pub fn key(&self, worker: u32) -> Option<Name> {
        self.attempts.get(&worker).map(|attempt| attempt.view.key)
    }

    /// Whether the worker is in a sync.
    pub fn is_working(&self, worker: u32) -> bool {
        self.attempts.contains_key(&worker)
    }

    /// Gives the answer to the worker's call. Once all of the round are answered, the sync goes on.
    pub fn respond(
        &mut self,
        cluster: &mut Cluster,
        worker: u32,
        response: Response,
        now: Time,
    ) -> Vec<Told> {
        let Some(attempt) = self.attempts.get_mut(&worker) else {
            return Vec::new();
        };
        attempt.given.push(response);
        if attempt.given.len() < attempt.wanted.len() {
            return Vec::new();
        }
        attempt.answers.push(Answered {
            responses: core::mem::take(&mut attempt.given),
            at: now,
        });
        self.run(cluster, worker)
    }

    /// How the worker's sync ended; the queue is told (RS-10).
    pub fn settle(&mut self, worker: u32, key: Name, error: Option<SyncError>, now: Time) -> Vec<Told> {
        self.attempts.remove(&worker);
        let mut told = Vec::new();
        match error {
            Some(error) => {
                told.push(Told::Failed(key, error));
                let limited = self.queue.add_rate_limited(key, now);
                told.push(Told::AddedRateLimited {
                    key,
                    delay: limited.delay,
                    failures: limited.failures,
                });
            }
            None => {
                self.queue.forget(key);
                told.push(Told::Forgot(key));
            }
        }
        self.queue.done(key);
        told
    }

    /// Gives up the worker's sync without telling the queue.
    pub fn abandon(&mut self, worker: u32) {
        self.attempts.remove(&worker);
    }

    fn run(&mut self, cluster: &mut Cluster, worker: u32) -> Vec<Told> {
        let Some(attempt) = self.attempts.get_mut(&worker) else {
            return Vec::new();
        };
        let mut script = Script::new(cluster, attempt.started, &attempt.answers);
        sync(&mut script, &self.config, &attempt.view);
        let now = script.now();
        let run = script.finish();
        attempt.wanted = run.wanted;
        let key = attempt.view.key;
        let fresh: Vec<Deed> = run.deeds.into_iter().skip(attempt.carried_out).collect();
        attempt.carried_out += fresh.len();
        let mut told = Vec::new();
        for deed in fresh {
            self.carry_out(key, &deed, now);
            told.push(Told::Did(key, deed));
        }
        told
    }

    fn carry_out(&mut self, key: Name, deed: &Deed, now: Time) {
        let counters = &mut self.expectations;
        match deed {
            Deed::ExpectsCreations(number) => {
                counters
                    .counters_mut()
                    .expect_creations(key, i64::from(*number), now);
            }
            Deed::ExpectsDeletions(pods) => {
                counters.expect_deletions(key, pods.iter().copied(), now);
            }
            Deed::Skips(number) => {
                counters.counters_mut().lower(key, i64::from(*number), 0);
            }
            Deed::DeletionFailed(pod) => {
                counters.deletion_observed(key, *pod);
            }
            Deed::Wrote { kind, uid, version } => {
                if self.config.consistency {
                    self.consistency.wrote(key, *uid, *kind, *version);
                }
            }
            Deed::Forgets => {
                self.consistency.clear(key, None);
                counters.delete(key);
            }
            Deed::EnqueuesAfter(delay) => {
                self.queue.add_after(key, *delay, now);
            }
            Deed::Gate(_)
            | Deed::Reports(_)
            | Deed::Counts { .. }
            | Deed::StartsBatch { .. }
            | Deed::Records(_)
            | Deed::Ends(_) => {}
        }
    }

    /// Reads the gates and the caches (RS-11 steps 2 to 6).
    fn view(&mut self, cluster: &mut Cluster, cache: &WorkloadCache, key: Name, now: Time) -> View {
        let mut view = View {
            key,
            stale: None,
            set: None,
            verdict: crate::workloads::Verdict::NothingExpected,
            pods: Vec::new(),
            related: None,
        };
        let Some((namespace, name)) = split_key(cluster, key) else {
            return view;
        };
        view.stale = self.stale(cache, key);
        if view.stale.is_some() {
            return view;
        }
        let Some(set) = cache.replica_sets.get(namespace, name) else {
            return view;
        };
        view.set = Some(set.clone());
        if self.config.expectations {
            view.verdict = self.expectations.counters().verdict(key, now);
        }
        view.pods = self.pods_of(cluster, cache, set);
        let desired = facts(set).map_or(0, |facts| i64::from(facts.spec.replicas));
        if i64::try_from(view.pods.len()).unwrap_or(i64::MAX) > desired {
            view.related = related(cache, set);
        }
        view
    }

    fn stale(&mut self, cache: &WorkloadCache, key: Name) -> Option<Stale> {
        if !self.config.consistency {
            return None;
        }
        let (pods, sets) = (self.config.pods, self.config.replica_sets);
        self.consistency
            .ready(key, |kind| cache.seen(kind, pods, sets))
            .err()
    }

    /// RS-11 step 6.
    fn pods_of(&self, cluster: &Cluster, cache: &WorkloadCache, set: &Object) -> Vec<Arc<Object>> {
        let kind = cluster.kinds.get(set.kind).kind;
        let fits = |pod: &&Arc<Object>| {
            let reference = controller_of(pod);
            pod.meta.namespace == set.meta.namespace
                && (!self.config.owner_index
                    || reference.is_some_and(|owner| owner.kind == kind && owner.name == set.meta.name))
        };
        let owned = cache.pods.controlled_by(set.meta.uid).filter(fits);
        let mut pods: Vec<Arc<Object>> = owned
            .chain(cache.pods.orphans(set.meta.namespace))
            .cloned()
            .collect();
        sort_by_key(&mut pods, |pod| pod.meta.name);
        pods
    }

    /// The key of an object.
    pub(super) fn key_of(cluster: &mut Cluster, object: &Object) -> Name {
        key_of(cluster, object.meta.namespace, object.meta.name)
    }
}

/// How many active pods of ReplicaSets with the same controller are on which node (RS-21, RS-22).
fn related(cache: &WorkloadCache, set: &Object) -> Option<Map<Name, u32>> {
    let controller = controller_of(set)?.uid;
    let mut on_node: Map<Name, u32> = Map::default();
    let mut seen = crate::sorted::SortedSet::new();
    for related in cache.replica_sets.controlled_by(controller) {
        let selector = facts(related).and_then(|facts| facts.spec.selector.as_deref());
        let Some(selector) = selector.filter(|selector| selector.invalid().is_none()) else {
            continue;
        };
        for pod in cache.pods.selected(related.meta.namespace, selector) {
            if seen.insert(pod.meta.uid) && is_active(pod) {
                let node = match &pod.facts {
                    crate::object::Facts::Pod(facts) => facts.node,
                    _ => Name::EMPTY,
                };
                *on_node.entry(node).or_default() += 1;
            }
        }
    }
    Some(on_node)
}
