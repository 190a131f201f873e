use super::deed::{LensKinds, stored_sets};
use kubeloupe_core::Map;
use kubeloupe_core::apiserver::Verb;
use kubeloupe_core::object::{Facts, Name, Object, Time};
use kubeloupe_core::sim::{Actor, Effect, Item, QueueName, World};
use kubeloupe_core::workloads::{Expected, Verdict, WorkloadEffect, WorkloadWhat, controller_of, is_active};
use std::sync::Arc;

/// Most ReplicaSets that the lens shows.
pub const MOST_SETS: usize = 2;

/// What happened in one world, step by step.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// One for each position, from 0.
    pub samples: Vec<Sample>,
    /// What raised and lowered counters, with the position after it.
    pub ledger: Vec<(usize, Time, WorkloadEffect)>,
    /// Syncs of the ReplicaSet controller.
    pub syncs: Vec<Attempted>,
    /// Pods by uid, in the order in which they came.
    order: Map<Name, usize>,
}

/// How things stood after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// The time.
    pub time: Time,
    /// For each ReplicaSet, the story's first.
    pub sets: [Standing; MOST_SETS],
}

/// How one ReplicaSet stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// It exists.
    pub exists: bool,
    /// `spec.replicas`.
    pub desired: i32,
    /// Creations still expected; below zero when more were seen than expected.
    pub add: i64,
    /// Deletions still expected.
    pub del: i64,
    /// Its active pods at the API server.
    pub stored: u32,
    /// Its active pods in the cache.
    pub cached: u32,
}

/// One sync.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// Position after the step that began it.
    pub begun: usize,
    /// Position after the step that ended it; `None` while it goes on.
    pub ended: Option<usize>,
    /// When it began.
    pub at: Time,
    /// Of which ReplicaSet, `namespace/name`.
    pub key: Name,
    /// What the gate said; `None` where the sync did not come to it.
    pub verdict: Option<Verdict>,
    /// The counters when it was read.
    pub expected: Option<Expected>,
    /// Active pods that it saw, and wanted ones.
    pub counted: Option<(u32, i32)>,
    /// How many creations it set out to make.
    pub creations: u32,
    /// How many deletions it set out to make.
    pub deletions: usize,
    /// The sizes of its batches, each with the number of creations called before it.
    pub batches: Vec<(u32, u32)>,
    /// Its calls, in order.
    pub calls: Vec<Call>,
    /// How many creations were taken back.
    pub skipped: u32,
    /// It failed.
    pub failed: bool,
}

/// One call of a sync.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Position after the step that made it.
    pub position: usize,
    /// What was asked.
    pub verb: CallVerb,
    /// It was refused, with this code.
    pub refused: Option<u16>,
}

/// What a call asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallVerb {
    /// A pod is created.
    Create,
    /// A pod is deleted.
    Delete,
    /// A pod is adopted or released.
    Claim,
    /// The status is written.
    Status,
    /// Something is read.
    Read,
}

impl Attempted {
    /// Its creations as far as they were called by `position`.
    pub fn creations_by(&self, position: usize) -> impl Iterator<Item = &Call> {
        let calls = self
            .calls
            .iter()
            .take_while(move |call| call.position <= position);
        calls.filter(|call| call.verb == CallVerb::Create)
    }

    /// How many of its creations were refused by `position`.
    pub fn doomed(&self, position: usize) -> usize {
        self.creations_by(position)
            .filter(|call| call.refused.is_some())
            .count()
    }

    /// Whether its very first creation was refused: the quota was exceeded before it began, which is what the bound of
    /// slow start is about.
    pub fn began_doomed(&self) -> bool {
        let mut creations = self.calls.iter().filter(|call| call.verb == CallVerb::Create);
        creations.next().is_some_and(|call| call.refused.is_some())
    }

    /// How many pods it created, and how many it deleted, by `position`.
    pub fn made(&self, position: usize) -> (usize, usize) {
        let done = |verb: CallVerb| {
            let calls = self.calls.iter().take_while(|call| call.position <= position);
            calls
                .filter(|call| call.verb == verb && call.refused.is_none())
                .count()
        };
        (done(CallVerb::Create), done(CallVerb::Delete))
    }
}

impl Record {
    /// A record that begins with this world.
    pub fn new(world: &World, kinds: LensKinds) -> Self {
        let mut record = Record::default();
        let mut pods: Vec<&Arc<Object>> = world.api().of_kind(kinds.pods).collect();
        pods.sort_by_key(|pod| (pod.meta.creation_timestamp, pod.meta.uid));
        for pod in pods {
            record.came(pod.meta.uid);
        }
        record.samples.push(sample(world, kinds, None));
        record
    }

    fn came(&mut self, pod: Name) {
        let next = self.order.len();
        self.order.entry(pod).or_insert(next);
    }

    /// When each pod came, counted from 0.
    pub fn order(&self) -> &Map<Name, usize> {
        &self.order
    }

    /// Forgets what came after `position`.
    pub fn truncate(&mut self, position: usize) {
        self.samples.truncate(position + 1);
        self.ledger.retain(|(at, ..)| *at <= position);
        self.syncs.retain(|sync| sync.begun <= position);
        for sync in &mut self.syncs {
            sync.calls.retain(|call| call.position <= position);
            if sync.ended.is_some_and(|ended| ended > position) {
                sync.ended = None;
                sync.skipped = 0;
                sync.failed = false;
            }
            let called = sync
                .calls
                .iter()
                .filter(|call| call.verb == CallVerb::Create)
                .count();
            // The batch whose calls were under way stays; later ones had not begun.
            sync.batches.retain(|(before, _)| (*before as usize) <= called);
        }
    }

    /// Notes what one step did; `world` is the one after it.
    pub fn note(&mut self, world: &World, kinds: LensKinds, effects: &[Effect]) {
        let position = self.samples.len();
        let before = self.samples.last().copied();
        let counts = effects.iter().any(|effect| match effect {
            Effect::Written { after: object, .. }
            | Effect::Delivered { object, .. }
            | Effect::Dropped { object, .. } => object.kind == kinds.pods || object.kind == kinds.sets,
            _ => false,
        });
        let restarted = self.is_restart(world);
        self.samples
            .push(sample(world, kinds, before.filter(|_| !counts && !restarted)));
        for effect in effects {
            self.note_effect(world, kinds, effect, position);
        }
    }

    /// Caches are empty again.
    fn is_restart(&self, world: &World) -> bool {
        world.workloads().cache().pods.iter().len() == 0
    }

    fn note_effect(&mut self, world: &World, kinds: LensKinds, effect: &Effect, position: usize) {
        let at = world.now();
        match effect {
            Effect::Written {
                before: None, after, ..
            } if after.kind == kinds.pods => {
                self.came(after.meta.uid);
            }
            Effect::Dequeued {
                queue: QueueName::ReplicaSet,
                item: Item::Key { key, .. },
            } => self.syncs.push(Attempted {
                begun: position,
                ended: None,
                at,
                key: *key,
                verdict: None,
                expected: None,
                counted: None,
                creations: 0,
                deletions: 0,
                batches: Vec::new(),
                calls: Vec::new(),
                skipped: 0,
                failed: false,
            }),
            Effect::Forgotten {
                queue: QueueName::ReplicaSet,
                item: Item::Key { key, .. },
                ..
            } => {
                if let Some(sync) = self.open(*key) {
                    sync.ended = Some(position);
                }
            }
            Effect::Call(call) if call.by == Actor::ReplicaSetController => {
                let verb = match &call.request.verb {
                    Verb::Create(_) => CallVerb::Create,
                    Verb::Delete(_) => CallVerb::Delete,
                    Verb::Patch(_) if call.request.target.kind == kinds.pods => CallVerb::Claim,
                    Verb::Get => CallVerb::Read,
                    _ => CallVerb::Status,
                };
                let refused = (!call.response.is_success()).then_some(call.response.code);
                if let Some(sync) = self.syncs.iter_mut().rev().find(|sync| sync.ended.is_none()) {
                    sync.calls.push(Call {
                        position,
                        verb,
                        refused,
                    });
                }
            }
            Effect::Workload(effect) if effect.by == Actor::ReplicaSetController => {
                self.note_workload(effect, position, at);
            }
            _ => {}
        }
    }

    fn note_workload(&mut self, effect: &WorkloadEffect, position: usize, at: Time) {
        let counts = matches!(
            effect.what,
            WorkloadWhat::ExpectsCreations(_)
                | WorkloadWhat::ExpectsDeletions(_)
                | WorkloadWhat::CreationObserved { .. }
                | WorkloadWhat::DeletionObserved { .. }
                | WorkloadWhat::ExpectationsDeleted
                | WorkloadWhat::Skipped { .. }
                | WorkloadWhat::DeletionFailed { .. }
        );
        if counts {
            self.ledger.push((position, at, effect.clone()));
        }
        let Some(sync) = self.open(effect.key) else { return };
        match &effect.what {
            WorkloadWhat::Gate { verdict, expected } => {
                sync.verdict = Some(*verdict);
                sync.expected = *expected;
            }
            WorkloadWhat::Pods { active, desired, .. } => sync.counted = Some((*active, *desired)),
            WorkloadWhat::ExpectsCreations(count) => sync.creations = *count,
            WorkloadWhat::ExpectsDeletions(pods) => sync.deletions = pods.len(),
            WorkloadWhat::Batch { size, .. } => {
                let before = sync.batches.iter().map(|(_, size)| size).sum();
                sync.batches.push((before, *size));
            }
            WorkloadWhat::Skipped { number, .. } => sync.skipped = *number,
            WorkloadWhat::Failed(_) => {
                sync.failed = true;
                sync.ended = Some(position);
            }
            _ => {}
        }
    }

    fn open(&mut self, key: Name) -> Option<&mut Attempted> {
        let sync = self.syncs.iter_mut().rev().find(|sync| sync.key == key)?;
        sync.ended.is_none().then_some(sync)
    }

    /// The last sync of a ReplicaSet that had begun by `position`, and passes.
    pub fn last_sync(
        &self,
        key: Name,
        position: usize,
        passes: impl Fn(&Attempted) -> bool,
    ) -> Option<&Attempted> {
        let syncs = self.syncs.iter().rev();
        syncs
            .filter(|sync| sync.begun <= position && sync.key == key)
            .find(|sync| passes(sync))
    }
}

/// How things stand; pods are counted anew unless `counted` is given.
fn sample(world: &World, kinds: LensKinds, counted: Option<Sample>) -> Sample {
    let mut sample = counted.unwrap_or_default();
    sample.time = world.now();
    let sets = stored_sets(world, kinds);
    for (standing, set) in sample.sets.iter_mut().zip(&sets) {
        let expected = expected_of(world, set);
        standing.exists = true;
        standing.add = expected.map_or(0, |expected| expected.add);
        standing.del = expected.map_or(0, |expected| expected.del);
        if let Facts::ReplicaSet(facts) = &set.facts {
            standing.desired = facts.spec.replicas;
        }
        if counted.is_none() {
            let ours = |pod: &&Arc<Object>| {
                is_active(pod) && controller_of(pod).is_some_and(|owner| owner.uid == set.meta.uid)
            };
            let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            standing.stored = count(world.api().of_kind(kinds.pods).filter(ours).count());
            let cache = &world.workloads().cache().pods;
            let active = cache.controlled_by(set.meta.uid).filter(|pod| is_active(pod));
            standing.cached = count(active.count());
        }
    }
    sample
}

/// What is expected of a ReplicaSet.
pub fn expected_of(world: &World, set: &Object) -> Option<Expected> {
    let controller = world.workloads().replica_sets()?;
    let key = key_of(world, set)?;
    controller.expectations().counters().get(key).copied()
}

/// The key of a ReplicaSet's queue, if anything ever had to do with it.
pub fn key_of(world: &World, set: &Object) -> Option<Name> {
    let names = &world.cluster().names;
    names.find(&format!(
        "{}/{}",
        names.text(set.meta.namespace),
        names.text(set.meta.name)
    ))
}
