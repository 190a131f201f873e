use super::names::{pod_template_hash, replica_set_name};
use super::sync::{Deed, View, sync};
use crate::apiserver::{Cluster, Request, Response};
use crate::object::{Duration, Facts, KindId, Name, Object, StrategyKind, Time};
use crate::queue::{QueueConfig, WorkQueue};
use crate::sorted::SortedMap;
use crate::sorted::sort_by_key;
use crate::workloads::key::intern;
use crate::workloads::{Answered, Script, SyncError, WorkloadCache, key_of, split_key};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How often a failing key is tried again before it is dropped (DP-15).
const MAX_RETRIES: u32 = 15;

/// Switches of the controller, by minor version and gate (spec versions, section 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeploymentConfig {
    /// Kind of Deployments.
    pub deployments: KindId,
    /// Kind of ReplicaSets.
    pub replica_sets: KindId,
    /// Kind of pods.
    pub pods: KindId,
    /// Names that are too long are cut (1.34 and later).
    pub cut_names: bool,
    /// Gate DeploymentReplicaSetTerminatingReplicas (1.35 and later).
    pub terminating_replicas: bool,
    /// A deleted pod of a Recreate Deployment always enqueues it (1.37 and later).
    pub pod_deletion_enqueues: bool,
}

/// What a handler or a worker did, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A key was added to the queue.
    Added(Name),
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
    /// An error was reported.
    Reported(SyncError),
    /// A key failed, and why.
    Failed(Name, SyncError),
    /// A deed of the sync of this key.
    Did(Name, Deed),
}

/// The Deployment controller. It sees what its informers deliver and the answers to its calls, nothing else.
#[derive(Clone, Debug)]
pub struct DeploymentController {
    /// Its switches.
    pub config: DeploymentConfig,
    pub(super) queue: WorkQueue<Name>,
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
}

impl DeploymentController {
    /// A controller with an empty queue.
    pub fn new(config: DeploymentConfig, queue: QueueConfig) -> Self {
        DeploymentController {
            config,
            queue: WorkQueue::new(queue),
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
        let view = self.view(cluster, cache, key);
        self.attempts.insert(
            worker,
            Attempt {
                view,
                started: now,
                answers: Vec::new(),
                carried_out: 0,
                wanted: Vec::new(),
            },
        );
        self.run(cluster, worker)
    }

    /// The call that the worker makes next.
    pub fn request(&self, worker: u32) -> Option<&Request> {
        self.attempts.get(&worker)?.wanted.first()
    }

    /// Adds the syncs under way to a digest.
    pub fn digest_attempts(&self, names: &crate::object::Names, digester: &mut crate::sim::Digester) {
        for (&worker, attempt) in &self.attempts {
            digester.number(u64::from(worker));
            digester.name(names, attempt.view.key);
            digester.signed(attempt.started.0);
            digester.number(attempt.answers.len() as u64);
        }
    }

    /// The key that the worker works on.
    pub fn key(&self, worker: u32) -> Option<Name> {
        self.attempts.get(&worker).map(|attempt| attempt.view.key)
    }

    /// Gives the answer to the worker's call; the sync goes on.
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
        attempt.answers.push(Answered {
            responses: alloc::vec![response],
            at: now,
        });
        self.run(cluster, worker)
    }

    /// How the worker's sync ended; the queue is told (DP-15).
    pub fn settle(&mut self, worker: u32, key: Name, error: Option<SyncError>, now: Time) -> Vec<Told> {
        self.attempts.remove(&worker);
        let mut told = Vec::new();
        let hopeless =
            |error: &SyncError| matches!(error, SyncError::Api(error) if error.is_namespace_terminating());
        match error {
            Some(error) if !hopeless(&error) && self.queue.failures(key) < MAX_RETRIES => {
                told.push(Told::Failed(key, error));
                let limited = self.queue.add_rate_limited(key, now);
                told.push(Told::AddedRateLimited {
                    key,
                    delay: limited.delay,
                    failures: limited.failures,
                });
            }
            other => {
                if let Some(error) = other.filter(|error| !hopeless(error)) {
                    told.push(Told::Reported(error));
                }
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
            match deed {
                Deed::EnqueuesAfter(delay) => {
                    self.queue.add_after(key, delay, now);
                }
                Deed::EnqueuesRateLimited => {
                    self.queue.add_rate_limited(key, now);
                }
                Deed::Names { .. } | Deed::Collides { .. } | Deed::Records(_) | Deed::Ends(_) => {}
            }
            told.push(Told::Did(key, deed));
        }
        told
    }

    /// Reads the caches.
    fn view(&self, cluster: &mut Cluster, cache: &WorkloadCache, key: Name) -> View {
        let mut view = View {
            key,
            deployment: None,
            sets: Vec::new(),
            namesake: None,
            pods: Vec::new(),
        };
        let Some((namespace, name)) = split_key(cluster, key) else {
            return view;
        };
        let Some(deployment) = cache.deployments.get(namespace, name) else {
            return view;
        };
        view.deployment = Some(deployment.clone());
        let owned = cache.replica_sets.controlled_by(deployment.meta.uid);
        let owned = owned.filter(|set| set.meta.namespace == namespace);
        view.sets = owned
            .chain(cache.replica_sets.orphans(namespace))
            .cloned()
            .collect();
        sort_by_key(&mut view.sets, |set| set.meta.name);
        let Facts::Deployment(facts) = &deployment.facts else {
            return view;
        };
        let hash = pod_template_hash(facts.spec.template.hash_state, facts.status.collision_count);
        let new_name = replica_set_name(cluster.names.text(name), &hash, self.config.cut_names);
        let new_name = intern(cluster, &new_name);
        view.namesake = cache.replica_sets.get(namespace, new_name).cloned();
        if facts.spec.strategy.kind == StrategyKind::Recreate {
            let pods = |set: &Arc<Object>| {
                cache
                    .pods
                    .controlled_by(set.meta.uid)
                    .cloned()
                    .collect::<Vec<_>>()
            };
            view.pods = view.sets.iter().flat_map(pods).collect();
        }
        view
    }

    /// The key of an object.
    pub(super) fn key_of(cluster: &mut Cluster, object: &Object) -> Name {
        key_of(cluster, object.meta.namespace, object.meta.name)
    }
}
