use super::server::{Answer, Context};
use super::{ApiServer, Cause, CauseReason, Create, Field, Reason, Response, Target};
use super::{labels, namespace, references, tolerations, validation};
use crate::object::{
    DeploymentStatus, Facts, Kind, List, Name, Names, NamespacePhase, Object, ObjectMeta, PodFacts, PodPhase,
    ReplicaSetStatus, RevisedSetStatus,
};
use crate::sim::Rule;
use crate::versions::Switch;
use alloc::sync::Arc;

impl ApiServer {
    /// POST of an object.
    pub(super) fn create(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        create: &Create,
    ) -> Answer<Response> {
        self.create_with(cx, target, create, false)
    }

    /// PUT of an object that is not there, of a kind that is created so (API-18).
    pub(super) fn create_by_put(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        sent: &Object,
    ) -> Answer<Response> {
        let mut object = sent.clone();
        object.meta.name = target.name;
        let keeps = !cx.cluster.has(Switch::ApiCreateByPutClearsSystemFields);
        self.create_with(cx, target, &Create::new(object), keeps)
    }

    /// `keeps`: what the body says of the times at which the object was created and its deletion was asked for.
    fn create_with(
        &mut self,
        cx: &mut Context<'_>,
        target: &Target,
        create: &Create,
        keeps: bool,
    ) -> Answer<Response> {
        self.refuse_instance_of_dying_definition(target.kind)?;
        let mut object = create.object.clone();
        // A namespace that is said has to be the path's; where the path has none, what is said is dropped (upstream
        // rest.EnsureObjectNamespaceMatchesRequestNamespace).
        let sent = object.meta.namespace;
        if sent != Name::EMPTY && target.namespace != Name::EMPTY && sent != target.namespace {
            return Err(Response::refused(Reason::BadRequest));
        }
        object.kind = target.kind;
        object.meta.namespace = target.namespace;
        self.namespace_takes_objects(cx, target.namespace)?;
        let uid = self.next_uid(Arc::make_mut(&mut cx.cluster.names));
        if object.meta.name == Name::EMPTY && create.generate_name != Name::EMPTY {
            self.generate_name(cx, &mut object, create.generate_name);
        }
        prepare(cx, &mut object, uid, &create.template_labels);
        if self.tolerations_defaulted {
            tolerations::tolerate_by_default(&mut object.facts);
        }
        if keeps {
            let sent = &create.object.meta;
            object.meta.creation_timestamp = sent.creation_timestamp.or(object.meta.creation_timestamp);
            object.meta.deletion_timestamp = sent.deletion_timestamp;
            object.meta.deletion_grace_period_s = sent.deletion_grace_period_s;
        }
        let causes = validation::created(cx.cluster, &object);
        if !causes.is_empty() {
            return Err(Response::refused_because(Reason::Invalid, causes));
        }
        if self.get(&object.key()).is_some() {
            // API-20: whether the namesake is being deleted only shows in the message.
            return Err(Response::refused(Reason::AlreadyExists));
        }
        self.refuse_over_quota(cx, &object)?;
        if create.dry_run {
            return Ok(Response::object(201, Arc::new(object)));
        }
        let created = self.write(cx, object, Rule("API-15"));
        self.after_creation(cx, &created);
        Ok(Response::object(201, created))
    }

    /// NS-4: nothing is created in a namespace that is being deleted, or that does not exist.
    fn namespace_takes_objects(&self, cx: &Context<'_>, namespace: Name) -> Answer<()> {
        if namespace == Name::EMPTY {
            return Ok(());
        }
        match self.namespace(cx.cluster, namespace) {
            None if self.namespaces_assumed => Ok(()),
            None => Err(Response::refused(Reason::NotFound)),
            Some(found) => match &found.facts {
                Facts::Namespace(facts) if facts.phase == NamespacePhase::Terminating => {
                    let cause = Cause {
                        reason: CauseReason::NamespaceTerminating,
                        field: Field::Namespace,
                    };
                    Err(Response::refused_because(Reason::Forbidden, [cause].into()))
                }
                _ => Ok(()),
            },
        }
    }
}

/// What the server fills in, whatever the client sent.
fn prepare(cx: &mut Context<'_>, object: &mut Object, uid: Name, template_labels: &List<(Name, Name)>) {
    let cluster = &mut *cx.cluster;
    let kind = cluster.kinds.get(object.kind);
    let meta = &mut object.meta;
    meta.uid = uid;
    meta.resource_version = 0;
    let counts = kind.has_generation && (!kind.graceful || cluster.has(Switch::ApiPodGeneration));
    meta.generation = i64::from(counts);
    meta.creation_timestamp = Some(cx.now.as_stored());
    meta.deletion_timestamp = None;
    meta.deletion_grace_period_s = None;
    meta.owner_references = references::without_repetitions(cluster, &meta.owner_references);
    if meta.labels.is_empty() && takes_template_labels(&cluster.names, kind) {
        meta.labels = template_labels.clone();
        if cluster.names.text(kind.kind) == "Job" && !meta.labels.is_empty() {
            let own = JOB_LABELS.map(|(key, value)| (super::intern(cluster, key), Some(value(meta))));
            meta.labels = labels::with(&cluster.names, &meta.labels, own);
        }
    }
    forget_status(&mut object.facts);
    let kind = cluster.kinds.get(object.kind);
    if kind.graceful {
        let sent = match core::mem::take(&mut object.facts) {
            Facts::Pod(facts) => facts,
            _ => PodFacts {
                node: Name::EMPTY,
                phase: PodPhase::Pending,
                termination_grace_period_s: 30,
                detail: None,
            },
        };
        object.facts = Facts::Pod(PodFacts {
            phase: PodPhase::Pending,
            ..sent
        });
    } else if namespace::is_namespace(cluster, object.kind) {
        namespace::prepare(cluster, object);
    }
}

/// A client does not say what the status of a new object is.
fn forget_status(facts: &mut Facts) {
    match facts {
        Facts::ReplicaSet(facts) => Arc::make_mut(facts).status = ReplicaSetStatus::default(),
        Facts::Deployment(facts) => Arc::make_mut(facts).status = DeploymentStatus::default(),
        Facts::RevisedSet(facts) => Arc::make_mut(facts).status = RevisedSetStatus::default(),
        _ => {}
    }
}

/// A label and the member of the metadata that its value is.
type LabelOf = (&'static str, fn(&ObjectMeta) -> Name);

/// What a Job that takes its template's labels gets beside them.
const JOB_LABELS: [LabelOf; 4] = [
    ("batch.kubernetes.io/controller-uid", |meta| meta.uid),
    ("batch.kubernetes.io/job-name", |meta| meta.name),
    ("controller-uid", |meta| meta.uid),
    ("job-name", |meta| meta.name),
];

fn takes_template_labels(names: &Names, kind: &Kind) -> bool {
    matches!(
        (names.text(kind.group), names.text(kind.kind)),
        ("", "ReplicationController") | ("batch", "Job")
    )
}
