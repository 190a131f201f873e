use super::call::{Answer, Calls, HistoryCall, HistoryError};
use super::revision::{LabelledPod, Parent, Revision};
use super::stateful_set::{Chosen, adopt_orphans, choose, list, next_status, truncate};
use super::translate::{self, Copies};
use super::{clean_up, construct};
use crate::apiserver::{Change, Cluster, Request, Response};
use crate::informer::Delivery;
use crate::object::{Duration, Facts, KindId, Name, Object, OwnerReference};
use crate::queue::{QueueConfig, WorkQueue};
use crate::sorted::SortedMap;
use crate::workloads::{ApiError, Collection, SyncError, WorkloadCache, controller_of, key_of, split_key};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What distinguishes the two controllers, and their versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryConfig {
    /// Kind of StatefulSets or DaemonSets.
    pub sets: KindId,
    /// Kind of ControllerRevisions.
    pub revisions: KindId,
    /// Kind of pods.
    pub pods: KindId,
    /// It is the DaemonSet controller.
    pub is_daemon: bool,
    /// The latest revision may be equal by meaning (gate StatefulSetSemanticRevisionComparison).
    pub by_meaning: bool,
}

/// What a handler or a worker did, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A key was added to the queue.
    Added(Name),
    /// A key failed, why, after which delay it will be added again, and how often it has failed.
    Failed(Name, SyncError, Duration, u32),
    /// A key's failures were forgotten.
    Forgot(Name),
    /// A deed of the sync of this key.
    Did(Name, Deed),
}

/// What a sync does beside its calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The revision of the template was found or made.
    Chooses {
        /// Its name.
        name: Name,
        /// Its number.
        number: i64,
    },
    /// The sync ends.
    Ends(Option<SyncError>),
}

/// The StatefulSet or the DaemonSet controller, as far as the history of revisions goes: it adopts, creates, numbers and
/// deletes revisions, and writes what status says of them. It makes no pods.
#[derive(Clone, Debug)]
pub struct HistoryController {
    /// Its switches.
    pub config: HistoryConfig,
    queue: WorkQueue<Name>,
    attempts: SortedMap<u32, Attempt>,
}

/// A sync under way.
#[derive(Clone, Debug)]
struct Attempt {
    key: Name,
    view: Option<View>,
    answers: Vec<Answer>,
    errors: Vec<Option<ApiError>>,
    asked: Option<HistoryCall>,
    wanted: Option<Request>,
    /// The choice was told.
    told: bool,
}

/// What the caches held when the sync began.
#[derive(Clone, Debug)]
struct View {
    copies: Copies,
    parent: Parent,
    revisions: Vec<Revision>,
    pods: Vec<LabelledPod>,
    all_ready: bool,
    on_delete: bool,
    /// `currentRevision`, `updateRevision` and `collisionCount`.
    status: (String, String, Option<i32>),
    /// The generation was observed.
    observed: bool,
}

impl HistoryController {
    /// A controller with an empty queue.
    pub fn new(config: HistoryConfig, queue: QueueConfig) -> Self {
        HistoryController {
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

    /// The call that the worker makes next.
    pub fn request(&self, worker: u32) -> Option<&Request> {
        self.attempts.get(&worker)?.wanted.as_ref()
    }

    /// Adds the syncs under way to a digest.
    pub fn digest_attempts(&self, names: &crate::object::Names, digester: &mut crate::sim::Digester) {
        for (&worker, attempt) in &self.attempts {
            digester.number(u64::from(worker));
            digester.name(names, attempt.key);
            digester.number(attempt.answers.len() as u64);
        }
    }

    fn sets<'c>(&self, cache: &'c WorkloadCache) -> &'c Collection {
        if self.config.is_daemon {
            &cache.daemon_sets
        } else {
            &cache.stateful_sets
        }
    }

    /// Takes the head of the queue. `None`: nothing is listed.
    pub fn take(&mut self, cluster: &mut Cluster, cache: &WorkloadCache, worker: u32) -> Option<Vec<Told>> {
        let key = self.queue.take()?;
        let view = self.view(cluster, cache, key);
        self.attempts.insert(
            worker,
            Attempt {
                key,
                view,
                answers: Vec::new(),
                errors: Vec::new(),
                asked: None,
                wanted: None,
                told: false,
            },
        );
        Some(self.run(cluster, worker))
    }

    /// Gives the answer to the worker's call; the sync goes on.
    pub fn respond(&mut self, cluster: &mut Cluster, worker: u32, response: &Response) -> Vec<Told> {
        let Some(attempt) = self.attempts.get_mut(&worker) else {
            return Vec::new();
        };
        let asked = attempt.asked.take().zip(attempt.wanted.take());
        if let (Some((call, request)), Some(view)) = (asked, &mut attempt.view) {
            let target = request.target;
            let name = match &call {
                HistoryCall::Create(revision) => crate::workloads::key::intern(cluster, &revision.name),
                _ => target.name,
            };
            attempt
                .errors
                .push(ApiError::of(response, target.kind, target.namespace, name));
            let answer = translate::answer(cluster, &call, response, &mut view.copies);
            attempt.answers.push(answer);
        }
        self.run(cluster, worker)
    }

    /// How the worker's sync ended; the queue is told.
    pub fn settle(
        &mut self,
        worker: u32,
        key: Name,
        error: Option<SyncError>,
        now: crate::object::Time,
    ) -> Told {
        self.attempts.remove(&worker);
        let told = match error {
            Some(error) => {
                let limited = self.queue.add_rate_limited(key, now);
                Told::Failed(key, error, limited.delay, limited.failures)
            }
            None => {
                self.queue.forget(key);
                Told::Forgot(key)
            }
        };
        self.queue.done(key);
        told
    }

    fn run(&mut self, cluster: &mut Cluster, worker: u32) -> Vec<Told> {
        let Some(attempt) = self.attempts.get_mut(&worker) else {
            return Vec::new();
        };
        let key = attempt.key;
        let Some(view) = &attempt.view else {
            return [Told::Did(key, Deed::Ends(None))].into();
        };
        let mut calls = Calls::new(&attempt.answers);
        let mut chosen = None;
        let outcome = if self.config.is_daemon {
            daemon_set(view, &mut calls, &mut chosen)
        } else {
            stateful_set(view, self.config.by_meaning, &mut calls, &mut chosen)
        };
        let wanted = calls.wanted();
        let mut told = Vec::new();
        if let (Some(chosen), false) = (chosen, attempt.told) {
            attempt.told = true;
            let name = crate::workloads::key::intern(cluster, &chosen.name);
            let number = chosen.number;
            told.push(Told::Did(key, Deed::Chooses { name, number }));
        }
        if let Some(call) = wanted {
            attempt.wanted = Some(translate::request(cluster, self.config, &call, &view.copies));
            attempt.asked = Some(call);
            return told;
        }
        let error = outcome
            .err()
            .map(|error| sync_error(&attempt.errors, &view.copies, error));
        told.push(Told::Did(key, Deed::Ends(error)));
        told
    }

    /// Reads the caches. `None`: there is nothing to do for this key.
    fn view(&self, cluster: &mut Cluster, cache: &WorkloadCache, key: Name) -> Option<View> {
        let (namespace, name) = split_key(cluster, key)?;
        let set = self.sets(cache).get(namespace, name)?.clone();
        let Facts::RevisedSet(facts) = &set.facts else {
            return None;
        };
        let selector = &facts.spec.selector;
        let rests = self.config.is_daemon && set.meta.is_deleting();
        if rests || selector.is_empty() || selector.invalid().is_some() {
            return None;
        }
        let parent = translate::parent(cluster, &set, facts);
        // A history looks at labels only: what expressions exclude is kept from it.
        let excluded = |object: &Object| {
            selector
                .labels
                .iter()
                .all(|pair| object.meta.labels.contains(pair))
                && !selector.matches(&object.meta.labels)
        };
        let revisions = cache.revisions.in_namespace(namespace);
        let revisions = revisions.filter(|revision| !excluded(revision));
        let revisions = revisions.filter_map(|revision| translate::revision(cluster, revision));
        let revisions = revisions.collect();
        let pods: Vec<&Arc<Object>> = cache
            .pods
            .controlled_by(set.meta.uid)
            .filter(|pod| pod.meta.namespace == namespace && selector.matches(&pod.meta.labels))
            .collect();
        let text = |name: Name| String::from(cluster.names.text(name));
        let status = facts.status;
        Some(View {
            parent,
            revisions,
            all_ready: pods.iter().all(|pod| translate::is_ready(cluster, pod)),
            pods: pods.iter().map(|pod| translate::pod(cluster, pod)).collect(),
            on_delete: facts.spec.on_delete,
            status: (
                text(status.current_revision),
                text(status.update_revision),
                status.collision_count,
            ),
            observed: status.observed_generation == set.meta.generation,
            copies: Copies::new(&set, cache.revisions.in_namespace(namespace)),
        })
    }

    /// Hands an event, which is in the caches, to the handlers.
    pub fn observe(&mut self, cluster: &mut Cluster, cache: &WorkloadCache, event: &Delivery) -> Vec<Told> {
        let (object, kind) = (&event.object, event.object.kind);
        let mut keys = Vec::new();
        if kind == self.config.sets {
            keys.push((object.meta.namespace, object.meta.name));
        } else if kind == self.config.pods || (kind == self.config.revisions && self.config.is_daemon) {
            // Only the DaemonSet controller watches revisions.
            let owner = |reference: &OwnerReference| self.resolve(cluster, cache, object, reference);
            let old = event.old.as_ref();
            let (was, is) = (old.and_then(|old| controller_of(old)), controller_of(object));
            if was != is {
                keys.extend(was.and_then(owner));
            }
            keys.extend(is.and_then(owner));
            let gone = event.change == Change::Deleted || object.meta.is_deleting();
            let relabelled = old.is_none_or(|old| was != is || old.meta.labels != object.meta.labels);
            if kind == self.config.revisions && is.is_none() && !gone && relabelled {
                let selecting = self.sets(cache).in_namespace(object.meta.namespace);
                let selecting = selecting.filter(|set| match &set.facts {
                    Facts::RevisedSet(facts) => {
                        let selector = &facts.spec.selector;
                        !selector.is_empty() && selector.matches(&object.meta.labels)
                    }
                    _ => false,
                });
                keys.extend(selecting.map(|set| (set.meta.namespace, set.meta.name)));
            }
        }
        let mut told = Vec::new();
        for (namespace, name) in keys {
            let key = key_of(cluster, namespace, name);
            self.queue.add(key);
            told.push(Told::Added(key));
        }
        told
    }

    /// The set that a reference means, if it is in the cache.
    fn resolve(
        &self,
        cluster: &Cluster,
        cache: &WorkloadCache,
        object: &Object,
        reference: &OwnerReference,
    ) -> Option<(Name, Name)> {
        if reference.kind != cluster.kinds.get(self.config.sets).kind {
            return None;
        }
        let set = self.sets(cache).get(object.meta.namespace, reference.name)?;
        (set.meta.uid == reference.uid).then_some((set.meta.namespace, set.meta.name))
    }
}

/// One sync of a StatefulSet (HS-22 to HS-26): status is written before the history is cut.
fn stateful_set(
    view: &View,
    by_meaning: bool,
    calls: &mut Calls<'_>,
    told: &mut Option<Revision>,
) -> Result<(), HistoryError> {
    let parent = &view.parent;
    let listed = list(parent, &view.revisions);
    adopt_orphans(parent, &listed, calls)?;
    let mut chosen = choose(parent, &listed, by_meaning, calls);
    if let Err(HistoryError::Pending) = chosen {
        return Err(HistoryError::Pending);
    }
    if let Ok(choice) = &chosen {
        *told = Some(choice.update.clone());
        match write_status(view, choice, calls) {
            Err(HistoryError::Pending) => return Err(HistoryError::Pending),
            Err(error) => chosen = Err(error),
            Ok(()) => {}
        }
    }
    let cut = truncate(parent, &listed, chosen.as_ref().ok(), &view.pods, calls);
    chosen.map(drop).and(cut)
}

fn write_status(view: &View, chosen: &Chosen, calls: &mut Calls<'_>) -> Result<(), HistoryError> {
    let at_update = |pod: &LabelledPod| pod.hash.as_ref() == Some(&chosen.update.name);
    let completes = !view.on_delete && view.all_ready && view.pods.iter().all(at_update);
    let (current, update) = if completes {
        next_status(chosen)
    } else {
        (chosen.current.name.as_str(), chosen.update.name.as_str())
    };
    let count = chosen.collision_count;
    let (known_current, known_update, known_count) = &view.status;
    if view.observed && known_current == current && known_update == update && *known_count == Some(count) {
        return Ok(());
    }
    let (current, update) = (String::from(current), String::from(update));
    calls
        .must(|| HistoryCall::WriteStatus {
            current,
            update,
            count,
        })
        .map(drop)
}

/// One sync of a DaemonSet (HS-13 to HS-16a).
fn daemon_set(view: &View, calls: &mut Calls<'_>, told: &mut Option<Revision>) -> Result<(), HistoryError> {
    let history = construct(&view.parent, &view.revisions, &view.pods, calls)?;
    *told = Some(history.current);
    clean_up(&view.parent, &history.old, &view.pods, calls)
}

fn sync_error(answered: &[Option<ApiError>], copies: &Copies, error: HistoryError) -> SyncError {
    use super::CannotAdopt as Why;
    use crate::workloads::CannotAdopt;
    let of_call = |call: usize| answered.get(call).cloned().flatten();
    let set = &copies.set;
    let meta = &set.meta;
    match error {
        HistoryError::Refused { call, .. } => match of_call(call) {
            Some(error) => error.into(),
            None => SyncError::RevisionNameMissing,
        },
        HistoryError::Pending | HistoryError::NameMissing => SyncError::RevisionNameMissing,
        HistoryError::StaleCount => SyncError::StaleCollisionCount(meta.name),
        HistoryError::Claim(errors) => {
            let errors = errors.into_iter();
            SyncError::Claim(errors.map(|error| sync_error(answered, copies, error)).collect())
        }
        HistoryError::CannotAdopt(why) => {
            let live = copies.live.as_ref();
            let at = live.and_then(|live| live.meta.deletion_timestamp);
            let cause = match why {
                Why::JustDeleted(_) => CannotAdopt::JustDeleted {
                    namespace: meta.namespace,
                    name: meta.name,
                    at: at.unwrap_or_default(),
                },
                Why::Gone { .. } => CannotAdopt::Gone {
                    kind: set.kind,
                    namespace: meta.namespace,
                    name: meta.name,
                    got: live.map_or(Name::EMPTY, |live| live.meta.uid),
                    wanted: meta.uid,
                },
                Why::Get(call) => match of_call(call) {
                    Some(error) => CannotAdopt::Get(error),
                    None => return SyncError::RevisionNameMissing,
                },
            };
            SyncError::CannotAdoptRevisions(Box::new(cause))
        }
    }
}
