use super::annotations;
use super::budget::new_replicas;
use super::conditions;
use super::names::{pod_template_hash, replica_set_name};
use super::sync::{Deed, DeploymentEvent, Work, is_controlled_by, set_facts, sizes};
use crate::apiserver::{Create, Reason, Verb};
use crate::object::{
    ConditionStatus, Facts, LabelSelector, List, Message, Name, Names, Object, ObjectMeta, PodTemplate,
    ReplicaSetFacts, ReplicaSetSpec, ReplicaSetStatus,
};
use crate::sorted::sort_by;
use crate::workloads::{Stop, SyncError, controller_reference};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

pub(super) use crate::hash::HASH_LABEL;

/// The new ReplicaSet, and the old ones, oldest first.
pub(super) type Found = (Option<Arc<Object>>, Vec<Arc<Object>>);

impl Work<'_, '_> {
    /// *Find* (DP-3): the ReplicaSet of the template, made if it is not there and `create` says so.
    pub(super) fn find(&mut self, create: bool) -> Result<Found, Stop> {
        let new = self.new_set();
        let is_old = |set: &&Arc<Object>| new.as_ref().is_none_or(|new| new.meta.uid != set.meta.uid);
        let old: Vec<Arc<Object>> = self.sets.iter().filter(is_old).cloned().collect();
        let next = 1 + self.highest_revision(&old);
        let new = match new {
            Some(new) => Some(self.update_new(&new, next)?),
            None if create => Some(self.create_new(&old, next)?),
            None => None,
        };
        Ok((new, old))
    }

    /// HS-5: the oldest one whose template is the Deployment's.
    fn new_set(&mut self) -> Option<Arc<Object>> {
        let label = self.script.name(HASH_LABEL);
        let template = &self.facts.spec.template;
        let fits = |set: &&Arc<Object>| {
            set_facts(set).is_some_and(|facts| facts.spec.template.equals_ignoring(template, label))
        };
        self.sets.iter().find(fits).cloned()
    }

    fn highest_revision(&self, sets: &[Arc<Object>]) -> i64 {
        let cluster = &*self.script.cluster;
        let revision = |set: &Arc<Object>| annotations::revision(cluster, &set_facts(set)?.annotations);
        sets.iter().filter_map(revision).fold(0, i64::max)
    }

    /// The new ReplicaSet is there: its annotations, or the Deployment's revision and condition, are brought up to date.
    fn update_new(&mut self, new: &Arc<Object>, next: i64) -> Result<Arc<Object>, Stop> {
        let Some(known) = set_facts(new) else {
            return Ok(new.clone());
        };
        let mut facts = known.clone();
        let changed = annotations::set_new(
            self.script.cluster,
            &self.facts.annotations,
            &mut facts.annotations,
            next,
            None,
        );
        if changed || facts.spec.min_ready_seconds != self.spec().min_ready_seconds {
            facts.spec.min_ready_seconds = self.spec().min_ready_seconds;
            return self.put_set(new, facts);
        }
        let text = annotations::get(self.script.cluster, &facts.annotations, annotations::REVISION);
        let text = text.unwrap_or_default().to_string();
        let mut needs_write = self.set_revision(&text);
        let kind = self.script.name("Progressing");
        if self.deadline().is_some() && conditions::get(&self.facts.status.conditions, kind).is_none() {
            self.set_progress(
                "FoundNewReplicaSet",
                ConditionStatus::True,
                Message::Found(new.meta.name),
            );
            needs_write = true;
        }
        if needs_write {
            self.put_status()?;
        }
        // What was copied without counting as a change is only in the copy at hand.
        Ok(Arc::new(with_facts(new, facts)))
    }

    /// Writes a ReplicaSet, and returns what the API answered.
    pub(super) fn put_set(&mut self, set: &Object, facts: ReplicaSetFacts) -> Result<Arc<Object>, Stop> {
        let object = with_facts(set, facts);
        let (kind, namespace, name) = (set.kind, set.meta.namespace, set.meta.name);
        Ok(self
            .script
            .ask(kind, namespace, name, || Verb::Update(Box::new(object)))??)
    }

    /// HS-7 to HS-10.
    fn create_new(&mut self, old: &[Arc<Object>], next: i64) -> Result<Arc<Object>, Stop> {
        let wanted = self.wanted_set(old, next)?;
        let (name, replicas) = (wanted.meta.name, super::sync::size(&wanted));
        self.script.does(Deed::Names {
            name,
            collision_count: self.facts.status.collision_count,
        });
        let (kind, namespace) = (wanted.kind, wanted.meta.namespace);
        let created = self.script.ask(kind, namespace, name, || {
            Verb::Create(Box::new(Create::new(wanted)))
        })?;
        let mut made = true;
        let set = match created {
            Ok(created) => created,
            Err(error) if error.is(Reason::AlreadyExists) => {
                made = false;
                match self.own_namesake(name)? {
                    Some(own) => own,
                    None => return Err(self.collide(name, error.into())),
                }
            }
            Err(error) if error.is_namespace_terminating() => return Err(error.into()),
            Err(error) => return Err(self.creation_failed(name, error.into())),
        };
        if made && replicas > 0 {
            self.script.does(Deed::Records(DeploymentEvent::Scaled {
                set: name,
                from: 0,
                to: replicas,
            }));
        }
        let mut needs_write = self.set_revision(&next.to_string());
        if made && self.deadline().is_some() {
            self.set_progress(
                "NewReplicaSetCreated",
                ConditionStatus::True,
                Message::Created(name),
            );
            needs_write = true;
        }
        if needs_write {
            self.put_status()?;
        }
        Ok(set)
    }

    fn wanted_set(&mut self, old: &[Arc<Object>], next: i64) -> Result<Object, Stop> {
        let hash = pod_template_hash(self.spec().template.hash_state, self.facts.status.collision_count);
        let deployment = self.script.cluster.names.text(self.object.meta.name);
        let name = replica_set_name(deployment, &hash, self.config.cut_names);
        let (name, hash, label) = (
            self.script.name(&name),
            self.script.name(&hash),
            self.script.name(HASH_LABEL),
        );
        let spec = self.spec();
        let names = &self.script.cluster.names;
        let template = PodTemplate {
            labels: with_label(names, &spec.template.labels, label, hash),
            ..PodTemplate::clone(&spec.template)
        };
        let selector = LabelSelector {
            labels: with_label(names, &spec.selector.labels, label, hash),
            expressions: spec.selector.expressions.clone(),
        };
        let replicas = new_replicas(names, spec, 0, sizes(old))?;
        let (desired, most) = (spec.replicas, spec.replicas.wrapping_add(self.budget().surge));
        let labels = template.labels.clone();
        let min_ready_seconds = spec.min_ready_seconds;
        let mut set_annotations = List::EMPTY;
        annotations::set_new(
            self.script.cluster,
            &self.facts.annotations,
            &mut set_annotations,
            next,
            Some((desired, most)),
        );
        Ok(Object {
            kind: self.config.replica_sets,
            meta: ObjectMeta {
                name,
                namespace: self.object.meta.namespace,
                labels,
                owner_references: List::from(alloc::vec![controller_reference(
                    self.script.cluster,
                    &self.object
                )]),
                ..ObjectMeta::default()
            },
            facts: Facts::ReplicaSet(Arc::new(ReplicaSetFacts {
                spec: ReplicaSetSpec {
                    replicas,
                    min_ready_seconds,
                    selector: Some(Arc::new(selector)),
                    template: Arc::new(template),
                },
                status: ReplicaSetStatus::default(),
                annotations: set_annotations,
            })),
        })
    }

    /// HS-9: the ReplicaSet of that name in the cache, if it is this Deployment's and has its template.
    fn own_namesake(&mut self, name: Name) -> Result<Option<Arc<Object>>, Stop> {
        let label = self.script.name(HASH_LABEL);
        let Some(namesake) = self
            .view
            .namesake
            .as_ref()
            .filter(|namesake| namesake.meta.name == name)
        else {
            return Err(SyncError::NotCached {
                kind: self.config.replica_sets,
                name,
            }
            .into());
        };
        let template = &self.facts.spec.template;
        let fits =
            set_facts(namesake).is_some_and(|facts| facts.spec.template.equals_ignoring(template, label));
        let ours = is_controlled_by(namesake, self.object.meta.uid) && fits;
        Ok(ours.then(|| namesake.clone()))
    }

    /// HS-9: the name belongs to somebody else. A failing write loses the count, and the sync ends all the same.
    fn collide(&mut self, name: Name, error: SyncError) -> Stop {
        let count = self.facts.status.collision_count.unwrap_or(0).wrapping_add(1);
        self.facts.status.collision_count = Some(count);
        self.script.does(Deed::Collides {
            name,
            collision_count: count,
        });
        match self.put_status() {
            Err(Stop::Pending) => Stop::Pending,
            Ok(()) | Err(Stop::Failed(_)) => error.into(),
        }
    }

    /// HS-10.
    fn creation_failed(&mut self, name: Name, error: SyncError) -> Stop {
        let shared = Arc::new(error.clone());
        if self.deadline().is_some() {
            let message = Message::FailedToCreate(name, shared.clone());
            self.set_progress("ReplicaSetCreateError", ConditionStatus::False, message);
            if self.put_status() == Err(Stop::Pending) {
                return Stop::Pending;
            }
        }
        self.script
            .does(Deed::Records(DeploymentEvent::CreateFailed(name, shared)));
        error.into()
    }

    fn set_revision(&mut self, text: &str) -> bool {
        let known = annotations::get(
            self.script.cluster,
            &self.facts.annotations,
            annotations::REVISION,
        );
        if known.unwrap_or_default() == text {
            return false;
        }
        annotations::set(
            self.script.cluster,
            &mut self.facts.annotations,
            annotations::REVISION,
            text,
        )
    }

    pub(super) fn set_progress(&mut self, reason: &str, status: ConditionStatus, message: Message) {
        let (kind, reason, now) = (
            self.script.name("Progressing"),
            self.script.name(reason),
            self.script.now(),
        );
        conditions::set(
            &mut self.facts.status.conditions,
            conditions::new(kind, status, reason, message, now),
        );
    }
}

/// `set` with other facts.
fn with_facts(set: &Object, facts: ReplicaSetFacts) -> Object {
    Object {
        facts: Facts::ReplicaSet(Arc::new(facts)),
        ..set.clone()
    }
}

fn with_label(names: &Names, labels: &List<(Name, Name)>, label: Name, value: Name) -> List<(Name, Name)> {
    let mut list: Vec<(Name, Name)> = labels.iter().filter(|(key, _)| *key != label).copied().collect();
    list.push((label, value));
    sort_by(&mut list, |left, right| names.compare(left.0, right.0));
    list.into()
}
