use super::story::set_name;
use kubeloupe_core::apiserver::{Create, DeleteOptions, Patch, Request, Target, Verb};
use kubeloupe_core::object::{
    Duration, Facts, KindId, List, Name, Object, ObjectMeta, PodDetail, PodFacts, PodPhase, ReplicaSetFacts,
    ReplicaSetSpec, ReplicaSetStatus, Time,
};
use kubeloupe_core::sim::{Action, Fault, World};
use kubeloupe_core::workloads::{controller_of, is_active};
use std::sync::Arc;

/// Something that is done to both worlds. Pods are meant by their number among the active ones, oldest first, since
/// each world gives them names of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The next add event of a pod is lost.
    LoseAdd,
    /// The events that tell of the next deletion of a pod are lost: that it began, and that it is over.
    LoseDeletion,
    /// Events of a kind come so much later from now on.
    Lag {
        /// Of which kind.
        of: Watched,
        /// How much later.
        by: Duration,
    },
    /// Pods are killed, with no grace.
    Kill {
        /// The number of the first one.
        first: usize,
        /// How many.
        count: usize,
    },
    /// A pod is killed, and a bare one is made under its name.
    Recreate(usize),
    /// The same with a pod that is already going.
    RecreateLeaving,
    /// A pod's labels no longer match.
    LabelAway(usize),
    /// A bare pod appears that the selector matches.
    Bare,
    /// The namespace may hold so many pods.
    Quota(Option<u32>),
    /// A second ReplicaSet with the same selector.
    SecondSet,
    /// A ReplicaSet is scaled.
    Scale {
        /// Which, from 0.
        set: usize,
        /// To how many.
        replicas: i32,
    },
    /// The first ReplicaSet is written without a change that matters, which makes it be synced.
    Touch,
    /// The informer of a kind lists anew.
    Relist(Watched),
    /// The controller manager restarts.
    Restart,
    /// Nothing: time passes until then.
    Pass,
}

/// The kinds whose events can be held up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watched {
    /// Pods.
    Pods,
    /// ReplicaSets.
    Sets,
}

/// A deed with its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// When.
    pub at: Time,
    /// What.
    pub deed: Deed,
}

/// The kinds of the lens in this world.
#[derive(Clone, Copy, Debug)]
pub struct LensKinds {
    /// Pods.
    pub pods: KindId,
    /// ReplicaSets.
    pub sets: KindId,
}

impl LensKinds {
    /// The kinds of a world; every one has them built in.
    pub fn of(world: &World) -> LensKinds {
        let cluster = world.cluster();
        let find = |group: &str, kind: &str| {
            let names = &cluster.names;
            cluster.kinds.of_group(names.find(group)?, names.find(kind)?)
        };
        LensKinds {
            pods: find("", "Pod").expect("pods are built in"),
            sets: find("apps", "ReplicaSet").expect("ReplicaSets are built in"),
        }
    }

    /// One of them.
    pub fn get(self, of: Watched) -> KindId {
        match of {
            Watched::Pods => self.pods,
            Watched::Sets => self.sets,
        }
    }
}

/// The ReplicaSets that are stored, the one of the story first.
pub fn stored_sets(world: &World, kinds: LensKinds) -> Vec<Arc<Object>> {
    let mut sets: Vec<Arc<Object>> = world.api().of_kind(kinds.sets).cloned().collect();
    let names = &world.cluster().names;
    sets.sort_by_key(|set| names.text(set.meta.name) != set_name(0));
    sets
}

/// The active pods of the story's ReplicaSet, oldest first.
pub fn active_pods(world: &World, kinds: LensKinds) -> Vec<Arc<Object>> {
    let Some(set) = stored_sets(world, kinds).into_iter().next() else {
        return Vec::new();
    };
    let ours = |pod: &&Arc<Object>| {
        is_active(pod) && controller_of(pod).is_some_and(|owner| owner.uid == set.meta.uid)
    };
    let mut pods: Vec<Arc<Object>> = world.api().of_kind(kinds.pods).filter(ours).cloned().collect();
    pods.sort_by_key(|pod| (pod.meta.creation_timestamp, pod.meta.uid));
    pods
}

impl Deed {
    /// What is done in this world. A deed that finds nobody does nothing.
    pub fn actions(self, world: &mut World, kinds: LensKinds) -> Vec<Action> {
        let pods = active_pods(world, kinds);
        let sets = stored_sets(world, kinds);
        let request = |object: &Object, verb: Verb| {
            let preferred = world.cluster().kinds.get(object.kind).preferred();
            Action::Client(Box::new(Request {
                target: Target::object(object.key(), preferred),
                verb,
            }))
        };
        let now = Verb::Delete(DeleteOptions {
            grace_period_s: Some(0),
            ..DeleteOptions::default()
        });
        match self {
            Deed::LoseAdd | Deed::LoseDeletion | Deed::Pass => Vec::new(),
            Deed::Lag { of, by } => vec![Action::Fault(Fault::Lag {
                kind: kinds.get(of),
                by,
            })],
            Deed::Kill { first, count } => pods
                .iter()
                .skip(first)
                .take(count)
                .map(|pod| request(pod, now.clone()))
                .collect(),
            Deed::Recreate(number) => match pods.get(number) {
                None => Vec::new(),
                Some(pod) => vec![request(pod, now), create(world, bare(pod, pod.meta.name))],
            },
            Deed::RecreateLeaving => {
                let leaving = world.api().of_kind(kinds.pods).find(|pod| pod.meta.is_deleting());
                match leaving.or_else(|| pods.first()).cloned() {
                    None => Vec::new(),
                    Some(pod) => vec![request(&pod, now), create(world, bare(&pod, pod.meta.name))],
                }
            }
            Deed::LabelAway(number) => {
                let pod = pods.get(number.min(pods.len().saturating_sub(1))).cloned();
                let (app, away) = (intern(world, "app"), intern(world, "being-looked-at"));
                let patch = Patch {
                    labels: vec![(app, Some(away))],
                    ..Patch::default()
                };
                let preferred = world.cluster().kinds.get(kinds.pods).preferred();
                pod.into_iter()
                    .map(|pod| {
                        Action::Client(Box::new(Request {
                            target: Target::object(pod.key(), preferred),
                            verb: Verb::Patch(Box::new(patch.clone())),
                        }))
                    })
                    .collect()
            }
            Deed::Bare => {
                let Some(set) = sets.first() else {
                    return Vec::new();
                };
                let Facts::ReplicaSet(facts) = &set.facts else {
                    return Vec::new();
                };
                let count = world.api().of_kind(kinds.pods).count();
                let name = intern(world, &format!("{}-bare-{count}", set_name(0)));
                let pod = Object {
                    kind: kinds.pods,
                    meta: ObjectMeta {
                        name,
                        namespace: set.meta.namespace,
                        labels: facts.spec.template.labels.clone(),
                        ..ObjectMeta::default()
                    },
                    facts: Facts::Pod(facts.spec.template.pod.clone()),
                };
                vec![create(world, pod)]
            }
            Deed::Quota(pods) => match sets.first() {
                None => Vec::new(),
                Some(set) => vec![Action::Fault(Fault::Quota {
                    namespace: set.meta.namespace,
                    pods,
                })],
            },
            Deed::SecondSet => match (sets.first(), sets.len()) {
                (Some(set), 1) => {
                    let name = intern(world, set_name(1));
                    let object = Object {
                        kind: set.kind,
                        meta: ObjectMeta {
                            name,
                            namespace: set.meta.namespace,
                            labels: set.meta.labels.clone(),
                            ..ObjectMeta::default()
                        },
                        facts: fresh(&set.facts),
                    };
                    vec![create(world, object)]
                }
                _ => Vec::new(),
            },
            Deed::Scale { set, replicas } => match sets.get(set) {
                None => Vec::new(),
                Some(set) => {
                    let scaled = Object {
                        facts: scaled(&set.facts, replicas),
                        ..Object::clone(set)
                    };
                    vec![request(set, Verb::Update(Box::new(scaled)))]
                }
            },
            Deed::Touch => match sets.first() {
                None => Vec::new(),
                Some(set) => {
                    let patch = Patch {
                        touches: true,
                        ..Patch::default()
                    };
                    vec![request(set, Verb::Patch(Box::new(patch)))]
                }
            },
            Deed::Relist(of) => vec![Action::Fault(Fault::Relist(kinds.get(of)))],
            Deed::Restart => vec![Action::Fault(Fault::RestartControllers)],
        }
    }
}

fn create(world: &World, object: Object) -> Action {
    let target = Target {
        kind: object.kind,
        api_version: world.cluster().kinds.get(object.kind).preferred(),
        namespace: object.meta.namespace,
        name: Name::EMPTY,
    };
    Action::Client(Box::new(Request {
        target,
        verb: Verb::Create(Box::new(Create::new(object))),
    }))
}

/// A new pod like this one, that nobody owns.
fn bare(pod: &Object, name: Name) -> Object {
    let facts = match &pod.facts {
        Facts::Pod(facts) => Facts::Pod(PodFacts {
            node: Name::EMPTY,
            phase: PodPhase::Pending,
            termination_grace_period_s: facts.termination_grace_period_s,
            detail: facts.detail.as_ref().map(|detail| {
                Arc::new(PodDetail {
                    conditions: List::EMPTY,
                    ..PodDetail::clone(detail)
                })
            }),
        }),
        other => other.clone(),
    };
    Object {
        kind: pod.kind,
        meta: ObjectMeta {
            name,
            namespace: pod.meta.namespace,
            labels: pod.meta.labels.clone(),
            ..ObjectMeta::default()
        },
        facts,
    }
}

fn fresh(facts: &Facts) -> Facts {
    match facts {
        Facts::ReplicaSet(facts) => Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
            status: ReplicaSetStatus::default(),
            ..ReplicaSetFacts::clone(facts)
        })),
        other => other.clone(),
    }
}

fn scaled(facts: &Facts, replicas: i32) -> Facts {
    match facts {
        Facts::ReplicaSet(facts) => Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
            spec: ReplicaSetSpec {
                replicas,
                ..facts.spec.clone()
            },
            ..ReplicaSetFacts::clone(facts)
        })),
        other => other.clone(),
    }
}

fn intern(world: &mut World, text: &str) -> Name {
    let names = &mut world.cluster_mut().names;
    match names.find(text) {
        Some(name) => name,
        None => Arc::make_mut(names).intern(text),
    }
}
