//! Between what a history speaks of and the requests and objects of the simulated cluster.

use super::call::{Answer, HistoryCall, LiveParent, Refusal};
use super::controller::HistoryConfig;
use super::revision::{Controller, LabelledPod, Parent, Revision};
use crate::apiserver::{
    Cluster, Create, DeleteOptions, OwnerDirective, OwnerPatch, Patch, PatchForm, Reason, Request, Response,
    Target, Verb,
};
use crate::hash::CONTROLLER_REVISION_HASH_LABEL;
use crate::object::{
    ConditionStatus, Facts, List, Name, Object, ObjectMeta, RevisedSetFacts, RevisedSetStatus, RevisionFacts,
    Time,
};
use crate::workloads::deployment::pod_template_hash;
use crate::workloads::key::intern;
use crate::workloads::{controller_of, controller_reference, release_patch};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The objects as last seen by a sync, which its writes go by. What an adoption answers is not among them: the real
/// controllers go on with what their caches hold.
#[derive(Clone, Debug)]
pub(super) struct Copies {
    /// The set as the cache has it.
    pub(super) set: Arc<Object>,
    revisions: BTreeMap<String, Arc<Object>>,
    known: Vec<Arc<Object>>,
    /// The live set, once it was read.
    pub(super) live: Option<Arc<Object>>,
}

impl Copies {
    pub(super) fn new<'a>(set: &Arc<Object>, revisions: impl Iterator<Item = &'a Arc<Object>>) -> Self {
        Copies {
            set: set.clone(),
            revisions: BTreeMap::new(),
            known: revisions.cloned().collect(),
            live: None,
        }
    }

    fn revision(&self, cluster: &Cluster, name: &str) -> Option<&Arc<Object>> {
        self.revisions.get(name).or_else(|| {
            self.known
                .iter()
                .find(|known| cluster.names.text(known.meta.name) == name)
        })
    }
}

fn seconds(time: Time) -> i64 {
    time.0.div_euclid(1_000_000_000)
}

fn texts(cluster: &Cluster, pairs: &List<(Name, Name)>) -> BTreeMap<String, String> {
    let text = |name: Name| String::from(cluster.names.text(name));
    pairs
        .iter()
        .map(|&(key, value)| (text(key), text(value)))
        .collect()
}

fn labels(cluster: &mut Cluster, texts: &BTreeMap<String, String>) -> List<(Name, Name)> {
    let mut name = |text: &str| intern(cluster, text);
    texts
        .iter()
        .map(|(key, value)| (name(key), name(value)))
        .collect()
}

/// A revision as a history reads it; `None` for an object that is none.
pub(super) fn revision(cluster: &Cluster, object: &Object) -> Option<Revision> {
    let Facts::Revision(facts) = &object.facts else {
        return None;
    };
    let (meta, text) = (&object.meta, |name: Name| String::from(cluster.names.text(name)));
    Some(Revision {
        name: text(meta.name),
        uid: text(meta.uid),
        labels: texts(cluster, &meta.labels),
        annotations: BTreeMap::new(),
        controller: controller_of(object).map(|reference| Controller {
            kind: text(reference.kind),
            name: text(reference.name),
            uid: text(reference.uid),
        }),
        created_s: meta.creation_timestamp.map(seconds),
        is_deleting: meta.is_deleting(),
        data: facts.data.clone(),
        rebuilt: facts.rebuilt.clone(),
        number: facts.number,
    })
}

/// A set as its history reads it.
pub(super) fn parent(cluster: &Cluster, set: &Object, facts: &RevisedSetFacts) -> Parent {
    let (meta, spec, status) = (&set.meta, &facts.spec, &facts.status);
    let text = |name: Name| String::from(cluster.names.text(name));
    Parent {
        reference: Controller {
            kind: text(cluster.kinds.get(set.kind).kind),
            name: text(meta.name),
            uid: text(meta.uid),
        },
        selector: texts(cluster, &spec.selector.labels),
        annotations: BTreeMap::new(),
        template_labels: texts(cluster, &spec.template_labels),
        data: spec.data.clone(),
        template_hash: pod_template_hash(spec.hash_state, status.collision_count),
        collision_count: status.collision_count,
        current_revision: text(status.current_revision),
        history_limit: spec.history_limit,
        is_deleting: meta.is_deleting(),
        switches: cluster.overrides.applied(cluster.minor),
    }
}

/// A pod as a history reads it.
pub(super) fn pod(cluster: &Cluster, pod: &Object) -> LabelledPod {
    LabelledPod {
        name: String::from(cluster.names.text(pod.meta.name)),
        hash: texts(cluster, &pod.meta.labels).remove(CONTROLLER_REVISION_HASH_LABEL),
        has_target: matches!(&pod.facts, Facts::Pod(facts) if facts.node != Name::EMPTY),
    }
}

/// Whether a pod's condition Ready is true.
pub(super) fn is_ready(cluster: &Cluster, pod: &Object) -> bool {
    let Facts::Pod(facts) = &pod.facts else {
        return false;
    };
    let conditions = facts.detail.iter().flat_map(|detail| &detail.conditions);
    let mut ready = conditions.filter(|condition| cluster.names.text(condition.kind) == "Ready");
    ready.any(|condition| condition.status == ConditionStatus::True)
}

/// The request that a call is.
pub(super) fn request(
    cluster: &mut Cluster,
    config: HistoryConfig,
    call: &HistoryCall,
    copies: &Copies,
) -> Request {
    let set = &*copies.set;
    let meta = &set.meta;
    let (kind, name, verb) = match call {
        HistoryCall::GetParent => (config.sets, meta.name, Verb::Get),
        HistoryCall::WriteCount(count) => {
            let live = copies.live.as_deref().unwrap_or(set);
            let status = |status: &mut RevisedSetStatus| status.collision_count = Some(*count);
            (config.sets, meta.name, status_of(live, status))
        }
        HistoryCall::WriteStatus {
            current,
            update,
            count,
        } => {
            let (current, update) = (intern(cluster, current), intern(cluster, update));
            let status = |status: &mut RevisedSetStatus| {
                *status = RevisedSetStatus {
                    observed_generation: meta.generation,
                    current_revision: current,
                    update_revision: update,
                    collision_count: Some(*count),
                };
            };
            (config.sets, meta.name, status_of(set, status))
        }
        HistoryCall::Adopt { name, uid } => {
            let reference = controller_reference(cluster, set);
            let patch = Patch {
                form: PatchForm::Strategic,
                uid: Some(intern(cluster, uid)),
                owner_references: Some(OwnerPatch::Merge([OwnerDirective::Set(reference)].into())),
                ..Patch::default()
            };
            (
                config.revisions,
                intern(cluster, name),
                Verb::Patch(Box::new(patch)),
            )
        }
        HistoryCall::Release { name, uid } => {
            let patch = release_patch(intern(cluster, uid), &[meta.uid], List::EMPTY);
            (
                config.revisions,
                intern(cluster, name),
                Verb::Patch(Box::new(patch)),
            )
        }
        HistoryCall::LabelPod { name, hash } => {
            let label = intern(cluster, CONTROLLER_REVISION_HASH_LABEL);
            let patch = Patch {
                labels: [(label, Some(intern(cluster, hash)))].into(),
                ..Patch::default()
            };
            (config.pods, intern(cluster, name), Verb::Patch(Box::new(patch)))
        }
        HistoryCall::Get(name) => (config.revisions, intern(cluster, name), Verb::Get),
        HistoryCall::Delete(name) => {
            let verb = Verb::Delete(DeleteOptions::default());
            (config.revisions, intern(cluster, name), verb)
        }
        HistoryCall::Create(revision) => {
            let object = Object {
                kind: config.revisions,
                meta: ObjectMeta {
                    name: intern(cluster, &revision.name),
                    namespace: meta.namespace,
                    labels: labels(cluster, &revision.labels),
                    owner_references: [controller_reference(cluster, set)].into_iter().collect(),
                    ..ObjectMeta::default()
                },
                facts: facts_of(revision),
            };
            // The path of a creation has no name.
            (
                config.revisions,
                Name::EMPTY,
                Verb::Create(Box::new(Create::new(object))),
            )
        }
        HistoryCall::Update(revision) => {
            let name = intern(cluster, &revision.name);
            let known = copies.revision(cluster, &revision.name).cloned();
            let known = known.map_or_else(ObjectMeta::default, |known| known.meta.clone());
            let object = Object {
                kind: config.revisions,
                meta: ObjectMeta {
                    labels: labels(cluster, &revision.labels),
                    ..known
                },
                facts: facts_of(revision),
            };
            (config.revisions, name, Verb::Update(Box::new(object)))
        }
    };
    let target = Target {
        kind,
        api_version: cluster.kinds.get(kind).preferred(),
        namespace: meta.namespace,
        name,
    };
    Request { target, verb }
}

fn facts_of(revision: &Revision) -> Facts {
    Facts::Revision(Arc::new(RevisionFacts {
        data: revision.data.clone(),
        // What is built from a stored template comes to itself.
        rebuilt: revision.rebuilt.clone().or_else(|| Some(revision.data.clone())),
        number: revision.number,
    }))
}

fn status_of(set: &Object, change: impl FnOnce(&mut RevisedSetStatus)) -> Verb {
    let mut object = set.clone();
    if let Facts::RevisedSet(facts) = &mut object.facts {
        change(&mut Arc::make_mut(facts).status);
    }
    Verb::UpdateStatus(Box::new(object))
}

/// What an answer says to a history.
pub(super) fn answer(
    cluster: &Cluster,
    call: &HistoryCall,
    response: &Response,
    copies: &mut Copies,
) -> Answer {
    if !response.is_success() {
        let reason = response.as_status().and_then(|status| status.reason);
        return Answer::Refused(match reason {
            Some(Reason::AlreadyExists) => Refusal::AlreadyExists,
            Some(Reason::Conflict) => Refusal::Conflict,
            Some(Reason::NotFound) => Refusal::NotFound,
            Some(Reason::Invalid) => Refusal::Invalid,
            _ => Refusal::Other,
        });
    }
    let Some(object) = response.as_object() else {
        return Answer::Done;
    };
    match call {
        HistoryCall::GetParent => {
            copies.live = Some(object.clone());
            Answer::Parent(LiveParent {
                uid: String::from(cluster.names.text(object.meta.uid)),
                deleted_s: object.meta.deletion_timestamp.map(seconds),
                collision_count: match &object.facts {
                    Facts::RevisedSet(facts) => facts.status.collision_count,
                    _ => None,
                },
            })
        }
        HistoryCall::Create(_) | HistoryCall::Get(_) | HistoryCall::Update(_) => {
            match revision(cluster, object) {
                Some(revision) => {
                    copies.revisions.insert(revision.name.clone(), object.clone());
                    Answer::Revision(revision)
                }
                None => Answer::Done,
            }
        }
        _ => Answer::Done,
    }
}
